"""A person's changes to a wrapper: columns removed, renamed, merged, split, retyped, moved.

Corrections are kept beside the learned template and change the tables that it reads. They name
columns as they are called at that point, and learned columns keep their names when a wrapper
learns more pages or is repaired: so corrections survive both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from windrow.errors import WrapperError
from windrow.model import Column, Table
from windrow.plain import from_plain, to_plain
from windrow.wrap.correction import (
    C,
    Correction,
    Kept,
    Line,
    Merged,
    Parted,
    Removed,
    Renamed,
    Reordered,
    Retyped,
)
from windrow.wrap.excerpt import Excerpt

if TYPE_CHECKING:
    from windrow.wrap.wrapper import WrapperColumn

__all__ = ["CORRECTIONS", "Corrections"]

# Columns that a message names. Chosen, not measured.
_NAMED = 30

CORRECTIONS: dict[str, Any] = {
    kind.__name__.lower(): kind
    for kind in (Removed, Kept, Renamed, Retyped, Merged, Parted, Excerpt, Reordered)
}
"""The kinds of corrections, by their names in files."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """The changes of a person, in the order in which they were made.

    >>> table = Table((Column("name", "text"), Column("cost", "text")), ({"name": "Rake",
    ...     "cost": "48"},))
    >>> print(Corrections((Renamed("cost", "price"), Reordered(("price",)))).table(table))
    price | name
    48    | Rake
    """

    changes: tuple[Correction, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes)

    def table(self, table: Table) -> Table:
        """Return *table* as the person wants it."""
        columns, rows = table.columns, table.rows
        for change in self.changes:
            rows = tuple([_row(change, change.inside, row, columns) for row in rows])
            columns = _columns(change, change.inside, columns)
        found = replace(table, columns=columns, rows=rows)
        return _without_empty(found) if any(one.chooses for one in self.changes) else found

    def columns(self, columns: tuple[C, ...]) -> tuple[C, ...]:
        """Return the columns as the person wants them."""
        for change in self.changes:
            columns = _columns(change, change.inside, columns)
        return columns

    def called(self, name: str) -> str | None:
        """Return the final name of a learned column; None if it is removed.

        A merged or split column keeps its own name here.
        """
        for change in self.changes:
            if change.inside:
                continue
            match change:
                case Removed(column=gone) if gone == name:
                    return None
                case Kept(pairs=pairs):
                    wanted = dict(reversed(pairs))
                    if name not in wanted:
                        return None
                    name = wanted[name]
                case Renamed(column=old, name=new) if old == name:
                    name = new
        return name

    @property
    def made(self) -> frozenset[str]:
        """The names of columns that were made from others."""
        return frozenset(
            name for one in self.changes if one.derives and not one.inside for name in one.makes
        )

    def and_then(self, columns: tuple[WrapperColumn, ...], *changes: Correction) -> Corrections:
        """Return the corrections with *changes* after them; *columns* are those that were learned.

        Raises `WrapperError` if one names a missing column, or uses a name twice.
        """
        found: Corrections = self
        for change in changes:
            known: list[str] = [*_names(found.columns(columns), change.inside)]
            if missing := [name for name in change.needs if name not in known]:
                hint = f"there are {', '.join(known[:_NAMED])}"
                raise WrapperError(f"there is no column {missing[0]!r}", hint=hint)
            left = {*known} - {*change.needs}
            if twice := [name for name in change.makes if name in left]:
                raise WrapperError(f"there is a column {twice[0]!r} already")
            found = Corrections((*found.changes, change))
        return found

    def to_json(self) -> list[dict[str, Any]]:
        """Return the corrections as plain data."""
        return [{"change": type(one).__name__.lower(), **to_plain(one)} for one in self.changes]

    @classmethod
    def from_json(cls, data: Any) -> Corrections:
        """Return the corrections in *data*; ValueError if anything is wrong with them."""
        if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
            raise ValueError("corrections: a list of objects is expected")
        found = []
        for one in data:
            kind = CORRECTIONS.get(str(one.get("change")))
            if kind is None:
                raise ValueError(f"no such correction: {one.get('change')!r:.60}")
            found.append(from_plain(kind, one))
        return cls(tuple(found))


def _columns(change: Correction, inside: Sequence[str], columns: tuple[C, ...]) -> tuple[C, ...]:
    if not inside:
        return change.columns(columns)
    return tuple(
        [
            replace(one, columns=_columns(change, inside[1:], one.columns))
            if one.name == inside[0] and one.columns
            else one
            for one in columns
        ]
    )


def _row(change: Correction, inside: Sequence[str], row: Line, columns: Sequence[Column]) -> Line:
    if not inside:
        return change.row({one.name: row.get(one.name) for one in columns})
    name = inside[0]
    below = next((one.columns for one in columns if one.name == name), ())
    rows = row.get(name)
    if not isinstance(rows, list):
        return row
    return {**row, name: [_row(change, inside[1:], one, below) for one in rows]}


def _names(columns: Sequence[C], inside: Sequence[str]) -> Iterator[str]:
    for one in columns:
        if not inside:
            yield one.name
        elif one.name == inside[0]:
            yield from _names(one.columns, inside[1:])


def _without_empty(table: Table) -> Table:
    """Return *table* without the rows that say nothing: what has no wanted value is no record."""
    kept = [k for k, row in enumerate(table.rows) if any(row.values())]
    if not kept or len(kept) == len(table.rows):
        return table
    nodes = tuple([table.nodes[k] for k in kept]) if table.nodes else ()
    return replace(table, rows=tuple([table.rows[k] for k in kept]), nodes=nodes)
