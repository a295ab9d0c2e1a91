"""The template of detail pages as plain selectors, as far as selectors can say it.

What is told by a label, by its class, by number or as one of a list has an XPath. What is told by
looks (slots), or is said to machines only, has none and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from windrow.wrap.keyed import KeyedTemplate
from windrow.wrap.keyed_place import Group, Place
from windrow.wrap.keyed_signature import tag_of, words_of
from windrow.wrap.wrapper import WrapperColumn
from windrow.wrap.xpaths import literal, step_xpath

__all__ = ["detail_plan"]

_KEY = re.compile(r"(=(?P<label>.*?))?(?P<rest>\[\]|:\d+|~\d+)?", re.DOTALL)
_TAKES = {"@href": "link", "@src": "image", "@value": "value", "@alt": "alt"}
_SUFFIX = re.compile(r"@(href|src|value|alt|content|datetime)$")


@dataclass(frozen=True)
class _Way:
    """An XPath to a place; *text* is the number of a text in there, or the label before it."""

    path: str
    text: int | str = 0


def detail_plan(
    template: KeyedTemplate, columns: Sequence[WrapperColumn], left: list[str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the fields of *template* as data that `export_reader` reads by, and its words.

    What cannot be said in selectors is named in *left*.
    """
    ways = dict(_ways(template.root, "/html"))
    fields = [field for column in columns if (field := _field(column, ways, left)) is not None]
    return fields, sorted(_words(template.root))


def _words(root: Place) -> set[str]:
    found: set[str] = set()
    stack = [root]
    while stack:
        place = stack.pop()
        for signature, group in place.groups.items():
            found |= words_of(signature)
            stack += group.parts.values()
    return found


def _field(
    column: WrapperColumn, ways: dict[str, tuple[Place, _Way | str]], left: list[str]
) -> dict[str, Any] | None:
    if column.place == "title":
        return {"name": column.name, "take": "title", "way": ("//title", 0), "label": ""}
    suffix = _SUFFIX.search(column.place)
    base = column.place[: suffix.start()] if suffix else column.place
    place, way = ways.get(base, (None, ""))
    if place is None or isinstance(way, str):
        linked = "it is said to machines only" if base.startswith("linked.") else ""
        left.append(f"{column.name}: {way or linked or 'it has no place of its own'}")
        return None
    take = (_TAKES.get(suffix[0]) or suffix[1]) if suffix else "whole"
    found: dict[str, Any] = {"name": column.name, "take": take, "way": (way.path, way.text)}
    found["label"] = place.label
    if column.columns:
        inner = {".": (place, _Way(".")), **dict(_ways(place, "."))}
        fields = [_inner(one, inner, left) for one in column.columns]
        found |= {"take": "list", "rows": [field for field in fields if field is not None]}
    return found


def _inner(
    column: WrapperColumn, ways: dict[str, tuple[Place, _Way | str]], left: list[str]
) -> dict[str, Any] | None:
    if column.place.startswith("@"):
        # An attribute of the member itself.
        ways = {**ways, "": ways["."]}
    return _field(column, ways, left)


def _ways(root: Place, start: str) -> Iterator[tuple[str, tuple[Place, _Way | str]]]:
    """Yield the places below *root* by their ids, each with its way or why there is none."""
    stack: list[tuple[Place, _Way | str]] = [(root, _Way(start))]
    while stack:
        place, way = stack.pop()
        if place is not root:
            yield place.id, (place, way)
            if place.is_list:
                continue
        for group in place.groups.values():
            for key, part in group.parts.items():
                stack.append((part, _step(group, key, way)))


def _step(group: Group, key: str, way: _Way | str) -> _Way | str:
    if isinstance(way, str):
        return way
    if way.text:
        return "it stands below a text"
    label, rest = _parts(group, key)
    if rest.startswith("~"):
        return "it is told by its looks"
    number = int(rest[1:]) if rest.startswith(":") else 0
    tag = tag_of(group.signature)
    if tag == "#text":
        if rest == "[]":
            return "it is a list of bare texts"
        return _Way(way.path, label or -(number or 1))
    words = words_of(group.signature)
    tests = f"[signed({literal(''.join(sorted(words)))})]"
    step = step_xpath(tag, ()) + tests
    if any(word[0] == "#" and "0" not in word for word in words) and way.path[0] != ".":
        # An id is met once: what stands above it may change, and parsers differ there. One with
        # a number in it is one of several.
        way = _Way("/")
    if label:
        step += f"[{_label_test(group, label, tag, tests)}]"
    if rest != "[]":
        step += f"[{number or 1}]"
    return _Way(f"{way.path}/{step}")


def _parts(group: Group, key: str) -> tuple[str, str]:
    if key.startswith("=") and key[1:] in group.labels:
        return key[1:], ""
    found = _KEY.fullmatch(key)
    return (found["label"] or "", found["rest"] or "") if found else ("", "~")


def _label_test(group: Group, label: str, tag: str, tests: str) -> str:
    if (group.position and label in group.labels) or not group.anchored:
        if group.position == "last":
            return f"contains(normalize-space(), {literal(label)})"
        return f"starts-with(normalize-space(), {literal(label)})"
    says = " or ".join(f"normalize-space()={literal(label + end)}" for end in ("", ":", " :"))
    others = f"not(self::{step_xpath(tag, ())}{tests})"
    return f"preceding-sibling::node()[{others}][normalize-space()][1][{says}]"
