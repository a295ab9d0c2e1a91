"""TPC: paths of tags that come and go together are a list [miao2009].

The places where a path of tags occurs are its visual signal. Two signals are alike if their centres
are near and they take turns evenly; spectral clustering of the signals gives the lists, and the
topmost paths of a cluster their records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from windrow.detect.score import shared_parent, text_score
from windrow.model import Record, Region
from windrow.tree import Tree, label_path

__all__ = ["TPC", "signal_similarity"]

Matrix: TypeAlias = NDArray[np.float64]
Signal: TypeAlias = NDArray[np.int64]

# The constant that keeps similarities finite, as we remember [miao2009]; not measured.
_EPSILON = 10.0
# A cluster is not cut further if the normalised cut costs more than this; which bound the
# paper takes we do not know. Chosen, not measured.
_CUT = 0.6
# The most paths of a page that are clustered, the most frequent ones. Chosen, not measured.
_PATHS = 250


@dataclass(frozen=True)
class TPC:
    """Finds lists by clustering paths of tags."""

    least: int = 3  # fewest occurrences of a path in a list

    def detect(self, tree: Tree) -> list[Region]:
        """Return the lists of *tree* in page order."""
        nodes: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for node in range(1, len(tree)):
            if not tree.label(node).startswith("#"):
                nodes[label_path(tree, node)].append(node)
        often = sorted(
            (p for p in nodes if len(nodes[p]) >= self.least), key=lambda p: -len(nodes[p])
        )
        paths = often[:_PATHS]
        signals = [np.array(nodes[path], dtype=np.int64) for path in paths]
        regions = []
        for cluster in _clusters(_similarities(signals), np.arange(len(paths))):
            records = [*_records(tree, [paths[k] for k in cluster], nodes)]
            if len(records) > 1:
                parent, score = shared_parent(tree, records), text_score(tree, records)
                regions.append(Region(tuple(records), "tpc", parent, score=score))
        return sorted(regions, key=lambda region: region.records[0])


def signal_similarity(first: Signal, second: Signal) -> float:
    """Return how alike two signals are, given as places in increasing order.

    >>> even = np.array([0, 10, 20]), np.array([1, 11, 21])
    >>> round(signal_similarity(*even), 2)
    1.0
    >>> uneven = np.array([0, 10, 20]), np.array([1, 2, 3, 21])
    >>> signal_similarity(*uneven) < 0.9
    True

    References
    ----------
    [miao2009]: the distance of the centres, times how unevenly one occurs between the other.
    """
    offset = abs(float(first.mean()) - float(second.mean()))
    uneven = max(_variance(first, second), _variance(second, first))
    return _EPSILON / (offset * uneven + _EPSILON)


def _variance(first: Signal, second: Signal) -> float:
    """Return how much the number of occurrences of *first* between two of *second* varies."""
    inside = first[(first > second[0]) & (first < second[-1])]
    counts = np.bincount(np.searchsorted(second, inside) - 1, minlength=max(len(second) - 1, 1))
    # What lies outside counts as one more stretch: signals apart are not alike.
    outside = len(first) - len(inside)
    return float(np.var(counts)) + (outside if outside > 1 else 0)


def _similarities(signals: Sequence[Signal]) -> Matrix:
    found = np.eye(len(signals))
    for i, first in enumerate(signals):
        for j in range(i):
            found[i, j] = found[j, i] = signal_similarity(first, signals[j])
    return found


def _clusters(similar: Matrix, members: NDArray[np.int64]) -> Iterator[list[int]]:
    """Yield clusters: the cheapest normalised cut of two is made again and again."""
    if len(members) < 2:
        yield [int(k) for k in members]
        return
    own = similar[np.ix_(members, members)]
    degree = own.sum(axis=1)
    scale = 1 / np.sqrt(degree)
    _, vectors = np.linalg.eigh(np.eye(len(own)) - own * scale[:, None] * scale[None, :])
    order = vectors[:, 1] * scale
    best, side = _CUT, None
    for bound in np.unique(np.quantile(order, np.linspace(0.05, 0.95, 19))):
        left = order <= bound
        if left.all() or not left.any():
            continue
        between = float(own[np.ix_(left, ~left)].sum())
        cost = between / float(degree[left].sum()) + between / float(degree[~left].sum())
        if cost < best:
            best, side = cost, left
    if side is None:
        yield [int(k) for k in members]
    else:
        yield from _clusters(similar, members[side])
        yield from _clusters(similar, members[~side])


def _records(
    tree: Tree, paths: Sequence[tuple[str, ...]], nodes: dict[tuple[str, ...], list[int]]
) -> Iterator[Record]:
    """Yield the records of a cluster: from one node of its first topmost path to the next."""
    known = {*paths}
    top = [p for p in paths if not any(p[:k] in known for k in range(1, len(p)))]
    pivot = min(top, key=lambda one: nodes[one][0])
    record: list[int] = []
    for node, path in sorted((node, one) for one in top for node in nodes[one]):
        if not tree.has_items(node):
            continue
        if record and (path == pivot or tree.parents[node] != tree.parents[record[-1]]):
            yield tuple(record)
            record = []
        record.append(node)
    if record:
        yield tuple(record)
