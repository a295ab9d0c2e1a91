"""An alignment becomes a table: fields become named columns, nodes become values."""

from collections.abc import Sequence

from windrow.model import Alignment, Cell, Column, Field, Record, Region, Row, Table, Value
from windrow.tree import Tree, xpath

__all__ = ["tabulate"]

_TYPES = {"text": "text", "link": "url", "image": "image", "value": "text", "rows": "rows"}


def tabulate(tree: Tree, region: Region, alignment: Alignment) -> Table:
    """Return the table of a region whose items are lined up."""
    columns = _columns(alignment.fields)
    return Table(
        columns=columns,
        rows=tuple(_row(tree, alignment.fields, columns, row) for row in alignment.rows),
        score=region.score,
        detector=region.detector,
        region=xpath(tree, _common_ancestor(tree, region.records)),
        nodes=tuple(tuple(xpath(tree, node) for node in record) for record in region.records),
        template=region.template,
    )


def _columns(fields: Sequence[Field]) -> tuple[Column, ...]:
    """Name the fields by what they hold, numbered from the second of a kind on."""
    taken: dict[str, int] = {}
    found = []
    for place in fields:
        taken[place.kind] = number = taken.get(place.kind, 0) + 1
        name = place.kind if number == 1 else f"{place.kind}_{number}"
        inner = _columns(place.fields)
        found.append(Column(name, _TYPES[place.kind], place.path, place.optional, inner))
    return tuple(found)


def _row(
    tree: Tree, fields: Sequence[Field], columns: Sequence[Column], row: Row
) -> dict[str, Value]:
    return {
        column.name: _value(tree, place, column, cell)
        for place, column, cell in zip(fields, columns, row, strict=True)
    }


def _value(tree: Tree, place: Field, column: Column, cell: Cell) -> Value:
    if cell is None:
        return None
    if isinstance(cell, tuple):
        return [_row(tree, place.fields, column.columns, row) for row in cell]
    assert place.kind != "rows"
    return tree.value(cell, place.kind)


def _common_ancestor(tree: Tree, records: Sequence[Record]) -> int:
    """Return the lowest node that all records stand below."""
    nodes = [node for record in records for node in record]
    # In preorder the ancestor of the first and the last node is that of all between.
    first, last = min(nodes), max(nodes)
    node = tree.parents[first]
    while node > 0 and node + tree.sizes[node] <= last:
        node = tree.parents[node]
    return max(node, 0)
