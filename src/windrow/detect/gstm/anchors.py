"""Texts that every page has once: the words of a template, by which its parts are recognised."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from windrow.tree import Tree
from windrow.tree.tree import TEXT

_WORD = re.compile(r"[^\W\d_]{2}")

__all__ = ["Anchors", "align_anchored"]


class Anchors:
    """The texts that all pages of a joined tree have once, and the nodes that hold them."""

    def __init__(self, tree: Tree, starts: Sequence[int]) -> None:
        said = [
            Counter(_texts(tree, start, start + tree.sizes[start]).values()) for start in starts
        ]
        once = {text for text, count in said[0].items() if count == 1} if len(said) > 1 else set()
        for counts in said[1:]:
            once = {text for text in once if counts[text] == 1}
        numbers = {text: k for k, text in enumerate(sorted(once))}
        texts = _texts(tree, 0, len(tree)) if numbers else {}
        self._tree = tree
        self._nodes = [node for node, text in texts.items() if text in numbers]
        self._numbers = [numbers[texts[node]] for node in self._nodes]

    def of(self, node: int) -> tuple[int, ...]:
        """Return the numbers of the texts in the subtree of *node*, in order; () for a list."""
        if node < 0 or not self._nodes:
            return ()
        start = bisect_left(self._nodes, node)
        end = bisect_left(self._nodes, node + self._tree.sizes[node], start)
        return tuple(self._numbers[start:end])


def _texts(tree: Tree, start: int, end: int) -> dict[int, str]:
    kinds = tree.kinds
    texts = ((node, tree.text(node)) for node in range(start, end) if kinds[node] & TEXT)
    # Numbers of rows and letters of the alphabet are on every page of a list.
    return {node: text for node, text in texts if _WORD.search(text)}


def align_anchored(
    align: Callable[[list[int], list[int]], list[tuple[int, int]]],
    anchors: Anchors,
    first: Sequence[int],
    second: Sequence[int],
) -> list[tuple[int, int]]:
    """Return the pairs of two rows of siblings: those with a text in common, the others between.

    *align* pairs siblings by their structure alone.
    """
    ours, theirs = [[{*anchors.of(node)} for node in line] for line in (first, second)]
    fixed = _common(ours, theirs) if any(ours) and any(theirs) else []
    pairs: list[tuple[int, int]] = []
    here = there = 0
    for left, right in [*fixed, (len(first), len(second))]:
        # A node with a text of the template does not match a node without one.
        own = [k for k in range(here, left) if not (fixed and ours[k])]
        other = [k for k in range(there, right) if not (fixed and theirs[k])]
        between = align([first[k] for k in own], [second[k] for k in other])
        pairs += [(own[a], other[b]) for a, b in between]
        pairs.append((left, right))
        here, there = left + 1, right + 1
    return pairs[:-1]


def _common(
    ours: Sequence[Collection[int]], theirs: Sequence[Collection[int]]
) -> list[tuple[int, int]]:
    """Return the longest row of pairs, in order, that have a text in common.

    A page says each text once, so that a node has few partners: a longest increasing run.
    """
    where = {number: j for j, said in enumerate(theirs) for number in said}
    found = [
        (i, {where[number] for number in said if number in where}) for i, said in enumerate(ours)
    ]
    pairs = [(i, min(partners)) for i, partners in found if partners]
    ends: list[int] = []  # the least last partner of a run of each length
    runs: list[int] = []  # which pair that is
    before: list[int] = []
    for k, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        before.append(runs[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        runs[length : length + 1] = [k]
    chosen = []
    at = runs[-1] if runs else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]
