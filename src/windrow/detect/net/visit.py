"""The walk through the page: every node's children are compared, the deepest nodes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from windrow.detect.net.links import Norm, link_children
from windrow.detect.net.prototype import grow_prototype
from windrow.detect.net.tables import RecordTable, draft_tables
from windrow.detect.net.tree import WorkTree
from windrow.tree import Tree
from windrow.tree.markup import CELLS

__all__ = ["Visit"]

# [liu2005]: nodes with fewer levels are not visited; their children are the parts of a record.
_LEAST_HEIGHT = 3


class Visit:
    """One walk through a page: the tables found, and the tree that remains."""

    def __init__(
        self, tree: Tree, *, threshold: float, norm: Norm, visual: bool, literal: bool
    ) -> None:
        self.tree = tree
        self.work = WorkTree(tree)
        self.tables: list[RecordTable] = []
        self.homes: dict[int, tuple[RecordTable, int]] = {}  # item of a prototype -> its column
        self._threshold, self._norm, self._visual = threshold, norm, visual
        self._literal = literal
        self._cell_counts: dict[int, Counter[int]] = {}

    def run(self, look: Callable[[int], None] | None = None) -> None:
        """Visit all nodes, children first; *look* sees each before its children are compared."""
        work, parents, heights = self.work, self.tree.parents, self.tree.heights
        # Preorder backwards is a post-order: the last sibling first.
        for node in range(len(self.tree) - 1, -1, -1):
            children = work.children[node]
            if children:
                children.reverse()
                if look is not None:
                    look(node)
                if len(children) > 1 and heights[node] >= _LEAST_HEIGHT:
                    self._match(node, children)
            work.seal(node)
            if node:
                work.children[parents[node]].append(node)

    def _match(self, node: int, children: list[int]) -> None:
        if not self._literal and self._is_table_row(node, children):
            return
        groups = link_children(
            self.work, children, threshold=self._threshold, norm=self._norm, visual=self._visual
        )
        if not any(group.linked for group in groups.values()):
            return
        for draft in draft_tables(self.work, children, groups, literal=self._literal):
            table = draft.table(node, self.homes)
            grow_prototype(self.work, draft, table)
            self.tables.append(table)
            for item, column in table.items.items():
                self.homes[item] = (table, column)

    def _is_table_row(self, node: int, children: list[int]) -> bool:
        """Return whether *node* is a row of cells like its neighbours; its cells are columns."""
        tree, parent = self.tree, self.tree.parents[node]
        if tree.label(node) != "tr" or parent < 0:
            return False
        if not all(tree.label(child) in CELLS for child in children):
            return False
        counts = self._cell_counts.get(parent)
        if counts is None:
            rows = [row for row in tree.children(parent) if tree.label(row) == "tr"]
            counts = Counter(len(tree.children(row)) for row in rows)
            self._cell_counts[parent] = counts
        return counts[len(children)] > 1
