"""A snapshot in a file: a page as a browser showed it, to be read again without a browser.

The file is a magic line and a zlib stream: a line of JSON, and then the parts it
lists with their sizes. Numbers are little-endian. Nothing in it can be executed, and inconsistent
data is refused.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterator
from typing import Any

from windrow.errors import NotHtml, TooLarge
from windrow.read.layout import ARRAYS, Layout
from windrow.read.page import Page

__all__ = ["MAGIC", "dump", "is_snapshot", "load"]

MAGIC = b"windrow snapshot 1\n"

# The largest unpacked snapshot, in bytes: chosen, not measured.
_LIMIT = 1_000_000_000
# The arrays over the texts of a page; the others are over its elements.
_TEXTS = frozenset({"text_parents", "text_sizes", "text_boxes"})
# Boxes further out are refused: chosen, not measured.
_MOST_PIXELS = 1e9


def is_snapshot(content: bytes) -> bool:
    """Return whether *content* is a snapshot file."""
    return content.startswith(MAGIC)


def dump(page: Page) -> bytes:
    """Return *page*, its layout and its picture as the content of a file."""
    layout = page.layout
    parts: dict[str, bytes] = {"content": page.content}
    head: dict[str, Any] = {"url": page.url, "content_type": page.content_type}
    if layout is not None:
        head |= {"names": layout.names, "width": layout.width, "height": layout.height}
        for name, kind in ARRAYS.items():
            parts[name] = _little(array(_kept(kind), getattr(layout, name))).tobytes()
    if page.picture is not None:
        parts["picture"] = page.picture
    head["parts"] = [[name, len(part)] for name, part in parts.items()]
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
    return MAGIC + zlib.compress(b"".join([text, *parts.values()]), 6)


def load(content: bytes, source: str, *, limit: int = _LIMIT) -> Page:
    """Return the page in a snapshot file; raise `NotHtml` for one that is broken."""
    try:
        inflater = zlib.decompressobj()
        whole = inflater.decompress(content[len(MAGIC) :], limit + 1)
        if len(whole) > limit:
            raise TooLarge(source, limit)
        if not inflater.eof:
            raise ValueError("cut off")
        return _page(whole, source)
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise NotHtml(
            source, "a broken snapshot", hint="take it again with `windrow snapshot`"
        ) from error


def _page(whole: bytes, source: str) -> Page:
    line, _, body = whole.partition(b"\n")
    head = json.loads(line)
    parts = dict(_parts(head["parts"], body))
    url, content_type = head["url"], head["content_type"]
    if not isinstance(url, str | None) or not isinstance(content_type, str | None):
        raise ValueError("no address")
    return Page(
        source,
        parts["content"],
        url=url,
        content_type=content_type,
        layout=_layout(head, parts) if "names" in head else None,
        picture=parts.get("picture"),
    )


def _parts(listed: list[list[Any]], body: bytes) -> Iterator[tuple[str, bytes]]:
    start = 0
    for name, size in listed:
        if not isinstance(size, int) or not 0 <= size <= len(body) - start:
            raise ValueError("cut off")
        yield str(name), body[start : start + size]
        start += size


def _layout(head: dict[str, Any], parts: dict[str, bytes]) -> Layout:
    arrays: dict[str, array[Any]] = {}
    for name, kind in ARRAYS.items():
        read: array[Any] = array(_kept(kind), parts[name])
        arrays[name] = array(kind, _little(read))
    names = tuple(map(str, head["names"]))
    layout = Layout(names=names, width=float(head["width"]), height=float(head["height"]), **arrays)
    _require_sound(layout)
    return layout


def _require_sound(layout: Layout) -> None:
    """Raise ValueError unless all numbers are valid."""
    count, texts = len(layout.labels), len(layout.text_parents)
    for name in ARRAYS:
        numbers = 4 if name.endswith("boxes") else 1
        if len(getattr(layout, name)) != numbers * (texts if name in _TEXTS else count):
            raise ValueError(f"{name} has the wrong length")
    if any(not 0 <= label < len(layout.names) for label in layout.labels):
        raise ValueError("a label without a name")
    if any(not -1 <= parent < k for k, parent in enumerate(layout.parents)):
        raise ValueError("a parent behind its child")
    if any(not 0 <= parent < count for parent in layout.text_parents):
        raise ValueError("a text outside the page")
    if any(abs(number) > _MOST_PIXELS for numbers in (layout.boxes, layout.text_boxes)
           for number in numbers):  # fmt: skip
        raise ValueError("a box too far out")


def _kept(kind: str) -> str:
    """Return the type code in the file for an array of type *kind* in memory."""
    return "f" if kind == "d" else kind


def _little(numbers: array[Any]) -> array[Any]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
