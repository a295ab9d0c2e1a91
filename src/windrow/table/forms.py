"""What the values of a column look like, of the things that people ask for: an area, a ruling.

A field of a known word promises forms of values (`forms_for`), and values have forms (`forms_of`):
a unit behind a number, words of a closed list ("Vollzeit"), words that such values have
("GmbH"), or a shape. Both are what `forms.txt` says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from windrow.table.places import is_land
from windrow.table.shapes import LONG, LONGEST, shapes_of
from windrow.wordlists import word_lists

__all__ = ["COMMON", "TYPED", "forms_for", "forms_of"]

# The share of the values that must look so, and how many are read. Chosen, not measured.
_ENOUGH, _READ = 0.6, 12
# The most words of a value that has one of a closed list. Chosen.
_WORDS = 4
# The most digits of a value with a unit: two amounts and a day have fewer. Chosen.
_DIGITS = 25
# How many values in a row may be ranks. Chosen, not measured.
_RANKS = 3
# Words in a row that one word of a list may be: "sp. z o.o." has three. Chosen.
_TOGETHER = 3

# Forms that are types of columns.
TYPED = frozenset(("moment", "hour", "stretch", "share", "bytes", "phone", "email", "land"))
# Forms that values of many other things have, too.
COMMON = frozenset(
    ("person", "plain", "long", "place", "pair", "span", "money", "mark", "counted", "again")
)
# Bounded, and begun only once for a number: units are looked for behind each of its signs.
_NUMBER = r"(?<!\d)(?<!\d[.,])\d[\d.,\s'’]{0,15}(?:\s?[-–]\s?\d[\d.,]{0,15})?"
_BEFORE = r"|(?<!\w)(?:[$€£¥₹]|R\$)\s?\d"
_WORD = re.compile(r"[^\s,;:()|•·/]+")
# Scripts without spaces between words.
_JOINED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")


def forms_for(words: Iterable[str]) -> frozenset[str]:
    """Return the forms that values of a field may have, by the words that it may end with.

    >>> sorted(forms_for(["mileage"])), sorted(forms_for(["altogether"]))
    (['length'], [])
    """
    promised = _promised()
    return frozenset(form for word in words for form in promised.get(word, ()))


def forms_of(values: Sequence[str]) -> frozenset[str]:
    """Return the forms that most of *values* have.

    >>> sorted(forms_of(["142 000 km", "37 500 km"])), sorted(forms_of(["Affirmed", "Reversed"]))
    (['length', 'power'], ['ruling'])
    """
    some = values[:_READ]
    counts = Counter(form for value in some for form in _forms(value.strip()[: LONGEST + 1]))
    found = {form for form, count in counts.items() if count >= _ENOUGH * len(some)}
    if "plain" in found and _count_rows(some):
        found.add("counted")
    return frozenset(found)


def _count_rows(values: Sequence[str]) -> bool:
    """Return whether values are 1, 2, 3 and so on."""
    return len(values) >= _RANKS and [*values] == [str(k) for k in range(1, len(values) + 1)]


@lru_cache(maxsize=8192)
def _forms(value: str) -> frozenset[str]:
    found = shapes_of(value)
    if len(value) > LONG:
        return frozenset(found)
    if is_land(value):
        found.add("land")
    if 0 < sum(map(str.isdigit, value)) <= _DIGITS:
        found |= {name for name, pattern in _units().items() if pattern.search(value)}
    words = [*map(str.lower, _WORD.findall(value))]
    groups = {
        " ".join(words[k : k + count])
        for count in range(1, _TOGETHER + 1)
        for k in range(len(words) - count + 1)
    }
    for kind in ("word", "part"):
        if kind == "part" or len(words) <= _WORDS:
            found |= {form for one in groups for form in _known(kind).get(one, ())}
        if _JOINED.search(value):
            found |= {form for one, forms in _joined(kind) if one in value for form in forms}
    return frozenset(found)


@cache
def _lists() -> dict[str, list[str]]:
    return word_lists(__file__)


@cache
def _promised() -> dict[str, frozenset[str]]:
    """Return the forms that each word of a field promises."""
    return _turned("of_")


@cache
def _known(kind: str) -> dict[str, frozenset[str]]:
    """Return the words of closed lists, or parts of values, each with its forms."""
    return _turned(f"{kind}_")


def _turned(lead: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, words in _lists().items():
        for word in words if name.startswith(lead) else ():
            found.setdefault(word.replace("_", " "), set()).add(name.removeprefix(lead))
    return {word: frozenset(forms) for word, forms in found.items()}


@cache
def _joined(kind: str) -> list[tuple[str, frozenset[str]]]:
    """Return the words of scripts without spaces."""
    return [pair for pair in _known(kind).items() if _JOINED.match(pair[0])]


@cache
def _units() -> dict[str, re.Pattern[str]]:
    found = {}
    for form, units in ((name[5:], w) for name, w in _lists().items() if name[:5] == "unit_"):
        every = sorted((re.escape(one.replace("_", " ")) for one in units), key=len, reverse=True)
        said = rf"{_NUMBER}\s?(?:{'|'.join(every)})(?![^\W\d_])"
        found[form] = re.compile(said + _BEFORE if form == "money" else said, re.IGNORECASE)
    return found
