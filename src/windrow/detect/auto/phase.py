"""Where the records of alternating siblings begin: one of their rotations is kept.

``dl(dt dd dt dd)`` can be cut before every dt or before every dd. Both cuts hold the same text in
records of the same size, so the formula sees no difference that matters. People do: a record
begins with its title, and neither the first nor the last one lacks a part.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.detect.auto.candidates import CandidateList
from windrow.detect.auto.signals import Signals, opening_worth
from windrow.kernels.auto import cuts, phases, relations
from windrow.tree import Tree

__all__ = ["one_phase"]

# A part is missing in the last record if this share of the others has it: chosen, not measured.
_USUAL = 0.9
# This many records are enough to see how they begin: chosen, not measured.
_LOOKED_AT = 12


def one_phase(tree: Tree, signals: Signals, found: CandidateList) -> CandidateList:
    """Return *found* with only the best of candidates that are rotations of each other."""
    # A rotation has records of several siblings.
    spans = found.starts, found.ends, found.offsets
    groups = cuts.of_siblings(tree.parents, tree.sizes, *spans)
    pairs = relations.rotations([rivals for rivals in groups if len(rivals) > 1], *spans)
    if not any(pairs):
        return found
    nodes = tree.labels, tree.sizes, tree.parents, signals.texts, signals.images
    judge = phases.Phases(*nodes, opening_worth(tree.names), *spans)
    return found.changed({}, set().union(*(_worse(judge, own) for own in pairs if own)))


def _worse(judge: phases.Phases, pairs: Sequence[tuple[int, int]]) -> set[int]:
    """Return of *pairs* of rotations those that are worse than another one."""
    faults: dict[int, tuple[int, float, int]] = {}
    dropped: set[int] = set()
    for pair in pairs:
        if dropped.isdisjoint(pair):
            for k in pair:
                if k not in faults:
                    faults[k] = judge.faults(k, _USUAL, _LOOKED_AT)
            dropped.add(max(pair, key=faults.__getitem__))
    return dropped
