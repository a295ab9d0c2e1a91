"""How a table that holds nothing but lists is shown: as one grid, or each list by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from windrow.detect.net.rows import parts
from windrow.detect.net.tables import RecordTable, TableLine
from windrow.tree import Tree

__all__ = ["TableView", "views"]


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
    """Return whether a column outside lists is filled in half of the lines."""
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
