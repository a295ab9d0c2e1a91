"""Several trees under one root, with one numbering of labels, so that they can be matched."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate

from windrow.tree.tree import Tree

__all__ = ["JOINED_LABEL", "join"]

# No page has this label, so the artificial root matches only another such root.
JOINED_LABEL = "#trees"


def join(trees: Sequence[Tree]) -> tuple[Tree, list[int]]:
    """Return one tree with *trees* below an artificial root, and the node each of them begins at.

    >>> joined, starts = join([Tree.from_text("ul(li)"), Tree.from_text("ol(li li)")])
    >>> joined.to_text(), starts
    ('#trees(ul(li) ol(li li))', [1, 3])
    """
    ends = [*accumulate(map(len, trees), initial=1)]
    names, label_ids = _merged([JOINED_LABEL], (tree.names for tree in trees))
    attribute_names, name_ids = _merged([], (tree.attribute_names for tree in trees))
    shifts = [*accumulate((len(tree.buffer) for tree in trees), initial=0)]
    counts = [*accumulate((len(tree.attributes) // 3 for tree in trees), initial=0)]
    joined = Tree(
        names=names,
        labels=_chained(
            [0], ((ids[x] for x in t.labels) for t, ids in zip(trees, label_ids, strict=True))
        ),
        parents=_chained([-1], (_parents(t, start) for t, start in zip(trees, ends, strict=False))),
        sizes=_chained([ends[-1]], (t.sizes for t in trees)),
        depths=_chained([0], ((x + 1 for x in t.depths) for t in trees)),
        kinds=_chained([0], (t.kinds for t in trees)),
        texts=_chained(
            [0, 0], ((x + by for x in t.texts) for t, by in zip(trees, shifts, strict=False))
        ),
        spacing=_chained([0], (t.spacing for t in trees)),
        positions=_chained([-1], (t.positions for t in trees)),
        ordinals=_chained([1], (t.ordinals for t in trees)),
        attribute_starts=_starts(trees, counts),
        attributes=_chained(
            [],
            (_attributes(t, ids, by) for t, ids, by in zip(trees, name_ids, shifts, strict=False)),
        ),
        attribute_names=attribute_names,
        buffer=b"".join(tree.buffer for tree in trees),
        breaks=_chained(
            [], ((x + by for x in t.breaks) for t, by in zip(trees, shifts, strict=False))
        ),
    )
    return joined, ends[:-1]


def _merged(
    first: list[str], many: Iterable[Sequence[str]]
) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return all names, each once, and for each sequence the new numbers of its names."""
    ids = {name: k for k, name in enumerate(first)}
    numbers = [[ids.setdefault(name, len(ids)) for name in names] for names in many]
    return tuple(ids), numbers


def _chained(first: list[int], parts: Iterable[Iterable[int]]) -> array[int]:
    found = array("i", first)
    for part in parts:
        found.extend(part)
    return found


def _parents(tree: Tree, start: int) -> Iterable[int]:
    yield 0
    yield from (parent + start for parent in tree.parents[1:])


def _starts(trees: Sequence[Tree], counts: Sequence[int]) -> array[int]:
    found = array("i", [0])
    for tree, by in zip(trees, counts, strict=False):
        found.extend(start + by for start in tree.attribute_starts[:-1])
    found.append(counts[-1])
    return found


def _attributes(tree: Tree, ids: Sequence[int], by: int) -> Iterable[int]:
    for k in range(0, len(tree.attributes), 3):
        yield ids[tree.attributes[k]]
        yield tree.attributes[k + 1] + by
        yield tree.attributes[k + 2] + by
