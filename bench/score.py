"""How right the tables of a page are, where the labelled corpus and its scorer are not at hand.

The idea is the scorer's: a row is a record's if it holds most of its values, *top1* is the table
ranked first, *best* the one most like the truth, and an item is right in the row of its record and
in the column that holds its field elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bench.labels import loose

__all__ = ["Counts", "Score", "f1", "score_list"]

Counts: TypeAlias = dict[str, int]
"""``hit``: right ones, ``rows``: given ones, ``n``: true ones."""

Score: TypeAlias = dict[str, Counts]

# A row is a record's if it holds so many of its values.
_ENOUGH = 0.6


def f1(counts: Counts) -> float:
    """Return the harmonic mean of precision and recall; 0 where nothing is right.

    >>> f1({"hit": 2, "rows": 4, "n": 2})
    0.6666666666666666
    """
    return 2 * counts["hit"] / (counts["rows"] + counts["n"]) if counts["hit"] else 0.0


def score_list(truth: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> Score:
    """Return the counts ``top1``, ``best`` and ``items`` of the *tables* of a page, best first.

    >>> truth = {"records": [{"name": "Ant", "price": "$1"}, {"name": "Bee", "price": "$2"}]}
    >>> rows = [{"text": "Ant", "text_2": "$1"}, {"text": "Bee", "text_2": "$2"}, {"text": "Cat"}]
    >>> score_list(truth, [{"rows": rows}])["top1"]
    {'hit': 2, 'rows': 3, 'n': 2}
    """
    records = [{field: loose(str(value)) for field, value in r.items()} for r in truth["records"]]
    places = [_Places(table["rows"], records) for table in tables]
    nothing = {"hit": 0, "rows": 0, "n": len(records)}
    best = max(places, key=lambda place: f1(place.counts()), default=None)
    return {
        "top1": places[0].counts() if places else nothing,
        "best": best.counts() if best else nothing,
        "items": best.item_counts() if best else {**nothing, "n": sum(map(len, records))},
    }


class _Places:
    """Which row of a table is which record."""

    def __init__(
        self, rows: Sequence[Mapping[str, Any]], records: Sequence[Mapping[str, str]]
    ) -> None:
        self.records = records
        self.rows = [dict(_cells(row)) for row in rows]
        self.row_of: dict[int, int] = {}
        for number, record in enumerate(records):
            shares = [(_share(record, row), -place) for place, row in enumerate(self.rows)]
            free = [s for s in shares if -s[1] not in self.row_of.values()]
            share, place = max(free, default=(0.0, 0))
            if share >= _ENOUGH:
                self.row_of[number] = -place

    def counts(self) -> Counts:
        return {"hit": len(self.row_of), "rows": len(self.rows), "n": len(self.records)}

    def item_counts(self) -> Counts:
        columns = self._columns()
        hit = given = 0
        for number, place in self.row_of.items():
            record, row = self.records[number], self.rows[place]
            for field, column in columns.items():
                given += column in row
                hit += column in row and record.get(field, "\0") in row[column]
        return {"hit": hit, "rows": given, "n": sum(map(len, self.records))}

    def _columns(self) -> dict[str, str]:
        """Return the column that holds each field most often."""
        votes: dict[str, Counter[str]] = {}
        for number, place in self.row_of.items():
            for field, value in self.records[number].items():
                for column, cell in self.rows[place].items():
                    # A cell that says just this counts more than one that says more.
                    votes.setdefault(field, Counter())[column] += (value in cell) + (value == cell)
        return {
            field: found.most_common(1)[0][0] for field, found in votes.items() if found.total()
        }


def _share(record: Mapping[str, str], row: Mapping[str, str]) -> float:
    """Return how many of a record's values stand in a row, as a share."""
    return sum(any(value in cell for cell in row.values()) for value in record.values()) / max(
        len(record), 1
    )


def _cells(row: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield the columns of a row and what stands there; those of nested rows joined."""
    for name, cell in row.items():
        if isinstance(cell, list):
            inner: dict[str, list[str]] = {}
            for line in cell:
                for column, text in _cells(line, f"{above}{name}."):
                    inner.setdefault(column, []).append(text)
            yield from ((column, "\n".join(texts)) for column, texts in inner.items())
        elif cell:
            yield above + name, loose(cell)
