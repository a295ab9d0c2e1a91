"""Prefers the whole list where only a part of it ranks first.

Markup often sets some records of a list apart: the first in a box of its own, the others in
another. These others alone are the more regular list, so the formula ranks them higher. A longer
candidate that has all of them and others like them is the list a person sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from windrow.detect.auto.signals import Signals
from windrow.tree import Tree

__all__ = ["ABOVE", "Span", "best_of", "longer_lists", "whole_list"]

Span = tuple[Sequence[int], Sequence[int]]
"""The records of a candidate: where each starts in the tree, and where it ends."""

# A longer list may rank at most this far below the best one; a difference of 1 is a clear one.
# Measured, with 1 to 2 in its place: docs/quality.md.
_FAR = 1.5
# Fewer records do not show how the others look: chosen, not measured.
_FEWEST = 3
# The others are at most this many times longer or shorter: chosen, not measured.
_LENGTH = 2
# What is added to the whole list, just enough to rank it before its part: chosen, not measured.
ABOVE = 0.01


def whole_list(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return which candidate continues the best one with like records; None if there is none."""
    longer = longer_lists(found, values)
    if not longer:
        return None
    own = [*zip(*found[best_of(values)], strict=True)]
    shared = set.intersection(*(set(tree.labels[start:end]) for start, end in own))
    if not shared:
        return None
    length = _length(signals, own)
    going_on = []
    for k in longer:
        others = set(zip(*found[k], strict=True)).difference(own)
        alike = all(shared.issubset(tree.labels[start:end]) for start, end in others)
        if alike and length / _LENGTH <= _length(signals, others) <= length * _LENGTH:
            going_on.append(k)
    return max(going_on, key=values.__getitem__, default=None)


def longer_lists(found: Sequence[Span], values: Sequence[float]) -> list[int]:
    """Return the candidates that have all records of the best one and some more."""
    if not found:
        return []
    best = best_of(values)
    count = len(found[best][0])
    near = [
        k
        for k, (starts, _) in enumerate(found)
        # There must be more known records than added ones.
        if count < len(starts) < 2 * count and values[k] > values[best] - _FAR
    ]
    if count < _FEWEST or not near:
        return []
    own = set(zip(*found[best], strict=True))
    return [k for k in near if own.issubset(zip(*found[k], strict=True))]


def best_of(values: Sequence[float]) -> int:
    """Return the place of the largest value."""
    return max(range(len(values)), key=values.__getitem__)


def _length(signals: Signals, records: Sequence[tuple[int, int]] | set[tuple[int, int]]) -> float:
    """Return the median number of characters of the records."""
    return median(signals.chars[end] - signals.chars[start] for start, end in records)
