"""The values of records in columns: values that pair, directly or through others."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.detect.ctvs.values import Item, pair_values
from windrow.detect.score import item_path
from windrow.model import Alignment, Cell, Field, Record
from windrow.tree import Kind, Tree

__all__ = ["align_values"]


def align_values(tree: Tree, records: Sequence[Record]) -> Alignment:
    """Return the items of the records in columns.

    References
    ----------
    [su2012] lines up all pairs of records, and then all pairs together. Here each record is paired
    with the one that has most items and with the one before it, which is linear in the records;
    what then has no column goes to one that its path has, if the record leaves it empty.
    """
    kinds: list[list[tuple[Kind, int]]] = []
    items: list[list[Item]] = []
    for record in records:
        own = [
            (kind, node, Item(f"{item_path(tree, record, node)}@{kind}", text))
            for root in record
            for node in tree.subtree(root)
            for kind, text in tree.items(node)
        ]
        kinds.append([(kind, node) for kind, node, _ in own])
        items.append([item for _, _, item in own])
    columns, rows = _columns(items)
    heads: list[tuple[Kind, str]] = [("text", "")] * len(columns)
    cells: list[list[Cell]] = [[None] * len(columns) for _ in records]
    for row, places in enumerate(rows):
        for at, column in enumerate(places):
            kind, node = kinds[row][at]
            heads[column] = kind, columns[column].path.rpartition("@")[0]
            cells[row][column] = node
    fields = tuple(
        Field(kind, path, any(row[k] is None for row in cells))
        for k, (kind, path) in enumerate(heads)
    )
    return Alignment(tree, fields, tuple(map(tuple, cells)))


def _columns(items: Sequence[Sequence[Item]]) -> tuple[list[Item], list[list[int]]]:
    """Return the columns, each by its first value, and the column of every item of each record."""
    longest = max(range(len(items)), key=lambda k: len(items[k]))
    columns = [*items[longest]]
    by_path: dict[str, list[int]] = {}
    for k, item in enumerate(columns):
        by_path.setdefault(item.path, []).append(k)
    rows: list[list[int]] = [[] for _ in items]
    rows[longest] = [*range(len(columns))]
    before = longest
    for own, mine in enumerate(items):
        if own == longest:
            continue
        found: dict[int, int] = {}
        used: set[int] = set()
        for other in dict.fromkeys((longest, before)):
            for at, theirs in pair_values(mine, items[other]):
                column = rows[other][theirs]
                if at not in found and column not in used:
                    found[at] = column
                    used.add(column)
        for at, item in enumerate(mine):
            if at not in found:
                found[at] = _column_for(item, columns, by_path, used)
                used.add(found[at])
        rows[own] = [found[at] for at in range(len(mine))]
        before = own
    return columns, rows


def _column_for(
    item: Item, columns: list[Item], by_path: dict[str, list[int]], used: set[int]
) -> int:
    """Return the first column of the item's path that the record leaves empty, or a new one."""
    known = by_path.setdefault(item.path, [])
    for column in known:
        if column not in used and pair_values([item], [columns[column]]):
            return column
    known.append(len(columns))
    columns.append(item)
    return len(columns) - 1
