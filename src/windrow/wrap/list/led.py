"""Columns of a changed list that the old keys of a wrapper lead to, and when that proves nothing.

Old keys may lead to a larger part of the record, to values of another column, or somewhere by
chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from windrow.model import Cell, Column, Field, Finding
from windrow.tree import Tree
from windrow.tree.runs import Extent, extent
from windrow.tree.tree import TEXT
from windrow.wrap.columns.exchange import broken_echoes, exchanged
from windrow.wrap.columns.judge import as_text
from windrow.wrap.columns.pair import Option
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.list.lesson import value_kind
from windrow.wrap.list.pages import ListPages, row_values
from windrow.wrap.list.read import same_cell
from windrow.wrap.list.template import ListField
from windrow.wrap.steps import Steps
from windrow.wrap.wrapper import Wrapper

__all__ = ["FoundColumn", "field_of", "texts_in", "with_keys", "without_doubted"]

# Old keys and a new column that share this many of their cells mean the same; so do those that
# share most, if the keys lead to less than this share of the usual cells. Chosen; bench.mutate
# measures the whole.
_SAME, _MOSTLY, _LOSING = 0.9, 0.5, 0.9
# This many texts of columns inside a text mean that it is a larger part of the record. Chosen, not
# measured.
_TEXTS, _SEVERAL = ("text", "part", "run", "rest"), 2
# If less than this share of the columns is where old keys lead, no old key counts. Chosen;
# bench.mutate measures the whole.
_CHANCE = 0.34


@dataclass(frozen=True)
class FoundColumn:
    """The cells of a column in a list, found afresh or by old keys."""

    field: Field
    cells: tuple[Cell, ...]
    option: Option
    fresh: Column | None = None  # None if only the old keys find it

    def is_led_to(self, place: str) -> bool:
        """Return whether the old keys of a column lead to these cells."""
        return (self.option.agreement or {}).get(place, 0.0) >= _SAME


def with_keys(
    wrapper: Wrapper, template: ListPages, seen: Finding, lines: Sequence[FoundColumn]
) -> list[FoundColumn]:
    """Return the lines with the shares of old keys that lead there, and lines of old keys alone."""
    fields = template.template.fields
    rows = template.template.reader.rows_of(Steps(seen.tree), seen.region.records)
    values = [row_values(seen.tree, fields, row) for row in rows]
    columns = {column.place: column for column in wrapper.columns}
    led = {
        place.id: tuple(row[k] for row in rows)
        for k, place in enumerate(fields)
        if place.id in columns and any(row[k] is not None for row in rows)
    }
    known = _with_shares(seen.tree, [place for place in fields if place.id in led], led, lines)
    more = []
    for place in fields:
        cells = led.get(place.id, ())
        if not cells or _is_among(place, cells, known):
            continue
        if not _holds_others(seen.tree, fields, place, cells, known):
            said = tuple(row[place.id] for row in values)
            mark = fingerprint([as_text(value) for value in said])
            column = replace(columns[place.id], fingerprint=mark)
            more.append(FoundColumn(field_of(place), cells, Option(column, said, {place.id: 1.0})))
    leading = sum(any(line.is_led_to(place) for line in (*known, *more)) for place in led)
    # Where nearly all keys of the others lead nowhere, these lead somewhere by chance.
    return [*known, *more] if leading >= _CHANCE * len(fields) else [*lines]


def _with_shares(
    tree: Tree,
    fields: Sequence[ListField],
    led: Mapping[str, Sequence[Cell]],
    lines: Sequence[FoundColumn],
) -> list[FoundColumn]:
    """Return the lines with the shares of their cells that the keys of each field lead to."""
    own = [(place, texts_in(tree, field_of(place), led[place.id])) for place in fields]
    found = []
    for line in lines:
        theirs = texts_in(tree, line.field, line.cells)
        kind = value_kind(line.field)
        shares = {one.id: _agreement(mine, theirs) for one, mine in own
                  if value_kind(field_of(one)) == kind}  # fmt: skip
        found.append(replace(line, option=replace(line.option, agreement=shares)))
    return found


def _is_among(place: ListField, cells: Sequence[Cell], lines: Sequence[FoundColumn]) -> bool:
    """Return whether one of *lines* is the column whose keys lead to *cells*.

    If the keys have lost cells, a line that has most of these and more knows where the others are.
    """
    if any(line.is_led_to(place.id) for line in lines):
        return True
    count = sum(cell is not None for cell in cells)
    return count < _LOSING * place.fill * len(cells) and any(
        (line.option.agreement or {}).get(place.id, 0.0) >= _MOSTLY
        and sum(cell is not None for cell in line.cells) > count
        for line in lines
    )


def _holds_others(
    tree: Tree,
    fields: Sequence[ListField],
    place: ListField,
    cells: Sequence[Cell],
    lines: Sequence[FoundColumn],
) -> bool:
    """Return whether what the keys of *place* lead to holds texts of other columns, too.

    If a new element is around the content of a record, an old place is that of a larger part.
    A field that was such a part before may be one now.
    """
    if place.kind not in _TEXTS or _held_before(fields, place) >= _SEVERAL:
        return False
    kind = _extent_of(place.kind)
    parts = [(k, extent(tree, c, kind)) for k, c in enumerate(cells) if isinstance(c, int)]
    inside = [
        line
        for line in lines
        if line.field.kind in _TEXTS
        and 2 * sum(isinstance(c := line.cells[k], int) and c in nodes[1:] for k, nodes in parts)
        > len(parts)
    ]
    others = {one.id for one in fields} - {place.id}
    return len(inside) >= _SEVERAL and any(line.is_led_to(one) for line in inside for one in others)


def _held_before(fields: Sequence[ListField], place: ListField) -> int:
    """Return how many other fields of texts were inside the cells of *place*."""
    ways = [f"{key}/" for keys in (place.keys.places, place.keys.classes) for key in keys]
    return sum(
        other is not place
        and other.kind in _TEXTS
        and any(
            key.startswith(way)
            for keys in (other.keys.places, other.keys.classes)
            for key in keys
            for way in ways
        )
        for other in fields
    )


def without_doubted(
    wrapper: Wrapper, template: ListPages, lines: Sequence[FoundColumn]
) -> list[FoundColumn]:
    """Return the lines, ignoring old keys that lead to values of other columns."""
    led = {
        place: line.option.values
        for line in lines
        for place, share in (line.option.agreement or {}).items()
        if share >= _SAME
    }
    columns = [column for column in wrapper.columns if column.place in led]
    count = max(map(len, led.values()), default=0)
    rows = [{place: said[k] for place, said in led.items() if k < len(said)} for k in range(count)]
    doubted = {place for pair in exchanged(columns, led) for place in pair}
    doubted |= {place for three in broken_echoes(template.template.echoes, rows) for place in three}
    if not doubted:
        return [*lines]
    return [
        replace(line, option=replace(line.option, agreement={
            place: share
            for place, share in (line.option.agreement or {}).items()
            if place not in doubted
        }))
        for line in lines
    ]  # fmt: skip


def texts_in(tree: Tree, place: Field, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return numbers that are equal for cells with the same texts: one may be around the other."""
    if place.kind not in _TEXTS:
        return tuple(cells)
    kind = _extent_of(place.kind)
    found: list[Cell] = []
    for cell in cells:
        nodes = extent(tree, cell, kind) if isinstance(cell, int) else ()
        texts = [node for node in nodes if tree.kinds[node] & TEXT]
        # The texts of an extent follow each other: the first one and their number tell it.
        found.append(texts[0] + len(tree) * len(texts) if texts else cell)
    return tuple(found)


def _extent_of(kind: str) -> Extent:
    return "run" if kind == "run" else "rest" if kind == "rest" else "part"


def _agreement(one: Sequence[Cell], other: Sequence[Cell]) -> float:
    either = sum(a is not None or b is not None for a, b in zip(one, other, strict=True))
    same = sum(map(same_cell, one, other))
    return same / max(either, 1)


def field_of(place: ListField) -> Field:
    """Return the field of a template as one of an alignment."""
    inner = place.inner.fields if place.inner else ()
    kind = "image" if place.kind == "alt" else place.kind
    return Field(kind, place.path, place.fill < 1, tuple(map(field_of, inner)), place.constant)
