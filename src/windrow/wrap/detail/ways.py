"""Ways to the cells of detail pages that hold on all pages a wrapper keeps.

A way begins at a label, at an element whose id or class nothing else has, or at the root; from
there on it counts siblings. It holds if it leads to the cell on every page that has one, and
nowhere on the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from windrow.tree import Tree, xpath
from windrow.tree.path import find
from windrow.tree.tree import TEXT
from windrow.wrap.detail.labels import clean_label
from windrow.wrap.steps import Step

__all__ = ["KeptCells", "Start", "Way", "ways_of"]

# Labels are not longer than this, and at most this many levels below what holds their value too.
# Chosen, not measured.
_LONGEST, _CLIMB = 60, 4


@dataclass(frozen=True, slots=True)
class Start:
    """Where a way begins: an element with a word of its own, or one that says *text*, and above."""

    step: Step
    text: str = ""
    up: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """From a start, or from the root, on by labels and numbers."""

    start: Start | None
    rest: str  # as an XPath, relative to the start


@dataclass(frozen=True)
class KeptCells:
    """A kept page: its tree, and what cells say and where, by the places of columns."""

    tree: Tree
    nodes: Mapping[str, int]
    values: Mapping[str, str]

    @cached_property
    def words(self) -> Mapping[tuple[str, str], list[int]]:
        """The elements with an id or a class, by label and word; words with digits come and go."""
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for node in range(len(self.tree)):
            for word in _words(self.tree, node):
                found[self.tree.label(node), word].append(node)
        return found

    @cached_property
    def labels(self) -> Mapping[str, list[int]]:
        """The elements that say nothing but a short text, by that text without its colon."""
        found: dict[str, list[int]] = defaultdict(list)
        tree = self.tree
        for node in range(len(tree)):
            is_alone = tree.sizes[node] == 1 and not tree.label(node).startswith("#")
            if is_alone and tree.kinds[node] & TEXT and len(tree.text(node)) <= _LONGEST:
                found[clean_label(tree.text(node))].append(node)
        return found

    def led(self, way: Way) -> int | None:
        """Return the node that *way* leads to."""
        above = 0
        if way.start is not None:
            starts = self.starts(way.start)
            if len(starts) != 1:
                return starts[0] if starts else None
            above = starts[0]
        path = xpath(self.tree, above) if way.start is not None else ""
        return find(self.tree, path + way.rest)

    def starts(self, start: Start) -> Sequence[int]:
        """Return the nodes that a way may begin at."""
        if not start.text:
            [word] = start.step.words
            return self.words.get((start.step.label, word), [])
        said = [
            node
            for node in self.labels.get(clean_label(start.text), ())
            if self.tree.label(node) == start.step.label and self.tree.text(node) == start.text
        ]
        found = []
        for node in said:
            for _ in range(start.up):
                node = max(self.tree.parents[node], 0)
            found.append(node)
        return found


def ways_of(place: str, label: str, pages: Sequence[KeptCells]) -> Iterator[Way]:
    """Yield the ways to the cells of a column that hold on all *pages*, the most lasting first."""
    there = [page for page in pages if place in page.nodes]
    if not there:
        return
    for way in _candidates(there[0], there[0].nodes[place], label):
        if all(page.led(way) == page.nodes.get(place) for page in pages):
            yield way


def _candidates(page: KeptCells, node: int, label: str) -> Iterator[Way]:
    tree = page.tree
    path = xpath(tree, node)
    above = [node]
    while above[-1] > 0:
        above.append(tree.parents[above[-1]])
    for named in page.labels.get(label, ()) if label else ():
        at = named
        for up in range(1, _CLIMB + 1):
            at = tree.parents[at]
            if at in above and at != node:
                step = Step(tree.label(named))
                yield Way(Start(step, tree.text(named), up), path[len(xpath(tree, at)) :])
                break
            if at <= 0:
                break
    for at in above:
        for word in _words(tree, at):
            if page.words[tree.label(at), word] == [at]:
                start = Start(Step(tree.label(at), 0, frozenset({word})))
                yield Way(start, path[len(xpath(tree, at)) :])
    yield Way(None, path)


def _words(tree: Tree, node: int) -> Iterator[str]:
    """Yield the id of an element, then its classes, those without digits."""
    if tree.attribute_starts[node] == tree.attribute_starts[node + 1]:
        return
    attributes = tree.attributes_of(node)
    for sign, name in (("#", "id"), (".", "class")):
        for word in (attributes.get(name) or "").split():
            if not any(map(str.isdigit, word)):
                yield sign + word
