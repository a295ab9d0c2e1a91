"""Reads a page by the template of a list: locators vote on the records, keys find their cells.

Records of the same markup have their cells in the same places: the cells of one are cached and
used for all others, on this page and the next ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from windrow.kernels.wrap import steps as kernel
from windrow.model import Cell, Record
from windrow.tree import Tree
from windrow.wrap.list.cut import between, cut_records, headings_of
from windrow.wrap.list.header import columns_of
from windrow.wrap.list.locate import Tops, look_alikes, place_tops, without_places
from windrow.wrap.list.lookup import Lookup, what_is_said
from windrow.wrap.list.parents import Parents
from windrow.wrap.list.strangers import Strangers
from windrow.wrap.list.template import ListTemplate
from windrow.wrap.steps import Steps

__all__ = ["Cells", "ListReader", "ListReading", "NodeCell", "cell_nodes", "same_cell"]

NodeCell: TypeAlias = "int | tuple[Cells, ...] | None"
"""A node, None, or the rows of a list inside the record."""

Cells: TypeAlias = "tuple[NodeCell, ...]"
"""The cells of a record in the order of the template's fields."""

# Kinds of records that are cached; a page may hold no two alike. Chosen, not measured.
_MOST_KNOWN = 20_000
# Two locators that share this share of their nodes agree. Chosen, not measured.
_AGREE = 0.8
# Records looked at to choose between locators that disagree. Chosen, not measured.
_SAMPLE = 20
# Rows with less of the core than this are not the records; look-alikes must have more of it, and
# the core must have this many fields. Chosen, not measured.
_POOR, _LIKE, _TELLING = 0.5, 0.75, 2


@dataclass(frozen=True, slots=True)
class ListReading:
    """What a template finds on a page."""

    records: tuple[Record, ...]
    rows: tuple[Cells, ...]
    ways: dict[str, bool]  # the locators that were used, and whether they led to these records
    passed: int = 0  # nodes that look like records, but hold too little


class ListReader:
    """Applies one template to pages."""

    def __init__(self, template: ListTemplate) -> None:
        self.template = template
        self._known: dict[tuple[int, int], Cells] = {}
        self._lookup = Lookup(template.fields)
        self._strangers = Strangers(template.strangers, template.header)
        self._decoys = Strangers(template.decoys)
        fields = template.fields
        self.core = [k for k, f in enumerate(fields) if f.is_core and not f.outside]
        known = frozenset(template.figures)
        figures = [k for k in self.core if fields[k].id in known]
        self._parents = Parents(fields, self.core, figures, self._strangers)
        self._inside = [k for k, f in enumerate(fields) if not f.outside]
        self._has_only_places = all(locator.kind == "place" for locator in template.locators)

    def read(self, tree: Tree, tops: Tops | None = None) -> ListReading:
        """Return the records of *tree*, or of the part of it that begins at *tops*."""
        steps = Steps(tree)
        whole = tops is None
        tops = place_tops(tree, [0]) if tops is None else tops
        ways = self._ways(steps, tops)
        nodes = self._chosen(steps, ways)
        records, rows = self._cut(steps, nodes)
        is_guessed = False
        if whole and self._is_poor(rows) and (alike := self._alike(steps)):
            others, lines = self._cut(steps, alike)
            # Few records among empty rows are still records: no menu takes their place.
            if self._full(steps.tree, rows) < self._full(steps.tree, lines, is_guessed=True):
                is_guessed, nodes, records, rows = True, alike, others, lines
        led = nodes
        left = 0
        if whole and self._has_only_places:
            records, rows, left = self._in_parents(steps, records, rows)
        kept = [k for k, row in enumerate(rows) if self.is_record(row)]
        passed = len(rows) - len(kept) + left
        if self._strangers:
            kept = [k for k in kept if not self._strangers.has(steps.tree, rows[k])]
        # Where the paths lead, records may say what a menu says, too.
        if is_guessed and all(self._decoys.has(steps.tree, rows[k]) for k in kept):
            kept = []
        rows = [rows[k] for k in kept]
        records = [records[k] for k in kept]
        return ListReading(
            tuple(records),
            self._completed(steps, tops, records, rows),
            {
                kind: bool(way) and _alike(way, led) >= _AGREE
                for locator, way in zip(self.template.locators, ways, strict=True)
                if way is not None and (kind := locator.kind)
            },
            self._passed(passed, len(led), bool(kept)),
        )

    def _passed(self, passed: int, reached: int, found: bool) -> int:
        """Return how many of the reached nodes should have been records, or parts of records."""
        cut = self.template.cut
        if cut.mode == "single":
            return passed
        # Neighbours that go on with records are there, but none begins one.
        return reached if cut.signs and not found else 0

    def _in_parents(
        self, steps: Steps, records: list[Record], rows: list[Cells]
    ) -> tuple[list[Record], list[Cells], int]:
        """Return the records in parents that hold some, and how many others look like records."""
        if not self.template.wide and len({steps.tree.parents[one[0]] for one in records}) < 2:
            return records, rows, 0
        good, own = self._parents.best(steps.tree, records, rows)
        found, lines = [records[k] for k in good], [rows[k] for k in good]
        if self.template.wide:
            best, others, theirs = self.everywhere(steps, place_tops(steps.tree, [0]))
            many = sum(map(self.is_record, lines)), sum(map(self.is_record, theirs))
            if own < best if not {*found} <= {*others} else many[0] < many[1]:
                found, lines = others, theirs
        kept = {*found}
        left = (
            row for record, row in zip(records, rows, strict=True)
            if record not in kept and self.is_record(row)
        )  # fmt: skip
        return found, lines, sum(not self._strangers.has(steps.tree, row) for row in left)

    def everywhere(self, steps: Steps, tops: Tops) -> tuple[float, list[Record], list[Cells]]:
        """Return the records that labels alone lead to, and how well their parents fit."""
        nodes = without_places(self.template.locators).find(steps, tops)
        records, rows = self._cut(steps, nodes)
        good, best = self._parents.best(steps.tree, records, rows)
        return best, [records[k] for k in good], [rows[k] for k in good]

    def _cut(self, steps: Steps, nodes: Sequence[int]) -> tuple[list[Record], list[Cells]]:
        """Return the records that *nodes* make, and their cells."""
        records = cut_records(steps, self.template.cut, nodes)
        if self.template.cut.mode == "every":
            records = max(
                (cut_records(steps, self.template.cut, nodes, phase)
                 for phase in range(self.template.cut.span)),
                key=lambda found: self._fit(steps, found[:_SAMPLE]),
            )  # fmt: skip
        return records, self.rows_of(steps, records)

    def share(self, row: Cells) -> float:
        """Return the share of the core fields that a record has."""
        if not self.core:
            return float(any(row[k] is not None for k in self._inside))
        # A list, not a generator: this runs for every record of a page.
        return sum([row[k] is not None for k in self.core]) / len(self.core)

    def rows_of(self, steps: Steps, records: Sequence[Record]) -> list[Cells]:
        """Return the cells inside *records*, whether they pass as records or not."""
        tree = steps.tree
        if not records:
            return []
        places = columns_of(tree, records, self.template.header)
        if places is not None or self._lookup.by_label:
            # The cells depend on more than the record's own markup.
            return [self._cells(steps, record, places) for record in records]
        starts = array("i", [record[0] for record in records])
        ends = array("i", [record[-1] + tree.sizes[record[-1]] for record in records])
        numbers = _digests(tree, starts, ends)
        rows = []
        for k, record in enumerate(records):
            start = record[0]
            key = (numbers[2 * k], numbers[2 * k + 1])
            cells = self._known.get(key)
            if cells is None:
                cells = _moved(self._cells(steps, record, None), -start)
                if len(self._known) >= _MOST_KNOWN:
                    self._known.clear()
                self._known[key] = cells
            rows.append(_moved(cells, start))
        return rows

    def is_record(self, row: Cells) -> bool:
        """Return whether a row has as much of the core as records have."""
        return any(row[k] is not None for k in self._inside) and (
            self.share(row) >= self.template.least
        )

    def _ways(self, steps: Steps, tops: Tops) -> list[list[int] | None]:
        """Return the nodes each locator leads to; None for those that were not used.

        Searching everywhere costs most, and is not needed if both paths from the top agree.
        """
        found: list[list[int] | None] = [
            locator.find(steps, tops) if locator.kind in ("place", "class") else None
            for locator in self.template.locators
        ]
        paths = [way for way in found if way is not None]
        if len(paths) == 2 and paths[0] and _alike(*paths) >= _AGREE:
            return found
        return [
            locator.find(steps, tops) if way is None else way
            for locator, way in zip(self.template.locators, found, strict=True)
        ]

    def _chosen(self, steps: Steps, ways: Sequence[list[int] | None]) -> list[int]:
        """Return the nodes that most locators lead to; if they differ, those that fit."""
        groups: list[tuple[list[int], float]] = []
        for way, locator in zip(ways, self.template.locators, strict=True):
            if not way:
                continue
            for k, (nodes, weight) in enumerate(groups):
                if _alike(way, nodes) >= _AGREE:
                    groups[k] = (nodes, weight + locator.weight)
                    break
            else:
                groups.append((way, locator.weight))
        if len(groups) <= 1:
            return groups[0][0] if groups else []
        total = sum(weight for _, weight in groups)

        def worth(group: tuple[list[int], float]) -> tuple[float, int]:
            records = cut_records(steps, self.template.cut, group[0])
            fit = self._fit(steps, records[:_SAMPLE])
            # Of equals, the one that leads to more.
            return round(fit + 0.5 * group[1] / total, 6), len(records)

        return max(groups, key=worth)[0]

    def _is_poor(self, rows: Sequence[Cells]) -> bool:
        """Return whether *rows* lack most of the core, if that can be judged."""
        if len(self.core) < _TELLING or self.template.cut.mode not in ("single", "starts"):
            return False
        return sum(map(self.share, rows)) < _POOR * len(rows) or not rows

    def _full(self, tree: Tree, rows: Sequence[Cells], *, is_guessed: bool = False) -> int:
        """Return how many *rows* have nearly the whole core, and say what records say."""
        full = [
            row for row in rows if self.share(row) > _LIKE and not self._strangers.has(tree, row)
        ]
        is_menu = is_guessed and all(self._decoys.has(tree, row) for row in full)
        return 0 if is_menu else len(full)

    def _alike(self, steps: Steps) -> list[int]:
        """Return the nodes anywhere on the page with the content of records, the best group."""
        best, most = [], _LIKE
        for nodes in look_alikes(steps.tree, self.template.locators):
            some = nodes[:: 1 + len(nodes) // _SAMPLE]
            fit = self._fit(steps, cut_records(steps, self.template.cut, some))
            if fit > most:
                best, most = nodes, fit
        return best

    def _fit(self, steps: Steps, records: Sequence[Record]) -> float:
        rows = self.rows_of(steps, records)
        return sum(map(self.share, rows)) / len(rows) if rows else 0.0

    def _cells(self, steps: Steps, record: Record, places: dict[int, int] | None) -> Cells:
        """Return the cells of a record by the keys of its nodes."""
        tree, fields = steps.tree, self.template.fields
        row: list[NodeCell] = [None] * len(fields)
        taken: set[tuple[int, str | int]] = set()
        for _, node, k in self._lookup.candidates(steps, record, places):
            if row[k] is None and (said := what_is_said(tree, node, fields[k].kind)) not in taken:
                row[k] = node
                taken.add(said)
        for k, place in enumerate(fields):
            if place.inner is not None:
                inner = place.inner.reader.read(tree, place_tops(tree, record))
                row[k] = inner.rows or None
        return tuple(row)

    def _completed(
        self, steps: Steps, tops: Tops, records: Sequence[Record], rows: Sequence[Cells]
    ) -> tuple[Cells, ...]:
        """Return *rows* with values from outside the records, or given once for several."""
        fields = self.template.fields
        if not any(place.outside or place.carried for place in fields):
            return tuple(rows)
        tree = steps.tree
        lines = [[*row] for row in rows]
        for k, place in enumerate(fields):
            if place.outside:
                ways = (locator.find(steps, tops) for locator in place.outside)
                headings = between(tree, next(filter(None, ways), ()), records)
                for line, heading in zip(lines, headings_of(headings, records), strict=True):
                    line[k] = heading
            elif place.carried:
                last: NodeCell = None
                for line in lines:
                    line[k] = last = last if line[k] is None else line[k]
        return tuple(map(tuple, lines))


# Pages of one site have the same names.
@lru_cache(maxsize=64)
def _hashes(names: tuple[str, ...]) -> array[int]:
    return array("Q", [hash(name) & 0xFFFFFFFFFFFFFFFF for name in names])


def _digests(tree: Tree, starts: array[int], ends: array[int]) -> array[int]:
    attributes = tree.attribute_names
    classes = attributes.index("class") if "class" in attributes else -1
    nodes = (tree.labels, tree.sizes, tree.kinds, tree.attribute_starts, tree.attributes)
    return kernel.digests(_hashes(tree.names), *nodes, tree.buffer, classes, starts, ends)


def _moved(cells: Cells, by: int) -> Cells:
    """Return *cells* with every node moved: kept cells count from the start of their record."""
    return tuple(
        [
            cell + by
            if isinstance(cell, int)
            else cell and tuple([_moved(inner, by) for inner in cell])
            for cell in cells
        ]
    )


def _alike(one: Sequence[int], other: Sequence[int]) -> float:
    if one == other:
        return 1.0
    first, second = {*one}, {*other}
    return len(first & second) / len(first | second)


def same_cell(one: Cell, other: Cell | NodeCell) -> bool:
    """Return whether *one* exists and *other* is the same.

    Two lists in a record count as the same: a record has one, or they are far apart.
    """
    if isinstance(one, tuple) and isinstance(other, tuple):
        return True
    return one is not None and one == other


def cell_nodes(row: Cells) -> Iterator[int]:
    """Yield the nodes of a row's cells, those of nested rows included."""
    for cell in row:
        if isinstance(cell, int):
            yield cell
        elif cell is not None:
            for inner in cell:
                yield from cell_nodes(inner)
