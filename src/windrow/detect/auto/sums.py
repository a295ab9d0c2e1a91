"""Rows of a table that sum up the rows above them: "Total", or figures that add up.

A sum is no record, wherever it is: below each group, below each table, or at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby

from windrow.wordlists import word_lists

__all__ = ["sums_among"]

_WORDS = frozenset(word.replace("_", " ") for word in word_lists(__file__)["words"])
_SIGNS = re.compile(r"[\s:=.*()]+")
# A figure, with a currency before it or a unit after it.
_FIGURE = re.compile(r"[^\w.,+-]{0,3}([+-]?\d[\d., \u00a0\u202f']*)\s?[^\w\s]{0,2}")
_GROUPED = re.compile(r"\d{1,3}([.,]\d{3})+")
# Fewer rows are not summed up, and small figures may add up by chance: chosen, not measured.
_FEWEST, _SMALL = 3, 100

_Texts = Sequence[str]


def sums_among(rows: Sequence[_Texts], tables: Sequence[int]) -> list[int]:
    """Return which of *rows*, given by the texts of their cells and their tables, are sums.

    >>> rows = ["Hay", "500"], ["Oats", "300"], ["Rye", "200"], ["All crops", "1,000"]
    >>> sums_among(rows, [1, 1, 1, 1])
    [3]
    """
    found: list[int] = []
    for _, places in groupby(range(len(rows)), tables.__getitem__):
        own = [*places]
        found += [own[k] for k in _sums([rows[k] for k in own])]
    return found


def _sums(rows: Sequence[_Texts]) -> list[int]:
    """Return which *rows* of one table sum up those since the last sum, or all before it."""
    filled = [{k for k, text in enumerate(row) if text} for row in rows]
    usual = {k for k, times in Counter(k for own in filled for k in own).items()
             if 2 * times > len(rows)}  # fmt: skip
    found: list[int] = []
    every: list[_Texts] = []
    since = 0
    for k, row in enumerate(rows):
        lacks = not usual <= filled[k]
        if len(every) >= _FEWEST and (
            _is_named(row, lacks) or _adds_up(row, every[since:]) or _adds_up(row, every)
        ):
            found.append(k)
            since = len(every)
        # Taxes and discounts are between the sums at the end.
        elif not (found and since == len(every) and not any(usual <= own for own in filled[k:])):
            every.append(row)
        else:
            found.append(k)
    return found if 2 * len(found) <= len(rows) else []


def _is_named(row: _Texts, lacks: bool) -> bool:
    """Return whether a row with figures is called a sum; one that *lacks* cells may say of what."""
    first, *others = (text for text in row if text) if any(row) else [""]
    if not any(map(_figure, others)):
        return False
    said = _SIGNS.sub(" ", first.casefold()).strip()
    return said in _WORDS or (lacks and said.partition(" ")[0] in _WORDS)


def _adds_up(row: _Texts, above: Sequence[_Texts]) -> bool:
    """Return whether the figures of *row* are the sums of those in the rows *above* it."""
    if len(above) < _FEWEST:
        return False
    figures = {k: figure for k, text in enumerate(row) if (figure := _figure(text))}
    right = {k: figure for k, figure in figures.items() if figure == _total(k, above)}
    if 2 * len(right) <= len(figures):
        return False
    return len(right) > 1 or max(right.values()) >= _SMALL


def _total(column: int, rows: Sequence[_Texts]) -> Decimal | None:
    """Return the sum of a *column*; None if a row lacks a figure there."""
    total = Decimal(0)
    for row in rows:
        figure = _figure(row[column]) if column < len(row) else None
        if figure is None:
            return None
        total += figure
    return total


def _figure(text: str) -> Decimal | None:
    """Return the figure that a *text* consists of, however its thousands are grouped."""
    found = _FIGURE.fullmatch(text)
    if found is None:
        return None
    digits = re.sub(r"[^\d.,+-]", "", found[1]).rstrip(".,")
    whole, _, part = digits.rpartition(max(".", ",", key=digits.rfind))
    if _GROUPED.fullmatch(digits.lstrip("+-")) or not whole:
        whole, part = digits, ""
    whole = re.sub("[.,]", "", whole)
    return Decimal(f"{whole}.{part}" if part else whole)
