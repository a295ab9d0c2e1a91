"""What signs the value of a cell holds: questions that most values are asked, without patterns."""

from __future__ import annotations

import cython

__all__ = ["count_digits", "has_digit", "has_label", "has_letter"]


def has_digit(text: str) -> bool:
    r"""Return whether *text* holds a digit of any script, as ``\d`` matches it."""
    sign: cython.Py_UCS4
    for sign in text:
        # Most signs are ASCII.
        if "0" <= sign <= "9" or (sign > "\x7f" and sign.isdecimal()):
            return True
    return False


def count_digits(text: str) -> int:
    r"""Return how many digits of any script *text* holds, as ``\d`` matches them."""
    sign: cython.Py_UCS4
    found: cython.int = 0
    for sign in text:
        found += "0" <= sign <= "9" or (sign > "\x7f" and sign.isdecimal())
    return found


def has_letter(text: str) -> bool:
    """Return whether *text* holds a letter of any script."""
    sign: cython.Py_UCS4
    for sign in text:
        if "a" <= sign <= "z" or "A" <= sign <= "Z" or (sign > "\x7f" and sign.isalpha()):
            return True
    return False


def has_label(text: str, start: cython.Py_ssize_t) -> bool:
    """Return whether a word from *start* on is followed by a colon and a space."""
    length: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t
    for at in range(start + 1, length - 1):
        if (text[at] == ":" or text[at] == "：") and text[at + 1].isspace():
            # A space may be between them.
            before: cython.Py_ssize_t = at - 2 if text[at - 1].isspace() else at - 1
            if before >= start and _is_letter(text[before]):
                return True
    return False


@cython.cfunc
def _is_letter(sign: cython.Py_UCS4) -> cython.bint:
    return sign == "_" or (sign.isalnum() and not sign.isdecimal())
