"""Footnotes and references: lists that the page links to and that link back into it.

They are as regular as any list, and often longer than the one the page is about. What tells them
apart in every language is how they are linked: a note is the target of a link in the text, and has
a link back to the place that cites it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from windrow.detect.auto.whole import Span
from windrow.tree import Tree

__all__ = ["behind_notes"]

# How far notes rank behind where they would: odds of 20 to one. Chosen, not measured.
_BEHIND = 3.0
# The share of the records that are cited and link back: chosen, not measured.
_CITED = 0.5
# This many records are enough to see that they do not: chosen, not measured.
_GLANCE = 8
# How often the best list is looked at: pages have a few lists of notes. Chosen, not measured.
_LISTS = 3
# Fewer notes are beside no list. Chosen, not measured.
_FEWEST = 3


def behind_notes(tree: Tree, found: Sequence[Span], values: array[float]) -> None:
    """Lower the *values* of candidates inside a list of notes that would come first."""
    if not found or not {"href", "id"}.issubset(tree.attribute_names):
        return
    for _ in range(_LISTS):
        best = values.index(max(values))
        starts, ends = found[best]
        if not _are_notes(tree, starts, ends):
            return
        first, last = starts[0], ends[-1]
        for k, (own_starts, own_ends) in enumerate(found):
            if first <= own_starts[0] and own_ends[-1] <= last:
                values[k] -= _BEHIND


def _are_notes(tree: Tree, starts: Sequence[int], ends: Sequence[int]) -> bool:
    if len(starts) < _FEWEST:
        return False
    glance = [_leads_out(tree, *record) for record in zip(starts[:_GLANCE], ends, strict=False)]
    if sum(glance) < _CITED * len(glance):
        return False
    cited = {
        target
        for node in (*range(starts[0]), *range(ends[-1], len(tree)))
        if (target := _target(tree, node))
    }
    named = [
        any(tree.attribute(node, "id") in cited for node in range(_root(tree, start), end))
        for start, end in zip(starts, ends, strict=True)
    ]
    return sum(named) >= _CITED * len(named)


def _root(tree: Tree, start: int) -> int:
    """Return *start*, or the node around it that begins with it: it may have the name."""
    parent = tree.parents[start]
    return parent if parent == start - 1 and tree.sizes[parent] == tree.sizes[start] + 1 else start


def _leads_out(tree: Tree, start: int, end: int) -> bool:
    return any(_target(tree, node) for node in range(start, end))


def _target(tree: Tree, node: int) -> str:
    """Return the name of the place in the page that a link leads to, or ""."""
    address = tree.attribute(node, "href")
    return address[1:] if address and address[0] == "#" else ""
