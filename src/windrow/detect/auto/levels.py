"""Headings above headings: the year stays until the next year, whatever months follow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

__all__ = ["carried", "outer_kinds"]

_Gaps = Mapping[int, Sequence[int]]  # by record: the parts right before it


def outer_kinds(gaps: _Gaps, kinds: Sequence[int], common: set[int]) -> set[int]:
    """Return the kinds of parts that are only ever right above *common* ones.

    *kinds* has a number for every node. The first record has such a part above it, too, perhaps
    below a title of the same kind.
    """
    first = {kinds[a] for a, b in pairwise(gaps.get(0, ())) if kinds[b] in common}
    between = [nodes for k, nodes in gaps.items() if k]
    above = Counter(kinds[a] for nodes in between for a, b in pairwise(nodes) if kinds[b] in common)
    every = Counter(kinds[node] for nodes in between for node in nodes)
    return {k for k, times in above.items() if k in first - common and every[k] == times}


def carried(gaps: _Gaps, kinds: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Return for each of *count* records the headings that hold for it, the nearest last.

    A new heading replaces the one of its kind and those below it.
    """
    above: set[tuple[int, int]] = {
        (kinds[a], kinds[b])
        for nodes in gaps.values()
        for k, a in enumerate(nodes)
        for b in nodes[k + 1 :]
        if kinds[a] != kinds[b]
    }
    above -= {(b, a) for a, b in above}
    found: list[tuple[int, ...]] = []
    current: tuple[int, ...] = ()
    for k in range(count):
        if new := tuple(gaps.get(k, ())):
            stay = (node for node in current if (kinds[node], kinds[new[0]]) in above)
            current = (*stay, *new)
        found.append(current)
    return found
