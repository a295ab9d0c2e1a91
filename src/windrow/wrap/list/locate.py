"""Locators: several independent ways to the same nodes, so that a change of the page breaks few.

By place (``html[1]/body[1]/ul[2]/li``), by class (``html/body/ul.results/li.card``), by the end of
that path anywhere on the page (``ul.results/li.card``), and by the node's own step (``li.card``).
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from windrow.kernels.wrap import steps as kernel
from windrow.plain import WHOLE, Rule, Share
from windrow.tree import Tree
from windrow.wrap.steps import ANY, Step, Steps, common_steps, parse_steps, steps_text

__all__ = [
    "MOST_WAYS",
    "Locator",
    "LocatorKind",
    "Path",
    "Tops",
    "learn_locators",
    "look_alikes",
    "place_tops",
    "without_places",
]

LocatorKind: TypeAlias = Literal["place", "class", "tail", "own"]
Path: TypeAlias = Annotated[tuple[Step, ...], Rule(text=(steps_text, parse_steps))]
Tops: TypeAlias = Sequence[tuple[int, int]]
"""Where paths begin: nodes, each with its place among those of its label."""

# Steps at the end of a path that are enough to find nodes by their classes. Chosen, not measured.
_TAIL = 3
# The records of a region have few different paths; more are chance. Chosen, not measured.
_MOST_PATHS = 6
# A page has few places of the right label that repeat; the longest lists come first. Chosen, not
# measured.
_MOST_GROUPS = 40
# A larger node holds a list rather than a record. Chosen, not measured.
_LARGEST = 2_000
# Paths of a locator in a file. A guard: chosen, not measured.
MOST_WAYS = 50


@dataclass(frozen=True, slots=True)
class Locator:
    """One way to nodes; its *weight* is how well it found them where it was learned."""

    kind: Annotated[LocatorKind, Rule(name="by")]
    weight: Annotated[Share, WHOLE] = field(default=1.0, kw_only=True)
    paths: Annotated[tuple[Path, ...], Rule(fewest=1, items=MOST_WAYS)]

    def __str__(self) -> str:
        return " | ".join(map(steps_text, self.paths))

    def find(self, steps: Steps, tops: Tops) -> list[int]:
        """Return the nodes this way leads to, in page order; paths begin at *tops*."""
        way = _anywhere if self.kind in ("tail", "own") else _followed
        found = [way(steps, tops, path) for path in self.paths]
        return found[0] if len(found) == 1 else sorted({node for nodes in found for node in nodes})


def place_tops(tree: Tree, nodes: Iterable[int]) -> list[tuple[int, int]]:
    """Return *nodes* with the place of each among those of its label, from 1."""
    counts: dict[int, int] = defaultdict(int)
    found = []
    for node in nodes:
        counts[tree.labels[node]] += 1
        found.append((node, counts[tree.labels[node]]))
    return found


def learn_locators(steps: Steps, nodes: Collection[int], tops: Tops) -> tuple[Locator, ...]:
    """Return the locators that lead from *tops* to *nodes*, of equal weight."""
    lines = _lines(steps.tree, nodes, dict(tops))
    places, classes, tails = [], [], []
    for group in lines:
        path = common_steps(steps, group)
        places.append(tuple(Step(step.label, step.place) for step in path))
        classes.append(tuple(Step(step.label, 0, step.words) for step in path))
        tails.append(classes[-1][-_TAIL:])
    found = [Locator("place", tuple(places))]
    if any(step.words for path in classes for step in path):
        found.append(Locator("class", tuple(dict.fromkeys(classes))))
    # Without a word at its end, a path of three labels is met everywhere; rows have their table's.
    if tails and all(any(step.words for step in path[-2 - _is_row(path) :]) for path in tails):
        found.append(Locator("tail", tuple(dict.fromkeys(tails))))
    own = [path[-1:] for path in classes]
    if own and all(path[0].words for path in own):
        found.append(Locator("own", tuple(dict.fromkeys(own))))
    return tuple(found) if lines else ()


def _is_row(path: Path) -> bool:
    return [step.label for step in path[-2:]] == ["tbody", "tr"]


def without_places(locators: Sequence[Locator]) -> Locator:
    """Return the locator by labels alone that leads to all that those by place lead to.

    >>> str(without_places([Locator("place", ((Step("p", 9), Step("a")),))]))
    'p/a'
    """
    paths = (path for locator in locators if locator.kind == "place" for path in locator.paths)
    bare = dict.fromkeys(tuple(Step(step.label) for step in path) for path in paths)
    return Locator("place", tuple(bare))


def look_alikes(tree: Tree, locators: Sequence[Locator]) -> list[list[int]]:
    """Return nodes with the same labels as those of *locators*, grouped by common paths.

    Markup around a list changes without the list: a form that some pages have, a frame that a
    redesign adds. Records are recognised by their content.

    >>> tree = Tree.from_text("body(ul(li(a)) div(ul(li(b) li(b))))")
    >>> look_alikes(tree, [Locator("place", ((Step("ul"), Step("li")),))])
    [[6, 8], [2]]
    """
    labels = {path[-1].label for locator in locators for path in locator.paths}
    wanted = {number for number, name in enumerate(tree.names) if name in labels}
    nodes = [node for node, label in enumerate(tree.labels) if label in wanted]
    if not nodes:
        return []
    names = array("Q", range(1, len(tree.names) + 1))
    paths = kernel.path_numbers(names, tree.labels, tree.parents)
    groups: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        if tree.sizes[node] <= _LARGEST:
            groups[paths[node]].append(node)
    return sorted(groups.values(), key=lambda group: (-len(group), group[0]))[:_MOST_GROUPS]


_Line: TypeAlias = list[tuple[int, int]]


def _lines(tree: Tree, nodes: Iterable[int], tops: dict[int, int]) -> list[list[_Line]]:
    """Return the ways from the tops to *nodes*, those of equal labels together, most first."""
    groups: dict[tuple[int, ...], list[_Line]] = defaultdict(list)
    for node in nodes:
        line: _Line = []
        while node >= 0:
            line.append((node, tops.get(node, tree.ordinals[node])))
            if node in tops:
                break
            node = tree.parents[node]
        else:
            continue  # it is outside the tops
        line.reverse()
        groups[tuple(tree.labels[node] for node, _ in line)].append(line)
    return sorted(groups.values(), key=len, reverse=True)[:_MOST_PATHS]


def _followed(steps: Steps, tops: Tops, path: Path) -> list[int]:
    """Return the nodes at the end of *path*, whose first step is one of the tops."""
    tree = steps.tree
    nodes = [node for node, place in tops if _fits(steps, node, place, path[0])]
    sizes, ordinals, names, labels = tree.sizes, tree.ordinals, tree.names, tree.labels
    for step in path[1:]:
        label, place, words = step.label, step.place, _folded(step.words)
        found = []
        for node in nodes:
            child, end = node + 1, node + sizes[node]
            while child < end:
                if (
                    label in (names[labels[child]], ANY)
                    and place in (0, ordinals[child])
                    and (not words or words <= _folded(steps.words(child)))
                ):
                    found.append(child)
                child += sizes[child]
        nodes = found
    return nodes


def _fits(steps: Steps, node: int, place: int, step: Step) -> bool:
    return (
        step.fits(steps.tree.label(node))
        and step.place in (0, place)
        and (not step.words or _folded(step.words) <= _folded(steps.words(node)))
    )


@lru_cache(maxsize=8192)
def _folded(words: Collection[str]) -> frozenset[str]:
    """Return *words* in small letters: old pages do not tell ``Row1`` from ``row2`` [HTML, 4.2]."""
    return frozenset(map(str.lower, words))


def _anywhere(steps: Steps, tops: Tops, path: Path) -> list[int]:
    """Return the nodes below the tops whose own and whose parents' steps are those of *path*."""
    tree, last, above = steps.tree, path[-1], path[:-1]
    if tops and tops[0][0] == 0:
        # Two locators end with the same step, and each node is looked at once for both.
        nodes: Iterable[int] = steps.remembered(str(last), lambda: _marked(steps, last))
    else:
        own = (node for top, _ in tops for node in tree.subtree(top))
        nodes = (node for node in own if _fits(steps, node, last.place, last))
    return [node for node in nodes if _ends_with(steps, tree.parents[node], above)]


def _marked(steps: Steps, step: Step) -> list[int]:
    """Return the nodes of the page with the label and the words of *step*."""
    tree, words = steps.tree, _folded(step.words)
    wanted = {number for number, name in enumerate(tree.names) if step.fits(name)}
    return [
        node
        for node, label in enumerate(tree.labels)
        if label in wanted and words <= _folded(steps.words(node))
    ]


def _ends_with(steps: Steps, node: int, path: Path) -> bool:
    for step in reversed(path):
        if node < 0 or not _fits(steps, node, step.place, step):
            return False
        node = steps.tree.parents[node]
    return True
