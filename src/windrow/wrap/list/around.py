"""Records around given values: lists that detection missed, but that a person gives examples of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.wrap.list.template import FEWEST_RECORDS
from windrow.wrap.sought import LEAST, Sought, likeness

__all__ = ["records_around", "records_inside"]

# Levels between the values of a record and the records' parent that are tried. Chosen.
_LEVELS = 6


def records_around(tree: Tree, sought: Sought) -> Iterator[tuple[Record, ...]]:
    """Yield possible records of the list that holds the sought rows, likely ones first."""
    homes = [home for row in sought.rows if (home := _home(tree, row)) is not None]
    if len(homes) < FEWEST_RECORDS:
        yield from _like(tree, homes)
        return
    first, second = sorted(homes[:2])
    if first == second or second < first + tree.sizes[first]:
        return
    parent = _parent_of_both(tree, first, second)
    one, other = _way(tree, parent, first), _way(tree, parent, second)
    for depth in range(1, min(len(one), len(other), _LEVELS) + 1):
        labels = [tree.labels[node] for node in one[:depth]]
        if labels != [tree.labels[node] for node in other[:depth]]:
            break
        records = tuple((node,) for node in _below(tree, parent, labels))
        if len(records) >= FEWEST_RECORDS:
            yield records
    yield from _runs(tree, parent, one[0], other[0])


def records_inside(
    tree: Tree, records: Sequence[Record], sought: Sought
) -> Iterator[tuple[Record, ...]]:
    """Yield possible records inside *records*, of which one holds several of the sought rows."""
    for record in records:
        span = range(record[0], record[-1] + tree.sizes[record[-1]])
        homes = [home for row in sought.rows if (home := _home(tree, row, span)) is not None]
        if len(homes) < FEWEST_RECORDS:
            continue
        first, second = sorted(homes[:2])
        if second < first + tree.sizes[first]:
            return
        parent = _parent_of_both(tree, first, second)
        root = next((one for one in record if one <= parent < one + tree.sizes[one]), None)
        if root is None:
            return
        above = [] if root == parent else [tree.labels[n] for n in _way(tree, root, parent)]
        one, other = _way(tree, parent, first), _way(tree, parent, second)
        for depth in range(1, min(len(one), len(other), _LEVELS) + 1):
            labels = [tree.labels[node] for node in one[:depth]]
            if labels != [tree.labels[node] for node in other[:depth]]:
                return
            tops = (top for some in records for top in some)
            inner = (node for top in tops for node in _below(tree, top, above + labels))
            yield tuple((node,) for node in inner)
        return


def _home(tree: Tree, row: Mapping[str, tuple[str, ...]], span: range | None = None) -> int | None:
    """Return the smallest part of the page that holds the values of a row, or most of them.

    With *span*, only this part of the page is searched, and it must hold all of them.
    """
    nodes = span or range(len(tree))
    each = [_holders(tree, v, nodes) for values in row.values() for v in values]
    places = [found for found in each if found]
    if not places or (span and len(places) < len(each)):
        return None
    rarest = min(places, key=len)
    best: tuple[int, int] | None = None
    for node in rarest:
        while not all(_has(some, node, node + tree.sizes[node]) for some in places):
            node = tree.parents[node]
        if best is None or tree.sizes[node] < best[0]:
            best = (tree.sizes[node], node)
    return best and best[1]


def _holders(tree: Tree, value: str, nodes: range) -> list[int]:
    """Return those of *nodes* that say *value*; where none does, those that hold it."""
    scores = {}
    for node in nodes:
        if tree.kinds[node]:
            score = max(likeness(text, value) for _, text in tree.items(node))
            if score >= LEAST:
                scores[node] = score
    best = max(scores.values(), default=0.0)
    return [node for node, score in scores.items() if score == best]


def _has(nodes: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(nodes, start)
    return at < len(nodes) and nodes[at] < end


def _parent_of_both(tree: Tree, first: int, second: int) -> int:
    node = tree.parents[first]
    while not node <= second < node + tree.sizes[node]:
        node = tree.parents[node]
    return node


def _way(tree: Tree, parent: int, node: int) -> list[int]:
    """Return the nodes from the child of *parent* down to *node*."""
    found = [node]
    while tree.parents[found[-1]] != parent:
        found.append(tree.parents[found[-1]])
    return found[::-1]


def _below(tree: Tree, parent: int, labels: Sequence[int]) -> list[int]:
    nodes = [parent]
    for label in labels:
        nodes = [c for node in nodes for c in tree.children(node) if tree.labels[c] == label]
    return nodes


def _runs(tree: Tree, parent: int, first: int, second: int) -> Iterator[tuple[Record, ...]]:
    """Yield records of several siblings: each begins like the first and ends before the next."""
    children = [*tree.children(parent)]
    starts = [k for k, c in enumerate(children) if tree.labels[c] == tree.labels[first]]
    if len(starts) >= FEWEST_RECORDS and tree.labels[first] == tree.labels[second]:
        ends = [*starts[1:], len(children)]
        records = tuple(tuple(children[a:b]) for a, b in zip(starts, ends, strict=True))
        if any(len(record) > 1 for record in records):
            yield records


def _like(tree: Tree, homes: Sequence[int]) -> Iterator[tuple[Record, ...]]:
    """Yield the siblings of the nodes around one row, from the inside out."""
    for node in homes[:1]:
        for _ in range(_LEVELS):
            parent = tree.parents[node]
            if parent < 0:
                return
            alike = _below(tree, parent, [tree.labels[node]])
            if len(alike) >= FEWEST_RECORDS:
                yield tuple((one,) for one in alike)
            node = parent
