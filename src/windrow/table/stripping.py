"""Strips values of decoration: bars, dashes, brackets; and converts digits of other scripts."""

from __future__ import annotations

import re

__all__ = ["LONGEST_NOTHING", "bare", "is_nothing", "plain_digits"]

# Separators and invisible marks: they belong to the page, not to the value. A dash
# only if a space follows, because otherwise it is a minus.
_SIGNS = r"\s|·•∙*,;:~«»›‹<>→…†\[\]\u200b-\u200f\u2060\ufeff"
_BEFORE = re.compile(rf"(?:[{_SIGNS}]|[-–—](?=\s))+")
_BEHIND = re.compile(rf"[{_SIGNS}–—-]")
# Placeholders for "unknown"; the last sign is the replacement character.
_NOTHING = frozenset(
    "n/a n.a. na n.v. k.a. k.a - -- --- – — ? \ufffd tbd tba none null nil nan unknown".split()
)
LONGEST_NOTHING = max(map(len, _NOTHING))

# The first digits of the scripts that pages write numbers in, beside ASCII: Arabic and Persian,
# Devanagari, Bengali, Thai, and fullwidth as in China and Japan.
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10)
_ASCII = (
    {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}
    | {0xFFE0: "¢", 0xFFE1: "£", 0xFFE5: "¥", 0xFFE6: "₩", 0x66B: ".", 0x66C: ","}
)
_OTHER = re.compile(f"[{''.join(map(chr, _ASCII))}]")


def plain_digits(value: str) -> str:
    """Return *value* with digits and fullwidth signs as ASCII.

    >>> plain_digits("￥４,８００"), plain_digits("١٢٫٥")
    ('¥4,800', '12.5')
    """
    if value.isascii() or _OTHER.search(value) is None:
        return value
    return value.translate(_ASCII)


def bare(value: str) -> str:
    """Return *value* without the signs around it.

    >>> bare("| 1 day ago |"), bare("- 10 min"), bare("[03.Jun.1998]"), bare("2."), bare("-5")
    ('1 day ago', '10 min', '03.Jun.1998', '2', '-5')
    """
    # Nearly all values begin and end with a letter or digit.
    if value[:1].isalnum() and value[-1].isalnum():
        return value
    start, end = 0, len(value)
    if not value[:1].isalnum() and (before := _BEFORE.match(value)):
        start = before.end()
    while end > start and not (last := value[end - 1]).isalnum():
        # Several points are an ellipsis, not the end of a sentence.
        if value[max(end - 2, 0) : end] == ".." or not (last == "." or _BEHIND.match(last)):
            break
        end -= 1
    return value[start:end]


def is_nothing(value: str) -> bool:
    """Return whether *value* is a placeholder for "unknown".

    >>> is_nothing("N/A"), is_nothing("—"), is_nothing("0")
    (True, True, False)
    """
    return len(value) <= LONGEST_NOTHING and value.lower() in _NOTHING
