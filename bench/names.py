"""How often columns have the names that a person would give them, and the right types.

    python -m bench.names                 in all, by dataset, on the sites set aside, and on pages
                                          that nothing was mended for
    python -m bench.names --worst 40      names that mislead, and wrong types
    python -m bench.names --check         fails below a floor

The truth is ``names.json``: one reader looked at the records of the pages and wrote for each column
the names to accept, its type, and a few of its values. A name is *good* if it is one of
those, *empty* if it says nothing ("text_3"), else *misleading*. Columns are recognised by their
values, however the records are cut into cells; a value in a cell with much else is not judged, as
no name could be right. One site in five is set aside and is seen in totals only. Pages that were
judged to see how well the rules do on new sites, and that no rule was made for, are ``unmended``.
Lists that were judged with the names hidden, before names were given by their chance, are
``blind``; "page#1" is the second list of a page.
Pages of sites set aside that were judged last, with the names hidden, are ``closed``: they have a
line of their own, as the other sites set aside have been looked at. Pages written from memory
(``written.toml``) are open and closed in turn.

For closed pages and sites set aside a second reader, who saw the pages but no name that windrow
gives, wrote down what else is acceptable (``also``); two lines show what the first reader alone
accepts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.corpus import CORPUS
from bench.judging import CUT, FILLS, fail_below, is_aside, options, plain, print_lines, tables_of
from bench.written import written_pages
from windrow import extract
from windrow.model import Column, Table

__all__ = [
    "FLOORS",
    "WRITTEN",
    "Judged",
    "NamedColumn",
    "Totals",
    "below",
    "blind",
    "closed",
    "judge",
    "judge_all",
    "read_pages",
    "truth",
    "unmended",
    "verdict",
]

TRUTH = Path(__file__).with_name("names.json")
# The shares that `--check` and the tests hold.
FLOORS = {"good": 0.87, "misleading": 0.05, "type": 0.985}
# Names that say nothing of what a column holds.
EMPTY = frozenset("text number value content info meta data item details field cell column".split())
_NUMBER = re.compile(r"_\d+$")
WRITTEN = "written/"


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column as people see it: names they accept, types, and its values in a few records."""

    names: frozenset[str]
    types: frozenset[str]
    values: tuple[str | None, ...]
    first: frozenset[str]  # the names that the first reader accepts


@dataclass(frozen=True, slots=True)
class Judged:
    """A column of the truth and the one that was found for it: None where there is none."""

    page: str
    wanted: NamedColumn
    found: Column | None
    alone: bool = True  # whether it has a column to itself

    @property
    def verdict(self) -> str:
        """Return good, empty or misleading, or why no name is judged: missing or joined."""
        if self.found is None:
            return "missing"
        return verdict(self.found.name, self.wanted.names) if self.alone else "joined"

    @property
    def by_first(self) -> Judged:
        """What became of the column if only the first reader is asked."""
        return replace(self, wanted=replace(self.wanted, names=self.wanted.first))

    @property
    def typed(self) -> bool:
        """Whether the type is one that people accept."""
        return self.found is not None and self.found.type in self.wanted.types


def verdict(name: str, accepted: frozenset[str]) -> str:
    """Return whether a name is good, empty or misleading; the number behind it does not count.

    >>> verdict("price_2", frozenset({"price"})), verdict("text_2", frozenset({"price"}))
    ('good', 'empty')
    """
    plain = _NUMBER.sub("", name)
    # The name of a shop is a shop.
    if {plain, name, plain.rstrip("_"), plain.removesuffix("_name")} & accepted:
        return "good"
    return "empty" if plain in EMPTY else "misleading"


def truth(path: Path = TRUTH) -> dict[str, list[NamedColumn]]:
    """Return the columns of each page; ``@title`` stands for a list of words."""
    read = _read(path)
    words: dict[str, str] = read["words"]
    found = {
        page: [
            _column(words, one["called"], one["type"], one["values"], one.get("also", ""))
            for one in columns
        ]
        for page, columns in read["pages"].items()
    }
    for page in written_pages():
        found[f"{WRITTEN}{page.name}"] = [
            _column(words, one.called, one.types, one.values) for one in page.fields
        ]
    return found


def _read(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return read


def _column(
    words: Mapping[str, str],
    called: str,
    types: str,
    values: Sequence[str | None],
    also: str = "",
) -> NamedColumn:
    first, second = (
        frozenset(" ".join(words.get(word, word) for word in said.split()).split())
        for said in (called, also)
    )
    return NamedColumn(first | second, frozenset(types.split()), tuple(values), first)


def unmended(path: Path = TRUTH) -> frozenset[str]:
    """Return the pages that nothing was mended for."""
    return frozenset(_read(path)["unmended"])


def blind(path: Path = TRUTH) -> frozenset[str]:
    """Return the lists that were judged with the names hidden, and that no rule was made for."""
    return frozenset(_read(path)["blind"])


def closed(path: Path = TRUTH) -> frozenset[str]:
    """Return the pages that are seen in totals only, beside the sites set aside before."""
    ours = (f"{WRITTEN}{page.name}" for page in written_pages() if page.closed)
    return frozenset(_read(path)["closed"]).union(ours)


def judge(page: str, wanted: Sequence[NamedColumn], tables: Sequence[Table]) -> list[Judged]:
    """Return what became of the columns of a page, in the table that has most of them."""
    best: list[Judged] = [Judged(page, one, None) for one in wanted]
    for table in tables:
        found = _judge(page, wanted, [*_flat(table)])
        if _count(found) > _count(best):
            best = found
    return best


def _count(found: Sequence[Judged]) -> int:
    return sum(2 * (one.found is not None) - (not one.alone) for one in found)


_Cells = list[tuple[Column, str]]


def _flat(table: Table) -> Iterator[_Cells]:
    """Yield the cells of each row with their columns, those of nested rows included."""
    for row in table.rows:
        yield [*_cells(table.columns, row)]


def _cells(columns: Sequence[Column], row: Mapping[str, object]) -> Iterator[tuple[Column, str]]:
    for column in columns:
        value = row.get(column.name)
        if isinstance(value, str):
            yield column, plain(value)
        elif isinstance(value, list):
            for inner in value:
                yield from _cells(column.columns, inner)


def _judge(page: str, wanted: Sequence[NamedColumn], rows: Sequence[_Cells]) -> list[Judged]:
    votes: list[Counter[str]] = [Counter() for _ in wanted]
    columns: dict[str, Column] = {}
    for record in range(max(len(one.values) for one in wanted)):
        texts = [plain(one.values[record] or "") for one in wanted]
        row = max(rows, key=lambda row: sum(_most(text, row) for text in texts), default=[])
        for text, counts in zip(texts, votes, strict=True):
            for column, cell in row:
                if weight := _holds(text, cell):
                    # By name and path: nested columns may have the names of outer ones.
                    key = f"{column.name} {column.path}"
                    columns[key] = column
                    counts[key] += weight
    return [_chosen(page, one, counts, columns) for one, counts in zip(wanted, votes, strict=True)]


def _chosen(
    page: str, one: NamedColumn, counts: Counter[str], columns: Mapping[str, Column]
) -> Judged:
    if not counts:
        return Judged(page, one, None)
    filled = sum(value is not None for value in one.values)
    # Columns with the same values are distinguished by their names, as a person would.
    key = max(
        counts, key=lambda key: (counts[key], verdict(columns[key].name, one.names) == "good")
    )
    count = counts[key]
    return Judged(page, one, columns[key], alone=count > 2 * filled)


def _most(text: str, row: _Cells) -> int:
    return max((_holds(text, cell) for _, cell in row), default=0)


def _holds(text: str, cell: str) -> int:
    """Return 4 where a cell is the value, 3 where it is most of it, 1 where it holds it."""
    if not text or not cell:
        return 0
    if text == cell or (len(text) >= CUT and cell.startswith(text)):
        return 4
    if len(text) < 3 or text not in cell:
        return 0
    return 3 if len(text) >= FILLS * len(cell) else 1


class Totals:
    """How many columns are named well, and of the right type."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        self.counts = Counter(one.verdict for one in judged)
        known = [one for one in judged if one.verdict not in ("missing", "joined")]
        self.columns = len(known)
        self.typed = sum(one.typed for one in known)

    def share(self, verdict: str) -> float:
        """Return the share of the judged columns."""
        count = self.typed if verdict == "type" else self.counts[verdict]
        return count / self.columns if self.columns else float("nan")

    def __str__(self) -> str:
        shares = "".join(f"{self.share(v):9.1%}" for v in ("good", "empty", "misleading", "type"))
        return f"{self.columns:5}{shares}{self.counts['joined']:8}{self.counts['missing']:8}"


def main() -> None:
    """Print the shares."""
    asked = options("bench.names", __doc__, "columns that are shown")
    judged = [*judge_all(asked.corpus)]
    heads = ("good", "empty", "mislead", "type")
    print(f"{'':14}{'n':>5}{''.join(f'{head:>9}' for head in heads)}{'joined':>8}{'missing':>8}")
    new, hidden, later = unmended(), closed(), blind()
    seen = print_lines(
        [one for one in judged if one.page not in new | hidden | later],
        lambda some: str(Totals(some)),
    )
    ours = [one for one in judged if one.page in hidden and one.page.startswith(WRITTEN)]
    print(f"{'unmended':14}{Totals([one for one in judged if one.page in new])}")
    print(f"{'blind':14}{Totals([one for one in judged if one.page in later])}")
    theirs = [one for one in judged if one.page in hidden and one not in ours]
    print(f"{'closed':14}{Totals(theirs)}")
    print(f"{'written,closed':14}{Totals(ours)}")
    aside = [one for one in judged if is_aside(one.page) and one.page not in new | hidden]
    print("first reader alone")
    print(f"{'set aside':14}{Totals([one.by_first for one in aside])}")
    print(f"{'closed':14}{Totals([one.by_first for one in theirs])}")
    _show_worst(seen, asked.worst)
    fail_below(asked, below(judged))


def judge_all(corpus: Path = CORPUS) -> Iterator[Judged]:
    """Yield the columns of all pages; of our own alone where there is no corpus."""
    wanted = truth()
    for page, tables in read_pages(wanted, corpus):
        yield from judge(page, wanted[page], tables)


def read_pages(pages: Collection[str], corpus: Path) -> Iterator[tuple[str, Sequence[Table]]]:
    """Yield those of *pages* that are there, with their tables; the written ones come last."""
    yield from tables_of(pages, corpus)
    for one in written_pages():
        if (name := f"{WRITTEN}{one.name}") in pages:
            yield name, extract(one.html.encode())


def below(judged: Sequence[Judged], floors: Mapping[str, float] = FLOORS) -> list[str]:
    """Return which floors do not hold."""
    totals = Totals(judged)
    return [
        f"{name} {totals.share(name):.1%}"
        for name, floor in floors.items()
        if (totals.share(name) > floor if name == "misleading" else totals.share(name) < floor)
    ]


def _show_worst(judged: Sequence[Judged], most: int) -> None:
    order = {"misleading": 0, "empty": 1, "good": 2}
    known = [one for one in judged if one.verdict in order and one.found]
    bad = [one for one in known if one.verdict != "good" or not one.typed]
    for one in sorted(bad, key=lambda one: (order[one.verdict], one.page))[:most]:
        name = f"{one.found.name} ({one.found.source})" if one.found else ""
        types = "|".join(sorted(one.wanted.types))
        kind = "" if one.typed or one.found is None else f" {one.found.type}, not {types}"
        said = next(value for value in one.wanted.values if value)
        print(f"{one.verdict:10} {one.page}: {name}{kind} {said!r}, {min(one.wanted.names)}")


if __name__ == "__main__":
    main()
