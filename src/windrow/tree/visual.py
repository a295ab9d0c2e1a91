"""The visual tree: nested by boxes inside boxes, as a browser draws them, not by tags."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from windrow.tree.builder import TreeBuilder
from windrow.tree.tree import TEXT_LABEL, Box, Tree

__all__ = ["visual_parents", "visual_tree"]

# Browsers round boxes; a child may stick out by this many pixels: chosen, not measured.
TOLERANCE = 1.0

_NO_BOX = (float("nan"),) * 4


def visual_parents(
    boxes: Sequence[Box | None], *, tolerance: float = TOLERANCE
) -> list[int | None]:
    """Return for each box, in page order, the box it is nested in; None for the page itself.

    A box belongs to the nearest open one that contains it; of two equal boxes the earlier is the
    parent. A box without area (or None) stays where it is found and holds nothing.

    >>> visual_parents([(0, 0, 9, 9), (0, 0, 4, 9), (0, 0, 4, 4), (5, 0, 9, 9)], tolerance=0)
    [None, 0, 1, 0]

    References
    ----------
    [zhai2005], section 3.2; [liu2005], section 3. Beyond the papers: boxes without area, and the
    tolerance.
    """
    parents: list[int | None] = []
    open_boxes: list[tuple[int, Box]] = []
    for k, box in enumerate(boxes):
        visible = box is not None and box[0] < box[2] and box[1] < box[3]
        if box is not None and visible:
            while open_boxes and not _contains(open_boxes[-1][1], box, tolerance):
                open_boxes.pop()
        parents.append(open_boxes[-1][0] if open_boxes else None)
        if box is not None and visible:
            open_boxes.append((k, box))
    return parents


def visual_tree(tree: Tree, *, tolerance: float = TOLERANCE) -> Tree:
    """Return *tree* with its elements nested by their boxes; *tree* itself if it has no boxes.

    Text stays with its element. Elements outside all other boxes are in the root.

    >>> tree = Tree.from_text("table(tr td td)")
    >>> boxes = array("d", [0, 0, 9, 9, 0, 0, 9, 9, 0, 0, 4, 9, 5, 0, 9, 9])
    >>> visual_tree(replace(tree, boxes=boxes)).to_text()
    'table(tr("tr" td td))'
    """
    elements = [node for node in range(len(tree)) if tree.label(node) != TEXT_LABEL]
    boxes = [tree.box(node) for node in elements]
    if not any(boxes):
        return tree
    children: list[list[int]] = [[] for _ in range(len(tree))]
    parents = visual_parents(boxes, tolerance=tolerance)
    for node, parent in zip(elements[1:], parents[1:], strict=True):
        children[0 if parent is None else elements[parent]].append(node)
    for node in range(len(tree)):
        if tree.label(node) == TEXT_LABEL:
            children[tree.parents[node]].append(node)
    return _rebuilt(tree, children)


def _contains(outer: Box, inner: Box, tolerance: float) -> bool:
    return (
        outer[0] <= inner[0] + tolerance
        and outer[1] <= inner[1] + tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def _rebuilt(tree: Tree, children: list[list[int]]) -> Tree:
    """Return the tree in which every node has the given *children*, texts and elements."""
    builder = TreeBuilder()
    boxes = array("d")
    levels = [_open(builder, tree, 0, children[0], boxes)]
    while levels:
        for child in levels[-1]:
            levels.append(_open(builder, tree, child, children[child], boxes))
            break
        else:
            levels.pop()
            builder.close()
    return replace(builder.tree(tree.title), boxes=boxes)


def _open(
    builder: TreeBuilder, tree: Tree, node: int, below: list[int], boxes: array[float]
) -> Iterator[int]:
    """Start *node* in the new tree; yield its elements in page order, adding its texts between."""
    builder.open(
        tree.label(node),
        tree.attributes_of(node),
        position=tree.positions[node],
        ordinal=tree.ordinals[node],
    )
    boxes.extend(tree.box(node) or _NO_BOX)
    # Text that was the only content of its element comes before its new child elements.
    contents = [*([node] if tree.text(node) else []), *sorted(below)]
    alone = all(_is_text(tree, node, part) for part in contents)

    def parts() -> Iterator[int]:
        for is_text, run in groupby(contents, key=lambda part: _is_text(tree, node, part)):
            if not is_text:
                yield from run
                continue
            texts = [*run]
            for part in texts:
                builder.text(
                    tree.text(part),
                    spacing=tree.spacing[part],
                    ordinal=1 if part == node else tree.ordinals[part],
                )
            if not alone:
                # Texts side by side become one, so they have one box.
                boxes.extend(_around(tree, [part for part in texts if part != node]))

    return parts()


def _is_text(tree: Tree, node: int, part: int) -> bool:
    return part == node or tree.label(part) == TEXT_LABEL


def _around(tree: Tree, nodes: list[int]) -> Box:
    found = [box for node in nodes if (box := tree.box(node)) is not None]
    if not found:
        return _NO_BOX
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
