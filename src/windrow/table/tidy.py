"""Chooses the drafts to keep: those with content, each value only once."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter

from windrow.median import median
from windrow.model import Cell, Field, FieldKind, cell_text
from windrow.table.drafts import DraftColumn, Heads, first_node
from windrow.table.numbered import without_page_links
from windrow.table.types import typing_of
from windrow.tree import Tree
from windrow.tree.markup import DECORATION, HEADINGS, is_inline, stable_class

__all__ = ["tidy"]

# Links that lead nowhere.
_NOWHERE = re.compile(r"#|javascript:.*|about:blank", re.IGNORECASE)
# Two drafts are one if together they fill this share of the rows, or if this many rows would
# have both by chance, and none has. Chosen, not measured.
_TOGETHER = 0.7
_BY_CHANCE = 2
# Types that different things share.
_LOOSE_TYPES = frozenset({"text", "integer", "number"})
# Texts of one kind have lengths within this factor: chosen, not measured.
_AS_LONG = 3
# At most this many different texts of one place are compared: real records have fewer. Chosen.
_NEAR = 64
# Texts with this many values say the same as others only if they are copies: chosen, not measured.
_VALUES = 3
# What a text may reach over, the plainest first.
_TEXTS: tuple[FieldKind, ...] = ("text", "part", "run")


def tidy(
    tree: Tree, drafts: Sequence[DraftColumn], heads: Heads, apart: Heads
) -> list[DraftColumn]:
    """Return *drafts* without those that are empty, decoration, or repeat another one.

    A draft under its own header, or after a label, is never joined with another; of
    drafts that are *apart*, under different headers or none, two are never one.
    """
    filled = [draft for draft in drafts if _says_something(draft, draft.index in heads)]
    filled = without_page_links(tree, filled)
    mended = _completed(tree, _mended(tree, filled, apart), apart)
    return _distinct(_united(tree, mended, heads, apart), heads)


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
            found[at] = _joined(tree, found[at], draft)
        else:
            open_drafts[key] = len(found)
            found.append(draft)
    return found


def _completed(tree: Tree, drafts: list[DraftColumn], apart: Heads) -> list[DraftColumn]:
    """Join neighbouring texts of which every row has exactly one: one column with two markups."""
    found: list[DraftColumn] = []
    last = -1
    for draft in drafts:
        if draft.is_text:
            same = last >= 0 and apart.get(found[last].index) == apart.get(draft.index)
            if same and _always_one(found[last], draft):
                found[last] = _joined(tree, found[last], draft)
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
    # A cheap test, true of nearly all: they do not fill each other's gaps.
    if first.missing + second.missing != len(first.values):
        return False
    if _part(first.field.path) != _part(second.field.path):
        return False
    pairs = zip(first.values, second.values, strict=True)
    return all((a is None) != (b is None) for a, b in pairs)


def _part(path: str, *, linked: bool = False) -> str:
    """Return *path* without the inline labels at its end: highlighting does not make a column.

    A link does, unless *linked*.
    """
    labels = path.split("/")
    while len(labels) > 1 and is_inline(labels[-1]) and (linked or labels[-1] != "a"):
        labels.pop()
    return "/".join(labels)


def _united(tree: Tree, drafts: list[DraftColumn], heads: Heads, apart: Heads) -> list[DraftColumn]:
    """Join texts of one place with similar values of which every row has at most one.

    One place: between the same two of the texts that every row has, and under the same name.
    """
    partial = [draft for draft in drafts if draft.is_text and draft.missing]
    if len(partial) < 2:
        return drafts
    whole = [draft.cells for draft in drafts if draft.is_text and not draft.missing]
    nodes: dict[int, list[int]] = {}  # by row: nodes of the texts that every row has
    groups: dict[Hashable, list[_Group]] = {}
    for draft in partial:
        row = next(k for k, value in enumerate(draft.values) if value is not None)
        node = first_node(draft.cells[row])
        if row not in nodes:
            nodes[row] = sorted(first_node(cells[row]) for cells in whole)
        before = bisect_left(nodes[row], node)
        own = _Group(tree, draft)
        near = groups.setdefault((before, heads.get(draft.index), apart.get(draft.index)), [])
        for group in near:
            if not group.rows & own.rows and group.is_like(own):
                group.drafts.append(draft)
                group.rows |= own.rows
                break
        else:
            if len(near) < _NEAR:
                near.append(own)
    joined: dict[int, DraftColumn] = {}
    gone: set[int] = set()
    for group in itertools.chain.from_iterable(groups.values()):
        if len(group.drafts) > 1 and group.is_one():
            first, *others = sorted(group.drafts, key=attrgetter("index"))
            for other in others:
                first = _joined(tree, first, other)
            joined[first.index] = first
            gone.update(other.index for other in others)
    return [joined.get(one.index, one) for one in drafts if one.index not in gone]


class _Group:
    """Drafts that may be one column, and the look of the first."""

    def __init__(self, tree: Tree, draft: DraftColumn) -> None:
        self.drafts = [draft]
        # A bit for every row that has one of them.
        self.rows = int("".join(["0" if value is None else "1" for value in draft.values]), 2)
        self._tree = tree
        self._first = draft

    def is_one(self) -> bool:
        """Return whether the drafts never occur in one row, although chance would make them."""
        rows = len(self._first.values)
        filled = [len(draft.filled) for draft in self.drafts]
        fullest = max(filled)
        rest = sum(filled) - fullest
        return fullest + rest >= _TOGETHER * rows or fullest * rest >= _BY_CHANCE * rows

    def is_like(self, other: _Group) -> bool:
        """Return whether values are of one type; texts and numbers must also be marked alike."""
        alike = self._path == other._path or self._around == other._around != ""
        if not (alike or (self._has_digit and other._has_digit)) or self._type != other._type:
            return False
        if self._type not in _LOOSE_TYPES:
            return True
        one, two = self._length, other._length
        return alike and one <= _AS_LONG * two and two <= _AS_LONG * one

    @cached_property
    def _has_digit(self) -> bool:
        return any(map(str.isdigit, self._first.filled[0]))

    @cached_property
    def _type(self) -> str:
        # Values without digits count as text: a cheap test.
        return typing_of(self._first.filled).type if self._has_digit else "text"

    @cached_property
    def _length(self) -> float:
        return median(map(len, self._first.filled))

    @cached_property
    def _path(self) -> str:
        return _part(self._first.field.path, linked=True)

    @cached_property
    def _around(self) -> str:
        """The label and class of the node around the draft; "" if they do not describe it."""
        tree = self._tree
        node = next(cell for cell in self._first.cells if isinstance(cell, int))
        while node > 0 and is_inline(tree.label(node)):
            node = tree.parents[node]
        words = stable_class((tree.attribute(node, "class") or "").encode()).decode()
        return f"{tree.label(node)} {words}" if words or tree.label(node) in HEADINGS else ""


def _joined(tree: Tree, first: DraftColumn, second: DraftColumn) -> DraftColumn:
    pairs = zip(first.cells, second.cells, first.values, strict=True)
    cells = tuple([b if value is None else a for a, b, value in pairs])
    pairs_said = zip(first.values, second.values, strict=True)
    values = tuple([b if a is None else a for a, b in pairs_said])
    place = first.field
    if place.kind != second.field.kind:
        place = replace(place, kind=_kind(tree, cells, values) or place.kind)
    return DraftColumn(place, first.index, cells, values)


def _kind(tree: Tree, cells: Sequence[Cell], values: Sequence[str | None]) -> FieldKind | None:
    """Return the simplest kind of text that gives these *values* for *cells*."""
    said = [(c, v) for c, v in zip(cells, values, strict=True) if v and isinstance(c, int)]
    for kind in _TEXTS:
        place = Field(kind)
        if all(cell_text(tree, cell, place) == value for cell, value in said):
            return kind
    return None


def _distinct(drafts: list[DraftColumn], heads: Heads) -> list[DraftColumn]:
    """Leave out a draft that repeats another one of its kind.

    A draft that is alone under its header is kept; a copy of it under another header, made
    for small screens, is left out.

    Links and images are compared only where they are filled: a second link to the same page that
    some rows lack says nothing new. So does a text without a header, if it has values enough.
    """
    kept: list[DraftColumn] = []
    seen: dict[tuple[str, tuple[str | None, ...]], set[Hashable]] = {}
    rivals: dict[str, _Rivals] = {}
    under: dict[Hashable, int] = {}
    for draft in drafts:
        if draft.is_text:
            head = heads.get(draft.index)
            under[head] = under.get(head, 0) + 1
    # The fullest first: an incomplete copy never replaces the complete one.
    ranks = [(one.missing, under.get(heads.get(one.index), 0)) for one in drafts]
    for k in sorted(range(len(drafts)), key=ranks.__getitem__):
        draft = drafts[k]
        kind = "text" if draft.is_text else draft.field.kind
        if kind != "rows":
            said_by = seen.setdefault((kind, draft.values), set())
            head = heads.get(draft.index)
            crowded = kind == "text" and under[head] > 1
            if said_by and (head is None or head in said_by or crowded):
                continue
            said_by.add(head)
            copy = not rivals.setdefault(kind, _Rivals()).add(draft)
            if copy and (kind != "text" or (head is None and _is_told(draft))):
                continue
        kept.append(draft)
    return sorted(kept, key=attrgetter("index"))


def _is_told(draft: DraftColumn) -> bool:
    """Return whether texts are not the same as others by chance, as yes, no and numbers are."""
    different = draft.different
    return len(different) >= _VALUES and all(any(map(str.isalpha, text)) for text in different)


class _Rivals:
    """Drafts that do not repeat each other; looked up by a row and its value."""

    def __init__(self) -> None:
        self._drafts: list[DraftColumn] = []
        # Built only for rows that are needed: mostly the first.
        self._by_row: dict[int, dict[str | None, list[DraftColumn]]] = {}

    def add(self, draft: DraftColumn) -> bool:
        """Add *draft* and return True, unless an earlier one has all its values."""
        values = draft.values
        row = 0 if values[0] else next((k for k, v in enumerate(values) if v is not None), 0)
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
