"""Rows across a table that say more about the row above them belong to its record.

They are between the records, but not above the first: scorers below a match, a note below a case.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from windrow.detect.auto.candidates import Candidate, are_rows
from windrow.tree import Tree
from windrow.tree.grid import is_across, rows_of, table_of

__all__ = ["with_details"]

# Fewer rows across the table per record may be the headings of groups: chosen, not measured.
_LEAST = 0.5


def with_details(tree: Tree, candidate: Candidate) -> Candidate:
    """Return *candidate*, rows of one table, with the rows across the table that follow them.

    Rows across the table may be among the candidate's own rows.
    """
    if "colspan" not in tree.attribute_names or not are_rows(tree, candidate):
        return candidate
    starts = array("i", [row for row in candidate.starts if not _says_more(tree, row)])
    table = table_of(tree, candidate.starts[0])
    if len(starts) < 2 or starts[-1] >= table + tree.sizes[table]:
        return candidate
    followers = _followers(tree, starts, [*rows_of(tree, table)])
    told = [row for rows in followers[:-1] for row in rows]
    kinds = {tree.attribute(row, "class") for row in told}
    if len(kinds) != 1 or sum(map(bool, followers)) < _LEAST * len(starts):
        return candidate
    # What follows the last record may be about the whole table.
    followers[-1] = [row for row in followers[-1] if tree.attribute(row, "class") in kinds][:1]
    ends = [
        rows[-1] + tree.sizes[rows[-1]] if rows else start + tree.sizes[start]
        for start, rows in zip(starts, followers, strict=True)
    ]
    return Candidate(starts, array("i", ends), candidate.generators)


def _followers(tree: Tree, starts: Sequence[int], rows: Sequence[int]) -> list[list[int]]:
    """Return the rows after each record; none at all if one of them is not across the table."""
    found: list[list[int]] = [[] for _ in starts]
    records = {start: k for k, start in enumerate(starts)}
    current = -1
    for before, row in zip([-1, *rows], rows, strict=False):
        if row in records:
            current = records[row]
            if current == 0 and before >= 0 and _says_more(tree, before):
                return [[] for _ in starts]
        elif current >= 0 and tree.has_items(row):
            if not _says_more(tree, row):
                return [[] for _ in starts]
            found[current].append(row)
    return found


def _says_more(tree: Tree, row: int) -> bool:
    """Return whether a row is one cell across the table that does not head others."""
    return is_across(tree, row) and tree.label(tree.children(row)[0]) == "td"
