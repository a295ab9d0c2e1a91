"""The texts of the site around a field: redesigns change markup, but seldom the words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from windrow.tree.tree import TEXT
from windrow.wrap.template import Opened, Template

__all__ = ["Neighbours", "common_texts", "likeness_of", "neighbours"]

Neighbours: TypeAlias = dict[str, frozenset[tuple[int, str, int]]]
"""By place: the side, the nearest text of the site, and how many other texts are between."""

# Longer texts are not texts of the site. Chosen, not measured.
_LONGEST = 60
# The worth of the same text at another distance. Chosen; bench.mutate measures the whole.
_NEAR = 0.5


def common_texts(pages: Sequence[Opened]) -> frozenset[str]:
    """Return the short texts that all *pages* have."""
    found: frozenset[str] | None = None
    for page in pages:
        own = frozenset(text for _, text in _texts(page) if len(text) <= _LONGEST)
        found = own if found is None else found & own
    return frozenset(text for text in found or () if any(map(str.isalpha, text)))


def neighbours(template: Template, pages: Iterable[Opened], common: frozenset[str]) -> Neighbours:
    """Return the texts among *common* around the fields of *template* on *pages*."""
    found: dict[str, set[tuple[int, str, int]]] = {}
    for page in pages:
        texts = [*_texts(page)]
        nodes = [node for node, _ in texts]
        marks = [k for k, (_, text) in enumerate(texts) if text in common]
        for cells in template.nodes(page).cells:
            for place, cell in cells.items():
                node = _first(cell)
                if node is None:
                    continue
                at = bisect_left(nodes, node)
                own = found.setdefault(place, set())
                after = bisect_left(marks, at)
                if after:
                    mark = marks[after - 1]
                    own.add((-1, texts[mark][1], at - mark))
                # The text at the place itself may also be a text of the site.
                after += after < len(marks) and marks[after] == at
                if after < len(marks):
                    mark = marks[after]
                    own.add((1, texts[mark][1], mark - at))
    return {place: frozenset(own) for place, own in found.items()}


def _texts(page: Opened) -> Iterator[tuple[int, str]]:
    tree = page.whole
    for node in range(len(tree)):
        if tree.kinds[node] & TEXT:
            yield node, tree.text(node)


def _first(cell: Any) -> int | None:
    """Return the first node of a cell; of a list, that of its first row."""
    if isinstance(cell, int):
        return cell
    rows: list[Mapping[str, Any]] = cell if isinstance(cell, list) else []
    nodes = [node for row in rows[:1] for one in row.values() if (node := _first(one)) is not None]
    return min(nodes, default=None)


def likeness_of(
    one: frozenset[tuple[int, str, int]], other: frozenset[tuple[int, str, int]]
) -> float | None:
    """Return how far two fields have the same neighbours, 0 to 1; None if one has none."""
    if not one or not other:
        return None
    near = {(side, text) for side, text, _ in one} & {(side, text) for side, text, _ in other}
    same = {side for side, _, _ in one & other}
    sides = {side for side, _, _ in one} | {side for side, _, _ in other}
    score = sum(1.0 if s in same else _NEAR if any(n[0] == s for n in near) else 0.0 for s in sides)
    return score / len(sides)
