"""Paths to the cells of detail pages that work on all pages a wrapper keeps.

A path begins at a label, at an element with a unique id or class, or at the root; from
there on it counts siblings. It works if it leads to the cell alone on every page that has one, and
nowhere on the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.detail.labels import clean_label
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import Hop, Hops
from windrow.wrap.selectors.rows import InnerRow

__all__ = ["KeptCells", "ways_of"]

# Labels are not longer than this, and at most this many levels below what holds their value too.
# Chosen, not measured.
_LONGEST, _CLIMB = 60, 4
# A path has at most this many steps below an element with an id or class: longer ones break with
# any change of the page, and trying them takes long on deep pages. Chosen, not measured.
_FARTHEST = 40


@dataclass(frozen=True)
class KeptCells:
    """A kept page, and the values and nodes of cells, by the places of columns."""

    ground: Ground
    nodes: Mapping[str, int]
    values: Mapping[str, str]  # without white space
    lists: Mapping[str, Sequence[InnerRow]] = field(default_factory=dict)

    @cached_property
    def labels(self) -> Mapping[str, list[int]]:
        """The elements with only a short text, by that text without its colon."""
        found: dict[str, list[int]] = defaultdict(list)
        tree = self.ground.tree
        for node in range(len(tree)):
            is_alone = tree.sizes[node] == 1 and not tree.label(node).startswith("#")
            if is_alone and tree.kinds[node] & TEXT and len(tree.text(node)) <= _LONGEST:
                found[clean_label(tree.text(node))].append(node)
        return found


def ways_of(place: str, label: str, pages: Sequence[KeptCells]) -> Iterator[Hops]:
    """Yield the paths to the cells of a column that work on all *pages*, the most stable first."""
    there = [page for page in pages if place in page.nodes]
    if not there:
        return
    for way in _candidates(there[0], there[0].nodes[place], label):
        if all(page.ground.led(way) == _wanted(page, place) for page in pages):
            yield way


def _wanted(page: KeptCells, place: str) -> list[int]:
    return [page.nodes[place]] if place in page.nodes else []


def _candidates(page: KeptCells, node: int, label: str) -> Iterator[Hops]:
    ground, tree = page.ground, page.ground.tree
    line = [node]
    while line[-1] > 0:
        line.append(tree.parents[line[-1]])
    steps = [_child(ground, one) for one in line]
    for named in page.labels.get(label, ()) if label else ():
        at = named
        start = Hop("below", tree.label(named), says=tree.text(named))
        for up in range(1, _CLIMB + 1):
            before, at = at, tree.parents[at]
            if at in line:
                rest = steps[: line.index(at)][::-1]
                if rest and (beside := _beside(ground, before, line[line.index(at) - 1])):
                    yield (start, *((up - 1) * [Hop("up")]), beside, *rest[1:])
                yield (start, *(up * [Hop("up")]), *rest)
                break
            if at <= 0:
                break
    for k, at in enumerate(line[:_FARTHEST]):
        for word in _words(ground, at):
            yield (Hop("below", tree.label(at), words=frozenset({word})), *steps[:k][::-1])
    yield tuple(steps[::-1])


def _beside(ground: Ground, before: int, node: int) -> Hop | None:
    """Return the hop from a label, or what holds it, to the sibling *node* after it."""
    tree = ground.tree
    if node <= before or TEXT_LABEL in (tree.label(before), tree.label(node)):
        return None
    siblings = tree.children(tree.parents[node])
    count = sum(before < one <= node and tree.label(one) != TEXT_LABEL for one in siblings)
    return Hop("next", tree.label(node), count)


def _child(ground: Ground, node: int) -> Hop:
    """Return the step to *node*; a page has one html and one body."""
    label = ground.tree.label(node)
    return Hop("child", label, 0 if label in ("html", "body") else ground.places[node])


def _words(ground: Ground, node: int) -> list[str]:
    """Return the id of an element, then its classes, those without digits."""
    return sorted(word for word in ground.words[node] if not any(map(str.isdigit, word)))
