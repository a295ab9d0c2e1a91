"""Cells of one record above each other: a row of pictures, a row of names, a row of prices.

Old shops show their goods this way, three or four beside each other. Either the names are the list
that ranks first, and what is above and below each of them, up to the next row of names, belongs to
it. Or groups of rows rank first: then a row of mere pictures shows that each has several things.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.grid import rows_of, table_of

__all__ = ["stacked"]

# At least this many cells are beside each other, and at most this many rows are of one group:
# chosen, not measured.
_FEWEST, _HIGHEST = 2, 6


def stacked(tree: Tree, records: Sequence[Record]) -> tuple[Record, ...] | None:
    """Return *records*, cells of some rows of a table, with the cells above and below each.

    None if all rows have records, or the rows between them do not have the same cells.

    >>> tree = Tree.from_text(
    ...     'table(tr(td(img) td(img)) tr(td"Ant" td"Bee") tr(td"$3" td"$4")'
    ...     ' tr(td(img) td(img)) tr(td"Cow" td"Doe") tr(td"$5" td"$6"))'
    ... )
    >>> cells = [n for n in range(len(tree)) if len(tree.text(n)) == 3]
    >>> [[tree.text(n) for n in record] for record in stacked(tree, [(n,) for n in cells])]
    [['', 'Ant', '$3'], ['', 'Bee', '$4'], ['', 'Cow', '$5'], ['', 'Doe', '$6']]
    """
    parents = tree.parents
    if all(len(record) > 1 for record in records):
        return _divided(tree, records)
    if any(len(record) > 1 for record in records):
        return None
    # Mostly the first record is not in a cell of its own.
    if _cell(tree, records[0][0]) < 0:
        return None
    found = [_cell(tree, record[0]) for record in records]
    named = [*dict.fromkeys(parents[cell] for cell in found)]
    table = table_of(tree, named[0])
    if table < 0 or len(found) < _FEWEST * len(named):
        return None
    rows = [row for row in rows_of(tree, table) if tree.has_items(row)]
    if len(rows) <= len(named) or not set(named) <= set(rows):
        return None
    groups = _groups(rows, named)
    if groups is None:
        return None
    own = set(found)
    together: list[Record] = []
    for row, group in zip(named, groups, strict=True):
        cells = [tree.children(other) for other in group]
        places = [k for k, cell in enumerate(tree.children(row)) if cell in own]
        if any(len(line) < len(tree.children(row)) and len(line) <= places[-1] for line in cells):
            return None
        if any(tree.attribute(cell, "colspan") for line in cells for cell in line):
            return None
        together += [tuple(line[k] for line in cells) for k in places]
    return tuple(together) if len(together) == len(found) else None


def _divided(tree: Tree, groups: Sequence[Record]) -> tuple[Record, ...] | None:
    """Return the columns of *groups* of rows; None unless one row of each is pictures alone."""
    height = len(groups[0])
    if height > _HIGHEST or any(tree.label(row) != "tr" for group in groups for row in group):
        return None
    grid = [[tree.children(row) for row in group if tree.has_items(row)] for group in groups]
    width = len(grid[0][0]) if grid[0] else 0
    if width < _FEWEST or any(len(cells) != width for lines in grid for cells in lines):
        return None
    if len({*map(len, grid)}) > 1 or not any(
        all(_is_picture(tree, cell) for lines in grid for cell in lines[k] if tree.has_items(cell))
        for k in range(len(grid[0]))
    ):
        return None
    columns = [column for lines in grid for column in zip(*lines, strict=True)]
    return tuple([column for column in columns if any(map(tree.has_items, column))])


def _is_picture(tree: Tree, cell: int) -> bool:
    """Return whether a cell has a picture and no text."""
    nodes = tree.subtree(cell)
    return any(tree.label(n) == "img" for n in nodes) and not any(map(tree.text, nodes))


def _cell(tree: Tree, node: int) -> int:
    """Return the cell that has nothing but *node*; -1 if there is none."""
    end = node + tree.sizes[node]
    while node > 0 and tree.label(node) != "td":
        above = tree.parents[node]
        if above != node - 1 or above + tree.sizes[above] != end:
            return -1
        node = above
    return node if node > 0 else -1


def _groups(rows: Sequence[int], named: Sequence[int]) -> list[list[int]] | None:
    """Return the rows around each of the *named* ones; None unless all groups are built alike."""
    place_of = {row: k for k, row in enumerate(rows)}
    places = [place_of[row] for row in named]
    steps = {after - before for before, after in pairwise(places)}
    if len(steps) > 1:
        return None
    height = steps.pop() if steps else len(rows)
    first = places[0]
    # The last group may lack what is below the names, the first has all that is above them.
    if not 1 < height <= _HIGHEST or first >= height or places[-1] - first + height < len(rows):
        return None
    return [[*rows[place - first : place - first + height]] for place in places]
