"""Values of JSON-LD by a path, read as the guide tells programs to read them.

It is simpler than what `windrow.tree.linked` reads: no entities are decoded and no broken data is
mended. A path is given only if it leads to the value of apply in spite of that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

__all__ = ["linked_rows", "linked_value", "value_in"]

# Steps of a path that are followed: the data is not nested deeper. Chosen, not measured.
_DEEPEST = 12


def linked_value(scripts: Sequence[str], path: str) -> str:
    """Return the value that *path*, a type and keys, leads to in the first thing that has one.

    >>> linked_value(['{"@type": "Book", "author": [{"name": "Ann"}]}'], "Book.author.name")
    'Ann'
    """
    return next((text for found in _at(scripts, path) if (text := _text(_only(found)))), "")


def linked_rows(scripts: Sequence[str], path: str) -> list[Any]:
    """Return the items of the list that *path* leads to; one thing is a list of one.

    >>> linked_rows(['{"@type": "Book", "tags": ["hay", "rakes"]}'], "Book.tags")
    ['hay', 'rakes']
    """
    found: Any = next(_at(scripts, path), [])
    return found if isinstance(found, list) else [found]


def value_in(item: Any, path: str) -> str:
    """Return the value of *item* at *path*, its keys; "." is the item itself."""
    return _text(_only(item if path == "." else _down(item, path.split("."))))


def _at(scripts: Sequence[str], path: str) -> Iterator[Any]:
    """Yield what *path* leads to in the things that have something there."""
    kind, *keys = path.split(".")
    for script in scripts:
        for thing in _things(script):
            if _kind(thing) == kind and (found := _down(thing, keys)):
                yield found


def _kind(thing: dict[str, Any]) -> str:
    """Return the type of *thing*, without the address before it; of several, the first."""
    kinds = thing.get("@type", "thing")
    first = next(iter(kinds), "") if isinstance(kinds, list) else kinds
    return first.rpartition("/")[2] if isinstance(first, str) else ""


def _things(script: str) -> Iterator[dict[str, Any]]:
    """Yield the things in a script: itself, those in its list, or in its graph."""
    data = None
    with suppress(ValueError, RecursionError):
        data = json.loads(script.strip().removesuffix(";"), strict=False)
    for thing in data if isinstance(data, list) else [data]:
        graph = thing.get("@graph") if isinstance(thing, dict) else None
        for one in graph if isinstance(graph, list) else [thing]:
            if isinstance(one, dict):
                yield one


def _down(data: Any, keys: Sequence[str]) -> Any:
    """Return what *keys* lead to, through lists of one; None if they lead nowhere."""
    for key in keys[:_DEEPEST]:
        data = _only(data)
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _only(data: Any) -> Any:
    return data[0] if isinstance(data, list) and len(data) == 1 else data


def _text(data: Any) -> str:
    return str(data) if isinstance(data, str | int | float) and not isinstance(data, bool) else ""
