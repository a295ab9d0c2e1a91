"""Which items of siblings mean the same thing: NET's matching of all pairs and its links."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from windrow.detect.net.tree import FlatTrees, WorkTree
from windrow.kernels.match import simple

__all__ = ["Norm", "ShapeGroup", "link_children", "normalised"]

Norm = Literal["avg", "max"]

# Bounds for hostile pages. All pairs of up to 1,000 different children are compared; of more
# children, each is compared with as many later ones as keep the number of comparisons, but with at
# least the second number. Chosen, not measured.
_PAIRS = 1_000_000
_LEAST_REACH = 50
# Two subtrees are not compared if the product of their sizes is larger: the matrix would not fit
# into memory. Chosen, not measured.
_CELLS = 20_000_000
# The most scores remembered before they are dropped: chosen, not measured.
_REMEMBERED = 200_000
# Children of one shape whose boxes conflict make groups of their own, at most this many: chosen,
# not measured.
_LAYOUTS = 4


@dataclass(eq=False, slots=True)
class ShapeGroup:
    """Children of one shape: they are linked in the same way, which is decided once for all.

    *roots* says for every item of the shape where its chain of links begins: items with one root
    mean the same thing, and the first of them is the root itself.
    """

    nodes: list[int]  # the subtree of the first child, in preorder
    offsets: list[int]  # which of the nodes hold items
    roots: list[int]  # the item that begins the chain of each of them
    linked: bool = False
    start: int = -1  # where the subtree begins among the flat trees
    paths: list[int] = field(default_factory=list)  # the path of labels to each item
    counterparts: dict[int, tuple[ShapeGroup, int]] = field(default_factory=dict)
    open: dict[int, int] = field(default_factory=dict)  # unlinked offset -> place in roots
    open_paths: set[int] = field(default_factory=set)

    def close(self, offset: int, root: int) -> None:
        """Link the item at *offset* to the chain of *root*."""
        self.roots[self.open.pop(offset)] = root


def link_children(
    work: WorkTree, children: Sequence[int], *, threshold: float, norm: Norm, visual: bool
) -> dict[int, ShapeGroup]:
    """Return the group of each of *children* that may be like another, with its links.

    References
    ----------
    [liu2005], Match: every child is compared with every later one that still has items without a
    link. A pair is not compared if no open item of the later one has a path of labels that the
    earlier one has: the matching keeps paths, so nothing is lost.
    """
    linking = _Linking(work, threshold, norm, visual and work.tree.boxes is not None)
    labels = work.tree.labels
    filled = [child for child in children if work.item_counts[child]]
    counts = Counter(labels[child] for child in filled)
    for child in filled:
        if counts[labels[child]] > 1:
            linking.add(child)
    linking.link()
    return linking.group_of


class _Linking:
    """The children of one node while they are compared."""

    def __init__(self, work: WorkTree, threshold: float, norm: Norm, visual: bool) -> None:
        self._work, self._visual = work, visual
        self._threshold, self._norm = threshold, norm
        self._flat = FlatTrees()
        self._by_key: dict[int, list[ShapeGroup]] = {}
        self._groups: list[ShapeGroup] = []
        self.group_of: dict[int, ShapeGroup] = {}

    def add(self, child: int) -> None:
        groups = self._by_key.setdefault(self._work.keys[child], [])
        group = self._fitting(child, groups)
        if group is None:
            group = self._new_group(child)
            groups.append(group)
            self._groups.append(group)
        else:
            group.linked = True
        self.group_of[child] = group

    def _fitting(self, child: int, groups: list[ShapeGroup]) -> ShapeGroup | None:
        if not self._visual or not groups:
            return groups[0] if groups else None
        nodes = self._work.subtree(child)
        for group in groups:
            if not _conflict(self._work, group.nodes, nodes):
                return group
        return groups[-1] if len(groups) >= _LAYOUTS else None

    def _new_group(self, child: int) -> ShapeGroup:
        items = self._work.items
        nodes = self._work.subtree(child)
        offsets = [offset for offset, node in enumerate(nodes) if items[node] >= 0]
        return ShapeGroup(nodes, offsets, [items[nodes[offset]] for offset in offsets])

    def _prepare(self, group: ShapeGroup) -> None:
        """Add what only the comparison with other groups needs."""
        numbers = self._work.path_numbers(group.nodes)
        group.start = self._flat.add(self._work, group.nodes, boxes=self._visual)
        group.paths = [numbers[offset] for offset in group.offsets]
        group.open = {offset: place for place, offset in enumerate(group.offsets)}
        group.open_paths = set(group.paths)

    def link(self) -> None:
        if len(self._groups) < 2:
            return
        for group in self._groups:
            self._prepare(group)
        reach = max(_LEAST_REACH, 2 * _PAIRS // len(self._groups))
        matching, compared = self._flat.matching(visual=self._visual), 0
        waiting = iter(self._groups)
        # The next groups with open items. Only these are compared again, however many there are.
        near = [*islice(waiting, reach + 1)]
        while near:
            first, rest = near[0], near[1:]
            candidates = self._candidates(first, rest)
            if candidates:
                compared += len(candidates)
                for second in self._alike(matching, first, candidates):
                    _link(matching, first, second)
            near = [group for group in rest if group.open]
            near += islice(waiting, reach + 1 - len(near))
            if compared > _REMEMBERED:
                matching, compared = self._flat.matching(visual=self._visual), 0

    def _candidates(self, first: ShapeGroup, rest: list[ShapeGroup]) -> list[ShapeGroup]:
        labels = self._work.tree.labels
        label, size, paths = labels[first.nodes[0]], len(first.nodes), set(first.paths)
        # The smaller tree bounds the score, and with it the similarity, in both norms.
        ratio = self._threshold / (2 - self._threshold)
        return [
            group
            for group in rest
            if labels[group.nodes[0]] == label
            and ratio * size < len(group.nodes)
            and ratio * len(group.nodes) < size
            and not paths.isdisjoint(group.open_paths)
            and size * len(group.nodes) < _CELLS
        ]

    def _alike(
        self, matching: simple.Matching, first: ShapeGroup, candidates: list[ShapeGroup]
    ) -> list[ShapeGroup]:
        starts = array("i", [group.start for group in candidates])
        scores = matching.scores(array("i", [first.start]), starts)
        size = len(first.nodes)
        return [
            group
            for group, score in zip(candidates, scores, strict=True)
            if normalised(score, size, len(group.nodes), self._norm) > self._threshold
        ]


def _link(matching: simple.Matching, first: ShapeGroup, second: ShapeGroup) -> None:
    """Link the items the matching pairs; an item keeps the first link it was given."""
    pairs = matching.pairs(first.start, second.start)
    place_of = {offset: place for place, offset in enumerate(first.offsets)}
    taken = {
        second.roots[k] for k, offset in enumerate(second.offsets) if offset not in second.open
    }
    for k in range(0, len(pairs), 2):
        source, offset = pairs[k] - first.start, pairs[k + 1] - second.start
        if offset in second.open and source in place_of:
            root = first.roots[place_of[source]]
            if root in taken:
                continue
            second.close(offset, root)
            taken.add(root)
            first.linked = second.linked = True
        second.counterparts.setdefault(offset, (first, source))
    second.open_paths = {second.paths[place] for place in second.open.values()}


def normalised(score: int, first_size: int, second_size: int, norm: Norm) -> float:
    """Return a matching *score* as a share of the two sizes."""
    if norm == "max":
        return score / max(first_size, second_size)
    return 2 * score / (first_size + second_size)


def _conflict(work: WorkTree, first: list[int], second: list[int]) -> bool:
    """Return whether two subtrees of one shape conflict visually anywhere."""
    flat = FlatTrees()
    starts = [flat.add(work, nodes, boxes=True) for nodes in (first, second)]
    return flat.matching(visual=True).score(*starts) < len(first)
