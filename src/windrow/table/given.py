"""A table for output: without constant and minor columns, named in plain words or the page's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from windrow.model import Column, Table, Value

__all__ = ["given", "named_by_page", "renamed_row", "with_constants"]


def given(table: Table) -> Table:
    """Return *table* without its constant and its minor columns."""
    if not any(map(_holds_more, table.columns)):
        return table
    columns = _given(table.columns)
    rows = tuple([_given_row(row, columns) for row in table.rows])
    return replace(table, columns=columns, rows=rows)


def with_constants(table: Table) -> Table:
    """Return *table* with its constant columns as ordinary columns."""
    return replace(table, columns=tuple(map(_varied, table.columns)))


def named_by_page(table: Table) -> Table:
    """Return *table* with the page's own names for its columns, where it has any."""
    columns = _named_by_page(table.columns)
    rows = tuple([renamed_row(row, table.columns, columns) for row in table.rows])
    return replace(table, columns=columns, rows=rows)


def _named_by_page(columns: Sequence[Column]) -> tuple[Column, ...]:
    found: dict[str, Column] = {}
    for column in columns:
        own = column.label.strip(" :：") or column.name
        name = next(new for k in count(1) if (new := own if k == 1 else f"{own}_{k}") not in found)
        found[name] = replace(column, name=name, columns=_named_by_page(column.columns))
    return tuple(found.values())


def renamed_row(
    row: dict[str, Value], old: Sequence[Column], new: Sequence[Column]
) -> dict[str, Value]:
    """Return *row* with the cells of the *old* columns under the names of the *new* ones."""
    line: dict[str, Value] = {}
    for one, other in zip(old, new, strict=True):
        value = row.get(one.name)
        if isinstance(value, list):
            value = [renamed_row(inner, one.columns, other.columns) for inner in value]
        line[other.name] = value
    return line


def _holds_more(column: Column) -> bool:
    return column.constant or column.minor or any(map(_holds_more, column.columns))


def _given(columns: Sequence[Column]) -> tuple[Column, ...]:
    kept = (column for column in columns if not column.constant and not column.minor)
    return tuple(replace(c, columns=_given(c.columns)) if c.columns else c for c in kept)


def _given_row(row: dict[str, Value], columns: Sequence[Column]) -> dict[str, Value]:
    line: dict[str, Value] = {}
    for column in columns:
        value = row.get(column.name)
        if isinstance(value, list):
            value = [_given_row(inner, column.columns) for inner in value]
        line[column.name] = value
    return line


def _varied(column: Column) -> Column:
    return replace(column, constant=False, columns=tuple(map(_varied, column.columns)))
