"""Integers, numbers, percents and ratings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.model import Column
from windrow.table.numbers import NUMBER, decimal_mark, read_number
from windrow.table.types.base import ColumnType, Typing

__all__ = ["INTEGER", "NUMBER_TYPE", "PERCENT", "RATING", "settle_number"]

_STAR_SIGNS = frozenset("★☆⭐✩✪✭⯨½")
_STARS = re.compile(f"[{''.join(sorted(_STAR_SIGNS))}]{{2,6}}")
_FULL_STARS = re.compile("[★⭐✪✭]")
_NUMBER = re.compile(NUMBER)
_PERCENT_SIGN = re.compile(r"%|percent|per cent|prozent|pct", re.IGNORECASE)
# Percents and ratings are half of a column's values at least: chosen, not measured.
_HALF = 0.5


def settle_number(name: str, sample: Sequence[str], language: str) -> Typing:
    """Return how the numbers of a column are to be read."""
    decimal = decimal_mark(sample, language, money=name == "price")
    # "1.234" alone looks like an integer and is one only where the point groups.
    if name == "integer" and any(decimal in value for value in sample):
        name = "number"
    return Typing(name, decimal)


def _integer(value: str, column: Column) -> int | None:
    found = read_number(value, column.decimal)
    return found if isinstance(found, int) else None


def _number(value: str, column: Column) -> float | None:
    found = read_number(value, column.decimal)
    return None if found is None else float(found)


def _percent(value: str, column: Column) -> float | None:
    return _number(_PERCENT_SIGN.sub("", value).strip(), column)


def _rating(value: str, column: Column) -> float | None:
    """Return the number beside a star or in front of "out of 5", or how many stars are full."""
    found = _NUMBER.search(value)
    if found and found[0]:
        return _number(found[0], column)
    return len(_FULL_STARS.findall(value)) + 0.5 * value.count("½")


def _has_stars(value: str) -> bool:
    return value[0] in _STAR_SIGNS and _STARS.fullmatch(value) is not None


INTEGER = ColumnType(
    "integer",
    kind="integer",
    pattern=r"[-+−]?(?:\d{1,15}|\d{1,3}(?:[.,\s'’]\d{3})+)",
    read=_integer,
    settle=settle_number,
)
NUMBER_TYPE = ColumnType(
    "number", kind="number", pattern=NUMBER, mixes=("integer",), read=_number, settle=settle_number
)
PERCENT = ColumnType(
    "percent",
    kind="number",
    pattern=rf"{NUMBER}\s?(?:%|percent|per cent|prozent|pct)|%\s?{NUMBER}",
    mixes=("integer", "number"),
    least=_HALF,
    read=_percent,
    settle=settle_number,
    called="percent",
)
RATING = ColumnType(
    "rating",
    kind="number",
    # The number of those who rated may be behind it.
    pattern=r"★\s?\d(?:[.,]\d{1,2})?|\d[.,]\d{1,2}\s?\(\d[\d.,]*k?\)|\d(?:[.,]\d{1,2})?\s?"
    r"(?:/\s?(?:5|10)|(?:out of|of|von|sur|de|su|z)\s(?:5|10)(?:\s\S{3,9})?|stars?(?: rating)?|★)",
    fits=_has_stars,
    wordy=True,
    mixes=("integer", "number"),
    least=_HALF,
    read=_rating,
    strict=True,
    settle=settle_number,
    called="rating",
)
