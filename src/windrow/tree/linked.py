"""The machine-readable data of a page: JSON-LD, and the ``meta`` elements of its head.

Found by one scan of the bytes, not by the parser: scripts are raw text in HTML, and the page has
already been parsed for its tree. Pages are hostile, so the size, depth and number of the values
are bounded, and unreadable data is left out.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from windrow.kernels.tree import heads as kernel
from windrow.read import Page, utf8

__all__ = ["Linked", "LinkedValue", "folded", "linked_data", "lists_among", "scripts"]

LinkedValue: TypeAlias = "str | tuple[tuple[Linked, ...], ...]"
"""A text, or the rows of a list."""


class Linked(NamedTuple):
    """A value by its path of keys: ``Recipe.author.name``."""

    path: str
    value: LinkedValue


# A page with more is not about a single thing. Bytes, levels, values, scripts, characters: chosen.
_LARGEST = 2_000_000
_DEEPEST = 12
_MOST_VALUES = 3_000
_MOST_BLOCKS = 40
_LONGEST_PATH = 200

_ATTRIBUTE = re.compile(
    rb"""([a-zA-Z:_-]{1,40})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
# The key of what a list, or a section of one, holds (schema.org).
_MEMBERS = "itemListElement"
# Where the data of a script begins, commas behind the last member, and signs that escape nothing.
_BEGINS = re.compile(r"[{\[]\s*[\"\[{]")
_COMMA = re.compile(r",(?=\s*[}\]])")
_ESCAPE = re.compile(r"(?<!\\)\\(?=[^\"\\/bfnrtu])")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,500}>")


def linked_data(page: Page | bytes) -> tuple[Linked, ...]:
    """Return the data of *page*, each value by its path of keys; bytes are UTF-8.

    >>> page = Page.from_text('<script type="application/ld+json">{"@type": "Book", "name": "Hay"}')
    >>> linked_data(page)
    (Linked(path='Book.name', value='Hay'),)
    """
    flat = _Flat()
    for name, text in _sources(page if isinstance(page, bytes) else utf8(page)):
        if name:
            flat.add(f"meta.{name}", text)
        else:
            flat.block(text)
    return tuple(flat.found)


def scripts(page: Page) -> list[str]:
    """Return the texts of the page's scripts of JSON-LD."""
    return [text for name, text in _sources(utf8(page)) if not name]


def _sources(content: bytes) -> Iterator[tuple[str, str]]:
    """Yield the (name, content) of meta elements, and ("", text) of JSON-LD scripts."""
    blocks = 0
    for kind, start, tag_end, end in kernel.spans(content):
        if kind == kernel.META:
            name, value = kernel.meta(content, start, tag_end)
            if name and value:
                yield _text(name)[:_LONGEST_PATH], html.unescape(_text(value))
            continue
        attributes = {
            a[1].lower(): a[2] or a[3] or a[4] or b""
            for a in _ATTRIBUTE.finditer(content, start, tag_end)
        }
        is_linked = b"ld+json" in attributes.get(b"type", b"").lower()
        if is_linked and end - tag_end <= _LARGEST and blocks < _MOST_BLOCKS:
            blocks += 1
            yield "", _text(content[tag_end:end])


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


class _Flat:
    """The values found so far; of several with one path the first counts."""

    def __init__(self) -> None:
        self.found: list[Linked] = []
        self._seen: set[str] = set()
        self._left = _MOST_VALUES

    def add(self, path: str, text: str) -> None:
        if path not in self._seen and self._left > 0 and (value := _plain(text)):
            self._seen.add(path)
            self._left -= 1
            self.found.append(Linked(path, value))

    def block(self, text: str) -> None:
        for thing in _things(_loaded(text)):
            kind = thing.get("@type")
            if isinstance(kind, list):
                kind = next((k for k in kind if isinstance(k, str)), None)
            name = kind.rsplit("/", 1)[-1][:60] if isinstance(kind, str) else "thing"
            found: list[Linked] = []
            self._walk(thing, name, 0, found)
            for one in found:
                if one.path not in self._seen:
                    self._seen.add(one.path)
                    self.found.append(one)

    def _walk(self, data: Any, path: str, depth: int, found: list[Linked]) -> None:
        """Add the values of *data* under *path* to *found*."""
        if self._left <= 0 or depth > _DEEPEST or len(path) > _LONGEST_PATH:
            return
        data = _as_list(data)
        if isinstance(data, str):
            text = _plain(data)
            if text:
                self._left -= 1
                found.append(Linked(path, text))
        elif isinstance(data, dict) and depth and isinstance(data.get(_MEMBERS), list):
            self._walk([data], path, depth, found)
        elif isinstance(data, dict):
            for key, value in data.items():
                if not key.startswith("@") or key in ("@id", "@value"):
                    self._walk(value, f"{path}.{key}", depth + 1, found)
        elif isinstance(data, list):
            items = [*_members(data)]
            if len(items) == 1 or _say_one_thing(items):
                self._walk(items[-1], path, depth + 1, found)
            elif rows := [row for item in items if (row := self._row(item, depth + 1))]:
                lists = lists_among(rows)
                found.append(Linked(path, tuple(folded(row, lists) for row in rows)))
        elif isinstance(data, (int, float)) and not isinstance(data, bool):
            self._left -= 1
            found.append(Linked(path, str(data)))

    def _row(self, item: Any, depth: int) -> tuple[Linked, ...]:
        every: list[Linked] = []
        self._walk(item, "", depth, every)
        found: dict[str, LinkedValue] = {}
        for path, value in every:
            found.setdefault(path.removeprefix(".") or ".", value)
        return tuple([Linked(path, value) for path, value in found.items()])


def _say_one_thing(items: list[Any]) -> bool:
    """Return whether texts only say more and more of one, as yields do: "8", "8 slices".

    >>> _say_one_thing(["8", "8 slices"]), _say_one_thing(["egg", "eggs"])
    (True, False)
    """
    if len(items) != 2 or not all(isinstance(one, (str, int)) for one in items):
        return False
    few, more = map(str, items)
    return few.isdecimal() and more.startswith(f"{few} ")


def lists_among(some: Iterable[Iterable[Linked]]) -> frozenset[str]:
    """Return the paths that hold a list, in any of *some* rows or pages."""
    return frozenset(path for one in some for path, value in one if not isinstance(value, str))


def folded(values: Sequence[Linked], lists: frozenset[str]) -> tuple[Linked, ...]:
    """Return *values* with those of *lists* as lists: where there is one thing, it is one row.

    >>> folded([Linked("author.name", "Ann")], frozenset({"author"}))
    (Linked(path='author', value=((Linked(path='name', value='Ann'),),)),)
    """
    found: dict[str, LinkedValue] = {}
    for path, value in values:
        ends = (k for k, sign in enumerate(path) if sign == ".")
        home = next((path[:k] for k in ends if path[:k] in lists), path)
        if home == path and (path not in lists or not isinstance(value, str)):
            found.setdefault(path, value)
            continue
        one = Linked(path[len(home) + 1 :] or ".", value)
        row = found.get(home, ((),))
        if not isinstance(row, str) and len(row) == 1:
            found[home] = ((*row[0], one),)
    return tuple([Linked(path, value) for path, value in found.items()])


def _members(items: list[Any]) -> Iterator[Any]:
    """Yield the items of a list; those of lists in it come with the name of theirs as heading."""
    for item in items:
        inner = item.get(_MEMBERS) if isinstance(item, dict) else None
        if not isinstance(inner, list):
            yield item
            continue
        heading = {"heading": item["name"]} if isinstance(item.get("name"), str) else {}
        for one in inner:
            yield {**one, **heading} if isinstance(one, dict) else {"text": one, **heading}


def _loaded(text: str) -> Any:
    """Return the data in a script, or None; comments around it and trailing commas do no harm."""
    # Control characters inside strings are common and harmless.
    decoder = json.JSONDecoder(strict=False)
    begins = _BEGINS.search(text)
    bare = text[begins.start() :] if begins else ""
    for one in (bare, _COMMA.sub("", _ESCAPE.sub("", bare))):
        with suppress(ValueError, RecursionError):
            return decoder.raw_decode(one)[0]
    return None


def _as_list(data: Any) -> Any:
    """Return *data*, as a list if its keys are numbers: PHP writes lists with gaps so.

    >>> _as_list({"0": "a", "2": "b"}), _as_list({"name": "a"})
    (['a', 'b'], {'name': 'a'})
    """
    if isinstance(data, dict) and data and all(map(str.isdecimal, data)):
        return [*data.values()]
    return data


def _things(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the things in a block: itself, those in its list, or in its graph."""
    for thing in data if isinstance(data, list) else [data]:
        if isinstance(thing, dict):
            graph = _as_list(thing.get("@graph"))
            if isinstance(graph, list):
                yield from (one for one in graph if isinstance(one, dict))
            else:
                yield thing


def _plain(text: str) -> str:
    """Return *text* as it would be shown: entities decoded (twice, as they come), tags dropped."""
    text = text[:20_000]
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    return " ".join(text.split())
