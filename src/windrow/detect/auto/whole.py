"""A part of a list ranks first, and the whole of it is meant.

Markup often sets some records of a list apart: the first in a box of its own, the others in
another. To the formula of the ranking these others alone are the more regular list. A longer
candidate that has all of them and others like them is the list a person sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from windrow.detect.auto.signals import Signals
from windrow.tree import Tree

__all__ = ["ABOVE", "Span", "longer_lists", "whole_list"]

Span = tuple[Sequence[int], Sequence[int]]
"""The records of a candidate: where each starts in the tree, and where it ends."""

# What the formula holds for so much worse is no longer version of the best list; a difference of 1
# is a clear one there.
_FAR = 1.5
# Fewer records tell nothing of how the others look.
_FEWEST = 3
# The others are so much longer or shorter at most.
_LENGTH = 2
# What the whole is worth beyond its part, just enough to stand before it.
ABOVE = 0.01


def whole_list(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return which candidate goes on with records like those of the best one; None for none."""
    longer = longer_lists(found, values)
    if not longer:
        return None
    own = [*zip(*found[_best(values)], strict=True)]
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
    best = _best(values)
    count = len(found[best][0])
    near = [
        k
        for k, (starts, _) in enumerate(found)
        # What is known has to be more than what is added.
        if count < len(starts) < 2 * count and values[k] > values[best] - _FAR
    ]
    if count < _FEWEST or not near:
        return []
    own = set(zip(*found[best], strict=True))
    return [k for k in near if own.issubset(zip(*found[k], strict=True))]


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


def _length(signals: Signals, records: Sequence[tuple[int, int]] | set[tuple[int, int]]) -> float:
    """Return how many characters the records have, one in the middle."""
    return median(signals.chars[end] - signals.chars[start] for start, end in records)
