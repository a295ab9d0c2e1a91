"""The template of a list as selectors: one for the records, one for each column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from windrow.tree.markup import is_inline
from windrow.tree.runs import EXTENTS
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.selectors import Form, Selector, Selectors, css, union, xpath
from windrow.wrap.steps import Step, parse_step
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["key_css", "key_xpath", "list_selectors"]

_TAKES = {"link": "href", "image": "src"} | dict.fromkeys(EXTENTS, "text")
_CELL_TEST = {"css": ":has(> td)", "xpath": "[td]"}
# The words that people are shown; others need backslashes.
_PLAIN = re.compile(r"[.#]-?[A-Za-z_][\w-]*")
# A less reliable key finds other things than the cell; chosen, not measured.
_SURE = 0.99
_NOTE = (
    "one way to each thing, where apply lets several vote: on other pages a record may hold too "
    "little, and a cell be empty or its neighbour's; the code of --as scrapy gives apply's rows"
)


def list_selectors(
    template: ListTemplate, columns: Sequence[WrapperColumn], form: Form
) -> Selectors:
    """Return the selectors of the records and of *columns*, and which columns have none."""
    fields = {place.id: place for place in template.fields}
    # The shortest way that finds just the records where it was learned.
    best = max(template.locators, key=lambda way: (way.weight, way.kind in ("tail", "own")))
    start = "//" if best.kind in ("tail", "own") else "/"
    test = _CELL_TEST[form] if _has_only_cells(template) else ""
    ways = {one.name: _selector(fields.get(one.place), one.name, form) for one in columns}
    cut = {} if template.cut.mode == "single" else asdict(template.cut)
    records = union(best.paths, form, start, test)
    return Selectors.of(ways, records=records, cut=cut, note=_NOTE)


def key_xpath(key: str) -> str:
    """Return the XPath, from the record on, of a key by place; "" where there is none.

    >>> key_xpath("./div[1]/#text[2]")
    './div[1]/text()[2]'
    """
    steps = _steps(key)
    return "" if steps is None else "/".join([".", *([xpath(steps)] if steps else [])])


def key_css(key: str) -> str:
    """Return the CSS selector, from the record on, of a key by class; "" where there is none.

    >>> key_css("./div.head[1]/a.title[1]")
    'div.head > a.title'
    """
    steps = _steps(key)
    if steps is None:
        return ""
    # CSS has no step for a text: the element around it is selected.
    steps = [
        Step(step.label, 0, frozenset(filter(_PLAIN.fullmatch, step.words)))
        for step in steps
        if step.label != "#text"
    ]
    return css(steps) or ":scope"


def _selector(place: ListField | None, name: str, form: Form) -> Selector | str:
    """Return the selector of a column, or why there is none."""
    if place is None:
        return "it has no place of its own"
    if place.outside:
        return "it is before the records"
    if place.carried:
        return "it is said once for several records"
    if place.kind == "rows":
        return "it is a list inside the record"
    places, classes = _sure_keys(place.keys.places), _class_keys(place)
    ends = {key[-1].label if key else "" for key in [*places, *classes]}
    if place.kind in ("run", "rest") and any(map(is_inline, ends)):
        return "it is a text together with what follows it"
    if form == "css" and "#text" in ends:
        return "it is a text beside others, which CSS cannot tell apart"
    ways = [union(keys, form, "./") for keys in (places, classes) if keys]
    if not ways:
        return "no selector finds just this in all records"
    return Selector(name, ways[0], _TAKES.get(place.kind, place.kind), "".join(ways[1:]))


def _sure_keys(keys: Mapping[str, float]) -> list[list[Step]]:
    """Return *keys* as steps; none if one of them also finds other things or has no selector."""
    found = [steps for key in keys if key.startswith(".") and (steps := _steps(key)) is not None]
    return found if len(found) == len(keys) and min(keys.values(), default=0.0) >= _SURE else []


def _class_keys(place: ListField) -> list[list[Step]]:
    """Return the keys by class, which outlast changes of the markup, where selectors can say them.

    A key means elements that have these words and no others; a selector finds the first element
    that has these words.
    """
    found = _sure_keys(place.keys.classes)
    if not all(_has_plain_word(step) for steps in found for step in steps):
        return []
    return [[Step(step.label, 0, step.words) for step in steps] for steps in found]


def _has_plain_word(step: Step) -> bool:
    return step.place == 1 and any("0" not in word for word in step.words)


def _steps(key: str) -> list[Step] | None:
    """Return the steps of a key; None where a label is one that no selector can have."""
    try:
        return [parse_step(part) for part in key.split("/") if part != "."]
    except ValueError:
        return None


def _has_only_cells(template: ListTemplate) -> bool:
    """Return whether records are table rows with their core in ``td``; headers have ``th``."""
    core = [place.keys.places for place in template.fields if place.is_core]
    keys = [_steps(key) if key.startswith(".") else None for places in core for key in places]
    labels = {steps[0].label if steps else "" for steps in keys}
    is_row = all(path[-1].label == "tr" for way in template.locators for path in way.paths)
    return is_row and labels == {"td"} and template.cut.mode == "single"
