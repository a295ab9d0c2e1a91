"""Drafts: columns before they have a name and a type. What each holds, and which to keep."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from operator import attrgetter
from typing import TypeAlias

from windrow.kernels.table import values as kernel
from windrow.model import Cell, Field, Row, cell_text
from windrow.tree import Tree
from windrow.tree.markup import DECORATION, INLINE
from windrow.tree.runs import EXTENTS, run_texts

__all__ = [
    "DraftColumn",
    "Heads",
    "add_alts",
    "find_constants",
    "first_node",
    "is_constant",
    "read_drafts",
    "tidy",
]

# Links that lead nowhere.
_NOWHERE = re.compile(r"#|javascript:.*|about:blank", re.IGNORECASE)

_TEXTS = EXTENTS | {"text", "value"}
# Fewer rows say the same by chance: chosen, not measured.
_FEWEST_CONSTANT = 3
_ALT = "/@alt"


class DraftColumn:
    """A field with its cells below each other, and what they say; None where they say nothing.

    Never changed once it is made; not a frozen dataclass, as there are hundreds a page.
    """

    __slots__ = ("_different", "cells", "field", "filled", "index", "is_text", "missing", "values")

    def __init__(
        self, field: Field, index: int, cells: tuple[Cell, ...], values: tuple[str | None, ...]
    ) -> None:
        self.field = field
        self.index = index  # among the fields of the alignment
        self.cells = cells
        self.values = values
        # The values that are there, and how many are not.
        self.filled: list[str] = [value for value in values if value is not None]
        self.missing = len(values) - len(self.filled)
        # Whether the values are words of the page, not addresses or rows.
        self.is_text = field.kind in _TEXTS
        self._different: set[str] | None = None

    @property
    def is_alt(self) -> bool:
        """Whether the values are descriptions of images."""
        return self.field.path.endswith(_ALT)

    @property
    def different(self) -> set[str]:
        """The values that are there, each once."""
        if self._different is None:
            self._different = set(self.filled)
        return self._different


def read_drafts(tree: Tree, fields: Sequence[Field], rows: Sequence[Row]) -> list[DraftColumn]:
    """Return the drafts of an alignment; those that hold rows have no values of their own."""
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
    if draft.kind == "run":
        return tuple(run_texts(tree, cells))
    if draft.kind == "link":
        return attribute_values(tree, cells, "href")
    return tuple(
        [cell_text(tree, cell, draft) or None if isinstance(cell, int) else None for cell in cells]
    )


def attribute_values(tree: Tree, cells: tuple[Cell, ...], name: str) -> tuple[str | None, ...]:
    """Return an attribute of each cell; None where it is empty, or there is no node."""
    if name not in tree.attribute_names:
        return (None,) * len(cells)
    number = tree.attribute_names.index(name)
    found = kernel.attributes(cells, number, tree.attribute_starts, tree.attributes, tree.buffer)
    return tuple(found)


Heads: TypeAlias = Mapping[int, Hashable]
"""What names drafts on the page, by their indexes: a header or a label, each with its own mark."""


def tidy(
    tree: Tree, drafts: Sequence[DraftColumn], heads: Heads, apart: Heads
) -> list[DraftColumn]:
    """Return *drafts* without those that are empty, decoration, or say what another one says.

    What is under a header of its own, or behind a label, is never taken for something else; of
    drafts that are *apart*, under different headers or none, two are never one.
    """
    filled = [draft for draft in drafts if _says_something(draft, draft.index in heads)]
    return _distinct(_completed(_mended(tree, filled, apart), apart), heads)


def find_constants(drafts: Sequence[DraftColumn], heads: Heads) -> list[bool]:
    """Return for each draft whether it says the same in every row, and nothing names it.

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
    """Return whether all of three or more rows say the same here."""
    values = draft.values
    if len(values) < _FEWEST_CONSTANT or draft.field.kind == "rows":
        return False
    # Mostly the second value differs from the first already.
    first = values[0]
    return first is not None and values[1] == first and values.count(first) == len(values)


def first_node(cell: Cell) -> int:
    """Return the first node of a cell, that of nested rows included; -1 for none."""
    if isinstance(cell, int):
        return cell
    found = (first_node(inner) for row in cell or () for inner in row)
    return next((node for node in found if node >= 0), -1)


def _says_something(draft: DraftColumn, headed: bool) -> bool:
    if draft.field.kind == "rows":
        return any(draft.cells)
    different = draft.different
    if draft.field.kind == "link":
        return not all(map(_NOWHERE.fullmatch, different))
    # Dots in any number are a rating.
    still = len(different) == 1 or all(len(value) == 1 for value in different)
    if still and draft.is_text and not headed:
        return not all(map(DECORATION.fullmatch, different))
    return bool(different)


def _mended(tree: Tree, drafts: list[DraftColumn], apart: Heads) -> list[DraftColumn]:
    """Join drafts of one path that no row has both of: one column that alignment has split."""
    found: list[DraftColumn] = []
    incomplete = [(p.field.kind, p.field.path) for p in drafts if p.missing]
    if len(set(incomplete)) == len(incomplete):
        return drafts
    counts = Counter(incomplete)
    open_drafts: dict[tuple[str, str, bytes, Hashable], int] = {}
    for draft in drafts:
        if not draft.missing or draft.field.kind == "rows":
            found.append(draft)
            continue
        where = (draft.field.kind, draft.field.path)
        marked = _class(tree, draft) if counts[where] > 1 else b""
        key = (*where, marked, apart.get(draft.index))
        at = open_drafts.get(key)
        if at is not None and _never_both(found[at], draft):
            found[at] = _joined(found[at], draft)
        else:
            open_drafts[key] = len(found)
            found.append(draft)
    return found


def _completed(drafts: list[DraftColumn], apart: Heads) -> list[DraftColumn]:
    """Join neighbouring texts of which every row has exactly one: one column with two markups."""
    found: list[DraftColumn] = []
    last = -1
    for draft in drafts:
        if draft.is_text:
            same = last >= 0 and apart.get(found[last].index) == apart.get(draft.index)
            if same and _always_one(found[last], draft):
                found[last] = _joined(found[last], draft)
                continue
            last = len(found)
        found.append(draft)
    return found


def _class(tree: Tree, draft: DraftColumn) -> bytes:
    node = next(cell for cell in draft.cells if isinstance(cell, int))
    return (tree.attribute(node, "class") or "").encode()


def _never_both(first: DraftColumn, second: DraftColumn) -> bool:
    if len(first.filled) + len(second.filled) > len(first.values):
        return False
    return all(a is None or b is None for a, b in zip(first.values, second.values, strict=True))


def _always_one(first: DraftColumn, second: DraftColumn) -> bool:
    # Cheap to see, and true of nearly all: they do not fill each other's gaps.
    if first.missing + second.missing != len(first.values):
        return False
    if _part(first.field.path) != _part(second.field.path):
        return False
    pairs = zip(first.values, second.values, strict=True)
    return all((a is None) != (b is None) for a, b in pairs)


def _part(path: str) -> str:
    """Return *path* without the inline labels at its end: highlighting does not make a column."""
    labels = path.split("/")
    while len(labels) > 1 and labels[-1] in INLINE and labels[-1] != "a":
        labels.pop()
    return "/".join(labels)


def _joined(first: DraftColumn, second: DraftColumn) -> DraftColumn:
    pairs = zip(first.cells, second.cells, first.values, strict=True)
    return DraftColumn(
        first.field,
        first.index,
        tuple([b if value is None else a for a, b, value in pairs]),
        tuple([b if a is None else a for a, b in zip(first.values, second.values, strict=True)]),
    )


def _distinct(drafts: list[DraftColumn], heads: Heads) -> list[DraftColumn]:
    """Leave out a draft that says what another one of its kind says.

    Links and images are compared only where they are filled: a second link to the same page that
    some rows lack says nothing new.
    """
    kept: list[DraftColumn] = []
    seen: dict[tuple[str, tuple[str | None, ...]], set[Hashable]] = {}
    links: dict[str, _Rivals] = {}
    # The fullest first: a copy that some rows lack never replaces the whole.
    for draft in sorted(drafts, key=attrgetter("missing")):
        kind = "text" if draft.is_text else draft.field.kind
        if kind != "rows":
            said_by = seen.setdefault((kind, draft.values), set())
            head = heads.get(draft.index)
            if said_by and (head is None or head in said_by):
                continue
            said_by.add(head)
            if kind != "text" and not links.setdefault(kind, _Rivals()).add(draft):
                continue
        kept.append(draft)
    return sorted(kept, key=attrgetter("index"))


class _Rivals:
    """Drafts that do not repeat each other; found by a row and what it says there."""

    def __init__(self) -> None:
        self._drafts: list[DraftColumn] = []
        # Only for rows that were asked for: mostly the first.
        self._by_row: dict[int, dict[str | None, list[DraftColumn]]] = {}

    def add(self, draft: DraftColumn) -> bool:
        """Add *draft*, and return True, unless one that is there says all it says."""
        values = draft.values
        row = next((k for k, value in enumerate(values) if value is not None), 0)
        if row not in self._by_row:
            found = self._by_row[row] = {}
            for other in self._drafts:
                found.setdefault(other.values[row], []).append(other)
        for other in self._by_row[row].get(values[row], ()):
            pairs = zip(values, other.values, strict=True)
            if all(value is None or value == said for value, said in pairs):
                return False
        self._drafts.append(draft)
        for row, found in self._by_row.items():
            found.setdefault(values[row], []).append(draft)
        return True


def add_alts(tree: Tree, drafts: Sequence[DraftColumn]) -> list[DraftColumn]:
    """Return *drafts* with the descriptions of images that say what no text of the row says."""
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
        value is not None and not _known(value, [text[row] or "" for text in texts])
        for row, value in enumerate(values)
    )
    # Most rows must gain by it: an alt that only now and then differs is a typing error.
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
