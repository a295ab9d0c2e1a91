"""Rows that are no records: header rows of tables, and footers and pagers among the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.tree import Tree
from windrow.tree.tree import TEXT

__all__ = ["HeaderRows"]

_HEADER_CLASS = re.compile(r"head(er|ing)?\b|hdr|footer|pager|pagination", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LONGEST_HEADING = 45
_LOOK_AHEAD = 24


class HeaderRows:
    """Tells which rows of a page only name the columns of a table, or page through it.

    The rows of a table stand in many candidates: what was seen of one is kept.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._marked: dict[int, bool] = {}
        self._texts: dict[int, list[str]] = {}

    def among(self, rows: Sequence[int]) -> set[int]:
        """Return which of *rows*, all of them ``tr``, are no records."""
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

        Short texts without a digit, none of which comes again in its own column, over at least
        one column that holds digits nearly everywhere.
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
    # Mostly the first cell tells already.
    heads = tree.sizes[row] > 1 and tree.label(row + 1) == "th"
    if heads and all(tree.label(cell) == "th" for cell in tree.children(row)):
        return True
    classes = tree.attribute(row, "class")
    return classes is not None and _HEADER_CLASS.search(classes) is not None


def _mostly_digits(column: list[str]) -> bool:
    return sum(_DIGIT.search(text) is not None for text in column) >= 0.8 * len(column)
