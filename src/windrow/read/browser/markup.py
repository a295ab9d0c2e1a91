"""Writes a captured page as markup again, with a layout that fits it element by element.

The browser's tree is written out as HTML, so that it is parsed, kept and compared like any other
page. Elements that the browser does not show get ``hidden``, which the parser knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from windrow.read.browser.drawn import Box, drawn
from windrow.read.layout import NO_BOX, VOID, Layout, attribute_check, text_check, words

__all__ = ["markup"]

_ELEMENT, _TEXT, _COMMENT, _DOCTYPE = 1, 3, 8, 10

# Their text is not markup, and has no escapes.
_RAW = frozenset("script style xmp iframe noembed noframes".split())
# Never drawn themselves, but still part of the page.
_UNDRAWN = frozenset(
    "html head body title base link meta style script noscript template option optgroup area map "
    "source track param col colgroup br wbr rp slot".split()
)
_NAME = re.compile(r"[^\s\"'<>/=\x00-\x1f\x7f]+")
_HIDING = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_NO_TEXT = frozenset("script style noscript template head".split())
# The share of its text that a page may hide: chosen, not measured.
_MOST_TEXT = 0.5
# Names that would swallow the rest of the page when it is parsed again.
_SAFE_NAMES = {"plaintext": "pre"}


def markup(captured: dict[str, Any]) -> tuple[bytes, Layout]:
    """Return the main document of a capture as UTF-8 markup, and its layout."""
    # The number of an empty string is -1, so it comes last.
    writer = _Writer(captured["documents"][0], [*captured["strings"], ""])
    writer.write()
    return "".join(writer.pieces).encode("utf-8", "replace"), writer.layout()


class _Writer:
    """Writes one document; layout and markup grow together."""

    def __init__(self, document: dict[str, Any], strings: list[str]) -> None:
        self._document, self._strings = document, strings
        self._nodes = document["nodes"]
        self._drawn = drawn(document, strings)
        self._skipped = _skipped(self._nodes, strings)
        self._lengths = _text_lengths(self._nodes, strings)
        self.pieces: list[str] = []
        self._names: dict[str, int] = {}
        size = (float(document.get(key, 0)) for key in ("contentWidth", "contentHeight"))
        self._layout = Layout.empty(*size)

    def write(self) -> None:
        """Write all nodes in page order."""
        types, parents = self._nodes["nodeType"], self._nodes["parentIndex"]
        # Open elements: node, label, position.
        self._open: list[tuple[int, str, int]] = []
        skipping: set[int] = set()
        for node, kind in enumerate(types):
            parent = parents[node]
            if parent in skipping or node in self._skipped:
                skipping.add(node)
                continue
            while self._open and self._open[-1][0] != parent:
                self._close()
            if kind == _ELEMENT:
                self._element(node)
            elif kind == _TEXT:
                self._text(node)
            elif kind == _COMMENT:
                # It keeps the texts before and behind it apart; its content does not matter.
                self.pieces.append("<!---->")
            elif kind == _DOCTYPE:
                self._doctype(node)
        while self._open:
            self._close()

    def layout(self) -> Layout:
        """Return the layout of what was written."""
        return replace(self._layout, names=tuple(self._names))

    def _element(self, node: int) -> None:
        name = self._strings[self._nodes["nodeName"][node]]
        # Names of HTML come in capitals; those of drawings keep their own spelling.
        label = name.lower() if name.isupper() else name
        label = _SAFE_NAMES.get(label, label)
        attributes = list(self._attributes(node, label))
        above = self._open[-1][2] if self._open else -1
        layout, position = self._layout, len(self._layout)
        layout.labels.append(self._names.setdefault(label.lower(), len(self._names)))
        layout.parents.append(above)
        layout.attribute_checks.append(
            attribute_check([(a.encode(), v.encode("utf-8", "replace")) for a, v in attributes])
        )
        layout.text_checks.append(0)
        layout.hidden.append(("hidden", "") in attributes)
        layout.boxes.extend(self._box(node))
        written = "".join(f' {key}="{_escaped(value)}"' for key, value in attributes)
        self.pieces.append(f"<{label}{written}>")
        self._open.append((node, label, position))

    def _attributes(self, node: int, label: str) -> Iterator[tuple[str, str]]:
        """Yield the attributes to write."""
        strings = self._strings
        numbers = self._nodes["attributes"][node]
        shown = self._drawn.shown[node]
        # Only the outermost hidden element says so.
        above = max(self._nodes["parentIndex"][node], 0)
        hide = label not in _UNDRAWN and not shown and self._drawn.shown[above]
        # Most of a page is never hidden for good: it waits for a style sheet we did not get, or
        # for a banner to be closed.
        hide = hide and self._lengths[node] <= _MOST_TEXT * self._lengths[0]
        for k in range(0, len(numbers) - 1, 2):
            name, value = strings[numbers[k]].lower(), strings[numbers[k + 1]]
            if not _NAME.fullmatch(name) or name == "hidden":
                continue
            if shown and name == "style" and _HIDING.search(value):
                continue
            yield name, value
        if hide:
            yield "hidden", ""

    def _text(self, node: int) -> None:
        text = self._strings[self._nodes["nodeValue"][node]]
        if not self._open:
            return
        label, position = self._open[-1][1], self._open[-1][2]
        if label == "noscript" or label in VOID:
            return
        if label in _RAW:
            if f"</{label}" not in text.lower():
                self.pieces.append(text)
            return
        if label in ("pre", "textarea", "listing") and self.pieces[-1].startswith(f"<{label}"):
            # The parser drops the first line break.
            self.pieces.append("\n")
        self.pieces.append(_escaped(text, quotes=False))
        size = len(words(text))
        if not size:
            return
        layout = self._layout
        layout.text_checks[position] = text_check(text, layout.text_checks[position])
        layout.text_parents.append(position)
        layout.text_sizes.append(size)
        layout.text_boxes.extend(self._box(node))

    def _box(self, node: int) -> Box:
        return self._drawn.boxes.get(node, NO_BOX) if self._drawn.shown[node] else NO_BOX

    def _close(self) -> None:
        _, label, _ = self._open.pop()
        if label not in VOID:
            self.pieces.append(f"</{label}>")

    def _doctype(self, node: int) -> None:
        # The doctype tells the parser to parse an old page in another way.
        name = self._strings[self._nodes["nodeName"][node]]
        public, system = (
            self._strings[self._document.get(key, -1)] for key in ("publicId", "systemId")
        )
        if any('"' in part or ">" in part for part in (name, public, system)):
            name, public, system = "html", "", ""
        kind = f' PUBLIC "{public}"' if public else " SYSTEM" if system else ""
        where = f' "{system}"' if system else ""
        self.pieces.append(f"<!DOCTYPE {name}{kind}{where}>")


def _text_lengths(nodes: dict[str, Any], strings: list[str]) -> list[int]:
    """Return how many characters of text each node has, without scripts and styles."""
    lengths = [0] * len(nodes["nodeType"])
    for node in range(len(lengths) - 1, 0, -1):
        parent = nodes["parentIndex"][node]
        if nodes["nodeType"][node] == _TEXT:
            lengths[node] = len(words(strings[nodes["nodeValue"][node]]))
        if parent >= 0 and strings[nodes["nodeName"][node]].lower() not in _NO_TEXT:
            lengths[parent] += lengths[node]
    return lengths


def _skipped(nodes: dict[str, Any], strings: list[str]) -> set[int]:
    """Return the nodes that are not part of the page: pseudo-elements, insides of controls."""
    shadows = nodes.get("shadowRootType", {"index": [], "value": []})
    insides = {
        node
        for node, value in zip(shadows["index"], shadows["value"], strict=True)
        if strings[value] == "user-agent"
    }
    return insides | set(nodes.get("pseudoType", {"index": []})["index"])


def _escaped(text: str, *, quotes: bool = True) -> str:
    text = text.replace("&", "&amp;").replace("\r", "&#13;").replace("\0", "")
    if quotes:
        return text.replace('"', "&quot;")
    return text.replace("<", "&lt;").replace(">", "&gt;")
