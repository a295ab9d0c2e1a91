"""Selectors of a list inside a page or record: one for its rows, one for each of their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors import Form, Selector, Selectors
from windrow.wrap.selectors.cells import cell_ways, own_text
from windrow.wrap.selectors.ground import PAGE, Ground, lasting
from windrow.wrap.selectors.hops import OWN, Hop, Hops, written
from windrow.wrap.selectors.inside import Inside, taken
from windrow.wrap.selectors.records import Starts, record_ways

if TYPE_CHECKING:
    from windrow.wrap.wrapper import WrapperColumn

__all__ = ["InnerRow", "rows_selectors"]

_LABEL = re.compile(r"[A-Za-z][\w:-]*")


# Steps from a row to a list inside it. Chosen, not measured.
_FARTHEST = 10


@dataclass(frozen=True, slots=True)
class InnerRow:
    """A row of a list inside: the nodes of its cells, and their values without white space."""

    nodes: Mapping[str, int]
    values: Mapping[str, str]
    lists: Mapping[str, Sequence[InnerRow]] = field(default_factory=dict)

    @classmethod
    def of(cls, nodes: Mapping[str, Any], values: Mapping[str, Any]) -> InnerRow:
        """Return the cells that are in one node each, the values that are texts, and the lists."""
        return cls(
            {place: node for place, node in nodes.items() if isinstance(node, int)},
            {
                place: "".join(value.split())
                for place, value in values.items()
                if isinstance(value, str)
            },
            {
                place: [
                    cls.of(*row)
                    for row in zip(nodes.get(place) or [{}] * len(rows), rows, strict=True)
                ]
                for place, rows in values.items()
                if isinstance(rows, list)
            },
        )

    def on(self, same: Mapping[int, int]) -> InnerRow:
        """Return the row on another tree of the page; *same* has the nodes there."""
        nodes = {place: same[node] for place, node in self.nodes.items() if node in same}
        lists = {place: [row.on(same) for row in rows] for place, rows in self.lists.items()}
        return InnerRow(nodes, self.values, lists)

    def all_nodes(self) -> Iterator[int]:
        """Yield the nodes of the cells, those of lists too."""
        yield from self.nodes.values()
        for rows in self.lists.values():
            for row in rows:
                yield from row.all_nodes()


_Section: TypeAlias = "tuple[Ground, int, Sequence[InnerRow]]"
"""A list: its page, the row that it is in, or `PAGE`, and its rows."""


def rows_selectors(
    place: str, columns: Sequence[WrapperColumn], sections: Sequence[_Section], form: Form
) -> Selectors | str:
    """Return the selectors of a list, or why it has none; they hold in all *sections*.

    *place* is the path of its rows, which ends with their label: ``ul.parts/li[]``.
    """
    columns = [one for one in columns if not one.constant]
    last = place.partition("[]")[0].rpartition("/")[2]
    if last.startswith(TEXT_LABEL) and len(columns) == 1:
        return _texts(columns[0], sections, form)
    label = _LABEL.match(last)
    roots = [
        [_root(ground, row, label[0]) for row in rows] if label else []
        for ground, _, rows in sections
    ]
    if not any(roots) or any(root is None for own in roots for root in own):
        return "the rows of the list are not elements of one kind"
    known = [[root for root in own if root is not None] for own in roots]
    if any(len({*own}) < len(own) for own in known):
        return "several rows of the list are in one element"
    ways = _ways(sections, known, form)
    if not ways:
        return "no selector finds just the rows of the list"
    cells = [
        (ground, root, row)
        for (ground, _, rows), own in zip(sections, known, strict=True)
        for root, row in zip(own, rows, strict=True)
    ]
    found = {one.name: _column(one, cells, form) for one in columns}
    inside = sections[0][1] != PAGE
    return Selectors.of(found, records=written(ways, form, inside=inside))


def _ways(
    sections: Sequence[_Section], roots: Sequence[Sequence[int]], form: Form
) -> Sequence[Hops]:
    """Return the ways to the *roots* of the rows in each section, and to nothing else there."""
    if sections[0][1] == PAGE:
        starts = [Starts(g, frozenset(own)) for (g, _, _), own in zip(sections, roots, strict=True)]
        return record_ways(starts, texts=form == "xpath")
    tried: set[Hops] = set()
    for (ground, start, _), own in zip(sections, roots, strict=True):
        for way in _from_row(ground, start, own[0]) if own else ():
            # Records of the same markup give the same ways.
            if way in tried:
                continue
            tried.add(way)
            if all(
                g.found(way, at) == sorted(wanted)
                for (g, at, _), wanted in zip(sections, roots, strict=True)
            ):
                return [way]
    return []


def _from_row(ground: Ground, start: int, node: int) -> Iterator[Hops]:
    """Yield ways from a row to the rows of a list inside it, of which *node* is the first."""
    line = [node]
    while line[-1] != start and line[-1] > 0 and len(line) <= _FARTHEST:
        line.append(ground.tree.parents[line[-1]])
    if line[-1] != start:
        return
    line = line[-2::-1]
    names = [Hop("child", ground.tree.label(one)) for one in line]
    for at in reversed(range(len(line))):
        for word in sorted(lasting(ground.words[line[at]])):
            words = frozenset({word})
            yield (Hop("below", names[at].label, words=words), *names[at + 1 :])
    if names:
        yield tuple(names)
        numbered = [
            replace(name, place=ground.places[one])
            for name, one in zip(names[:-1], line, strict=False)
        ]
        yield (*numbered, names[-1])
        yield (Hop("below", names[-1].label),)


def _texts(column: WrapperColumn, sections: Sequence[_Section], form: Form) -> Selectors | str:
    """Return the selectors of a list whose rows are the texts of elements, all that they have."""
    wanted = [
        [row.nodes[column.place] for row in rows if column.place in row.nodes]
        for _, _, rows in sections
    ]
    around = [
        sorted({ground.around(node) for node in nodes})
        for (ground, _, _), nodes in zip(sections, wanted, strict=True)
    ]
    inside = sections[0][1] != PAGE
    ways: Sequence[Hops] = [()]
    if not inside or any(
        [start] != nodes for (_, start, _), nodes in zip(sections, around, strict=True) if nodes
    ):
        ways = _ways(sections, around, form)
    ways = [(*way, OWN if form == "css" else Hop("child", TEXT_LABEL)) for way in ways]
    for (ground, start, rows), nodes in zip(sections, wanted, strict=True):
        found = sorted({node for way in ways for node in ground.found(way, start)})
        if found != nodes or len(nodes) != len(rows):
            return "no selector finds just the texts of the list"
    return Selectors((Selector(column.name),), {}, records=written(ways, form, inside=inside))


def _root(ground: Ground, row: InnerRow, label: str) -> int | None:
    """Return the nearest element of the *label* that holds the first cell of *row*."""
    node = min(row.all_nodes(), default=-1)
    while node >= 0 and ground.tree.label(node) != label:
        node = ground.tree.parents[node]
    return node if node >= 0 else None


def _column(
    column: WrapperColumn, rows: Sequence[tuple[Ground, int, InnerRow]], form: Form
) -> Selector | str:
    """Return the selector of a column, from the row on, or why it has none."""
    name, place = column.name, column.place
    if column.columns:
        sections = [(ground, root, row.lists.get(place, ())) for ground, root, row in rows]
        inner = rows_selectors(place, column.columns, sections, form)
        return inner if isinstance(inner, str) else Selector(name, inner=inner)
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
    cells = [
        Inside(ground, (root,), row.nodes.get(place), row.values.get(place, ""), take)
        for ground, root, row in rows
    ]
    if ways := cell_ways(cells, texts=form == "xpath"):
        return Selector(name, written(ways, form, inside=True), take)
    found = own_text(name, cells, form) if take == "text" else None
    return found or "no selector finds just this in all rows"
