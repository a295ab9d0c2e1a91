"""How the cells of rows are stored: as one JSON object, or in fixed columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from windrow.model import Column, Table
from windrow.sink.flat import Flat, flatten, safe_name
from windrow.table.typed import Kind, TypedValue, to_json
from windrow.table.types import TYPES
from windrow.table.words import unique

__all__ = ["OWN", "Cells", "Objects", "Packing", "Wide"]

Cells: TypeAlias = tuple[TypedValue, ...]

OWN: dict[str, Kind] = {
    "page": "text",
    "place": "text",
    "wrapper": "text",
    "table_number": "integer",
    "record_number": "integer",
    "nodes": "text",
}
"""Where a row comes from, beside its cells."""


class Packing(Protocol):
    """How cells are stored. Implementations are frozen dataclasses."""

    def kinds(self) -> dict[str, Kind]:
        """Return the columns and the kinds of their values."""

    def cells(self, page: str, table: Table) -> list[Cells]:
        """Return the cells of each row of *table*, in the order of the columns."""


@dataclass(frozen=True, slots=True)
class Objects:
    """A JSON object per row in the column ``cells``, as pages of many sites share no columns."""

    raw: bool = False

    def kinds(self) -> dict[str, Kind]:
        """Return the columns and the kinds of their values."""
        return {"cells": "rows"}

    def cells(self, page: str, table: Table) -> list[Cells]:
        """Return the cells of each row of *table*, in the order of the columns."""
        return [(to_json(line),) for line in _flat(page, table, self.raw).rows]


@dataclass(frozen=True, slots=True)
class Wide:
    """The columns of a wrapper, by their types alone: no page changes where values are stored.

    A price is a number and a currency; a value that does not fit the type of its column is stored
    in a text column beside it. Constant columns are stored, too: they may vary on a later page.
    """

    columns: tuple[Column, ...]
    raw: bool = False

    def kinds(self) -> dict[str, Kind]:
        """Return the columns and the kinds of their values."""
        parts = [
            (f"{column.name}{tail}", kind)
            for column in self.columns
            for tail, kind in self._parts(column).items()
        ]
        names = unique([*OWN, *(safe_name(name) for name, _ in parts)], fold=str.casefold)
        return dict(zip(names[len(OWN) :], (kind for _, kind in parts), strict=True))

    def cells(self, page: str, table: Table) -> list[Cells]:
        """Return the cells of each row of *table*, in the order of the columns."""
        columns: list[list[TypedValue]] = []
        for column in self.columns:
            # One column at a time, so that no other column takes the name of one of its parts.
            flat = _flat(page, Table((column,), table.rows).with_constants(), self.raw)
            columns += [_part(flat, tail, kind) for tail, kind in self._parts(column).items()]
        return [*zip(*columns, strict=True)] if columns else [()] * len(table.rows)

    def _parts(self, column: Column) -> dict[str, Kind]:
        """Return the parts of a column: endings of names, and the kinds of their values."""
        kind = "text" if self.raw and column.type != "rows" else TYPES[column.type].kind
        if kind in ("text", "rows"):
            return {"": kind}
        if column.type == "price":
            return {"": kind, "_currency": "text", "_text": "text"}
        return {"": kind, "_text": "text"}


def _part(flat: Flat, tail: str, kind: Kind) -> list[TypedValue]:
    """Return the values of one part of a column; None if the page lacks it."""
    main, *rest = flat.columns
    # If no value of a page fits the type, all of them are texts.
    fits = main.kind == kind if tail == "" else tail == "_text" and main.kind == "text"
    chosen = [main] if fits else [c for c in rest if tail and c.name.endswith(tail)]
    return [row[chosen[0].name] if chosen else None for row in flat.rows]


def _flat(page: str, table: Table, raw: bool) -> Flat:
    found = flatten([("records", page, table)], raw=raw)
    return found[0] if found else Flat("records", (), ({},) * len(table.rows))
