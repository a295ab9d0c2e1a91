"""Runs of generalized nodes: neighbouring siblings, taken r at a time, that look alike.

Both MDR and DEPTA start from these. A generalized node is a tuple of *span* adjacent siblings, and
two of them are alike if their tag strings are within an edit distance.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import inf

from windrow.match.sequence import normalised_slice_distance
from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.markup import PHRASES
from windrow.tree.tree import TEXT_LABEL

__all__ = ["MIN_DEPTH", "Run", "Siblings", "TagStrings", "find_runs", "windows"]

# [liu2003], FindDRs: trees of a smaller depth hold items, not records.
MIN_DEPTH = 3

# Marks inside a text. They come and go with its words: search engines stress what was searched.
_PHRASES = PHRASES | {"br"}

# A list of uneven records looks more even in bundles. Bundles are accepted only if siblings with
# this share of all tags resemble the same place of the next bundle, and the share that resembles a
# nearer one is smaller by the second factor (measured, in steps of 0.05, on tbdw, vints and
# results), or the third where there are just two bundles. Else chosen, not measured.
_OFTEN = 0.8
_NEARER = 0.7
_NEARER_OF_TWO = 0.4

# A gap between records may be smaller than one inside by this many pixels: chosen, not measured.
_NOT_BELOW = 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent generalized nodes under one parent, each like the next."""

    parent: int
    start: int  # place of the first node among the parent's children
    span: int
    groups: tuple[Record, ...]

    @property
    def cover(self) -> int:
        """How many siblings the run takes."""
        return self.span * len(self.groups)

    def joined(self, groups: Iterable[Record]) -> Run:
        """Return the run with *groups* from elsewhere under the same parent, in page order."""
        return Run(self.parent, self.start, self.span, tuple(sorted((*self.groups, *groups))))


class TagStrings:
    """Compares siblings by their tags, opening and closing, in page order.

    All tags of the page are in one array; a group of adjacent siblings is a slice of it. Results
    are remembered by shapes, so repeated markup is compared once.

    >>> strings = TagStrings(Tree.from_text("ul(li(a b) li(a b i) li(a b))"), limit=0.3)
    >>> round(strings.distance((1,), (4,)), 3), strings.alike((1,), (8,))
    (0.286, True)

    References
    ----------
    [liu2003], the normalised edit distance of tag strings; [zhai2005] keeps it for finding regions.
    """

    def __init__(self, tree: Tree, *, limit: float, fold: bool = False) -> None:
        self.tree, self.limit = tree, limit
        self._symbols, self._bounds = _tag_string(tree, fold)
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}

    def distance(self, first: Record, second: Record, *, limit: float | None = None) -> float:
        """Return the distance of two groups of siblings, 0 for equal ones, at most 2."""
        return normalised_slice_distance(
            self._symbols, self._slice(first), self._slice(second), limit=limit
        )

    def tags(self, record: Record) -> array[int]:
        """Return the tags of a record as numbers: twice the label's id, one more to close it."""
        starts, ends = self._bounds
        found = array("i")
        for node in record:
            found += self._symbols[starts[node] : ends[node]]
        return found

    def words(self, record: Record) -> tuple[str, ...]:
        """Return the tags of a record as words: ``li``, ``a``, ``/a``, ``/li``."""
        names = self.tree.names
        return tuple("/" * (tag & 1) + names[tag >> 1] for tag in self.tags(record))

    def alike(self, first: Record, second: Record) -> bool:
        """Return whether two groups of siblings are within the limit."""
        shapes = self.tree.shapes
        key = tuple(shapes[node] for node in first), tuple(shapes[node] for node in second)
        if key[0] == key[1]:
            return True
        found = self._known.get(key)
        if found is None:
            found = self.distance(first, second, limit=self.limit) <= self.limit
            self._known[key] = found
        return found

    def size(self, node: int) -> int:
        """Return how many tags the subtree of *node* has."""
        return self._bounds[1][node] - self._bounds[0][node]

    def all_alike(self, nodes: Sequence[int]) -> bool:
        """Return whether each of *nodes* is like the next."""
        return all(self.alike((a,), (b,)) for a, b in pairwise(nodes))

    def _slice(self, group: Record) -> tuple[int, int]:
        starts, ends = self._bounds
        return starts[group[0]], ends[group[-1]]


def _tag_string(tree: Tree, fold: bool) -> tuple[array[int], tuple[list[int], list[int]]]:
    """Return the tags of the page as numbers, and where each subtree starts and ends in them."""
    untagged = _untagged(tree, fold)
    before = list(accumulate((not mark for mark in untagged), initial=0))
    symbols = array("i", bytes(8 * before[-1]))
    starts, ends = [0] * len(tree), [0] * len(tree)
    opened = [0] * len(tree)  # tags of a node and its ancestors
    for node, (label, size) in enumerate(zip(tree.labels, tree.sizes, strict=True)):
        above = opened[tree.parents[node]] if node else 0
        # Two tags for every node before this one, except for those that are still open.
        start = starts[node] = 2 * before[node] - above
        end = ends[node] = start + 2 * (before[node + size] - before[node])
        opened[node] = above
        if not untagged[node]:
            opened[node] += 1
            symbols[start], symbols[end - 1] = 2 * label, 2 * label + 1
    return symbols, (starts, ends)


def _untagged(tree: Tree, fold: bool) -> bytearray:
    """Return which nodes are not tags: text, and with *fold* what emphasises words of a text."""
    names = tree.names
    texts = {k for k, name in enumerate(names) if name == TEXT_LABEL}
    phrases = {k for k, name in enumerate(names) if name in _PHRASES} if fold else set()
    found = bytearray(len(tree))
    mixed = {p for p, label in zip(tree.parents, tree.labels, strict=True) if label in texts}
    for node, label in enumerate(tree.labels):
        if label in texts or (label in phrases and tree.parents[node] in mixed):
            found[node] = 1
    return found


@dataclass(frozen=True, slots=True)
class _Steps:
    """For one span: where each phase first repeats, how often, and how clear its gaps are."""

    firsts: list[int]  # the first place from here on, in steps of the span, that is like its next
    counts: list[int]  # how many times in a row
    margins: list[float]  # smallest gap between groups minus the largest one inside them


class Siblings:
    """The children of one node, compared in groups of every span.

    *gaps* are the white spaces between neighbours on the screen, where they are known.
    """

    def __init__(
        self, strings: TagStrings, nodes: Sequence[int], gaps: Sequence[float] | None = None
    ) -> None:
        self._strings, self._nodes, self._gaps = strings, tuple(nodes), gaps
        shapes = strings.tree.shapes
        self._shapes = [shapes[node] for node in nodes]
        self._steps: dict[int, _Steps] = {}
        # Distance -> running sums of what pairs this far apart share, and of their sizes.
        self._sums: dict[int, tuple[list[int], list[int]]] = {}

    def runs(
        self, parent: int, *, max_span: int, literal: bool = False, periodic: bool = False
    ) -> list[Run]:
        """Return the runs among these siblings, from left to right, each as long as possible.

        With *periodic*, the siblings of a run must repeat with its span rather than a smaller one.

        Of runs that cover the same nodes, the one with the smaller span is taken, and of one
        span the phase that starts first; with gaps, the phase with the clearest gaps.

        References
        ----------
        [liu2003], IdentDRs; *literal* tries one phase too many, as printed there.
        """
        found = []
        start = 0
        while best := self._best(start, max_span, literal, periodic):
            place, span, count = best
            groups = tuple(
                self._nodes[k : k + span] for k in range(place, place + span * count, span)
            )
            found.append(Run(parent, place, span, groups))
            start = place + span * count
        return found

    def _best(
        self, start: int, max_span: int, literal: bool, periodic: bool
    ) -> tuple[int, int, int] | None:
        best: tuple[int, int, int] | None = None
        covered, margin = 0, 0.0
        size = len(self._nodes)
        for span in range(1, min(max_span, (size - start) // 2) + 1):
            # No phase of this span can cover more than the best run so far.
            if (size - start) // span * span <= covered:
                continue
            steps = self._steps_of(span)
            for phase in range(start, min(start + span + literal, size - 2 * span + 1)):
                place = steps.firsts[phase]
                if place == size or steps.margins[place] < -_NOT_BELOW:
                    continue
                count = steps.counts[place] + 1
                longer = span * count > covered and (best is None or place <= best[0])
                # The second half of the gap rule chooses between phases of one span only.
                clearer = best is not None and (best[1], best[2]) == (span, count)
                if not longer and not (clearer and steps.margins[place] > margin):
                    continue
                if periodic and not self._repeats_with(span, place, span * count):
                    continue
                best, covered, margin = (place, span, count), span * count, steps.margins[place]
        return best

    def _repeats_with(self, span: int, place: int, cover: int) -> bool:
        """Return whether siblings are like those *span* places on more often than nearer ones."""
        share = self._share(span, place, cover) if span > 1 else 1.0
        nearer = (self._share(lag, place, cover) for lag in range(1, span))
        most = share * (_NEARER if cover > 2 * span else _NEARER_OF_TWO)
        return share >= _OFTEN and all(other < most for other in nearer)

    def _share(self, lag: int, place: int, cover: int) -> float:
        if lag not in self._sums:
            self._sums[lag] = self._agreements(lag)
        same, sizes = self._sums[lag]
        end = place + cover - lag
        size = sizes[end] - sizes[place]
        return (same[end] - same[place]) / size if size else 0.0

    def _agreements(self, lag: int) -> tuple[list[int], list[int]]:
        """Return running sums of the tags of siblings *lag* places apart: of alike ones, of all."""
        sizes, same = [], []
        for one, other in zip(self._nodes, self._nodes[lag:], strict=False):
            size = self._strings.size(one) + self._strings.size(other)
            sizes.append(size)
            same.append(size * self._strings.alike((one,), (other,)))
        return list(accumulate(same, initial=0)), list(accumulate(sizes, initial=0))

    def _steps_of(self, span: int) -> _Steps:
        if span not in self._steps:
            self._steps[span] = self._compare(span)
        return self._steps[span]

    def _compare(self, span: int) -> _Steps:
        """Compare all neighbouring groups of *span* once; runs are then read off in one step."""
        shapes, nodes, size = self._shapes, self._nodes, len(self._nodes)
        firsts, counts = [size] * (size + span), [0] * (size + span)
        for k in range(size - 2 * span, -1, -1):
            middle, end = k + span, k + 2 * span
            same = shapes[k:middle] == shapes[middle:end]
            if same or self._strings.alike(nodes[k:middle], nodes[middle:end]):
                firsts[k], counts[k] = k, counts[middle] + 1
            else:
                firsts[k] = firsts[middle]
        return _Steps(firsts, counts, self._margins(span, counts))

    def _margins(self, span: int, counts: Sequence[int]) -> list[float]:
        size = len(self._nodes)
        margins = [0.0] * (size + span)
        if self._gaps is None or span == 1:
            return margins
        # An unknown gap never excludes a run: it counts as 0 in a record, as infinite between two.
        inside = [gap if gap == gap else 0.0 for gap in self._gaps]
        between = [gap if gap == gap else inf for gap in self._gaps]
        inner, outer = [0.0] * (size + span), [inf] * (size + span)
        for k in range(size - span, -1, -1):
            inner[k] = max(inside[k : k + span - 1])
            if counts[k]:
                inner[k] = max(inner[k], inner[k + span])
                outer[k] = min(between[k + span - 1], outer[k + span])
                margins[k] = outer[k] - inner[k]
        return margins


def windows(nodes: Sequence[int], span: int, fits: Callable[[Record], bool]) -> Iterator[Record]:
    """Yield the groups of *span* neighbours that fit, from left to right and apart."""
    k = 0
    while k + span <= len(nodes):
        group = tuple(nodes[k : k + span])
        if fits(group):
            yield group
            k += span
        else:
            k += 1


def find_runs(tree: Tree, compare: Callable[[int], list[Run]]) -> dict[int, list[Run]]:
    """Return the runs below every node that was searched, parents first, in page order.

    *compare* returns the runs among the children of a node. Nodes in a run are not searched.

    References
    ----------
    [liu2003], FindDRs.
    """
    found: dict[int, list[Run]] = {}
    waiting = [0]
    while waiting:
        parent = waiting.pop()
        if tree.heights[parent] < MIN_DEPTH:
            continue
        runs = found[parent] = compare(parent)
        covered = {node for run in runs for group in run.groups for node in group}
        waiting += [c for c in reversed(tree.children(parent)) if c not in covered]
    return found
