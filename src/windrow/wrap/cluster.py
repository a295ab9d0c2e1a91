"""A heap of pages is sorted by template: pages whose markup is alike, however long their lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from windrow.tree import Tree
from windrow.wrap.apart import apart
from windrow.wrap.collapse import Collapsed, collapse, similarity
from windrow.wrap.outline import outline

__all__ = ["cluster"]

# Pages that share fewer paths of labels than _UNLIKE are of two templates, pages that share more
# than _ALIKE are of one; in between their collapsed trees decide, at _SAME (bench/cluster.py
# measures all three).
_UNLIKE, _ALIKE, _SAME = 0.3, 0.7, 0.5
# A cluster is known by its first pages: comparing with all of them would take time in the square of
# their number. Chosen, not measured.
_REPRESENTATIVES = 4
# This many pages are enough to see that a cluster holds two templates. Chosen, not measured.
_SAMPLE = 300


@dataclass
class _PageSketch:
    """What is kept of a page: its outline, and its collapsed tree where that is needed."""

    paths: frozenset[int]
    tree: Tree | None

    @cached_property
    def collapsed(self) -> Collapsed:
        assert self.tree is not None
        return collapse(self.tree)

    def settled(self) -> _PageSketch:
        """Return the sketch without the page: of thousands of pages only the sketches stay."""
        if self.tree is not None:
            _ = self.collapsed
            self.tree = None
        return self


@dataclass
class _Cluster:
    known: list[_PageSketch] = field(default_factory=list)
    pages: dict[frozenset[int], list[int]] = field(default_factory=dict)  # by their outlines


def cluster(trees: Iterable[Tree]) -> list[list[int]]:
    """Return the numbers of the pages of each template, in page order, the largest group first.

    A page goes to the group whose first pages it is most like, or begins one of its own. The cost
    grows with pages times templates, and no tree is kept.

    >>> shop = [Tree.from_text(f"body(h1 ul({'li(a b) ' * n}))") for n in (3, 9)]
    >>> cluster([shop[0], Tree.from_text("body(table(tr(td td)))"), shop[1]])
    [[0, 2], [1]]
    """
    groups: list[_Cluster] = []
    # Most pages of a template have the very same paths as one before.
    met: dict[frozenset[int], _Cluster] = {}
    for number, tree in enumerate(trees):
        paths = outline(tree)
        group = met.get(paths)
        if group is None:
            sketch = _PageSketch(paths, tree)
            group = _nearest(sketch, groups)
            if group is None:
                group = _Cluster()
                groups.append(group)
            if len(group.known) < _REPRESENTATIVES:
                group.known.append(sketch.settled())
            met[paths] = group
        group.pages.setdefault(paths, []).append(number)
    found = [pages for group in _merged(groups) for pages in _templates(group)]
    return sorted(found, key=lambda pages: (-len(pages), pages[0]))


def _nearest(sketch: _PageSketch, groups: Iterable[_Cluster]) -> _Cluster | None:
    """Return the group that a page belongs to, or None."""
    best, found = _SAME, None
    for group in groups:
        # The first page rules out most clusters at once.
        if _shared(sketch, group.known[0]) < _UNLIKE / 2:
            continue
        mean = sum(_affinity(sketch, other) for other in group.known) / len(group.known)
        if mean >= best:
            best, found = mean, group
    return found


def _affinity(one: _PageSketch, other: _PageSketch) -> float:
    shared = _shared(one, other)
    if not _UNLIKE <= shared < _ALIKE:
        return shared if shared >= _ALIKE else 0.0
    return similarity(one.collapsed, other.collapsed)


def _shared(one: _PageSketch, other: _PageSketch) -> float:
    return _jaccard(one.paths, other.paths)


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    both = len(one & other)
    return both / (len(one) + len(other) - both)


def _merged(groups: list[_Cluster]) -> list[_Cluster]:
    """Return the groups without those that only the order of the pages kept apart."""
    kept: list[_Cluster] = []
    for group in groups:
        same = _like(group, kept)
        if same is None:
            kept.append(group)
        else:
            same.pages.update(group.pages)
    return kept


def _templates(group: _Cluster) -> list[list[int]]:
    """Return the pages of a group, apart where only their surroundings are alike."""
    pages = [(paths, number) for paths, some in group.pages.items() for number in some]
    pages.sort(key=lambda page: page[1])
    sample = [paths for paths, _ in pages[:: 1 + len(pages) // _SAMPLE]]
    parts = apart(sample)
    if len(parts) == 1:
        return [[number for _, number in pages]]
    found: list[list[int]] = [[] for _ in parts]
    firsts = [[sample[k] for k in part[:_REPRESENTATIVES]] for part in parts]
    near: dict[frozenset[int], int] = {sample[k]: n for n, part in enumerate(parts) for k in part}
    for paths, number in pages:
        if paths not in near:
            likes = [sum(_jaccard(paths, other) for other in some) / len(some) for some in firsts]
            near[paths] = likes.index(max(likes))
        found[near[paths]].append(number)
    return found


def _like(group: _Cluster, others: Iterable[_Cluster]) -> _Cluster | None:
    for other in others:
        pairs = [_affinity(one, two) for one in group.known for two in other.known]
        if sum(pairs) >= _SAME * len(pairs):
            return other
    return None
