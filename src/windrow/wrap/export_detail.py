"""The template of detail pages as plain data: the places that columns come from, by numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from windrow.wrap.detail.fields import needed
from windrow.wrap.detail.locate import named_places
from windrow.wrap.detail.place import Group, Place
from windrow.wrap.detail.template import KeyedTemplate
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["LINKED", "Names", "column_names", "detail_plan"]

LINKED = "linked."

Names: TypeAlias = "list[tuple[str, str, Names]]"
"""Columns for the making of rows: name, where its value is in a row, and those of rows inside."""

_Columns: TypeAlias = Mapping[str, WrapperColumn]


def detail_plan(
    template: KeyedTemplate, columns: Sequence[WrapperColumn], left: dict[str, str]
) -> list[dict[str, Any]]:
    """Return the places of *template* as data that `export_walk` reads by.

    Only those are there that lead to a column. Columns that none leads to are named in *left*.
    """
    plan = _Plan(template, columns)
    places = plan.places()
    for name in _missing(columns, plan.reached):
        left[name] = "no place on the page leads to it"
    return places


def column_names(columns: Sequence[WrapperColumn]) -> Names:
    """Return the names of columns, and in which places their values are."""
    return [(column.name, column.place, column_names(column.columns)) for column in columns]


def _by_place(columns: Sequence[WrapperColumn]) -> _Columns:
    return {column.place: column for column in columns}


def _missing(columns: Sequence[WrapperColumn], reached: set[int], above: str = "") -> list[str]:
    found = []
    for column in columns:
        if not above and (column.place == "title" or column.place.startswith(LINKED)):
            continue
        if column.columns:
            found += _missing(column.columns, reached, f"{above}{column.name}.")
        elif id(column) not in reached:
            found.append(above + column.name)
    return found


class _Plan:
    """The places of a template in an order in which those above come before those below.

    Not by recursion: pages nest deeper than Python likes to.
    """

    def __init__(self, template: KeyedTemplate, columns: Sequence[WrapperColumn]) -> None:
        self.reached: set[int] = set()  # columns
        self._needed = needed(template.root, template.pages)
        self._named = {id(one.place): one for one in named_places(template.root)}
        # Places with the columns of the row around them, and those of their own row.
        self._order: list[tuple[Place, _Columns, _Columns]] = []
        self._parts: list[dict[tuple[str, str], int]] = []  # by signature and key
        self._enter(template.root, _by_place(columns))
        for place, _, inside in self._order:
            parts = {}
            for group in () if place.closed or place.frozen else place.groups.values():
                for key, part in group.parts.items():
                    parts[group.signature, key] = len(self._order)
                    self._enter(part, inside)
            self._parts.append(parts)
        self._numbers = self._useful()

    def _enter(self, place: Place, around: _Columns) -> None:
        column = around.get(place.id) if place.is_list else None
        inside = around if not place.is_list else _by_place(column.columns) if column else {}
        self._order.append((place, around, inside))

    def _useful(self) -> dict[int, int]:
        """Return the numbers of the places that lead to columns, with their new numbers."""
        useful = [bool(self._names(place, inside)) for place, _, inside in self._order]
        for number in range(len(self._order) - 1, -1, -1):
            useful[number] |= any(useful[part] for part in self._parts[number].values())
        # The walk begins at the root, whether it leads anywhere or not.
        kept = [number for number, is_useful in enumerate(useful) if is_useful or not number]
        return {number: k for k, number in enumerate(kept)}

    def _names(self, place: Place, columns: _Columns) -> dict[str, str]:
        """Return the names of the columns that a place fills, by suffix."""
        if place.closed or place.frozen:
            return {}
        base = "" if place.is_list else place.id.rstrip("/")
        found = {}
        for held in place.held.values():
            column = columns.get(base + held.suffix or ".")
            if held.show and column is not None:
                self.reached.add(id(column))
                found[held.suffix] = column.name
        return found

    def places(self) -> list[dict[str, Any]]:
        """Return the places that lead to columns, as data; what is usual is left out."""
        return [self._place(number) for number in self._numbers]

    def _place(self, number: int) -> dict[str, Any]:
        place, around, inside = self._order[number]
        found: dict[str, Any] = {}
        if any(held.show for held in place.held.values()):
            names = self._names(place, inside)
            found["says"] = {
                suffix: (names.get(suffix), None if held.labelled else held.constant)
                for suffix, held in place.held.items()
            }
            if one := self._named.get(id(place)):
                found["named"] = (one.parent, one.signature, one.label, one.follows)
        found["label"] = place.label
        if place.is_list:
            column, heading = around.get(place.id), inside.get("heading")
            found |= {"list": column.name if column else "",
                      "heading": heading.name if heading else ""}  # fmt: skip
        elif twice := around.get(f"{place.id}[]"):
            whole = _by_place(twice.columns).get(".")
            found["twice"] = (twice.name, whole.name) if whole else ()
        found["needed"] = [
            s for s in place.held if not place.is_list and place.id + s in self._needed
        ]
        found |= self._groups(number)
        found["aliases"] = place.aliases
        return {key: value for key, value in found.items() if value}

    def _groups(self, number: int) -> dict[str, Any]:
        """Return the groups that lead to columns, and the signatures of the others."""
        groups, others = {}, []
        for group in self._order[number][0].groups.values():
            keys = {key: self._parts[number].get((group.signature, key), -1) for key in group.parts}
            parts = {k: self._numbers[part] for k, part in keys.items() if part in self._numbers}
            if parts:
                groups[group.signature] = {**_group(group), "parts": parts}
            else:
                others.append(group.signature)
        return {"groups": groups, "others": others}


def _group(group: Group) -> dict[str, Any]:
    """Return how the members of a group are told apart; what is usual is left out."""
    plain = not (group.position or group.anchored or group.also or group.inner)
    count = len(group.parts)
    found: dict[str, Any] = {
        "mode": group.mode,
        "plain": plain and group.mode != "slots" and (not group.counts or group.counts == {count}),
        "count": count if group.mode == "ordinal" else 0,
        "position": group.position,
        "partial": group.partial,
        "closed": not group.is_open,
        "labels": sorted(group.labels),
        "anchored": group.anchored,
        "inner": {label: _group(inner) for label, inner in group.inner.items()},
        "caption": group.caption,
        "counts": sorted(group.counts),
        "slots": [[sorted(example) for example in slot] for slot in group.slots],
        "also": group.also,
    }
    return {key: value for key, value in found.items() if value}
