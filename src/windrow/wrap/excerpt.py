"""A part of a text as a column of its own: between two marks, or known by its look."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Annotated, ClassVar, TypeVar

from windrow.plain import Rule
from windrow.table.types import TYPES
from windrow.wrap.correction import C, Line

__all__ = ["LONGEST_LOOK", "Excerpt", "look_of"]

T = TypeVar("T")
# Signs of a look. A guard: chosen, not measured.
LONGEST_LOOK = 60
_PARTS = {"9": r"\d++", "a": r"[^\W\d_]++", " ": r"\s++"}


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A new column after another: the part of its texts between two marks.

    *nth* chooses among the marks *after*, 0 for the first, -1 for the last; without a mark
    the value begins, or ends, where the text does. With *like*, the value is what looks like it:
    behind the mark, or, without a mark, the *nth* such part of the text.
    """

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = True

    column: str
    name: str
    after: str = ""
    nth: Annotated[int, Rule(least=-100, most=100)] = 0
    before: str = ""
    like: Annotated[str, Rule(longest=LONGEST_LOOK)] = ""  # as `look_of` gives it
    whole: bool = False  # a text without the marks is given as it is
    type: str = "text"
    inside: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse a type that there is not."""
        if self.type not in TYPES:
            raise ValueError(f"no such type: {self.type[:40]!r}")

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    @property
    def makes(self) -> tuple[str, ...]:
        """The new column."""
        return (self.name,)

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns with the new one."""
        found: list[C] = []
        for one in columns:
            found.append(one)
            if one.name == self.column and not one.columns:
                found.append(
                    replace(one, minor=False, name=self.name, type=self.type, label="", prefix="")
                )
        return tuple(found)

    def row(self, row: Line) -> Line:
        """Return the row with the text between the marks."""
        found: Line = {}
        for name, value in row.items():
            found[name] = value
            if name == self.column and not isinstance(value, list):
                found[self.name] = self.cut(value or "") or (value if self.whole else None)
        return found

    def cut(self, text: str) -> str | None:
        """Return the part of *text* that is meant; None if it is missing."""
        if self.like and not self.after:
            return _nth([found[0] for found in _parts_like(self.like).finditer(text)], self.nth)
        start: int | None = 0
        if self.after:
            start = _nth([m.end() for m in re.finditer(re.escape(self.after), text)], self.nth)
        if start is None:
            return None
        if self.like:
            found = _parts_like(self.like).match(text, start)
            return found and found[0]
        end = text.find(self.before, start) if self.before else len(text)
        return (text[start:end].strip() or None) if end >= 0 else None


def look_of(value: str) -> str:
    """Return what *value* looks like: a 9 for digits, an a for letters, other signs as they are.

    >>> look_of("22-2197"), look_of("A221206"), look_of("8 May 2024")
    ('9-9', 'a9', '9 a 9')
    """
    return "".join(
        sign if sign in _PARTS else "".join(some) for sign, some in groupby(value, key=_sign_of)
    )


def _sign_of(letter: str) -> str:
    if letter.isdecimal():
        return "9"
    return "a" if letter.isalpha() else " " if letter.isspace() else letter


@lru_cache(maxsize=1_000)
def _parts_like(like: str) -> re.Pattern[str]:
    """Return the pattern of what looks like *like*: it takes digits and letters whole."""
    parts = "".join(_PARTS.get(sign) or re.escape(sign) for sign in like)
    # A number does not begin, or end, within another: nothing is tried twice.
    before = r"(?<!\d)(?<!\d[.,])" if like[:1] == "9" else r"(?<![^\W\d_])" * (like[:1] == "a")
    after = r"(?![.,]?\d)" * (like[-1:] == "9")
    return re.compile(before + parts + after)


def _nth(some: list[T], nth: int) -> T | None:
    return some[nth] if -len(some) <= nth < len(some) else None
