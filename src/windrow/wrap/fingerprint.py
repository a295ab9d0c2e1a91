"""What healthy values of a column look like, to detect changes of the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from windrow.model import Value
from windrow.plain import Rule, Share
from windrow.table.types import form_of

__all__ = ["Fingerprint", "fingerprint", "fingerprint_of", "sample", "shape_of"]

# Different values that are kept, the characters of each, and the shapes. Chosen, not measured.
_SAMPLES = 16
_LONGEST_SAMPLE = 120
_SHAPES = 6
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
# Characters of a shape. Chosen, not measured.
_LONGEST_SHAPE = 24

# Events less likely than this are not chance. Measured on the list sites of the corpus,
# learned from one page: 3 of 238 pages that are read well lack such columns, and rightly so.
_CHANCE = 0.01

_Shares = Annotated[tuple[tuple[str, Share], ...], Rule(pairs=True)]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The look of a column's values when the wrapper was learned."""

    fill: Share = 1.0  # the share of the records that have one
    lengths: tuple[int, int, int] = (0, 0, 0)  # shortest, middle, longest, in characters
    forms: _Shares = ()  # what type they have the form of, with shares
    shapes: _Shares = ()  # letters as a, digits as 0, with shares
    samples: tuple[str, ...] = ()
    count: int = 0  # values it was made of

    def check(self) -> None:
        """Refuse counted values without forms, shapes or samples."""
        if self.count and not (self.fill and self.forms and self.shapes and self.samples):
            raise ValueError("fingerprint: forms, shapes or samples are missing")

    def is_gone(self, records: int) -> bool:
        """Return whether a column that was always filled is gone if *records* all lack it.

        A share learned from few records may be less reliable than it looks (rule of succession).
        """
        return self.fill == 1 and (self.count + 2) ** -records < _CHANCE


def fingerprint(values: Sequence[str | None]) -> Fingerprint:
    """Return the fingerprint of a column.

    >>> fingerprint(["$4.95", "$12.50", None]).shapes
    (('$0.0', 1.0),)
    """
    filled = [value for value in values if value is not None]
    if not filled:
        return Fingerprint(fill=0.0)
    lengths = sorted(map(len, filled))
    different = dict.fromkeys(map(sample, filled))
    return Fingerprint(
        round(len(filled) / len(values), 3),
        (lengths[0], lengths[len(lengths) // 2], lengths[-1]),
        _shares(Counter(map(form_of, filled))),
        _shares(Counter(map(shape_of, filled))),
        tuple(different)[:_SAMPLES],
        len(filled),
    )


def sample(value: str) -> str:
    """Return the kept part of a value."""
    return value[:_LONGEST_SAMPLE]


def fingerprint_of(values: Sequence[Value], *, rows: bool) -> Fingerprint:
    """Return the fingerprint of a column of lists (*rows*), by their lengths, or of texts."""
    if rows:
        return fingerprint([f"{len(v)} rows" if isinstance(v, list) else None for v in values])
    return fingerprint([value if isinstance(value, str) else None for value in values])


def shape_of(value: str) -> str:
    """Return the outline of a value: words as ``a``, numbers as ``0``, long ones cut.

    >>> shape_of("12 Jan 2025"), shape_of("Rake, ash")
    ('0 a 0', 'a, a')
    """
    return _DIGITS.sub("0", _LETTERS.sub("a", value[:200]))[:_LONGEST_SHAPE]


def _shares(counts: Counter[str]) -> _Shares:
    total = counts.total()
    # Ties in the order of the alphabet, so that learning twice writes the same file.
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_SHAPES]
    return tuple((name, round(count / total, 3)) for name, count in common)
