"""Records as small trees, which the aligner matches with the seed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from windrow.model import Record
from windrow.tree import Tree

__all__ = ["ROOT", "RecordTree", "record_trees"]

# The label of the artificial root above a record's nodes, by definition not a label of a page.
ROOT = -1


class RecordTree:
    """The subtrees of a record below one artificial root; places are numbered in preorder.

    Records of the same labels (and marks) share it.
    """

    def __init__(self, tree: Tree, record: Record, marks: array[int] | None) -> None:
        self.marks = array("i")
        if marks is not None:
            self.marks.append(-1)
            for root in record:
                self.marks += marks[root : root + tree.sizes[root]]
        self.labels, self.sizes = array("i", [ROOT]), array("i", [0])
        for root in record:
            end = root + tree.sizes[root]
            self.labels += tree.labels[root:end]
            self.sizes += tree.sizes[root:end]
        self.sizes[0] = len(self.sizes)

    def path(self, tree: Tree, place: int) -> str:
        """Return the labels from the first level down to a place."""
        around = []
        while place:
            around.append(tree.names[self.labels[place]])
            place = self._parents[place]
        return "/".join(reversed(around))

    @cached_property
    def _parents(self) -> list[int]:
        """The place above each."""
        found = [0] * len(self.sizes)
        above: list[int] = []
        for place, size in enumerate(self.sizes):
            while above and above[-1] + self.sizes[above[-1]] <= place:
                above.pop()
            found[place] = above[-1] if above else 0
            if size > 1:
                above.append(place)
        return found


def record_trees(
    tree: Tree, records: Sequence[Record], marks: array[int] | None
) -> list[RecordTree]:
    """Return the trees of the records; those of one shape share one."""
    sizes, shapes = tree.sizes, tree.shapes
    known: dict[object, RecordTree] = {}
    trees = []
    for record in records:
        key: object
        if marks is None:
            key = tuple([shapes[root] for root in record])
        elif len(record) == 1:
            root = record[0]
            key = (shapes[root], marks[root : root + sizes[root]].tobytes())
        else:
            key = tuple([(shapes[r], marks[r : r + sizes[r]].tobytes()) for r in record])
        found = known.get(key)
        if found is None:
            found = known[key] = RecordTree(tree, record, marks)
        trees.append(found)
    return trees
