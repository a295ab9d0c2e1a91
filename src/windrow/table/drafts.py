"""Drafts: columns before they have a name and a type."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from windrow.kernels.table import values as kernel
from windrow.model import Cell, Field, Row, cell_text
from windrow.tree import Tree
from windrow.tree.runs import EXTENTS, run_texts

__all__ = [
    "DraftColumn",
    "Heads",
    "add_alts",
    "find_constants",
    "first_node",
    "is_constant",
    "read_drafts",
]

_TEXTS = EXTENTS | {"text", "value"}
# Fewer rows may have the same value by chance: chosen, not measured.
_FEWEST_CONSTANT = 3
_ALT = "/@alt"
# How many values are looked at to see what all of them look like: chosen, not measured.
_LOOKED_AT = 8


class DraftColumn:
    """A field with its cells and their values, one per row; None if a cell has no value.

    Never changed after it is made; not a frozen dataclass, as there are hundreds per page.
    """

    __slots__ = (
        *("_length", "cells", "different", "field", "filled", "index"),
        *("is_alt", "is_text", "missing", "sample", "values"),
    )

    def __init__(
        self, field: Field, index: int, cells: tuple[Cell, ...], values: tuple[str | None, ...]
    ) -> None:
        self.field = field
        self.index = index  # among the fields of the alignment
        self.cells = cells
        self.values = values
        # The present values, and how many are missing.
        # Mostly none is missing, and whether all hold something is cheap to ask.
        self.filled: list[str] = (
            [*values] if all(values) else [value for value in values if value is not None]  # type: ignore[list-item]
        )
        self.missing = len(values) - len(self.filled)
        self.different = set(self.filled)
        # What all values look like is asked of the first.
        self.sample = self.filled[:_LOOKED_AT]
        # Whether the values are texts of the page, not addresses or rows; descriptions of images.
        self.is_text = field.kind in _TEXTS
        self.is_alt = field.path.endswith(_ALT)
        self._length = -1.0

    @property
    def length(self) -> float:
        """How many characters the values have; 0 if there are none."""
        if self._length < 0:
            self._length = sum(map(len, self.sample)) / max(len(self.sample), 1)
        return self._length


def read_drafts(tree: Tree, fields: Sequence[Field], rows: Sequence[Row]) -> list[DraftColumn]:
    """Return the drafts of an alignment; those that hold rows have no values."""
    columns = zip(*rows, strict=True) if rows else (() for _ in fields)
    return [
        DraftColumn(draft, index, cells, _values(tree, cells, draft))
        for index, (draft, cells) in enumerate(zip(fields, columns, strict=True))
    ]


def _values(tree: Tree, cells: tuple[Cell, ...], draft: Field) -> tuple[str | None, ...]:
    if draft.kind == "rows":
        return (None,) * len(cells)
    if draft.kind == "text":
        return tuple(kernel.texts(cells, tree.texts, tree.buffer))
    if draft.kind == "run" or draft.kind == "part":
        return tuple(run_texts(tree, cells, kind=draft.kind))
    if draft.kind == "link":
        return attribute_values(tree, cells, "href")
    if draft.kind == "value":
        return attribute_values(tree, cells, "value")
    if draft.kind == "image":
        return _sources(tree, cells)
    return tuple(
        [cell_text(tree, cell, draft) or None if isinstance(cell, int) else None for cell in cells]
    )


def _sources(tree: Tree, cells: tuple[Cell, ...]) -> tuple[str | None, ...]:
    """Return the address of each image: that of a lazy one may be in another attribute."""
    found = attribute_values(tree, cells, "src")
    if all(found) and not any(map(_is_placeholder, found)):
        return found
    return tuple(
        [tree.value(cell, "image") or None if isinstance(cell, int) else None for cell in cells]
    )


def _is_placeholder(address: str | None) -> bool:
    return address is not None and address.startswith("data:")


def attribute_values(tree: Tree, cells: tuple[Cell, ...], name: str) -> tuple[str | None, ...]:
    """Return an attribute of each cell; None if it is empty, or there is no node."""
    number = tree.attribute_numbers.get(name)
    if number is None:
        return (None,) * len(cells)
    found = kernel.attributes(cells, number, tree.attribute_starts, tree.attributes, tree.buffer)
    return tuple(found)


Heads: TypeAlias = Mapping[int, Hashable]
"""The page's names for drafts, by index: a header or a label, each with its own mark."""


def find_constants(drafts: Sequence[DraftColumn], heads: Heads) -> list[bool]:
    """Return for each draft whether it is the same in every row, and the page does not name it.

    A header names the texts below it that vary; those that do not, where none does; a picture or a
    link, where there is no text. No draft counts as constant where all of them are.
    """
    same = [is_constant(draft) for draft in drafts]
    if all(same):
        return [False] * len(drafts)
    texts = [
        (heads.get(p.index), still) for p, still in zip(drafts, same, strict=True) if p.is_text
    ]
    varied = {head for head, still in texts if not still}
    said = {head for head, _ in texts}
    return [
        still and ((head := heads.get(p.index)) is None or head in (varied if p.is_text else said))
        for p, still in zip(drafts, same, strict=True)
    ]


def is_constant(draft: DraftColumn) -> bool:
    """Return whether all of three or more rows have the same value."""
    values = draft.values
    if len(values) < _FEWEST_CONSTANT or draft.field.kind == "rows":
        return False
    # Mostly the second value already differs from the first.
    first = values[0]
    return first is not None and values[1] == first and values.count(first) == len(values)


def first_node(cell: Cell) -> int:
    """Return the first node of a cell, also in nested rows; -1 if there is none."""
    if isinstance(cell, int):
        return cell
    found = (first_node(inner) for row in cell or () for inner in row)
    return next((node for node in found if node >= 0), -1)


def add_alts(tree: Tree, drafts: Sequence[DraftColumn]) -> list[DraftColumn]:
    """Return *drafts* with descriptions of images that repeat no text of the row."""
    found: list[DraftColumn] = []
    for draft in drafts:
        found.append(draft)
        if draft.field.kind == "image" and (alt := _alt(tree, draft, drafts)):
            found.append(alt)
    return found


def _alt(tree: Tree, draft: DraftColumn, drafts: Sequence[DraftColumn]) -> DraftColumn | None:
    alts = attribute_values(tree, draft.cells, "alt")
    values = tuple([None if alt is None else alt.strip() or None for alt in alts])
    different = set(values) - {None}
    if len(different) < 2 or 2 * values.count(None) > len(values):
        return None
    texts = [other.values for other in drafts if other.is_text]
    new = sum(
        value is not None
        # Mostly it repeats a text to the letter.
        and value not in (said := [text[row] or "" for text in texts])
        and not _known(value, said)
        for row, value in enumerate(values)
    )
    # Most rows must gain by it: an alt that differs only occasionally is a typing error.
    if 2 * new <= len(values):
        return None
    path = f"{draft.field.path}{_ALT}"
    return DraftColumn(Field("text", path, None in values), draft.index, draft.cells, values)


def _known(value: str, texts: list[str]) -> bool:
    """Return whether *texts* say *value*, or nearly so ("Photo of X", "X by Y")."""
    value = value.casefold()
    return any(
        text and (value in text or (len(text) > 3 and text in value))
        for text in map(str.casefold, texts)
    )
