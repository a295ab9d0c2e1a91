"""Linked siblings become tables: columns of linked items, and a row for every record."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from windrow.detect.net.links import ShapeGroup
from windrow.detect.net.tree import WorkTree
from windrow.model import Record
from windrow.tree import Tree

__all__ = ["Child", "Draft", "RecordTable", "TableLine", "draft_tables"]

# Columns are ordered by numbers with this distance between neighbours, so that others fit between
# them: chosen, not measured.
_ROOM = 1 << 32

# Rows alternate if they share this part of their columns with a row at most this many rows later,
# and less, by the second factor, with nearer rows: as in MDR. Chosen, not measured.
_OFTEN = 0.8
_NEARER = 0.7
_MOST_PARTS = 5


@dataclass(slots=True)
class Child:
    """A child that holds items, what it is linked to, and its items with the roots of links."""

    node: int
    group: ShapeGroup
    items: list[int]

    @property
    def is_leaf(self) -> bool:
        """Whether the child is a single node."""
        return len(self.group.nodes) == 1


@dataclass(slots=True)
class TableLine:
    """A row of a table: its record, its items by column, and the lists that items represent."""

    record: Record
    cells: dict[int, int]
    inner: dict[int, tuple[RecordTable, int]] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class RecordTable:
    """The records below one node. An item may be the first of a whole column of an inner table."""

    node: int
    lines: list[TableLine]
    width: int
    roots: list[int] = field(default_factory=list)  # the prototype: children of the work tree
    parts: list[tuple[int, int, int]] = field(default_factory=list)  # its nodes, sizes and items
    items: dict[int, int] = field(default_factory=dict)  # item of the prototype -> column
    covered: bool = False


class Draft:
    """A table while it grows: columns can be put between others."""

    def __init__(self) -> None:
        self.rows: list[list[Child]] = []
        self.cells: list[dict[int, int]] = []
        self._order: list[int] = []  # numbers of the columns, ascending
        self._column_at: list[int] = []  # and which they are
        self._number: list[int] = []  # column -> its number
        self._column_of: dict[int, int] = {}  # root of links -> column
        self._current = -1
        self._part_columns: dict[tuple[int, int], int] = {}  # of rows that alternate

    def put(self, child: Child) -> None:
        """Put the items of *child* into this row, or the next.

        References
        ----------
        [liu2005], PutDataInTables: an item linked to an earlier column begins a row, which cuts
        records of several children apart. We also begin one where the cell is already filled.
        """
        if not self.rows or self._begins_row(child):
            self.rows.append([])
            self.cells.append({})
            self._current = -1
        row = self.cells[-1]
        for item, root in zip(child.items, child.group.roots, strict=True):
            column = self._column_of.get(root, -1)
            if column < 0:
                column = self._column_of[root] = self._insert()
            row[column] = item
            self._current = self._number[column]
        self.rows[-1].append(child)

    def _begins_row(self, child: Child) -> bool:
        row = self.cells[-1]
        for root in child.group.roots:
            column = self._column_of.get(root, -1)
            if column >= 0 and (self._number[column] <= self._current or column in row):
                return True
        return False

    def _insert(self) -> int:
        """Return a new column directly after the current one."""
        place = bisect_right(self._order, self._current)
        if place == len(self._order):
            number = max(self._current, 0) // _ROOM * _ROOM + _ROOM
        else:
            before = self._order[place - 1] if place else 0
            number = (before + self._order[place]) // 2
            if number == before:
                self._spread()
                return self._insert()
        self._order.insert(place, number)
        self._column_at.insert(place, len(self._number))
        self._number.append(number)
        return len(self._number) - 1

    def _spread(self) -> None:
        at = bisect_right(self._order, self._current) - 1
        self._order = [(k + 1) * _ROOM for k in range(len(self._order))]
        for number, column in zip(self._order, self._column_at, strict=True):
            self._number[column] = number
        self._current = self._order[at] if at >= 0 else -1

    def without_headings(self) -> None:
        """Remove leaves that open few of the rows from the records: they are headings of groups.

        Beyond [liu2005], where a heading is a part of the record below it, and two headings in a
        row are a record.
        """
        # A row of leaves alone does not count: it may be two headings, one after the other.
        whole = [
            row
            for children, row in zip(self.rows, self.cells, strict=True)
            if not all(child.is_leaf for child in children)
        ]
        filled = Counter(column for row in whole for column in row)
        for children, row in zip(self.rows, self.cells, strict=True):
            while children and children[0].is_leaf:
                column = self._column_of[children[0].group.roots[0]]
                if 2 * filled[column] >= len(whole):
                    break
                del row[column], children[0]
        self.cells = [row for row in self.cells if row]
        self.rows = [children for children in self.rows if children]

    def without_pairs(self, tree: Tree) -> None:
        """Cut rows that hold two children of one label, unless half of the rows do.

        Beyond [liu2005], where a record that is too different from its neighbour to be linked
        becomes a part of it.
        """
        pairs = [len({tree.labels[c.node] for c in row}) < len(row) for row in self.rows]
        if not 0 < 2 * sum(pairs) < len(pairs):
            return
        old_rows, old_cells, self.rows, self.cells = self.rows, self.cells, [], []
        for children, row, is_pair in zip(old_rows, old_cells, pairs, strict=True):
            column_of = {item: column for column, item in row.items()}
            seen: set[int] = set()
            for child in children:
                label = tree.labels[child.node]
                if not seen or (is_pair and label in seen):
                    self.rows.append([])
                    self.cells.append({})
                    seen = set()
                seen.add(label)
                self.rows[-1].append(child)
                self.cells[-1].update({column_of[item]: item for item in child.items})

    def without_strange_ends(self) -> None:
        """Remove the first and last rows that lack most columns that most rows have.

        Beyond [liu2005]: the bar above a list and the pager below it are built like a record, too.
        """
        usual = _usual([frozenset(row) for row in self.cells])
        for end in (0, -1):
            while len(self.cells) > 3 and self._is_strange(self.cells[end], usual):
                del self.cells[end], self.rows[end]

    def _is_strange(self, row: dict[int, int], usual: frozenset[int]) -> bool:
        own = frozenset(row)
        if 2 * len(usual & own) >= len(usual):
            return False
        return all(2 * _likeness(own, frozenset(other)) <= 1 for other in self.cells[1:-1])

    def join_alternating(self) -> None:
        """Make one row of rows that alternate.

        Beyond [liu2005], where a part of a record that looks like an earlier part of it begins a
        row.
        """
        columns = [frozenset(row) for row in self.cells]
        period = _period(columns)
        if period < 2:
            return
        kinds = [_usual(columns[k::period]) for k in range(period)]
        old_rows, old_cells, self.rows, self.cells = self.rows, self.cells, [], []
        before = period
        for children, row in zip(old_rows, old_cells, strict=True):
            kind = max(range(period), key=lambda k: (_likeness(frozenset(row), kinds[k]), -k))
            if kind <= before:
                self.rows.append([])
                self.cells.append({})
            before = kind
            self.rows[-1] += children
            self.cells[-1].update({self._part_column(kind, c): item for c, item in row.items()})

    def _part_column(self, kind: int, column: int) -> int:
        """Return the column that *column* is in the rows of a *kind*, a new one after all."""
        if not kind:
            return column
        found = self._part_columns.get((kind, column))
        if found is None:
            self._current = self._order[-1]
            found = self._part_columns[kind, column] = self._insert()
        return found

    def table(self, node: int, homes: dict[int, tuple[RecordTable, int]]) -> RecordTable:
        """Return the table, columns numbered in order; *homes* says what items represent."""
        used = {column for row in self.cells for column in row}
        places = [column for column in self._column_at if column in used]
        place_of = {column: place for place, column in enumerate(places)}
        lines = []
        for children, row in zip(self.rows, self.cells, strict=True):
            cells = {place_of[column]: item for column, item in row.items()}
            inner = {place: homes[item] for place, item in cells.items() if item in homes}
            for table, _ in inner.values():
                table.covered = True
            lines.append(TableLine(tuple(child.node for child in children), cells, inner))
        return RecordTable(node, lines, len(places))


def _period(columns: Sequence[frozenset[int]]) -> int:
    """Return after how many rows the same columns come again; 1 if neighbours have the same."""
    nearer = 0.0
    for lag in range(1, min(_MOST_PARTS, len(columns) // 3) + 1):
        pairs = [*zip(columns, columns[lag:], strict=False)]
        same = sum(_likeness(one, other) for one, other in pairs) / len(pairs)
        if same >= _OFTEN and nearer < _NEARER * same:
            return lag
        nearer = max(nearer, same)
    return 1


def _usual(rows: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the columns that most *rows* have."""
    filled = Counter(column for row in rows for column in row)
    return frozenset(column for column, count in filled.items() if 2 * count > len(rows))


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))


def draft_tables(
    work: WorkTree, children: Sequence[int], groups: dict[int, ShapeGroup], *, literal: bool
) -> list[Draft]:
    """Return the tables that the links between *children* make, with at least two rows each.

    References
    ----------
    [liu2005], PutDataInTables. The paper ends a table at every child that has items but no link.
    We end one only where no link crosses: an advert between two records does not cut
    their list, and two lists side by side do not become one.
    """
    drafts = [Draft()]
    for child, ends in _runs(work, children, groups, literal):
        if child is not None:
            drafts[-1].put(child)
        if ends:
            drafts.append(Draft())
    if not literal:
        for draft in drafts:
            draft.without_headings()
            draft.without_pairs(work.tree)
            draft.without_strange_ends()
            draft.join_alternating()
        # Leaves alone are the parts of a record, as in a node of two levels, never records.
        drafts = [d for d in drafts if not all(c.is_leaf for row in d.rows for c in row)]
    return [draft for draft in drafts if len(draft.rows) > 1]


def _runs(
    work: WorkTree, children: Sequence[int], groups: dict[int, ShapeGroup], literal: bool
) -> Iterator[tuple[Child | None, bool]]:
    """Yield the linked children, and whether a table ends after each of them."""
    linked = [child for child in children if child in groups and groups[child].linked]
    last = {root: child for child in linked for root in groups[child].roots}
    reach = -1
    for child in children:
        group = groups.get(child)
        if group is None or not group.linked:
            if literal and work.item_counts[child]:
                yield None, True
            continue
        # Children are in the order of their numbers, so the largest is the farthest.
        reach = max(reach, *[last[root] for root in group.roots])
        nodes = group.nodes if child == group.nodes[0] else work.subtree(child)
        items = [work.items[nodes[offset]] for offset in group.offsets]
        yield Child(child, group, items), not literal and reach == child
