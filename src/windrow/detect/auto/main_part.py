"""Lists in menus, sidebars and footers come after the lists of the page's main part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log

from windrow.detect.auto.landmarks import SITE, SITE_ROLES
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import ABOVE, Span, first_of, is_outer
from windrow.tree import Tree
from windrow.tree.markup import INLINE
from windrow.tree.walk import PREFORMATTED

__all__ = ["LEAD", "is_about_site", "is_line", "put_outer_behind"]

# A list outside of the main part is first only if it leads by more than these odds over all others.
# Counted on the labelled pages, which also judge it (see `windrow.detect.auto.landmarks`): the list
# is inside the main part on 134 pages, and outside of a main part worth the name on 3. The odds are
# about the same for the part around the page's heading (157 sites to 4), and higher for what is not
# in one line (354 sites to 1).
LEAD = log(134 / 3)


def put_outer_behind(
    tree: Tree,
    signals: Signals,
    found: Sequence[Span],
    values: list[float],
    lists: Sequence[int],
    against: Sequence[float],
) -> None:
    """Lower the *values* of what is outside of the main part below the best list inside it.

    What is all in one line is outside, too: menus, numbers of pages, letters. Nothing changes where
    the first of the *lists* is inside or leads by far, nor where names speak *against* the one
    inside: a menu without a landmark gains nothing from a footer that has one.
    """
    outer: set[int] = set()
    inside, first = -1, first_of(values, lists)
    # Mostly the first list is inside, which needs no order.
    if first < 0 or _is_inside(tree, signals, found[first]):
        return
    for k in sorted(lists, key=values.__getitem__, reverse=True):
        if _is_inside(tree, signals, found[k]):
            inside = k
            break
        outer.add(k)
    if inside < 0 or against[inside]:
        return
    lead = values[first] - values[inside]
    if lead <= LEAD:
        for k, span in enumerate(found):
            if k in outer or is_outer(tree, signals, span):
                values[k] -= lead + ABOVE


def is_about_site(tree: Tree, signals: Signals, span: Span) -> bool:
    """Return whether the page itself says that a list is beside its main part.

    It is in a menu, a sidebar or a footer, in one line of text, or outside of ``main``. Where the
    part around a heading stands for ``main``, a list outside of it may be wanted as well.
    """
    first = span[0][0]
    return (
        (is_outer(tree, signals, span) and tree.label_numbers.get("main", -1) in tree.labels)
        or is_line(tree, signals, span)
        or any(
            tree.label(node) in SITE or tree.attribute(node, "role") in SITE_ROLES
            for node in tree.ancestors(first)
        )
    )


def _is_inside(tree: Tree, signals: Signals, span: Span) -> bool:
    return not is_outer(tree, signals, span) and not is_line(tree, signals, span)


def is_line(tree: Tree, signals: Signals, span: Span) -> bool:
    """Return whether all records are in one line of text; preformatted text has many.

    >>> from windrow.detect.auto.signals import measure
    >>> def is_menu(text: str) -> bool:
    ...     tree = Tree.from_text(text)
    ...     return is_line(tree, measure(tree), (tree.children(0)[::2], [2, 4]))
    >>> is_menu('p(a"Home" "|" a"News")'), is_menu('p(a"Home" br a"News")')
    (True, False)
    >>> is_menu('pre(a"hay.txt" "9 kB" a"rye.txt")')
    False
    """
    starts, ends = span
    if not signals.inline[starts[0]] or tree.parents[starts[0]] != tree.parents[starts[-1]]:
        return False
    if not PREFORMATTED.isdisjoint(map(tree.label, tree.ancestors(starts[0]))):
        return False
    return _inline(tree.names).issuperset(tree.labels[starts[0] : ends[-1]])


@lru_cache(maxsize=64)
def _inline(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(number for number, name in enumerate(names) if name in INLINE)
