"""The walk through the page: every node's children are compared, the deepest nodes first.

A table that was found is replaced by its prototype: the first record, grown by what only later
records have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from windrow.detect.net.links import Norm, ShapeGroup, link_children
from windrow.detect.net.tables import Child, Draft, RecordTable, draft_tables
from windrow.detect.net.tree import WorkTree
from windrow.detect.pieces import text_heads
from windrow.tree import Tree
from windrow.tree.markup import CELLS, PHRASES

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
                if self._is_left_open(node):
                    # Its end tag is missing: its children belong to the node around it.
                    work.hand_over(node, parents[node])
                    work.seal(node)
                    continue
                if len(children) > 1 and heights[node] >= _LEAST_HEIGHT:
                    self._match(node, children)
            work.seal(node)
            if node:
                work.children[parents[node]].append(node)

    def _is_left_open(self, node: int) -> bool:
        """Return whether *node* is a mark of words that was never closed and so holds the rest.

        Beyond [liu2005], which has boxes for that: a mark that ends with the mark of the same label
        around it, and holds more than words or is all that is in that mark. The parser opens such a
        mark again in each record after it.
        """
        tree, parent = self.tree, self.tree.parents[node]
        return (
            not self._literal
            and parent >= 0
            and tree.labels[node] == tree.labels[parent]
            and tree.label(node) in PHRASES
            and node + tree.sizes[node] == parent + tree.sizes[parent]
            and (node == parent + 1 or not tree.inline[node])
            and not tree.kinds[node]
        )

    def _match(self, node: int, children: list[int]) -> None:
        if not self._literal:
            if self._is_table_row(node, children):
                return
            # The first piece of a text with marks in it represents all pieces.
            children = text_heads(self.tree, children)
        groups = link_children(
            self.work, children, threshold=self._threshold, norm=self._norm, visual=self._visual
        )
        if not any(group.linked for group in groups.values()):
            return
        for draft in draft_tables(self.work, children, groups, literal=self._literal):
            table = draft.table(node, self.homes)
            _grow_prototype(self.work, draft, table)
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


def _grow_prototype(work: WorkTree, draft: Draft, table: RecordTable) -> None:
    """Give *table* its prototype and put it into *work* in the place of the records.

    References
    ----------
    [liu2005], GenPrototypes: items in columns the first record leaves empty are added at their
    place. We add the largest subtree nothing of which is in the prototype, not its paths alone.
    """
    growing = _GrowingPrototype(work, table)
    for children in draft.rows:
        growing.add(children)
    table.roots = growing.roots
    _replace(work, table)
    work.reseal(growing.touched, table.node)
    # A copy: when an outer prototype grows, parts of this one may move there.
    table.parts = [
        (node, work.sizes[node], work.items[node])
        for root in table.roots
        for node in work.subtree(root)
    ]


class _GrowingPrototype:
    """A prototype that is being built."""

    def __init__(self, work: WorkTree, table: RecordTable) -> None:
        self._work = work
        self._table = table
        self._column_of = {
            item: column for line in table.lines for column, item in line.cells.items()
        }
        self._filled: set[int] = set()
        # Group and which of it in the record -> offset -> node of the prototype.
        self._places: dict[tuple[ShapeGroup, int], dict[int, int]] = {}
        self.roots: list[int] = []
        self.touched: list[int] = []

    def add(self, children: list[Child]) -> None:
        """Add what the record of *children* has and the prototype lacks."""
        before = -1  # the root of the prototype after which a new one belongs
        seen: Counter[ShapeGroup] = Counter()
        for child in children:
            # Children of one shape have the same columns, so one of them is enough. Several of them
            # in one record are distinguished by their number.
            key = child.group, seen[child.group]
            seen[child.group] += 1
            if key not in self._places:
                self._places[key] = self._known(*key)
                self._add_child(child, self._places[key], before)
            before = self._places[key].get(0, before)

    def _known(self, group: ShapeGroup, number: int) -> dict[int, int]:
        found = {}
        for offset, (source, there) in group.counterparts.items():
            node = self._places.get((source, number), {}).get(there)
            if node is not None:
                found[offset] = node
        return found

    def _add_child(self, child: Child, places: dict[int, int], before: int) -> None:
        work = self._work
        nodes = work.subtree(child.node)
        if 0 not in places:
            at = self.roots.index(before) + 1 if before in self.roots else len(self.roots)
            self.roots.insert(at, child.node)
            self._take(nodes, range(len(nodes)), places)
            return
        # Sizes and children are read before anything moves.
        layout = [(offset, work.sizes[node]) for offset, node in enumerate(nodes)]
        offset_of = {node: offset for offset, node in enumerate(nodes)}
        parents = [offset_of.get(work.parents[node], 0) for node in nodes]
        previous: dict[int, int] = {}  # offset of a parent -> its last child with a place
        for offset, size in layout:
            node = nodes[offset]
            if offset in places:
                self._adopt(node, places[offset])
            elif parents[offset] in places and work.item_counts[node]:
                self._insert(node, places[parents[offset]], previous.get(parents[offset]))
                self._take(nodes, range(offset, offset + size), places)
            if offset in places and offset:
                previous[parents[offset]] = places[offset]

    def _take(self, nodes: list[int], offsets: range, places: dict[int, int]) -> None:
        for offset in offsets:
            places[offset] = nodes[offset]
            self._fill(self._work.items[nodes[offset]])

    def _adopt(self, node: int, place: int) -> None:
        item = self._work.items[node]
        if item >= 0 and self._work.items[place] < 0 and self._fill(item):
            self._work.adopt(place, item)
            self.touched.append(place)

    def _insert(self, node: int, parent: int, before: int | None) -> None:
        """Put *node* below *parent*, after *before* if that is a child of it."""
        siblings = self._work.children[parent]
        at = siblings.index(before) + 1 if before in siblings else 0
        self._work.replace(parent, [*siblings[:at], node, *siblings[at:]])
        self.touched.append(parent)

    def _fill(self, item: int) -> bool:
        column = self._column_of.get(item, -1)
        if column < 0 or column in self._filled:
            return False
        self._filled.add(column)
        self._table.items[item] = column
        return True


def _replace(work: WorkTree, table: RecordTable) -> None:
    """Put the prototype where the first record began; what is between records stays."""
    in_records = {node for line in table.lines for node in line.record}
    children = []
    for child in work.children[table.node]:
        if child == table.lines[0].record[0]:
            children += table.roots
        elif child not in in_records:
            children.append(child)
    work.replace(table.node, children)
