"""Finds the nodes of values that were read from the source of a page, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from windrow.tree import Tree
from windrow.wrap.template import Located, NodeRow

__all__ = ["locate_values"]

# The next value is searched in this many nodes after the last one. Chosen, not measured.
_NEAR = 3000


def locate_values(tree: Tree, rows: Sequence[Mapping[str, str]]) -> Located:
    """Return the nodes of values that follow each other on a page.

    A text that several nodes say together has the node around them. A record is the nodes of its
    values; one whose values are not found is where the record before it is, or the whole page.

    >>> tree = Tree.from_text('p(b"Ant" i"6" b"Bee" i"6")')
    >>> locate_values(tree, [{"name": "Ant", "legs": "6"}, {"name": "Bee", "legs": "6"}]).cells
    ({'name': 1, 'legs': 2}, {'name': 3, 'legs': 4})
    """
    records: list[tuple[int, ...]] = []
    cells: list[NodeRow] = []
    said = [_said(tree, node) for node in range(len(tree))]
    at = 0
    for row in rows:
        found: NodeRow = {}
        nodes: list[int] = []
        for name, value in row.items():
            node = _node(tree, said, value, at)
            found[name] = node
            if node is not None:
                nodes.append(node)
                at = node
        cells.append(found)
        records.append(_topmost(tree, nodes) or (records[-1] if records else (0,)))
    return Located(tuple(records), tuple(cells))


def _said(tree: Tree, node: int) -> str:
    """Return the content of a node itself: its text and its addresses."""
    return " ".join(text for _, text in tree.items(node))


def _node(tree: Tree, said: Sequence[str], value: str, start: int) -> int | None:
    """Return the first node from *start* on that holds a value, alone or with nodes inside it."""
    if not value:
        return None
    end = min(len(said), start + _NEAR)
    for node in range(start, end):
        if value in said[node]:
            return node
    # In pieces: the first node whose text the value begins with, or a node around it.
    for node in range(start, end):
        if said[node] and value.startswith(said[node]):
            while (parent := tree.parents[node]) >= 0 and tree.sizes[parent] <= _NEAR:
                node = parent
                whole = " ".join(said[one] for one in tree.subtree(node) if said[one])
                if value in whole or value.replace(" ", "") in whole.replace(" ", ""):
                    return node
            return None
    return None


def _topmost(tree: Tree, nodes: Sequence[int]) -> tuple[int, ...]:
    """Return the nodes that lie in no other of them, in page order."""
    found: list[int] = []
    for node in sorted({*nodes}):
        if not found or node >= found[-1] + tree.sizes[found[-1]]:
            found.append(node)
    return tuple(found)
