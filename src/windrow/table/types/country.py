"""Codes of countries, as ISO 3166-1 has them: DE, FR, or DEU, FRA."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Column
from windrow.table.types.base import ColumnType, Typing
from windrow.wordlists import word_lists

__all__ = ["COUNTRY"]

_LISTS = word_lists(__file__)
_CODES = frozenset(_LISTS["two"]) | frozenset(_LISTS["three"])
# Many codes are abbreviations of something else, too: a column has this many different ones, and
# not all of them are states of the United States. Chosen, not measured.
_FEWEST = 3
_STATES = frozenset(_LISTS["states"])


def _is_country(value: str) -> bool:
    return len(value) in (2, 3) and value in _CODES


def _settle(name: str, sample: Sequence[str], language: str) -> Typing:
    different = set(sample)
    sure = len(different) >= _FEWEST and different <= _CODES and not different <= _STATES
    return Typing(name) if sure else Typing()


def _country(value: str, column: Column) -> str | None:
    return value if value in _CODES else None


COUNTRY = ColumnType(
    "country", fits=_is_country, wordy=True, read=_country, settle=_settle, called="country"
)
