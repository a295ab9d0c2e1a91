"""Cells of a table that reach over several rows or columns move the cells behind them."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Record
from windrow.table.headers import grid, rows_between
from windrow.tree import Tree

__all__ = ["grid_places"]

_SPANS = frozenset(("rowspan", "colspan"))


def grid_places(tree: Tree, records: Sequence[Record]) -> dict[int, int] | None:
    """Return the columns, from 1, of the cells of table rows; None where no cell spans anything."""
    if _SPANS.isdisjoint(tree.attribute_names) or tree.label(records[0][0]) != "tr":
        return None
    rows = [node for record in records for node in record if tree.label(node) == "tr"]
    if not any(_spans(tree, cell) for row in rows for cell in tree.children(row)):
        return None
    return {
        cell: column + 1
        for row, cells in grid(tree, rows_between(tree, rows))
        for column, cell in cells
        if tree.parents[cell] == row
    }


def _spans(tree: Tree, cell: int) -> bool:
    return any((tree.attribute(cell, name) or "1") != "1" for name in _SPANS)
