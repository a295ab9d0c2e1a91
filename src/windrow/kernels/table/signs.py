"""What signs the value of a cell holds, without a pattern: most values are asked, and few have any."""

from __future__ import annotations

import cython

__all__ = ["has_digit"]


def has_digit(text: str) -> bool:
    r"""Return whether *text* holds a digit of any script, as ``\d`` matches it."""
    sign: cython.Py_UCS4
    for sign in text:
        # Most signs are ASCII.
        if "0" <= sign <= "9" or (sign > "\x7f" and sign.isdecimal()):
            return True
    return False
