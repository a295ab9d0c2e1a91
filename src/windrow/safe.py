"""Text of pages, servers and users, made safe to show: no control sequences, no passwords."""

from __future__ import annotations

import re

__all__ = ["cut", "masked", "plain", "without_user"]

# Escape sequences can do more than colour (C0 and C1 controls), direction marks can show a text
# as another, and tag characters are invisible. Half a surrogate pair cannot be printed at all.
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ufeff"
    "\ud800-\udfff\U000e0000-\U000e007f]+"
)

# In a web address user and password end before the first / ? or #; if no port follows the
# colon, one of these signs is in the password by mistake. In addresses of databases the last @
# counts. Names and passwords are shorter than this number of characters: chosen, not measured.
_USER = re.compile(
    r"(?:(?<=https://)|(?<=http://))"
    r"(?:[^\s/?#]{0,500}@|[^\s/?#@:\[]{0,500}:(?!\d*(?:[/?#\s]|$))\S{0,500}@)"
    r"|(?<=://)(?<!https://)(?<!http://)(?<!file://)\S{0,500}@",
    re.IGNORECASE,
)
_PASSWORD = re.compile(r"(?<=[?&;])((?:ssl)?(?:password|passwd|pwd)=)[^&;\s`'\"]*", re.IGNORECASE)


def plain(text: str) -> str:
    """Return *text* in one line, without control sequences.

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


def masked(text: str) -> str:
    """Return *text* with the user names and passwords in its addresses replaced by stars.

    >>> masked("https://anna:secret@farm.example/hay")
    'https://***@farm.example/hay'
    >>> masked("postgresql://anna@farm.example/hay?password=secret")
    'postgresql://***@farm.example/hay?password=***'
    """
    if "://" not in text:
        return text
    return _PASSWORD.sub(r"\1***", _USER.sub("***@", text))


def without_user(address: str) -> str:
    """Return *address* without user name and password, to resolve links against.

    >>> without_user("https://anna:secret@farm.example/hay")
    'https://farm.example/hay'
    """
    return _USER.sub("", address)
