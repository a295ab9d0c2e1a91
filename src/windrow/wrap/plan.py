"""How the rows that a template reads become rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import intern
from typing import NamedTuple, Protocol

from windrow.kernels.wrap import rows
from windrow.model import Value

__all__ = ["Plan", "plan_of"]


class _Planned(Protocol):
    """What a plan needs of a column: its name, its place in a row, and the columns inside it."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def columns(self) -> Sequence[_Planned]: ...


class Plan(NamedTuple):
    """Names and places of columns, and the plans of those that hold rows.

    Kept apart, so that a row of hundreds of columns is made without a loop over them.
    """

    names: tuple[str, ...]
    places: tuple[str, ...]
    inner: tuple[tuple[str, Plan], ...]

    def line(self, row: Mapping[str, Value]) -> dict[str, Value]:
        """Return a row by the names of columns instead of places."""
        found: dict[str, Value] = rows.line(self, row)
        return found


def plan_of(columns: Sequence[_Planned]) -> Plan:
    """Return the plan of *columns*."""
    return Plan(
        tuple([column.name for column in columns]),
        # Equal strings that are one object are found without a look at their letters.
        tuple([intern(column.place) for column in columns]),
        tuple([(column.name, plan_of(column.columns)) for column in columns if column.columns]),
    )
