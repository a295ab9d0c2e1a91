"""Columns for fields of a page that no learned page had, but that have labels of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import filterfalse
from typing import TypeAlias

from windrow.model import Column, Value
from windrow.table.words import unused
from windrow.wrap.wrapper import WrapperColumn, label_in, plain_name

__all__ = ["unseen_columns"]

# A label with more values heads a part of the page. Chosen, not measured.
_MANY = 5

_Pair: TypeAlias = tuple[WrapperColumn, Column]


def unseen_columns(
    known: frozenset[str], names: Collection[str], rows: Iterable[Mapping[str, Value]]
) -> tuple[_Pair, ...]:
    """Return columns for fields of a page that no learned page had.

    *known* are the places that already have columns, *names* their names. Addresses are minor, and
    so is what is under a label with many values: it heads a part of the page, an advertisement.
    """
    found = [*_columns(known, names, rows)]
    values: dict[str, int] = {}
    for own, _ in found:
        label = label_in(own.place)
        values[label] = values.get(label, 0) + 1
    values[""] = 0
    return tuple(
        [
            (own, _minor(own, column))
            if "@" in own.place or values[label_in(own.place)] > _MANY
            else (own, column)
            for own, column in found
        ]
    )


def _columns(
    known: frozenset[str], names: Collection[str], rows: Iterable[Mapping[str, Value]]
) -> Iterator[tuple[WrapperColumn, Column]]:
    """Yield columns for the places of *rows* that are not *known*."""
    seen: set[str] = set()
    taken = set(names)
    labelled = _labelled(known) if known else {}
    for row in rows:
        for place in filterfalse(known.__contains__, row):
            if place in seen:
                continue
            value = row[place]
            label = label_in(place)
            if label and value in [row[one] for one in labelled.get(label, ()) if one in row]:
                continue
            seen.add(place)
            name = unused(_name_of(place), taken)
            taken.add(name)
            if not isinstance(value, list):
                yield _open_column(place, name)
            elif inner := tuple([column for column, _ in _columns(frozenset(), (), value)]):
                column = WrapperColumn(name, "rows", place=place, columns=inner)
                yield column, column.column()


@lru_cache(maxsize=20_000)
def _name_of(place: str) -> str:
    """Return a name for what is at a place: its label in the page, or its class.

    >>> _name_of("div.main/p.stock"), _name_of("tr=Image Sensor/td.desc"), _name_of("div/p")
    ('stock', 'image_sensor', 'p')
    """
    label, dot, words = place.rpartition("/")[2].partition(".")
    is_class = dot and label.isalnum() and not label_in(place)
    return plain_name(words if is_class else place)


@lru_cache(maxsize=64)
def _labelled(known: frozenset[str]) -> dict[str, list[str]]:
    """Return the *known* places by their label."""
    found: dict[str, list[str]] = {}
    for place in known:
        found.setdefault(label_in(place), []).append(place)
    return found


@lru_cache(maxsize=20_000)
def _open_column(place: str, name: str) -> tuple[WrapperColumn, Column]:
    column = WrapperColumn(name, place=place)
    return column, column.column()


def _minor(own: WrapperColumn, column: Column) -> Column:
    return replace(column, minor=True) if own.columns else _minor_text(own.place, own.name)


@lru_cache(maxsize=20_000)
def _minor_text(place: str, name: str) -> Column:
    return replace(_open_column(place, name)[1], minor=True)
