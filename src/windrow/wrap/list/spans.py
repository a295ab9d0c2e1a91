"""Cells of a table that reach over several rows or columns move the cells behind them."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.grid import grid, has_spans, rows_between

__all__ = ["grid_places"]


def grid_places(tree: Tree, records: Sequence[Record]) -> dict[int, int] | None:
    """Return the columns, from 1, of the cells of table rows; None where no cell spans anything."""
    if tree.label(records[0][0]) != "tr":
        return None
    rows = [node for record in records for node in record if tree.label(node) == "tr"]
    if not has_spans(tree, rows):
        return None
    return {one.cell: one.column + 1 for one in grid(tree, rows_between(tree, rows))}
