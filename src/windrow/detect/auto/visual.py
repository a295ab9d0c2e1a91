"""Where records are on the screen shows which of them belong to one list.

All of this is optional: without boxes nothing changes. ``bench/boxes.py`` measures what it gains;
docs/boxes.md says so, and what else was tried without a gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from windrow.detect.auto.whole import Span, best_of, longer_lists
from windrow.tree import Tree
from windrow.tree.tree import Box

__all__ = ["seen_as_one", "white_space"]

# Edges this near each other, in pixels, are in one line: chosen, not measured.
_NEAR = 3.0
# Records differ in height as their texts do, but at most by this factor: chosen, not measured.
_HEIGHT = 1.5
# A further record has at least this share of the labels common to all: chosen, not measured.
_ALIKE = 2 / 3

_Record = tuple[int, int]


def seen_as_one(tree: Tree, found: Sequence[Span], values: Sequence[float]) -> int | None:
    """Return which longer candidate a person would prefer to the best one; None if there is none.

    A person sees one list if its further records are in line with the others, as wide, as high,
    and as far from each other; the distance does not count if they have all the labels.
    """
    longer = longer_lists(found, values) if tree.boxes is not None else []
    if not longer:
        return None
    own = set(zip(*found[best_of(values)], strict=True))
    going_on = [k for k in longer if _goes_on(tree, own, found[k])]
    return max(going_on, key=values.__getitem__, default=None)


def _goes_on(tree: Tree, own: set[_Record], longer: Span) -> bool:
    """Return whether the records of *longer* that are not in *own* look like those that are."""
    records = list(zip(*longer, strict=True))
    alike = _likeness(tree, own, set(records) - own)
    # A single part that is in line but built differently is a message rather than a record.
    if alike < (1 if len(records) == len(own) + 1 else _ALIKE):
        return False
    drawn = [(box, record in own) for record in records if (box := _record_box(tree, *record))]
    gaps = [(white_space(a, b), x and y) for (a, x), (b, y) in pairwise(drawn)]
    usual = [gap for gap, inside in gaps if inside]
    if len(drawn) < len(records) or not usual:
        return False
    known = [box for box, is_own in drawn if is_own]
    lines = {_line(box) for box in known}
    heights = [box[3] - box[1] for box in known]
    least, most = min(heights) / _HEIGHT, max(heights) * _HEIGHT
    if not all(_line(box) in lines and least <= box[3] - box[1] <= most for box, _ in drawn):
        return False
    # Between parts that have all the labels there may be an advert.
    return alike == 1 or all(min(usual) - _NEAR <= gap <= max(usual) + _NEAR for gap, _ in gaps)


def _likeness(tree: Tree, own: set[_Record], others: set[_Record]) -> float:
    """Return the share of the labels common to *own* that each of *others* has at least."""
    shared = set.intersection(*(set(tree.labels[start:end]) for start, end in own))
    kept = min(len(shared.intersection(tree.labels[start:end])) for start, end in others)
    return kept / len(shared) if shared else 0.0


def _line(box: Box) -> tuple[int, int]:
    return round(box[0] / _NEAR), round(box[2] / _NEAR)


def _record_box(tree: Tree, start: int, end: int) -> Box | None:
    """Return the box around the highest nodes that were drawn; None where nothing was drawn."""
    boxes = []
    while start < end:
        box = tree.box(start)
        if box is not None and box[2] > box[0] and box[3] > box[1]:
            boxes.append(box)
        start += tree.sizes[start]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def white_space(a: Box, b: Box) -> float:
    """Return how far two boxes are apart, below each other or else beside each other."""
    below, beside = max(b[1] - a[3], a[1] - b[3]), max(b[0] - a[2], a[0] - b[2])
    return max(0.0, below if below >= 0 else beside)
