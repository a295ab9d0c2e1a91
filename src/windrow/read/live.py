"""A page as the browser extension sends it: the live tree in pieces, with boxes.

The first line is the magic, the second one is about the page, and each other line holds some
nodes, in page order, in the format of the browser's own ``DOMSnapshot.captureSnapshot``.
Inconsistent data is refused.
"""

from __future__ import annotations

import json
from itertools import chain
from math import isfinite
from typing import Any

from windrow.errors import NotHtml, TooLarge
from windrow.read.page import Page
from windrow.read.web import is_address

__all__ = ["LIVE_MAGIC", "is_live", "load_live"]

LIVE_MAGIC = b"windrow live 1\n"

# Boxes further out are refused: chosen, not measured.
_MOST_PIXELS = 1e9
_NODES = ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes")
_LAYOUT = ("nodeIndex", "bounds", "styles")


def is_live(content: bytes) -> bool:
    """Return whether *content* is a page that the extension sent."""
    return content.startswith(LIVE_MAGIC)


def load_live(content: bytes, source: str, *, limit: int) -> Page:
    """Return the page that the extension sent; raise `NotHtml` for one that is broken."""
    from windrow.read.browser.markup import markup

    if len(content) > limit:
        raise TooLarge(source, limit)
    try:
        _, about, *lines = content.splitlines()
        url, captured = _captured(json.loads(about), [json.loads(line) for line in lines])
        text, layout = markup(captured)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise NotHtml(
            source, "a live page that is broken", hint="take it again in the extension"
        ) from error
    return Page(
        source, text, url=url, content_type="text/html; charset=utf-8", layout=layout
    )  # fmt: skip


def _captured(about: dict[str, Any], pieces: list[dict[str, Any]]) -> tuple[str | None, Any]:
    """Return the address of the page, and the capture made of *pieces*."""
    strings: list[str] = [*chain.from_iterable(piece["strings"] for piece in pieces)]
    nodes = {key: [*chain.from_iterable(piece["nodes"][key] for piece in pieces)] for key in _NODES}
    layout = {
        key: [*chain.from_iterable(piece["layout"][key] for piece in pieces)] for key in _LAYOUT
    }
    url = about["url"]
    width, height = float(about["width"]), float(about["height"])
    _require_sound(strings, nodes, layout)
    if not (isinstance(url, str) and isfinite(width) and isfinite(height)):
        raise ValueError("no address or no size")
    public, system = (str(part) for part in about["doctype"])
    strings += [public, system]
    document = {
        "nodes": nodes,
        "layout": layout,
        "contentWidth": width,
        "contentHeight": height,
        "publicId": len(strings) - 2,
        "systemId": len(strings) - 1,
    }
    return url if is_address(url) else None, {"documents": [document], "strings": strings}


def _require_sound(
    strings: list[str], nodes: dict[str, list[Any]], layout: dict[str, list[Any]]
) -> None:
    """Raise ValueError unless all numbers are valid."""
    count, most = len(nodes["nodeType"]), len(strings)
    if not count or any(len(column) != count for column in nodes.values()):
        raise ValueError("columns of nodes have different lengths")
    if len({len(column) for column in layout.values()}) != 1:
        raise ValueError("columns of boxes have different lengths")
    if not all(isinstance(text, str) for text in strings):
        raise ValueError("a text is not a string")
    if any(type(kind) is not int for kind in nodes["nodeType"]):
        raise ValueError("a node has no kind")
    if any(not -1 <= parent < place for place, parent in enumerate(nodes["parentIndex"])):
        raise ValueError("a parent behind its child")
    numbers = chain(nodes["nodeName"], nodes["nodeValue"], *nodes["attributes"], *layout["styles"])
    # -1 is the empty text, as in the browser's own captures.
    if any(not -1 <= number < most for number in numbers):
        raise ValueError("a text that does not exist")
    if any(not 0 <= node < count for node in layout["nodeIndex"]):
        raise ValueError("a box of no node")
    if any(len(box) != 4 for box in layout["bounds"]):
        raise ValueError("a box without four numbers")
    if any(not abs(number) <= _MOST_PIXELS for number in chain(*layout["bounds"])):
        raise ValueError("a box too far out")
