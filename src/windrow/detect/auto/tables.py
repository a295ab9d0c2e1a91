"""Tables with different headings are different lists, however similar their rows are.

If a table has no headings, the number of its columns decides whether it is of the same kind.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Sequence
from math import ceil
from typing import NamedTuple

from windrow.kernels.auto import tables as kernel
from windrow.tree import Tree

__all__ = ["TableHeadings"]

# Tables are of one kind if they share this part of their headings; chosen, not measured. A single
# heading is that of the table ("Monday"), not of a column.
_SHARED = 0.5
_FEWEST = 2
# This many rows are enough to see how many cells a table has: chosen, not measured.
_LOOKED_AT = 12


class _Kind(NamedTuple):
    """The facts about a table: its headings, and the number of cells that most rows have."""

    headings: frozenset[str]
    width: int

    def is_like(self, other: _Kind) -> bool:
        """Return whether two tables may be parts of one list."""
        own, theirs = self.headings, other.headings
        if min(len(own), len(theirs)) < _FEWEST:
            return self.width == other.width
        return len(own & theirs) >= _SHARED * max(len(own), len(theirs))


class _Kinds:
    """The kinds of the tables of a page, in page order; each table joins the first like it.

    Only kinds that share a heading or a width with the table are compared with it.
    """

    def __init__(self) -> None:
        self.tables: list[set[int]] = []
        # The number of rows by kind, in the same order.
        self.counts: list[int] = []
        self._known: list[_Kind] = []
        self._numbers: dict[_Kind, int] = {}
        # The kinds that have a heading; by width, all kinds, and those with too few headings.
        self._with: dict[str, list[int]] = defaultdict(list)
        self._wide: dict[int, int] = {}
        self._bare: dict[int, int] = {}

    def add(self, table: int, count: int, kind: _Kind) -> None:
        """Add a table that has this many rows."""
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = self._first_like(kind)
        if number == len(self.tables):
            self._keep(kind)
        self.tables[number].add(table)
        self.counts[number] += count

    def _first_like(self, kind: _Kind) -> int:
        """Return the first kind that is like this one; a new number if there is none."""
        new = len(self.tables)
        if len(kind.headings) < _FEWEST:
            return self._wide.get(kind.width, new)
        like = self._bare.get(kind.width, new)
        # Two kinds alike share at least one of any this many headings.
        enough = len(kind.headings) - ceil(_SHARED * len(kind.headings)) + 1
        rarest = sorted(kind.headings, key=lambda heading: len(self._with.get(heading, ())))
        for heading in rarest[:enough]:
            for number in self._with.get(heading, ()):
                if number >= like:
                    break
                if kind.is_like(self._known[number]):
                    like = number
        return like

    def _keep(self, kind: _Kind) -> None:
        number = len(self.tables)
        self.tables.append(set())
        self.counts.append(0)
        self._known.append(kind)
        self._wide.setdefault(kind.width, number)
        if len(kind.headings) < _FEWEST:
            self._bare.setdefault(kind.width, number)
        else:
            for heading in kind.headings:
                self._with[heading].append(number)


class TableHeadings:
    """Knows which tables of a page have the same headings; each table is looked at once.

    *row_tables* has for every row the table it is in, plus one.
    """

    def __init__(self, tree: Tree, row_tables: array[int]) -> None:
        self._tree, self._row_tables = tree, row_tables
        self._headings: dict[int, frozenset[str]] = {}
        # Whether any table has a header cell, once it is asked.
        self._has_headers: bool | None = None

    def largest_kind(self, rows: array[int]) -> Sequence[int]:
        """Return which of *rows* are in tables of the kind that has the most of them."""
        tables = kernel.widths(self._row_tables, self._tree.sizes, rows, _LOOKED_AT)
        # Nearly always they are in one table.
        if not tables:
            return range(len(rows))
        if self._has_headers is None:
            self._has_headers = self._tree.has_label(self._tree.label_numbers.get("th", -1))
        chosen = self._by_headings(tables) if self._has_headers else _by_width(tables)
        if not chosen:
            return range(len(rows))
        return [k for k, row in enumerate(rows) if self._row_tables[row] in chosen]

    def _by_headings(self, tables: Sequence[tuple[int, int, int]]) -> Collection[int]:
        """Return the tables of the kind that has the most rows; () if there is only one kind.

        *tables* come each with how many rows and cells it has.
        """
        kinds = _Kinds()
        for table, count, width in tables:
            kinds.add(table, count, _Kind(self._of(table), width))
        if len(kinds.counts) < 2:
            return ()
        return kinds.tables[kinds.counts.index(max(kinds.counts))]

    def _of(self, table: int) -> frozenset[str]:
        """Return the headings of a table: the texts of its first row with header cells."""
        found = self._headings.get(table)
        if found is None:
            found = self._headings[table] = frozenset(_headings(self._tree, table - 1))
        return found


def _by_width(tables: Sequence[tuple[int, int, int]]) -> Collection[int]:
    """Return the same for a page without headings, where tables of one width are of one kind."""
    counts: dict[int, int] = {}
    for _, count, width in tables:
        counts[width] = counts.get(width, 0) + count
    if len(counts) < 2:
        return ()
    usual = max(counts, key=counts.__getitem__)
    return {table for table, _, width in tables if width == usual}


def _headings(tree: Tree, table: int) -> list[str]:
    header = tree.label_numbers.get("th")
    if table < 0 or header is None:
        return []
    try:
        first = tree.labels.index(header, table, table + tree.sizes[table])
    except ValueError:
        return []
    cells = [node for node in tree.children(tree.parents[first]) if tree.labels[node] == header]
    return [tree.words(cell, cell + tree.sizes[cell]) for cell in cells]
