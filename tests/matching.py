"""Simple tree matching of subtrees of one tree, as the tests of the kernel and of NET read it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from windrow.detect.net.links import Norm, normalised
from windrow.kernels.match import simple
from windrow.tree import Tree

__all__ = ["TreeMatching"]


class TreeMatching:
    """Matches subtrees of one tree, and remembers what it has matched.

    Scores are remembered by pairs of shapes, so that a thousand rows of one kind cost one
    comparison. With *visual*, nodes whose boxes are very different do not match ([liu2005]).
    """

    def __init__(self, tree: Tree, *, visual: bool = False) -> None:
        self._sizes = tree.sizes
        boxes = _sizes_as_boxes(tree) if visual and tree.boxes is not None else None
        # Boxes differ between subtrees of one shape, so scores are then kept by node.
        keys = tree.shapes if boxes is None else array("i", range(len(tree)))
        side = (tree.labels, tree.sizes, keys)
        self._matching = simple.Matching(*side, *side, boxes is None, boxes, boxes)

    def score(self, first: int, second: int) -> int:
        """Return how many nodes of two subtrees match at most, keeping order and levels."""
        return self._matching.score(first, second)

    def similarity(self, first: int, second: int, norm: Norm = "avg") -> float:
        """Return the score as a share of the nodes, 0..1: of their mean number, or of the larger.

        ``avg`` is what the authors of DEPTA and NET use, ``max`` is G-STM's ([jindal2010]).
        """
        score = self._matching.score(first, second)
        return normalised(score, self._sizes[first], self._sizes[second], norm)

    def similarities(self, nodes: Sequence[int], norm: Norm = "avg") -> list[list[float]]:
        """Return the similarity of every two of *nodes*."""
        wanted = array("i", nodes)
        scores = self._matching.scores(wanted, wanted)
        count = len(wanted)
        sizes = [self._sizes[node] for node in wanted]
        return [
            [normalised(scores[i * count + j], sizes[i], sizes[j], norm) for j in range(count)]
            for i in range(count)
        ]

    def pairs(self, first: int, second: int) -> list[tuple[int, int]]:
        """Return the matched nodes of a largest matching, of several the earliest in the tree."""
        flat = self._matching.pairs(first, second)
        return list(zip(flat[::2], flat[1::2], strict=True))


def _sizes_as_boxes(tree: Tree) -> array[float]:
    boxes = array("d", tree.boxes or ())
    # The rule does not apply to the page itself: its box is only the size of the window.
    boxes[0:4] = array("d", [float("nan")] * 4)
    return boxes
