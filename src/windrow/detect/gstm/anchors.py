"""Texts that every page says once: the words of a template, by which its parts are told apart."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence

from windrow.tree import Tree
from windrow.tree.tree import TEXT

_WORD = re.compile(r"[^\W\d_]{2}")

__all__ = ["Anchors", "align_anchored"]


class Anchors:
    """The texts that all pages of a joined tree say once, and the nodes that say them."""

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
        # A node that says something of the template is no node that does not.
        own = [k for k in range(here, left) if not (fixed and ours[k])]
        other = [k for k in range(there, right) if not (fixed and theirs[k])]
        between = align([first[k] for k in own], [second[k] for k in other])
        pairs += [(own[a], other[b]) for a, b in between]
        pairs.append((left, right))
        here, there = left + 1, right + 1
    return pairs[:-1]


def _common(ours: Sequence[set[int]], theirs: Sequence[set[int]]) -> list[tuple[int, int]]:
    """Return the longest row of pairs, in order, that have a text in common."""
    best = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(theirs) - 1, -1, -1):
            shared = len(ours[i] & theirs[j])
            both = best[i + 1][j + 1] + shared if shared else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    pairs, i, j = [], 0, 0
    while i < len(ours) and j < len(theirs):
        shared = len(ours[i] & theirs[j])
        if shared and best[i][j] == best[i + 1][j + 1] + shared:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return pairs
