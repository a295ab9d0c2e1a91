"""Values that stand behind changing labels: sorted by what the label says, not by where it stands.

One record has "Author, Year", the next one "Year, Pages": alignment by place puts years below
authors. The labels know better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from windrow.model import Cell
from windrow.table.places import Place
from windrow.tree import Tree

__all__ = ["sort_by_terms"]

_LONGEST = 40
# More terms than this for each place of a label, and they are values themselves.
_MOST_TERMS = 6

_Group = tuple[Place, list[Place]]
_Key = tuple[str, str, int]  # what the label says, kind of the value, which of these


def sort_by_terms(tree: Tree, places: Sequence[Place]) -> tuple[list[Place], dict[int, str]]:
    """Return *places* with the values behind changing labels in a column for each label.

    The second result says what the labels call the new places. Labels are cells that are ``dt``,
    or that end with a colon; where none of them changes, all stays as it is.
    """
    groups = [group for group in _groups(tree, places) if group[1]]
    if not any(len(label.different) > 1 for label, _ in groups):
        return list(places), {}
    counts = Counter(term for label, _ in groups for term in label.filled)
    repeated = sum(count > 1 for count in counts.values())
    if len(counts) > _MOST_TERMS * len(groups) or 2 * repeated < len(counts):
        return list(places), {}
    return _sorted(places, groups)


def _groups(tree: Tree, places: Sequence[Place]) -> Iterator[_Group]:
    """Yield the labels with the places behind them that stand beside them."""
    label: Place | None = None
    behind: list[Place] = []
    for place in places:
        if _is_label(tree, place):
            if label is not None:
                yield label, behind
            label, behind = place, []
        elif label is not None and place.field.kind != "rows" and _beside(tree, label, place):
            behind.append(place)
    if label is not None:
        yield label, behind


def _is_label(tree: Tree, place: Place) -> bool:
    if not place.is_text:
        return False
    some = False
    for value, cell in zip(place.values, place.cells, strict=True):
        if value is not None and isinstance(cell, int):
            some = True
            if len(value) > _LONGEST or (value[-1] not in ":：" and tree.label(cell) != "dt"):
                return False
    return some


def _beside(tree: Tree, label: Place, place: Place) -> bool:
    """Return whether a value is, or stands in, a sibling of the label, in a row that has both."""
    for first, second in zip(label.cells, place.cells, strict=True):
        if isinstance(first, int) and isinstance(second, int):
            parent = tree.parents[first]
            return first < second < parent + tree.sizes[parent]
    return False


def _sorted(
    places: Sequence[Place], groups: Sequence[_Group]
) -> tuple[list[Place], dict[int, str]]:
    size = len(groups[0][0].cells)
    new: dict[_Key, tuple[Place, list[Cell], list[str | None]]] = {}
    for row in range(size):
        for label, behind in groups:
            term, seen = label.values[row] or "", Counter[str]()
            for place in behind:
                if place.values[row] is None:
                    continue
                key: _Key = (term, place.field.kind, seen[place.field.kind])
                seen[place.field.kind] += 1
                if key not in new:
                    new[key] = (place, [None] * size, [None] * size)
                _, cells, values = new[key]
                cells[row], values[row] = place.cells[row], place.values[row]
    taken = {p.index for label, behind in groups for p in (label, *behind)}
    # Numbered behind all others: the old numbers belong to columns that are no more.
    start = max(place.index for place in places) + 1
    found = [place for place in places if place.index not in taken]
    called = {}
    for index, (key, (place, cells, values)) in enumerate(new.items(), start):
        field = replace(place.field, optional=None in values)
        found.append(Place(field, index, tuple(cells), tuple(values)))
        called[index] = key[0]
    return found, called
