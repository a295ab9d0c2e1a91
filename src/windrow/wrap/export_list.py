"""The template of a list as plain selectors: which records, which fields, by which ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from windrow.wrap.listing import CORE, ListField, ListTemplate
from windrow.wrap.wrapper import WrapperColumn
from windrow.wrap.xpaths import key_way, locator_paths

__all__ = ["list_plan"]

# A key so reliable needs no text beside it.
_SURE = 0.9
_LEVELS = ("places", "classes", "ends")


def list_plan(
    template: ListTemplate,
    columns: Sequence[WrapperColumn],
    left: list[str],
    *,
    inner: bool = False,
) -> dict[str, Any]:
    """Return *template* as the data that `export_reader` reads by.

    What cannot be said in selectors is named in *left*. Fields that are no columns have no name:
    they are there because they tell records from other things.
    """
    names = {column.place: column for column in columns}
    fields = [_field(place, names.get(place.id), left) for place in template.fields]
    cut = template.cut
    return {
        "ways": [
            (way.kind, way.weight, locator_paths(way, inner=inner)) for way in template.locators
        ],
        "cut": (cut.mode, cut.span, cut.follow, cut.separator),
        "least": template.least,
        "labels": _labels(template.fields),
        "fields": fields,
    }


def _field(place: ListField, column: WrapperColumn | None, left: list[str]) -> dict[str, Any]:
    name = column.name if column else None
    before = [locator_paths(locator, inner=False) for locator in place.outside]
    ways = []
    for level in _LEVELS:
        for key, weight in getattr(place.keys, level).items():
            way = key_way(key, level)
            if way is not None:
                ways.append((weight, *way))
    found: dict[str, Any] = {
        "name": name,
        "take": place.kind,
        "fill": place.fill,
        "core": place.fill >= CORE and not place.outside,
        "carried": place.carried,
        "before": before,
        "ways": ways,
    }
    if place.kind == "rows":
        if place.inner is None:
            left.append(f"{name or place.id}: a list that was never seen with rows")
            empty: dict[str, Any] = {"ways": [], "cut": ("single", 1, (), ""), "least": 0.0}
            found["rows"] = {**empty, "labels": {}, "fields": []}
        else:
            inner_columns = column.columns if column else ()
            found["rows"] = list_plan(place.inner, inner_columns, left, inner=True)
    return found


def _labels(fields: Sequence[ListField]) -> dict[str, list[tuple[int, float]]]:
    """Return the fields that texts stand for, where nothing else tells them for certain."""
    unsure = any(
        place.keys.labels
        and max([0.0, *place.keys.places.values(), *place.keys.classes.values()]) < _SURE
        for place in fields
    )
    found: dict[str, list[tuple[int, float]]] = {}
    for k, place in enumerate(fields):
        for label, weight in place.keys.labels.items() if unsure else ():
            found.setdefault(label, []).append((k, weight))
    return found
