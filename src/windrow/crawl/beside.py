"""Rows that a wrapper reads beside the list, such as menus: the same on every page."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace

from windrow.crawl.keys import all_cells
from windrow.model import Table

__all__ = ["beside", "places", "without"]

_POSITION = re.compile(r"\[\d+\]")


def beside(tables: Sequence[Table], found: Table) -> frozenset[Hashable]:
    """Return the rows that are the same on all pages, and not in the list of the first page.

    *tables* are what a wrapper reads on the first pages, *found* is the list of the first one. A
    menu whose cells are marked up like those of the list is on every page; so is a record that a
    site keeps at the top, but that is in the list.
    """
    first = tables[0]
    if len(tables) < 2 or len(first.nodes) != len(first.rows):
        return frozenset()
    listed = {path for record in found.nodes for path in record}
    pairs = zip(first.rows, first.nodes, strict=True)
    outside = {all_cells(row) for row, nodes in pairs if listed.isdisjoint(nodes)}
    # If most rows are outside, the wrapper reads another list than the one found.
    if 2 * len(outside) > len(first.rows):
        return frozenset()
    return frozenset(outside.intersection(*(map(all_cells, table.rows) for table in tables[1:])))


def places(table: Table) -> frozenset[str]:
    """Return where the records of a table are: the elements that they are in, without positions.

    >>> places(Table((), (), nodes=(("/html/body/ul[2]/li[1]",), ("/html/body/ul[2]/li[2]",))))
    frozenset({'/html/body/ul/li'})
    """
    return frozenset(_POSITION.sub("", path) for record in table.nodes for path in record)


def without(table: Table, rows: frozenset[Hashable]) -> Table:
    """Return *table* without these *rows*."""
    if not rows:
        return table
    return replace(
        table, rows=tuple(row for row in table.rows if all_cells(row) not in rows), nodes=()
    )
