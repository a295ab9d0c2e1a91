"""Pages as text, and where the values that a person gave are in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import TypeAlias

__all__ = ["LabelledText", "Places", "label_pages", "plain_value"]

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Where the values of one row begin and end."""

_MARKUP = re.compile(r"<[^>]*>")
_ENTITIES = (("&", "amp"), ('"', "quot"), ("<", "lt"), (">", "gt"))


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A page as text, and where the values of each of its rows are."""

    text: str
    rows: tuple[Places, ...]

    @property
    def values(self) -> list[tuple[str, ...]]:
        """The rows as texts."""
        return [tuple(self.text[a:b] for a, b in places) for places in self.rows]


def label_pages(
    texts: Sequence[str], rows: Sequence[Sequence[str]], *, nested: bool
) -> list[LabelledText] | None:
    """Return pages with the rows they have, in order; None where a row is not found.

    Values are sought one after the other, as each page's source writes them; with *nested*, values
    that a row begins with and that the row before had, too, are those of the row before.

    >>> [page] = label_pages(["<b>Fish &amp;\\n chips</b> <i>4</i>"], [("Fish & chips", "4")],
    ...                      nested=False)
    >>> page.values
    [('Fish &amp;\\n chips', '4')]
    """
    found: list[LabelledText] = []
    left = [*rows]
    for text in texts:
        places = [*_places(text, left, nested)]
        if places:
            found.append(LabelledText(text, tuple(places)))
        left = left[len(places) :]
    return found if found and not left else None


def _places(text: str, rows: Sequence[Sequence[str]], nested: bool) -> Iterator[Places]:
    """Yield where the values of the next rows are, up to one that the page does not have."""
    at = 0
    before: Sequence[str] = ()
    known: Places = ()
    for row in rows:
        places: list[tuple[int, int]] = []
        if nested and known:
            same = (k for k in range(len(row) - 1) if row[k] != before[k])
            places = [*known[: next(same, len(row) - 1)]]
        for value in row[len(places) :]:
            match = _pattern(value).search(text, at)
            if match is None:
                return
            places.append(match.span())
            at = match.end()
        before, known = row, tuple(places)
        yield known


def _pattern(value: str) -> re.Pattern[str]:
    """Return an expression for a value as it may be written in the page's source."""
    words = []
    for word in value.split():
        written = re.escape(word)
        for letter, name in _ENTITIES:
            written = written.replace(re.escape(letter), f"(?:{re.escape(letter)}|&{name};)")
        words.append(written)
    # The white space around a value is its own: sites write it as they please.
    inside = r"(?:\s|&nbsp;|<[^<>]*>)+".join(words)
    return re.compile(r"(?:(?<=>)\s+)?" + inside + r"(?:\s+(?=<))?")


def plain_value(source: str) -> str:
    """Return a piece of a page's source as a reader sees it.

    >>> plain_value("Fish &amp; <b>chips</b>")
    'Fish & chips'
    """
    return " ".join(unescape(_MARKUP.sub(" ", source)).split())
