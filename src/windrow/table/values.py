"""Typed values: what a cell says as a number, a price, a day; text where it is nothing of that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urljoin

from windrow.model import Column, Table, Value
from windrow.table.dates import read_date, read_duration, read_time
from windrow.table.labels import without_label
from windrow.table.numbers import NUMBER, read_number
from windrow.table.types import BOOLEANS, form_of

__all__ = ["Typed", "typed", "typed_rows"]

Typed: TypeAlias = "str | int | float | bool | dict[str, str | float | None] | None"
"""A typed value; a price is ``{"amount": 12.5, "currency": "EUR"}``."""

Rows: TypeAlias = "list[dict[str, Typed | Rows]]"

# Signs that mean one currency only; $, ¥ and kr mean several and stay what they are.
_CODES = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN", "zł": "PLN", "Kč": "CZK", "Ft": "HUF",
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "S$": "SGD", "R$": "BRL", "NT$": "TWD", "MX$": "MXN", "руб": "RUB", "TL": "TRY",
}  # fmt: skip
_NUMBER = re.compile(NUMBER)
_FULL_STARS = re.compile("[★⭐✪✭]")


def typed(value: str | None, column: Column, *, base: str | None = None) -> Typed:
    """Return *value* as the type of its *column* says; the text itself where it does not fit.

    A label that the column has ("Price: 12") is split off. Days and times are ISO 8601, durations
    seconds, percents and ratings numbers. With the page's address as *base*, links and images are
    absolute.

    >>> typed("1.234,50 €", Column("price", "price", decimal=","))
    {'amount': 1234.5, 'currency': 'EUR'}
    >>> typed("sold out", Column("price", "price"))
    'sold out'
    """
    if value is None:
        return None
    if column.label:
        value = without_label(value, column.label)
    if column.type in ("url", "image"):
        return _address(value, base)
    read = _READERS.get(column.type)
    found = read(value, column) if read else None
    return value if found is None else found


def typed_rows(table: Table, *, base: str | None = None) -> Rows:
    """Return the rows of *table* with typed values, nested rows included."""
    return _rows(table.columns, table.rows, base)


def _rows(columns: Sequence[Column], rows: Sequence[dict[str, Value]], base: str | None) -> Rows:
    return [{c.name: _cell(row.get(c.name), c, base) for c in columns} for row in rows]


def _cell(value: Value, column: Column, base: str | None) -> Typed | Rows:
    if isinstance(value, list):
        return _rows(column.columns, value, base)
    return typed(value, column, base=base)


def _address(value: str, base: str | None) -> str:
    if base is None or value.startswith(("data:", "mailto:", "tel:", "javascript:")):
        return value
    try:
        return urljoin(base, value if not value.startswith("www.") else f"//{value}")
    except ValueError:
        return value


def _integer(value: str, column: Column) -> int | None:
    found = read_number(value, column.decimal)
    return found if isinstance(found, int) else None


def _number(value: str, column: Column) -> float | None:
    found = read_number(value, column.decimal)
    return None if found is None else float(found)


def _percent(value: str, column: Column) -> float | None:
    return _number(value.rstrip("%").rstrip(), column)


def _rating(value: str, column: Column) -> float | None:
    """Return the number in front of "out of 5", or how many stars are full."""
    if form_of(value) not in ("rating", "integer", "number"):
        return None
    found = _NUMBER.match(value)
    if found and found[0]:
        return _number(found[0], column)
    return len(_FULL_STARS.findall(value)) + 0.5 * value.count("½")


def _price(value: str, column: Column) -> dict[str, str | float | None] | None:
    # A range or a sentence has no one price: it stays what the page says.
    if form_of(value) not in ("price", "integer", "number"):
        return None
    return _parsed_price(value, column.decimal)


@lru_cache(maxsize=16384)
def _parsed_price(value: str, decimal: str) -> dict[str, str | float | None] | None:
    from price_parser import Price

    price = Price.fromstring(value, decimal_separator=decimal)
    # The column knows its marks better than one value can tell.
    numbers = filter(None, (read_number(found[0], decimal) for found in _NUMBER.finditer(value)))
    amount = next(numbers, price.amount_float)
    if amount is None:
        return None
    sign = -1 if value.lstrip()[0] in "-−" else 1
    currency = (price.currency or "").rstrip(".")
    return {"amount": float(sign * abs(amount)), "currency": _CODES.get(currency, currency) or None}


def _date(value: str, column: Column) -> str | None:
    found = read_date(value, column.order or "mdy")
    return found.isoformat() if found else _parsed_date(value, column.type, column.order)


@lru_cache(maxsize=16384)
def _parsed_date(value: str, kind: str, order: str) -> str | None:
    """Return what dateparser makes of a date that is complete: it must not guess the year."""
    from dateparser import parse

    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "DATE_ORDER": (order or "mdy").upper(),
        "PARSERS": ["absolute-time"],
    }
    found = parse(value, settings=settings) if len(value) <= 60 else None
    if found is None:
        return None
    return str(found.isoformat() if kind == "datetime" else found.date().isoformat())


def _time(value: str, column: Column) -> str | None:
    found = read_time(value)
    return found.isoformat() if found else None


def _duration(value: str, column: Column) -> int | None:
    return read_duration(value)


def _boolean(value: str, column: Column) -> bool | None:
    return BOOLEANS.get(value.lower())


def _contact(value: str, column: Column) -> str:
    return value.partition(":")[2] if value.lower().startswith(("mailto:", "tel:")) else value


_READERS: dict[str, Callable[[str, Column], Typed]] = {
    "integer": _integer,
    "number": _number,
    "percent": _percent,
    "rating": _rating,
    "price": _price,
    "date": _date,
    "datetime": _date,
    "time": _time,
    "duration": _duration,
    "boolean": _boolean,
    "email": _contact,
    "phone": _contact,
}
