"""Days, moments, times of day and durations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache

from windrow.model import Column
from windrow.table.ago import WORDS, read_ago
from windrow.table.dates import date_order, read_any_date, read_date, read_duration, read_time
from windrow.table.types.base import ColumnType, Typing

__all__ = ["DATE", "DATETIME", "DURATION", "TIME"]

# Whether something is a date does not depend on when it was read.
_SOME_DAY = datetime(2000, 1, 1)
# Beyond this many characters a value is a sentence, not a date: chosen, not measured.
_LONGEST = 60
# The first signs of "before noon" and "after noon" in China, Japan and Korea.
_HALVES = frozenset("午上下오")
_CLOCKED = re.compile(r"(?:[01]\d|2[0-3])\s?h\s?[0-5]\d", re.IGNORECASE)


# Cached, because each value is asked twice: is it a date, is it a moment?
@lru_cache(maxsize=256)
def _class_of(value: str) -> type | None:
    # In either order: which one the column has is decided when it is known to hold dates.
    found = read_any_date(value) or read_ago(value, _SOME_DAY)
    return None if found is None else type(found)


def _is_date(value: str) -> bool:
    return _class_of(value) is date


def _is_datetime(value: str) -> bool:
    return _class_of(value) is datetime


def _is_time(value: str) -> bool:
    # "1h05" is how long something takes; a column of clocks is settled with all of its values.
    if not value[0].isdecimal():
        return value[0] in _HALVES and read_time(value) is not None
    return "h" not in value[1:4].lower() and read_time(value) is not None


def _is_duration(value: str) -> bool:
    # "3M" is three millions.
    may_be = (value[0].isdigit() and value[-1] != "M") or value[0] == "P"
    return may_be and bool(read_duration(value))


def _settle(name: str, sample: Sequence[str], language: str) -> Typing:
    return Typing(name, order=date_order(sample, language))


def _date(value: str, column: Column) -> str | None:
    found = read_date(value, column.order or "mdy") or read_ago(value, _today(column))
    if found is None:
        return _parsed(value, column.type, column.order)
    return found.isoformat()


def _today(column: Column) -> datetime:
    """Return the time that "yesterday" is relative to: when the page was fetched, else now."""
    try:
        return datetime.fromisoformat(column.today)
    except ValueError:
        return datetime.now()


@lru_cache(maxsize=16384)
def _parsed(value: str, kind: str, order: str) -> str | None:
    """Return dateparser's result for a complete date: it must not guess the year."""
    from dateparser import parse

    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "DATE_ORDER": (order or "mdy").upper(),
        "PARSERS": ["absolute-time"],
    }
    found = parse(value, settings=settings) if len(value) <= _LONGEST else None
    if found is None:
        return None
    return str(found.isoformat() if kind == "datetime" else found.date().isoformat())


def _time(value: str, column: Column) -> str | None:
    found = read_time(value)
    return found.isoformat() if found else None


def _duration(value: str, column: Column) -> int | None:
    return read_duration(value)


def _said(kind: str) -> frozenset[str]:
    return frozenset(words for words, said in WORDS.items() if said == kind)


def _settle_duration(name: str, sample: Sequence[str], language: str) -> Typing:
    """Return how "14h05" is meant: hours of two digits in all rows are those of a clock."""
    return Typing("time" if all(map(_CLOCKED.fullmatch, sample)) else name)


DATE = ColumnType(
    "date",
    kind="date",
    fits=_is_date,
    words=_said("date"),
    read=_date,
    settle=_settle,
    called="date",
)
DATETIME = ColumnType(
    "datetime",
    kind="datetime",
    fits=_is_datetime,
    words=_said("datetime"),
    mixes=("date",),
    read=_date,
    settle=_settle,
    called="date",
)
TIME = ColumnType("time", kind="time", fits=_is_time, read=_time, called="time")
DURATION = ColumnType(
    "duration",
    kind="integer",
    fits=_is_duration,
    mixes=("time",),
    read=_duration,
    settle=_settle_duration,
    called="duration",
    # "2:24" is a time of day unless the page calls it a length.
    over=("time",),
    named=r"dur|length|runtime|video|dauer|länge|durée|duraci",
)
