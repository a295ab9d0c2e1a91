"""Rows across a table that say more about the row above them belong to its record.

They are between the records, but not above the first: scorers below a match, a note below a case.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from windrow.detect.auto.candidates import Candidate
from windrow.tree import Tree
from windrow.tree.grid import column_span, rows_of, table_of

__all__ = ["with_details"]

# Fewer rows across the table per record may be the headings of groups: chosen, not measured.
_LEAST = 0.5


def with_details(tree: Tree, candidate: Candidate) -> Candidate:
    """Return *candidate*, rows of one table, with the rows across the table that follow them.

    Rows across the table may be among the candidate's own rows.
    """
    if "colspan" not in tree.attribute_names or not all(
        tree.label(start) == "tr" and start + tree.sizes[start] == end
        for start, end in zip(candidate.starts, candidate.ends, strict=True)
    ):
        return candidate
    starts = array("i", [row for row in candidate.starts if not _is_across(tree, row)])
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
            if current == 0 and before >= 0 and _is_across(tree, before):
                return [[] for _ in starts]
        elif current >= 0 and tree.has_items(row):
            if not _is_across(tree, row):
                return [[] for _ in starts]
            found[current].append(row)
    return found


def _is_across(tree: Tree, row: int) -> bool:
    """Return whether a row is one cell over several columns that does not head others."""
    cells = tree.children(row)
    if len(cells) != 1 or tree.label(cells[0]) != "td":
        return False
    return column_span(tree, cells[0]) > 1
