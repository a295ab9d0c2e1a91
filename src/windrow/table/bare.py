"""Values without what is put around them: bars, dashes, brackets, and digits of other scripts."""

from __future__ import annotations

import re

__all__ = ["bare", "is_nothing", "plain_digits"]

# Signs between items, and marks that nobody sees: they belong to the page, not to the value. A dash
# only where a space follows, as it is a minus otherwise.
_SIGNS = r"\s|·•∙*,;:~«»›‹<>→…†\[\]\u200b-\u200f\u2060\ufeff"
_EDGES = re.compile(rf"^(?:[{_SIGNS}]|[-–—](?=\s))+|(?:[{_SIGNS}–—-]|(?<!\.)\.)+$")
# What stands for "nothing is known".
_NOTHING = frozenset(
    "n/a n.a. na n.v. k.a. k.a - -- --- – — ? tbd tba none null nil nan unknown".split()
)


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
    """Return *value* with digits and fullwidth signs as ASCII has them.

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
    if value[:1].isalnum() and value[-1:].isalnum():
        return value
    return _EDGES.sub("", value)


def is_nothing(value: str) -> bool:
    """Return whether *value* says that nothing is known.

    >>> is_nothing("N/A"), is_nothing("—"), is_nothing("0")
    (True, True, False)
    """
    return len(value) <= 7 and value.lower() in _NOTHING
