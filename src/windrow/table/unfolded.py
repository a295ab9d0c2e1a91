"""Nested rows unfolded: the outer row is repeated for every row of a list in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from windrow.model import Column, Table, Value
from windrow.table.words import unique

__all__ = ["unfolded"]


def unfolded(table: Table) -> Table:
    """Return *table* without nested rows; a row without any stays as it is.

    >>> sizes = Column("sizes", "rows", columns=(Column("size", "text"),))
    >>> rows = ({"name": "Jar", "sizes": [{"size": "S"}, {"size": "L"}]}, {"name": "Rack"})
    >>> [*unfolded(Table((Column("name", "text"), sizes), rows)).rows]
    [{'name': 'Jar', 'size': 'S'}, {'name': 'Jar', 'size': 'L'}, {'name': 'Rack', 'size': None}]

    References
    ----------
    [liu2005], fig. 10, for one list a record. The rows of several lists follow each other, as
    combining every row with every other would claim what the page does not say.
    """
    while any(column.columns for column in table.columns):
        table = _unfolded_once(table)
    return table


def _unfolded_once(table: Table) -> Table:
    columns: list[Column] = []
    homes: list[tuple[str, str]] = []  # the list a column comes from, or ""; its name there
    for column in table.columns:
        inner = column.columns or (column,)
        home = column.name if column.columns else ""
        columns += [replace(one, optional=bool(home) or one.optional) for one in inner]
        homes += [(home, one.name) for one in inner]
    names = unique([column.name for column in columns])
    columns = [replace(column, name=name) for column, name in zip(columns, names, strict=True)]
    lists = [column.name for column in table.columns if column.columns]
    rows: list[dict[str, Value]] = []
    nodes: list[tuple[str, ...]] = []
    for number, row in enumerate(table.rows):
        for home, part in _parts(row, lists):
            said = {"": row, home: part}
            values = [said[there].get(own) if there in said else None for there, own in homes]
            rows.append(dict(zip(names, values, strict=True)))
            nodes += table.nodes[number : number + 1]
    return replace(table, columns=tuple(columns), rows=tuple(rows), nodes=tuple(nodes))


def _parts(row: Mapping[str, Value], lists: list[str]) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Yield the rows of the lists of a row, each with the name of its list, or the row itself."""
    found = False
    for name in lists:
        inner = row.get(name)
        for part in inner if isinstance(inner, list) else ():
            if isinstance(part, dict):
                found = True
                yield name, part
    if not found:
        yield "", row
