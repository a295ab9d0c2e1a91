"""Relative moments: "12 months ago", "yesterday, 18:07", "vor 3 Tagen"."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from windrow.kernels.table import signs as kernel
from windrow.wordlists import word_lists

__all__ = ["BETWEEN", "WEEKDAYS", "WORDS", "read_ago"]

_LISTS = word_lists(__file__)
WEEKDAYS, BETWEEN = (frozenset(_LISTS[name]) for name in ("weekday", "between"))
_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
_UNIT = {word: unit for unit in _UNITS for word in _LISTS[unit]}


def _pairs(name: str) -> dict[str, str]:
    pairs = (pair.replace("_", " ").partition("=") for pair in _LISTS[name])
    return {words: said for words, _, said in pairs}


_ONE, _NAMED = _pairs("one"), {words: int(days) for words, days in _pairs("named").items()}
_NOW = frozenset(_pairs("now"))
WORDS = {
    **dict.fromkeys(_NOW, "datetime"),
    **{words: "datetime" if unit in _UNITS[:3] else "date" for words, unit in _ONE.items()},
    **dict.fromkeys(_NAMED, "date"),
}
"""Phrases without a digit, with their types."""


def _either(words: list[str]) -> str:
    return "|".join(re.escape(word.replace("_", " ")) for word in sorted(words, key=len)[::-1])


_AGO = re.compile(
    rf"(?:(?P<before>{_either(_LISTS['before'])})\s)*(?P<number>\d{{1,4}}+)\+?\s?"
    rf"(?P<unit>{_either([*_UNIT])})\.?(?P<behind>\s?(?:{_either(_LISTS['behind'])}))?"
)
_DAY = re.compile(
    rf"(?P<day>{_either([*_NAMED])}),?\s?(?:at |um |à |kl\.? |- |, )?"
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d)?(?:\s?(?P<half>[ap])\.?m\.?)?"
)
# Words that only make a number vague; without "ago" the others are durations.
_VAGUE = frozenset(("about", "over", "almost"))
_DAYS = {"day": 1, "week": 7}
# Longer texts are sentences, in characters: chosen, not measured.
_LONGEST = 40


def read_ago(text: str, now: datetime) -> date | datetime | None:
    """Return the day or moment that *text* gives relative to *now*; None for other texts.

    Hours and less give a moment, to the minute; days and more give a day.

    >>> now = datetime(2024, 3, 31, 12, 30)
    >>> read_ago("12 months ago", now), read_ago("3 hours ago", now)
    (datetime.date(2023, 3, 31), datetime.datetime(2024, 3, 31, 9, 30))
    >>> read_ago("yesterday, 18:07", now), read_ago("3 hours", now)
    (datetime.datetime(2024, 3, 30, 18, 7), None)
    """
    if len(text) > _LONGEST:
        return None
    # A clock or a number alone has no word for a unit or a day.
    if not kernel.has_letter(text):
        return None
    text = text.lower()
    if text in WORDS:
        return _without_digit(text, _to_the_minute(now))
    if found := _AGO.fullmatch(text):
        told = found["behind"] or (found["before"] and found["before"] not in _VAGUE)
        if not told:
            return None
        return _before(_to_the_minute(now), int(found["number"]), _UNIT[found["unit"]])
    if found := _DAY.fullmatch(text):
        hour = int(found["hour"])
        if found["half"]:
            hour = hour % 12 + (12 if found["half"] == "p" else 0)
        if hour > 23 or int(found["minute"]) > 59:
            return None
        day = _to_the_minute(now) - timedelta(_NAMED[found["day"]])
        return day.replace(hour=hour, minute=int(found["minute"]))
    return None


def _to_the_minute(now: datetime) -> datetime:
    return now.replace(second=0, microsecond=0)


def _without_digit(text: str, now: datetime) -> date | datetime:
    if text in _NOW:
        return now
    if text in _NAMED:
        return (now - timedelta(_NAMED[text])).date()
    found = _before(now, 1, _ONE[text])
    return now if found is None else found


def _before(now: datetime, number: int, unit: str) -> date | datetime | None:
    try:
        if unit in _UNITS[:3]:
            return now - timedelta(**{f"{unit}s": number})
        if unit in _DAYS:
            return (now - timedelta(number * _DAYS[unit])).date()
        months = now.year * 12 + now.month - 1 - number * (12 if unit == "year" else 1)
        first = date(months // 12, months % 12 + 1, 1)
    except (OverflowError, ValueError):
        return None
    # The 31st of a shorter month is its last day.
    following = (first + timedelta(31)).replace(day=1)
    return first.replace(day=min(now.day, (following - timedelta(1)).day))
