"""Bands: rows with one cell across the whole table, each of which heads the rows below it.

A band belongs to a group of records, not to one of them: "January" above the concerts of a month,
a teacher above the lessons of the day. Without this rule a group, or the last row of a group with
the band after it, looks like one record of several rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import said
from windrow.kernels.auto import tables
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows, is_across, is_marked, rows_of

__all__ = ["Bands", "are_marked"]

# The share of rows between the bands that are alike: chosen, not measured.
_ALIKE = 0.8
# A longer text in one cell says more about the row above it than the name of a group would:
# chosen, not measured.
_LONGEST = 120


def are_marked(tree: Tree, rows: Sequence[int]) -> bool:
    """Return whether *rows* across a table are headings by their markup, and say different things.

    A single one may as well be a sum or an advertisement in bold: it is a header cell.
    """
    if not all(is_across(tree, row) and is_marked(tree, row) for row in rows):
        return False
    if len(rows) == 1:
        return tree.label(tree.children(rows[0])[0]) == "th"
    return len({tree.words(row, row + tree.sizes[row]) for row in rows}) == len(rows)


class Bands:
    """Knows the bands of the tables of a page, and the rows that they head."""

    def __init__(self, tree: Tree, signals: Signals, headers: HeaderRows) -> None:
        self._tree, self._signals, self._headers = tree, signals, headers
        self.rows: list[int] = []
        self._tables: list[tuple[int, int]] = []
        for table in _tables_with_wide_rows(tree, signals):
            if bands := self._of(table):
                self.rows += bands
                self._tables.append((table, table + tree.sizes[table]))
        self.rows.sort()

    def are_mixed(self, starts: Sequence[int], ends: Sequence[int]) -> bool:
        """Return whether records inside a table with bands hold bands beside other rows."""
        return any(
            self._is_inside(start) and self._holds_band(start, end)
            for start, end in zip(starts, ends, strict=True)
        )

    def _is_inside(self, node: int) -> bool:
        return any(first < node < end for first, end in self._tables)

    def _holds_band(self, start: int, end: int) -> bool:
        """Return whether a range of nodes has a band in it, and more than the band."""
        at = bisect_left(self.rows, start)
        if at == len(self.rows) or self.rows[at] >= end:
            return False
        band = self.rows[at]
        return (start, end) != (band, band + self._tree.sizes[band])

    def _of(self, table: int) -> list[int]:
        """Return the bands of *table*; [] if its wide rows do not head groups of rows."""
        rows = [row for row in rows_of(self._tree, table) if self._tree.has_items(row)]
        if not any(map(self._is_wide, rows)):
            return []
        named = self._headers.among(rows)
        rows = [row for row in rows if row not in named]
        groups = [(wide, [*some]) for wide, some in groupby(rows, self._is_wide)]
        bands = [row for wide, some in groups if wide for row in some]
        counts = [len(some) for wide, some in groups if not wide]
        # The first group has a band, too, unless bands are headings by their markup; and a band at
        # the end would head nothing.
        if len(counts) < 2 or groups[-1][0]:
            return []
        if not groups[0][0] and not (named and are_marked(self._tree, bands)):
            return []
        if not named and sum(counts) < 2 * len(bands):
            return []
        others = sorted({*rows}.difference(bands))
        # Groups of one size may as well be records of several rows with a title.
        if len({*counts}) == 1 and not self._are_groups(others, counts[0], bool(named)):
            return []
        return bands if self._are_alike(others) and not self._are_titles(bands, others) else []

    def _is_wide(self, row: int) -> bool:
        """Return whether a row is one cell across several columns, with a short text."""
        start, end = self._span(row)
        # Mostly a row has several cells.
        if end - start < 2 or start + 1 + self._tree.sizes[start + 1] < end:
            return False
        chars = self._signals.chars
        return 0 < chars[end] - chars[start] <= _LONGEST and is_across(self._tree, row)

    def _are_alike(self, rows: Sequence[int]) -> bool:
        """Return whether most rows have as many cells, several, and begin in the same one.

        Where a row continues the one above it, its first cells are empty: then a record has
        several rows.
        """
        forms = Counter(
            (
                len(cells),
                next((k for k, cell in enumerate(cells) if self._tree.has_items(cell)), -1),
            )
            for cells in map(self._tree.children, rows)
        )
        [((width, _), count)] = forms.most_common(1)
        return width > 1 and count >= _ALIKE * len(rows)

    def _are_groups(self, rows: Sequence[int], size: int, named: bool) -> bool:
        """Return whether each *size* of *rows* are records of a group rather than one record.

        The rows of a record differ from each other, or all records have the same labels in them.
        Where the table names its columns it is enough that there are no such labels.
        """
        if size < 2:
            return False
        cells = [self._tree.children(row) for row in rows]
        forms = [tuple(map(self._form, some)) for some in cells]
        by_place = [forms[k::size] for k in range(size)]
        if not named:
            usual = [Counter(some).most_common(1)[0][0] for some in by_place]
            if len({*usual}) > 1 or not any(has_digit for has_digit, _ in usual[0]):
                return False
        return not all(self._have_label(cells[k::size]) for k in range(size))

    def _have_label(self, rows: Sequence[Sequence[int]]) -> bool:
        """Return whether a cell says the same words in all *rows*, given by their cells."""
        return any(
            len({said(self._signals, self._span(cell)) for cell in column}) == 1
            and self._tree.has_items(column[0])
            and not self._form(column[0])[0]
            for column in zip(*rows, strict=False)
        )

    def _form(self, cell: int) -> tuple[bool, bool]:
        """Return whether a cell holds a digit, and a link."""
        start, end = self._span(cell)
        digits, links = self._signals.digits, self._signals.links
        return digits[end] > digits[start], links[end] > links[start]

    def _span(self, node: int) -> tuple[int, int]:
        return node, node + self._tree.sizes[node]

    def _are_titles(self, bands: Sequence[int], others: Sequence[int]) -> bool:
        """Return whether the links are in the bands: then each is the title of a record."""
        return 2 * self._linked(bands) > len(bands) and 2 * self._linked(others) < len(others)

    def _linked(self, rows: Sequence[int]) -> int:
        """Return how many of *rows* hold a link."""
        links, sizes = self._signals.links, self._tree.sizes
        return sum(links[row + sizes[row]] > links[row] for row in rows)


def _tables_with_wide_rows(tree: Tree, signals: Signals) -> list[int]:
    """Return the tables in which a row may be one cell across several columns: most have none."""
    number = tree.attribute_numbers.get("colspan")
    if number is None:
        return []
    return tables.with_wide_rows(
        signals.row_tables, tree.sizes, tree.attribute_starts, tree.attributes, number
    )
