"""The style of values: their words, length, case and signs, as evidence for a column.

Two columns of names, or of short words, have the same form. They differ in how their
values are written, taken together.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from windrow.table.types import form_of
from windrow.wrap.columns.resemble import coarse_shape
from windrow.wrap.fingerprint import Fingerprint, shape_of

__all__ = ["Style"]

_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[^\w\s]")
# Characters of a value that are compared. Chosen, not measured.
_LONGEST = 200
# The marks of one value depend on each other: together they count as this many. Chosen, not
# measured.
_INDEPENDENT = 4.0
# The count of a mark that was never seen (additive smoothing). Chosen, not measured.
_UNMET = 0.5
# A few values that were seen often count as this many. Chosen, not measured.
_ENOUGH = 16


class Style:
    """How the values of a column are written, learned from some of them."""

    def __init__(self, values: Sequence[str]) -> None:
        self._count = len(values)
        self._marks: Counter[tuple[str, str]] = Counter()
        for value in values:
            self._marks.update(_marked(value))

    @classmethod
    def of(cls, usual: Fingerprint) -> Style:
        """Return the style of the column that has the fingerprint *usual*."""
        samples = usual.samples
        often = min(usual.count, _ENOUGH) // max(1, len(samples))
        return cls(samples * max(1, often))

    def likelihood(self, value: str) -> float:
        """Return how likely (as a logarithm) *value* is one of this column.

        >>> names, places = Style(["Ann Lee", "Bo Day"]), Style(["in Rome", "in Oslo"])
        >>> names.likelihood("Cy Ray") > places.likelihood("Cy Ray")
        True
        """
        marks, total = _marked(value), self._count + 2 * _UNMET
        chances = sum(math.log((self._marks[mark] + _UNMET) / total) for mark in marks)
        return _INDEPENDENT * chances / len(marks)

    def mean(self, values: Sequence[str]) -> float:
        """Return the mean likelihood of *values*."""
        return sum(map(self.likelihood, values)) / max(1, len(values))


@lru_cache(maxsize=4096)
def _marked(value: str) -> frozenset[tuple[str, str]]:
    return frozenset(_marks(value))


def _marks(value: str) -> Iterator[tuple[str, str]]:
    """Yield the marks of a value."""
    value = value[:_LONGEST]
    words = _WORD.findall(value)
    yield "form", form_of(value)
    yield "shape", coarse_shape(shape_of(value))
    yield "length", str(round(2 * math.log2(1 + len(value))))
    yield "words", str(min(len(words), 8))
    yield "digits", str(any(letter.isdigit() for letter in value))
    if words:
        yield "case", _case(words[0]) + (_case(words[-1]) if len(words) > 1 else "")
        yield "first", words[0].lower()
        yield "last", words[-1].lower()
    yield from (("sign", sign) for sign in {*_SIGN.findall(value)})


def _case(word: str) -> str:
    if word.islower():
        return "a"
    return "A" if word.isupper() else "Aa" if word[1:].islower() else "aA"
