"""Text from pages and files, made safe for a terminal."""

from __future__ import annotations

import re

__all__ = ["cut", "plain"]

# Escape sequences can do more than colour, and marks of direction can show a text as another.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


def plain(text: str) -> str:
    """Return *text* in one line, without anything that a terminal would obey.

    >>> plain("Hay\\x1b[2J\\trake")
    'Hay [2J rake'
    """
    return _CONTROL.sub(" ", text)


def cut(text: str, width: int) -> str:
    """Return *text*, plain, and not longer than *width*.

    >>> cut("Hay rake of ash", 9)
    'Hay rake…'
    """
    text = plain(text)
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"
