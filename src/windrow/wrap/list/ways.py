"""Which of the locators of columns no longer lead to their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from windrow.tree import Tree
from windrow.wrap.list.keys import grid_places, labels_before, nodes_with_keys
from windrow.wrap.list.read import ListReading
from windrow.wrap.list.template import ListField
from windrow.wrap.steps import Steps

__all__ = ["failed_ways"]

_LEVELS = ("places", "classes", "ends")
# As a wrapper's columns call them.
_CALLED = {"places": "xpath", "classes": "css", "ends": "css", "labels": "text"}


def failed_ways(
    tree: Tree, fields: Sequence[ListField], found: ListReading
) -> dict[str, tuple[str, ...]]:
    """Return by the place of a column the kinds of locators that lead to none of its cells.

    A column without cells on the page is left out: nothing says where they should be.
    """
    steps = Steps(tree)
    grid = grid_places(tree, found.records)
    met: dict[str, set[str]] = {}
    for record, row in zip(found.records, found.rows, strict=True):
        keys: dict[int, list[tuple[str, str]]] = {}
        for node, *marks in nodes_with_keys(steps, record, grid):
            keys[node] = [*zip(_LEVELS, marks, strict=True)]
        for node, label in labels_before(tree, record):
            keys.setdefault(node, []).append(("labels", label))
        for place, cell in zip(fields, row, strict=True):
            if isinstance(cell, int) and cell in keys:
                leading = met.setdefault(place.id, set())
                leading |= {level for level, key in keys[cell] if key in _ways(place, level)}
    return {
        place.id: tuple(dict.fromkeys(_CALLED[level] for level in _missing(place, met[place.id])))
        for place in fields
        if place.id in met
    }


def _ways(place: ListField, level: str) -> Mapping[str, float]:
    ways: Mapping[str, float] = getattr(place.keys, level)
    return ways


def _missing(place: ListField, met: set[str]) -> list[str]:
    return [level for level in (*_LEVELS, "labels") if _ways(place, level) and level not in met]
