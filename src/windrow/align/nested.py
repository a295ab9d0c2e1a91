"""Lists inside records become rows inside rows.

A record with sizes and prices, tags or attachments contains a list, and alignment puts
its items into numbered columns: the first size, the second size ... If the items are clearly of
one kind and their number varies, they become one field of the kind ``rows`` instead.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from windrow.align.partial import align
from windrow.kernels.align import cells, lists
from windrow.model import Alignment, Cell, Field, Record, Row
from windrow.tree import Tree

__all__ = ["nest"]

# The least share of neighbours in a list that look alike, and of records that have the list:
# chosen, not measured.
_ALIKE = 0.7
_HAVE = 0.3
# Items with a single value must vary in number by this much, because an optional value varies
# by one: chosen, not measured.
_WIDE = 2
# Cells of a table row are its columns, and a label and its value are not two items of a list.
_NO_ITEMS = frozenset("td th dt dd br img".split())
# A longer text is not a number: chosen, not measured.
_NUMBER = 30
# This many records are enough to see where the items of a list divide: chosen, not measured.
_LOOKED_AT = 12
# The maximum number of lists in a record: chosen, not measured.
_MOST_LISTS = 5

_Items = list[list[int]]
"""The items of one list in each of the records; empty for a record that lacks it."""


def nest(alignment: Alignment, records: Sequence[Record], marks: array[int]) -> Alignment:
    """Return *alignment* with every clear list inside the *records* as one field of rows.

    *marks* are a number for every node of the tree, such as its class; items of a list
    have the same number.

    >>> tree = Tree.from_text(
    ...     'ul(li(b"A" ol(li(i"S" u"$1") li(i"M" u"$2"))) li(b"B" ol(li(i"S" u"$3"))))'
    ... )
    >>> records = [(1,), (10,)]
    >>> print(nest(align(tree, records), records, tree.labels))
    A | [S, $1; M, $2]
    B | [S, $3]
    """
    if len(alignment.rows) != len(records):
        return alignment
    for _ in range(_MOST_LISTS):
        found = next(_clear_lists(alignment, records, marks), None)
        if found is None:
            break
        alignment = _folded(alignment, found, marks)
    return alignment


def _clear_lists(
    alignment: Alignment, records: Sequence[Record], marks: array[int]
) -> Iterator[_Items]:
    for depth, columns in _repeated(alignment, records):
        found = _items(alignment, records, columns, depth, marks)
        if found is not None and _is_clear(alignment.tree, found):
            yield found


def _repeated(alignment: Alignment, records: Sequence[Record]) -> Iterator[tuple[int, list[int]]]:
    """Yield columns of one path, and how deep below the record's root they divide."""
    by_path: dict[tuple[str, str], list[int]] = defaultdict(list)
    # A record of several nodes may have a list as one of them: a heading and the list below it.
    several = min(map(len, records)) > 1
    for column, place in enumerate(alignment.fields):
        if place.kind in ("text", "link", "image") and place.path.count("/") > 1 - several:
            by_path[place.kind, place.path].append(column)
    seen = set()
    for columns in by_path.values():
        # Items that vary in number leave cells empty.
        if len(columns) < 2 or not any(alignment.fields[c].optional for c in columns):
            continue
        depths = _parting_depths(alignment, records, columns)
        if not depths:
            continue
        depth = max(dict.fromkeys(depths), key=depths.count)
        path = alignment.fields[columns[0]].path.split("/")[: depth + 1]
        # Sizes and prices of one list divide at the same place, which is checked once.
        if depth > 0 - several and (depth, *path) not in seen:
            seen.add((depth, *path))
            for together in _by_box(alignment, records, columns, depth):
                yield depth, together


def _by_box(
    alignment: Alignment, records: Sequence[Record], columns: list[int], depth: int
) -> list[list[int]]:
    """Return *columns* grouped by their list: a record may have several of one path."""
    tree = alignment.tree
    levels = _levels(tree, records, depth)
    groups = lists.together(alignment.rows, levels, columns, tree.parents, tree.depths)
    return [group for group in groups if len(group) > 1]


def _levels(tree: Tree, records: Sequence[Record], depth: int) -> list[int]:
    """Return which depth in the tree is *depth* in each of the records."""
    depths = tree.depths
    return [depths[record[0]] + depth for record in records]


def _parting_depths(
    alignment: Alignment, records: Sequence[Record], columns: list[int]
) -> list[int]:
    tree, rows = alignment.tree, alignment.rows[:_LOOKED_AT]
    found = cells.parting_depths(rows, columns, tree.sizes, tree.parents, tree.depths)
    levels = [tree.depths[record[0]] for record in records[:_LOOKED_AT]]
    return [depth - level for depths, level in zip(found, levels, strict=False) for depth in depths]


def _items(
    alignment: Alignment,
    records: Sequence[Record],
    columns: list[int],
    depth: int,
    marks: array[int],
) -> _Items | None:
    """Return the list whose items lie *depth* + 1 levels below the records, if there is one."""
    tree = alignment.tree
    items: _Items | None = lists.items(
        alignment.rows,
        [*records],
        _levels(tree, records, depth),
        columns,
        tree.parents,
        tree.depths,
        tree.sizes,
        tree.item_counts,
        marks,
    )
    if items is None or any(own and tree.label(own[0]) in _NO_ITEMS for own in items):
        return None
    return items


def _is_clear(tree: Tree, items: _Items) -> bool:
    """Return whether the items are of one kind and vary in number."""
    counts = [len(own) for own in items if own]
    if len(counts) < max(2, _HAVE * len(items)) or max(counts) < 2:
        return False
    looks = [_looks(tree, own) for own in items]
    values = Counter(len(look) for own in looks for look in own).most_common(1)[0][0]
    if max(counts) - min(counts) < (1 if values > 1 else _WIDE):
        return False
    same = [one == other for own in looks for one, other in pairwise(own)]
    return sum(same) >= _ALIKE * len(same)


def _looks(tree: Tree, nodes: list[int]) -> list[list[int]]:
    """Return how items look: their values, which are numbers, which are labels."""
    spans, buffer = tree.texts, tree.buffer
    return lists.looks(nodes, tree.sizes, tree.kinds, tree.labels, spans, buffer, _NUMBER)


def _folded(alignment: Alignment, items: _Items, marks: array[int]) -> Alignment:
    """Return *alignment* with the columns of a list as one column of rows."""
    tree = alignment.tree
    every = [(item,) for own in items for item in own]
    inner = align(tree, every, marks=marks)
    rest = iter(inner.rows)
    folded: list[Cell] = [tuple(next(rest) for _ in own) or None for own in items]
    rows = lists.outside(alignment.rows, items, tree.sizes)
    before = [any(row[c] is not None for row in alignment.rows) for c in range(len(rows[0]))]
    kept = [c for c, full in enumerate(before) if full and any(row[c] is not None for row in rows)]
    gone = sorted({*range(len(rows[0]))}.difference(kept))
    at = sum(c < gone[0] for c in kept) if gone else len(kept)
    box = tree.parents[every[0][0]]
    place = Field("rows", _path(tree, box, alignment, gone), None in folded, inner.fields)
    fields = [alignment.fields[c] for c in kept]
    new: list[Row] = []
    for row, cell in zip(rows, folded, strict=True):
        others = [row[c] for c in kept]
        new.append((*others[:at], cell, *others[at:]))
    return Alignment(tree, (*fields[:at], place, *fields[at:]), tuple(new))


def _path(tree: Tree, box: int, alignment: Alignment, gone: Sequence[int]) -> str:
    """Return the path of the list: what its columns' paths begin with."""
    if not gone:
        return tree.label(box)
    labels = alignment.fields[gone[0]].path.split("/")
    for k in range(len(labels) - 1, -1, -1):
        if labels[k] == tree.label(box):
            return "/".join(labels[: k + 1])
    return tree.label(box)
