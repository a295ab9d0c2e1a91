"""Selectors of a list inside a page or record: one for its rows, one for each of their columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from windrow.wrap.selectors import Form, Selector, Selectors
from windrow.wrap.selectors.cells import Inside, cell_ways, taken
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import written
from windrow.wrap.selectors.records import Starts, record_ways

__all__ = ["InnerRow", "rows_selectors"]

_LABEL = re.compile(r"[A-Za-z][\w:-]*")


@dataclass(frozen=True, slots=True)
class InnerRow:
    """A row of a list inside: the nodes of its cells, and their values without white space."""

    nodes: Mapping[str, int]
    values: Mapping[str, str]

    @classmethod
    def of(cls, nodes: Mapping[str, object], values: Mapping[str, object]) -> InnerRow:
        """Return the cells that are in one node each, and the values that are texts."""
        return cls(
            {place: node for place, node in nodes.items() if isinstance(node, int)},
            {
                place: "".join(value.split())
                for place, value in values.items()
                if isinstance(value, str)
            },
        )


_Pages: TypeAlias = Sequence[tuple[Ground, Sequence[InnerRow]]]


def rows_selectors(
    place: str, columns: Mapping[str, str], pages: _Pages, form: Form
) -> Selectors | str:
    """Return the selectors of a list, or why it has none; they hold on all *pages*.

    *place* is the path of its rows, which ends with their label: ``ul.parts/li``. *columns* has the
    names of the columns by the places of their cells.
    """
    label = _LABEL.match(place.rpartition("/")[2])
    roots = [
        [_root(ground, row, label[0]) for row in rows] if label else [] for ground, rows in pages
    ]
    if not any(roots) or any(root is None for page in roots for root in page):
        return "the rows of the list are not elements of one kind"
    known = [[root for root in page if root is not None] for page in roots]
    starts = [Starts(g, frozenset(own)) for (g, _), own in zip(pages, known, strict=True)]
    if any(len(start.nodes) < len(own) for start, own in zip(starts, known, strict=True)):
        return "several rows of the list are in one element"
    ways = record_ways(starts, texts=form == "xpath")
    if not ways:
        return "no selector finds just the rows of the list"
    cells = [
        (ground, root, row)
        for (ground, rows), own in zip(pages, known, strict=True)
        for root, row in zip(own, rows, strict=True)
    ]
    found = {name: _column(name, at, cells, form) for at, name in columns.items()}
    return Selectors.of(found, records=written(ways, form, inside=False))


def _root(ground: Ground, row: InnerRow, label: str) -> int | None:
    """Return the nearest element of the *label* that holds the first cell of *row*."""
    node = min(row.nodes.values(), default=-1)
    while node >= 0 and ground.tree.label(node) != label:
        node = ground.tree.parents[node]
    return node if node >= 0 else None


def _column(
    name: str, place: str, rows: Sequence[tuple[Ground, int, InnerRow]], form: Form
) -> Selector | str:
    """Return the selector of a column, from the row on, or why it has none."""
    there = [
        (ground, row.nodes[place], row.values.get(place, ""))
        for ground, _, row in rows
        if place in row.nodes
    ]
    if not there:
        return "no page that is kept has it"
    attribute = place.rpartition("@")[2] if "@" in place else ""
    take = taken(there, (attribute,) if attribute else ("text",))
    if not take:
        return "it is a part of what an element says"
    ways = cell_ways(
        [
            Inside(ground, (root,), row.nodes.get(place), row.values.get(place, ""), take)
            for ground, root, row in rows
        ],
        texts=form == "xpath",
    )
    if not ways:
        return "no selector finds just this in all rows"
    return Selector(name, written(ways, form, inside=True), take)
