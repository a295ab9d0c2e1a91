"""The default detector: the division of a page into records that a person would choose.

Many overlapping candidates are ranked by one formula, and among overlapping ones the best is
kept. Headings between groups of records become values of the records below them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, takewhile
from typing import ClassVar

from windrow.align.nested import nest
from windrow.align.partial import align
from windrow.detect.auto.candidates import candidates
from windrow.detect.auto.headings import carried_down, group_headings
from windrow.detect.auto.landscape import turned
from windrow.detect.auto.main_part import LEAD, is_about_site
from windrow.detect.auto.margins import margins
from windrow.detect.auto.phase import one_phase
from windrow.detect.auto.rank import Ranked, Weights, rank
from windrow.detect.auto.signals import Signals, measure
from windrow.detect.auto.stacked import stacked
from windrow.detect.auto.sure import UNSURE, Doubting, Sureness
from windrow.detect.base import Likely, PaperTemplate
from windrow.detect.score import shared_parent
from windrow.model import Alignment, Field, Record, Region
from windrow.tree import Tree
from windrow.tree.lines import PART, Lined, with_lines
from windrow.tree.path import nearest

__all__ = ["Auto", "Pointed", "Ranking", "around", "kept", "region_of"]

# The least chance of a list after the first. Measured with sites left out, on pages that have
# several lists (python -m bench.fit): half of the lists with this chance or more are wanted.
_MEANT = 0.4
# How many tables there are if all are requested, and the least chance of one: chosen.
_EVERY, _HARDLY = 10, 0.05


@dataclass(frozen=True, slots=True)
class Auto:
    """Ranks every plausible segmentation of a page.

    At most *most* tables are returned; those after the first are wanted as well with
    at least the chance *least*; docs/quality.md says how often tables of a score are right.
    """

    template: ClassVar[type[PaperTemplate] | None] = None
    paper: ClassVar[str] = ""
    finds: ClassVar[str] = "the list a reader would mean"

    most: int = 5
    least: float = _MEANT
    weights: Weights = field(default_factory=Weights.shipped)
    sureness: Sureness = field(default_factory=Sureness.shipped)

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        regions = [one.make() for one in self.likely(tree)]
        return sorted(regions, key=lambda region: region.records[0])

    def likely(self, tree: Tree) -> list[Likely]:
        """Return the regions of *tree*, best first, none of them made yet."""
        lined = with_lines(tree)
        ranking = self.ranking(lined.tree)
        found = [*islice(self._scored(ranking), self.most)]
        if lined.tree is not tree and not (found and _is_divided(lined, found[0][0])):
            # Lines that are not records are not nodes.
            ranking = self.ranking(tree)
            found = [*islice(self._scored(ranking), self.most)]
        return [Likely(score, partial(_region, ranking, entry, score)) for entry, score in found]

    def limited(self, most: int) -> Auto:
        """Return this detector, limited to *most* regions."""
        return self if most >= self.most else replace(self, most=most)

    def thorough(self) -> Auto:
        """Return this detector, with lists that are rarely wanted."""
        return replace(self, most=_EVERY, least=_HARDLY)

    def ranking(self, tree: Tree) -> Ranking:
        """Return everything known about a page before lists are chosen."""
        signals = measure(tree)
        return Ranking(tree, signals, self.ranked(tree, signals), self)

    def ranked(self, tree: Tree, signals: Signals) -> Sequence[Ranked]:
        """Return all candidates of a page, best first."""
        found = one_phase(tree, signals, candidates(tree, signals))
        return rank(tree, signals, found, self.weights)

    def _scored(self, ranking: Ranking) -> Iterator[tuple[Ranked, float]]:
        """Yield the tables and how sure each is, up to the last one that is sure enough.

        No table is surer than the one ranked before it.
        """
        ranked = ranking.ranked
        if not ranked:
            return

        def beside(entry: Ranked) -> bool:
            span = entry.candidate.starts, entry.candidate.ends
            return is_about_site(ranking.tree, ranking.signals, span)

        first = ranked[0]
        doubting = Doubting(ranking.tree, ranking.signals)
        ahead = margins(first, islice(ranked, 1, None))
        score = self.sureness.score(first.value, ahead, doubting.doubts(first))
        if score > UNSURE and doubting.is_no_list(first):
            score = UNSURE
        yield first, score
        found = kept(takewhile(lambda entry: self._chance(first, entry) >= self.least, ranked))
        for entry in islice(found, 1, None):
            chance = self._chance(first, entry)
            # A rule may have put a menu right behind the list, where it is by far less likely. It
            # can be requested all the same.
            if beside(entry) and not beside(first):
                chance = max(self._chance(first, entry, LEAD), _HARDLY)
            if chance < self.least:
                continue
            score = min(chance, 0.999 * score)
            yield entry, score

    def _chance(self, first: Ranked, entry: Ranked, lead: float = 0.0) -> float:
        return self.sureness.further(entry.value - first.value - lead)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What the detector knew when it chose: all candidates of a page, best first."""

    tree: Tree
    signals: Signals
    ranked: Sequence[Ranked]
    detector: Auto


def kept(ranked: Iterable[Ranked]) -> Iterator[Ranked]:
    """Yield the best candidates, skipping those that share half of their records with a better."""
    found: list[Ranked] = []
    for entry in ranked:
        if not any(map(entry.overlaps, found)):
            found.append(entry)
            yield entry


def around(ranking: Ranking, node: int) -> Region | None:
    """Return the smallest list with a record that holds *node*; None if there is none.

    Lists that share half of their records with a better one count only if no other holds it.
    """
    best = [entry for entry in kept(ranking.ranked) if _holds(entry, node)]
    best = best or [entry for entry in ranking.ranked if _holds(entry, node)][:1]
    if not best:
        return None
    # Its score does not matter: a person has chosen it.
    return _region(ranking, min(best, key=_size), 0.0)


@dataclass(frozen=True, slots=True)
class Pointed:
    """Finds the list that a person has pointed at: the smallest that holds a node.

    *path* is the XPath of the node; if the page lacks it, the nearest node is used.
    """

    path: str

    def detect(self, tree: Tree) -> list[Region]:
        """Return the region, or an empty list if there is none."""
        region = around(Auto().ranking(tree), nearest(tree, self.path))
        return [] if region is None else [region]


def _is_divided(lined: Lined, entry: Ranked) -> bool:
    """Return whether a record of a candidate is part of a text that has several lines."""
    spans = zip(entry.candidate.starts, entry.candidate.ends, strict=True)
    return any(PART in lined.origins[start:end] for start, end in spans)


def _holds(entry: Ranked, node: int) -> bool:
    spans = zip(entry.candidate.starts, entry.candidate.ends, strict=True)
    return any(start <= node < end for start, end in spans)


def _size(entry: Ranked) -> int:
    """Return how many nodes the records of a candidate have."""
    return sum(entry.candidate.ends) - sum(entry.candidate.starts)


def _region(ranking: Ranking, entry: Ranked, score: float) -> Region:
    tree, signals, candidate = ranking.tree, ranking.signals, entry.candidate
    sizes = tree.sizes
    # Mostly a record is one node.
    records = tuple(
        [
            (start,) if start + sizes[start] >= end else _record(tree, start, end)
            for start, end in zip(candidate.starts, candidate.ends, strict=True)
        ]
    )
    columns = turned(tree, records) or stacked(tree, records)
    records = columns or records
    alignment = align(tree, records, marks=signals.marks)
    if not columns:
        # Values that are given once for several records are put into each of them.
        alignment = _filled(
            nest(alignment, records, signals.marks), carried_down(tree, candidate.starts)
        )
        headings = group_headings(tree, signals, candidate.starts, candidate.ends)
        alignment = _with_headings(alignment, headings)
    return Region(
        records=records,
        detector="auto",
        parent=shared_parent(tree, records),
        span=max(map(len, records)),
        score=score,
        alignment=alignment,
        ranking=ranking,
    )


def region_of(tree: Tree, records: tuple[Record, ...]) -> Region:
    """Return a region of *records* found in another way, lined up as the detector does."""
    marks = measure(tree).marks
    alignment = nest(align(tree, records, marks=marks), records, marks)
    return Region(records, "auto", alignment=alignment)


def _filled(alignment: Alignment, carried: list[int | None]) -> Alignment:
    """Return *alignment* with the carried nodes in the columns they have in the records above."""
    if not carried:
        return alignment
    column_of = {cell: column for row in alignment.rows for column, cell in enumerate(row)}
    rows = [list(row) for row in alignment.rows]
    for row, node in zip(rows, carried, strict=False):
        # A node in a list inside its record has no separate column.
        column = None if node is None else column_of.get(node)
        if column is not None and row[column] is None:
            row[column] = node
    return Alignment(alignment.tree, alignment.fields, tuple(map(tuple, rows)))


def _record(tree: Tree, start: int, end: int) -> Record:
    sizes = tree.sizes
    nodes = [start]
    while (start := start + sizes[start]) < end:
        nodes.append(start)
    return tuple(nodes)


def _with_headings(alignment: Alignment, headings: list[tuple[int, ...]]) -> Alignment:
    """Return *alignment* with the headings of the groups as its first columns."""
    width = max(map(len, headings), default=0)
    if not width:
        return alignment
    tree = alignment.tree
    # The last heading is the nearest one; groups with fewer headings lack the outer ones.
    padded = [(None,) * (width - len(nodes)) + nodes for nodes in headings]
    columns = list(zip(*padded, strict=True))
    fields = tuple(
        Field(
            "run",
            "/".join(sorted({tree.label(n) for n in column if n is not None})),
            None in column,
        )
        for column in columns
    )
    rows = tuple((*nodes, *row) for nodes, row in zip(padded, alignment.rows, strict=True))
    return Alignment(tree, (*fields, *alignment.fields), rows)
