"""Wrapper files for the fuzzer: what was learned from real pages, changed as chance has it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from bench.corpus import EXAMPLES
from bench.fuzz.pages import source_files
from windrow.detect import DETECTORS
from windrow.errors import WindrowError
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps

__all__ = ["learned", "mutated_wrapper"]

# How many wrappers are learned to be changed: lists, details and the papers'. Chosen.
_LESSONS = 24
_MOST_CHANGES = 5  # chosen, not measured
_ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 10**400, -(10**20), 0.5, 1e308, float("nan"),
    float("inf"), "", " ", "x", "a/b", "*", "//", "[", "]", "(", "td.price", "a@href", "=", "0",
    "\x00", "\ud800", "\u202e", "9" * 5000, "x" * 3000, [], {}, [[]], [None], [0, 0], {"": ""},
    {"kind": "list"}, "list", "detail", "depta", "number", "rows", "text", "\n",
)  # fmt: skip

_Place = tuple[Any, Any]
"""A container of JSON, and the key or the index of one thing in it."""


@lru_cache(maxsize=1)
def learned() -> tuple[tuple[bytes, bytes], ...]:
    """Return wrapper files, each with a page that it was learned from."""
    return tuple(_lessons())[:_LESSONS]


def _lessons() -> Iterator[tuple[bytes, bytes]]:
    shop = EXAMPLES / "shop.html"
    for name in DETECTORS:
        yield from _lesson([shop], detector=name)
    for folder in sorted(path for path in (EXAMPLES / "detail").rglob("*") if path.is_dir()):
        files = sorted(folder.glob("*.html"))[:3]
        if files:
            yield from _lesson(files, kind="detail")
    # Others of the corpus: small pages, spread over it.
    small = [path for path in source_files() if path.stat().st_size < 60_000]
    for path in small[:: max(len(small) // _LESSONS, 1)]:
        yield from _lesson([path])


def _lesson(files: list[Path], **settings: Any) -> Iterator[tuple[bytes, bytes]]:
    pages = [path.read_bytes() for path in files]
    try:
        yield dumps(learn(pages, **settings)).encode(), pages[0]
    except WindrowError:
        return


def mutated_wrapper(chance: Random, content: bytes) -> bytes:
    """Return a wrapper file with a few things in it changed; now and then it is no longer JSON."""
    if chance.random() < 0.1:
        return _bytes_changed(chance, content)
    data = json.loads(content)
    for _ in range(1 + chance.randrange(_MOST_CHANGES)):
        places = [*_places(data)]
        if places:
            chance.choice(_CHANGES)(chance, places)
    return json.dumps(data).encode()


def _places(data: Any) -> Iterator[_Place]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def _replace(chance: Random, places: list[_Place]) -> None:
    inside, key = chance.choice(places)
    inside[key] = chance.choice(_ODD)


def _same_kind(chance: Random, places: list[_Place]) -> None:
    """Put another value of the same type, which passes more checks than an odd one."""
    inside, key = chance.choice(places)
    others = [box[k] for box, k in places if type(box[k]) is type(inside[key])]
    inside[key] = json.loads(json.dumps(chance.choice(others)))


def _number(chance: Random, places: list[_Place]) -> None:
    numbers = [(box, k) for box, k in places if isinstance(box[k], int | float)]
    if numbers:
        inside, key = chance.choice(numbers)
        inside[key] = chance.choice(
            (0, 1, -1, 2, 7, 1000, 2**31, 2**63, 0.3, -0.5, inside[key] + 1)
        )


def _delete(chance: Random, places: list[_Place]) -> None:
    inside, key = chance.choice(places)
    del inside[key]


def _double(chance: Random, places: list[_Place]) -> None:
    inside, key = chance.choice(places)
    copy = json.loads(json.dumps(inside[key]))
    if isinstance(inside, list):
        inside[key:key] = [copy] * chance.choice((1, 2, 50))
    else:
        inside[chance.choice(("x", "", "name", f"{key}_"))] = copy


def _deepen(chance: Random, places: list[_Place]) -> None:
    inside, key = chance.choice(places)
    for _ in range(chance.choice((1, 3, 150))):
        inside[key] = [inside[key]] if isinstance(inside[key], list) else {"x": inside[key]}


_CHANGES: tuple[Callable[[Random, list[_Place]], None], ...] = (
    _replace, _replace, _same_kind, _same_kind, _number, _delete, _double, _deepen,
)  # fmt: skip


def _bytes_changed(chance: Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 3, 20))):
        place = chance.randrange(len(changed))
        if chance.random() < 0.3:
            del changed[place : place + chance.choice((1, 5, 100))]
        else:
            changed[place] = chance.randrange(256)
        changed = changed or bytearray(b"x")
    return bytes(changed)
