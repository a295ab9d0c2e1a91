"""Lists in menus, sidebars and footers come after the lists of the page's main part."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import log

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import ABOVE
from windrow.tree import Tree

__all__ = ["put_outer_behind"]

# A list outside of the main part is first only if it leads by more than these odds over all others.
# Counted on the labelled pages, which also judge it (see `windrow.detect.auto.landmarks`): the list
# is inside the main part on 134 pages, and outside of a main part worth the name on 3.
_LEAD = log(134 / 3)


def put_outer_behind(
    tree: Tree,
    signals: Signals,
    firsts: Sequence[int],
    values: array[float],
    lists: Sequence[int],
    against: Sequence[float],
) -> None:
    """Lower the *values* of what is outside of the main part below the best list inside it.

    *firsts* are the nodes where the candidates begin. Nothing changes where the first of the
    *lists* is inside or leads by far, nor where names speak *against* the one inside: a menu
    without a landmark gains nothing from a footer that has one.
    """
    first = max(lists, key=values.__getitem__, default=-1)
    if first < 0 or not signals.outer[tree.parents[firsts[first]]]:
        return
    outer = [signals.outer[tree.parents[node]] for node in firsts]
    inside = max((k for k in lists if not outer[k]), key=values.__getitem__, default=-1)
    if inside < 0 or against[inside]:
        return
    lead = values[first] - values[inside]
    if lead <= _LEAD:
        for k, is_outer in enumerate(outer):
            if is_outer:
                values[k] -= lead + ABOVE
