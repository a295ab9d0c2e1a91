"""Lists that their own title says are beside the point come after the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log

from windrow.detect.auto.edges import parts
from windrow.detect.auto.whole import Span
from windrow.tree import Tree
from windrow.tree.titles import title_of
from windrow.wordlists import word_lists

__all__ = ["is_beside", "list_elsewhere"]

_LISTS = word_lists(__file__)
_WHOLE = frozenset(_LISTS["whole"])
_BEGIN = tuple(_LISTS["begin"])
_SIGNS = re.compile(r"[^\w'-]+")
# A list with such a title is first only if it leads by more than these odds over the others.
# Counted on the labelled pages, which also judge it, sites set aside not among them: 85 lists have
# such a title, and none of them is what is wanted; one is added to both.
_LEAD = log(86 / 1)
# Only the first lists of a page are asked for a title: chosen, not measured.
_ASKED = 20


def is_beside(title: str) -> bool:
    """Return whether a *title* is that of something beside the list of a page.

    >>> [is_beside(title) for title in ("Most read", "Related searches: hay", "Related work")]
    [True, True, False]
    """
    said = _SIGNS.sub("_", title.casefold()).strip("_-'")
    return said in _WHOLE or said.startswith(_BEGIN)


def list_elsewhere(
    tree: Tree,
    found: Sequence[Span],
    values: Sequence[float],
    lists: Sequence[int],
    against: Sequence[float],
) -> int | None:
    """Return the list to prefer to the best one, if that one's title says it is beside the point.

    It is the best of the *lists* elsewhere on the page without such a title and with fewer names
    *against* it. Nothing is preferred to a list that leads by far.
    """
    # Mostly the best list is no such list, which needs no order.
    if not lists or not _is_beside(tree, found[max(lists, key=values.__getitem__)]):
        return None
    first, *others = sorted(lists, key=values.__getitem__, reverse=True)[:_ASKED]
    starts, ends = found[first]
    for k in others:
        if values[first] - values[k] > _LEAD:
            return None
        is_elsewhere = found[k][1][-1] <= starts[0] or found[k][0][0] >= ends[-1]
        fewer = against[k] < max(against[first], 1)
        if is_elsewhere and fewer and not _is_beside(tree, found[k]):
            return k
    return None


def _is_beside(tree: Tree, span: Span) -> bool:
    starts, ends = span
    *_, (last, _) = parts(tree, starts[-1], ends[-1])
    return is_beside(title_of(tree, [(starts[0],), (last,)]))
