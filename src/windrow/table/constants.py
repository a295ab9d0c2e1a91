"""Constant columns of joined tables: constant on each page, a column may vary between pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from windrow.model import Column, Table, Value

__all__ = ["settled"]

_Rows: TypeAlias = Sequence[Mapping[str, Value]]


def settled(tables: Sequence[Table]) -> list[Table]:
    """Return *tables*, whose columns go by their names, with the same constant columns.

    >>> columns = Column("a", "text"), Column("b", "text", constant=True)
    >>> first, second = (Table(columns, ({"a": "1", "b": said},)) for said in ("NL", "DE"))
    >>> [column.constant for column in settled([first, second])[0].columns]
    [False, False]
    >>> [column.constant for column in settled([first, first])[0].columns]
    [False, True]
    """
    columns = _settled([(table.columns, table.rows) for table in tables])
    return [replace(table, columns=own) for table, own in zip(tables, columns, strict=True)]


def _settled(parts: Sequence[tuple[Sequence[Column], _Rows]]) -> list[tuple[Column, ...]]:
    marked = {column.name for columns, _ in parts for column in columns if column.constant}
    still = {name for name in marked if _says_one_thing(name, [rows for _, rows in parts])}
    found = [[replace(c, constant=c.name in still) for c in columns] for columns, _ in parts]
    for name in {c.name for columns, _ in parts for c in columns if c.columns}:
        places = [
            (part, at)
            for part, columns in enumerate(found)
            for at, column in enumerate(columns)
            if column.name == name
        ]
        lists = [(found[part][at].columns, _inner(name, parts[part][1])) for part, at in places]
        for (part, at), inner in zip(places, _settled(lists), strict=True):
            found[part][at] = replace(found[part][at], columns=inner)
    return [tuple(columns) for columns in found]


def _says_one_thing(name: str, tables: Sequence[_Rows]) -> bool:
    values = [row.get(name) for rows in tables for row in rows]
    return all(value == values[0] for value in values)


def _inner(name: str, rows: _Rows) -> _Rows:
    values = (row.get(name) for row in rows)
    return [inner for value in values if isinstance(value, list) for inner in value]
