"""The default: of all the ways to cut a page into records, the ones a person would choose.

Candidates are many and overlap; one formula ranks them; of those that overlap the better one
stays. Headings between groups of records become values of the records below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from windrow.align.partial import align
from windrow.detect.candidates import Candidate, candidates
from windrow.detect.join import carried_down, group_headings
from windrow.detect.rank import Ranked, Weights, rank
from windrow.detect.signals import Signals, measure
from windrow.kernels import relations
from windrow.model import Alignment, Field, Record, Region
from windrow.tree import Tree

__all__ = ["Auto"]

# A candidate so far behind the best one is hardly ever the right one, and costs a table to make.
_BEHIND = 12.0
# Paragraphs of an article are as regular as any list: such a table is less sure by this factor.
# Their texts are longer than 80 characters, as a logarithm.
_PROSE, _LONG = 0.6, 4.4


@dataclass(frozen=True, slots=True)
class Auto:
    """Ranks every plausible segmentation of a page.

    *most* tables are returned; docs/quality.md tells how often tables of a score are right.
    """

    most: int = 5
    weights: Weights = field(default_factory=Weights.shipped)

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        signals = measure(tree)
        ranked = rank(tree, signals, candidates(tree, signals), self.weights)
        kept = _apart(ranked, self.most)
        regions = [
            _region(tree, signals, entry, self._score(kept, place))
            for place, entry in enumerate(kept)
        ]
        return sorted(regions, key=lambda region: region.records[0])

    def _score(self, kept: Sequence[Ranked], place: int) -> float:
        """Return how sure a table is; never surer than the one ranked before it."""
        own = self.weights.probability(kept[place].value)
        if _is_prose(kept[place].features):
            own *= _PROSE
        return own if place == 0 else min(own, self._score(kept, place - 1) * 0.999)


def _is_prose(features: dict[str, float]) -> bool:
    """Return whether the records are paragraphs: long single texts without date, image or link."""
    return (
        features["single"] > 0.9
        and features["longest_column"] > _LONG
        and max(features["dated"], features["pictures"], features["linked"]) < 0.2
    )


def _apart(ranked: Sequence[Ranked], most: int) -> list[Ranked]:
    """Return the best candidates, none of which shares half its records with a better one."""
    kept: list[Ranked] = []
    for entry in ranked:
        if len(kept) >= most or (kept and entry.value < kept[0].value - _BEHIND):
            break
        if not any(_overlap(entry.candidate, other.candidate) for other in kept):
            kept.append(entry)
    return kept


def _overlap(later: Candidate, earlier: Candidate) -> bool:
    return relations.overlapping(later.starts, later.ends, earlier.starts, earlier.ends)


def _region(tree: Tree, signals: Signals, entry: Ranked, score: float) -> Region:
    candidate = entry.candidate
    records = tuple(
        _record(tree, start, end)
        for start, end in zip(candidate.starts, candidate.ends, strict=True)
    )
    parents = {tree.parents[record[0]] for record in records}
    return Region(
        records=records,
        detector="auto",
        parent=parents.pop() if len(parents) == 1 else None,
        span=max(map(len, records)),
        score=score,
        alignment=_completed(tree, signals, candidate, align(tree, records, marks=signals.marks)),
    )


def headings_of(tree: Tree, signals: Signals, candidate: Candidate) -> list[tuple[int, ...]]:
    """Return for every record the nodes outside it that say something of it, if there are any."""
    headings = group_headings(tree, signals, candidate.starts, candidate.ends)
    carried = carried_down(tree, candidate.starts)
    if not carried:
        return headings
    return [
        (*(headings[k] if headings else ()), *(() if node is None else (node,)))
        for k, node in enumerate(carried)
    ]


def _completed(
    tree: Tree, signals: Signals, candidate: Candidate, alignment: Alignment
) -> Alignment:
    """Return *alignment* with what is said once for several records in each of them."""
    carried = carried_down(tree, candidate.starts)
    headings = group_headings(tree, signals, candidate.starts, candidate.ends)
    return _with_headings(_filled(alignment, carried), headings)


def _filled(alignment: Alignment, carried: list[int | None]) -> Alignment:
    """Return *alignment* with the carried nodes in the columns they stand in further up."""
    column_of = {cell: column for row in alignment.rows for column, cell in enumerate(row)}
    rows = [list(row) for row in alignment.rows]
    for row, node in zip(rows, carried, strict=False):
        if node is not None and row[column_of[node]] is None:
            row[column_of[node]] = node
    return Alignment(alignment.tree, alignment.fields, tuple(map(tuple, rows)))


def _record(tree: Tree, start: int, end: int) -> Record:
    nodes = []
    while start < end:
        nodes.append(start)
        start += tree.sizes[start]
    return tuple(nodes)


def _with_headings(alignment: Alignment, headings: list[tuple[int, ...]]) -> Alignment:
    """Return *alignment* with the headings of the groups as its first columns."""
    width = max(map(len, headings), default=0)
    if not width:
        return alignment
    tree = alignment.tree
    # The nearest heading is the last one; groups with fewer headings lack the outer ones.
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
