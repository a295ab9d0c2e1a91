"""MDR: records are neighbouring siblings with similar tag strings. The baseline of the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.mdr.generalized import Run, Siblings, TagStrings, find_runs
from windrow.detect.score import text_score
from windrow.model import Record, Region
from windrow.tree import Tree

__all__ = ["MDR", "cut_rows", "page_order", "with_items"]

# A row of look-alike cells is one record, not one record per cell.
_ROWS = frozenset({"tr"})


@dataclass(frozen=True)
class MDR:
    """Finds runs of generalized nodes by their tags alone: no boxes, no joins, no alignment.

    >>> tree = Tree.from_text('body(h1 ul(li(a"Ant" b"1") li(a"Bee" b"2") li(a"Cat" b"3" i"new")))')
    >>> [len(region.records) for region in MDR().detect(tree)]
    [3]

    References
    ----------
    [liu2003]. Neighbours of n nodes are compared for each of K lengths, in O(n^2) for two tag
    strings of n tags: a page costs O(K n^2) if all of it differs, and about O(K n) where markup
    repeats. ``mode="literal"`` follows the printed text: it tries one phase too many, and a
    record without a branch is cut into its children like a row of cards.
    """

    template: ClassVar[type[PaperTemplate] | None] = None
    paper: ClassVar[str] = "liu2003"
    finds: ClassVar[str] = "runs of similar siblings"

    max_span: int = 10  # [liu2003], K: the most siblings of a record
    threshold: float = 0.3  # [liu2003], T: largest normalised edit distance of like neighbours
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        strings = TagStrings(tree, limit=self.threshold)
        literal = self.mode == "literal"

        def compare(parent: int) -> list[Run]:
            siblings = Siblings(strings, tree.children(parent))
            return siblings.runs(parent, max_span=self.max_span, literal=literal)

        regions = []
        for runs in find_runs(tree, compare).values():
            for run in runs:
                found = cut_rows(strings, run, literal=literal) if run.span == 1 else run.groups
                records = with_items(tree, found)
                if len(records) > 1:
                    score = text_score(tree, records)
                    regions.append(Region(records, "mdr", run.parent, run.span, score))
        return page_order(regions)


def page_order(regions: Iterable[Region]) -> list[Region]:
    """Return *regions* in the order in which they begin."""
    return sorted(regions, key=lambda region: region.records[0])


def with_items(tree: Tree, records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the *records* that have items: a run of rules or line breaks is not a list."""
    return tuple(record for record in records if any(map(tree.has_items, record)))


def _cards(strings: TagStrings, nodes: Sequence[int], *, literal: bool = False) -> list[int]:
    """Return the children of *nodes* if those are rows of cards, else an empty list.

    References
    ----------
    [liu2003], FindRecords-1: all children are alike, and the node is not a row of a table. The
    paper checks every node alone. We check all together, so that a last row with one card is cut
    like the others, and require children that may be records: they have at least two items, and
    no other content of the node would be lost.
    """
    tree = strings.tree
    rows = [tree.children(node) for node in nodes]
    flat = [child for row in rows for child in row]
    if any(tree.label(node) in _ROWS for node in nodes) or not all(map(strings.all_alike, rows)):
        return []
    if not literal:
        if len(flat) <= len(nodes) or any(tree.kinds[node] for node in nodes):
            return []
        if not strings.all_alike(flat) or any(_items(tree, child) < 2 for child in flat):
            return []
    return flat


def cut_rows(strings: TagStrings, run: Run, *, literal: bool) -> tuple[Record, ...]:
    """Return the records of a run of single nodes: the nodes, or the cards in them."""
    nodes = [node for (node,) in run.groups]
    if literal:
        rows = [_cards(strings, [node], literal=True) or [node] for node in nodes]
        return tuple((node,) for row in rows for node in row)
    return tuple((node,) for node in _cards(strings, nodes) or nodes)


def _items(tree: Tree, node: int) -> int:
    return tree.item_counts[node + tree.sizes[node]] - tree.item_counts[node]
