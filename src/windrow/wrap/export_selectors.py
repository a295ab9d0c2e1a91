"""Wrappers as bare selectors: one for the records, one for each column, and what to take there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from windrow.errors import WrapperError
from windrow.wrap.listing import ListField, ListTemplate
from windrow.wrap.reader_detail import DetailPages
from windrow.wrap.reader_list import ListPages
from windrow.wrap.steps import Step, parse_step
from windrow.wrap.wrapper import Wrapper, WrapperColumn
from windrow.wrap.xpaths import css_of, literal, step_xpath

__all__ = ["selectors"]

_TAKES = {"link": "href", "image": "src", "value": "value", "alt": "alt", "run": "text"}


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
        left["*"] = f"{len(wrapper.more)} more lists of the page"
    return {"name": wrapper.name, "form": form, **found, "left_out": left}


def _list_selectors(
    template: ListTemplate, columns: Sequence[WrapperColumn], form: str, left: dict[str, str]
) -> dict[str, Any]:
    by_id = {place.id: place for place in template.fields}
    # The shortest way that finds just the records where it was learned.
    best = max(template.locators, key=lambda way: (way.weight, way.kind in ("tail", "own")))
    anywhere = best.kind in ("tail", "own")
    paths = [_path(path, form, anywhere) for path in best.paths]
    found: dict[str, Any] = {"records": (", " if form == "css" else " | ").join(paths)}
    if template.cut.mode != "single":
        found["cut"] = {"mode": template.cut.mode, "span": template.cut.span,
                        "follow": template.cut.follow,
                        "separator": template.cut.separator}  # fmt: skip
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
    if place.kind == "rows":
        return "it is a list inside the record"
    key = _best_key(place, form)
    if not key:
        return "it has no selector of its own"
    try:
        steps = [parse_step(part) for part in key.split("/") if part != "."]
    except ValueError:
        return "its place has a name that selectors cannot have"
    if not key.startswith("."):
        return "the record has several roots"
    take = _TAKES.get(place.kind, place.kind)
    text = steps[-1] if steps and steps[-1].label == "#text" else None
    if text and form == "css":
        return "it is a text beside others, which CSS cannot tell apart"
    return {"name": column.name, "selector": _inside(steps, form), "take": take}


def _best_key(place: ListField, form: str) -> str:
    """Return the most reliable key; of equals one by class, which lasts longer."""
    classes: Mapping[str, float] = place.keys.classes
    found = {key: (weight, 1) for key, weight in classes.items() if _usable(key, form)}
    found |= {key: (weight, 0) for key, weight in place.keys.places.items() if key not in found}
    return max(found, key=lambda key: found[key], default="")


def _usable(key: str, form: str) -> bool:
    """Return whether a key by class says something, and means the same as a selector."""
    try:
        last = parse_step(key.rpartition("/")[2])
    except ValueError:
        return False
    words = [word for word in last.words if "0" not in word]
    return bool(words) and (form != "css" or last.place == 1)


def _inside(steps: Sequence[Step], form: str) -> str:
    if form == "css":
        plain = [Step(step.label, 0 if step.words else step.place, step.words) for step in steps]
        return f":scope > {css_of(plain)}" if plain else ":scope"
    return "/".join([".", *(_xpath_step(step) for step in _without_bodies(steps))])


def _path(path: Sequence[Step], form: str, anywhere: bool) -> str:
    if form == "css":
        return css_of(path)
    start = "//" if anywhere else "/"
    return start + "/".join(_xpath_step(step) for step in _without_bodies(path))


def _without_bodies(steps: Sequence[Step]) -> list[Step]:
    """Return the steps with those to a tbody as any step down to its rows.

    Browsers put rows into a tbody, other parsers do not.
    """
    found: list[Step] = []
    for step in steps:
        if step.label == "tbody" and not step.words:
            continue
        under_body = step.label == "tr" and found and found[-1].label == "table"
        found.append(Step("*tr", step.place, step.words) if under_body else step)
    return found


def _xpath_step(step: Step) -> str:
    if step.label == "#text":
        return f"text()[{step.place or 1}]"
    rows = step.label == "*tr"
    name = step_xpath("tr" if rows else step.label, ())
    # Words with digits stand for many, and plain XPath knows no patterns.
    tests = "".join(f"[{_word_test(word)}]" for word in sorted(step.words) if "0" not in word)
    step_text = f"{name}{tests}{f'[{step.place}]' if step.place else ''}"
    return f"descendant-or-self::*[self::table or self::tbody]/{step_text}" if rows else step_text


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
    return {"name": column.name, "selector": column.path, "take": take}
