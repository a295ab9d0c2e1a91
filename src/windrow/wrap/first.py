"""Chooses which of the lists of a wrapper comes first on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from windrow.model import Column, Table, Value

__all__ = ["first_comes"]


def first_comes(own: Sequence[Table], others: Iterable[Table]) -> list[Table]:
    """Return the tables of a page: *own*, then the *others* as they were learned.

    If *own* has no record on this page, the table with the most text comes first.

    >>> empty, menu = Table((), ()), Table((Column("a", "text"),), ({"a": "Home"},))
    >>> results = Table((Column("b", "text"),), ({"b": "Wooden hay rake"},))
    >>> [len(str(table)) for table in first_comes([empty], [menu, results])]
    [17, 6, 0]
    """
    found = [*own, *others]
    if any(table.rows for table in own):
        return sorted(found, key=lambda table: not table.rows)
    return sorted(found, key=lambda table: -_said(table.columns, table.rows))


def _said(columns: Sequence[Column], rows: Iterable[Mapping[str, Value]]) -> int:
    """Return how many characters of text rows have, without addresses."""
    words = {column.name: column.columns for column in columns if column.type != "url"}
    total = 0
    for row in rows:
        for name, inner in words.items():
            value = row.get(name)
            if isinstance(value, list):
                total += _said(inner, value)
            elif value is not None:
                total += len(value)
    return total
