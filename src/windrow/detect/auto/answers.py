"""Comments with their answers inside: every comment is a record, not only the outermost ones.

An answer is written like what it answers, inside of it. The outermost comments with all that is
inside of them are siblings, so the formula may prefer them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import compress

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, best_of, built_of, text_of
from windrow.tree import Tree

__all__ = ["answers_inside"]

# The share of records that hold one of their own kind, and the share of their text that the
# comments have by themselves. Chosen, not measured.
_ANSWERED, _TEXT = 0.25, 0.9
# The share of items that are built alike: chosen, not measured.
_ALIKE = 0.8
# More classes than this are not those of one kind of record: chosen, not measured.
_KINDS = 8
# The comments rank at most this far below: odds of 20 to one. Chosen, not measured.
_FAR = 3.0


def answers_inside(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return the candidate that has the comments and the answers that the best one nests.

    None if the records of the best one do not hold others of their own class. Items of a list
    without a class hold others in many ways, so there they must be messages.
    """
    if not found:
        return None
    best = best_of(values)
    starts, ends = found[best]
    kinds, of_node = {signals.classed[start] for start in starts} - {-1}, signals.classed
    bare = not kinds and tree.label(starts[0]) == "li"
    if bare:
        kinds, of_node = {tree.labels[starts[0]]}, tree.labels
    # Mostly all nodes of these classes are records.
    if len(kinds) > _KINDS or sum(map(of_node.count, kinds)) <= len(starts):
        return None
    answered = [
        not kinds.isdisjoint(of_node[start + 1 : end])
        for start, end in zip(starts, ends, strict=True)
    ]
    if sum(answered) < max(1, _ANSWERED * len(starts)):
        return None
    if bare and not _are_messages(tree, signals, (starts, ends), sum(answered)):
        return None
    near = compress(range(len(values)), map((values[best] - _FAR).__lt__, values))
    inside = [
        k
        for k in near
        if len(found[k][0]) > len(starts)
        and starts[0] < found[k][0][0]
        and found[k][1][-1] <= ends[-1]
        and text_of(signals, found[k]) >= _TEXT * text_of(signals, (starts, ends))
        and (not bare or _are_alike(tree, found[k]))
    ]
    return max(inside, key=values.__getitem__, default=None)


def _are_messages(tree: Tree, signals: Signals, span: Span, answered: int) -> bool:
    """Return whether items, at any depth, say the same kinds of things before what they hold.

    They say several things: chapters and their sections are one link each. And where nearly all
    items hold others, these are parts of them.
    """
    if answered > (1 - _ANSWERED) * len(span[0]):
        return False
    item = tree.labels[span[0][0]]
    inner = {item, *map(tree.label_numbers.get, ("ul", "ol"))}
    own = array("i"), array("i")
    for start, end in zip(*span, strict=True):
        for node in range(start, end):
            if tree.labels[node] == item:
                last = node + tree.sizes[node]
                own[0].append(node + 1)
                own[1].append(
                    next((k for k in range(node + 1, last) if tree.labels[k] in inner), last)
                )
    several = sum(
        signals.words[last] - signals.words[first] > 1 for first, last in zip(*own, strict=True)
    )
    return several >= _ALIKE * len(own[0]) and _are_alike(tree, own)


def _are_alike(tree: Tree, span: Span) -> bool:
    """Return whether most records are built in the same way."""
    ways = Counter(built_of(tree, [*zip(*span, strict=True)]))
    return ways.most_common(1)[0][1] >= _ALIKE * len(span[0])
