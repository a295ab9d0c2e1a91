"""Tables with different headings are different lists, however similar their rows are.

If a table has no headings, the number of its columns decides whether it is of the same kind.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
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
        """Return the tables of the kind that has the most rows; [] if there is only one kind.

        *tables* come each with how many rows and cells it has.
        """
        kinds: list[tuple[_Kind, list[int]]] = []
        # The number of rows by kind, in the same order.
        counts: list[int] = []
        for table, count, width in tables:
            kind = _Kind(self._of(table), width)
            for k, (known, own) in enumerate(kinds):
                if kind.is_like(known):
                    own.append(table)
                    counts[k] += count
                    break
            else:
                kinds.append((kind, [table]))
                counts.append(count)
        if len(kinds) < 2:
            return []
        _, chosen = kinds[counts.index(max(counts))]
        return chosen

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
