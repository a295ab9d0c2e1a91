"""Words before values without a colon: "by Ann" names the author, "Service 8.0" the service."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.kernels.table import signs as kernel
from windrow.table.labels import without_label
from windrow.table.types import typing_of
from windrow.table.types.count import counted
from windrow.table.words import MAKERS

__all__ = ["shared_lead"]

# The share of the values that must begin alike, and how many are needed: chosen, not measured.
_ENOUGH, _FEWEST = 0.85, 3
_BEFORE_NUMBER = re.compile(r"([^\W\d][^\d:]{1,28}[^\W\d])\s+(?=[$€£¥]?\d)")
_BEFORE_NAME = re.compile(rf"((?:[^\W\d]+\s)?(?:{'|'.join(sorted(MAKERS))}))\s+\S", re.IGNORECASE)
# Names of people have a few words and no digit, those of users one word: "by hand in the year 1900"
# has none.
_NAME = re.compile(r"[^\Wa-z\d][^\d.!?:]{0,20}(?:[\s.,][^\d:!?]{1,20}){0,5}|[^\W\d][\w.-]{1,20}")
# Words for a number that something is known by, before a code.
_BEFORE_CODE = re.compile(
    r"((?:ref|réf|art(?:ikel)?[.-]*\s?(?:nr|no)|nr|no|cod|code|model|modell|sku|isbn|ean|item|lot|id)"
    r"\b[.#]?)\s+(?=\S*\d)",
    re.IGNORECASE,
)
_CODE = re.compile(r"\S*\d\S*")
_BRACKET = re.compile(r"\(.{1,40}\)")


def shared_lead(values: Sequence[str], language: str = "") -> str:
    """Return the words that nearly all *values* begin with, before the varying part, or "".

    They must be followed by values of one type, or introduce an author. Whole numbers after
    a word are names ("Room 12").

    >>> shared_lead(["Service 8.0", "Service 7.5", "Service 9"]), shared_lead(["by Ann"] * 3)
    ('Service', 'by')
    >>> shared_lead(["Publié il y a 2 jours", "Publié il y a 9 jours"] * 2, "fr")
    'Publié'
    >>> shared_lead(["Ref. B-17", "Ref. B-9", "Ref. C-2"])
    'Ref.'
    >>> shared_lead(["(4.7)", "(3)", "(5)"]), shared_lead(["Hay 3 Rye", "Hay 4 Oat", "Hay 5 Rye"])
    ('(', '')
    """
    if len(values) < _FEWEST:
        return ""
    first = values[0]
    # A cheap test: nothing is before a number or a code where no digit is.
    digits = kernel.has_digit(first)
    if first[:1] == "(" and _BRACKET.fullmatch(first):
        lead = "("
    elif digits and (found := _BEFORE_CODE.match(first)):
        lead = _shared_words(found[1], values)
        rest = [without_label(value, lead) for value in values] if lead else []
        return lead if rest and all(map(_CODE.fullmatch, rest)) else ""
    elif (found := _BEFORE_NAME.match(first)) or (
        digits and (found := _BEFORE_NUMBER.match(first))
    ):
        # Words that only the first value begins with, as its month, belong to the value.
        lead = _shared_words(found[1], values)
    else:
        return ""
    if not lead:
        return ""
    rest = [without_label(value, lead) for value in values]
    led = sum(short != value for short, value in zip(rest, values, strict=True))
    if led < _ENOUGH * len(values):
        return ""
    if lead.lower().rpartition(" ")[2] in MAKERS:
        named = sum(_NAME.fullmatch(short) is not None for short in rest)
        return lead if named >= _ENOUGH * len(values) else ""
    kind = typing_of(rest, language).type
    # How long ago something was is said by words before the number, too.
    for count in range(1, lead.count(" ") + 1) if kind == "duration" else ():
        short = " ".join(lead.split()[:count])
        behind = [without_label(value, short) for value in values]
        if typing_of(behind, language).type in ("date", "datetime"):
            return short
    if kind == "text" or (kind == "integer" and lead != "("):
        return ""
    # The counted thing says more than the words before it: "See all 18 images".
    if kind == "count" and counted(rest):
        return ""
    # "June 16, 2000" is a complete value.
    return lead if typing_of(values, language).type == "text" else ""


def _shared_words(lead: str, values: Sequence[str]) -> str:
    """Return as many words of *lead* as most values begin with.

    >>> _shared_words("Released Oct", ["Released Oct 13", "Released May 2", "Released May 5"])
    'Released'
    """
    words = lead.split()
    while words:
        begin = f"{' '.join(words)} "
        if sum(value.startswith(begin) for value in values) >= _ENOUGH * len(values):
            return begin.rstrip()
        words.pop()
    return ""
