"""Templates of one site: their pages share header, menu and footer, and differ inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["apart"]

# What this share of the pages has does not tell them apart. Chosen, not measured.
_COMMON = 0.9
# Templates differ if each has a part of its own: this share of a page's paths, which most of its
# pages have and hardly any of the others. Chosen, not measured.
_BLOCK, _MOSTLY, _HARDLY = 0.15, 0.8, 0.2
# Pages gather around one with which they share this much; a template has at least this many pages.
# Chosen, not measured.
_ALIKE, _FEWEST = 0.5, 2


def apart(outlines: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the numbers of the pages of each template, where *outlines* share their surroundings.

    Optional parts do not make a template: each must have a block that the others lack.

    >>> roof = {*range(20)}
    >>> shelf, thing = roof | {*range(30, 40)}, roof | {*range(50, 60)}
    >>> apart([*map(frozenset, (shelf, thing, shelf | {99}, thing))])
    [[0, 2], [1, 3]]
    >>> apart([*map(frozenset, (roof, shelf, roof, shelf))])
    [[0, 1, 2, 3]]
    """
    whole = [[*range(len(outlines))]]
    if len(outlines) < 2 * _FEWEST:
        return whole
    common = _frequent(outlines, _COMMON)
    rests = [paths - common for paths in outlines]
    least = _BLOCK * sum(map(len, outlines)) / len(outlines)
    if sum(map(len, rests)) < least * len(rests):
        return whole
    kept: list[list[int]] = []
    left: list[int] = []
    for group in _gathered(rests):
        if len(group) >= _FEWEST and all(_distinct(rests, group, o, least) for o in kept):
            kept.append(group)
        else:
            left += group
    if len(kept) < 2:
        return whole
    cores = [_frequent([rests[k] for k in group], _MOSTLY) for group in kept]
    for k in left:
        likes = [_jaccard(rests[k], core) for core in cores]
        kept[likes.index(max(likes))].append(k)
    return [sorted(group) for group in kept]


def _gathered(rests: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the pages in groups around the first one of each, the largest first."""
    groups: list[list[int]] = []
    for k, rest in enumerate(rests):
        likes = [(_jaccard(rest, rests[group[0]]), -n) for n, group in enumerate(groups)]
        best, place = max(likes, default=(0.0, 0))
        if best >= _ALIKE:
            groups[-place].append(k)
        else:
            groups.append([k])
    return sorted(groups, key=lambda group: (-len(group), group[0]))


def _distinct(
    rests: Sequence[frozenset[int]], one: Iterable[int], other: Iterable[int], least: float
) -> bool:
    """Return whether both groups have a block that the other one lacks."""
    first, second = [rests[k] for k in one], [rests[k] for k in other]
    own = _frequent(first, _MOSTLY) - _frequent(second, _HARDLY)
    theirs = _frequent(second, _MOSTLY) - _frequent(first, _HARDLY)
    return min(len(own), len(theirs)) >= least


def _frequent(sets: Sequence[frozenset[int]], share: float) -> frozenset[int]:
    counts = Counter(path for paths in sets for path in paths)
    return frozenset(path for path, count in counts.items() if count >= share * len(sets))


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0
