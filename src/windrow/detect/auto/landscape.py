"""Tables on their side: each column is a record, and the first column names the values.

Comparisons look like this: a row for the weight, a row for the price, a column for each bicycle.
Read by rows, they would be records of "Weight"; turned, they are records of bicycles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.grid import rectangle, rows_of, table_of
from windrow.tree.runs import text_of

__all__ = ["text_form", "turned"]

# How much better cell forms must agree along rows than down columns; the second number is for
# pages that mark the first column as headings. All chosen, not measured.
_MARGIN, _MARKED_MARGIN = 0.3, 0.1
# The fewest columns beside the names, and the most characters of a name: chosen, not measured.
_FEWEST_THINGS = 2
_LONGEST_NAME = 40
_WORDS = re.compile(r"[^\W\d_]+(?:[\s.,'’&/()-]+[^\W\d_]+)*")
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")

_Grid = list[list[int]]


def turned(tree: Tree, records: Sequence[Record]) -> tuple[Record, ...] | None:
    """Return the columns of a table as records, if *records* are rows of one that lies on its side.

    >>> tree = Tree.from_text(
    ...     'table(tr(th"Model" td"Mule" td"Pony") tr(th"Load" td"60 kg" td"80 kg")'
    ...     ' tr(th"Price" td"€900" td"€1200"))'
    ... )
    >>> [[tree.text(cell) for cell in record] for record in turned(tree, [(1,), (5,), (9,)])]
    [['Mule', '60 kg', '€900'], ['Pony', '80 kg', '€1200']]
    """
    rows = [record[0] for record in records]
    if any(len(record) > 1 or tree.label(record[0]) != "tr" for record in records):
        return None
    table = table_of(tree, rows[0])
    if table < 0 or any(table_of(tree, row) != table for row in rows):
        return None
    # The first column of most tables does not name the rows, which a few of them show.
    lines = [*rows_of(tree, table)]
    if len(lines) < 2 or len(tree.children(lines[0])) < 1 + _FEWEST_THINGS:
        return None
    if not _have_names(tree, lines):
        return None
    grid = rectangle(tree, table)
    if grid is None or _has_headers(tree, grid) or not _lies(tree, grid):
        return None
    return tuple(zip(*(line[1:] for line in grid), strict=True))


def _have_names(tree: Tree, rows: Sequence[int]) -> bool:
    """Return whether *rows* begin with distinct short names; the corner above may be empty."""
    known: set[str] = set()
    for row in rows:
        if tree.sizes[row] == 1:
            return False
        name = _text(tree, row + 1)
        if not name and row == rows[0]:
            continue
        if not name or name in known or len(name) > _LONGEST_NAME or name[0].isdigit():
            return False
        known.add(name)
    return True


def _has_headers(tree: Tree, grid: _Grid) -> bool:
    """Return whether a header cell is outside of the first row and the first column.

    With names on both sides, a table is upright unless the forms of its cells disagree, and then
    the first row names the things.
    """
    return any(tree.label(cell) == "th" for line in grid[1:] for cell in line[1:])


def _lies(tree: Tree, grid: _Grid) -> bool:
    """Return whether cells look like those beside them rather than like those below them."""
    forms = [[text_form(_text(tree, cell)) for cell in line[1:]] for line in grid]
    # The first row may name the columns of an upright table, so it is left out of the columns.
    along = _agreement(forms)
    down = _agreement([[*column] for column in zip(*forms[1:], strict=True)])
    if along is None or down is None:
        return False
    marked = all(tree.label(line[0]) == "th" for line in grid) and not any(
        tree.label(cell) == "th" for line in grid for cell in line[1:]
    )
    kinds = {tuple(line) for line in forms}
    return len(kinds) > 1 and along >= down + (_MARKED_MARGIN if marked else _MARGIN)


def _agreement(lines: Sequence[Sequence[str]]) -> float | None:
    """Return the share of neighbours that look alike; None if there are no neighbours."""
    same = [one == other for line in lines for one, other in pairwise(line) if one and other]
    return sum(same) / len(same) if same else None


def text_form(text: str) -> str:
    """Return *text* with words and numbers replaced, so that values of one kind look alike.

    >>> text_form("€3,900"), text_form("38 kg"), text_form("Long Tom"), text_form("2024-05-01")
    ('€9', '9 a', 'a', '9-9-9')
    """
    return _DIGITS.sub("9", _WORDS.sub("a", text))


def _text(tree: Tree, node: int) -> str:
    return text_of(tree, tree.subtree(node))
