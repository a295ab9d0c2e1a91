"""Tables that give several records in a row, beside each other, with the same names above each."""

from __future__ import annotations

from array import array

from windrow.detect.auto.candidates import Candidate, are_rows
from windrow.tree import Tree
from windrow.tree.grid import has_spans, rows_of, table_of

__all__ = ["in_strips"]

# With one column, the same name over all of them makes no records: chosen, not measured.
_FEWEST = 2


def in_strips(tree: Tree, candidate: Candidate) -> Candidate:
    """Return *candidate*, rows whose names of columns begin again, cut where they do so.

    Empty places in the last row are no records.
    """
    starts = candidate.starts
    if not are_rows(tree, candidate):
        return candidate
    names = _names(tree, starts[0])
    width = len({*names})
    rows = [[*tree.children(start)] for start in starts]
    if not _FEWEST <= width < len(names) or names[width:] != names[:-width]:
        return candidate
    if len(names) % width or any(len(row) != len(names) for row in rows):
        return candidate
    strips = [row[k : k + width] for row in rows for k in range(0, len(row), width)]
    filled = [strip for strip in strips if any(map(tree.has_items, strip))]
    return Candidate(
        array("i", [strip[0] for strip in filled]),
        array("i", [strip[-1] + tree.sizes[strip[-1]] for strip in filled]),
        candidate.generators,
    )


def _names(tree: Tree, first: int) -> list[str]:
    """Return the names of columns above the row *first*; [] if a column has none."""
    above = [row for row in rows_of(tree, table_of(tree, first)) if row < first]
    if not above or has_spans(tree, [*above[-1:], first]):
        return []
    names = [tree.words(cell, cell + tree.sizes[cell]) for cell in tree.children(above[-1])]
    return names if all(names) else []
