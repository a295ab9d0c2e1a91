"""Counts: 1.2k, 3.4 million, and numbers of something such as 527 points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from windrow.model import Column
from windrow.table.dates import looks_dated
from windrow.table.numbers import NUMBER, read_number
from windrow.table.types.base import ColumnType, Typing
from windrow.table.types.number import settle_number

__all__ = ["COUNT", "counted"]

_TIMES = {
    "k": 10**3, "t": 10**3, "tsd": 10**3, "tys": 10**3, "mil": 10**3, "thousand": 10**3,
    "m": 10**6, "mn": 10**6, "mio": 10**6, "mln": 10**6, "million": 10**6, "млн": 10**6,
    "тыс": 10**3, "b": 10**9, "bn": 10**9, "mrd": 10**9, "billion": 10**9,
    "千": 10**3, "천": 10**3, "万": 10**4, "萬": 10**4, "만": 10**4, "億": 10**8, "亿": 10**8,
    "억": 10**8,
}  # fmt: skip
_LARGE = "|".join(sorted(map(re.escape, _TIMES), key=len, reverse=True))
# A noun of four letters at least, as shorter ones are units; in scripts without spaces any.
_NOUN = r"[^\W\d_]{4,24}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,8}"
# Nouns agree if this many letters do: "reply" and "replies" share four. Chosen, not measured.
_ALIKE = 4


@cache
def _pattern() -> re.Pattern[str]:
    """Return the form of counts; made on first use, because compiling it takes a while."""
    return re.compile(
        rf"(?P<number>{NUMBER})\s?(?P<large>(?:{_LARGE})(?![^\W\d_]))?\.?\+?\s?(?P<noun>{_NOUN})?",
        re.IGNORECASE,
    )


def counted(values: Sequence[str]) -> str:
    """Return what is counted in *values*: the longest form, which is the plural; "" for nothing.

    >>> counted(["1 review", "89 reviews"]), counted(["1.2k", "900"]), counted(["3 Ants", "2 Bees"])
    ('reviews', '', '')
    """
    nouns = _nouns(values)
    if not nouns or len({noun[:_ALIKE] for noun in nouns}) > 1:
        return ""
    return max(nouns, key=len)


def _nouns(values: Sequence[str]) -> set[str]:
    """Return the words behind the numbers of *values*."""
    found = map(_pattern().fullmatch, values)
    return {noun.lower() for match in found if match and (noun := match["noun"])}


def _is_count(value: str) -> bool:
    if not value[0].isdecimal():
        return False
    found = _pattern().fullmatch(value)
    if found is None or not (found["large"] or found["noun"]):
        return False
    if looks_dated(value):
        return False
    # Decimals are for large numbers: "1.5 litres" is a measure.
    return bool(found["large"]) or not re.search(r"[.,]\d{1,2}$", found["number"])


def _count(value: str, column: Column) -> int | None:
    found = _pattern().fullmatch(value)
    number = read_number(found["number"], column.decimal) if found else None
    if found is None or number is None:
        return None
    large = _TIMES.get((found["large"] or "").lower(), 1)
    return round(number * large)


def _settle(name: str, sample: Sequence[str], language: str) -> Typing:
    # "12 Main", "7 Park" are not counts: all counts of a column are of the same thing.
    if len({noun[:_ALIKE] for noun in _nouns(sample)}) > 1:
        return Typing()
    return settle_number(name, [value.rstrip() for value in sample], language)


COUNT = ColumnType(
    "count",
    kind="integer",
    fits=_is_count,
    mixes=("integer",),
    read=_count,
    settle=_settle,
)
