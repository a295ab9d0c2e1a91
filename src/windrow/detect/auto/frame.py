"""Lists in menus, sidebars and footers come after the lists of the page's main part."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span
from windrow.tree import Tree

__all__ = ["outside_frame"]

# A list in the frame is first only if it leads by more than these odds over all others. Measured on
# the labelled pages with a main part (see `windrow.detect.auto.landmarks`).
_LEAD = log(134 / 3)


def outside_frame(
    tree: Tree,
    signals: Signals,
    spans: Sequence[Span],
    values: Sequence[float],
    lists: Sequence[int],
) -> int | None:
    """Return the best list outside of the frame where one inside it ranks first by little.

    *lists* are the candidates that count. None where the first one is outside of the frame, or
    where there is no other.
    """

    def is_framed(k: int) -> bool:
        return bool(signals.framed[tree.parents[spans[k][0][0]]])

    first = max(lists, key=values.__getitem__, default=-1)
    if first < 0 or not is_framed(first):
        return None
    best = max((k for k in lists if not is_framed(k)), key=values.__getitem__, default=first)
    return best if best != first and values[best] >= values[first] - _LEAD else None
