"""Brings the rows inside records of several pages under common columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from windrow.model import Cell, Column, Field, Row
from windrow.table.words import unused

__all__ = ["rows_under", "widened"]

_Key: TypeAlias = tuple[str, str, int]


def widened(place: Field, column: Column, other: Field, theirs: Column) -> tuple[Field, Column]:
    """Return a field of rows and its column, with the columns inside that only *other* has.

    >>> name, year = Field("text", "b"), Field("text", "i")
    >>> one, two = Field("rows", fields=(name,)), Field("rows", fields=(year, name))
    >>> field, column = widened(
    ...     one, Column("crew", "rows", columns=(Column("who", "text"),)),
    ...     two, Column("crew", "rows", columns=(Column("year", "number"), Column("who", "text"))))
    >>> [inner.path for inner in field.fields], [inner.name for inner in column.columns]
    (['b', 'i'], ['who', 'year'])
    """
    known, names = {*_keys(place)}, [inner.name for inner in column.columns]
    fields, columns = [*place.fields], [*column.columns]
    for key, inner, own in zip(_keys(other), other.fields, theirs.columns, strict=True):
        if key not in known:
            names.append(unused(own.name, names))
            fields.append(inner)
            columns.append(replace(own, name=names[-1], optional=True))
    return replace(place, fields=tuple(fields)), replace(column, columns=tuple(columns))


def rows_under(common: Field, own: Field, cell: Cell) -> Cell:
    """Return a cell of the field *own* as one of *common*: rows with the same columns inside.

    >>> name, year = Field("text", "b"), Field("text", "i")
    >>> one, two = Field("rows", fields=(name, year)), Field("rows", fields=(year, name))
    >>> rows_under(one, two, ((7, 5),))
    ((5, 7),)
    """
    if not isinstance(cell, tuple) or common.fields == own.fields:
        return cell
    at = {key: k for k, key in enumerate(_keys(own))}
    places = [at.get(key) for key in _keys(common)]

    def line(row: Row) -> Row:
        return tuple(
            None if k is None else rows_under(inner, own.fields[k], row[k])
            for k, inner in zip(places, common.fields, strict=True)
        )

    return tuple(map(line, cell))


def _keys(place: Field) -> Iterator[_Key]:
    """Yield what pages share of each field inside: its kind, its path, its number among equals."""
    met: Counter[tuple[str, str]] = Counter()
    for inner in place.fields:
        met[inner.kind, inner.path] += 1
        yield inner.kind, inner.path, met[inner.kind, inner.path]
