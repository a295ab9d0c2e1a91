"""Rows of cells that are all of one kind: the cells are the records.

Names or pictures are often laid out in a table, a few beside each other. Its rows are as regular as
those of any other table, so the formula takes them. But the place in the row says nothing: cells of
all columns are built alike and lead to pages of one kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, built_of
from windrow.tree import Tree

__all__ = ["cells_in_rows"]

# The share of cells that must be built alike, and that must differ in what they say: chosen, not
# measured.
_ALIKE, _DIFFERENT = 0.9, 0.9
_CELLS = frozenset(("td", "div", "li"))


def cells_in_rows(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return which candidate has the cells that the rows of the best one are made of.

    None where the best one is not made of such rows.
    """
    if not found:
        return None
    rows, ends = found[values.index(max(values))]
    sizes, texts = tree.sizes, signals.texts
    if any(row + sizes[row] != end for row, end in zip(rows, ends, strict=True)):
        return None
    grid = [[c for c in tree.children(row) if texts[c + sizes[c]] > texts[c]] for row in rows]
    if not _is_grid(tree, signals, grid):
        return None
    wanted = {(texts[cell], texts[cell + sizes[cell]]) for line in grid for cell in line}
    for k, (starts, behind) in enumerate(found):
        if len(starts) == len(wanted):
            own = {(texts[start], texts[end]) for start, end in zip(starts, behind, strict=True)}
            if own == wanted:
                return k
    return None


def _is_grid(tree: Tree, signals: Signals, grid: Sequence[Sequence[int]]) -> bool:
    """Return whether the cells of all columns are of one kind."""
    # Only the last row may lack some, and two rows of two are needed to compare.
    width = len(grid[0])
    if width < 2 or any(len(line) != width for line in grid[:-1]) or len(grid[-1]) > width:
        return False
    cells = [cell for line in grid for cell in line]
    if {tree.label(cell) for cell in cells} - _CELLS or _has_headings(signals, grid):
        return False
    ways = Counter(built_of(tree, (cell, cell + tree.sizes[cell])) for cell in cells)
    said = {tuple(filter(None, signals.hashes[c : c + tree.sizes[c]])) for c in cells}
    if ways.most_common(1)[0][1] < _ALIKE * len(cells) or len(said) < _DIFFERENT * len(cells):
        return False
    kinds = [_usual_folder(tree, [line[k] for line in grid if k < len(line)]) for k in range(width)]
    return len({*kinds}) == 1 and kinds[0] is not None


def _has_headings(signals: Signals, grid: Sequence[Sequence[int]]) -> bool:
    tables = {signals.row_tables[line[0] - 1] - 1 for line in grid if line}
    return any(table >= 0 and signals.header_kinds[table] > 0 for table in tables)


def _usual_folder(tree: Tree, cells: Sequence[int]) -> str | None:
    """Return where most first links of *cells* lead, without the last part; None where they differ.

    Links of one kind differ in the last part of the path or in the value of a query.
    """
    folders = Counter(_folder(tree, cell) for cell in cells)
    [(folder, count)] = folders.most_common(1)
    return folder if 2 * count > len(cells) else None


def _folder(tree: Tree, cell: int) -> str | None:
    for node in tree.subtree(cell):
        address = tree.attribute(node, "href")
        if address:
            path, _, query = address.partition("?")
            return query.partition("=")[0] if query else path.rstrip("/").rpartition("/")[0]
    return None
