"""Where the records of alternating siblings begin: one of their rotations is kept.

``dl(dt dd dt dd)`` can be cut before every dt or before every dd. Both cuts hold the same text in
records of the same size, so the formula sees no difference that matters. People do: a record
begins with its title, and neither the first nor the last one lacks a part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import Signals
from windrow.kernels.auto import relations
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["one_phase"]

# How clearly a label begins a record.
_OPENING = dict.fromkeys(HEADINGS, 3) | {"dt": 3, "b": 2, "strong": 2, "th": 2, "a": 1}
# A part is missed in the last record if this share of the others has it: chosen, not measured.
_USUAL = 0.9
# This many records are enough to see how they begin: chosen, not measured.
_LOOKED_AT = 12


def one_phase(tree: Tree, signals: Signals, found: Sequence[Candidate]) -> list[Candidate]:
    """Return *found* with only the best of candidates that are rotations of each other."""
    parents = tree.parents
    groups: dict[tuple[int, int], list[Candidate]] = defaultdict(list)
    for candidate in found:
        starts, ends, sizes = candidate.starts, candidate.ends, tree.sizes
        # A rotation has records of several siblings.
        if starts[0] + sizes[starts[0]] < ends[0] or starts[-2] + sizes[starts[-2]] < ends[-2]:
            groups[parents[starts[0]], parents[starts[-1]]].append(candidate)
    dropped: set[int] = set()
    for rivals in groups.values():
        for place, one in enumerate(rivals):
            for other in rivals[place + 1 :]:
                if id(one) in dropped or id(other) in dropped:
                    continue
                if relations.rotated(one.starts, one.ends, other.starts, other.ends):
                    worse = max(one, other, key=lambda each: _faults(tree, signals, each))
                    dropped.add(id(worse))
    return [candidate for candidate in found if id(candidate) not in dropped]


def _faults(tree: Tree, signals: Signals, candidate: Candidate) -> tuple[int, float, int]:
    """Return what speaks against cutting here: parts missing, weak beginnings, a late start."""
    starts, ends = candidate.starts, candidate.ends
    tops = [_tops(tree, signals, start, end) for start, end in zip(starts, ends, strict=True)]
    usual = Counter(label for labels in tops[:-1] for label in {*labels})
    common = {label for label, count in usual.items() if count >= _USUAL * (len(tops) - 1)}
    partial = not common.issubset(tops[-1]) or len(tops[-1]) < min(map(len, tops[:-1]))
    above = tree.parents[starts[0]] + 1
    before = _tops(tree, signals, above, starts[0])
    left = bool(before) and before[-1] in common
    step = max(1, len(starts) // _LOOKED_AT)
    opening = [_opening(tree, signals, start) for start in starts[::step]]
    return left + partial, -sum(opening) / len(opening), starts[0]


def _tops(tree: Tree, signals: Signals, start: int, end: int) -> list[int]:
    """Return the labels of the highest nodes with content in start..end."""
    found = []
    while start < end:
        behind = start + tree.sizes[start]
        if signals.has(start, behind):
            found.append(tree.labels[start])
        start = behind
    return found


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
