"""Lines in CSS: a cell of several nodes is the texts between two line breaks or the like.

CSS has no step for "the rest of the line", but parsel gives what a selector finds in page order. So
one selector finds all texts of the element around the cell and all that divides its lines, and the
number of the line is said beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from windrow.tree.tree import TEXT, TEXT_LABEL, Tree
from windrow.wrap.selectors import Selector
from windrow.wrap.selectors.cells import cell_ways
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
    dividers = (*sorted(_dividers(cells, ends)),)
    if not dividers:
        return None
    found = [_around(one, node, dividers) for one, node in cells]
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
    blocks: set[str] = set()
    before: list[str] = []
    for one, node in cells:
        tree = one.ground.tree
        for child in tree.children(tree.parents[node]) if node > 0 else ():
            if not tree.inline[child]:
                blocks.add(tree.label(child))
        sibling = one.ground.sibling_before(node)
        before.append(tree.label(sibling) if sibling >= 0 else "")
    found = ends | blocks
    lead = {*before}
    if len(lead) == 1 and "" not in lead and not any(
        _has_in_line(one, node, before[0], found) for one, node in cells
    ):  # fmt: skip
        found |= lead
    return found


def _has_in_line(one: Inside, node: int, label: str, dividers: set[str]) -> bool:
    """Return whether an element of the *label* is in the line that begins at *node*."""
    tree = one.ground.tree
    for other in tree.children(tree.parents[node]) if node > 0 else ():
        if other >= node and tree.label(other) in dividers:
            return False
        if other >= node and tree.label(other) == label:
            return True
    return False


def _around(one: Inside, node: int, dividers: tuple[str, ...]) -> dict[tuple[str, int], Inside]:
    """Return *one* for the elements whose line the cell is, by their labels and its number."""
    tree = one.ground.tree
    found = {}
    for owner in (tree.parents[node], node) if node > 0 else ():
        if tree.label(owner) == TEXT_LABEL:
            continue
        number = 0
        if owner != node:
            number = sum(
                tree.label(other) in dividers for other in tree.children(owner) if other < node
            )
        if _said(one, owner, dividers, number) == one.value:
            line = replace(one, cell=owner, ends=dividers, line=number)
            found[tree.label(owner), number] = line
    return found


def _said(one: Inside, owner: int, dividers: tuple[str, ...], number: int) -> str:
    """Return what a line of an element says, without white space."""
    tree: Tree = one.ground.tree
    texts = [tree.text(owner)] if tree.kinds[owner] & TEXT and number == 0 else []
    count = 0
    for child in tree.children(owner):
        if tree.label(child) in dividers:
            count += 1
        elif count == number:
            texts.append(one.ground.said(child))
    return "".join("".join(texts).split())
