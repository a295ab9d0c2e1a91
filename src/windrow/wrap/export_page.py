"""A page as windrow sees it: its nodes in page order, and what they say.

The code below is copied into what `windrow export` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from windrow.wrap.export_base import BLANK, INLINE, LEFT_OUT, OPAQUE, SPACE, label_of

__all__ = ["Page", "tokens"]

# copied from here
TEXT, LINK, IMAGE, VALUE = 1, 2, 4, 8
HIDING = re.compile(r"(?:display:none|visibility:hidden)(?:!.*)?", re.ASCII | re.DOTALL)
SIGNS = {"class": ".", "id": "#", "itemprop": "@", "property": "@"}
STATES = {
    *"odd even first last alt active selected current hidden open closed clearfix loaded".split()
}


def tokens(element: Any) -> list[str]:
    """Return the words by which an element can be known, sorted; any number is 0 in them."""
    found = set()
    for name, value in element.attrib.items():
        if name in SIGNS:
            for word in value.split()[:40]:
                plain = re.sub(r"\d+", "0", word.lower())[:60]
                if plain not in STATES and not plain.startswith("lazy"):
                    found.add(SIGNS[name] + plain)
    return sorted(found)


class Page:
    """The nodes of a page, by number in page order; *words* are those that the site uses.

    A text that is all that an element holds is the element's own; others are nodes. *hidden* tells
    that what the page hides counts.
    """

    def __init__(self, root: Any, words: set[str], hidden: bool) -> None:
        self.known, self.hidden = words, hidden
        self.marks: dict[int, list[str]] = {}
        self.ordinals: list[int] = []  # among the siblings of the same label
        self.labels: list[str] = []
        self.parents: list[int] = []
        self.sizes: list[int] = []
        self.texts: list[str] = []
        self.spaces: list[tuple[bool, bool]] = []  # whether there is one before and behind
        self.elements: list[Any] = []
        self.signatures: list[str] = []
        self.kinds: list[int] = []
        self.space = False
        self.build(root)
        # Whether all that is in a node is text and inline markup; with line breaks, and without.
        self.flows = self.all_below({*INLINE, "#text", "br"})
        inside = self.all_below({*INLINE, "#text"})
        self.inline = [
            below and label in (*INLINE, "#text")
            for below, label in zip(inside, self.labels, strict=True)
        ]

    def all_below(self, labels: set[str]) -> list[bool]:
        """Return for every node whether all nodes in it have one of the labels."""
        found = [True] * len(self.labels)
        for node in range(len(self.labels) - 1, 0, -1):
            if not (found[node] and self.labels[node] in labels):
                found[self.parents[node]] = False
        return found

    def build(self, root: Any) -> None:
        """Add an element and all below it."""
        self.add("html", -1, 1, root)
        levels: list[tuple[int, Iterator[tuple[Any, int]]]] = [(0, content(root))]
        while levels:
            parent, inside = levels[-1]
            for one, ordinal in inside:
                if isinstance(one, str):
                    self.add_text(parent, ordinal, one)
                    continue
                # A body that is hidden at first is shown as soon as scripts run.
                if is_left_out(one) or not (self.hidden or len(levels) == 1 or is_shown(one)):
                    continue
                node = self.add(label_of(one), parent, ordinal, one)
                opaque = self.labels[node] in OPAQUE
                levels.append((node, iter(()) if opaque else content(one)))
                break
            else:
                levels.pop()
                self.sizes[parent] = len(self.labels) - parent
                if self.sizes[parent] == 2 and self.labels[parent + 1] == "#text":
                    # It is the element's own.
                    self.texts[parent] = self.texts.pop()
                    self.spaces[parent] = self.spaces.pop()
                    self.kinds[parent] |= TEXT
                    for some in (self.labels, self.parents, self.sizes, self.elements,
                                 self.signatures, self.kinds, self.ordinals):  # fmt: skip
                        some.pop()
                    self.sizes[parent] = 1

    def add(self, label: str, parent: int, ordinal: int, element: Any = None) -> int:
        """Add a node and return its number."""
        self.ordinals.append(ordinal)
        self.labels.append(label)
        self.parents.append(parent)
        self.sizes.append(1)
        self.texts.append("")
        self.spaces.append((False, False))
        self.elements.append(None if label in ("svg", "math") else element)
        attributes = {} if element is None or label in ("svg", "math") else element.attrib
        words = tokens(element) if attributes and self.known else []
        self.signatures.append(label + "".join(word for word in words if word in self.known))
        kind = LINK if label in ("a", "area") and attributes.get("href") else 0
        if label == "img" and (attributes.get("src") or attributes.get("data-src")):
            kind = IMAGE
        if label == "input" and attributes.get("value"):
            kind = VALUE
        self.kinds.append(kind)
        return len(self.labels) - 1

    def add_text(self, parent: int, ordinal: int, text: str) -> None:
        """Add a text to an element: to the one before it, where nothing that shows is between."""
        folded = SPACE.sub(" ", text)
        if BLANK.fullmatch(text):
            self.space = self.space or " " in folded
            return
        before, behind = self.space or folded[0] == " ", folded[-1] == " "
        self.space = False
        folded = folded.strip(" ")
        last = len(self.labels) - 1
        if self.labels[last] == "#text" and self.parents[last] == parent:
            gap = " " if before or self.spaces[last][1] else ""
            self.texts[last] += gap + folded
            self.spaces[last] = (self.spaces[last][0], behind)
            return
        node = self.add("#text", parent, ordinal)
        self.texts[node], self.spaces[node], self.kinds[node] = folded, (before, behind), TEXT

    def children(self, node: int) -> list[int]:
        """Return the nodes in a node, breaks and rules left out."""
        return [
            child for child in self.all_children(node) if self.labels[child] not in ("br", "hr")
        ]

    def all_children(self, node: int) -> list[int]:
        """Return the nodes in a node."""
        found = []
        child, end = node + 1, node + self.sizes[node]
        while child < end:
            found.append(child)
            child += self.sizes[child]
        return found

    def attribute(self, node: int, name: str) -> str:
        """Return an attribute of a node, or ""."""
        element = self.elements[node]
        return "" if element is None else element.get(name) or ""

    def first(self, start: int, end: int, kinds: int) -> int:
        """Return the first node from *start* to *end* that holds any of *kinds*, or -1."""
        return next((node for node in range(start, end) if self.kinds[node] & kinds), -1)

    def first_text(self, node: int) -> int:
        """Return the first node with text at or below a node, or -1."""
        return self.first(node, node + self.sizes[node], TEXT)

    def last_text(self, node: int) -> int:
        """Return the last node with text at or below a node, or -1."""
        nodes = range(node + self.sizes[node] - 1, node - 1, -1)
        return next((below for below in nodes if self.kinds[below] & TEXT), -1)

    def whole(self, node: int) -> str:
        """Return all text below a node as one; very long ones are cut."""
        return self.text_of(range(node, node + min(self.sizes[node], 400)))

    def text_of(self, nodes: range) -> str:
        """Return the texts of nodes as one, with spaces where the page shows any."""
        parts: list[str] = []
        last = -1
        for below in nodes:
            if self.kinds[below] & TEXT:
                if last >= 0 and self.are_apart(last, below):
                    parts.append(" ")
                parts.append(self.texts[below])
                last = below
        return "".join(parts)

    def are_apart(self, last: int, node: int) -> bool:
        """Tell whether white space, a line break or the edge of a block is between two texts."""
        if self.spaces[last][1] or self.spaces[node][0]:
            return True
        inline = INLINE | {"#text"}
        if any(self.labels[between] not in inline for between in range(last + 1, node + 1)):
            return True
        while last + self.sizes[last] <= node:
            if self.labels[last] not in inline:
                return True
            last = self.parents[last]
        return False

    def source(self, node: int) -> str:
        """Return the address of an image; lazy ones have a placeholder where it belongs."""
        found = self.attribute(node, "src")
        lazy = not found or found.startswith("data:")
        return self.attribute(node, "data-src") or found if lazy else found

    def value(self, node: int, take: str) -> str | None:
        """Return what a node of a list says, of the kind that a field takes."""
        if take in ("link", "value"):
            return self.attribute(node, "href" if take == "link" else take) or None
        if take == "image":
            return self.source(node) or None
        if take == "alt":
            return self.attribute(node, "alt").strip() or None
        if take == "text" and self.kinds[node] & TEXT:
            return self.texts[node] or None
        return self.text_of(self.run(node)) or None

    def run(self, node: int) -> range:
        """Return a node together with the inline markup behind it that reads as one."""
        end = node + self.sizes[node]
        if self.labels[node] in (*INLINE, "#text") and node:
            parent = self.parents[node]
            while end < parent + self.sizes[parent] and self.inline[end]:
                end += self.sizes[end]
        return range(node, end)

    def values(self, node: int, is_row: bool) -> dict[str, str]:
        """Return what a node says: "" for its text, ``@href`` for where it leads."""
        found: dict[str, str] = {}
        size, kind, element = self.sizes[node], self.kinds[node], self.elements[node]
        if kind & TEXT:
            found[""] = self.texts[node]
        elif size > 1 and ((self.flows[node] and size <= 300) or (is_row and size <= 80)):
            text = self.whole(node)
            if text and len(text) <= 3000:
                found[""] = text
        if element is None:
            return found
        if kind & LINK:
            found["@href"] = self.attribute(node, "href")
        if kind & IMAGE:
            found["@src"] = self.source(node)
        if kind & VALUE:
            found["@value"] = self.attribute(node, "value")
        for name in ("content", "datetime", "alt") if kind & IMAGE else ("content", "datetime"):
            if text := (element.get(name) or "").strip():
                found[f"@{name}"] = text
        return found


def is_left_out(element: Any) -> bool:
    """Tell whether an element is nothing that shows."""
    if not isinstance(element.tag, str):
        return True
    if element.tag == "noscript":
        # Some pages are all inside one.
        return len(element.xpath(".//*")) <= 50
    return element.tag in LEFT_OUT


def is_shown(element: Any) -> bool:
    """Tell whether a browser would show an element."""
    style = re.sub(r"[ \t-\r]+", "", element.get("style", "").lower())
    if element.get("hidden") is not None or any(map(HIDING.fullmatch, style.split(";"))):
        return False
    return not (element.tag == "input" and element.get("type", "").lower() == "hidden")


def content(element: Any) -> Iterator[tuple[Any, int]]:
    """Yield the texts and elements in an element, each with its number among those of its label."""
    counts: dict[Any, int] = {}
    for one in (element.text, *(one for child in element for one in (child, child.tail))):
        if one is not None and one != "":
            name = "#text" if isinstance(one, str) else one.tag
            counts[name] = counts.get(name, 0) + 1
            yield one, counts[name]
