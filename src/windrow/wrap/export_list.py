"""The template of a list as plain data: which records, which fields, by which ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from windrow.wrap.list.locate import Locator
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["list_plan"]

# A key so reliable needs no text beside it.
_SURE = 0.9


def list_plan(
    template: ListTemplate, columns: Sequence[WrapperColumn], left: dict[str, str]
) -> dict[str, Any]:
    """Return *template* as the data that `export_reader` reads by.

    Columns that no field fills are named in *left*. Fields that are no columns have no name: they
    are there because they tell records from other things.
    """
    names = {column.place: column for column in columns}
    known = {place.id for place in template.fields}
    left |= {c.name: "no place in a record leads to it" for c in columns if c.place not in known}
    cut = template.cut
    return {
        "ways": [_way(locator) for locator in template.locators],
        "cut": (cut.mode, cut.span, cut.follow, cut.separator),
        "least": template.least,
        "fields": [_field(place, names.get(place.id), left) for place in template.fields],
    }


def _way(locator: Locator) -> tuple[str, float, list[str]]:
    return locator.kind, locator.weight, ["/".join(map(str, path)) for path in locator.paths]


def _field(place: ListField, column: WrapperColumn | None, left: dict[str, str]) -> dict[str, Any]:
    keys = place.keys
    rows = None
    if place.inner is not None:
        inside: dict[str, str] = {}
        rows = list_plan(place.inner, column.columns if column else (), inside)
        left |= {f"{column.name}.{name}": why for name, why in inside.items() if column}
    return {
        "name": column.name if column else None,
        "take": place.kind,
        "fill": place.fill,
        "places": dict(keys.places),
        "classes": dict(keys.classes),
        "ends": dict(keys.ends),
        "labels": dict(keys.labels),
        "sure": max([0.0, *keys.places.values(), *keys.classes.values()]) >= _SURE,
        "before": [_way(locator) for locator in place.outside],
        "carried": place.carried,
        "rows": rows,
    }
