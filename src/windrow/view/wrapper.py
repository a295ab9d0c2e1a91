"""A wrapper as a picture in plain text: what it reads, and how it finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["picture"]

_WIDTH = 100
_SAMPLE = 40
_SAMPLES = 3
_LONGEST_NAME = 30


def picture(wrapper: Wrapper, *, template: bool = True) -> Iterator[str]:
    """Yield the lines of the picture; texts of pages are in it as they are."""
    yield from _head(wrapper)
    yield ""
    yield "columns"
    yield from _columns(wrapper.columns, "  ")
    if template:
        yield ""
        yield "template"
        if isinstance(wrapper.template, ListPages):
            lines = [*_list_lines(wrapper.template.template, wrapper.columns)]
        else:
            lines = str(wrapper.template).splitlines()
        yield from (f"  {_cut(line, _WIDTH * 2)}" for line in lines)


def _head(wrapper: Wrapper) -> Iterator[str]:
    low, middle, high = wrapper.records
    name = f"{wrapper.name}: " if wrapper.name else ""
    pages = "1 page" if wrapper.pages == 1 else f"{wrapper.pages} pages"
    if wrapper.kind == "detail":
        what = "pages about one thing each"
    elif low == high:
        what = f"a list of {middle} records"
    else:
        what = f"a list of {low} to {high} records, mostly {middle}"
    yield f"{name}{what}, learned from {pages}, detector {wrapper.detector}"


def _columns(columns: Sequence[WrapperColumn], indent: str) -> Iterator[str]:
    names = [_cut(column.name, _LONGEST_NAME) for column in columns]
    width = max(map(len, names), default=0)
    types = max((len(column.type) for column in columns), default=0)
    for name, column in zip(names, columns, strict=True):
        mark = column.fingerprint
        samples = ", ".join(repr(_cut(text, _SAMPLE)) for text in mark.samples[:_SAMPLES])
        head = f"{indent}{name:{width}}  {column.type:{types}}  {mark.fill:>4.0%}  {samples}"
        yield _cut(head, _WIDTH + 60).rstrip()
        kinds = max((len(kind) for kind, _ in column.locators), default=0)
        for kind, way in column.locators:
            yield f"{indent}    {kind:{kinds}}  {_cut(way, _WIDTH)}"
        if column.columns:
            yield from _columns(column.columns, f"{indent}    ")


@dataclass
class _Branch:
    fields: list[str] = field(default_factory=list)
    below: dict[str, _Branch] = field(default_factory=dict)


def _list_lines(template: ListTemplate, columns: Sequence[WrapperColumn]) -> Iterator[str]:
    """Yield where records are found, and the tree of a record with its columns at their places."""
    for locator in template.locators:
        yield f"records by {locator.kind:5}  {locator}"
    if template.cut.mode != "single":
        yield f"cut: {template.cut.mode}, at most {template.cut.span} neighbours"
    names = {column.place: column for column in columns}
    root = _Branch()
    for place in template.fields:
        column = names.get(place.id)
        branch = root
        for step in _steps(place):
            branch = branch.below.setdefault(step, _Branch())
        what = "" if place.kind in ("text", "run") else f" ({place.kind})"
        often = "" if place.fill >= 1 else f" in {place.fill:.0%}"
        branch.fields.append(f"{column.name if column else place.id}{what}{often}")
        if place.inner is not None:
            inner = column.columns if column else ()
            for line in _list_lines(place.inner, inner):
                branch.below.setdefault(line, _Branch())
    yield f"record{_said(root)}"
    yield from _drawn(root)


def _steps(place: ListField) -> list[str]:
    if place.outside:
        return [f"(before) {place.outside[0]}"]
    keys = place.keys.classes or place.keys.places
    best = max(keys, key=lambda key: keys[key], default="")
    return [step.removesuffix("[1]") for step in best.split("/") if step not in (".", "")]


def _drawn(branch: _Branch, indent: str = "") -> Iterator[str]:
    last = len(branch.below) - 1
    for k, (step, inner) in enumerate(branch.below.items()):
        yield f"{indent}{'└── ' if k == last else '├── '}{step}{_said(inner)}"
        yield from _drawn(inner, indent + ("    " if k == last else "│   "))


def _said(branch: _Branch) -> str:
    return f"  = {', '.join(branch.fields)}" if branch.fields else ""


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
