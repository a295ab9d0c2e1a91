"""The template of Kushmerick's classes: strings around every attribute, and how a page is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated, Any

from windrow.detect.wien.labelled import LabelledText, Places
from windrow.plain import Rule, from_plain, to_plain

__all__ = ["Delimiters"]

_Strings = Annotated[tuple[str, ...], Rule(fewest=1, items=1000)]


class _Next:
    """Where strings come next in a text; a place is looked for again only once it was passed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, int] = {}

    def find(self, string: str, at: int) -> int:
        known = self._known.get(string, -2)
        if known == -1 or known >= at:
            return known
        found = self._known[string] = self._text.find(string, at)
        return found


@dataclass(frozen=True, slots=True)
class Delimiters:
    """The strings of all classes; those that a class lacks are empty.

    >>> wrapper = Delimiters(("<b>", "<i>"), ("</b>", "</i>"))
    >>> wrapper.read("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    [('Congo', '242'), ('Egypt', '20')]

    References
    ----------
    [kushmerick2000]. Reading is linear in the page for each of its strings.
    """

    lefts: _Strings
    rights: _Strings
    head: str = ""
    tail: str = ""
    opening: str = ""
    closing: str = ""
    nested: bool = False

    def check(self) -> None:
        """Refuse what cannot read a page to its end."""
        if len(self.lefts) != len(self.rights) or not all((*self.lefts, *self.rights)):
            raise ValueError("lefts, rights: a text for each attribute is expected")

    def read(self, text: str) -> list[tuple[str, ...]]:
        """Return the rows of a page, as its class executes wrappers."""
        return [tuple(text[a:b] for a, b in places) for places in self.places(text)]

    def fits(self, page: LabelledText) -> bool:
        """Return whether it reads a labelled page right; it stops at the first wrong row."""
        return all(mine == given for mine, given in zip_longest(self.places(page.text), page.rows))

    def places(self, text: str) -> Iterator[Places]:
        """Yield where the values of each row are."""
        start = text.find(self.head)
        if start < 0:
            return iter(())
        at = start + len(self.head)
        return self._nested(text, at) if self.nested else self._flat(text, at)

    def _flat(self, text: str, at: int) -> Iterator[Places]:
        ahead = _Next(text)
        first = self.opening or self.lefts[0]
        while (start := ahead.find(first, at)) >= 0:
            if self.tail and 0 <= ahead.find(self.tail, at) < start:
                return
            at = start + len(self.opening)
            row = []
            for left, right in zip(self.lefts, self.rights, strict=True):
                begin = ahead.find(left, at)
                end = text.find(right, begin + len(left)) if begin >= 0 else -1
                if end < 0:
                    return
                row.append((begin + len(left), end))
                at = end
            yield tuple(row)
            if self.closing:
                closed = ahead.find(self.closing, at)
                at = closed + len(self.closing) if closed >= 0 else len(text)

    def _nested(self, text: str, at: int) -> Iterator[Places]:
        ahead = _Next(text)
        row: list[tuple[int, int]] = []
        while True:
            # What is outside stays as it was read; what is inside is read again.
            places = [
                (ahead.find(left, at), k) for k, left in enumerate(self.lefts[: len(row) + 1])
            ]
            known = [(place, -len(self.lefts[k]), k) for place, k in places if place >= 0]
            if not known or (self.tail and 0 <= ahead.find(self.tail, at) < min(known)[0]):
                break
            begin, length, k = min(known)
            end = text.find(self.rights[k], begin - length)
            if end < 0:
                break
            if k < len(row) and len(row) == len(self.lefts):
                yield tuple(row)
            row = [*row[:k], (begin - length, end)]
            at = end
        if len(row) == len(self.lefts):
            yield tuple(row)

    def lines(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the strings, a line each for the page and for every column."""
        strings = {
            "head": self.head,
            "tail": self.tail,
            "opening": self.opening,
            "closing": self.closing,
        }
        if said := [f"{name} {string!r}" for name, string in strings.items() if string]:
            yield ", ".join(said)
        for name, left, right in zip(names, self.lefts, self.rights, strict=False):
            yield f"{name}: between {left!r} and {right!r}"

    def to_json(self) -> dict[str, Any]:
        """Return the strings as plain data, ready for `json.dumps`."""
        return to_plain(self)

    @classmethod
    def from_json(cls, data: Any) -> Delimiters:
        """Return the strings that `to_json` wrote; ValueError for anything else."""
        return from_plain(cls, data)
