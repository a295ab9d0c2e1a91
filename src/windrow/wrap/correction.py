"""The changes a person can make to the columns of a wrapper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, Protocol, TypeAlias, TypeVar

from windrow.model import Column, Value
from windrow.plain import Rule
from windrow.table.types import TYPES
from windrow.table.words import unused

if TYPE_CHECKING:
    from windrow.wrap.wrapper import WrapperColumn

__all__ = [
    "C",
    "Correction",
    "Kept",
    "Line",
    "Merged",
    "Parted",
    "Removed",
    "Renamed",
    "Reordered",
    "Retyped",
]

C = TypeVar("C", Column, "WrapperColumn")
Line: TypeAlias = dict[str, Value]
_Names: TypeAlias = Annotated[tuple[str, ...], Rule(fewest=1)]


class Correction(Protocol):
    """One change of the columns of a table; missing columns are ignored."""

    @property
    def chooses(self) -> bool:
        """Whether nothing but its columns is wanted: a row without any of them is no record."""

    @property
    def derives(self) -> bool:
        """Whether the columns that it makes are made from the values of others."""

    @property
    def inside(self) -> tuple[str, ...]:
        """The lists in whose rows the columns are, from the outside in; none for the table's."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns it refers to."""

    @property
    def makes(self) -> tuple[str, ...]:
        """The names it gives to columns."""

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns as they are afterwards."""

    def row(self, row: Line) -> Line:
        """Return a row as it is afterwards; it holds a value or None for every column."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A column that is removed."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = False
    makes: ClassVar[tuple[str, ...]] = ()

    column: str
    inside: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the others."""
        return tuple([one for one in columns if one.name != self.column])

    def row(self, row: Line) -> Line:
        """Return the values of the others."""
        return {name: value for name, value in row.items() if name != self.column}


@dataclass(frozen=True, slots=True)
class Kept:
    """The columns that are wanted, in this order; no other is, even if pages have new ones.

    *called* are their new names, if these change.
    """

    chooses: ClassVar[bool] = True
    derives: ClassVar[bool] = False

    names: _Names
    called: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse new names for other columns than those that are wanted."""
        if len({*(self.called or self.names)}) != len(self.names):
            raise ValueError("called: a different name for every column is expected")

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Old and new names of the columns; one may be given twice."""
        return tuple(zip(self.names, self.called or self.names, strict=True))

    @property
    def makes(self) -> tuple[str, ...]:
        """No names, as no other columns remain."""
        return ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns."""
        return self.names

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns that are wanted."""
        by_name = {one.name: one for one in columns}
        return tuple(
            [
                replace(by_name[old], minor=False, name=new)
                for old, new in self.pairs
                if old in by_name
            ]
        )

    def row(self, row: Line) -> Line:
        """Return what they say."""
        return {new: row[name] for name, new in self.pairs if name in row}


@dataclass(frozen=True, slots=True)
class Renamed:
    """A column under another name; a column that already has this name gets a new one."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = False

    column: str
    name: str
    inside: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    @property
    def makes(self) -> tuple[str, ...]:
        """Its new name."""
        return (self.name,)

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns under their names."""
        names = self._names([one.name for one in columns])
        return tuple(
            [
                replace(one, minor=False, name=self.name)
                if one.name == self.column
                else replace(one, name=names.get(one.name, one.name))
                for one in columns
            ]
        )

    def row(self, row: Line) -> Line:
        """Return the row under the same names."""
        names = self._names([*row])
        return {names.get(name, name): value for name, value in row.items()}

    def _names(self, known: Sequence[str]) -> dict[str, str]:
        if self.column not in known or self.column == self.name:
            return {}
        return {self.name: unused(self.name, known), self.column: self.name}


@dataclass(frozen=True, slots=True)
class Retyped:
    """A column whose values are of another type; *decimal* and *order* are as in a `Column`."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = False
    makes: ClassVar[tuple[str, ...]] = ()

    column: str
    type: str
    decimal: str = "."
    order: str = ""
    inside: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse a type that there is not."""
        if self.type not in TYPES:
            raise ValueError(f"no such type: {self.type[:40]!r}")

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns with their types; lists inside a row stay lists."""
        return tuple(
            [
                replace(one, minor=False, type=self.type, decimal=self.decimal, order=self.order)
                if one.name == self.column and not one.columns
                else one
                for one in columns
            ]
        )

    def row(self, row: Line) -> Line:
        """Return the row unchanged: values are typed on output."""
        return row


@dataclass(frozen=True, slots=True)
class Merged:
    """Several columns as one, at the place of the first; *between* separates their values."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = True

    parts: Annotated[tuple[str, ...], Rule(fewest=2)]
    name: str
    between: str = " "
    inside: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns."""
        return self.parts

    @property
    def makes(self) -> tuple[str, ...]:
        """The name of the new column."""
        return (self.name,)

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the new column, a text, and the others."""
        found: list[C] = []
        there = self._there([one.name for one in columns if not one.columns])
        for one in columns:
            if there and one.name == there[0]:
                found.append(
                    replace(one, minor=False, name=self.name, type="text", label="", prefix="")
                )
            elif one.name not in there:
                found.append(one)
        return tuple(found)

    def row(self, row: Line) -> Line:
        """Return the row with the values joined."""
        there = self._there([name for name, value in row.items() if not isinstance(value, list)])
        said = [value for name in there if isinstance(value := row[name], str)]
        found: Line = {}
        for name, value in row.items():
            if there and name == there[0]:
                found[self.name] = self.between.join(said) or None
            elif name not in there:
                found[name] = value
        return found

    def _there(self, names: Sequence[str]) -> list[str]:
        return [name for name in self.parts if name in names]


@dataclass(frozen=True, slots=True)
class Parted:
    """A column cut into several at each *by*; the last one gets the rest."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = True

    column: str
    names: Annotated[tuple[str, ...], Rule(fewest=2)]
    by: str
    types: tuple[str, ...] = ()  # of the parts; text by default
    inside: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse types that there are not, and nothing to cut at."""
        if unknown := {*self.types} - {*TYPES}:
            raise ValueError(f"no such type: {min(unknown)[:40]!r}")
        if not self.by:
            raise ValueError("by: a text to cut at is expected")

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    @property
    def makes(self) -> tuple[str, ...]:
        """The names of the parts."""
        return self.names

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the parts in place of the column."""
        found: list[C] = []
        for one in columns:
            if one.name != self.column or one.columns:
                found.append(one)
                continue
            for k, name in enumerate(self.names):
                kind = self.types[k] if k < len(self.types) else "text"
                found.append(replace(one, minor=False, name=name, type=kind, label="", prefix=""))
        return tuple(found)

    def row(self, row: Line) -> Line:
        """Return the row with the value cut."""
        found: Line = {}
        for name, value in row.items():
            if name != self.column or isinstance(value, list):
                found[name] = value
                continue
            cut = (value or "").split(self.by, len(self.names) - 1)
            for k, part in enumerate(self.names):
                found[part] = (cut[k].strip() or None) if k < len(cut) else None
        return found


@dataclass(frozen=True, slots=True)
class Reordered:
    """Columns that come first, in this order; the others follow as they were."""

    chooses: ClassVar[bool] = False
    derives: ClassVar[bool] = False
    makes: ClassVar[tuple[str, ...]] = ()

    names: _Names
    inside: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns."""
        return self.names

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns in order."""
        return _first(columns, self.names)

    def row(self, row: Line) -> Line:
        """Return the row in the same order."""
        first = {name: row[name] for name in self.names if name in row}
        return {**first, **row}


def _first(columns: tuple[C, ...], names: Sequence[str]) -> tuple[C, ...]:
    at = {name: k for k, name in enumerate(names)}
    own = [replace(one, minor=False) if one.name in at else one for one in columns]
    return tuple(sorted(own, key=lambda one: at.get(one.name, len(at))))
