"""Prices: an amount, and a currency in a separate column."""

from __future__ import annotations

import re
from functools import lru_cache

from windrow.model import Column
from windrow.table.numbers import NUMBER, read_number
from windrow.table.types.base import ColumnType, Typed
from windrow.table.types.number import settle_number

__all__ = ["PRICE"]

_CODE = (
    r"(?:USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|"
    r"BRL|MXN|ARS|CLP|COP|ZAR|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|AED|SAR|ILS|EGP|NGN)"
)
# What is ahead is looked at first: most values with letters are no prices.
_CURRENCY = (
    r"(?=[A-Z]{0,3}\$)(?:USD?|CA?D?|AU?D?|NZD?|HKD?|SGD?|S|R|NT|MXN?)?\$|[€£¥₹₽₩₺₴₪฿₫₱₦₡₲₵₸₾円元원đ]|kr\.?|zł|Kč|Ft"
    r"|lei|лв\.?|руб\.?|Rs\.?|Fr\.|TL|Rp\.?|RM|บาท|грн\.?|ر\.س|د\.إ|ج\.م|тг"
    rf"|(?=[A-Z]{{3}}\b){_CODE}"
)
# No currency is longer: that the rest of a value is so short is seen before all are tried.
_AT_END = r"(?=\S{1,4}\Z)"
# Signs that mean one currency only; $, ¥ and kr mean several and stay what they are.
_CODES = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS",
    "฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN", "zł": "PLN", "Kč": "CZK", "Ft": "HUF",
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "S$": "SGD", "R$": "BRL", "NT$": "TWD", "MX$": "MXN", "руб": "RUB", "TL": "TRY",
    "円": "JPY", "원": "KRW", "đ": "VND", "Rp": "IDR", "RM": "MYR", "บาท": "THB", "грн": "UAH",
    "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP",
}  # fmt: skip
_NUMBER = re.compile(NUMBER)
# "$1.2M": thousands, millions, billions.
_SHORT = re.compile(rf"((?:{_CURRENCY})\s?{NUMBER})\s?([kmb])", re.IGNORECASE)
_TIMES = {"K": 1e3, "M": 1e6, "B": 1e9}
_CODED = re.compile(_CODE, re.IGNORECASE)
_PLAIN = re.compile(
    rf"(?P<sign>[-+−]?)(?:(?P<before>{_CURRENCY})\s?)?(?P<number>\d(?:{NUMBER})?)"
    rf"(?:\s?(?P<after>{_CURRENCY}))?"
)


def _price(value: str, column: Column) -> Typed:
    if short := _SHORT.fullmatch(value):
        found = _parsed(short[1], column.decimal)
        if found is None or not isinstance(found["amount"], float):
            return None
        # 2.01 times a million is a little less in binary.
        return found | {"amount": round(found["amount"] * _TIMES[short[2].upper()], 2)}
    return _parsed(value, column.decimal)


@lru_cache(maxsize=16384)
def _parsed(value: str, decimal: str) -> dict[str, str | float | None] | None:
    if plain := _PLAIN.fullmatch(value):
        # Most prices are written so; the parser for all others takes long to import.
        found = read_number(plain["number"], decimal)
        sign, currency = plain["sign"], (plain["before"] or plain["after"] or "").rstrip(".")
        if found and currency:
            number = float(-abs(found) if sign in ("-", "−") else found)
            return {"amount": number, "currency": _code(currency)}
    from price_parser import Price

    price = Price.fromstring(value, decimal_separator=decimal)
    # The decimal mark of the column is more reliable than that of one value.
    numbers = filter(None, (read_number(found[0], decimal) for found in _NUMBER.finditer(value)))
    amount = next(numbers, price.amount_float)
    if amount is None:
        return None
    sign = -1 if value.lstrip()[0] in "-−" else 1
    code = _CODED.search(value)
    currency = code[0] if code else (price.currency or "").rstrip(".")
    return {"amount": float(sign * abs(amount)), "currency": _code(currency) or None}


def _code(currency: str) -> str:
    """Return the code of a currency if its sign is unambiguous.

    >>> _code("€"), _code("CAD$"), _code("usd"), _code("kr")
    ('EUR', 'CAD', 'USD', 'kr')
    """
    found = _CODED.match(currency)
    return found[0].upper() if found else _CODES.get(currency, currency)


PRICE = ColumnType(
    "price",
    kind="number",
    pattern=rf"[-+−]?(?:{_CURRENCY})\s?{NUMBER}(?:\+|\s?{_CODE}\b)?|{NUMBER}\s?{_AT_END}(?:{_CURRENCY})"
    rf"|\d[\d.]*(?:[.,]–|,-)\s?(?:{_CURRENCY})?|(?:{_CURRENCY})\s?{NUMBER}\s?[kmb]",
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
