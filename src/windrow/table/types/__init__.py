"""Column types, decided by the form of the values, and typed values.

A new type is a `ColumnType` in a file of this folder and a line in `TYPES`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple
from urllib.parse import urljoin

from windrow.kernels.table import signs as kernel
from windrow.model import Column
from windrow.table.labels import without_label
from windrow.table.stripping import LONGEST_NOTHING, bare, is_nothing, plain_digits
from windrow.table.types.base import ColumnType, Kind, Typed, Typing, load_types

__all__ = [
    "TYPES",
    "ColumnType",
    "Kind",
    "Typed",
    "Typing",
    "form_of",
    "label_of",
    "type_as_named",
    "typed",
    "typing_of",
]

TYPES: dict[str, ColumnType] = load_types(
    {
        "text": "base:TEXT",
        "integer": "number:INTEGER",
        "number": "number:NUMBER_TYPE",
        "price": "price:PRICE",
        "percent": "number:PERCENT",
        "rating": "number:RATING",
        "size": "size:SIZE",
        "date": "moment:DATE",
        "datetime": "moment:DATETIME",
        "time": "moment:TIME",
        "duration": "moment:DURATION",
        "count": "count:COUNT",
        "boolean": "boolean:BOOLEAN",
        "phone": "contact:PHONE",
        "email": "contact:EMAIL",
        "country": "country:COUNTRY",
        "url": "contact:URL",
        "image": "contact:IMAGE",
        "rows": "base:ROWS",
    }
)
"""All column types by name, with the module of this folder and the name in it.

A value is tried in this order.
"""

# The share of the filled cells that must have a form, and how many are checked: chosen.
_ENOUGH = 0.85
_LOOKED_AT = 30
# Longer values, and those with more spaces, are sentences: chosen, not measured.
_LONGEST = 60
_MOST_SPACES = 8
# Addresses may be longer.
_ADDRESSES = ("http", "www.")
# Values that differ only in these digits have one form, found once. Small ones stay separate
# from large ones, for hours and months.
_ALIKE = str.maketrans("23456789", "19999999")
# The form of codes such as 007, which make a column text.
_ZEROS = "zeros"
_PLAIN = Typing()


_Fits = tuple[tuple[str, Callable[[str], bool]], ...]


class _Forms(NamedTuple):
    """The tests of all types, combined."""

    pattern: re.Pattern[str]
    fits: _Fits
    wordy: _Fits  # those for values without a digit
    words: dict[str, str]
    families: tuple[tuple[str, tuple[str, ...], float], ...]
    with_colon: bool  # whether the pattern matches colons
    by_name: dict[str, list[tuple[str, re.Pattern[str]]]]


# By their number, so that a type that is added later counts.
@cache
def _forms(count: int) -> _Forms:
    types = [*TYPES.values()][:count]
    patterns = [(_ZEROS, r"[-+]?0\d+(?:[.,]\d+)?")]
    patterns += [(one.name, one.pattern) for one in types if one.pattern]
    return _Forms(
        re.compile("|".join(f"(?P<{name}>{form})" for name, form in patterns), re.IGNORECASE),
        tuple((one.name, one.fits) for one in types if one.fits),
        tuple((one.name, one.fits) for one in types if one.fits and one.wordy),
        {word: one.name for one in types for word in one.words},
        tuple((one.name, (one.name, *one.mixes), one.least) for one in types if one.mixes),
        any(":" in form.replace("(?:", "") for _, form in patterns),
        {
            kind: [(one.name, re.compile(one.named)) for one in types if kind in one.over]
            for kind in {kind for one in types for kind in one.over}
        },
    )


def typing_of(values: Sequence[str], language: str = "") -> Typing:
    """Return the type whose form nearly all of the filled *values* have.

    >>> typing_of(["1.234,50 €", "9,99 €", "12 €"])
    Typing(type='price', decimal=',', order='', fit=1.0)
    """
    asked_of = values[:: len(values) // _LOOKED_AT + 1]
    sample: list[str] = []
    numbered: list[str] = []
    forms: dict[str, int] = {}
    left = int(len(asked_of) * (1 - _ENOUGH))
    asked = _forms(len(TYPES))
    for value in asked_of:
        if not value.isascii():
            value = plain_digits(value)
        # Whole numbers are the most frequent form, and long values are sentences.
        if value.isdecimal() and len(value) <= _LONGEST:
            form = _ZEROS if value[0] == "0" and len(value) > 1 else "integer"
        elif len(value) <= LONGEST_NOTHING and is_nothing(value):
            continue
        elif len(value) > _LONGEST and not value.startswith(_ADDRESSES):
            form = "text"
        elif kernel.has_digit(value):
            # Patterns take long, and most columns of texts are seen to be texts without them.
            sample.append(value)
            numbered.append(value)
            continue
        else:
            form = _wordy(value, asked)
        sample.append(value)
        forms[form] = forms.get(form, 0) + 1
        # Two or three values are enough to see a text.
        if form == "text" and forms[form] > left:
            return _PLAIN
    known: dict[str, str] = {}
    for value in numbered:
        outline = value.translate(_ALIKE)
        if (form := known.get(outline, "")) == "":
            form = known[outline] = _form(value, asked)
        forms[form] = forms.get(form, 0) + 1
        if form == "text" and forms[form] > left:
            return _PLAIN
    name = _joined(forms, asked)
    if name == "text" or forms.get("text", 0) > (1 - _ENOUGH) * len(sample):
        return _PLAIN
    # A label may be all of a value.
    plain = [one if one[:1].isalnum() and one[-1:].isalnum() else bare(one) for one in sample]
    found = TYPES[name].settle(name, plain, language)
    # Mostly all values have one form.
    if len(forms) == 1 or found.type == "text":
        return found
    fit = sum([forms.get(form, 0) for form in (name, *TYPES[name].mixes)]) / len(sample)
    return replace(found, fit=fit) if fit < 1 else found


def type_as_named(kind: str, name: str) -> str:
    """Return the type of a column whose values look like *kind*, now that its name is known.

    >>> type_as_named("time", "duration"), type_as_named("date", "docket_number")
    ('duration', 'text')
    """
    for other, named in _forms(len(TYPES)).by_name.get(kind, ()):
        if named.search(name):
            return other
    return kind


def form_of(value: str) -> str:
    """Return the type a single value has the form of; ``zeros`` for codes such as 007.

    >>> [form_of(text) for text in ("12", "$12", "12 %", "2025-01-31", "4.5/5", "Ant", "1h 5m")]
    ['integer', 'price', 'percent', 'date', 'rating', 'text', 'duration']
    """
    asked, value = _forms(len(TYPES)), plain_digits(value)
    return _form(value, asked) if kernel.has_digit(value) else _wordy(value, asked)


def _form(value: str, asked: _Forms) -> str:
    """Return the form of a value that holds a digit."""
    if len(value) > _LONGEST and not value.startswith(_ADDRESSES):
        return "text"
    # Whole numbers are the most frequent form.
    if value.isdecimal():
        return _ZEROS if value[0] == "0" and len(value) > 1 else "integer"
    if value.count(" ") > _MOST_SPACES:
        return "text"
    # Clocks are frequent, and fail each part of the pattern slowly.
    if (asked.with_colon or ":" not in value) and (found := asked.pattern.fullmatch(value)):
        return found.lastgroup or "text"
    for name, fits in asked.fits:
        if fits(value):
            return name
    short = bare(value)
    # "29.6." is a day of a month, not a number at the end of a sentence.
    if not short or short == value or (value[-1] == "." and "." in short):
        return "text"
    return _form(short, asked)


def _wordy(value: str, asked: _Forms) -> str:
    """Return the form of a value without a digit."""
    if not value or (len(value) > _LONGEST and not value.startswith(_ADDRESSES)):
        return "text"
    if name := asked.words.get(value.lower(), ""):
        return name
    for name, fits in asked.wordy:
        if fits(value):
            return name
    return "text"


def _joined(forms: Mapping[str, int], asked: _Forms) -> str:
    """Return the type of a column whose values have these *forms*."""
    if len(forms) == 1 and _ZEROS not in forms:
        return next(iter(forms))
    forms = Counter(forms)
    fitting = forms.total() - forms["text"]
    if not fitting or forms[_ZEROS]:
        return "text"
    for name, members, least in asked.families:
        share = sum(forms[member] for member in members) / fitting
        if forms[name] and forms[name] >= least * fitting and share >= _ENOUGH:
            return name
    name, count = max(
        ((name, count) for name, count in forms.items() if name != "text"), key=lambda x: x[1]
    )
    return name if count >= _ENOUGH * fitting else "text"


def label_of(column: Column) -> str:
    """Return the label that values of *column* begin with, or ""."""
    return column.prefix or (column.label if column.label[-1:] in (":", "：") else "")


def typed(value: str | None, column: Column, *, base: str | None = None) -> Typed:
    """Return *value* with the type of its *column*; the text itself if it does not fit.

    A label that the column has ("Price: 12") is split off. Days and times are ISO 8601, durations
    seconds, percents and ratings numbers. With the page's address as *base*, links and images are
    absolute.

    >>> typed("1.234,50 €", Column("price", "price", decimal=","))
    {'amount': 1234.5, 'currency': 'EUR'}
    >>> typed("sold out", Column("price", "price"))
    'sold out'
    """
    if value is None:
        return None
    if label := label_of(column):
        value = without_label(value, label)
    kind = TYPES.get(column.type, TYPES["text"])
    if kind.address:
        return _address(value, base)
    if kind.read is None:
        return value
    plain = plain_digits(value)
    if is_nothing(plain):
        return None
    if kind.strict and form_of(plain) not in (kind.name, *kind.mixes):
        return value
    found = kind.read(plain, column)
    if found is None and (short := bare(plain)) not in ("", plain):
        found = kind.read(short, column)
    return value if found is None else found


def _address(value: str, base: str | None) -> str:
    if base is None or value.startswith(("data:", "mailto:", "tel:", "javascript:")):
        return value
    try:
        return urljoin(base, value if not value.startswith("www.") else f"//{value}")
    except ValueError:
        return value
