"""Wrappers as bare selectors: one for the records, one for each column, and what to take there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from windrow.errors import WrapperError
from windrow.tree.markup import INLINE
from windrow.wrap.detail.pages import DetailPages
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.template import CORE, ListField, ListTemplate
from windrow.wrap.steps import Step, parse_step
from windrow.wrap.wrapper import Wrapper, WrapperColumn
from windrow.wrap.xpaths import css_of, literal, step_xpath

__all__ = ["selectors"]

_TAKES = {"link": "href", "image": "src", "value": "value", "alt": "alt", "run": "text"}
_JOINTS = {"css": ", ", "xpath": " | "}
_MOST_BODIES = 3
# What a key of less finds is not always the cell.
_SURE = 0.99
_NOTE = (
    "one way to each thing, where apply lets several vote: on other pages a record can be one that "
    "holds too little, and a cell empty or its neighbour's; --as parsel gives the rows of apply"
)
_DETAIL_NOTE = (
    "where each thing stands on a page that was learned from: on others it may stand elsewhere; "
    "--as parsel gives the rows of apply"
)


def selectors(wrapper: Wrapper, form: str) -> dict[str, Any]:
    """Return the selectors of *wrapper*, in CSS or XPath, as plain data."""
    template = wrapper.template
    left: dict[str, str] = {}
    if isinstance(template, ListPages):
        found = _list_selectors(template.template, wrapper.columns, form, left)
    elif isinstance(template, DetailPages) and form == "xpath":
        found = {"columns": [_detail_column(column, left) for column in wrapper.columns]}
        found["columns"] = [column for column in found["columns"] if column]
    else:
        system = template.to_json().get("system", "")
        raise WrapperError(
            f"a template of {'detail pages' if system == 'keyed' else system} cannot be said in "
            f"{'CSS' if form == 'css' else 'XPath'}",
            hint="try --as xpath or --as parsel" if system == "keyed" else None,
        )
    if wrapper.more:
        found["more"] = [_more(one, form) for one in wrapper.more]
    note = _NOTE if "records" in found else _DETAIL_NOTE
    return {"name": wrapper.name, "form": form, "note": note, **found, "left_out": left}


def _more(wrapper: Wrapper, form: str) -> dict[str, Any]:
    """Return the selectors of another list of the page."""
    found = selectors(wrapper, form)
    return {key: found[key] for key in ("records", "cut", "columns", "left_out") if key in found}


def _list_selectors(
    template: ListTemplate, columns: Sequence[WrapperColumn], form: str, left: dict[str, str]
) -> dict[str, Any]:
    by_id = {place.id: place for place in template.fields}
    # The shortest way that finds just the records where it was learned.
    best = max(template.locators, key=lambda way: (way.weight, way.kind in ("tail", "own")))
    anywhere = best.kind in ("tail", "own")
    test = _inside_test(template)
    if test:
        test = f":has(> {test})" if form == "css" else f"[{test}]"
    paths = [
        _path(variant, form, anywhere) + test for path in best.paths for variant in _variants(path)
    ]
    found: dict[str, Any] = {"records": _JOINTS[form].join(paths)}
    if template.cut.mode != "single":
        cut = template.cut
        found["cut"] = {"mode": cut.mode, "span": cut.span, "follow": cut.follow,
                        "separator": cut.separator}  # fmt: skip
    found["columns"] = []
    for column in columns:
        place = by_id.get(column.place)
        entry = _column(place, column, form) if place else "it has no place of its own"
        if isinstance(entry, str):
            left[column.name] = entry
        else:
            found["columns"].append(entry)
    return found


def _column(place: ListField, column: WrapperColumn, form: str) -> dict[str, Any] | str:
    if place.outside:
        return "it stands before the records"
    if place.carried:
        return "it is said once for several records"
    if place.kind == "rows":
        return "it is a list inside the record"
    ways = {"selector": _keys(place.keys.places), "by_class": _class_keys(place)}
    names = {key[-1].label if key else "" for keys in ways.values() for key in keys}
    if place.kind == "run" and not names.isdisjoint(INLINE):
        return "it is a text with what stands behind it"
    if form == "css" and "#text" in names:
        return "it is a text beside others, which CSS cannot tell apart"
    found = {name: _union(keys, form) for name, keys in ways.items() if keys}
    if not found:
        return "no selector finds just this in all records"
    if "selector" not in found:
        found = {"selector": found["by_class"]}
    return {"name": column.name, "take": _TAKES.get(place.kind, place.kind), **found}


def _keys(keys: Mapping[str, float]) -> list[list[Step]]:
    """Return *keys* as steps; none if one of them finds other things, too, or has no selector."""
    found = [_steps(key) for key in keys]
    if any(steps is None for steps in found) or min(keys.values(), default=0.0) < _SURE:
        return []
    return [steps for steps in found if steps is not None]


def _class_keys(place: ListField) -> list[list[Step]]:
    """Return the keys by class, which outlast changes of the markup, where selectors can say them.

    A key means elements that have these words and no others: a selector finds the first that has
    these words.
    """
    found = _keys(place.keys.classes)
    if not all(_has_plain_words(step) for steps in found for step in steps):
        return []
    return [[Step(step.label, 0, step.words) for step in steps] for steps in found]


def _has_plain_words(step: Step) -> bool:
    return step.place == 1 and any("0" not in word for word in step.words)


def _steps(key: str) -> list[Step] | None:
    """Return the steps of a key from a record of one root; None where selectors have no such."""
    if not key.startswith("."):
        return None
    try:
        return [parse_step(part) for part in key.split("/") if part != "."]
    except ValueError:
        return None


def _union(keys: Sequence[Sequence[Step]], form: str) -> str:
    if form == "xpath":
        paths = ["/".join([".", *map(_xpath_step, key)]) for one in keys for key in _variants(one)]
    else:
        parts = [css_of(key) for one in keys for key in _variants(one)]
        paths = [f":scope > {css}" if css else ":scope" for css in parts]
    return _JOINTS[form].join(dict.fromkeys(paths))


def _path(path: Sequence[Step], form: str, anywhere: bool) -> str:
    if form == "css":
        return css_of(path)
    return ("//" if anywhere else "/") + "/".join(map(_xpath_step, path))


def _variants(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps with and without each tbody: parsers put one there, or do not."""
    found: list[list[Step]] = [[]]
    bodies = sum(map(_may_lack, steps))
    for step in steps:
        both = _may_lack(step) and bodies <= _MOST_BODIES
        without = found if both else []
        found = [*([*path, step] for path in found), *without]
    if bodies > _MOST_BODIES:
        found.append([step for step in steps if not _may_lack(step)])
    return found


def _may_lack(step: Step) -> bool:
    return step.label == "tbody" and not step.words and step.place <= 1


def _inside_test(template: ListTemplate) -> str:
    """Return what all of a record's core stands in, ``td``: rows of ``th`` are headers."""
    core = [place.keys.places for place in template.fields if place.fill >= CORE]
    keys = [_steps(key) for places in core for key in places]
    labels = {steps[0].label if steps else "" for steps in keys}
    is_row = all(path[-1].label == "tr" for way in template.locators for path in way.paths)
    return "td" if is_row and labels == {"td"} and template.cut.mode == "single" else ""


def _xpath_step(step: Step) -> str:
    if step.label == "#text":
        return f"text()[{step.place or 1}]"
    # Words with digits stand for many, and plain XPath knows no patterns.
    tests = "".join(f"[{_word_test(word)}]" for word in sorted(step.words) if "0" not in word)
    return f"{step_xpath(step.label)}{tests}{f'[{step.place}]' if step.place else ''}"


def _word_test(word: str) -> str:
    if word[0] == "#":
        return f"@id={literal(word[1:])}"
    return f'contains(concat(" ", normalize-space(@class), " "), {literal(f" {word[1:]} ")})'


def _detail_column(column: WrapperColumn, left: dict[str, str]) -> dict[str, Any] | None:
    if not column.path:
        left[column.name] = "no place on a page was kept for it"
        return None
    attribute = column.place.rpartition("@")[2] if "@" in column.place else ""
    takes = ("href", "src", "value", "alt", "content", "datetime")
    take = "rows" if column.columns else attribute if attribute in takes else "text"
    # Not all parsers put a tbody where browsers do.
    paths = dict.fromkeys((column.path, column.path.replace("/tbody[1]", "")))
    return {"name": column.name, "selector": " | ".join(paths), "take": take}
