"""The template of a list as plain data, and back; files are hostile until proven otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from windrow.wrap.check import items, mapping, number, share, text, texts, whole
from windrow.wrap.columns.echo import Echo
from windrow.wrap.list.locate import Locator, LocatorKind
from windrow.wrap.list.mark import MOST_MARKS
from windrow.wrap.list.template import Cut, CutMode, Keys, ListField, ListTemplate, Marks, ValueKind
from windrow.wrap.steps import parse_step

__all__ = ["list_data", "list_template"]

# The most a file may hold of everything: a guard, far above what is learned. Chosen, not measured.
_MOST_FIELDS, _MOST_KEYS, _MOST_PATHS, _LONGEST_PATH = 5_000, 50, 50, 600
_DEEPEST, _MOST_ECHOES, _MOST_TEXTS = 6, 100, 10**9
_MARKS = ("around", "words", "own", "places", "order", "fields")
_NAMED = ("homes", "heads")


def list_data(template: ListTemplate) -> dict[str, Any]:
    """Return *template* as plain data."""
    data: dict[str, Any] = {"records": [_locator_data(one) for one in template.locators]}
    cut = template.cut
    if cut.mode != "single":
        data["cut"] = {"mode": cut.mode, "span": cut.span, "follow": [*cut.follow]}
        if cut.separator:
            data["cut"]["separator"] = cut.separator
    data["least"] = template.least
    if template.rest:
        data["rest"] = template.rest
    data["fields"] = [_field_data(place) for place in template.fields]
    if template.echoes:
        data["echoes"] = [[e.one, e.other, e.share, e.count] for e in template.echoes]
    if template.marks.records:
        data["marks"] = _marks_data(template.marks)
    return data


def list_template(data: Mapping[str, Any], depth: int = 0) -> ListTemplate:
    """Return the template that *data* describes; ValueError where it describes none."""
    if depth > _DEEPEST:
        raise ValueError("lists are nested too deeply")
    return ListTemplate(
        tuple(map(_locator, items(data, "records", _MOST_PATHS))),
        _cut(mapping(data, "cut", default={"mode": "single"})),
        tuple(_field(place, depth) for place in items(data, "fields", _MOST_FIELDS)),
        share(data, "least", default=0.0),
        tuple(map(_echo, items(data, "echoes", _MOST_ECHOES, default=[]))),
        whole(data, "rest", 0, _MOST_TEXTS, default=0),
        _marks(mapping(data, "marks", default={"records": 0})),
    )


def _marks_data(marks: Marks) -> dict[str, Any]:
    lists = {name: [*getattr(marks, name)] for name in _MARKS if getattr(marks, name)}
    named = {name: dict(getattr(marks, name)) for name in _NAMED if getattr(marks, name)}
    return {"records": marks.records, **lists, **named}


def _marks(data: Mapping[str, Any]) -> Marks:
    found: dict[str, Any] = {
        name: tuple(texts(data, name, MOST_MARKS, default=[])) for name in _MARKS
    }
    found |= {name: _by_id(data, name) for name in _NAMED}
    return Marks(whole(data, "records", 0, _MOST_TEXTS), **found)


def _by_id(data: Mapping[str, Any], name: str) -> dict[str, str]:
    found = mapping(data, name, default={})
    if len(found) > MOST_MARKS:
        raise ValueError(f"{name!r} has more than {MOST_MARKS} fields")
    return {text({"": one}, ""): text(found, one) for one in found}


def _echo(data: Any) -> Echo:
    if not isinstance(data, list) or len(data) != 4:
        raise ValueError("an echo is two fields, a share and a number")
    named = dict(zip(("one", "other", "share", "count"), data, strict=True))
    return Echo(
        text(named, "one"),
        text(named, "other"),
        share(named, "share"),
        whole(named, "count", 0, _MOST_TEXTS),
    )


def _locator_data(locator: Locator) -> dict[str, Any]:
    paths = ["/".join(map(str, path)) for path in locator.paths]
    return {"by": locator.kind, "weight": locator.weight, "paths": paths}


def _locator(data: Any) -> Locator:
    kind = text(data, "by")
    if kind not in get_args(LocatorKind):
        raise ValueError(f"no such kind of locator: {kind[:40]!r}")
    paths = []
    for path in texts(data, "paths", _MOST_PATHS):
        steps = path.split("/")
        if len(steps) > _LONGEST_PATH:
            raise ValueError(f"a path has {len(steps)} steps")
        paths.append(tuple(map(parse_step, steps)))
    if not paths:
        raise ValueError("a locator without a path")
    return Locator(kind, tuple(paths), share(data, "weight", default=1.0))  # type: ignore[arg-type]


def _cut(data: Mapping[str, Any]) -> Cut:
    mode = text(data, "mode")
    if mode not in get_args(CutMode):
        raise ValueError(f"no such way to cut records: {mode[:40]!r}")
    span = whole(data, "span", 1, 1000, default=1)
    follow = tuple(texts(data, "follow", 200, default=[]))
    separator = text(data, "separator", default="")
    return Cut(mode, span, follow, separator)  # type: ignore[arg-type]


def _field_data(place: ListField) -> dict[str, Any]:
    keys = place.keys
    data: dict[str, Any] = {"id": place.id, "kind": place.kind, "fill": place.fill}
    if place.path:
        data["path"] = place.path
    for name in ("places", "classes", "ends", "labels"):
        if known := getattr(keys, name):
            data[name] = dict(known)
    if place.outside:
        data["before"] = [_locator_data(one) for one in place.outside]
    if place.carried:
        data["carried"] = True
    if place.inner is not None:
        data["rows"] = list_data(place.inner)
    return data


def _field(data: Any, depth: int) -> ListField:
    kind = text(data, "kind")
    if kind not in get_args(ValueKind):
        raise ValueError(f"no such kind of field: {kind[:40]!r}")
    keys = Keys(**{name: _weights(data, name) for name in ("places", "classes", "ends", "labels")})
    inner = data.get("rows")
    if (kind == "rows") != isinstance(inner, Mapping):
        raise ValueError("a field of rows has a template for them, and no other field has")
    return ListField(
        text(data, "id"),
        kind,  # type: ignore[arg-type]
        keys,
        share(data, "fill", default=1.0),
        text(data, "path", default=""),
        tuple(map(_locator, items(data, "before", _MOST_PATHS, default=[]))),
        data.get("carried") is True,
        list_template(inner, depth + 1) if isinstance(inner, Mapping) else None,
    )


def _weights(data: Mapping[str, Any], name: str) -> dict[str, float]:
    found = mapping(data, name, default={})
    if len(found) > _MOST_KEYS:
        raise ValueError(f"{name}: more than {_MOST_KEYS} keys")
    return {text({"": key}, ""): number(value, 0.0, 1.0) for key, value in found.items()}
