"""Rows that are not records: header rows of tables, footers and pagers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.tree import Tree
from windrow.tree.tree import TEXT

__all__ = ["HeaderRows"]

_HEADER_CLASS = re.compile(r"head(er|ing)?\b|hdr|footer|pager|pagination", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
# The most characters of a column's name, and the rows looked at below it: chosen, not measured.
_LONGEST_HEADING = 45
_LOOK_AHEAD = 24


class HeaderRows:
    """Finds the rows of a page that only name the columns of a table, or page through it.

    The rows of a table are in many candidates, so what was found out about a row is kept.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._marked: dict[int, bool] = {}
        self._texts: dict[int, list[str]] = {}

    def among(self, rows: Sequence[int]) -> set[int]:
        """Return which of *rows*, all of them ``tr``, are not records."""
        marked = {row for row in rows if self._is_marked(row)}
        if 2 * len(marked) > len(rows):
            marked = set()
        if not marked and len(rows) >= 3 and self._reads_like_header(rows):
            marked.add(rows[0])
        return marked

    def _is_marked(self, row: int) -> bool:
        found = self._marked.get(row)
        if found is None:
            found = self._marked[row] = _is_marked(self._tree, row)
        return found

    def _reads_like_header(self, rows: Sequence[int]) -> bool:
        """Return whether the first row has words where the others have numbers.

        The first row has short texts without a digit that do not occur again in their columns,
        and at least one of these columns has digits nearly everywhere.
        """
        first = self._texts_of(rows[0])
        if not 2 <= len(first) <= 30 or sum(map(bool, first)) < 2:
            return False
        if any(len(text) > _LONGEST_HEADING or _DIGIT.search(text) for text in first):
            return False
        body = [self._texts_of(row) for row in rows[1 : 1 + _LOOK_AHEAD]]
        columns = [[cells[k] for cells in body if k < len(cells)] for k in range(len(first))]
        if any(text and text in column for text, column in zip(first, columns, strict=True)):
            return False
        return any(column and _mostly_digits(column) for column in columns)

    def _texts_of(self, row: int) -> list[str]:
        found = self._texts.get(row)
        if found is None:
            tree = self._tree
            found = self._texts[row] = [
                " ".join(tree.text(node) for node in tree.subtree(cell) if tree.kinds[node] & TEXT)
                for cell in tree.children(row)
            ]
        return found


def _is_marked(tree: Tree, row: int) -> bool:
    if tree.label(tree.parents[row]) == "thead":
        return True
    # Looking at the first cell is mostly enough.
    heads = tree.sizes[row] > 1 and tree.label(row + 1) == "th"
    if heads and all(tree.label(cell) == "th" for cell in tree.children(row)):
        return True
    classes = tree.attribute(row, "class")
    return classes is not None and _HEADER_CLASS.search(classes) is not None


def _mostly_digits(column: list[str]) -> bool:
    return sum(_DIGIT.search(text) is not None for text in column) >= 0.8 * len(column)
