"""Lines in CSS: a cell of several nodes is the texts between two line breaks or the like.

CSS has no step for "the rest of the line", but parsel gives what a selector finds in page order. So
one selector finds all texts of the element around the cell and all that divides its lines, and the
number of the line is said beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate

from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.selectors import Selector
from windrow.wrap.selectors.cells import cell_ways
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import written
from windrow.wrap.selectors.inside import Inside

__all__ = ["line_text"]


def line_text(name: str, records: Sequence[Inside], ends: Sequence[str]) -> Selector | None:
    """Return the selector of cells that are lines; None if they are not.

    *ends* are the labels that end them.
    """
    lines = _lines(records, {*ends})
    ways = cell_ways(lines, texts=False) if lines else []
    # The lines of all that a selector finds are counted together.
    if not lines or len(ways) != 1:
        return None
    number = lines[0].line or 0
    return Selector(name, written(ways, "css", inside=True), join=True, line=number + 1)


def _lines(records: Sequence[Inside], ends: set[str]) -> list[Inside] | None:
    """Return *records* with the element around each cell, whose line it is; None if it is none."""
    cells = [(one, one.cell) for one in records if one.cell is not None]
    if any(one.cell is None and one.value for one in records):
        return None
    grounds = {id(one.ground): one.ground for one in records}
    dividers = (*sorted(_dividers(cells, ends)),)
    if not dividers:
        return None
    known = frozenset(dividers)

    # An element may hold the cells of all records: its lines are told apart once.
    @cache
    def divided(ground: int, owner: int) -> _Divided:
        return _Divided.of(grounds[ground], owner, known)

    found = [_around(one, node, dividers, divided) for one, node in cells]
    usual = Counter(key for options in found for key in options).most_common(1)
    if not usual or any(usual[0][0] not in options for options in found):
        return None
    key = usual[0][0]
    blank = [replace(one, ends=dividers, line=key[1]) for one in records if one.cell is None]
    return [*(options[key] for options in found), *blank]


def _dividers(cells: Sequence[tuple[Inside, int]], ends: set[str]) -> set[str]:
    """Return the labels of what divides lines: what ends them, and blocks beside them.

    What is before all of them divides, too, unless it is also in one.
    """
    around = {
        (id(one.ground), one.ground.tree.parents[node]): one.ground
        for one, node in cells if node > 0
    }  # fmt: skip
    blocks = {
        ground.tree.label(child)
        for (_, owner), ground in around.items()
        for child in ground.tree.children(owner)
        if not ground.tree.inline[child]
    }
    before: list[str] = []
    for one, node in cells:
        sibling = one.ground.sibling_before(node)
        before.append(one.ground.tree.label(sibling) if sibling >= 0 else "")
    found = ends | blocks
    lead = {*before}
    if len(lead) == 1 and "" not in lead:
        holders = {
            key: _before_divider(ground, key[1], before[0], found) for key, ground in around.items()
        }
        if not any(
            node in holders[id(one.ground), one.ground.tree.parents[node]]
            for one, node in cells if node > 0
        ):  # fmt: skip
            found |= lead
    return found


def _before_divider(
    ground: Ground, owner: int, label: str, dividers: AbstractSet[str]
) -> AbstractSet[int]:
    """Return the children of *owner* from which the rest of the line has a *label*."""
    tree, has, found = ground.tree, False, set()
    for child in reversed(tree.children(owner)):
        own = tree.label(child)
        has = own not in dividers and (has or own == label)
        if has:
            found.add(child)
    return found


@dataclass(frozen=True)
class _Divided:
    """An element whose children are in lines: where each line begins and ends among them."""

    ground: Ground
    owner: int
    children: Sequence[int]
    numbers: Sequence[int]  # of each child: how many dividers are before it
    bounds: Sequence[int]  # the dividers among the children, by their numbers, and both ends
    texts: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, ground: Ground, owner: int, dividers: AbstractSet[str]) -> _Divided:
        """Return the lines of the *owner*."""
        children = ground.tree.children(owner)
        divides = [ground.tree.label(child) in dividers for child in children]
        bounds = [-1, *(k for k, one in enumerate(divides) if one), len(children)]
        return cls(ground, owner, children, [*accumulate(divides, initial=0)], bounds)

    def number(self, node: int) -> int:
        """Return the number of the line that begins with *node*, one of the children."""
        return self.numbers[bisect_left(self.children, node)]

    def said(self, number: int) -> str:
        """Return what a line says, without white space."""
        if number not in self.texts:
            tree, owner = self.ground.tree, self.owner
            own = tree.text(owner) if tree.kinds[owner] & TEXT and number == 0 else ""
            first, last = self.bounds[number] + 1, self.bounds[number + 1]
            texts = (own, *map(self.ground.said, self.children[first:last]))
            self.texts[number] = "".join("".join(texts).split())
        return self.texts[number]


def _around(
    one: Inside, node: int, dividers: tuple[str, ...], divided: Callable[[int, int], _Divided]
) -> dict[tuple[str, int], Inside]:
    """Return *one* for the elements whose line the cell is, by their labels and its number."""
    tree = one.ground.tree
    found = {}
    for owner in (tree.parents[node], node) if node > 0 else ():
        if tree.label(owner) == TEXT_LABEL:
            continue
        lines = divided(id(one.ground), owner)
        number = lines.number(node) if owner != node else 0
        if lines.said(number) == one.value:
            line = replace(one, cell=owner, ends=dividers, line=number)
            found[tree.label(owner), number] = line
    return found
