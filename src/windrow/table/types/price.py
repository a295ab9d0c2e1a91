"""Prices: an amount, and a currency in a column of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from windrow.model import Column
from windrow.table.numbers import NUMBER, read_number
from windrow.table.types.base import ColumnType, Typed
from windrow.table.types.number import settle_number

__all__ = ["PRICE"]

_CURRENCY = (
    r"(?:US|C|CA|A|AU|NZ|HK|S|R|NT|MX)?\$|[€£¥₹₽₩₺₴₪฿₫₱₦₡₲₵]|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|Rs\.?|Fr\.|TL"
    r"|(?:USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|"
    r"BRL|MXN|ARS|CLP|COP|ZAR|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|AED|SAR|ILS|EGP|NGN)\b"
)
# Signs that mean one currency only; $, ¥ and kr mean several and stay what they are.
_CODES = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN", "zł": "PLN", "Kč": "CZK", "Ft": "HUF",
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "S$": "SGD", "R$": "BRL", "NT$": "TWD", "MX$": "MXN", "руб": "RUB", "TL": "TRY",
}  # fmt: skip
_NUMBER = re.compile(NUMBER)
_PLAIN = re.compile(
    rf"(?P<sign>[-+−]?)(?:(?P<before>{_CURRENCY})\s?)?(?P<number>\d(?:{NUMBER})?)"
    rf"(?:\s?(?P<after>{_CURRENCY}))?"
)


def _price(value: str, column: Column) -> Typed:
    return _parsed(value, column.decimal)


@lru_cache(maxsize=16384)
def _parsed(value: str, decimal: str) -> dict[str, str | float | None] | None:
    if plain := _PLAIN.fullmatch(value):
        # Most prices are written so; the parser for all others takes long to import.
        found = read_number(plain["number"], decimal)
        sign, currency = plain["sign"], (plain["before"] or plain["after"] or "").rstrip(".")
        if found and currency:
            number = float(-abs(found) if sign in ("-", "−") else found)
            return {"amount": number, "currency": _CODES.get(currency, currency)}
    from price_parser import Price

    price = Price.fromstring(value, decimal_separator=decimal)
    # The column knows its marks better than one value does.
    numbers = filter(None, (read_number(found[0], decimal) for found in _NUMBER.finditer(value)))
    amount = next(numbers, price.amount_float)
    if amount is None:
        return None
    sign = -1 if value.lstrip()[0] in "-−" else 1
    currency = (price.currency or "").rstrip(".")
    return {"amount": float(sign * abs(amount)), "currency": _CODES.get(currency, currency) or None}


PRICE = ColumnType(
    "price",
    kind="number",
    pattern=rf"[-+−]?(?:{_CURRENCY})\s?{NUMBER}|{NUMBER}\s?(?:{_CURRENCY})"
    rf"|\d+(?:[.,]–|,-)\s?(?:{_CURRENCY})?",
    mixes=("integer", "number"),
    # Half of the values at least: chosen, not measured.
    least=0.5,
    read=_price,
    # A range or a sentence has no single price.
    strict=True,
    settle=settle_number,
    parts=("amount", "currency"),
    called="price",
)
