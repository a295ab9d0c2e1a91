"""Rows of a table that are no records: its header once more, sums, notes below it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from windrow.detect.auto.candidates import Candidate, are_rows
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.sums import sums_among
from windrow.detect.auto.whole import said
from windrow.kernels.auto import tables as kernel
from windrow.tree import Tree
from windrow.tree.grid import grid, has_spans, is_across, rows_of, table_of

__all__ = ["only_records"]

# Rows of fewer cells are no table of figures, and fewer rows do not show what a record has: chosen,
# not measured.
_CELLS, _ROWS = 2, 4
# The most of the records that may be notes between them: chosen, not measured.
_MOST = 0.2


def only_records(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate*, rows of tables, without those that are no records."""
    starts = candidate.starts
    if len(starts) < _ROWS or not are_rows(tree, candidate):
        return candidate
    others = {*_notes(tree, starts), *_headers(tree, signals, starts), *_sums(tree, starts)}
    kept = [k for k in range(len(starts)) if k not in others]
    if not others or len(kept) < max(2, len(others)):
        return candidate
    return candidate.only(kept)


def _notes(tree: Tree, rows: Sequence[int]) -> list[int]:
    """Return which rows are one cell across the table, where all others have several.

    Among the records, there are few of them: "The rest of the cast:".
    """
    # Most tables have no wide cell at all.
    if "colspan" not in tree.attribute_names:
        return []
    found = [k for k, row in enumerate(rows) if is_across(tree, row)]
    wide = {*found}
    if not found or not all(
        len(tree.children(row)) >= _CELLS for k, row in enumerate(rows) if k not in wide
    ):
        return []
    count = len(rows)
    while count and count - 1 in wide:
        count -= 1
    inside = [k for k in found if k < count]
    return found if len(inside) <= _MOST * count else found[len(inside) :]


def _headers(tree: Tree, signals: Signals, rows: Sequence[int]) -> list[int]:
    """Return which rows say the same as a row above the first record: they name the columns."""
    above = (row for row in rows_of(tree, table_of(tree, rows[0])) if row < rows[0])
    names = {
        said(signals, (row, row + tree.sizes[row]))
        for row in above
        if sum(map(tree.has_items, tree.children(row))) >= _CELLS
    }
    if not names:
        return []
    return [k for k, row in enumerate(rows) if said(signals, (row, row + tree.sizes[row])) in names]


def _sums(tree: Tree, rows: array[int]) -> list[int]:
    if not has_spans(tree, rows):
        lines = kernel.cell_texts(rows, tree.sizes, tree.texts, tree.buffer)
    else:
        lines = [{} for _ in rows]
        for one in grid(tree, rows):
            if text := tree.words(one.cell, one.cell + tree.sizes[one.cell]).strip():
                lines[one.row][one.column] = text
    # Rows of one parent are in one table.
    parents = [tree.parents[row] for row in rows]
    firsts = dict(zip(parents, rows, strict=True))
    tables = {parent: table_of(tree, row) for parent, row in firsts.items()}
    return sums_among(lines, [tables[parent] for parent in parents])
