"""Columns for fields of a page that no learned page had, but that have labels of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from windrow.model import Column, Value
from windrow.table.words import unused
from windrow.wrap.wrapper import WrapperColumn, label_in, plain_name

__all__ = ["unseen_columns"]

# A label with more values heads a part of the page. Chosen, not measured.
_MANY = 5

_Pair: TypeAlias = tuple[WrapperColumn, Column]


def unseen_columns(
    known: Collection[str], names: Collection[str], rows: Iterable[Mapping[str, Value]]
) -> tuple[_Pair, ...]:
    """Return columns for fields of a page that no learned page had.

    *known* are the places that already have columns, *names* their names. Addresses are minor, and
    so is what is under a label with many values: it heads a part of the page, an advertisement.
    """
    found = [*_columns(known, names, rows)]
    values = Counter(label_in(column.place) for column, _ in found)
    values[""] = 0
    return tuple(
        (own, replace(column, minor=True))
        if "@" in own.place or values[label_in(own.place)] > _MANY
        else (own, column)
        for own, column in found
    )


def _columns(
    known: Collection[str], names: Collection[str], rows: Iterable[Mapping[str, Value]]
) -> Iterator[tuple[WrapperColumn, Column]]:
    """Yield columns for the places of *rows* that are not *known*."""
    seen: set[str] = set()
    taken = set(names)
    for row in rows:
        # By label: what the known places say. Made where the first unknown place has a label.
        told: dict[str, list[Value]] | None = None
        for place, value in row.items():
            if place in known or place in seen:
                continue
            if label := label_in(place):
                told = _told(row, known) if told is None else told
                if value in told.get(label, ()):
                    continue
            seen.add(place)
            name = unused(plain_name(place), taken)
            taken.add(name)
            if not isinstance(value, list):
                yield _open_column(place, name)
            elif inner := tuple([column for column, _ in _columns((), (), value)]):
                column = WrapperColumn(name, "rows", place=place, columns=inner)
                yield column, column.column()


def _told(row: Mapping[str, Value], known: Collection[str]) -> dict[str, list[Value]]:
    """Return the values of the known places of a row, by their label."""
    found: dict[str, list[Value]] = {}
    for place, value in row.items():
        if place in known:
            found.setdefault(label_in(place), []).append(value)
    return found


@lru_cache(maxsize=20_000)
def _open_column(place: str, name: str) -> tuple[WrapperColumn, Column]:
    column = WrapperColumn(name, place=place)
    return column, column.column()
