"""The template of a list as a picture in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from windrow.tree.runs import EXTENTS
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["describe_list"]


@dataclass
class _Branch:
    fields: list[str] = field(default_factory=list)
    below: dict[str, _Branch] = field(default_factory=dict)


def describe_list(template: ListTemplate, columns: Sequence[WrapperColumn]) -> Iterator[str]:
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
        what = "" if place.kind in {"text", *EXTENTS} else f" ({place.kind})"
        often = "" if place.fill >= 1 else f" in {place.fill:.0%}"
        branch.fields.append(f"{column.name if column else place.id}{what}{often}")
        if place.inner is not None:
            inner = column.columns if column else ()
            for line in describe_list(place.inner, inner):
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
