"""Which parts of a captured page were drawn, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["STYLES", "Box", "Drawn", "drawn"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

STYLES = ("visibility", "overflow-x", "overflow-y")
"""The computed styles that `drawn` asks the browser for."""

_ELEMENT, _TEXT = 1, 3
_CLIPPING = frozenset({"hidden", "clip"})
# These clip at the window or not at all: a picture that was not loaded takes no
# room, but it is part of the page.
_NOT_FOLDED = frozenset(
    "HTML BODY IMG PICTURE OBJECT EMBED VIDEO AUDIO CANVAS IFRAME INPUT SELECT TEXTAREA".split()
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """For the nodes of a captured page: their boxes, and whether any part of them is visible."""

    boxes: dict[int, Box]
    shown: list[bool]


def drawn(document: dict[str, Any], strings: list[str]) -> Drawn:
    """Return what was drawn of a document that ``DOMSnapshot.captureSnapshot`` gave.

    A node is shown if it, or something in it, has a place on the page, is not invisible, and is
    not inside a box that is folded away (without width or height, and clipping its content).
    Transparent nodes count as shown: pages fade their content in.
    """
    nodes, layout = document["nodes"], document["layout"]
    names, types, parents = nodes["nodeName"], nodes["nodeType"], nodes["parentIndex"]
    count = len(names)
    boxes: dict[int, Box] = {}
    seen, folded = [False] * count, [False] * count
    for node, (left, top, width, height), style in zip(
        layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True
    ):
        if node in boxes:
            continue
        boxes[node] = (left, top, left + width, top + height)
        # In some versions a text has no style; it is as visible as its element.
        visibility = strings[style[0]] if style else "visible"
        seen[node] = visibility == "visible" and types[node] in (_ELEMENT, _TEXT)
        folded[node] = (
            (width <= 0 or height <= 0)
            and types[node] == _ELEMENT
            and strings[names[node]] not in _NOT_FOLDED
            and len(style) == len(STYLES)
            # Both: a box that clips one way only may let its content out the other way.
            and all(strings[number] in _CLIPPING for number in style[1:])
        )
    for node in range(1, count):
        parent = parents[node]
        if parent >= 0 and folded[parent]:
            folded[node] = True
        seen[node] = seen[node] and not folded[node]
    laid_out = set(boxes)
    for node in range(count - 1, 0, -1):
        parent = parents[node]
        if seen[node] and parent >= 0:
            seen[parent] = True
            # A node without its own box (display: contents) is where its content is.
            if parent not in laid_out and node in boxes:
                box, other = boxes[node], boxes.get(parent, boxes[node])
                left, top = min(box[0], other[0]), min(box[1], other[1])
                boxes[parent] = (left, top, max(box[2], other[2]), max(box[3], other[3]))
    return Drawn(boxes, seen)
