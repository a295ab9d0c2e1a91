"""Bare links come after a list of facts that has most of the text of the page.

A menu of eight links is more regular than lines of text, and has a sign that these lack: a link.
But a page of twenty lines with a number each, and hardly anything else, is about the lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.detect.auto.whole import Span, first_of
from windrow.tree import Tree

__all__ = ["facts_beside_links"]

# The share of the records that are only links in a menu, the share of the page's text that the
# other list has, and of its records that have a digit; and its fewest records. Chosen, not
# measured.
_BARE, _MOST, _FACTS, _FEWEST = 0.9, 0.5, 0.9, 4
# How alike the records of the other list are: chosen, not measured.
_ALIKE = 0.8
# Ways to narrow a list down have numbers, too: "Red (41)" behind a box to tick.
_CONTROLS = ("input", "select", "button")


def facts_beside_links(
    tree: Tree,
    found: Sequence[Span],
    values: Sequence[float],
    lists: Sequence[int],
    numbers: tuple[Sequence[float], ...],
) -> int | None:
    """Return the list to prefer to the best one, if that one is bare links and shorter.

    *numbers* are by candidate: the share of records that are only links, of records with a digit,
    of the page's text, and how alike the records are.
    """
    links, digits, shares, alike = numbers
    best = first_of(values, lists)
    if best < 0 or links[best] < _BARE or digits[best] > 1 - _FACTS:
        return None
    first, last = found[best][0][0], found[best][1][-1]
    others = [
        k
        for k in lists
        if shares[k] >= _MOST and digits[k] >= _FACTS and links[k] < 1 - _BARE
        if alike[k] >= _ALIKE and len(found[k][0]) >= _FEWEST
        if found[k][1][-1] <= first or last <= found[k][0][0]
        if not _has_controls(tree, found[k])
    ]
    return max(others, key=values.__getitem__, default=None)


def _has_controls(tree: Tree, span: Span) -> bool:
    """Return whether the first record holds a control of a form."""
    controls = {tree.label_numbers.get(name) for name in _CONTROLS}
    return not controls.isdisjoint(tree.labels[span[0][0] : span[1][0]])
