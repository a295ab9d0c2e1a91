"""Records as small trees, which the aligner matches with the seed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from windrow.kernels.align import records as kernel
from windrow.model import Record
from windrow.tree import Tree

__all__ = ["ROOT", "RecordTree", "record_trees"]

# The label of the artificial root above a record's nodes, by definition not a label of a page.
ROOT = -1
# Arrays made from others cost a fraction of those made from lists.
_ROOT, _NONE = array("i", (ROOT,)), array("i")


class RecordTree:
    """The subtrees of a record below one artificial root; places are numbered in preorder.

    Records of the same labels (and marks) share it.
    """

    def __init__(self, tree: Tree, record: Record, marks: array[int] | None) -> None:
        sizes = tree.sizes
        parts = [slice(root, root + sizes[root]) for root in record]
        self.labels = _below_root(tree.labels, parts)
        self.sizes = _below_root(sizes, parts)
        self.sizes[0] = len(self.sizes)
        self.marks = _NONE if marks is None else _below_root(marks, parts)

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


def _below_root(numbers: array[int], parts: Sequence[slice]) -> array[int]:
    """Return the numbers of the nodes in *parts*, and before them that of the root."""
    found = _ROOT[:]
    for part in parts:
        found += numbers[part]
    return found


def record_trees(
    tree: Tree,
    records: Sequence[Record],
    roots: array[int],
    ends: array[int],
    marks: array[int] | None,
) -> list[RecordTree]:
    """Return the trees of the records; those of one shape share one.

    *roots* are those of all records, and *ends* say where each record's are.
    """
    firsts = kernel.alike(roots, ends, tree.shapes, tree.sizes, marks)
    known = {first: RecordTree(tree, records[first], marks) for first in {*firsts}}
    return [known[first] for first in firsts]
