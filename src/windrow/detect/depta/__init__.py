"""DEPTA: records from similar siblings, their places on the screen, and rows that share columns.

It starts from the same runs of generalized nodes as MDR. In addition, white space may exclude a run
or choose its phase, a run continues after an advert, and records whose parts are in different rows
of a grid are put together again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import nan
from typing import ClassVar, Literal

from windrow.align.partial import grow
from windrow.detect.base import PaperTemplate
from windrow.detect.depta.template import MOST_SAMPLES, Cut, SeedTemplate
from windrow.detect.depta.wanted import has_all
from windrow.detect.mdr import cut_rows, page_order, with_items
from windrow.detect.mdr.generalized import Run, Siblings, TagStrings, find_runs, windows
from windrow.detect.nested import nested_by_boxes
from windrow.detect.pieces import text_heads, whole_texts
from windrow.detect.score import text_score
from windrow.model import Record, Region
from windrow.tree import Tree, label_path

__all__ = ["DEPTA"]

# Labels that say "list" themselves: two of them side by side are two lists, not a row of cards.
_LISTS = frozenset({"dl", "ol", "table", "tbody", "ul"})

# A bound for hostile pages: only this many runs of a parent, the largest, are continued elsewhere.
# Chosen, not measured.
_MOST_CONTINUED = 8


@dataclass(frozen=True)
class DEPTA:
    """Finds the regions of a page with tag strings and, where they are known, boxes.

    >>> tree = Tree.from_text("table(tr(td(a) td(a)) tr(td(p i b) td(p i b)))")
    >>> [region] = DEPTA().detect(tree)
    >>> [[tree.label(node + 1) for node in record] for record in region.records]
    [['a', 'p'], ['a', 'p']]

    References
    ----------
    [zhai2005], section 3; the search for runs is [liu2003]. ``mode="literal"`` leaves out what we
    add where the papers say nothing: spacers are siblings, emphasis inside a text is structure,
    bundles of like siblings are records, and every interruption ends a region. With bundles tbdw
    falls from 0.99 to 0.81, vints from 0.98 to 0.81 (best list, page F1). Siblings of n nodes are
    compared in O(n K) strings of the bounded *max_span* K, each in O(m^2) for m tags, equal ones
    once; alignment is quadratic in the size of a record and linear in the number of them.
    """

    template: ClassVar[type[PaperTemplate] | None] = SeedTemplate
    paper: ClassVar[str] = "zhai2005"
    finds: ClassVar[str] = "the same with visual cues, and records whose parts lie apart"

    max_span: int = 10  # [liu2003], K: the most siblings of a record
    threshold: float = 0.3  # [liu2003], T: largest normalised edit distance of like neighbours
    interrupted: bool = True  # a region continues after siblings that are not records
    visual: bool = True  # boxes, where the page has them, say what is nested in what
    # [zhai2005], 3.5: records that lack one of these are left out; by default none is required.
    wanted: tuple[Literal["image", "link", "price"], ...] = ()
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        return nested_by_boxes(tree, self._detect) if self.visual else self._detect(tree)

    def _detect(self, tree: Tree) -> list[Region]:
        return page_order(_RegionSearch(self, tree).regions())


@dataclass(frozen=True, slots=True)
class _Found:
    """Records, and how they were cut out of the groups of a run."""

    parent: int
    span: int
    records: tuple[Record, ...]
    cut: Cut = "nodes"
    widths: tuple[int, ...] = ()


class _RegionSearch:
    """One page being searched."""

    def __init__(self, settings: DEPTA, tree: Tree) -> None:
        self.settings, self.tree = settings, tree
        self.literal = settings.mode == "literal"
        self.strings = TagStrings(tree, limit=settings.threshold, fold=not self.literal)
        # Path of labels and labels of a record -> first records of their look, and its number.
        self._looks: dict[object, list[tuple[Record, int]]] = {}
        self._patterns = 0
        self._runs_of: dict[int, list[Run]] = {}

    def regions(self) -> list[Region]:
        """Return the regions found; those of one look and path have the same pattern number."""
        self._runs_of = runs_of = find_runs(self.tree, self.runs)
        found = self._joined_rows(runs_of)
        # Parents come before children: what a cut takes from the rows below is not cut again.
        found += [self._cut(run) for runs in runs_of.values() for run in runs]
        regions = []
        for place in sorted(found, key=lambda found: found.records[0]):
            records = place.records
            if not self.literal:
                records = tuple(whole_texts(self.tree, record) for record in records)
            records = with_items(self.tree, records)
            if self.settings.wanted:
                records = tuple(r for r in records if has_all(self.tree, r, self.settings.wanted))
            if len(records) > 1:
                regions.append(self._region(place, records))
        return regions

    def runs(self, parent: int) -> list[Run]:
        """Return the runs among the children of *parent*."""
        nodes = self.tree.children(parent)
        if not self.literal:
            nodes = [node for node in text_heads(self.tree, nodes) if self.tree.has_items(node)]
        known = self.tree.boxes is not None
        gaps = [_gap(self.tree, a, b) for a, b in pairwise(nodes)] if known else None
        siblings = Siblings(self.strings, nodes, gaps)
        runs = siblings.runs(
            parent,
            max_span=self.settings.max_span,
            literal=self.literal,
            periodic=not self.literal,
        )
        if self.literal:
            return runs
        runs = [run for run in runs if not self._are_lists(run)]
        return self._continued(runs, nodes) if self.settings.interrupted else runs

    def _end_of(self, node: int) -> int:
        parent = self.tree.parents[node]
        return parent + self.tree.sizes[parent] if parent >= 0 else len(self.tree)

    def _region(self, place: _Found, records: tuple[Record, ...]) -> Region:
        growth = grow(self.tree, records)
        samples = self._samples(records)
        template = SeedTemplate(
            path=label_path(self.tree, place.parent),
            span=place.span,
            cut=place.cut,
            widths=place.widths,
            samples=tuple(self.strings.words(record) for record in samples),
            threshold=self.settings.threshold,
            literal=self.literal,
            seed=growth.seed,
        )
        return Region(
            records,
            "depta",
            place.parent if place.cut == "nodes" else None,
            place.span,
            text_score(self.tree, records),
            self._pattern(place.parent, records[0]),
            growth.alignment,
            template,
        )

    def _pattern(self, parent: int, record: Record) -> int:
        """Return the number of the pattern of *record*, a new number for a new pattern."""
        labels = tuple(self.tree.label(node) for node in record)
        known = self._looks.setdefault((label_path(self.tree, parent), labels), [])
        for other, number in known[:MOST_SAMPLES]:
            pairs = zip(record, other, strict=True)
            if all(self.strings.alike((a,), (b,)) for a, b in pairs):
                return number
        self._patterns += 1
        known.append((record, self._patterns))
        return self._patterns

    def _are_lists(self, run: Run) -> bool:
        """Return whether a run's nodes are lists of like things, longer than the run itself."""
        if run.span > 1:
            return False
        lists = [self._core(node) for (node,) in run.groups]
        if any(self.tree.label(node) not in _LISTS for node in lists):
            return False
        entries = [self.tree.children(node) for node in lists]
        return len(run.groups) <= min(map(len, entries)) and all(
            map(self.strings.all_alike, entries)
        )

    def _core(self, node: int) -> int:
        """Return the node below *node* at which the tree first branches or ends."""
        sizes = self.tree.sizes
        while sizes[node] > 1 and sizes[node + 1] == sizes[node] - 1:
            node += 1
        return node

    def _continued(self, runs: list[Run], nodes: Sequence[int]) -> list[Run]:
        """Return *runs*, similar ones joined, and single siblings that are similar added."""
        waiting = {run.start: run for run in runs}
        done: list[Run] = []
        for run in sorted(runs, key=lambda run: -run.cover)[:_MOST_CONTINUED]:
            if waiting.pop(run.start, None):
                samples = self._samples(run.groups)
                same = [
                    other for other in waiting.values() if self._is_like(samples, other.groups[:2])
                ]
                for other in same:
                    del waiting[other.start]
                done.append(run.joined(group for other in same for group in other.groups))
        rest = list(waiting.values())
        taken = {node for run in (*done, *rest) for group in run.groups for node in group}
        for k, run in enumerate(done):
            samples = self._samples(run.groups)

            def is_lone(group: Record, samples: list[Record] = samples) -> bool:
                return taken.isdisjoint(group) and self._is_like(samples, (group,))

            lone = [*windows(nodes, run.span, is_lone)]
            taken.update(node for group in lone for node in group)
            done[k] = run.joined(lone)
        return sorted(done + rest, key=lambda run: run.groups[0])

    def _samples(self, groups: Sequence[Record]) -> list[Record]:
        """Return records of the most frequent shapes."""
        shapes = self.tree.shapes
        kinds: dict[tuple[int, ...], list[Record]] = {}
        for group in groups:
            kinds.setdefault(tuple(shapes[node] for node in group), []).append(group)
        frequent = sorted(kinds.values(), key=lambda alike: -len(alike))
        return [alike[0] for alike in frequent[:MOST_SAMPLES]]

    def _is_like(self, samples: Sequence[Record], groups: Sequence[Record]) -> bool:
        return any(self._same_kind(sample, group) for group in groups for sample in samples)

    def _same_kind(self, first: Record, second: Record) -> bool:
        labels = self.tree.labels
        same = [labels[node] for node in first] == [labels[node] for node in second]
        return same and self.strings.alike(first, second)

    def _cut(self, run: Run) -> _Found:
        """Return the records of a run.

        References
        ----------
        [liu2003] for whole nodes and rows of cards; [zhai2005], first non-contiguous case: rows
        with the same number of parts, all alike within a row. A single part per row is a record,
        not a column. Beyond the paper: the last rows may have fewer parts.
        """
        if run.span == 1:
            found = cut_rows(self.strings, run, literal=self.literal)
            cut: Cut = "nodes" if found == run.groups else "cards"
            return _Found(run.parent, 1, found, cut)
        grids = [self._columns(group) for group in run.groups]
        if self.literal:
            grids = [grid or [group] for grid, group in zip(grids, run.groups, strict=True)]
        elif not all(grids) or max(map(len, grids)) == 1:
            return _Found(run.parent, run.span, run.groups)
        columns = tuple(column for grid in grids for column in grid)
        if not self.literal:
            columns += self._short_row(run.groups[-1], columns[-1])
        cut = "nodes" if columns == run.groups else "columns"
        return _Found(run.parent, run.span, columns, cut, (1,) * run.span)

    def _columns(self, group: Record) -> list[Record]:
        rows = [self.tree.children(node) for node in group]
        even = len({len(row) for row in rows}) == 1 and all(map(self.strings.all_alike, rows))
        return list(zip(*rows, strict=True)) if even else []

    def _short_row(self, rows: Record, model: Record) -> tuple[Record, ...]:
        """Return the records of the rows after *rows* that have fewer columns, parts as in *model*.

        Such rows look too different from the ones before them to be of the same run.
        """
        following, end = rows[-1] + self.tree.sizes[rows[-1]], self._end_of(rows[-1])
        after: list[int] = []
        while following < end and len(after) < len(rows):
            if self.tree.has_items(following):
                after.append(following)
            following += self.tree.sizes[following]
        parts = [
            [child for child in self.tree.children(node) if self.tree.has_items(child)]
            for node in after
        ]
        even = len(after) == len(rows) and len({len(row) for row in parts}) == 1
        if not even or any(
            not self.strings.alike((child,), (part,))
            for row, part in zip(parts, model, strict=True)
            for child in row
        ):
            return ()
        self._runs_of.update((node, []) for node in after if node in self._runs_of)
        return tuple(zip(*parts, strict=True))

    def _joined_rows(self, runs_of: dict[int, list[Run]]) -> list[_Found]:
        """Return the records whose parts are regions of their own, and take those out.

        References
        ----------
        [zhai2005], second non-contiguous case: a row of names above a row of descriptions. We
        require that the rows hold nothing else and look different, and that the parts lie below
        each other where boxes are known.
        """
        found = []
        for parent in [node for node, runs in runs_of.items() if not runs]:
            rows = [self._row(node, runs_of) for node in self.tree.children(parent)]
            for _, neighbours in groupby(rows, key=lambda row: row and len(row.groups)):
                parts = [row for row in neighbours if row and runs_of[row.parent]]
                if 1 < len(parts) <= self.settings.max_span and self._are_one_grid(parts):
                    columns = zip(*(row.groups for row in parts), strict=True)
                    records = tuple(tuple(n for part in c for n in part) for c in columns)
                    widths = tuple(row.span for row in parts)
                    if not self.literal and {*widths} == {1}:
                        above = tuple(row.parent for row in parts)
                        records += self._short_row(above, records[-1])
                    found.append(_Found(parent, len(parts), records, "columns", widths))
                    for row in parts:
                        runs_of[row.parent] = []
        return found

    def _row(self, node: int, runs_of: dict[int, list[Run]]) -> Run | None:
        runs = runs_of.get(node, [])
        whole = len(runs) == 1 and runs[0].cover == len(self.tree.children(node))
        return runs[0] if whole and self.tree.label(node) not in _LISTS else None

    def _are_one_grid(self, rows: Sequence[Run]) -> bool:
        parents = [row.parent for row in rows]
        if len({self.tree.labels[node] for node in parents}) > 1:
            return False
        for k, first in enumerate(rows):
            for second in rows[k + 1 :]:
                if self.strings.alike((first.parent,), (second.parent,)):
                    return False
        return all(
            _is_below(self.tree, upper, lower)
            for above, below in pairwise(rows)
            for upper, lower in zip(above.groups, below.groups, strict=True)
        )


def _gap(tree: Tree, first: int, second: int) -> float:
    """Return the white space between two neighbours, below each other or else beside.

    References
    ----------
    In [zhai2005] the second is below or beside the first. Style sheets can reverse lists, so it
    may also be above, or to the left.
    """
    a, b = tree.box(first), tree.box(second)
    if a is None or b is None:
        return nan
    beside = max(b[0] - a[2], a[0] - b[2])
    if b[1] >= a[3]:
        return b[1] - a[3]
    # Above, in the same column; in another one it is the head of the next column.
    if a[1] >= b[3] and beside < 0:
        return a[1] - b[3]
    return max(0.0, beside)


def _is_below(tree: Tree, upper: Record, lower: Record) -> bool:
    """Return whether two parts overlap by half of the narrower one; True without boxes."""
    a, b = tree.box(upper[0]), tree.box(lower[0])
    if a is None or b is None:
        return True
    shared = min(a[2], b[2]) - max(a[0], b[0])
    return 2 * shared >= min(a[2] - a[0], b[2] - b[0])
