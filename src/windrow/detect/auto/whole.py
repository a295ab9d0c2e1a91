"""Prefers the whole list if only a part of it ranks first.

Markup often separates some records of a list: the first in one box, the others in
another, or twenty in each of ten tables. A part alone is the more regular list, so the formula
ranks it higher. A longer candidate that has all of it and similar other records is the list a
person sees. If boxes are known, they show better than markup which records belong to one list;
``bench/boxes.py`` measures the gain; docs/boxes.md has it, with what else was tried
without a gain.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import compress, pairwise
from typing import Any, SupportsIndex, TypeAlias

from windrow.detect.auto.signals import Signals, label_flags
from windrow.kernels.auto import cuts
from windrow.median import median
from windrow.tree import Tree
from windrow.tree.markup import PHRASES
from windrow.tree.tree import Box

__all__ = [
    "ABOVE",
    "Span",
    "Values",
    "best_of",
    "built_of",
    "first_of",
    "is_outer",
    "last_group",
    "list_inside",
    "longer_lists",
    "said",
    "seen_as_one",
    "text_of",
    "white_space",
    "whole_list",
]

Span: TypeAlias = "tuple[array[int], array[int]]"
"""The records of a candidate: where each starts in the tree, and where it ends."""

# A longer list may rank at most this far below the best one: odds of 3.5 to one.
# Chosen on the labelled pages, where 0.75 to 1.5 give the same: docs/quality.md.
_FAR = 1.25
# Fewer records do not show how the others look: chosen, not measured.
_FEWEST = 3
# Up to this many records may be the parts of a page that hold the list: chosen, not measured.
_FEW, _FEWEST_PARTS = 3, 2
# The others are at most this many times longer or shorter: chosen, not measured.
_LENGTH = 2
# The share of many added records that have exactly the labels of a known one: chosen, not measured.
_BUILT = 0.8
# Added to the value of the whole list, just enough to rank it before its part: chosen.
ABOVE = 0.01
# Edges this near each other, in pixels, are in one line: chosen, not measured.
_NEAR = 3.0
# Records differ in height as their texts do, but at most by this factor: chosen, not measured.
_HEIGHT = 1.5
# A further record has at least this share of the labels common to all: chosen, not measured.
_ALIKE = 2 / 3


_Record = tuple[int, int]
# Texts and images of the page before a record, and before what follows it.
_Content = tuple[int, int, int, int]


def whole_list(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return the candidate that continues the best one with similar records, if there is one."""
    near = _near_lists(found, values)
    if near and not is_outer(tree, signals, found[best_of(values)]):
        # What a list of the main part and a menu have together is not a list.
        near = [k for k in near if not is_outer(tree, signals, found[k])]
    if not near:
        return None
    own = _saying(signals, found[best_of(values)]).keys()
    longer = {k: said for k in near if own < (said := _saying(signals, found[k])).keys()}
    going_on = [
        k
        for k, said in longer.items()
        if _continues(
            tree,
            signals,
            {said[content] for content in own},
            {record for content, record in said.items() if content not in own},
        )
    ]
    return max(going_on, key=values.__getitem__, default=None)


def is_outer(tree: Tree, signals: Signals, span: Span) -> bool:
    """Return whether the first or the last record is outside of the main part of the page."""
    starts, _ = span
    outer, parents = signals.outer, tree.parents
    return bool(outer[parents[starts[0]]] or outer[parents[starts[-1]]])


def _saying(signals: Signals, span: Span) -> dict[_Content, _Record]:
    """Return the records of a candidate by their content, whatever is around them.

    Empty parts at their end, such as ``||`` and ``br``, are left out.
    """
    return cuts.by_content(signals.words, signals.images, *span)


def _continues(tree: Tree, signals: Signals, own: set[_Record], others: set[_Record]) -> bool:
    """Return whether *others* are further records like *own*."""
    length, added = _length(signals, own), _length(signals, others)
    if not length / _LENGTH <= added <= length * _LENGTH:
        return False
    records = [*own, *others]
    built = dict(zip(records, built_of(tree, records), strict=True))
    shared = set.intersection(*(set(built[record]) for record in own))
    # If most of the records are known, others may lack a part that all of these have.
    least = _ALIKE * len(shared) if len(others) < len(own) else len(shared)
    if not shared or any(len(shared.intersection(built[one])) < least for one in others):
        return False
    # More added records than known ones must be built like these.
    known_ways = {built[record] for record in own}
    same = sum(built[record] in known_ways for record in others)
    if len(others) >= len(own) and same < _BUILT * len(others):
        return False
    # Some pages repeat everything, for small and for large screens.
    known = {said(signals, record) for record in own}
    return 2 * sum(said(signals, record) in known for record in others) <= len(others)


def built_of(tree: Tree, records: list[_Record]) -> list[tuple[int, ...]]:
    """Return the labels of each record, ignoring emphasis around the whole."""
    return cuts.built_of(
        tree.labels, tree.parents, tree.sizes, label_flags(tree.names, PHRASES), records
    )


def seen_as_one(tree: Tree, found: Sequence[Span], values: Sequence[float]) -> int | None:
    """Return the longer candidate that a person would prefer to the best one, if there is one.

    A person sees one list if its further records are in line with the others, as wide, as high,
    and as far from each other; the distance does not count if they have all the labels.
    """
    longer = longer_lists(found, values) if tree.boxes is not None else []
    if not longer:
        return None
    own = set(zip(*found[best_of(values)], strict=True))
    # There must be more known records than added ones.
    near = [k for k in longer if len(found[k][0]) < 2 * len(own)]
    going_on = [k for k in near if _goes_on(tree, own, found[k])]
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


def longer_lists(found: Sequence[Span], values: Sequence[float]) -> list[int]:
    """Return the candidates that have all records of the best one and some more."""
    near = _near_lists(found, values)
    if not near:
        return []
    own = set(zip(*found[best_of(values)], strict=True))
    return [k for k in near if own.issubset(zip(*found[k], strict=True))]


def list_inside(signals: Signals, found: Sequence[Span], values: Sequence[float]) -> int | None:
    """Return the candidate that is a list filling one of the few records of the best one.

    Two or three parts of a page look like records, until one of them turns out to be the list.
    """
    if not found or len(found[best_of(values)][0]) > _FEW:
        return None
    starts, ends = found[best_of(values)]
    inside = [
        k
        for k in _near_lists(found, values, _FEWEST_PARTS)
        if any(
            start <= found[k][0][0]
            and found[k][1][-1] <= end
            and 2 * text_of(signals, found[k]) >= signals.chars[end] - signals.chars[start]
            for start, end in zip(starts, ends, strict=True)
        )
    ]
    return max(inside, key=values.__getitem__, default=None)


def last_group(tree: Tree, span: Span) -> Span:
    """Return the records at the end of a list that have the same parent."""
    starts, ends = span
    parents, first = tree.parents, len(starts) - 1
    while first and parents[starts[first - 1]] == parents[starts[-1]]:
        first -= 1
    return starts[first:], ends[first:]


def text_of(signals: Signals, span: Span) -> int:
    """Return the number of characters of all records of a candidate."""
    return sum(signals.chars[end] - signals.chars[start] for start, end in zip(*span, strict=True))


def _near_lists(found: Sequence[Span], values: Sequence[float], fewest: int = _FEWEST) -> list[int]:
    """Return the candidates with more records than the best one that rank near it."""
    if not found:
        return []
    best = best_of(values)
    count = len(found[best][0])
    if count < fewest:
        return []
    least = values[best] - _FAR
    near = compress(range(len(values)), map(least.__lt__, values))
    return [k for k in near if count < len(found[k][0])]


class Values(list[float]):
    """What the formula gives the candidates; the best one is kept until a value changes."""

    _best: int | None = None

    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        self._best = None
        super().__setitem__(place, value)

    @property
    def best(self) -> int:
        """The first of the candidates with the highest value."""
        if self._best is None:
            self._best = self.index(max(self))
        return self._best


def best_of(values: Sequence[float]) -> int:
    """Return the first candidate with the highest value: each rule asks for it."""
    return values.best if isinstance(values, Values) else values.index(max(values))


def first_of(values: Sequence[float], lists: Sequence[int]) -> int:
    """Return which of *lists*, given in order, has the highest value; -1 if there are none."""
    if not lists:
        return -1
    # Mostly it has the highest of all values, which is known.
    best = best_of(values)
    at = bisect_left(lists, best)
    return best if lists[at : at + 1] == [best] else max(lists, key=values.__getitem__)


def _length(signals: Signals, records: Collection[_Record]) -> float:
    """Return the median number of characters of the records."""
    chars = signals.chars
    return median([chars[end] - chars[start] for start, end in records])


def said(signals: Signals, record: _Record) -> bytes:
    """Return bytes that identify the texts of a record."""
    start, end = record
    return array("i", filter(None, signals.hashes[start:end])).tobytes()


def _line(box: Box) -> tuple[int, int]:
    return round(box[0] / _NEAR), round(box[2] / _NEAR)


def _record_box(tree: Tree, start: int, end: int) -> Box | None:
    """Return the box around the highest nodes that were drawn; None if nothing was drawn."""
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
