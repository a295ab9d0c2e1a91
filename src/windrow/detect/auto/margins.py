"""How far a candidate is ahead of its rivals: other cuts of the same place, and other lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from windrow.detect.auto.rank import Ranked
from windrow.kernels.auto import relations

__all__ = ["MOST", "Margins", "margins"]

# A lead of 3 is odds of twenty to one; more does not make a candidate surer. Measured, with 2 to 8
# in its place: the highest AUC with datasets left out (python -m bench.fit).
MOST = 3.0
# Rivals beyond this number are behind anyway: chosen, not measured.
_RIVALS = 80
# Cuts that begin this share of their records at the same nodes are versions of one: chosen, not
# measured.
_SAME = 0.9


class Margins(NamedTuple):
    """The lead in the ranking over the best rival of each kind."""

    cut: float  # over other cuts: more than half of the records of one share nodes with the other
    lists: float  # over the rest of the page


def margins(entry: Ranked, rivals: Iterable[Ranked]) -> Margins:
    """Return how far a candidate is ahead of its *rivals*, which come best first.

    Cuts that differ in a few records, and those that a rule replaced with another one, do not count
    as rivals.
    """
    cut = lists = MOST
    for rival in islice(rivals, _RIVALS):
        ahead = entry.value - rival.value
        if ahead >= cut and ahead >= lists:
            break
        if not entry.overlaps(rival):
            lists = min(lists, ahead)
        elif (
            not rival.replaced
            and ahead < cut
            and not _is_version(rival.candidate.starts, entry.candidate.starts)
        ):
            cut = ahead
    return Margins(cut, lists)


def _is_version(starts: array[int], others: array[int]) -> bool:
    """Return whether nearly all records of two cuts begin at the same nodes."""
    both = len(starts) + len(others)
    return 2 * relations.shared_starts(starts, others) >= _SAME * both
