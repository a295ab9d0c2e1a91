"""What the values of a column are, decided by their form: most of them must have it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.table.dates import date_order, read_any_date, read_duration, read_time
from windrow.table.numbers import NUMBER, decimal_mark

__all__ = ["BOOLEANS", "CURRENCY", "TYPES", "Typing", "form_of", "typing_of"]

TYPES = (
    "text integer number price percent date datetime time duration rating url image email phone "
    "boolean rows"
).split()

BOOLEANS = {
    **dict.fromkeys("yes true y ja oui sí si sim да tak kyllä evet ✓ ✔ ✅ ☑".split(), True),
    **dict.fromkeys("no false n nein non não nee nej нет nie hayır ✗ ✘ ✕ ❌ ☐".split(), False),
}

CURRENCY = (
    r"(?:US|C|CA|A|AU|NZ|HK|S|R|NT|MX)?\$|[€£¥₹₽₩₺₴₪฿₫₱₦₡₲₵]|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|Rs\.?|Fr\.|TL"
    r"|(?:USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|"
    r"BRL|MXN|ARS|CLP|COP|ZAR|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|AED|SAR|ILS|EGP|NGN)\b"
)

# The share of the filled cells that must have a form, and how many are looked at.
_ENOUGH = 0.85
_LOOKED_AT = 30
_LONGEST = 60
_MOST_SPACES = 8
_DIGIT = re.compile(r"\d")
# Values that differ only in such digits have one form: it is found once. Small ones stay apart
# from large ones, for hours and months.
_ALIKE = str.maketrans("23456789", "19999999")

_EMAIL = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_URL_STARTS = frozenset("hHwW")
_STAR_SIGNS = frozenset("★☆⭐✩✪✭⯨½")
_STARS = re.compile(f"[{''.join(sorted(_STAR_SIGNS))}]{{2,6}}")
_LONGEST_BOOLEAN = max(map(len, BOOLEANS))
_PHONE = re.compile(
    r"(?:tel:|\+)\d[\d\s().-]{6,18}\d|\(\d{2,5}\)\s?\d[\d\s-]{4,10}\d|\d{3}[-.\s]\d{3}[-.\s]\d{4}"
)
_NUMERIC = re.compile(
    rf"(?P<percent>{NUMBER}\s?%)"
    rf"|(?P<price>[-+−]?(?:{CURRENCY})\s?{NUMBER}|{NUMBER}\s?(?:{CURRENCY})"
    rf"|\d+(?:[.,]–|,-)\s?(?:{CURRENCY})?)"
    r"|(?P<rating>\d(?:[.,]\d{1,2})?\s?"
    r"(?:/\s?(?:5|10)|(?:out of|of|von|sur|de|su|z)\s(?:5|10)(?:\s\S{3,9})?|stars?|★))"
    r"|(?P<zeros>[-+]?0\d+(?:[.,]\d+)?)"
    rf"|(?P<integer>[-+−]?(?:\d{{1,15}}|\d{{1,3}}(?:[.,\s'’]\d{{3}})+))"
    rf"|(?P<number>{NUMBER})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Typing:
    """The type of a column, and how its numbers and dates are to be read."""

    type: str = "text"
    decimal: str = "."
    order: str = ""


_PLAIN = Typing()


def typing_of(values: Sequence[str], language: str = "") -> Typing:
    """Return the type that nearly all of the filled *values* have the form of.

    >>> typing_of(["1.234,50 €", "9,99 €", "12 €"])
    Typing(type='price', decimal=',', order='')
    """
    sample = values[:: len(values) // _LOOKED_AT + 1]
    forms: dict[str, int] = {}
    known: dict[str, str] = {}
    left = int(len(sample) * (1 - _ENOUGH))
    for value in sample:
        form: str | None
        if _DIGIT.search(value) is None:
            form = _wordy(value)
        else:
            outline = value.translate(_ALIKE)
            if (form := known.get(outline)) is None:
                form = known[outline] = form_of(value)
        if form == "text":
            # Most columns are text, and two or three values are enough to see it.
            if left == 0:
                return _PLAIN
            left -= 1
        forms[form] = forms.get(form, 0) + 1
    return _typing(_joined(Counter(forms)), sample, language)


def form_of(value: str) -> str:
    """Return the type a single value has the form of; ``zeros`` for codes such as 007.

    >>> [form_of(text) for text in ("12", "$12", "12 %", "2025-01-31", "4.5/5", "Ant", "1h 5m")]
    ['integer', 'price', 'percent', 'date', 'rating', 'text', 'duration']
    """
    if not _DIGIT.search(value):
        return _wordy(value)
    if len(value) > _LONGEST and not value.startswith(("http", "www.")):
        return "text"
    if value.isdecimal():
        return "zeros" if value[0] == "0" and len(value) > 1 else "integer"
    if value.count(" ") > _MOST_SPACES:
        return "text"
    if found := _NUMERIC.fullmatch(value):
        return found.lastgroup or "text"
    # In either order: which one the column has is decided when it is known to hold dates.
    if day := read_any_date(value):
        return type(day).__name__
    return _other(value)


def _wordy(value: str) -> str:
    """Return the form of a value without a digit."""
    # The first character rules out nearly everything, and most values are words.
    first = value[:1]
    if len(value) > _LONGEST and not value.startswith(("http", "www.")):
        return "text"
    if len(value) <= _LONGEST_BOOLEAN and value.lower() in BOOLEANS:
        return "boolean"
    if "@" in value and _EMAIL.fullmatch(value):
        return "email"
    if first in _URL_STARTS and _URL.fullmatch(value):
        return "url"
    return "rating" if first in _STAR_SIGNS and _STARS.fullmatch(value) else "text"


def _other(value: str) -> str:
    """Return the form of a value with digits that is neither a number nor a date."""
    first = value[0]
    if first.isdecimal() and read_time(value):
        return "time"
    if (first.isdigit() or first == "P") and read_duration(value):
        return "duration"
    if (first.isdecimal() or first in "t+(") and _PHONE.fullmatch(value):
        return "phone"
    if "@" in value and _EMAIL.fullmatch(value):
        return "email"
    return "url" if first in _URL_STARTS and _URL.fullmatch(value) else "text"


# A column may mix these forms: the first one names the type if enough of the values have it.
_FAMILIES: tuple[tuple[str, tuple[str, ...], float], ...] = (
    ("price", ("price", "integer", "number"), 0.5),
    ("percent", ("percent", "integer", "number"), 0.5),
    ("rating", ("rating", "integer", "number"), 0.5),
    ("number", ("number", "integer"), 0.0),
    ("datetime", ("datetime", "date"), 0.0),
    ("duration", ("duration", "time"), 0.0),
)


def _joined(forms: Counter[str]) -> str:
    """Return the type of a column whose values have these *forms*."""
    fitting = forms.total() - forms["text"]
    if not fitting or forms["zeros"]:
        return "text"
    for name, members, least in _FAMILIES:
        share = sum(forms[member] for member in members) / fitting
        if forms[name] and forms[name] >= least * fitting and share >= _ENOUGH:
            return name
    name, count = max(
        ((name, count) for name, count in forms.items() if name != "text"), key=lambda x: x[1]
    )
    return name if count >= _ENOUGH * fitting else "text"


def _typing(name: str, sample: Sequence[str], language: str) -> Typing:
    if name in ("integer", "number", "price", "percent", "rating"):
        decimal = decimal_mark(sample, language, money=name == "price")
        # "1.234" alone looks like an integer and is one only where the point groups.
        if name == "integer" and any(f"{decimal}" in value for value in sample):
            name = "number"
        return Typing(name, decimal)
    if name in ("date", "datetime"):
        return Typing(name, order=date_order(sample, language))
    return Typing(name)
