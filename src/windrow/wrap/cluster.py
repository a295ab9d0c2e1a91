"""Sorts a heap of pages by template: pages with similar markup, however long their lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from windrow.tree import Tree
from windrow.wrap.collapse import Collapsed, collapse, similarity
from windrow.wrap.outline import jaccard, outline

__all__ = ["apart", "cluster"]

# Pages that share fewer paths of labels than _UNLIKE are of two templates, pages that share more
# than _ALIKE are of one; in between their collapsed trees decide, at _SAME (bench/cluster.py
# measures all three).
_UNLIKE, _ALIKE, _SAME = 0.3, 0.7, 0.5
# A cluster is known by its first pages: comparing with all of them would take time in the square of
# their number. Chosen, not measured.
_REPRESENTATIVES = 4
# This many pages are enough to see that a cluster holds two templates. Chosen, not measured.
_SAMPLE = 300
# Paths that this share of the pages has do not tell them apart. Chosen, not measured.
_COMMON = 0.9
# Templates differ if each has its own part: this share of a page's paths, which most of its
# pages have and hardly any of the others. Chosen, not measured.
_OWN_PART, _MOSTLY, _HARDLY = 0.15, 0.8, 0.2
# Pages gather around one with which they share this much; a template has at least this many pages.
# Chosen, not measured.
_GATHERED, _FEWEST = 0.5, 2


@dataclass
class _PageSketch:
    """The kept facts about a page: its outline, and its collapsed tree if needed."""

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

    A page goes to the group whose first pages are most similar, or begins a new one. The cost
    grows with pages times templates, and no tree is kept.

    >>> shop = [Tree.from_text(f"body(h1 ul({'li(a b) ' * n}))") for n in (3, 9)]
    >>> cluster([shop[0], Tree.from_text("body(table(tr(td td)))"), shop[1]])
    [[0, 2], [1]]
    """
    groups: list[_Cluster] = []
    # Most pages of a template have exactly the same paths as an earlier one.
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
        if jaccard(sketch.paths, group.known[0].paths) < _UNLIKE / 2:
            continue
        mean = sum(_affinity(sketch, other) for other in group.known) / len(group.known)
        if mean >= best:
            best, found = mean, group
    return found


def _affinity(one: _PageSketch, other: _PageSketch) -> float:
    shared = jaccard(one.paths, other.paths)
    if not _UNLIKE <= shared < _ALIKE:
        return shared if shared >= _ALIKE else 0.0
    return similarity(one.collapsed, other.collapsed)


def _merged(groups: list[_Cluster]) -> list[_Cluster]:
    """Return the groups, joining those that only the order of the pages separated."""
    kept: list[_Cluster] = []
    for group in groups:
        same = next((other for other in kept if _are_alike(group, other)), None)
        if same is None:
            kept.append(group)
        else:
            same.pages.update(group.pages)
    return kept


def _templates(group: _Cluster) -> list[list[int]]:
    """Return the pages of a group, split if only their surroundings are alike."""
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
            likes = [sum(jaccard(paths, other) for other in some) / len(some) for some in firsts]
            near[paths] = likes.index(max(likes))
        found[near[paths]].append(number)
    return found


def _are_alike(one: _Cluster, other: _Cluster) -> bool:
    pairs = [_affinity(first, second) for first in one.known for second in other.known]
    return sum(pairs) >= _SAME * len(pairs)


# Templates of one site: their pages share header, menu and footer, and differ inside.


def apart(outlines: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the numbers of the pages of each template, if *outlines* share their surroundings.

    Optional parts do not make a template: each must have a block that the others lack.

    >>> roof = {*range(20)}
    >>> shelf, thing = roof | {*range(30, 40)}, roof | {*range(50, 60)}
    >>> apart([*map(frozenset, (shelf, thing, shelf | {99}, thing))])
    [[0, 2], [1, 3]]
    >>> apart([*map(frozenset, (roof, shelf, roof, shelf))])
    [[0, 1, 2, 3]]
    >>> [len(part) for part in apart([*map(frozenset, [shelf] * 2 + [thing] * 60)])]
    [60, 2]
    """
    parts = []
    for part in _halves(outlines):
        few = _few([outlines[k] for k in part])
        taken = {k for group in few for k in group}
        parts.append([k for at, k in enumerate(part) if at not in taken])
        parts += [[part[at] for at in group] for group in few]
    return parts


def _halves(outlines: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the pages of templates that have about equally many."""
    whole = [[*range(len(outlines))]]
    if len(outlines) < 2 * _FEWEST:
        return whole
    common = _frequent(outlines, _COMMON)
    rests = [paths - common for paths in outlines]
    least = _OWN_PART * sum(map(len, outlines)) / len(outlines)
    if sum(map(len, rests)) < least * len(rests):
        return whole
    kept: list[list[int]] = []
    left: list[int] = []
    for group in _gathered(rests):
        if len(group) >= _FEWEST and all(_distinct(rests, group, o, least) for o in kept):
            kept.append(group)
        else:
            left += group
    if len(kept) < 2:
        return whole
    cores = [_frequent([rests[k] for k in group], _MOSTLY) for group in kept]
    for k in left:
        likes = [jaccard(rests[k], core) for core in cores]
        kept[likes.index(max(likes))].append(k)
    return [sorted(group) for group in kept]


def _few(outlines: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the pages of templates that few pages have: most have what they lack.

    What nearly all pages have is not always what all templates share: where one list leads to
    twenty details, it is the template of the details.
    """
    usual, known = _frequent(outlines, _MOSTLY), _frequent(outlines, _HARDLY)
    least = _OWN_PART * sum(map(len, outlines)) / len(outlines)
    odd = [
        k
        for k, paths in enumerate(outlines)
        if min(len(usual - paths), len(paths - known)) >= least
    ]
    rest = [*{*range(len(outlines))}.difference(odd)]
    found = [[odd[at] for at in group] for group in _gathered([outlines[k] - known for k in odd])]
    return [
        group
        for group in found
        if len(group) >= _FEWEST and rest and _distinct(outlines, group, rest, least)
    ]


def _gathered(rests: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return the pages in groups around the first one of each, the largest first."""
    groups: list[list[int]] = []
    for k, rest in enumerate(rests):
        likes = [(jaccard(rest, rests[group[0]]), -n) for n, group in enumerate(groups)]
        best, place = max(likes, default=(0.0, 0))
        if best >= _GATHERED:
            groups[-place].append(k)
        else:
            groups.append([k])
    return sorted(groups, key=lambda group: (-len(group), group[0]))


def _distinct(
    rests: Sequence[frozenset[int]], one: Iterable[int], other: Iterable[int], least: float
) -> bool:
    """Return whether both groups have a block that the other one lacks."""
    first, second = [rests[k] for k in one], [rests[k] for k in other]
    own = _frequent(first, _MOSTLY) - _frequent(second, _HARDLY)
    theirs = _frequent(second, _MOSTLY) - _frequent(first, _HARDLY)
    return min(len(own), len(theirs)) >= least


def _frequent(sets: Sequence[frozenset[int]], share: float) -> frozenset[int]:
    counts = Counter(path for paths in sets for path in paths)
    return frozenset(path for path, count in counts.items() if count >= share * len(sets))
