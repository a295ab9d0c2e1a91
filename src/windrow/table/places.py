"""The places of a table before they are columns: what each holds, and which are worth keeping."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from windrow.model import Cell, Field, Row, cell_text
from windrow.tree import Tree
from windrow.tree.run import INLINE

__all__ = ["Place", "add_alts", "first_node", "is_constant", "read", "tidy"]

# What stands between items to please the eye, and links that lead nowhere.
_DECORATION = re.compile(r"[\s|·•∙–—/\\,.;:»«›‹>→…*-]+")
_NOWHERE = re.compile(r"#|javascript:.*|about:blank", re.IGNORECASE)

_FEWEST_CONSTANT = 3
_ALT = "/@alt"


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A field with its cells below each other, and what they say; None where they say nothing."""

    field: Field
    index: int  # among the fields of the alignment
    cells: tuple[Cell, ...]
    values: tuple[str | None, ...]

    @property
    def is_text(self) -> bool:
        """Whether the values are words of the page, not addresses or rows."""
        return self.field.kind in ("text", "run", "value")

    @property
    def is_alt(self) -> bool:
        """Whether the values are descriptions of images."""
        return self.field.path.endswith(_ALT)

    @property
    def filled(self) -> list[str]:
        """The values that are there."""
        return [value for value in self.values if value is not None]


def read(tree: Tree, fields: Sequence[Field], rows: Sequence[Row]) -> list[Place]:
    """Return the places of an alignment; those that hold rows have no values of their own."""
    columns = zip(*rows, strict=True) if rows else (() for _ in fields)
    return [
        Place(place, index, cells, _values(tree, cells, place))
        for index, (place, cells) in enumerate(zip(fields, columns, strict=True))
    ]


def _values(tree: Tree, cells: tuple[Cell, ...], place: Field) -> tuple[str | None, ...]:
    if place.kind == "rows":
        return (None,) * len(cells)
    return tuple(
        [cell_text(tree, cell, place) or None if isinstance(cell, int) else None for cell in cells]
    )


def tidy(tree: Tree, places: Sequence[Place]) -> list[Place]:
    """Return *places* without those that are empty, decoration, or say what another one says."""
    filled = [place for place in places if _says_something(place)]
    return _distinct(_completed(_mended(tree, filled)))


def is_constant(place: Place) -> bool:
    """Return whether all of three or more rows say the same here."""
    values = place.values
    if len(values) < _FEWEST_CONSTANT or place.field.kind == "rows":
        return False
    return values[0] is not None and values.count(values[0]) == len(values)


def first_node(cell: Cell) -> int:
    """Return the first node of a cell, that of nested rows included; -1 for none."""
    if isinstance(cell, int):
        return cell
    found = (first_node(inner) for row in cell or () for inner in row)
    return next((node for node in found if node >= 0), -1)


def _says_something(place: Place) -> bool:
    if place.field.kind == "rows":
        return any(place.cells)
    different = set(place.values) - {None}
    if place.field.kind == "link":
        return not all(_NOWHERE.fullmatch(value or "") for value in different)
    if len(different) == 1 and place.is_text:
        return not all(_DECORATION.fullmatch(value or "") for value in different)
    return bool(different)


def _mended(tree: Tree, places: list[Place]) -> list[Place]:
    """Join places of one path that no row has both of: one column that alignment has split."""
    found: list[Place] = []
    open_places: dict[tuple[str, str, bytes], int] = {}
    for place in places:
        if place.field.kind == "rows" or None not in place.values:
            found.append(place)
            continue
        key = (place.field.kind, place.field.path, _class(tree, place))
        at = open_places.get(key)
        if at is not None and _never_both(found[at], place):
            found[at] = _joined(found[at], place)
        else:
            open_places[key] = len(found)
            found.append(place)
    return found


def _completed(places: list[Place]) -> list[Place]:
    """Join neighbouring texts of which every row has exactly one: one column with two markups."""
    found: list[Place] = []
    last = -1
    for place in places:
        if place.is_text:
            if last >= 0 and _always_one(found[last], place):
                found[last] = _joined(found[last], place)
                continue
            last = len(found)
        found.append(place)
    return found


def _class(tree: Tree, place: Place) -> bytes:
    node = next(cell for cell in place.cells if isinstance(cell, int))
    return (tree.attribute(node, "class") or "").encode()


def _never_both(first: Place, second: Place) -> bool:
    return all(a is None or b is None for a, b in zip(first.values, second.values, strict=True))


def _always_one(first: Place, second: Place) -> bool:
    if _block(first.field.path) != _block(second.field.path):
        return False
    pairs = zip(first.values, second.values, strict=True)
    return all((a is None) != (b is None) for a, b in pairs)


def _block(path: str) -> str:
    """Return *path* without the inline labels at its end: highlighting does not make a column."""
    labels = path.split("/")
    while len(labels) > 1 and labels[-1] in INLINE and labels[-1] != "a":
        labels.pop()
    return "/".join(labels)


def _joined(first: Place, second: Place) -> Place:
    pairs = zip(first.cells, second.cells, first.values, strict=True)
    return replace(
        first,
        cells=tuple(b if value is None else a for a, b, value in pairs),
        values=tuple(
            a if a is not None else b for a, b in zip(first.values, second.values, strict=True)
        ),
    )


def _distinct(places: list[Place]) -> list[Place]:
    """Leave out a place that says what another one of its kind says.

    Links and images are compared only where they are filled: a second link to the same page that
    some rows lack tells nothing.
    """
    kept: list[Place] = []
    seen = set()
    links: dict[str, list[Place]] = {}
    # The fullest first: a copy that some rows lack never replaces the whole.
    for place in sorted(places, key=lambda place: place.values.count(None)):
        kind = "text" if place.is_text else place.field.kind
        if kind != "rows":
            if (kind, place.values) in seen:
                continue
            rivals = links.get(kind, ())
            if kind != "text" and any(_repeats(place, other) for other in rivals):
                continue
            seen.add((kind, place.values))
            links.setdefault(kind, []).append(place)
        kept.append(place)
    return sorted(kept, key=lambda place: place.index)


def _repeats(place: Place, other: Place) -> bool:
    # Most differ in the first value already, and that is cheap to see.
    row = next((k for k, value in enumerate(place.values) if value is not None), 0)
    if place.values[row] != other.values[row]:
        return False
    pairs = zip(place.values, other.values, strict=True)
    return all(value is None or value == said for value, said in pairs)


def add_alts(tree: Tree, places: Sequence[Place]) -> list[Place]:
    """Return *places* with the descriptions of images that say what no text of the row says."""
    found: list[Place] = []
    for place in places:
        found.append(place)
        if place.field.kind == "image" and (alt := _alt(tree, place, places)):
            found.append(alt)
    return found


def _alt(tree: Tree, place: Place, places: Sequence[Place]) -> Place | None:
    values = tuple(
        (tree.attribute(cell, "alt") or "").strip() or None if isinstance(cell, int) else None
        for cell in place.cells
    )
    different = set(values) - {None}
    if len(different) < 2 or 2 * values.count(None) > len(values):
        return None
    texts = [other.values for other in places if other.is_text]
    new = sum(
        value is not None and not _known(value, [text[row] or "" for text in texts])
        for row, value in enumerate(values)
    )
    # Most rows must gain by it: an alt that only now and then differs is a typing error.
    if 2 * new <= len(values):
        return None
    path = f"{place.field.path}{_ALT}"
    return replace(place, field=Field("text", path, None in values), values=values)


def _known(value: str, texts: list[str]) -> bool:
    """Return whether *texts* say *value*, or nearly so ("Photo of X", "X by Y")."""
    value = value.casefold()
    return any(
        text and (value in text or (len(text) > 3 and text in value))
        for text in map(str.casefold, texts)
    )
