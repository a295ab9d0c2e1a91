"""Numbers as pages write them: 1,234.56, 1.234,56 and 1 234,56."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["NUMBER", "decimal_mark", "read_number"]

_SPACES = " \u00a0\u202f\u2009'’"
# No pattern goes on with a digit, so that digits are never given back: without the last plus signs,
# a year before words is tried again and again with fewer of them.
NUMBER = (
    rf"[-+−]?(?:\d{{1,3}}+(?:[.,{_SPACES}]\d{{2,3}}+)*[.,{_SPACES}]\d{{3}}|\d++)?"
    r"(?:[.,]\d++)?(?<=\d)"
)
_NUMBER = re.compile(NUMBER)
_GROUPED = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_BY_MARK = {
    mark: re.compile(
        rf"[-+]?(?:\d{{1,3}}(?:[{group}{_SPACES}]\d{{2,3}})*[{group}{_SPACES}]\d{{3}}|\d*)"
        rf"(?:[{mark}]\d+)?(?<=\d)"
    )
    for mark, group in (".,", ",.")
}
_STRIP = str.maketrans("", "", _SPACES)
# Languages with a comma before the decimals; most of the others write a point.
_COMMA = frozenset(
    "de fr es it pt nl sv da nb nn no fi pl cs sk ru uk bg ro hu el tr id hr sl sr lt lv et".split()
)


def decimal_mark(values: Iterable[str], language: str = "", *, money: bool = False) -> str:
    """Return the decimal mark of a column: a point or a comma.

    One unambiguous value decides. If all are ambiguous, such as ``1.234``,
    the page's *language* decides; without one a comma groups thousands, and so does the point of an
    amount of *money*, which has no three decimals.

    >>> decimal_mark(["1.234", "1.234,56"]), decimal_mark(["1,234"]), decimal_mark(["1.234"], "de")
    (',', '.', ',')
    """
    open_mark = ""
    for value in values:
        # Most numbers have no mark at all.
        if "." not in value and "," not in value:
            continue
        found = _NUMBER.search(value, _first_digit(value))
        text = found[0].translate(_STRIP) if found else ""
        point, comma = text.rfind("."), text.rfind(",")
        if point < 0 and comma < 0:
            continue
        if point >= 0 and comma >= 0:
            return "." if point > comma else ","
        mark = "." if point >= 0 else ","
        if text.count(mark) > 1:
            return "," if mark == "." else "."
        if not _GROUPED.fullmatch(text):
            return mark
        open_mark = mark
    if language:
        return "," if language[:2].lower() in _COMMA else "."
    return "," if open_mark == "." and money else "."


def read_number(text: str, decimal: str = ".") -> int | float | None:
    """Return *text* as a number, or None; an integer if there are no decimals.

    >>> read_number("1.234,50", ","), read_number("1,234"), read_number("007")
    (1234.5, 1234, None)
    """
    text = text.replace("−", "-")
    if not _BY_MARK[decimal].fullmatch(text):
        return None
    plain = text.translate(_STRIP).lstrip("+")
    plain = plain.replace("." if decimal == "," else ",", "").replace(",", ".")
    digits = plain.lstrip("-")
    # Codes with leading zeros, or too long for an exact float, are names and not numbers.
    if len(digits) > 15 or (digits[0] == "0" and digits[:2] not in ("0", "0.")):
        return None
    return float(plain) if "." in plain else int(plain)


def _first_digit(text: str) -> int:
    return next((k for k, character in enumerate(text) if character.isdecimal()), len(text))
