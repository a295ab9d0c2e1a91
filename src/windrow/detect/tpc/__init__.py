"""TPC: paths of labels that occur together again and again are a list."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.score import shared_parent, text_score
from windrow.kernels.match import spectral
from windrow.model import Record, Region
from windrow.tree import Tree

__all__ = ["TPC", "signal_similarity"]

# Keeps similarities finite; [miao2009], as we remember it: the text of the paper was not at hand.
_EPSILON = 10.0
# The fewest nodes of a record: [miao2009], according to others.
_NODES = 3
# A cluster is not cut further if the normalised cut costs more than this; we do not know the
# bound of the paper. Chosen, not measured.
_CUT = 0.6
# The most paths of a page that are clustered, the most frequent ones. Chosen, not measured.
_PATHS = 250
# Rounds of the power method for the second eigenvector. Chosen, not measured.
_ROUNDS = 60


@dataclass(frozen=True)
class TPC:
    """Finds lists by clustering the paths of a page.

    >>> tree = Tree.from_text('body(h1"Ants" ul(li(a"Ant" b"1") li(a"Bee" b"2") li(a"Cat" b"3")))')
    >>> [len(region.records) for region in TPC().detect(tree)]
    [3]

    References
    ----------
    [miao2009]. The places where a path occurs are its visual signal. Two signals are alike if
    their centres are near and they take turns evenly; normalised cuts of the similarities give
    clusters, and the topmost paths of a cluster its records. That signals are
    compared by how closely they lie and how they interleave, that they are clustered by spectral
    clustering, and that a record has three tags at least, is what others say of the paper; the
    formulas and the constant are from memory, and a bad figure may be ours. Lists of links have
    smaller records: only ``mode="literal"`` leaves them out.

    With p paths, a page of n nodes costs O(p n + p^3); p is at most 250.
    """

    template: ClassVar[type[PaperTemplate] | None] = None
    paper: ClassVar[str] = "miao2009"
    finds: ClassVar[str] = "paths that take turns evenly"

    least: int = 3  # fewest occurrences of a path in a list
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the lists of *tree* in page order; an empty list when there are none."""
        paths = _Paths.of(tree)
        often = [path for path, nodes in enumerate(paths.nodes) if len(nodes) >= self.least]
        often = sorted(sorted(often, key=lambda path: -len(paths.nodes[path]))[:_PATHS])
        regions = []
        for cluster in _clusters([paths.nodes[path] for path in often]):
            records = [*_records(tree, paths, [often[k] for k in cluster])]
            if len(records) >= self.least and (
                self.mode == "resolved" or _are_large(tree, records)
            ):
                parent, score = shared_parent(tree, records), text_score(tree, records)
                regions.append(Region(tuple(records), "tpc", parent, score=score))
        return sorted(regions, key=lambda region: region.records[0])


def signal_similarity(first: Sequence[int], second: Sequence[int]) -> float:
    """Return how alike two signals are, given as places in increasing order.

    >>> signal_similarity([0, 10, 20], [1, 11, 21])
    1.0
    >>> signal_similarity([0, 10, 20], [1, 2, 3, 21]) < 0.9
    True

    References
    ----------
    [miao2009]: the distance of the centres, times how unevenly one occurs between the other.
    """
    starts = array("i", [0, len(first), len(first) + len(second)])
    found: float = spectral.likeness(array("i", [*first, *second]), starts, _EPSILON)[1]
    return found


@dataclass(frozen=True, slots=True)
class _Paths:
    """The paths of a page: of each the path above it, and its nodes."""

    above: list[int]
    nodes: list[array[int]]

    @classmethod
    def of(cls, tree: Tree) -> _Paths:
        numbers: dict[tuple[int, int], int] = {}
        above: list[int] = []
        nodes: list[array[int]] = []
        own = array("i", bytes(4 * len(tree)))
        for node in range(len(tree)):
            parent = tree.parents[node]
            key = own[parent] if parent >= 0 else -1, tree.labels[node]
            path = numbers.setdefault(key, len(above))
            if path == len(above):
                above.append(key[0])
                nodes.append(array("i"))
            own[node] = path
            if not tree.label(node).startswith("#"):
                nodes[path].append(node)
        return cls(above, nodes)


def _clusters(signals: Sequence[array[int]]) -> Iterator[list[int]]:
    """Yield clusters of signals: the cheapest normalised cut of two is made again and again."""
    if not signals:
        return
    places, starts = array("i"), array("i", [0])
    for signal in signals:
        places += signal
        starts.append(len(places))
    alike = spectral.likeness(places, starts, _EPSILON)
    waiting = [[*range(len(signals))]]
    while waiting:
        members = waiting.pop()
        side: list[int] = []
        if len(members) > 1:
            side = spectral.best_cut(alike, len(signals), array("i", members), _CUT, _ROUNDS)
        if not side:
            yield members
            continue
        one = {*side}
        waiting.append([member for k, member in enumerate(members) if k in one])
        waiting.append([member for k, member in enumerate(members) if k not in one])


def _records(tree: Tree, paths: _Paths, cluster: Sequence[int]) -> Iterator[Record]:
    """Yield the records of a cluster: from one node of its first topmost path to the next."""
    known = {*cluster}
    top = [path for path in cluster if not _is_below(paths, path, known)]
    pivot = min(top, key=lambda path: paths.nodes[path][0])
    record: list[int] = []
    for node, path in sorted((node, one) for one in top for node in paths.nodes[one]):
        if not tree.has_items(node):
            continue
        if record and (path == pivot or tree.parents[node] != tree.parents[record[-1]]):
            yield tuple(record)
            record = []
        record.append(node)
    if record:
        yield tuple(record)


def _are_large(tree: Tree, records: Sequence[Record]) -> bool:
    """Return whether some record has as many nodes as the paper asks for."""
    return any(sum(tree.sizes[root] for root in record) >= _NODES for record in records)


def _is_below(paths: _Paths, path: int, known: set[int]) -> bool:
    above = paths.above[path]
    while above >= 0 and above not in known:
        above = paths.above[above]
    return above >= 0
