"""What a page says of itself to machines: JSON-LD, and the ``meta`` elements of its head.

The code below is copied into what `windrow export` writes; it finds what `windrow.tree.linked`
finds, in the elements of lxml.
"""

from __future__ import annotations

import html as entities
import json
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["linked_data"]


# copied from here
def linked_data(root: Any) -> dict[str, Any]:
    """Return what a page says of itself, each value by its path of keys: ``Recipe.author.name``."""
    found: dict[str, Any] = {}
    blocks = 0
    for element in root.iter("meta", "script"):
        name = element.get("property") or element.get("name")
        if element.tag == "meta":
            if name and (text := shown(entities.unescape(element.get("content") or ""))):
                found.setdefault(f"meta.{name[:200]}", text)
        elif "ld+json" in element.get("type", "").lower() and blocks < 40:
            blocks += 1
            for path, value in block(element.text or ""):
                found.setdefault(path, value)
    return found


def block(text: str) -> Iterator[tuple[str, Any]]:
    """Yield what a block of JSON says; nothing where it is none."""
    try:
        data = json.loads(text.strip().removesuffix(";"), strict=False)
    except (ValueError, RecursionError):
        return
    for thing in data if isinstance(data, list) else [data]:
        if isinstance(thing, dict):
            graph = thing.get("@graph")
            for one in graph if isinstance(graph, list) else [thing]:
                if isinstance(one, dict):
                    yield from told(one, name_of(one), 0)


def name_of(thing: dict[str, Any]) -> str:
    """Return what a thing is called: the end of its type."""
    kind = thing.get("@type")
    if isinstance(kind, list):
        kind = next((one for one in kind if isinstance(one, str)), None)
    return kind.rsplit("/", 1)[-1][:60] if isinstance(kind, str) else "thing"


def told(data: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield what data says under a path: texts, and rows for lists."""
    if depth > 12 or len(path) > 200:
        return
    if isinstance(data, str):
        if text := shown(data):
            yield path, text
    elif isinstance(data, dict):
        for key, value in data.items():
            if not key.startswith("@") or key in ("@id", "@value"):
                yield from told(value, f"{path}.{key}", depth + 1)
    elif isinstance(data, list) and len(data) == 1:
        yield from told(data[0], path, depth + 1)
    elif isinstance(data, list):
        rows = []
        for item in data:
            row: dict[str, Any] = {}
            for name, value in told(item, "", depth + 2):
                row.setdefault(name.removeprefix(".") or ".", value)
            rows += [row] if row else []
        if rows:
            yield path, rows
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield path, str(data)


def shown(text: str) -> str:
    """Return a text as it would be shown: entities decoded (twice, as they come), no tags."""
    text = entities.unescape(entities.unescape(text[:20_000]))
    return " ".join(re.sub(r"<[a-zA-Z/!][^<>]{0,500}>", " ", text).split())
