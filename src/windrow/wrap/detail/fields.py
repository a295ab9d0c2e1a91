"""The fields of a template of detail pages, with names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from windrow.model import Value
from windrow.tree.linked import Linked, LinkedValue, folded, lists_among
from windrow.wrap.detail.signature import label_of, signature_of, spoken, words_of
from windrow.wrap.detail.spot import Held, LinkedHeld, Spot, mark
from windrow.wrap.detail.view import quorum

__all__ = [
    "WHOLE",
    "DetailField",
    "learn_linked",
    "linked_fields",
    "linked_value",
    "needed",
    "picture",
    "spot_fields",
    "suffix_of",
]

# Things about the site; their values on all pages are not data of a page. What
# pages say about their own thing has a name, and is data even if it is the same everywhere.
_SITE = frozenset(
    "meta WebSite WebPage Organization NewsMediaOrganization BreadcrumbList ImageObject "
    "SearchAction Corporation LocalBusiness thing".split()
)
# Names of fields that the page does not name: by label, and by attribute.
_KINDS = {
    "img": "image", "li": "item", "tr": "row", "td": "cell", "th": "cell", "h1": "title",
    "h2": "heading", "h3": "heading", "h4": "heading", "dd": "value", "input": "value",
    "figcaption": "caption", "address": "address", "blockquote": "quote",
}  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# The id of the text of whole rows, among the fields of a list.
WHOLE = "."
_SUFFIXES = {"@href": "link", "@src": "image", "@alt": "image text", "@value": "value"}


@dataclass(frozen=True, slots=True)
class DetailField:
    """A field of a template."""

    id: str
    name: str  # a readable name; several fields may have the same
    named_by: str = ""  # label, attribute, class, kind or linked
    fields: tuple[DetailField, ...] = ()  # those of its rows, for a list
    constant: bool = False  # all learned pages say the same
    label: str = ""
    path: str = ""  # XPath of an example
    section: str = ""  # the nearest label above it


def spot_fields(root: Spot) -> Iterator[DetailField]:
    """Yield the fields below *root*, in page order; those of lists hold their own."""
    stack: list[tuple[Spot, tuple[Spot, ...]]] = [(root, (root,))]
    while stack:
        spot, path = stack.pop()
        if spot.frozen:
            continue
        if spot.is_list and spot is not root:
            inner = tuple(spot_fields(spot))
            if inner:
                name, source = _suggest(path, "")
                section = _section(path)
                yield DetailField(
                    spot.id, name, source, inner, False, spot.label, spot.path, section
                )
            continue
        yield from _own_fields(spot, path, spot is root)
        for split in reversed([*spot.splits.values()]):
            stack += [(part, (*path, part)) for part in reversed([*split.parts.values()])]


def _own_fields(spot: Spot, path: tuple[Spot, ...], is_root: bool) -> Iterator[DetailField]:
    for held in spot.held.values():
        if not is_shown(held):
            continue
        name, source = _suggest(path, held.suffix)
        if held.suffix == "heading":
            name, source = "heading", "kind"
        base = "" if is_root else spot.id
        label = _section(path)
        constant = held.constant is not None
        own = base + held.suffix or WHOLE
        yield DetailField(own, name, source, (), constant, label, spot.path, label)


def _section(path: Sequence[Spot]) -> str:
    """Return the nearest label on a path, or ""."""
    return next((spot.label for spot in reversed(path) if spot.label), "")


def suffix_of(field: DetailField) -> str:
    """Return the suffix of a field: what its id ends with if it is not a text.

    >>> suffix_of(DetailField("b@offer/a@href", "offer")), suffix_of(DetailField("b@name", "name"))
    ('@href', '')
    """
    return next((suffix for suffix in _SUFFIXES if field.id.endswith(suffix)), "")


def is_shown(held: Held) -> bool:
    """Return whether a page like the learned ones gives this field."""
    return held.show and (held.constant is None or held.labelled)


def needed(root: Spot, pages: int) -> frozenset[str]:
    """Return the ids of values that enough learned pages have and that differ."""
    found = set()
    stack = [root]
    while stack:
        spot = stack.pop()
        if spot.is_list:
            continue
        for held in spot.held.values():
            if held.show and held.constant is None and held.pages >= quorum(pages):
                found.add(spot.id + held.suffix)
        stack += [part for split in spot.splits.values() for part in split.parts.values()]
    return frozenset(found)


# Names of fields: the label, the name in the markup, or the kind


def _suggest(path: Sequence[Spot], suffix: str) -> tuple[str, str]:
    """Return a name for the value of the last spot of *path*, and the source of the name."""
    name, source = _base(path)
    kind = _SUFFIXES.get(suffix, "")
    if kind and kind not in name.split():
        name = f"{name} {kind}" if source != "kind" else kind
    return name, source


def _base(path: Sequence[Spot]) -> tuple[str, str]:
    if label := _label_alone(path):
        return label[:60], "label"
    for distance, spot in enumerate(reversed(path[-4:])):
        # The label of a list does not say which part of its rows a value is.
        if spot.is_list and distance:
            break
        if spot.label and spot.label != "*":
            return spot.label[:60], "label"
        words = words_of(signature_of(spot.step))
        for word in sorted(words):
            if word[0] == "@" and (found := spoken(word[1:])):
                return found, "attribute"
        found = max((spoken(word[1:]) for word in sorted(words)), key=len, default="")
        if found:
            return found, "class"
        if distance == 0 and label_of(signature_of(spot.step)) == "h1":
            return "title", "kind"
    label = label_of(signature_of(path[-1].step)) if path else ""
    return _KINDS.get(label, "text"), "kind"


def _label_alone(path: Sequence[Spot]) -> str:
    """Return the label that the last spot of *path* is the only value of; "" where it is not."""
    near = path[-3:-1]
    # What lies below the spots is looked at only where a label is to be had: pages may be deep.
    if not any(above.label and above.label != "*" for above in near):
        return ""
    for above in reversed(near):
        parts = [part for split in above.splits.values() for part in split.parts.values()]
        if above.is_list or sum(map(_says_something, parts)) != 1:
            break
        if above.label and above.label != "*":
            return above.label
    return ""


def _says_something(spot: Spot) -> bool:
    """Return whether anything at a spot or below it is a field."""
    stack = [spot]
    while stack:
        one = stack.pop()
        if not one.frozen and any(map(is_shown, one.held.values())):
            return True
        stack += [part for split in one.splits.values() for part in split.parts.values()]
    return False


# Linked data of pages


def learn_linked(pages: Sequence[Sequence[Linked]]) -> dict[str, LinkedHeld]:
    """Return the linked data of *pages*, and which of it is the same on all."""
    seen: dict[str, list[LinkedValue]] = {}
    lists = lists_among(pages)
    for page in pages:
        for one in folded(page, lists):
            seen.setdefault(one.path, []).append(one.value)
    found = {}
    for path, values in seen.items():
        texts = {json.dumps(linked_value(value)) for value in values}
        same = len(texts) == 1 and len(values) > 1 and path.split(".", 1)[0] in _SITE
        constant = mark(texts.pop()) if same else None
        names = {
            one.path: None for v in values if not isinstance(v, str) for row in v for one in row
        }
        found[path] = LinkedHeld(path, len(values), constant, tuple(names))
    return found


def linked_value(value: LinkedValue) -> Value:
    """Return linked data as a cell."""
    if isinstance(value, str):
        return value
    return [{one.path: linked_value(one.value) for one in row} for row in value]


def linked_fields(linked: Mapping[str, LinkedHeld]) -> Iterator[DetailField]:
    """Yield the fields of linked data."""
    for path, held in linked.items():
        if held.show and held.constant is None:
            inner = tuple(
                DetailField(name, _CAMEL.sub(" ", name), "linked") for name in held.fields
            )
            name = _CAMEL.sub(" ", path.split(".", 1)[-1])
            yield DetailField(f"linked.{path}", name, "linked", inner)


def picture(fields: Iterable[DetailField], indent: str = "") -> Iterator[str]:
    """Yield one line per field: its name, then its id."""
    for one in fields:
        yield f"{indent}{one.name}  <- {one.id}{'  (constant)' if one.constant else ''}"
        yield from picture(one.fields, indent + "    ")
