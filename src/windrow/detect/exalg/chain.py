"""The longest chain: which tokens of a template a page has, in their order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

__all__ = ["longest_chain"]


def longest_chain(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest of *pairs* of which both numbers grow from each to the next.

    >>> longest_chain([(0, 3), (0, 7), (1, 5), (2, 4), (3, 6)])
    [(0, 3), (2, 4), (3, 6)]
    """
    ends: list[int] = []  # the least second number that a chain of each length ends with
    last: list[int] = []  # its pair
    chosen: list[tuple[int, int]] = []
    before: list[int] = []
    # Of one first number only one can be taken: the larger second ones come first.
    for pair in sorted(pairs, key=lambda one: (one[0], -one[1])):
        length = bisect_left(ends, pair[1])
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(pair[1])
            last.append(len(chosen))
        else:
            ends[length], last[length] = pair[1], len(chosen)
        chosen.append(pair)
    found = []
    at = last[-1] if last else -1
    while at >= 0:
        found.append(chosen[at])
        at = before[at]
    return found[::-1]
