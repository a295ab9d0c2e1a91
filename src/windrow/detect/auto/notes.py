"""Footnotes and the marks that lead to them: lists, but not what a page is about.

A mark leads to its note, and a link in the note leads back to the mark.
"""

from __future__ import annotations

from array import array

from windrow.detect.auto.signals import Signals
from windrow.kernels.auto import notes as kernel
from windrow.tree import Tree

__all__ = ["notes"]

# A mark has at most this many nodes: chosen, not measured. It bounds the time, too.
_MARK = 20


def notes(
    tree: Tree, signals: Signals, starts: array[int], ends: array[int], offsets: array[int]
) -> set[int]:
    """Return the lists whose records are notes, parts of notes, or the text between their marks.

    The records of list *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*.
    """
    inside, crossed = _places(tree, signals)
    if not crossed:
        return set()
    links = signals.links

    def is_note(start: int, end: int) -> bool:
        return bool(inside[start]) or (links[start] in crossed and links[start] != links[end])

    found = set()
    for k in range(len(offsets) - 1):
        own = slice(offsets[k], offsets[k + 1])
        told = [is_note(start, end) for start, end in zip(starts[own], ends[own], strict=True)]
        # Some notes are never cited.
        if 2 * sum(told) > len(told):
            found.add(k)
    return found


def _places(tree: Tree, signals: Signals) -> tuple[bytearray, set[int]]:
    """Return for every node whether it is in a note, and the numbers of links that lead back."""
    inside, crossed = bytearray(len(tree)), set()
    leading = _leading(tree)
    for back, mark in leading.items():
        # If two links lead to each other, the first one is the mark.
        for node in range(mark, min(back, mark + min(tree.sizes[mark], _MARK))):
            place = leading.get(node, back + 1)
            if place <= back < place + tree.sizes[place]:
                crossed |= {signals.links[node], signals.links[back]}
                inside[place : place + tree.sizes[place]] = b"\1" * tree.sizes[place]
    return inside, crossed


def _leading(tree: Tree) -> dict[int, int]:
    """Return the links to a place on the same page, with this place."""
    if "href" not in tree.attribute_numbers or "id" not in tree.attribute_numbers:
        return {}
    address, name = map(tree.attribute_numbers.__getitem__, ("href", "id"))
    return kernel.inner_links(tree.attribute_starts, tree.attributes, address, name, tree.buffer)
