"""Where the records of alternating siblings begin: one of their rotations is kept.

``dl(dt dd dt dd)`` can be cut before every dt or before every dd. Both cuts hold the same text in
records of the same size, so the formula sees no difference that matters. People do: a record
begins with its title, and neither the first nor the last one lacks a part.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from functools import cache, partial

from windrow.detect.auto.candidates import CandidateList
from windrow.detect.auto.signals import Signals
from windrow.kernels.auto import cuts, relations
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["one_phase"]

# How clearly a label begins a record.
_OPENING = dict.fromkeys(HEADINGS, 3) | {"dt": 3, "b": 2, "strong": 2, "th": 2, "a": 1}
# A part is missed in the last record if this share of the others has it: chosen, not measured.
_USUAL = 0.9
# This many records are enough to see how they begin: chosen, not measured.
_LOOKED_AT = 12


def one_phase(tree: Tree, signals: Signals, found: CandidateList) -> CandidateList:
    """Return *found* with only the best of candidates that are rotations of each other."""
    parents = tree.parents
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    # A rotation has records of several siblings.
    for k in cuts.of_siblings(tree.sizes, found.starts, found.ends, found.offsets):
        first, last = found.starts[found.offsets[k]], found.starts[found.offsets[k + 1] - 1]
        groups[parents[first], parents[last]].append(k)
    dropped: set[int] = set()
    for rivals in groups.values():
        if len(rivals) > 1:
            dropped |= _rotations(tree, signals, found, rivals)
    return found.changed({}, dropped)


def _rotations(tree: Tree, signals: Signals, found: CandidateList, rivals: list[int]) -> set[int]:
    """Return those of *rivals* that are rotations of a better one."""
    spans = {k: (found[k].starts, found[k].ends) for k in rivals}
    faults = cache(lambda k: _faults(tree, signals, *spans[k]))
    dropped: set[int] = set()
    for place, one in enumerate(rivals):
        for other in rivals[place + 1 :]:
            if one in dropped:
                break
            if other not in dropped and relations.rotated(*spans[one], *spans[other]):
                dropped.add(max(one, other, key=faults))
    return dropped


def _faults(
    tree: Tree, signals: Signals, starts: array[int], ends: array[int]
) -> tuple[int, float, int]:
    """Return what speaks against cutting here: parts missing, weak beginnings, a late start."""
    top = partial(cuts.tops, tree.labels, tree.sizes, signals.texts, signals.images)
    tops = [top(start, end) for start, end in zip(starts, ends, strict=True)]
    usual = Counter(label for labels in tops[:-1] for label in {*labels})
    common = {label for label, count in usual.items() if count >= _USUAL * (len(tops) - 1)}
    partly = not common.issubset(tops[-1]) or len(tops[-1]) < min(map(len, tops[:-1]))
    before = top(tree.parents[starts[0]] + 1, starts[0])
    left = bool(before) and before[-1] in common
    step = max(1, len(starts) // _LOOKED_AT)
    opening = [_opening(tree, signals, start) for start in starts[::step]]
    return left + partly, -sum(opening) / len(opening), starts[0]


def _opening(tree: Tree, signals: Signals, start: int) -> int:
    """Return how clearly the first text of a record begins one."""
    texts, node = signals.texts, start
    last = start + tree.sizes[start] - 1
    while node < last and texts[node + 1] == texts[start]:
        node += 1
    best = 0
    while node >= start:
        best = max(best, _OPENING.get(tree.label(node), 0))
        node = tree.parents[node]
    return best
