"""The identity of a record, so that the same one on two pages is one row."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from windrow.crawl.addresses import host_of, identity
from windrow.model import Column, Table, Value
from windrow.table.types import TYPES, typed

__all__ = ["RecordKey", "absolute", "all_cells", "link_columns", "record_key"]

RecordKey: TypeAlias = Callable[[Mapping[str, Value]], Hashable]
"""Returns the identity of a row."""

# Links tell records apart if nearly all records have one, and nearly all differ: ads and records
# without their own page are among the others. Chosen, not measured.
_FILLED, _DISTINCT = 0.8, 0.9


def absolute(table: Table) -> Table:
    """Return *table* with absolute addresses instead of relative ones."""
    if not table.base:
        return table
    rows = tuple(_absolute(row, table.columns, table.base) for row in table.rows)
    return replace(table, rows=rows)


def link_columns(table: Table, home: str) -> list[str]:
    """Return the columns whose links tell the records apart, on the site *home*, the best first."""
    found = []
    for column in table.columns:
        if column.type != "url":
            continue
        links = [row.get(column.name) for row in table.rows]
        own = [link for link in links if isinstance(link, str) and host_of(link) == host_of(home)]
        distinct = len({identity(link) for link in own})
        enough = len(own) >= _FILLED * len(links) and distinct >= _DISTINCT * len(own)
        if own and enough and identity(home) not in {identity(link) for link in own}:
            found.append((distinct, column.name))
    # If several identify equally many, take the first: the title comes before the rest.
    return [name for _, name in sorted(found, key=lambda one: -one[0])]


def record_key(table: Table, home: str, names: Sequence[str] = ()) -> RecordKey:
    """Return the key function for rows of tables like *table*: by *names*, a link, or all cells.

    >>> row = {"title": "Ant", "link": "http://a.com/1?sid=7"}
    >>> columns = (Column("title", "text"), Column("link", "url"))
    >>> record_key(Table(columns, (row,)), "http://a.com/")(row)
    ('//a.com/1',)
    """
    links = [name for name in link_columns(table, home) if not names]
    chosen = (*names,) or (*links[:1],)
    if not chosen:
        return all_cells
    return lambda row: _key(row, chosen) or all_cells(row)


def _key(row: Mapping[str, Value], names: Sequence[str]) -> Hashable:
    values = tuple(_plain(row.get(name)) for name in names)
    return values if any(value is not None for value in values) else None


def all_cells(row: Mapping[str, Value]) -> Hashable:
    """Return the identity of a row by all its cells."""
    return tuple(sorted((name, _plain(value)) for name, value in row.items()))


def _plain(value: Value) -> str | None:
    if isinstance(value, list):
        return repr(value)
    is_address = value is not None and value.startswith(("http://", "https://"))
    return identity(value) if is_address and value is not None else value


def _absolute(row: Mapping[str, Value], columns: Sequence[Column], base: str) -> dict[str, Value]:
    found = dict(row)
    for column in columns:
        value = row.get(column.name)
        if isinstance(value, list):
            found[column.name] = [_absolute(one, column.columns, base) for one in value]
        elif value is not None and TYPES[column.type].address:
            found[column.name] = str(typed(value, column, base=base))
    return found
