"""Tables in which all cells are of one kind: the cells are the records.

Names or pictures are often laid out in a table, a few beside each other. Its rows are as regular as
those of any other table, so the formula prefers them. But the position means nothing: cells of
all columns are built alike and lead to pages of one kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile

from windrow.detect.auto.edges import between_repeats
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, best_of, built_of
from windrow.tree import Tree

__all__ = ["cells_in_rows"]

# The share of cells that must be built alike, and that must differ in what they say: chosen, not
# measured.
_ALIKE, _DIFFERENT = 0.9, 0.9
_CELLS = frozenset(("td", "div", "li", "article", "section"))
# Folders that all kinds of links share.
_NOWHERE = frozenset(("", ".", ".."))
_HOST = re.compile(r"(?:https?:)?//[^/]*")


def cells_in_rows(
    tree: Tree,
    signals: Signals,
    found: Sequence[Span],
    values: Sequence[float],
    offsets: Sequence[int],
) -> int | None:
    """Return the candidate that has the cells of the rows of the best one.

    *offsets* has for every candidate the number of records before it. None if the best one does
    not consist of such rows.
    """
    if not found:
        return None
    rows, ends = found[best_of(values)]
    kept = between_repeats(signals, rows, ends)
    rows, ends = rows[kept], ends[kept]
    sizes, texts = tree.sizes, signals.texts
    first = [c for c in tree.children(rows[0]) if texts[c + sizes[c]] > texts[c]]
    # Mostly the first row already shows that there are no such cells.
    if len(first) < 2 or not _CELLS.issuperset(map(tree.label, first)):
        return None
    if any(row + sizes[row] != end for row, end in zip(rows, ends, strict=True)):
        return None
    grid = [[c for c in tree.children(row) if texts[c + sizes[c]] > texts[c]] for row in rows]
    if not _is_grid(tree, signals, grid):
        return None
    wanted = {(texts[cell], texts[cell + sizes[cell]]) for line in grid for cell in line}
    for k, (low, high) in enumerate(pairwise(offsets)):
        if high - low == len(wanted):
            own = {(texts[start], texts[end]) for start, end in zip(*found[k], strict=True)}
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
    said = {_said(tree, signals, cell) for cell in cells}
    if len(said) < _DIFFERENT * len(cells) or not _are_alike(tree, signals, cells):
        return False
    columns = [[line[k] for line in grid if k < len(line)] for k in range(width)]
    kinds = {_usual_folder(tree, column) for column in columns}
    if len(kinds) == 1 and None not in kinds:
        return True
    folders = {_common_folder(tree, column) for column in columns}
    return len(folders) == 1 and folders.isdisjoint(_NOWHERE)


def _said(tree: Tree, signals: Signals, cell: int) -> tuple[int, ...]:
    """Return numbers for the texts of a cell and, if it is a card, for where it leads.

    Goods of one name and price may differ in their pages alone.
    """
    end = cell + tree.sizes[cell]
    texts = tuple(filter(None, signals.hashes[cell:end]))
    link = signals.links[cell]
    if len(texts) < 2 or link == signals.links[end]:
        return texts
    return *texts, signals.targets[link]


def _are_alike(tree: Tree, signals: Signals, cells: Sequence[int]) -> bool:
    """Return whether *cells* are built alike, or are cards of one class with several texts."""
    ways = Counter(built_of(tree, [(cell, cell + tree.sizes[cell]) for cell in cells]))
    if ways.most_common(1)[0][1] >= _ALIKE * len(cells):
        return True
    # Besides the class of all cards, the first and the last of a row may have another one.
    classes = [{*(tree.attribute(cell, "class") or "").split()} for cell in cells]
    if not set.intersection(*classes):
        return False
    texts = signals.texts
    return all(texts[cell + tree.sizes[cell]] - texts[cell] > 1 for cell in cells)


def _has_headings(signals: Signals, grid: Sequence[Sequence[int]]) -> bool:
    tables = {signals.row_tables[line[0] - 1] - 1 for line in grid if line}
    return any(table >= 0 and signals.header_kinds[table] > 0 for table in tables)


def _usual_folder(tree: Tree, cells: Sequence[int]) -> str | None:
    """Return where most first links of *cells* lead, without the last part; None if they differ.

    Links of one kind differ in the last part of the path or in the value of a query.
    """
    folders = Counter(_folder(tree, cell) for cell in cells)
    [(folder, count)] = folders.most_common(1)
    return folder if 2 * count > len(cells) else None


def _common_folder(tree: Tree, cells: Sequence[int]) -> str:
    """Return the part of the path that the first links of all *cells* share, or ""."""
    folders = [folder.split("/") for cell in cells if (folder := _folder(tree, cell)) is not None]
    if len(folders) < len(cells):
        return ""
    shared = takewhile(lambda parts: len({*parts}) == 1, zip(*folders, strict=False))
    return "/".join(parts[0] for parts in shared)


def _folder(tree: Tree, cell: int) -> str | None:
    for node in tree.subtree(cell):
        address = tree.attribute(node, "href")
        if address:
            path, _, query = address.partition("?")
            path = _HOST.sub("", path)
            return query.partition("=")[0] if query else path.rstrip("/").rpartition("/")[0]
    return None
