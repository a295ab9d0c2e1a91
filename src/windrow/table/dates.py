"""Dates and times by their form, in the languages pages are mostly written in.

Deciding the type of a column must cost microseconds, so this reads the common forms itself; what it
cannot read is left to dateparser, and only when a typed value is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone

from windrow.kernels.table import signs as kernel
from windrow.table.ago import BETWEEN, WEEKDAYS, WORDS
from windrow.wordlists import word_lists

__all__ = [
    "MONTHS",
    "Moment",
    "date_order",
    "looks_dated",
    "read_any_date",
    "read_date",
    "read_duration",
    "read_time",
]

Moment = date | datetime

MONTHS = {word: int(number) for number, words in word_lists(__file__).items() for word in words}

# A lower number is not a year but has leading zeros: chosen, not measured.
_FIRST_YEAR = 1000
# The digits of a day and a year of two digits: by definition no date has fewer.
_FEWEST_DIGITS = 3
# The longest day with weekday and clock, in characters: chosen, not measured.
_LONGEST_DAY = 40
_WORD = re.compile(r"[^\W\d_]{2,}")
_CLOCKED_DAY = re.compile(
    r"^\d{1,2}[/.]\d{1,2}\.?,?\s\d{1,2}:\d\d|^\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
)
_NAMED_DAYS = frozenset(WORDS)
# A whole day before something else: "09/22/03, 33329 bytes". With more words it is a title.
_DAY_FIRST = re.compile(
    r"(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}-\d\d-\d\d|[^\W\d]{3,9}\.?\s\d{1,2},\s\d{4})"
    r"(?=\W|$)(?!(?:[\W\d]*[^\W\d]{2,}){3})"
)
# Months that are numbers behind a word, and the clock with an h, as France and Brazil have it.
_NUMBERED_MONTH = re.compile(r"\btháng\s(\d{1,2}),?\s", re.IGNORECASE)
_H_CLOCK = re.compile(r"(?<=\s)(\d{1,2})\s?h\s?(\d\d)(?=$)", re.IGNORECASE)
# The clock as it is written in China, Japan and Korea.
_EASTERN_CLOCK = re.compile(r"(?<=[\s日일])(\d{1,2})\s?[時时시]\s?(\d{1,2})\s?[分분]?")

_CLOCK = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?(?:\s?(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[A-Z]{2,4}T))?"
)
_DATE = re.compile(
    r"(?:[^\W\d]{2,12}\.?,?\s+)?(?:"
    r"(?P<y1>\d{4})(?:[-/.]|\.\s)(?P<m1>\d{1,2})(?:[-/.]|\.\s)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<mark>[-/.])\s?(?P<b>\d{1,2})(?P=mark)\s?(?P<y2>\d{4}|\d\d)"
    r"|(?:the )?(?P<d3>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s./-]\s?(?:of |de |den )?"
    r"(?P<n3>[^\W\d]{3,14})\.?,?[\s./-]\s?(?:de |del )?(?P<y3>\d{4}|['’]?\d\d)(?:\sг)?"
    r"|(?P<n4>[^\W\d]{3,14})\.?\s(?P<d4>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<y4>\d{4})"
    r"|(?P<y6>\d{4})\.\s(?P<n6>[^\W\d]{3,14})\.?\s(?P<d6>\d{1,2})"
    r"|(?P<y5>\d{4})\s?[年년]\s?(?P<m5>\d{1,2})\s?[月월]\s?(?P<d5>\d{1,2})\s?[日일]"
    r")\.?(?:\s?[(（][^\W\d]{1,3}\.?[)）])?"
    rf"(?:(?:T|,?\s(?:at |um |à |kl\.? |[-–|·]\s)?){_CLOCK}(?:\sUhr|\s?hs?\.?)?)?",
    re.IGNORECASE,
)
# The clock before the day, and between the day and the year as C's ctime has it.
_CLOCK_FIRST = re.compile(r"(\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?),?\s(?:[-–|·]\s)?(.+)", re.I)
_CTIME = re.compile(
    r"(?:[^\W\d]{3}\s)?([^\W\d]{3}\s+\d{1,2})\s(\d\d:\d\d:\d\d)(\s[A-Z]+)?\s(\d{4})"
)
_DAY_MONTH = re.compile(r"(?:0?[1-9]|[12]\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.")
_TIME = re.compile(_CLOCK + r"(?:\s?(?:Uhr|h|hrs))?", re.IGNORECASE)
# Other clocks: 14.05 Uhr, 14h05, 午後2:05.
_OTHER_CLOCK = re.compile(
    r"(?P<half>午前|午後|上午|下午|오전|오후)?\s?(?P<hour>\d{1,2})(?P<mark>\s?h\s?|[.:])(?P<minute>\d\d)"
    r"(?P<clock>\sUhr)?",
    re.IGNORECASE,
)
_AFTERNOON = frozenset(("午後", "下午", "오후"))
# Digits are never given back, as in `numbers.NUMBER`: a unit follows all of them. Mostly no unit
# begins as what does, which is looked at first.
_PARTS = re.compile(
    r"(?=\d++(?:[.,]\d++)?\s?(?:[dtj天日일hsoógч小時시mpм分분′'秒초″\"]|\Z))"
    r"(?:(?P<days>\d++)\s?(?:days?|d|Tage?|jours?|días?|天|日間|일)(?![^\W\d])[,\s]*)?"
    r"(?:(?P<hours>\d++(?:[.,]\d++)?)\s?(?:hours?|hrs?|h|Std\.?|Stunden?|heures?|horas?|ore|saat|sa"
    r"|óra|godz\.?|час\w*|ч|小时|小時|時間|시간)(?:(?![^\W\d])|(?<=[間时時간]))\.?[,\s]*(?:and )?)?"
    r"(?:(?P<minutes>\d++(?:[.,]\d++)?)\s?(?:minutes?|mins?|min\.|m|Minuten|minutos?|minuti|minut"
    r"|dk|dakika|perc|мин\w*|分钟|分鐘|分|분|′|')(?:(?![^\W\d])|(?<=[钟鐘分분]))\.?[,\s]*)?"
    r"(?:(?P<seconds>\d++)\s?(?:seconds?|secs?|s|Sekunden|秒|초|″|\")?)?",
    re.IGNORECASE,
)
# "1h05", without a word for the minutes.
_SHORT_HOURS = re.compile(r"(\d{1,2})\s?h\s?([0-5]\d)", re.IGNORECASE)
_ISO = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?")
_LONG_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d)")


def read_date(text: str, order: str = "mdy") -> Moment | None:
    """Return the day, or the moment, that *text* names in full; None if it is not a date.

    *order* says how ``03/04/2025`` is meant: ``mdy`` or ``dmy``.

    >>> read_date("5. März 2025"), read_date("3/4/25", "dmy")
    (datetime.date(2025, 3, 5), datetime.date(2025, 4, 3))
    """
    found = _matched(text)
    return None if found is None else _moment(found, order)


def read_any_date(text: str) -> Moment | None:
    """Return the moment in *text*, with day or month first, whichever is possible."""
    found = _matched(text)
    return None if found is None else _moment(found, "dmy") or _moment(found, "mdy")


def looks_dated(text: str) -> bool:
    """Return whether *text* names a day or a moment, perhaps without the year.

    >>> looks_dated("Saturday, 29 July"), looks_dated("May 2024"), looks_dated("12/02 08:30hs.")
    (True, True, True)
    >>> looks_dated("5 May Street"), looks_dated("12"), looks_dated("Sat"), looks_dated("29.6.")
    (False, False, False, True)
    """
    if _DAY_MONTH.fullmatch(text):
        return True
    if len(text) <= 2 * _LONGEST_DAY and _DAY_FIRST.match(text):
        return True
    if not 4 <= len(text) <= _LONGEST_DAY:
        return False
    if _CLOCKED_DAY.search(text):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    # Mostly none of the words is of a day.
    if _NAMED_DAYS.isdisjoint(words) and MONTHS.keys().isdisjoint(words):
        return False
    rest = words - MONTHS.keys() - WEEKDAYS - BETWEEN
    return any(map(str.isdigit, text)) and rest <= _NAMED_DAYS


def _matched(text: str) -> re.Match[str] | None:
    if not 6 <= len(text) <= 60 or kernel.count_digits(text) < _FEWEST_DIGITS:
        return None
    if not text.isascii():
        text = _EASTERN_CLOCK.sub(lambda clock: f"{clock[1]}:{clock[2]:0>2}", text)
        text = re.sub(_NUMBERED_MONTH, r"/\1/", text).replace(" /", "/")
    if "h" in text[-3:]:
        text = _H_CLOCK.sub(r"\1:\2", text)
    if found := _DATE.fullmatch(text):
        return found
    if ":" not in text:
        return None
    if found := _CTIME.fullmatch(text):
        return _DATE.fullmatch(f"{found[1]} {found[4]} {found[2]}{found[3] or ''}")
    if found := _CLOCK_FIRST.fullmatch(text):
        return _DATE.fullmatch(f"{found[2]} {found[1]}")
    return None


def _moment(found: re.Match[str], order: str) -> Moment | None:
    year, month, day = _numbers(found, order)
    # "1-25-0150" is the number of a docket.
    if year < _FIRST_YEAR:
        return None
    try:
        plain = date(year, month, day)
        clock = _clock(found)
    except ValueError:
        return None
    return plain if clock is None else datetime.combine(plain, clock)


def read_time(text: str) -> time | None:
    """Return the time of day that *text* names, or None.

    >>> read_time("7:05 pm")
    datetime.time(19, 5)
    """
    found = _TIME.fullmatch(text)
    try:
        return _clock(found) if found else _other_clock(text)
    except ValueError:
        return None


def _other_clock(text: str) -> time | None:
    found = _OTHER_CLOCK.fullmatch(text)
    # A point alone makes a number, a colon alone is read before.
    if found is None or not (found["half"] or found["clock"] or "h" in found["mark"].lower()):
        return None
    later = 12 if found["half"] in _AFTERNOON and int(found["hour"]) < 12 else 0
    return time(int(found["hour"]) + later, int(found["minute"]))


def read_duration(text: str, *, clock: bool = True) -> int | None:
    """Return how many seconds *text* says something takes, or None.

    With *clock*, ``12:34`` is twelve minutes and 34 seconds.

    >>> read_duration("1 h 30 min"), read_duration("PT45M"), read_duration("1:02:03")
    (5400, 2700, 3723)
    >>> read_duration("1h05")
    3900
    """
    if clock and ":" in text and (found := _LONG_CLOCK.fullmatch(text)):
        return _seconds("0", *found.groups())
    if text.startswith("P") and len(text) > 2 and (found := _ISO.fullmatch(text)):
        return _seconds(*found.groups())
    if found := _SHORT_HOURS.fullmatch(text):
        return _seconds("0", found[1], found[2], "0")
    found = _PARTS.fullmatch(text) if text[:1].isdigit() and len(text) < 40 else None
    # Digits alone are a number, not seconds.
    if found is None or text.isdecimal():
        return None
    return _seconds(*found.groups())


def date_order(values: Iterable[str], language: str = "") -> str:
    """Return how the dates of a column are written: ``dmy`` or ``mdy``.

    A part above twelve decides; where there is none, points and the page's *language* do.

    >>> date_order(["03/04/2025", "25/04/2025"]), date_order(["03/04/2025"], "en-GB")
    ('dmy', 'dmy')
    """
    mark = ""
    for value in values:
        found = _DATE.fullmatch(value)
        if found is None or not found["mark"]:
            continue
        mark = found["mark"]
        if int(found["a"]) > 12:
            return "dmy"
        if int(found["b"]) > 12:
            return "mdy"
    # Only the United States and a few others put the month first, and never with points.
    month_first = mark != "." and language.lower() in ("", "en", "en-us", "en-ph")
    return "mdy" if month_first else "dmy"


def _seconds(*parts: str | None) -> int:
    """Return the seconds of days, hours, minutes and seconds."""
    numbers = [float((part or "0").replace(",", ".")) for part in parts]
    return round(sum(a * b for a, b in zip(numbers, (86400, 3600, 60, 1), strict=True)))


def _numbers(found: re.Match[str], order: str) -> tuple[int, int, int]:
    """Return year, month and day; month 0 if the name is not that of a month."""
    if found["y1"]:
        return int(found["y1"]), int(found["m1"]), int(found["d1"])
    if found["y5"]:
        return int(found["y5"]), int(found["m5"]), int(found["d5"])
    if found["mark"]:
        first, second = int(found["a"]), int(found["b"])
        month, day = (first, second) if order == "mdy" else (second, first)
        return _full_year(found["y2"]), month, day
    name, number, full = (found[k + "3"] or found[k + "4"] or found[k + "6"] for k in "ndy")
    return _full_year(full.lstrip("'’")), MONTHS.get(name.lower(), 0), int(number)


def _full_year(digits: str) -> int:
    """Return the year; two digits as in strptime: 69 to 99 are the last century."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= 69 else 2000)


def _clock(found: re.Match[str]) -> time | None:
    if found["hour"] is None:
        return None
    hour = int(found["hour"])
    if half := found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if half in "pP" else 0)
    return time(hour, int(found["minute"]), int(found["second"] or 0), tzinfo=_zone(found["zone"]))


def _zone(name: str | None) -> timezone | None:
    """Return the zone of an offset; letters such as EST are ambiguous and ignored."""
    if name is None or (name[0] not in "Zz+-" and name.upper() not in ("UTC", "GMT")):
        return None
    if name[0] not in "+-":
        return UTC
    minutes = 60 * int(name[1:3]) + int(name[-2:])
    return timezone(timedelta(minutes=minutes if name[0] == "+" else -minutes))
