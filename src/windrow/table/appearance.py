"""Names for columns by their values alone: prose, addresses, days, places."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from windrow.kernels.table import signs as kernel
from windrow.table.ago import WEEKDAYS
from windrow.table.dates import MONTHS, looks_dated
from windrow.table.drafts import DraftColumn
from windrow.table.places import is_land
from windrow.table.stripping import bare
from windrow.wordlists import QUESTION_MARKS

__all__ = [
    "are_questions",
    "has_digits",
    "has_letters",
    "is_composed",
    "is_day",
    "is_discount",
    "is_prose",
    "is_year",
    "looks_of",
    "mean_length",
]

# Longer texts with a country at the end are sentences, in characters: chosen, not measured.
_LONGEST_PLACE = 60
# Spaces of a value that is made of several: chosen, not measured.
_COMPOSED = 3
# The share of the values that must look alike: chosen, not measured.
_ENOUGH = 0.75
# Characters of a value that are read: longer values are prose or addresses. Chosen.
_READ = 400
# A value with at least this many characters and words is prose: chosen, not measured.
_PROSE, _PROSE_WORDS = 35, 5.5
# The share of its words that may be names or numbers; longer values may have any. Chosen, not
# measured.
_NAMES, _LONG = 0.6, 80
# From this length on, a text is certainly prose: chosen, not measured.
_ALL_PROSE = 150

# The words in which a trail of pages is shown, and a space where an address is cut, are part of it.
_URL = re.compile(
    r"(?:https?://|www\.|//)\S+(?:\s(?:\S*/\S*|[›…-].*))?|(?:/[\w.~%-]+){2,}/?"
    r"|(?:[\w-]+\.)+[a-z]{2,12}(?:[/:?]\S*)?(?:\s?›.*|\.\.\.)?",
    re.IGNORECASE,
)
# Names of files look like names of hosts.
_FILE = re.compile(
    r"[^/]+\.(?:html?|txt|pdf|js|css|xml|xsl|docx?|xlsx?|zip|exe|png|jpe?g|gif|mp[34]|py)", re.I
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_YEARS = re.compile(rf"{_YEAR.pattern}(?:\s?[-–/]\s?(?:\d\d){{1,2}})?")
# Two bare numbers may be the goals of a match: "2-1".
_TIMES = re.compile(
    r"(?=.*(?::\d\d|[ap]\.?m|Uhr))\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?\s?(?:[-–—]|to|bis|à)\s?\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?|\s?Uhr)?"
    r"|\d{1,2}:\d\d(?:\s?[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[^\W\d][^\d,]{1,30},\s?[A-Z]{2}(?:\s\d{5})?")
_ROADS = "(?:rue|avenue|via|piazza|calle|plaza|rua) "
_ROAD = re.compile(_ROADS, re.IGNORECASE)
# A house number before or behind the word for a street.
_STREET = re.compile(
    r"(?:\w+ )?\d[\w/-]*,? (?:[^\W\d][\w.'-]* ){1,4}?(?:street|st|avenue|ave|road|rd|boulevard"
    r"|blvd|drive|dr|lane|ln|highway|hwy|parkway|pkwy|square|terrace|court|place)\b.*"
    r"|[^\W\d][\w. -]*(?:straße|strasse|str\.|gasse|platz|weg|allee) \d+\w?(?:,.*)?"
    rf"|(?:\d+\w?,? )?{_ROADS}[^\d]+(?:,? ?\d.*)?",
    re.IGNORECASE,
)
# A trail of ever narrower subjects: "Science > Physics > Optics".
_TRAIL = re.compile(r"[^<>›»]{2,60}(?:\s[>›»]\s[^<>›»]{2,60})+")
# Names as bibliographies have them: "Kang GH, Lee S".
_AUTHOR = r"[^\W\d_](?:[^\W\d_]|['’-])+ [A-Z]{1,3}"
_AUTHORS = re.compile(rf"{_AUTHOR}(?:, {_AUTHOR}(?!\w).*)?")
# The number of a record, with a sign for it.
_ORDINAL = re.compile(r"(?:#|№|(?:no|nr)\.)\s?\d{1,7}", re.IGNORECASE)
_VERSION = re.compile(
    r"v?\d{1,3}\.\d{1,4}\.\d{1,5}(?:[-+.]?\w{1,12}){0,3}|v\d{1,3}(?:\.\d{1,4})?", re.I
)
# How dear something is, in signs of a currency.
_DEAR = re.compile(r"[$€£¥]{1,5}(?:\s?[-–]\s?[$€£¥]{1,5})?")
# Numbers with a unit that says what is measured.
_MEASURE = r"[<>~≈]?\s?\d[\d.,\s]*(?:[-–]\s?\d[\d.,]*)?\s?"
_UNITS = {
    "distance": r"km|mi|miles?(?: away)?|km (?:away|entfernt)",
    "area": r"m²|m2|qm|sq\.? ?(?:ft|m|km|mi)|sqft|ft²|km²|ha|acres?",
    "weight": r"kg|lbs?",
    "temperature": r"° ?[cf]|℃|℉",
    "speed": r"km/h|mph|kmh",
    # A single one is of a type of its own.
    "duration": r"min|mins|minutes?|minuten|hrs?|hours?|days|stunden|tage",
}
_DISCOUNT = re.compile(r"[-−–]\s?[1-9]\d?\s?%")
# A number, a sign, or a capital behind a bracket.
_NAME = re.compile(r"\W*(?:\d|[A-Z]|$)")


# Asked about the same draft by its class, as the title, and for its form.
@lru_cache(maxsize=64)
def looks_of(draft: DraftColumn) -> str:
    """Return the name that the values of a text column suggest; "" if there is none."""
    if draft.length >= _ALL_PROSE and is_prose(draft):
        return "description"
    read = [value[:_READ] for value in draft.sample]
    sample = [v if v[0].isalnum() and v[-1].isalnum() else _plain(v) for v in read]
    every = "\n".join(sample)
    digits = _most(sample, kernel.has_digit)
    headed = digits and _most(sample, _begins_with_digit)
    short = min(map(len, sample), default=0) <= _LONGEST_NAME
    for name, signs, like in _LIKE_BY[digits, headed, short]:
        if (not signs or any(map(every.__contains__, signs))) and _most(sample, like):
            return name
    measure = _measure(sample) if digits else ""
    return measure or ("description" if is_prose(draft) else "")


def _plain(value: str) -> str:
    """Return *value* without signs and brackets around it."""
    found = bare(value)
    return found[1:-1] if found[:1] == "(" and found[-1:] == ")" else found


def is_year(draft: DraftColumn) -> bool:
    """Return whether whole numbers are years."""
    return len(draft.different) > 1 and all(map(_YEAR.fullmatch, draft.sample))


def is_day(draft: DraftColumn) -> bool:
    """Return whether the values are numbers of days in a month."""
    return all(
        value.isdecimal() and len(value) <= 2 and 1 <= int(value) <= 31 for value in draft.sample
    )


def is_prose(draft: DraftColumn) -> bool:
    """Return whether the values are sentences, not names of things."""
    sample, length = draft.sample, draft.length
    if length < _PROSE:
        return False
    if sum([value.count(" ") + 1 for value in sample]) < _PROSE_WORDS * len(sample):
        # In scripts without spaces, length alone decides.
        return not sample[0].isascii()
    if length >= _LONG:
        return True
    # Names and numbers in a row are shorter than that.
    words = [word for value in sample for word in value.split()]
    return sum(map(_is_name, words)) <= _NAMES * len(words)


def has_digits(draft: DraftColumn) -> bool:
    """Return whether at least half of the values hold a digit."""
    sample = draft.sample
    return 2 * sum(map(kernel.has_digit, sample)) >= len(sample)


def are_questions(draft: DraftColumn) -> bool:
    """Return whether most values are questions."""
    return _most(draft.sample, _is_question)


def _is_question(value: str) -> bool:
    return value.endswith(QUESTION_MARKS)


def is_discount(draft: DraftColumn) -> bool:
    """Return whether percents are all taken off; changes have decimals, or some go up."""
    return all(map(_DISCOUNT.fullmatch, draft.sample))


def has_letters(draft: DraftColumn) -> bool:
    """Return whether at least half of the values hold a letter."""
    return 2 * sum(map(kernel.has_letter, draft.sample)) >= len(draft.sample)


def is_composed(draft: DraftColumn) -> bool:
    """Return whether the values are several words with numbers among them: no single name."""
    sample = draft.sample
    spaces = sum([value.count(" ") for value in sample])
    return has_digits(draft) and spaces >= _COMPOSED * len(sample)


def mean_length(draft: DraftColumn) -> float:
    """Return how many characters the values have."""
    return draft.length


def _most(sample: Sequence[str], like: Callable[[str], object]) -> bool:
    left = int(len(sample) * (1 - _ENOUGH))
    for value in sample:
        if not like(value):
            # Most columns match nothing, and two or three values are enough to see that.
            if left == 0:
                return False
            left -= 1
    return bool(sample)


def _begins_with_digit(value: str) -> bool:
    return value[:1].isdecimal()


def _is_name(word: str) -> bool:
    """Return whether a word begins as names and numbers do, or is a mere sign."""
    first = word[0]
    if first.isupper() or first.isdecimal():
        return True
    # A word that begins with a small letter is not a name: a cheap test, true of most words.
    return not first.isalpha() and _NAME.match(word) is not None


def _is_month(value: str) -> bool:
    return value.lower() in MONTHS


def _is_weekday(value: str) -> bool:
    return value.lower() in WEEKDAYS


def _is_url(value: str) -> bool:
    # A cheap test, false of most values.
    if "." not in value and "/" not in value:
        return False
    return _URL.fullmatch(value) is not None and _FILE.fullmatch(value) is None


def _is_place(value: str) -> bool:
    city, comma, land = value.rpartition(",")
    if not comma:
        return False
    return _PLACE.fullmatch(value) is not None or (
        len(value) <= _LONGEST_PLACE and bool(city) and is_land(land.strip())
    )


def _is_street(value: str) -> bool:
    # Without a number, only what begins with the word for a street is an address.
    if not kernel.has_digit(value) and _ROAD.match(value) is None:
        return False
    return _STREET.fullmatch(value) is not None


@cache
def _measures() -> re.Pattern[str]:
    """Return the forms of all measures; made when the first is looked for."""
    names = "|".join(f"(?P<{name}>(?:{units}))" for name, units in _UNITS.items())
    return re.compile(rf"{_MEASURE}(?:{names})\.?", re.IGNORECASE)


def _measured(value: str) -> str:
    """Return what a value measures by its unit; "" if it is not a measure."""
    # Most texts begin with a letter.
    if value[:1].isalpha() or not kernel.has_digit(value[:3]):
        return ""
    found = _measures().fullmatch(value)
    return (found and found.lastgroup) or ""


def _measure(sample: Sequence[str]) -> str:
    """Return what most values of a column measure; "" if they are not measures."""
    # Few columns are, and then which measure it is need not be asked.
    if not _most(sample, _measured):
        return ""
    found = [*map(_measured, sample)]
    return next((name for name in _UNITS if _most(found, name.__eq__)), "")


# The forms of values, each with signs of which at least one value of a column
# must hold one: most columns lack them, which is cheap to see.
_LIKE: tuple[tuple[str, str, Callable[[str], object]], ...] = (
    ("url", "./", _is_url),
    ("time", "", _TIMES.fullmatch),
    ("year", "", _YEARS.fullmatch),
    ("date", "", looks_dated),
    ("location", ",", _is_place),
    ("address", "", _is_street),
    ("month", "", _is_month),
    ("weekday", "", _is_weekday),
    ("category", ">›»", _TRAIL.fullmatch),
    # A single name followed by a letter may be a vitamin.
    ("author", ",", _AUTHORS.fullmatch),
    ("number", "#№.", _ORDINAL.fullmatch),
    ("version", ".vV", _VERSION.fullmatch),
    ("price_range", "$€£¥", _DEAR.fullmatch),
)
_WITH_DIGITS = frozenset(("time", "year", "date", "number", "version"))
# Those that begin with one.
_HEADED = frozenset(("time", "year"))
_SHORT_NAMES = frozenset(("month", "weekday"))
_LONGEST_NAME = max(map(len, (*MONTHS, *WEEKDAYS)))
# Those that values can have that mostly hold a digit or not, that mostly begin with one or not, and
# of which one is short or none.
_LIKE_BY = {
    (digits, headed, short): tuple(
        one
        for one in _LIKE
        if (digits or one[0] not in _WITH_DIGITS)
        and (headed or one[0] not in _HEADED)
        and (short or one[0] not in _SHORT_NAMES)
    )
    for digits in (False, True)
    for headed in (False, True)
    for short in (False, True)
}
