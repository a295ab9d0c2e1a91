"""Where the records and cells of a table are on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from windrow.model import Cell, Field, Finding
from windrow.tree import Tree, xpath
from windrow.tree.runs import extent
from windrow.tree.tree import Box

__all__ = ["Mark", "drawn_at", "marks"]


# More would hide the page, and nobody looks at the thousandth record. Chosen, not measured.
_MOST_RECORDS = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """A record, or a cell of it: its row, its column, its nodes and its box."""

    row: int
    column: int | None  # None for the record itself
    paths: tuple[str, ...]
    box: Box | None


def marks(finding: Finding, *, cells: bool = True) -> list[Mark]:
    """Return the records of a list and, with *cells*, their cells in the given table's columns."""
    finding = finding.given
    tree, table = finding.tree, finding.table
    found: list[Mark] = []
    for row, roots in enumerate(finding.region.records[:_MOST_RECORDS]):
        found.append(Mark(row, None, table.nodes[row], _around(tree, roots)))
        if cells:
            found += _cell_marks(finding, row)
    return found


def _cell_marks(finding: Finding, row: int) -> Iterator[Mark]:
    """Yield the cells of a record that say something."""
    tree, aligned = finding.tree, finding.cells
    said = finding.table.rows[row].values()
    places = zip(aligned.rows[row], aligned.fields, said, strict=True)
    for column, (cell, place, value) in enumerate(places):
        nodes = _nodes(tree, cell, place) if value else []
        if nodes:
            own = tuple(xpath(tree, node) for node in nodes)
            yield Mark(row, column, own, _around(tree, nodes))


def drawn_at(tree: Tree, left: float, top: float) -> int | None:
    """Return the node that a browser drew at a point: the one with the smallest box around it."""
    found, least = None, float("inf")
    for node in range(len(tree)):
        box = tree.box(node)
        if box is None or not (box[0] <= left <= box[2] and box[1] <= top <= box[3]):
            continue
        size = (box[2] - box[0]) * (box[3] - box[1])
        # If nodes fill the same box, take the inner one, which comes later.
        if size <= least:
            found, least = node, size
    return found


def _nodes(tree: Tree, cell: Cell, place: Field) -> list[int]:
    """Return the nodes of a cell; for a list, those of all its rows."""
    if cell is None:
        return []
    if isinstance(cell, int):
        if place.kind == "run" or place.kind == "part" or place.kind == "rest":
            return _roots(tree, extent(tree, cell, place.kind))
        return [cell]
    return [
        node
        for row in cell
        for inner, own in zip(row, place.fields, strict=True)
        for node in _nodes(tree, inner, own)
    ]


def _roots(tree: Tree, nodes: range) -> list[int]:
    """Return the nodes of a range that are inside no other node of it."""
    found, node = [], nodes.start
    while node < nodes.stop:
        found.append(node)
        node += tree.sizes[node]
    return found


def _around(tree: Tree, nodes: Sequence[int]) -> Box | None:
    """Return the box around *nodes*, or around their content if they have no box."""
    boxes = [box for node in nodes if (box := tree.box(node)) and _has_area(box)]
    if not boxes:
        below = (box for node in nodes for part in tree.subtree(node) if (box := tree.box(part)))
        boxes = [box for box in below if _has_area(box)]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _has_area(box: Box) -> bool:
    return box[2] > box[0] and box[3] > box[1]
