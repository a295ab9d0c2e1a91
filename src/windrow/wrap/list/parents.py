"""Which of several parents hold the records: pages without classes have many alike tables.

The rows of every table have the same path, and some have the same cells. Records differ in what
they say: where all learned ones had a date or a number, rows of words that lack cells as well are
those of another table. Rows that only lack digits ("on request") may be records, and are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.runs import extent, text_of
from windrow.wrap.list.strangers import Strangers
from windrow.wrap.list.template import MOST_MARKS, ListField, ValueKind

__all__ = ["Parents", "has_figure", "learn_figures"]

# Fields with figures have one in this share of the learned cells, and this many cells. Chosen, not
# measured.
_MOSTLY, _FEWEST = 0.95, 3
# Rows looked at to judge a parent. Chosen, not measured.
_SAMPLE = 20
# A parent holds no records if its rows have less than this share of what the best have, and fewer
# than this share of their cells, with digits or without. Chosen, not measured.
_POOR, _FEW = 0.6, 0.75
# Parents hold this many records on average; else each record has a parent of its own. Chosen, not
# measured.
_SEVERAL = 2


def has_figure(tree: Tree, cell: int, kind: ValueKind) -> bool:
    """Return whether the text of a cell has a digit.

    >>> tree = Tree.from_text('tr(td"May 1" td(b"Total"))')
    >>> has_figure(tree, 1, "text"), has_figure(tree, 2, "part")
    (True, False)
    """
    if kind == "run" or kind == "part" or kind == "rest":
        return any(map(str.isdigit, text_of(tree, extent(tree, cell, kind))))
    return any(map(str.isdigit, text_of(tree, tree.subtree(cell))))


def learn_figures(
    cells: Mapping[int, Sequence[tuple[Tree, int]]], kinds: Mapping[int, ValueKind]
) -> tuple[int, ...]:
    """Return the fields, by number, of which nearly all *cells* have a digit."""
    found = []
    for k, some in cells.items():
        count = sum(has_figure(tree, cell, kinds[k]) for tree, cell in some)
        if len(some) >= _FEWEST and count >= _MOSTLY * len(some):
            found.append(k)
    return tuple(sorted(found)[:MOST_MARKS])


class Parents:
    """Judges the parents of the records of one template."""

    def __init__(
        self,
        fields: Sequence[ListField],
        core: Collection[int],
        figures: Collection[int],
        strangers: Strangers,
    ) -> None:
        self._kinds = {k: fields[k].kind for k in figures}
        self._core = core
        self._strangers = strangers

    def best(
        self, tree: Tree, records: Sequence[Record], rows: Sequence[Sequence[object]]
    ) -> tuple[list[int], float]:
        """Return the numbers of the records in parents that fit like the best, and how it fits."""
        groups: dict[int, list[int]] = defaultdict(list)
        for k, record in enumerate(records):
            if not self._strangers.has(tree, rows[k]):
                groups[tree.parents[record[0]]].append(k)
        good = sorted(k for some in groups.values() for k in some)
        if len(good) < _SEVERAL * len(groups):
            return good, self._fit(tree, [rows[k] for k in good])
        fits = {parent: self._fit(tree, [rows[k] for k in some]) for parent, some in groups.items()}
        filled = {parent: self._filled([rows[k] for k in some]) for parent, some in groups.items()}
        best, most = max(fits.values(), default=0.0), max(filled.values(), default=0.0)
        kept = (
            some
            for parent, some in groups.items()
            if fits[parent] >= _POOR * best or filled[parent] >= _FEW * most
        )
        return sorted(k for some in kept for k in some), best

    def _filled(self, rows: Sequence[Sequence[object]]) -> float:
        """Return the share of the core cells that some rows have, whatever these say."""
        some = rows[:: 1 + len(rows) // _SAMPLE]
        count = sum(row[k] is not None for row in some for k in self._core)
        return count / len(some) / max(len(self._core), 1)

    def _fit(self, tree: Tree, rows: Sequence[Sequence[object]]) -> float:
        """Return how much of the core some rows have, with digits where records have them."""
        if not rows or not self._core:
            return float(bool(rows))
        some = rows[:: 1 + len(rows) // _SAMPLE]
        count = sum(self._says(tree, k, row[k]) for row in some for k in self._core)
        return count / len(some) / len(self._core)

    def _says(self, tree: Tree, k: int, cell: object) -> bool:
        if isinstance(cell, int) and k in self._kinds:
            return has_figure(tree, cell, self._kinds[k])
        return cell is not None
