"""The definition of a column type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, TypeAlias

from windrow.model import Column

__all__ = ["ROWS", "TEXT", "ColumnType", "Kind", "Typed", "Typing", "load_types"]

Kind: TypeAlias = Literal[
    "text", "integer", "number", "boolean", "date", "datetime", "time", "rows"
]
"""How a column is stored in JSON, Arrow and SQL; every column type uses one of these."""

Typed: TypeAlias = "str | int | float | bool | dict[str, str | float | None] | None"
"""A typed value; a price is ``{"amount": 12.5, "currency": "EUR"}``."""


@dataclass(frozen=True, slots=True)
class Typing:
    """The type of a column, and how its numbers and dates are read."""

    type: str = "text"
    decimal: str = "."
    order: str = ""
    fit: float = 1.0  # the share of the values that have the form


def _as_it_is(name: str, sample: Sequence[str], language: str) -> Typing:
    return Typing(name)


@dataclass(frozen=True, slots=True)
class ColumnType:
    """How values of one type are recognised, read and stored.

    A value has the form of the type if the whole of it matches *pattern* or, where it matches the
    pattern of no type, if it *fits*. A column has the type if nearly all of its values have the
    form, or those it *mixes* and at least the share *least* of them its own.
    """

    name: str
    kind: Kind = "text"
    # A regular expression, ignoring case, for values with a digit.
    pattern: str = ""
    fits: Callable[[str], bool] | None = None
    # Whether a value without a digit may fit.
    wordy: bool = False
    # Values without a digit that have the form, in lower case.
    words: frozenset[str] = frozenset()
    mixes: tuple[str, ...] = ()
    least: float = 0.0
    # Return the value of a cell; None if it cannot be read, and stays text.
    read: Callable[[str, Column], Typed] | None = None
    # Whether values of other forms stay text, even if something could be read in them.
    strict: bool = False
    # Return how the values of a column are read: by its name, a sample and the language.
    settle: Callable[[str, Sequence[str], str], Typing] = _as_it_is
    # The keys of the dict that `read` returns: the first is the column's own value, each
    # of the others makes a further column.
    parts: tuple[str, ...] = ()
    # The name of a column of which only the type is known.
    called: str = ""
    # Whether values are addresses, which are relative to that of the page.
    address: bool = False
    # Types that become this one if the name of the column matches the regular expression.
    over: tuple[str, ...] = ()
    named: str = ""


# Numbers of cases and documents look like dates and durations, and are names.
TEXT = ColumnType(
    "text",
    over=("date", "datetime", "time", "duration"),
    named=r"(?:^|_)(?:no|nos|nr|num|docket|id|ids|case|code|sku|isbn|ref|reference)_?$"
    r"|(?:^|_)numbers?_?$|numéro$|número$|nummer$|номер$",
)
ROWS = ColumnType("rows", kind="rows")


def load_types(homes: Mapping[str, str]) -> dict[str, ColumnType]:
    """Return the types by name; their homes are modules of this folder, as ``module:NAME``."""
    found = {}
    for name, home in homes.items():
        module, _, variable = home.partition(":")
        found[name] = getattr(import_module(f"{__package__}.{module}"), variable)
    return found
