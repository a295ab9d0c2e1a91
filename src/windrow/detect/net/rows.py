"""Tables as they are shown: tables inside tables become nested rows, or are expanded as printed.

A table that holds only lists is shown as one grid, or as separate lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated

from windrow.align.sparse import worth_keeping
from windrow.detect.net.tables import RecordTable, TableLine
from windrow.detect.score import item_path
from windrow.model import Alignment, Cell, Field, FieldKind, Row
from windrow.plain import WHOLE
from windrow.tree import Tree
from windrow.tree.tree import KIND_BITS

__all__ = ["ColumnPlace", "TableView", "alignment", "expanded", "places", "views"]

_BITS: dict[FieldKind, int] = {kind: bit for bit, kind in KIND_BITS}

# Lists nested deeper than this show their first row only: chosen, not measured.
_DEEPEST = 24


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """A field and the column of the table it reads; for a nested list the columns of its rows."""

    kind: FieldKind
    optional: Annotated[bool, WHOLE] = field(default=False, kw_only=True)
    column: int = -1
    path: str = ""
    places: tuple[ColumnPlace, ...] = ()

    def check(self) -> None:
        """Refuse a list without places for its rows, and anything else without a column."""
        if self.kind == "run" or (self.kind == "rows") != (self.column < 0):
            raise ValueError("column: the rows of a list have one each, not the list itself")

    @property
    def field(self) -> Field:
        """The field of the alignment for this place."""
        return Field(self.kind, self.path, self.optional, tuple(p.field for p in self.places))

    @property
    def columns(self) -> set[int]:
        """All columns this place reads."""
        return {self.column} if self.column >= 0 else set().union(*(p.columns for p in self.places))


def places(tree: Tree, lines: Sequence[TableLine], depth: int = 0) -> tuple[ColumnPlace, ...]:
    """Return the fields of *lines*, in the order of their columns.

    Columns that are a list in any of the lines are one field of the kind ``rows``.
    """
    groups = _nested_columns(lines) if depth < _DEEPEST else {}
    counts: Counter[tuple[int, int]] = Counter()  # column, bit of a kind -> lines that have it
    example: dict[int, tuple[TableLine, int]] = {}
    for line in lines:
        for column, item in line.cells.items():
            if column not in groups:
                for bit, _ in KIND_BITS:
                    if tree.kinds[item] & bit:
                        counts[column, bit] += 1
                example.setdefault(column, (line, item))
    found: list[tuple[int, ColumnPlace]] = []
    every = [*counts]
    kept = {every[k] for k in worth_keeping([*counts.values()], len(lines))}
    for column, (line, item) in example.items():
        path = item_path(tree, line.record, item)
        for bit, kind in KIND_BITS:
            if (column, bit) in kept:
                optional = counts[column, bit] < len(lines)
                found.append((column, ColumnPlace(kind, column, path, optional=optional)))
    for members in {id(group): group for group in groups.values()}.values():
        inner = [part for line in lines for part in parts(line, members)]
        optional = any(members.isdisjoint(line.cells) for line in lines)
        rows = ColumnPlace("rows", optional=optional, places=places(tree, inner, depth + 1))
        found.append((min(members), rows))
    return tuple(place for _, place in sorted(found, key=lambda pair: pair[0]))


def alignment(tree: Tree, lines: Sequence[TableLine], fields: tuple[ColumnPlace, ...]) -> Alignment:
    """Return *lines* as rows below *fields*."""
    reader = _LineReader(tree, fields)
    return Alignment(tree, tuple(place.field for place in fields), tuple(map(reader.row, lines)))


def expanded(lines: Sequence[TableLine], depth: int = 0) -> Iterator[TableLine]:
    """Yield *lines*, those with inner lists once for every row of a list.

    References
    ----------
    [liu2005], fig. 10: the items of the outer record are copied into each. The paper shows one
    list per record; the rows of several lists follow each other, as combining every row with every
    other would claim what the page does not say.
    """
    for line in lines:
        columns = set(line.inner)
        if not columns or depth >= _DEEPEST:
            yield TableLine(line.record, line.cells)
            continue
        outer = {column: item for column, item in line.cells.items() if column not in columns}
        for part in expanded(list(parts(line, columns)), depth + 1):
            yield TableLine(part.record, outer | part.cells)


def _nested_columns(lines: Sequence[TableLine]) -> dict[int, set[int]]:
    """Return for every column that is part of a list the columns of that list."""
    groups: dict[int, set[int]] = {}
    for line in lines:
        tables: dict[RecordTable, int] = {}
        for column, (table, _) in line.inner.items():
            other = tables.setdefault(table, column)
            first, second = groups.setdefault(column, {column}), groups.setdefault(other, {other})
            if first is not second:
                larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
                larger |= smaller
                for member in smaller:
                    groups[member] = larger
    return groups


def parts(line: TableLine, columns: set[int]) -> Iterator[TableLine]:
    """Yield the rows of the lists *line* has in *columns*; other items are a row of their own."""
    tables: dict[RecordTable | None, dict[int, int]] = {}
    for column in sorted(columns & line.cells.keys()):
        table, inner = line.inner.get(column, (None, column))
        tables.setdefault(table, {})[inner] = column
    for table, outer in tables.items():
        if table is None:
            yield TableLine(line.record, {column: line.cells[column] for column in outer})
            continue
        for row in table.lines:
            cells = {outer[column]: item for column, item in row.cells.items() if column in outer}
            inner_lists = {outer[c]: home for c, home in row.inner.items() if c in outer}
            if cells:
                yield TableLine(row.record, cells, inner_lists)


class _LineReader:
    """Turns lines into rows. A line fills few of many columns, so only those are visited."""

    def __init__(self, tree: Tree, fields: tuple[ColumnPlace, ...]) -> None:
        self._kinds = tree.kinds
        self._width = len(fields)
        self._cells: dict[int, list[tuple[int, int]]] = {}  # column -> places in the row, bits
        self._lists: list[tuple[int, set[int], _LineReader]] = []
        for k, place in enumerate(fields):
            if place.kind == "rows":
                self._lists.append((k, place.columns, _LineReader(tree, place.places)))
            else:
                self._cells.setdefault(place.column, []).append((k, _BITS[place.kind]))

    def row(self, line: TableLine) -> Row:
        """Return the cells of *line*."""
        row: list[Cell] = [None] * self._width
        for column, item in line.cells.items():
            for k, bit in self._cells.get(column, ()):
                if self._kinds[item] & bit:
                    row[k] = item
        for k, columns, reader in self._lists:
            row[k] = tuple(map(reader.row, parts(line, columns))) or None
        return tuple(row)


@dataclass(slots=True)
class TableView:
    """A table as it is shown: its lines, and the prototype they have in common."""

    node: int
    lines: Sequence[TableLine]
    parts: list[tuple[int, int, int]]  # the prototype: nodes, sizes and items
    items: dict[int, int]  # item of the prototype -> column
    spread: bool = False  # the records lie below several nodes with one path
    pattern: int | None = None  # equal for lists that are alike


def views(tree: Tree, table: RecordTable, *, literal: bool) -> Iterator[TableView]:
    """Yield the views of *table*.

    Beyond [liu2005], where a table that holds only lists is shown like any other, although its
    records have no items of their own. Rows of cards are one list of cards; two lists that only
    look alike stay two.
    """
    waiting = [TableView(table.node, table.lines, table.parts, table.items)]
    while waiting:
        view = waiting.pop()
        if literal or _has_own_items(view.lines):
            yield view
        elif _is_grid(tree, view.lines) and _are_apart(tree, (whole := _joined(view)).lines):
            waiting.append(whole)
        else:
            inner = _inner_tables(view.lines)
            pattern = view.node if view.pattern is None else view.pattern
            waiting += (
                TableView(t.node, t.lines, t.parts, t.items, pattern=pattern)
                for t in reversed(inner)
            )


def _has_own_items(lines: Sequence[TableLine]) -> bool:
    """Return whether a column outside lists is filled in at least half of the lines."""
    nested = {column for line in lines for column in line.inner}
    if not nested:
        return True
    filled: dict[int, int] = {}
    for line in lines:
        for column in line.cells.keys() - nested:
            filled[column] = filled.get(column, 0) + 1
    return any(2 * count >= len(lines) for count in filled.values())


def _is_grid(tree: Tree, lines: Sequence[TableLine]) -> bool:
    """Return whether *lines* are the rows of a grid: of equal length, except the last."""
    # Two lists side by side are more often two lists than a grid of two rows.
    if len(lines) < 3 and tree.label(lines[0].record[0]) != "tr":
        return False
    *lengths, last = [sum(1 for _ in parts(line, set(line.cells))) for line in lines]
    return last <= lengths[0] and len(set(lengths)) == 1


def _are_apart(tree: Tree, lines: Sequence[TableLine]) -> bool:
    """Return whether no record lies inside another: lists of several levels are not a grid."""
    records = sorted(line.record for line in lines)
    return all(
        max(node + tree.sizes[node] for node in record) <= min(following)
        for record, following in pairwise(records)
    )


def _joined(view: TableView) -> TableView:
    """Return the view of all inner rows as the lines of one table."""
    columns = {column for line in view.lines for column in line.cells}
    lines = [part for line in view.lines for part in parts(line, columns)]
    widest = max(_inner_tables(view.lines), key=lambda table: table.width)
    column_of = {
        inner: column
        for line in view.lines
        for column, (table, inner) in line.inner.items()
        if table is widest
    }
    items = {item: column_of[c] for item, c in widest.items.items() if c in column_of}
    return TableView(widest.node, lines, widest.parts, items, spread=True, pattern=view.pattern)


def _inner_tables(lines: Sequence[TableLine]) -> list[RecordTable]:
    return list({table: None for line in lines for table, _ in line.inner.values()})
