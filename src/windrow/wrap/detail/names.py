"""What a person would call a field: its label, what the markup calls it, or what it is."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.wrap.detail.signature import signature_of, spoken, tag_of, words_of
from windrow.wrap.detail.spot import Spot

__all__ = ["suggest"]

_KINDS = {
    "h1": "title",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "a": "link",
    "img": "image",
    "time": "time",
    "li": "item",
    "tr": "row",
    "td": "cell",
    "th": "cell",
    "p": "text",
    "#text": "text",
    "input": "value",
    "option": "option",
    "dd": "value",
    "address": "address",
}
_SUFFIXES = {"@href": "link", "@src": "image", "@alt": "image text", "@value": "value"}


def suggest(path: Sequence[Spot], suffix: str) -> tuple[str, str]:
    """Return a name for what the last spot of *path* holds, and where the name is from."""
    name, source = _base(path)
    kind = _SUFFIXES.get(suffix, "")
    if kind and kind not in name.split():
        name = f"{name} {kind}" if source != "kind" else kind
    return name, source


def _base(path: Sequence[Spot]) -> tuple[str, str]:
    for distance, spot in enumerate(reversed(path[-4:])):
        if spot.label and spot.label != "*":
            return spot.label[:60], "label"
        words = words_of(signature_of(spot.step))
        for word in sorted(words):
            if word[0] == "@" and (found := spoken(word[1:])):
                return found, "attribute"
        found = max((spoken(word[1:]) for word in sorted(words)), key=len, default="")
        if found:
            return found, "class"
        if distance == 0 and tag_of(signature_of(spot.step)) == "h1":
            return "title", "kind"
        if spot.is_list and distance:
            break
    tag = tag_of(signature_of(path[-1].step)) if path else ""
    return _KINDS.get(tag, tag.lstrip("#") or "value"), "kind"
