"""Every plausible segmentation of a page: which nodes, joined how, cut where.

No boundary is decided here. Rows, cells and cards, a list and its parts, and every phase of
alternating siblings are rival candidates; the ranking chooses among all of them at once.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.tables import TableHeadings
from windrow.kernels.auto import breaks, groups, numbers
from windrow.kernels.auto import candidates as kernel
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows

__all__ = ["GENERATORS", "Candidate", "candidates"]

# Who proposes candidates, in the order of the bits of `Candidate.generators`.
GENERATORS = ("siblings", "path", "class", "pivot", "join", "break", "empty", "part")
_PATH, _CLASS, _BREAK, _EMPTY = 2, 4, 32, 64

# Measured: on every page of the corpus the right list is among the 200 candidates with the most
# text and records.
_MOST = 200


@dataclass(eq=False, slots=True)
class Candidate:
    """Records as stretches of the preorder, start..end, and who proposed them.

    It never changes; it is not frozen, as making two hundred frozen ones takes twice as long.
    """

    starts: array[int]
    ends: array[int]
    generators: int

    def __len__(self) -> int:
        return len(self.starts)


def candidates(tree: Tree, signals: Signals) -> list[Candidate]:
    """Return the candidates of a page, those with much text and many records first."""
    found = kernel.Candidates(
        tree.parents, tree.sizes, tree.depths, signals.chars, signals.texts, signals.images
    )
    content = groups.added(signals.texts, signals.images)

    def by_key(keys: array[int], flag: int, parts: bool) -> None:
        found.add_groups(*groups.by_key(keys, tree.parents, tree.sizes, content, parts), flag)

    found.siblings(groups.without(tree.labels, 0))
    found.siblings(signals.class_labels)
    by_key(signals.paths, _PATH, True)
    by_key(signals.class_paths, _PATH | _CLASS, True)
    by_key(numbers.pair_numbers(signals.paths, signals.child_sets), _PATH, False)
    by_key(signals.classed, _CLASS, True)
    above = groups.at(signals.classed, tree.parents)
    by_key(numbers.pair_numbers(signals.classed, above), _CLASS, False)
    for number, keys in enumerate((tree.labels, signals.class_labels, signals.child_rows), 1):
        found.pivots_by(keys, signals.paths, number)
    found.joined_pivots()
    _separators(tree, signals, found)
    found.add_runs(*breaks.spaced(tree.sizes, content), _EMPTY)
    labels, row, option = tree.labels, tree.names.index("tr"), tree.names.index("option")
    headers, headings = HeaderRows(tree), TableHeadings(tree, signals.row_tables)
    return [
        _one_kind(
            headings, _without_headers(tree, row, Candidate(starts, ends, generators), headers)
        )
        if labels[starts[0]] == row or labels[starts[-1]] == row
        else Candidate(starts, ends, generators)
        for starts, ends, generators in found.result(_MOST)
        # The options of a form are not what a page is about.
        if labels[starts[0]] != option
    ]


def _without_headers(tree: Tree, row: int, candidate: Candidate, headers: HeaderRows) -> Candidate:
    """Return *candidate* without rows that only name columns; *row* is the label of rows."""
    starts, ends = candidate.starts, candidate.ends
    labels, sizes = tree.labels, tree.sizes
    for start, end in zip(starts, ends, strict=True):
        if labels[start] != row or start + sizes[start] != end:
            return candidate
    found = headers.among(starts)
    if not found:
        return candidate
    kept = [k for k, start in enumerate(starts) if start not in found]
    if len(kept) < 2:
        return candidate
    return Candidate(
        array("i", [starts[k] for k in kept]),
        array("i", [ends[k] for k in kept]),
        candidate.generators,
    )


def _one_kind(headings: TableHeadings, candidate: Candidate) -> Candidate:
    """Return *candidate* with only the rows of tables that have the same headings."""
    kept = headings.largest_kind(candidate.starts)
    if len(kept) < 2 or len(kept) == len(candidate):
        return candidate
    return Candidate(
        array("i", [candidate.starts[k] for k in kept]),
        array("i", [candidate.ends[k] for k in kept]),
        candidate.generators,
    )


def _separators(tree: Tree, signals: Signals, found: kernel.Candidates) -> None:
    for name, mark in (("br", 1), ("br", 2), ("hr", 1)):
        label = tree.names.index(name)
        if label in tree.labels:
            for only_text in (False, True) if name == "br" else (False,):
                runs = breaks.separated(
                    tree.labels, tree.sizes, signals.inline, label, mark, only_text
                )
                found.add_runs(*runs, _BREAK)
