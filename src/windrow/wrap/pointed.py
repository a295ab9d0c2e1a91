"""Turns one right value of a cell into corrections that give the column in all records."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from windrow.errors import WindrowError
from windrow.model import Table
from windrow.table.words import unused
from windrow.wrap.correction import Correction, Merged, Removed, Renamed
from windrow.wrap.sought import WHOLE, Hold, Leaf, Sought, best_match, holds_of, texts_of

__all__ = ["corrections_for"]


def corrections_for(table: Table, row: int, column: str, value: str) -> tuple[Correction, ...]:
    """Return corrections that make *column* give *value* in *row*, and likewise in all others.

    The column may be new. Raises `WindrowError` if the record does not contain the value.
    """
    if not 0 <= row < len(table):
        raise WindrowError(f"there is no row {row + 1}", hint=f"the table has {len(table)}")
    hold = _hold(table, row, column, value)
    part = hold is not None and not hold.excerpt and not hold.joined and hold.score < WHOLE
    if hold is None or part or len(hold.leaf) > 1:
        raise WindrowError(
            f"nothing in record {row + 1} says {value[:80]!r} in a way that other records share",
            hint="give the whole value as the page says it, in this record",
        )
    names = {one.name for one in table.columns}
    made = hold.leaf[0]
    changes: list[Correction] = []
    if hold.excerpt:
        made = unused(column, names)
        changes.append(replace(hold.excerpt, column=hold.leaf[0], name=made))
    elif hold.joined:
        made = unused(column, names)
        changes.append(Merged(tuple(leaf[0] for leaf in hold.joined), made))
        names -= {leaf[0] for leaf in hold.joined}
    if made != column:
        changes += [*([Removed(column)] if column in names else []), Renamed(made, column)]
    return tuple(changes)


def _hold(table: Table, row: int, column: str, value: str) -> Hold | None:
    """Return which part of the record has the value, and how to get it from there."""
    cells: dict[Leaf, list[str]] = defaultdict(list)
    for one in table.rows:
        for leaf, some in texts_of(one).items():
            cells[leaf] += some
    sought = Sought.of({column: value})
    match = best_match([(table.base, texts_of(table.rows[row]))], sought.rows[0])
    return holds_of([match], sought.names, cells).get(column)
