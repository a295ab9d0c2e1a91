"""Finds empty places of a detail page: the texts before and after a value are now neighbours.

A column that a page lacks may be optional. If the texts that were around its
value on all learned pages now follow each other, the page has the place, but no value in it. One
such page may simply lack the value; `verify` requires several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from windrow.tree import Tree
from windrow.tree.tree import TEXT
from windrow.wrap.keep import KeptPage, kept_pages

if TYPE_CHECKING:
    from windrow.wrap.detail.pages import DetailPages
    from windrow.wrap.wrapper import Wrapper

__all__ = ["emptied"]

# Pages that must agree on the texts around a value. Chosen, not measured.
_FEWEST_PAGES = 2
# Characters of a text in a message. Chosen, not measured.
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The texts before and after the value of a column, the same on all learned pages."""

    before: str
    behind: str

    def __str__(self) -> str:
        return f"{self.before[:_SHOWN]!r} is followed by {self.behind[:_SHOWN]!r}"


def emptied(
    template: DetailPages, wrapper: Wrapper, tree: Tree, row: Mapping[str, object]
) -> dict[str, str]:
    """Return the columns of *wrapper* whose places are empty on a page, each with the proof."""
    gone = {c.place for c in wrapper.columns if c.fingerprint.fill == 1 and not row.get(c.place)}
    if not gone:
        return {}
    texts = [tree.text(node) for node in range(len(tree)) if tree.kinds[node] & TEXT]
    found = {}
    for place, around in _around(template, wrapper.kept).items():
        if place in gone and texts.count(around.before) == 1:
            at = texts.index(around.before)
            if texts[at + 1 : at + 2] == [around.behind]:
                found[place] = str(around)
    return found


@lru_cache(maxsize=8)
def _around(template: DetailPages, kept: tuple[KeptPage, ...]) -> Mapping[str, Neighbours]:
    """Return the texts around values, by place, if all kept pages agree."""
    pages = [(one.whole, template.nodes(one).cells) for one in kept_pages(kept)]
    if len(pages) < _FEWEST_PAGES or not all(cells for _, cells in pages):
        return {}
    common: dict[str, set[Neighbours | None]] = {}
    for tree, [cells] in pages:
        texts = [node for node in range(len(tree)) if tree.kinds[node] & TEXT]
        for place, node in cells.items():
            if isinstance(node, int):
                common.setdefault(place, set()).add(_texts_around(tree, texts, node))
    on_all = frozenset.intersection(*(frozenset(cells) for _, [cells] in pages))
    return {
        place: around
        for place in on_all & common.keys()
        if len(common[place]) == 1 and (around := next(iter(common[place]))) is not None
    }


def _texts_around(tree: Tree, texts: Sequence[int], node: int) -> Neighbours | None:
    """Return the last text before *node* and the first after it, if they differ."""
    end = node + tree.sizes[node]
    inside = [k for k, text in enumerate(texts) if node <= text < end]
    if not inside or not inside[0] or inside[-1] + 1 == len(texts):
        return None
    before, behind = tree.text(texts[inside[0] - 1]), tree.text(texts[inside[-1] + 1])
    return Neighbours(before, behind) if before != behind else None
