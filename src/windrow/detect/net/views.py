"""What to show of a table that holds nothing but lists: one grid, or each list by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from windrow.detect.net.rows import parts
from windrow.detect.net.tables import Line, Table
from windrow.tree import Tree

__all__ = ["View", "views"]


@dataclass(slots=True)
class View:
    """A table as it is shown: its lines, and the prototype they have in common."""

    node: int
    lines: Sequence[Line]
    parts: list[tuple[int, int, int]]  # the prototype: nodes, sizes and items
    items: dict[int, int]  # item of the prototype -> column
    spread: bool = False  # the records stand below several nodes with one path
    pattern: int | None = None  # equal for lists that are alike


def views(tree: Tree, table: Table, *, literal: bool) -> Iterator[View]:
    """Yield what is to be shown of *table*.

    Beyond [liu2005], where a table of lists alone is shown like any other: its records would have
    no item of their own. Rows of cards are one list of cards. Two lists that only look alike
    stay two.
    """
    waiting = [View(table.node, table.lines, table.parts, table.items)]
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
                View(t.node, t.lines, t.parts, t.items, pattern=pattern) for t in reversed(inner)
            )


def _has_own_items(lines: Sequence[Line]) -> bool:
    """Return whether some column that is no part of a list is filled in half of the lines."""
    nested = {column for line in lines for column in line.inner}
    if not nested:
        return True
    filled: dict[int, int] = {}
    for line in lines:
        for column in line.cells.keys() - nested:
            filled[column] = filled.get(column, 0) + 1
    return any(2 * count >= len(lines) for count in filled.values())


def _is_grid(tree: Tree, lines: Sequence[Line]) -> bool:
    """Return whether *lines* are the rows of a grid: of equal length, but for the last."""
    # Two lists side by side are more often two lists than a grid of two rows.
    if len(lines) < 3 and tree.label(lines[0].record[0]) != "tr":
        return False
    *lengths, last = [sum(1 for _ in parts(line, set(line.cells))) for line in lines]
    return last <= lengths[0] and len(set(lengths)) == 1


def _are_apart(tree: Tree, lines: Sequence[Line]) -> bool:
    """Return whether no record stands inside another: lists of several levels are no grid."""
    records = sorted(line.record for line in lines)
    return all(
        max(node + tree.sizes[node] for node in record) <= min(following)
        for record, following in pairwise(records)
    )


def _joined(view: View) -> View:
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
    return View(widest.node, lines, widest.parts, items, spread=True, pattern=view.pattern)


def _inner_tables(lines: Sequence[Line]) -> list[Table]:
    return list({table: None for line in lines for table, _ in line.inner.values()})
