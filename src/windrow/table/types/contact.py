"""Addresses of people, pages and images."""

from __future__ import annotations

import re

from windrow.model import Column
from windrow.table.types.base import ColumnType

__all__ = ["EMAIL", "IMAGE", "PHONE", "URL"]

_EMAIL = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_URL_STARTS = frozenset("hHwW")
_PHONE = re.compile(
    r"(?:tel:|\+)\d[\d\s().-]{6,18}\d|\(\d{2,5}\)\s?\d[\d\s-]{4,10}\d|\d{3}[-.\s]\d{3}[-.\s]\d{4}"
    # Italy and Germany, France, Japan, Russia.
    r"|0\d{2,4}[/-]\d{5,8}|0\d(?:[\s.]\d\d){4}|0\d{1,3}-\d{2,4}-\d{4}"
    r"|[78]\s?\(\d{3,5}\)\s?\d[\d\s-]{4,9}\d"
)


def _is_email(value: str) -> bool:
    return "@" in value and _EMAIL.fullmatch(value) is not None


def _is_phone(value: str) -> bool:
    first = value[0]
    return (first.isdecimal() or first in "t+(") and _PHONE.fullmatch(value) is not None


def _is_url(value: str) -> bool:
    return value[0] in _URL_STARTS and _URL.fullmatch(value) is not None


def _without_scheme(value: str, column: Column) -> str:
    return value.partition(":")[2] if value.lower().startswith(("mailto:", "tel:")) else value


EMAIL = ColumnType("email", fits=_is_email, wordy=True, read=_without_scheme, called="email")
PHONE = ColumnType("phone", fits=_is_phone, read=_without_scheme, called="phone")
URL = ColumnType("url", fits=_is_url, wordy=True, address=True)
IMAGE = ColumnType("image", address=True)
