"""What people call a column of which they see only the values: prose, addresses, days, places."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from windrow.table.ago import WEEKDAYS
from windrow.table.bare import bare
from windrow.table.dates import MONTHS, looks_dated
from windrow.table.drafts import DraftColumn

__all__ = ["has_digits", "is_prose", "looks_of", "mean_length"]

# How many values are looked at, and the share that must look alike: chosen, not measured.
_LOOKED_AT = 8
_ENOUGH = 0.75
# Characters and words of a value from which on it is prose: chosen, not measured.
_PROSE, _PROSE_WORDS = 35, 5.5

_URL = re.compile(
    r"(?:https?://|www\.|//)\S+|(?:[\w-]+\.)+[a-z]{2,12}(?:[/:?]\S*)?(?:\s?›.*|\.\.\.)?", re.I
)
_TIMES = re.compile(
    r"\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?\s?(?:[-–—]|to|bis|à)\s?\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?|\s?Uhr)?"
    r"|\d{1,2}:\d\d(?:\s?[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[^\W\d][^\d,]{1,30},\s?[A-Z]{2}(?:\s\d{5})?")
_DIGIT = re.compile(r"\d")


def looks_of(draft: DraftColumn) -> str:
    """Return the name that the values of a text column suggest; "" for none."""
    sample = [bare(value) for value in _sample(draft)]
    for name, like in _LIKE.items():
        if _most(sample, like):
            return name
    return "description" if is_prose(draft) else ""


def is_prose(draft: DraftColumn) -> bool:
    """Return whether the values are sentences, not names of things."""
    sample = _sample(draft)
    words = sum(value.count(" ") + 1 for value in sample)
    # In scripts without spaces, length alone says it.
    long = mean_length(draft) >= _PROSE
    return long and (words >= _PROSE_WORDS * len(sample) or not sample[0].isascii())


def has_digits(draft: DraftColumn) -> bool:
    """Return whether at least half of the values hold a digit."""
    sample = _sample(draft)
    return 2 * sum(_DIGIT.search(value) is not None for value in sample) >= len(sample)


def mean_length(draft: DraftColumn) -> float:
    """Return how many characters the values have."""
    sample = _sample(draft)
    return sum(map(len, sample)) / max(len(sample), 1)


def _sample(draft: DraftColumn) -> list[str]:
    return draft.filled[:_LOOKED_AT]


def _most(sample: Sequence[str], like: Callable[[str], object]) -> bool:
    return bool(sample) and sum(bool(like(value)) for value in sample) >= _ENOUGH * len(sample)


def _is_month(value: str) -> bool:
    return value.lower() in MONTHS


def _is_weekday(value: str) -> bool:
    return value.lower() in WEEKDAYS


_LIKE: dict[str, Callable[[str], object]] = {
    "url": _URL.fullmatch,
    "time": _TIMES.fullmatch,
    "date": looks_dated,
    "location": _PLACE.fullmatch,
    "month": _is_month,
    "weekday": _is_weekday,
}
