"""Header rows above records that look like rows of a table, but are not an HTML table.

Grids of ``div`` use roles (``role="columnheader"``), lists in columns have a first row of
names with as many parts as the records have.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Alignment, Cell, Record
from windrow.table.drafts import first_node
from windrow.tree import Tree
from windrow.tree.runs import text_of

__all__ = ["row_above", "ruled"]

_HEADER_ROLE = "columnheader"
# Fewer columns are a title with a link beside it. Chosen, not measured.
_FEWEST = 3
# Longer texts are not names of columns, in characters: chosen, not measured.
_LONGEST = 40


def ruled(tree: Tree, records: Sequence[Record], alignment: Alignment) -> dict[int, str]:
    """Return the names that the row above the *records* gives to fields of *alignment*."""
    if any(len(record) != 1 for record in records):
        return {}
    first = records[0][0]
    above = row_above(tree, first)
    if above < 0:
        return {}
    heads = [text_of(tree, tree.subtree(part)) for part in tree.children(above)]
    if not _has_roles(tree, above) and not _are_names(tree, heads, records):
        return {}
    found = {}
    for field in range(len(alignment.fields)):
        place = _place(tree, records, [row[field] for row in alignment.rows])
        if 0 <= place < len(heads) and heads[place]:
            found[field] = heads[place]
    return found


def row_above(tree: Tree, first: int) -> int:
    """Return the last node above the record *first* that could be a row of names, or -1.

    It is the sibling before the record, or is in a separate group before that of the records.
    """
    parent = tree.parents[first]
    if parent < 0:
        return -1
    if (before := _before(tree, first)) >= 0:
        return before
    group = _before(tree, parent)
    if group < 0:
        return -1
    rows = tree.children(group)
    return rows[-1] if len(rows) == 1 and tree.sizes[rows[0]] > 1 else group


def _before(tree: Tree, node: int) -> int:
    """Return the sibling right before *node*, or -1."""
    parent = tree.parents[node]
    siblings = tree.children(parent) if parent >= 0 else [node]
    place = siblings.index(node)
    return siblings[place - 1] if place else -1


def _has_roles(tree: Tree, row: int) -> bool:
    parts = tree.children(row)
    return len(parts) > 1 and all(tree.attribute(part, "role") == _HEADER_ROLE for part in parts)


def _are_names(tree: Tree, heads: Sequence[str], records: Sequence[Record]) -> bool:
    """Return whether *heads* are short different words, one for each part of the records."""
    filled = [head for head in heads if head]
    if len(heads) < _FEWEST or 3 * len(filled) < 2 * len(heads) or len({*filled}) < len(filled):
        return False
    if any(len(head) > _LONGEST or any(map(str.isdigit, head)) for head in filled):
        return False
    widths = [len(tree.children(node)) for (node,) in records]
    if sum(width == len(heads) for width in widths) < 0.8 * len(widths):
        return False
    said = [
        [text_of(tree, tree.subtree(part)) for part in tree.children(node)] for (node,) in records
    ]
    # A record that was left out resembles the others below it.
    names = {*filled}
    return all(map(names.isdisjoint, said)) and _has_digits(said)


def _has_digits(records: Sequence[Sequence[str]]) -> bool:
    """Return whether some part holds digits in nearly every record, as no row of names does."""
    columns: dict[int, int] = {}
    for parts in records:
        for place, text in enumerate(parts):
            if any(map(str.isdigit, text)):
                columns[place] = columns.get(place, 0) + 1
    return any(count >= 0.8 * len(records) for count in columns.values())


def _place(tree: Tree, records: Sequence[Record], cells: Sequence[Cell]) -> int:
    """Return in which part of its record the first filled of *cells* is, or -1."""
    for (root,), cell in zip(records, cells, strict=False):
        node = first_node(cell)
        if node < 0:
            continue
        while node >= 0 and tree.parents[node] != root:
            node = tree.parents[node]
        return tree.children(root).index(node) if node >= 0 else -1
    return -1
