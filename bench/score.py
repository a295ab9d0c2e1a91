"""How right the tables of a page are: the rules of the scorer that comes with the labelled corpus.

*top1* is the table ranked first, what a user sees; *best* is the table, the tables together, or the
list nested in a table's rows, that is most like the truth; an item is right in the row of its
record and in the column that holds its field elsewhere on the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = [
    "MEASURES",
    "Score",
    "f1",
    "holds",
    "leaves",
    "loose",
    "page_f1",
    "score_list",
    "values",
    "without_constants",
]

MEASURES = ("top1", "best", "items")

Counts: TypeAlias = dict[str, int]
"""``hit``: right ones, ``rows``: given ones, ``n``: true ones."""

Record: TypeAlias = Mapping[str, Any]

# All numbers below are the scorer's.
# A row may be a record's if it holds this share of its values.
ENOUGH = 0.6
# Shorter values match anywhere; they count only in a record without others.
SHORT = 3
# A field with one value in all records, and at least this many, is decoration.
CONSTANT = 3
# Tables are joined if at least this share of their rows are true records.
MOSTLY = 0.5

_SPACE = re.compile(r"[\s\u00a0\u200b\u200c\u200d\ufeff\u2060\u00ad]+")
_PLAIN = str.maketrans(
    dict.fromkeys("‘’`´", "'")
    | dict.fromkeys("“”", '"')
    | dict.fromkeys("–—‑−", "-")
    | {"…": "..."}
)


@dataclass(frozen=True, slots=True)
class Score:
    """The counts of one page; None where the truth does not say."""

    top1: Counts | None
    best: Counts
    items: Counts | None
    complete: bool  # all records are known, and there are two or more

    def counts(self, measure: str) -> Counts | None:
        """Return the counts of one of `MEASURES`."""
        found: Counts | None = getattr(self, measure)
        return found


def f1(counts: Counts) -> float:
    """Return the harmonic mean of precision and recall; 0 where nothing is right.

    >>> f1({"hit": 2, "rows": 4, "n": 2})
    0.6666666666666666
    """
    return 2 * counts["hit"] / (counts["rows"] + counts["n"]) if counts["hit"] else 0.0


def page_f1(scores: Sequence[Score], measure: str) -> float:
    """Return the mean over the pages that have the *measure*."""
    known = [f1(counts) for score in scores if (counts := score.counts(measure)) is not None]
    return sum(known) / len(known) if known else float("nan")


def loose(text: object) -> str:
    """Return *text* without white space and case, with plain quotes and dashes."""
    return _SPACE.sub("", unicodedata.normalize("NFKC", str(text)).translate(_PLAIN)).casefold()


def values(cell: Any) -> list[str]:
    """Return every text inside a cell, nested lists included, spelled loosely."""
    if cell is None or isinstance(cell, bool):
        return []
    if isinstance(cell, str | int | float):
        return [loose(cell)] if str(cell).strip() else []
    parts = cell.values() if isinstance(cell, Mapping) else cell
    return [text for part in parts for text in values(part)]


def leaves(row: Record, above: str = "") -> Iterator[tuple[str, str]]:
    """Yield (column, text) for every cell of a row that is not empty, nested rows included."""
    for name, cell in row.items():
        column = f"{above}{name}"
        if isinstance(cell, Mapping):
            yield from leaves(cell, f"{column}.")
        elif isinstance(cell, list):
            for part in cell:
                if isinstance(part, Mapping):
                    yield from leaves(part, f"{column}[].")
                else:
                    yield from ((f"{column}[]", text) for text in values(part))
        else:
            yield from ((column, text) for text in values(cell))


def holds(cell: str, value: str) -> int:
    """Return 2 where a cell is the value, 1 where it holds it and little more, else 0."""
    if cell == value:
        return 2
    inside = len(value) >= 2 and value in cell and len(cell) <= 3.0 * len(value) + 40
    around = len(cell) >= 12 and cell in value and len(value) <= 1.5 * len(cell)
    return int(inside or around)


def without_constants(records: Sequence[Record]) -> list[Record]:
    """Return *records* without what all of them say ("Add to cart"): one may give it or not.

    >>> without_constants([{"name": n, "order": "Add to cart"} for n in ("Ant", "Bee", "Cat")])
    [{'name': 'Ant'}, {'name': 'Bee'}, {'name': 'Cat'}]
    """
    said: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for field, value in record.items():
            said[field].append("\x00".join(values(value)))
    fixed = {f for f, texts in said.items() if len(texts) >= CONSTANT and len(set(texts)) == 1}
    each: set[str] = set()
    if len(records) >= CONSTANT:
        each = set.intersection(*(set(values(record)) for record in records))

    def told(field: str, value: Any) -> bool:
        texts = values(value)
        return field not in fixed and not (texts and each.issuperset(texts))

    return [{f: v for f, v in record.items() if told(f, v)} or record for record in records]


def score_list(truth: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> Score:
    """Return the counts of the *tables* of a page, best first.

    >>> truth = {"records": [{"name": "Ant", "price": "$1.00"}, {"name": "Bee", "price": "$2.00"}]}
    >>> rows = [{"a": "Ant", "b": "$1.00"}, {"a": "Bee", "b": "$2.00"}, {"a": "Cat"}]
    >>> score_list(truth, [{"rows": rows}]).top1
    {'hit': 2, 'rows': 3, 'n': 2}
    """
    records = without_constants([record for record in truth["records"] if record])
    known = bool(truth.get("complete", True))
    found = [_Table(table, records) for table in _with_nested(tables)]

    def counts(chosen: Sequence[_Table]) -> Counts:
        hits = {record for table in chosen for record, _ in table.pairs}
        again = sum(len(table.pairs) for table in chosen) - len(hits)
        given = sum(len(table.rows) for table in chosen) - again
        return {"hit": len(hits), "rows": given if known else len(hits), "n": len(records)}

    singles = [[table] for table in found]
    together = [table for table in found[: len(tables)] if table.is_mostly_true()]
    best = max([*singles, together], key=lambda chosen: f1(counts(chosen)))
    items = {"hit": 0, "rows": 0, "n": sum(bool(values(v)) for r in records for v in r.values())}
    for table in best:
        right, given = table.items(known)
        items["hit"] += right
        items["rows"] += given
    return Score(
        top1=None if truth.get("several") else counts(found[:1]),
        best=counts(best),
        items=None if truth.get("ragged") else items,
        complete=known and len(records) >= 2,
    )


def _with_nested(tables: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the tables, and behind them the lists nested in their rows as tables."""
    nested: list[Mapping[str, Any]] = []
    for table in tables:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in table.get("rows", []):
            for name, cell in (row or {}).items():
                if isinstance(cell, list):
                    found[name] += [part for part in cell if isinstance(part, Mapping)]
        nested += [{"rows": rows} for rows in found.values() if len(rows) >= 2]
    return [*tables, *_with_nested(nested)] if nested else [*tables]


class _Table:
    """A table beside the true records: which row is which record."""

    def __init__(self, table: Mapping[str, Any], records: Sequence[Record]) -> None:
        self.records = records
        self.rows = [
            [*leaves(row)]
            for row in table.get("rows", [])
            if row and any(values(cell) for cell in row.values())
        ]
        self.pairs = [*self._paired()]

    def is_mostly_true(self) -> bool:
        return bool(self.rows) and len(self.pairs) >= MOSTLY * len(self.rows)

    def _paired(self) -> Iterator[tuple[int, int]]:
        """Yield (record, row): the fullest first, no record and no row twice."""
        texts = [[text for _, text in row] for row in self.rows]
        joined = ["\x00".join(row) for row in texts]
        rows_with: dict[str, set[int]] = defaultdict(set)
        for place, row in enumerate(texts):
            for text in row:
                rows_with[text].add(place)
        pairs = []
        for number, record in enumerate(self.records):
            wanted = values(record)
            wanted = [value for value in wanted if len(value) >= SHORT] or wanted
            if not wanted:
                continue
            for place in _near(wanted, joined, rows_with):
                got = sum(
                    place in rows_with.get(value, ())
                    or (len(value) >= SHORT and value in joined[place])
                    for value in wanted
                )
                if got >= ENOUGH * len(wanted):
                    noise = sum(map(len, texts[place]))
                    share = got / len(wanted)
                    pairs.append((share, -noise, -abs(number - place), number, place))
        records, rows = set(), set()
        for *_, number, place in sorted(pairs, reverse=True):
            if number not in records and place not in rows:
                records.add(number)
                rows.add(place)
                yield number, place

    def items(self, known: bool) -> tuple[int, int]:
        """Return how many cells are right, and how many are given in the columns of fields."""
        columns = self._columns()
        record_of = {row: self.records[record] for record, row in self.pairs}
        right = given = 0
        for place, row in enumerate(self.rows):
            record = record_of.get(place)
            for field, column in columns.items():
                have = [text for name, text in row if name == column]
                wanted = values(record.get(field)) if record is not None else []
                if wanted and have and all(any(holds(h, w) for h in have) for w in wanted):
                    right += 1
                    given += 1
                elif have and record is not None:
                    # A column may serve two fields, of which a record has one.
                    shared = any(
                        columns[other] == column and values(record.get(other))
                        for other in columns.keys() - {field}
                    )
                    given += bool(wanted) or not shared
                elif have and known:
                    given += 1
        return right, given

    def _columns(self) -> dict[str, str]:
        """Return the column that holds each field most often."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for record, place in self.pairs:
            for field, wanted in self.records[record].items():
                for value in values(wanted):
                    for column, text in self.rows[place]:
                        if found := holds(text, value):
                            votes[field][column] += found
        return {field: found.most_common(1)[0][0] for field, found in votes.items()}


def _near(
    wanted: Sequence[str], joined: Sequence[str], rows_with: Mapping[str, set[int]]
) -> set[int]:
    """Return the rows that hold one of the values, or the longest as a part."""
    near = {row for value in wanted for row in rows_with.get(value, ())}
    longest = max(wanted, key=len)
    if len(longest) >= SHORT:
        near |= {row for row, text in enumerate(joined) if longest in text}
    return near
