"""Forms of values that a pattern finds: a version, a range of money, a name of a person, a code."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["LONG", "LONGEST", "shapes_of"]

# Longer values are sentences, and still longer ones have no other form; in characters. Chosen.
LONG, LONGEST = 90, 300
_OF_LONG = frozenset(("long", "person", "web", "link"))

# What money or time is for.
_PERIODS = (
    "hour|hr|day|week|month|mo|year|yr|annum|stunde|tag|monat|jahr|heure|jour|mois|an|hora|día|dia"
    "|mes|mês|año|ano|ora|mese|anno|uur|maand|jaar|tim|mån|månad|år|h|godz|miesiąc|mies|rok|měsíc"
    "|hó|месяц|час|год|місяць|ay|saat|bulan|天|月|年|小时|時間"
)
_PERIOD = (
    rf"(?:per|pro|par|por|al?|im|la|each|/|za|na|в|за)\s?(?:{_PERIODS})\b"
    r"|时薪|月薪|年薪|時給|月給|年収|월급|시급|연봉|\dk·\d+薪"
)
_MONEY = r"\D{0,4}\d[\d.,\s]*"
_UP_TO = r"(?:up to|from|bis zu|bis|ab|от|до|jusqu'à|hasta|à partir de)"
# A name begins with a capital, or with a letter of a script without them.
_NAME = r"[^\W\d_a-z][\w'’.-]*"

_SHAPES = {
    "version": r"v?\d+(?:\.\d+){1,3}(?:[-.+]?[a-z]+[\d.]*)?",
    "isbn": r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]",
    "doi": r"10\.\d{4,}/\S+",
    "year": r"\(?(?:1[5-9]|20)\d\d\)?",
    "goals": r"\d{1,3}\s?[:–-]\s?\d{1,3}(?:\s?\(.*\))?",
    "mark": r"(?:10|\d)[.,]\d\d?|[0-5]|\d[.,]\d/\d+",
    "degrees": r"-?1?\d{1,2}[.,]\d{2,8}°?",
    "against": (r".+\s(?:v|vs|versus|contra)\.?\s.+|(?i:in re|matter of|estate of|ex parte)\b.+"),
    "pair": r"[^\W\d].*\s(?:[-–—→➝]|to)\s[^\W\d].*",
    "code": (
        r"(?=\S*\d)(?=\S*[A-Za-z-])[A-Z0-9]{1,8}(?:[-/.:][A-Za-z0-9]{1,12}){1,6}"
        r"|[A-Z]{1,5}\d{2,10}|\d{4,6}[A-Z]{2,8}\w*"
    ),
    "serial": r"\d{5,10}(?:\s?\([^()]+\))?",
    "zip": r"\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{2}-\d{3}|\d{3} ?\d{2}",
    "span": (
        rf"(?i:(?:{_UP_TO}\s)?{_MONEY}\D{{0,5}}\s?[-–—~]\s?{_MONEY}\D{{0,12}}"
        rf"|{_UP_TO}\s\D{{0,3}}\d.*)"
    ),
    "pay": rf"(?i:.*\d.*(?:{_PERIOD}).*)",
    "place": (
        r"[^\W\d_][^,\d]+,\s[^\W\d_][^,\d]{1,30}(?:\s\d{5})?|[^\W\d_][^,()\d]+\([^()\d]+\)"
        r"|.+,\s[A-Z]{2}(?:\s\d{5})?"
    ),
    "state": r"[^\W\d_][^,\d]+,\s[A-Z]{2}(?:[\s,]+\d{5}.*)?",
    "postal": (
        r"(?=.*\d).*[,\s]\s?(?:\d{4,6}\s[^\W\d].*|[A-Z]{2}\s\d{5})|\d{4,6}\s[^\W\d]+,\s.*\d.*"
    ),
    "person": rf"(?:(?:{_NAME}|de|van|von|del?|da|la|bin|al)[ ,&;]+){{1,12}}{_NAME}",
    "phone": r"(?=(?:\D*\d){8,14}\D*$)[+(]?\d[\d\s()./-]+",
    "link": r"(?:https?://|www\.)\S+(?: -)?",
    "web": r"\(?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}(?:/\S*)?\)?",
    "signed": r"[+-]\d[\d.,]*%?|−\d+",
    "plain": r"\d{1,3}",
    "long": r"(?s:.{100,})",
}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Return the patterns; made on first use, as compiling them takes a while."""
    return {name: re.compile(pattern) for name, pattern in _SHAPES.items()}


def shapes_of(value: str) -> set[str]:
    """Return the forms of a value that a pattern finds.

    >>> sorted(shapes_of("2.4.1")), sorted(shapes_of("3.200 € pro Monat"))
    (['version'], ['pay'])
    """
    if len(value) > LONGEST:
        return {"long"}
    some = _OF_LONG if len(value) > LONG else _SHAPES.keys()
    return {name for name in some if _patterns()[name].fullmatch(value)}
