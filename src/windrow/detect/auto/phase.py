"""Where the records of alternating siblings begin: one of their rotations is kept.

``dl(dt dd dt dd)`` can be cut before every dt or before every dd. Both cuts hold the same text in
records of the same size, so the formula sees no difference that matters. People do: a record
begins with its title, and neither the first nor the last one lacks a part.
"""

from __future__ import annotations

from array import array

from windrow.detect.auto.candidates import Candidate, CandidateList
from windrow.detect.auto.signals import Signals, opening_worth
from windrow.kernels.auto import cuts, relations
from windrow.tree import Tree

__all__ = ["one_phase"]

# A part is missing in the last record if this share of the others has it: chosen, not measured.
_USUAL = 0.9
# This many records are enough to see how they begin: chosen, not measured.
_LOOKED_AT = 12


def one_phase(tree: Tree, signals: Signals, found: CandidateList) -> CandidateList:
    """Return *found* with only the best of candidates that are rotations of each other."""
    dropped: set[int] = set()
    # A rotation has records of several siblings.
    spans = found.starts, found.ends, found.offsets
    for rivals in cuts.of_siblings(tree.parents, tree.sizes, *spans):
        if len(rivals) > 1:
            dropped |= _rotations(tree, signals, found, rivals)
    return found.changed({}, dropped)


def _rotations(tree: Tree, signals: Signals, found: CandidateList, rivals: list[int]) -> set[int]:
    """Return those of *rivals* that are rotations of a better one."""
    faults: dict[int, tuple[int, float, int]] = {}
    dropped: set[int] = set()
    pairs = relations.rotations(rivals, found.starts, found.ends, found.offsets)
    worth = opening_worth(tree.names) if pairs else array("i")
    for pair in pairs:
        if dropped.isdisjoint(pair):
            for k in pair:
                if k not in faults:
                    faults[k] = _faults(tree, signals, found[k], worth)
            dropped.add(max(pair, key=faults.__getitem__))
    return dropped


def _faults(
    tree: Tree, signals: Signals, candidate: Candidate, worth: array[int]
) -> tuple[int, float, int]:
    """Return the faults of a cut: missing parts, weak beginnings, a late start.

    *worth* is how clearly each label begins a record.
    """
    starts, ends = candidate.starts, candidate.ends
    labels, sizes, parents = tree.labels, tree.sizes, tree.parents
    held = (labels, sizes, signals.texts, signals.images)
    common, partly = cuts.usual_tops(*held, starts, ends, _USUAL)
    before = cuts.tops(*held, parents[starts[0]] + 1, starts[0])
    left = bool(before) and before[-1] in common
    step = max(1, len(starts) // _LOOKED_AT)
    total, count = cuts.openings(worth, labels, sizes, parents, signals.texts, starts, step)
    return left + partly, -total / count, starts[0]
