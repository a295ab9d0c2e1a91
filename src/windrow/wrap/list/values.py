"""What the cells a template finds say."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Value
from windrow.tree import Tree
from windrow.tree.runs import run_nodes, text_of
from windrow.tree.tree import TEXT
from windrow.wrap.list.read import Cells, NodeCell
from windrow.wrap.list.template import ListField
from windrow.wrap.template import NodeRow

__all__ = ["row_nodes", "row_values", "value_of"]


def row_values(tree: Tree, fields: Sequence[ListField], row: Cells) -> dict[str, Value]:
    """Return what the cells of a record say, by the ids of the fields."""
    return {
        place.id: None if cell is None else value_of(tree, place, cell)
        for place, cell in zip(fields, row, strict=True)
    }


def row_nodes(fields: Sequence[ListField], row: Cells) -> NodeRow:
    """Return the nodes of the cells of a record, by the ids of the fields."""
    found: NodeRow = {}
    for place, cell in zip(fields, row, strict=True):
        if isinstance(cell, tuple):
            assert place.inner is not None
            found[place.id] = [row_nodes(place.inner.fields, one) for one in cell]
        else:
            found[place.id] = cell
    return found


def value_of(tree: Tree, place: ListField, cell: NodeCell) -> Value:
    """Return what a cell says; None where it says nothing."""
    if isinstance(cell, tuple):
        assert place.inner is not None
        rows = [row_values(tree, place.inner.fields, row) for row in cell]
        return [*rows] or None
    if cell is None:
        return None
    kind = place.kind
    if kind == "alt":
        return (tree.attribute(cell, "alt") or "").strip() or None
    if kind == "run" or (kind == "text" and not tree.kinds[cell] & TEXT):
        return text_of(tree, run_nodes(tree, cell)) or None
    assert kind != "rows"
    return tree.value(cell, kind) or None
