"""Detection on the page as it is drawn: nested by boxes, the result back in the page's own tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from windrow.detect.score import shared_parent
from windrow.model import Alignment, Cell, Record, Region, Row
from windrow.tree import Tree
from windrow.tree.tree import TEXT_LABEL
from windrow.tree.visual import visual_tree

__all__ = ["in_page", "nested_by_boxes"]


def nested_by_boxes(tree: Tree, detect: Callable[[Tree], list[Region]]) -> list[Region]:
    """Return the regions that *detect* finds in *tree*, nested by boxes where the page has them.

    References
    ----------
    [zhai2005], section 3.2, and [liu2005], section 3: tags may be wrong, what is drawn is not.
    """
    known = tree.box(0) is not None and tree.positions[0] >= 0
    nested = visual_tree(tree) if known else tree
    if nested is tree or nested.parents == tree.parents:
        return detect(tree)
    original = _original_nodes(tree, nested)
    return [in_page(tree, nested, original, region) for region in detect(nested)]


def _original_nodes(tree: Tree, nested: Tree) -> list[int]:
    """Return for each node of *nested* the node of *tree* that it was."""
    node_at = {place: node for node, place in enumerate(tree.positions) if place >= 0}
    texts = {
        (tree.parents[node], tree.ordinals[node]): node
        for node in range(len(tree))
        if tree.label(node) == TEXT_LABEL
    }
    found: list[int] = []
    for node, place in enumerate(nested.positions):
        if place >= 0:
            found.append(node_at[place])
        else:
            parent = found[nested.parents[node]]
            # A text that was all of its element is the element itself.
            found.append(texts.get((parent, nested.ordinals[node]), parent))
    return found


def in_page(tree: Tree, other: Tree, original: Sequence[int], region: Region) -> Region:
    """Return *region* of another tree of the page as one of *tree*, the page itself.

    *original* is the node of *tree* that each node of the other tree was; -1 for none.
    """

    def record(nodes: Record) -> Record:
        drawn = sorted({original[n] for root in nodes for n in other.subtree(root)} - {-1})
        found: list[int] = []
        end = -1
        for node in drawn:
            if node >= end:
                found.append(node)
                end = node + tree.sizes[node]
        return tuple(found)

    def row(cells: Row) -> Row:
        return tuple(map(cell, cells))

    def cell(content: Cell) -> Cell:
        if isinstance(content, tuple):
            return tuple(map(row, content))
        return None if content is None else original[content]

    records = tuple(map(record, region.records))
    own = region.alignment
    return replace(
        region,
        records=records,
        parent=None if region.parent is None else shared_parent(tree, records),
        alignment=Alignment(tree, own.fields, tuple(map(row, own.rows))) if own else None,
    )
