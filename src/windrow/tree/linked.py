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
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from windrow.kernels.tree import heads
from windrow.kernels.tree import linked as kernel
from windrow.read import Page, utf8

__all__ = ["Linked", "LinkedValue", "folded", "linked_data", "lists_among", "scripts"]

LinkedValue: TypeAlias = "str | tuple[tuple[Linked, ...], ...]"
"""A text, or the rows of a list."""


class Linked(NamedTuple):
    """A value by its path of keys: ``Recipe.author.name``."""

    path: str
    value: LinkedValue


# Makes a value of a pair, without the arguments that a class takes.
_LINKED = partial(tuple.__new__, Linked)

# A page with more is not about a single thing. Bytes, values, scripts: chosen.
_LARGEST = 2_000_000
_MOST_VALUES = 3_000
_MOST_BLOCKS = 40

_ATTRIBUTE = re.compile(
    rb"""([a-zA-Z:_-]{1,40})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
# Where the data of a script begins, commas behind the last member, and signs that escape nothing.
_BEGINS = re.compile(r"[{\[]\s*[\"\[{]")
_COMMA = re.compile(r",(?=\s*[}\]])")
_ESCAPE = re.compile(r"(?<!\\)\\(?=[^\"\\/bfnrtu])")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,500}>")

# Control characters inside strings are common and harmless.
_DECODER = json.JSONDecoder(strict=False)


def linked_data(page: Page | bytes) -> tuple[Linked, ...]:
    """Return the data of *page*, each value by its path of keys; bytes are UTF-8.

    >>> page = Page.from_text('<script type="application/ld+json">{"@type": "Book", "name": "Hay"}')
    >>> linked_data(page)
    (Linked(path='Book.name', value='Hay'),)
    """
    found: dict[str, Linked] = {}
    values = kernel.LinkedValues(_LINKED, _bare, _MOST_VALUES)
    for name, text in _sources(page if isinstance(page, bytes) else utf8(page)):
        if not name:
            for one in _block(values, text):
                found.setdefault(one.path, one)
        elif (path := f"meta.{name}") not in found and (value := values.value(path, text)):
            found[path] = value
    return tuple(found.values())


def scripts(page: Page) -> list[str]:
    """Return the texts of the page's scripts of JSON-LD."""
    return [text for name, text in _sources(utf8(page)) if not name]


def _sources(content: bytes) -> Iterator[tuple[str, str]]:
    """Yield the (name, content) of meta elements, and ("", text) of JSON-LD scripts."""
    blocks = 0
    for kind, start, tag_end, end in heads.spans(content):
        if kind == heads.META:
            name, value = heads.meta(content, start, tag_end)
            if name and value:
                yield _text(name)[: kernel.LONGEST_PATH], html.unescape(_text(value))
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


def _block(values: Any, text: str) -> Iterator[Linked]:
    """Yield the values of a script."""
    for thing in _things(_loaded(text)):
        kind = thing.get("@type")
        if isinstance(kind, list):
            kind = next((k for k in kind if isinstance(k, str)), None)
        yield from values.below(thing, _name(kind))


def _name(kind: object) -> str:
    """Return what a thing of a *kind* is called.

    >>> _name("https://schema.org/Book"), _name(None)
    ('Book', 'thing')
    """
    return kind.rsplit("/", 1)[-1][:60] if isinstance(kind, str) else "thing"


def lists_among(some: Iterable[Iterable[Linked]]) -> frozenset[str]:
    """Return the paths that hold a list, in any of *some* rows or pages."""
    return frozenset(path for one in some for path, value in one if not isinstance(value, str))


def folded(values: Sequence[Linked], lists: frozenset[str]) -> tuple[Linked, ...]:
    """Return *values* with those of *lists* as lists: where there is one thing, it is one row.

    >>> folded([Linked("author.name", "Ann")], frozenset({"author"}))
    (Linked(path='author', value=((Linked(path='name', value='Ann'),),)),)
    """
    found: tuple[Linked, ...] = kernel.folded(values, lists, _LINKED)
    return found


def _loaded(text: str) -> Any:
    """Return the data in a script, or None; comments around it and trailing commas do no harm."""
    begins = _BEGINS.search(text)
    bare = text[begins.start() :] if begins else ""
    with suppress(ValueError, RecursionError):
        return _DECODER.raw_decode(bare)[0]
    with suppress(ValueError, RecursionError):
        return _DECODER.raw_decode(_COMMA.sub("", _ESCAPE.sub("", bare)))[0]
    return None


def _as_list(data: Any) -> Any:
    """Return *data*, as a list if its keys are numbers: PHP writes lists with gaps so.

    >>> _as_list({"0": "a", "2": "b"}), _as_list({"name": "a"})
    (['a', 'b'], {'name': 'a'})
    """
    if isinstance(data, dict) and kernel.is_numbered(data):
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


def _bare(text: str) -> str:
    """Return *text* with entities decoded (twice, as they come) and tags dropped."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    return _TAG.sub(" ", text) if "<" in text else text
