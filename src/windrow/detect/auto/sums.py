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
_SIGNS = re.compile(r"[\s:=.*()]+")
# A figure, with a currency before it or a unit after it.
_FIGURE = re.compile(r"[^\w.,+-]{0,3}([+-]?\d[\d., \u00a0\u202f']*)\s?[^\w\s]{0,2}")
_OTHERS = re.compile(r"[^\d.,+-]")
_GROUPED = re.compile(r"\d{1,3}([.,]\d{3})+")
# Fewer rows are not summed up, and small figures may add up by chance: chosen, not measured.
_FEWEST, _SMALL = 3, 100
_NOTHING = Decimal(0)

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
    # Rows from here on lack a cell that most have.
    full = max((k for k, row in enumerate(rows) if usual <= row.keys()), default=-1)
    found: list[int] = []
    every = since = _Totals()
    for k, row in enumerate(rows):
        figures = {place: figure for place, text in row.items() if (figure := _figure(text))}
        if every.rows >= _FEWEST and (
            _is_named(row, figures, lacks=not usual <= row.keys())
            or since.are(figures)
            or (since is not every and every.are(figures))
        ):
            found.append(k)
            since = _Totals()
        # Taxes and discounts are between the sums at the end.
        elif found and not since.rows and k > full:
            found.append(k)
        else:
            every.add(figures)
            if since is not every:
                since.add(figures)
    return found if 2 * len(found) <= len(rows) else []


class _Totals:
    """The sums of the columns of some rows, made as the rows come."""

    def __init__(self) -> None:
        self.rows = 0
        self._sums: dict[int, Decimal] = {}
        self._counts: dict[int, int] = {}

    def add(self, figures: _Figures) -> None:
        """Add a row."""
        self.rows += 1
        for place, figure in figures.items():
            self._sums[place] = self._sums.get(place, _NOTHING) + figure
            self._counts[place] = self._counts.get(place, 0) + 1

    def are(self, figures: _Figures) -> bool:
        """Return whether *figures* are the sums of columns in which all rows have a figure."""
        if self.rows < _FEWEST:
            return False
        right = [
            figure
            for place, figure in figures.items()
            if self._counts.get(place) == self.rows and figure == self._sums[place]
        ]
        if 2 * len(right) <= len(figures):
            return False
        return len(right) > 1 or max(right) >= _SMALL


def _is_named(row: _Texts, figures: _Figures, *, lacks: bool) -> bool:
    """Return whether a row with figures is called a sum; one that *lacks* cells may say of what."""
    first = min(row, default=-1)
    if first < 0 or not any(place > first for place in figures):
        return False
    said = _SIGNS.sub(" ", row[first].casefold()).strip()
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
