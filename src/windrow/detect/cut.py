"""Rows that are no records: header rows of tables, and footers and pagers among the rows."""

from __future__ import annotations

import re

from windrow.tree import Tree

__all__ = ["header_rows"]

_HEADER_CLASS = re.compile(r"head(er|ing)?\b|hdr|footer|pager|pagination", re.IGNORECASE)
_LONGEST_HEADING = 45
_LOOK_AHEAD = 24


def header_rows(tree: Tree, rows: list[int]) -> set[int]:
    """Return which of *rows*, all of them ``tr``, only name the columns (or page through them)."""
    marked = {row for row in rows if _is_marked(tree, row)}
    if 2 * len(marked) > len(rows):
        marked = set()
    rest = [row for row in rows if row not in marked]
    if not marked and len(rest) >= 3 and _reads_like_header(tree, rest):
        marked.add(rest[0])
    return marked


def _is_marked(tree: Tree, row: int) -> bool:
    if tree.label(tree.parents[row]) == "thead":
        return True
    cells = tree.children(row)
    if cells and all(tree.label(cell) == "th" for cell in cells):
        return True
    return bool(_HEADER_CLASS.search(tree.attribute(row, "class") or ""))


def _reads_like_header(tree: Tree, rows: list[int]) -> bool:
    """Return whether the first row has words where the others have numbers.

    Short texts without a digit, none of which comes again in its own column, over at least one
    column that holds digits nearly everywhere.
    """
    first = _texts(tree, rows[0])
    if not 2 <= len(first) <= 30 or sum(map(bool, first)) < 2:
        return False
    if any(len(text) > _LONGEST_HEADING or _has_digit(text) for text in first):
        return False
    body = [_texts(tree, row) for row in rows[1 : 1 + _LOOK_AHEAD]]
    columns = [[cells[k] for cells in body if k < len(cells)] for k in range(len(first))]
    if any(text and text in column for text, column in zip(first, columns, strict=True)):
        return False
    return any(column and sum(map(_has_digit, column)) >= 0.8 * len(column) for column in columns)


def _texts(tree: Tree, row: int) -> list[str]:
    return [
        " ".join(filter(None, (tree.text(node) for node in tree.subtree(cell))))
        for cell in tree.children(row)
    ]


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)
