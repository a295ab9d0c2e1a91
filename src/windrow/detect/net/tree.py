"""The page as NET reshapes it: a found list is replaced by the prototype of its records."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from windrow.kernels.match import simple
from windrow.tree import Tree

__all__ = ["FlatTrees", "WorkTree"]

_NO_BOX = array("d", [float("nan")] * 4)


class WorkTree:
    """A copy of a tree whose children can be replaced; nodes keep their numbers and levels.

    A node is sealed when nothing below it will change: it then has a size and a key, and equal
    keys mean subtrees of equal labels with items at the same places. A subtree in which nothing
    was replaced is still a slice of the page's own arrays, and is copied as one.
    """

    def __init__(self, tree: Tree) -> None:
        count = len(tree)
        self.tree = tree
        self.children: list[list[int]] = [[] for _ in range(count)]
        self.parents = array("i", tree.parents)
        self.items = [node if kinds else -1 for node, kinds in enumerate(tree.kinds)]
        self.item_counts = [1 if kinds else 0 for kinds in tree.kinds]
        self.keys = array("i", bytes(4 * count))
        self.sizes = array("i", tree.sizes)
        self.changed = bytearray(count)
        self._numbers: dict[tuple[int, ...], int] = {}
        self._paths: dict[tuple[int, int], int] = {}

    def seal(self, node: int) -> None:
        """Give *node* its key and counts; its children are sealed."""
        keys, children = self.keys, self.children[node]
        label = 2 * self.tree.labels[node] + (self.items[node] >= 0)
        if not children:
            self.sizes[node], self.item_counts[node] = 1, label & 1
            keys[node] = self._numbers.setdefault((label,), len(self._numbers))
            return
        size, items, changed = 1, label & 1, self.changed[node]
        for child in children:
            size += self.sizes[child]
            items += self.item_counts[child]
            changed |= self.changed[child]
        self.sizes[node], self.item_counts[node], self.changed[node] = size, items, changed
        shape = (label, *[keys[child] for child in children])
        keys[node] = self._numbers.setdefault(shape, len(self._numbers))

    def replace(self, node: int, children: list[int]) -> None:
        """Make *children* the children of *node*; seal the node afterwards."""
        self.children[node] = children
        self.changed[node] = 1
        for child in children:
            self.parents[child] = node

    def hand_over(self, node: int, parent: int) -> None:
        """Give the children of *node* to *parent*, whose own are still in reverse order."""
        self.children[parent] += reversed(self.children[node])
        for child in self.children[node]:
            self.parents[child] = parent
        self.children[node] = []
        self.changed[node] = self.changed[parent] = 1

    def adopt(self, node: int, item: int) -> None:
        """Let *node*, which holds nothing, represent *item*."""
        self.items[node] = item
        self.changed[node] = 1

    def reseal(self, nodes: Iterable[int], top: int) -> None:
        """Seal *nodes* again, and the nodes between them and *top*."""
        touched = set()
        for node in nodes:
            while node != top and node not in touched:
                touched.add(node)
                node = self.parents[node]
        depths = self.tree.depths
        for node in sorted(touched, key=lambda node: -depths[node]):
            self.seal(node)

    def subtree(self, node: int) -> list[int]:
        """Return the nodes below *node* as they are now, itself first, in preorder."""
        if not self.changed[node]:
            return list(range(node, node + self.sizes[node]))
        found = []
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if self.changed[node]:
                found.append(node)
                waiting += reversed(self.children[node])
            else:
                found += range(node, node + self.sizes[node])
        return found

    def path_numbers(self, nodes: list[int]) -> list[int]:
        """Return a number for the path of labels to each of *nodes*, a subtree in preorder."""
        found: list[int] = []
        labels, sizes, paths = self.tree.labels, self.sizes, self._paths
        open_paths: list[tuple[int, int]] = [(len(nodes), -1)]
        for place, node in enumerate(nodes):
            while open_paths[-1][0] == place:
                open_paths.pop()
            path = paths.setdefault((open_paths[-1][1], labels[node]), len(paths))
            found.append(path)
            if sizes[node] > 1:
                open_paths.append((place + sizes[node], path))
        return found


@dataclass(slots=True)
class FlatTrees:
    """Subtrees of a work tree one after the other, as the matching kernel reads them."""

    labels: array[int] = field(default_factory=lambda: array("i"))
    sizes: array[int] = field(default_factory=lambda: array("i"))
    keys: array[int] = field(default_factory=lambda: array("i"))
    boxes: array[float] = field(default_factory=lambda: array("d"))

    def add(self, work: WorkTree, nodes: list[int], *, boxes: bool = False) -> int:
        """Append the subtree of *nodes* (in preorder) and return where it starts."""
        start = len(self.labels)
        labels, first, size = work.tree.labels, nodes[0], len(nodes)
        if not work.changed[first]:
            self.labels += labels[first : first + size]
            self.sizes += work.sizes[first : first + size]
            self.keys += work.keys[first : first + size]
        else:
            self.labels.extend([labels[node] for node in nodes])
            self.sizes.extend([work.sizes[node] for node in nodes])
            self.keys.extend([work.keys[node] for node in nodes])
        if boxes and work.tree.boxes is not None:
            for node in nodes:
                # The rule does not apply to the page itself: its box is the size of the window.
                self.boxes += work.tree.boxes[4 * node : 4 * node + 4] if node else _NO_BOX
        return start

    def matching(self, *, visual: bool) -> simple.Matching:
        """Return the matching of these trees with each other, with *visual* by their boxes too."""
        # Boxes differ between subtrees of one shape, so scores are then kept by node.
        keys = array("i", range(len(self.labels))) if visual else self.keys
        boxes = self.boxes if visual else None
        side = (self.labels, self.sizes, keys)
        return simple.Matching(*side, *side, not visual, boxes, boxes)
