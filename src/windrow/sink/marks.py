"""Where the records and cells of a table stand on the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.model import Table, Value
from windrow.read.layout import words
from windrow.tree import Tree, find, xpath

__all__ = ["Mark", "marks"]

Box = tuple[float, float, float, float]

# Drawing more would hide the page; nobody looks at the thousandth record.
_MOST_RECORDS = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """A record, or a cell of it: its row, its column, its nodes and its box."""

    row: int
    column: int | None  # None for the record itself
    paths: tuple[str, ...]
    box: Box | None


def marks(tree: Tree, table: Table) -> list[Mark]:
    """Return the records of *table* and their cells, as far as they are found on the page."""
    found: list[Mark] = []
    for row, paths in enumerate(table.nodes[:_MOST_RECORDS]):
        roots = [node for path in paths if (node := find(tree, path)) is not None]
        if not roots:
            continue
        found.append(Mark(row, None, paths, _around(tree, roots)))
        finder = _Finder(tree, roots)
        for column, place in enumerate(table.columns):
            node = finder.node(table.rows[row].get(place.name))
            if node is not None:
                found.append(Mark(row, column, (xpath(tree, node),), _around(tree, [node])))
    return found


class _Finder:
    """Finds the nodes of a record by what they say. Each says one thing only once."""

    def __init__(self, tree: Tree, roots: Sequence[int]) -> None:
        self._tree = tree
        self._nodes = [node for root in roots for node in tree.subtree(root)]
        self._by_value: dict[str, list[int]] = defaultdict(list)
        for node in self._nodes:
            for _, value in tree.items(node):
                self._by_value[words(value)].append(node)

    def node(self, value: Value) -> int | None:
        """Return the node that says *value*; for a list, the one that holds its rows."""
        if isinstance(value, list):
            return self._holder(value)
        wanted = words(value or "")
        if not wanted:
            return None
        if same := self._by_value.get(wanted):
            return same.pop(0) if len(same) > 1 else same[0]
        # A cell may be a text with marks in it: the innermost node that says all of it.
        whole = [node for node in self._nodes if self._text(node) == wanted]
        return whole[-1] if whole else None

    def _holder(self, rows: Sequence[dict[str, Value]]) -> int | None:
        nodes = [
            node
            for row in rows
            for value in row.values()
            if isinstance(value, str) and (node := self.node(value)) is not None
        ]
        if not nodes:
            return None
        tree, node = self._tree, min(nodes)
        while node >= 0 and node + tree.sizes[node] <= max(nodes):
            node = tree.parents[node]
        return node if node in self._nodes else None

    def _text(self, node: int) -> str:
        tree = self._tree
        return words("".join(tree.text(below) for below in tree.subtree(node)))


def _around(tree: Tree, nodes: Sequence[int]) -> Box | None:
    """Return the box around *nodes*, or around what is in them where they have none."""
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
