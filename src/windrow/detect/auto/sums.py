"""Rows of a table that sum up the rows above them: "Total", or figures that add up.

A sum is no record, wherever it is: below each group, below each table, or at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import chain, groupby
from typing import TypeAlias

from windrow.wordlists import word_lists

__all__ = ["sums_among"]

_WORDS = frozenset(word.replace("_", " ") for word in word_lists(__file__)["words"])
# Most texts begin with another letter.
_INITIALS = frozenset(word[0] for word in _WORDS)
_SIGNS = re.compile(r"[\s:=.*()]+")
# A figure, with a currency before it or a unit after it.
_FIGURE = re.compile(r"[^\w.,+-]{0,3}([+-]?\d[\d., \u00a0\u202f']*)\s?[^\w\s]{0,2}")
_OTHERS = re.compile(r"[^\d.,+-]")
_GROUPED = re.compile(r"\d{1,3}([.,]\d{3})+")
# Fewer rows are not summed up, and small figures may add up by chance: chosen, not measured.
_FEWEST, _SMALL = 3, 100

_Texts: TypeAlias = Mapping[int, str]
"""The texts of a row, by column, without empty ones."""
_Figures: TypeAlias = Mapping[int, Decimal]
"""The figures of a row, by column."""


def sums_among(rows: Sequence[_Texts], tables: Sequence[int]) -> list[int]:
    """Return which of *rows*, given by the texts of their cells and their tables, are sums.

    >>> rows = [{0: "Hay", 1: "500"}, {0: "Oats", 1: "300"}, {0: "Rye", 1: "200"}]
    >>> sums_among([*rows, {0: "All crops", 1: "1,000"}], [1, 1, 1, 1])
    [3]
    """
    found: list[int] = []
    for _, places in groupby(range(len(rows)), tables.__getitem__):
        own = [*places]
        found += [own[k] for k in _sums([rows[k] for k in own])]
    return found


def _sums(rows: Sequence[_Texts]) -> list[int]:
    """Return which *rows* of one table sum up those since the last sum, or all before it."""
    counts = Counter(chain.from_iterable(rows))
    usual = {place for place, times in counts.items() if 2 * times > len(rows)}
    lacking = [not usual <= row.keys() for row in rows]
    # Rows from here on lack a cell that most have.
    full = max((k for k, lacks in enumerate(lacking) if not lacks), default=-1)
    found: list[int] = []
    every = since = _Totals()
    for k, row in enumerate(map(_Row, rows)):
        if every.rows >= _FEWEST and (
            since.are(row)
            or (since is not every and every.are(row))
            or _is_named(row, lacks=lacking[k])
        ):
            found.append(k)
            since = _Totals()
        # Taxes and discounts are between the sums at the end.
        elif found and not since.rows and k > full:
            found.append(k)
        else:
            every.add(row)
            if since is not every:
                since.add(row)
    return found if 2 * len(found) <= len(rows) else []


class _Row:
    """The texts of a row, with the figures among them: each is read when it is first needed."""

    def __init__(self, texts: _Texts) -> None:
        self.texts = texts
        self._read: dict[int, Decimal | None] = {}

    def figure(self, place: int) -> Decimal | None:
        """Return the figure in a column; None if it holds none, or zero."""
        if place not in self._read:
            self._read[place] = _figure(self.texts.get(place, "")) or None
        return self._read[place]

    def figures(self) -> _Figures:
        """Return all figures, by column."""
        return {place: one for place in self.texts if (one := self.figure(place)) is not None}


class _Totals:
    """The sums of the columns of some rows, made as the rows come."""

    def __init__(self) -> None:
        self.rows = 0
        # Only columns in which all rows have a figure: mostly few are left after the first rows.
        self._sums: _Figures = {}

    def add(self, row: _Row) -> None:
        """Add a row."""
        if self.rows:
            self._sums = {
                place: total + one
                for place, total in self._sums.items()
                if (one := row.figure(place)) is not None
            }
        else:
            self._sums = row.figures()
        self.rows += 1

    def are(self, row: _Row) -> bool:
        """Return whether the figures of *row* are the sums of columns in which all have one."""
        if self.rows < _FEWEST:
            return False
        right = [one for place, total in self._sums.items() if (one := row.figure(place)) == total]
        if not right or 2 * len(right) <= len(row.figures()):
            return False
        return len(right) > 1 or max(right) >= _SMALL


def _is_named(row: _Row, *, lacks: bool) -> bool:
    """Return whether a row with figures is called a sum; one that *lacks* cells may say of what."""
    first = min(row.texts, default=-1)
    initial = row.texts.get(first, "")[:1].casefold()[:1]
    if initial.isalnum() and initial not in _INITIALS:
        return False
    if not any(place > first and row.figure(place) is not None for place in row.texts):
        return False
    said = _SIGNS.sub(" ", row.texts[first].casefold()).strip()
    return said in _WORDS or (lacks and said.partition(" ")[0] in _WORDS)


def _figure(text: str) -> Decimal | None:
    """Return the figure that a *text* consists of, however its thousands are grouped."""
    if text.isdecimal():
        return Decimal(text)
    # Most other texts are words.
    if text[:1].isalpha():
        return None
    found = _FIGURE.fullmatch(text)
    if found is None:
        return None
    digits = _OTHERS.sub("", found[1]).rstrip(".,")
    whole, _, part = digits.rpartition(max(".", ",", key=digits.rfind))
    if _GROUPED.fullmatch(digits.lstrip("+-")) or not whole:
        whole, part = digits, ""
    whole = whole.replace(".", "").replace(",", "")
    return Decimal(f"{whole}.{part}" if part else whole)
