"""CTVS: tags find the records, and values line up their items."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from windrow.detect.base import PaperTemplate
from windrow.detect.ctvs.columns import align_values
from windrow.detect.score import shared_parent, text_score
from windrow.match.sequence import normalised_distance
from windrow.model import Record, Region
from windrow.tree import Tree

__all__ = ["CTVS"]

# The longest run of siblings that is one record. Chosen, not measured.
_LONGEST = 6
# Kinds of siblings that a node is compared with. Chosen, not measured.
_KINDS = 24
# The least share of the siblings that a repeated run of them takes. Chosen, not measured.
_MOSTLY = 0.8


@dataclass(frozen=True)
class CTVS:
    """Finds records by the similarity of tags, and lines up their items by that of values.

    >>> tree = Tree.from_text('div(p(a"Ant" b"$1") hr"ad" p(a"Bee" b"new" b"$2") p(a"Cat" b"$3"))')
    >>> [region] = CTVS().detect(tree)
    >>> print(region.alignment)
    Ant | -   | $1
    Bee | new | $2
    Cat | -   | $3

    References
    ----------
    [su2012]. Siblings with similar tag strings are a region, even where something else lies
    between them; a run of siblings that repeats is one record; similar regions are one. Values
    pair first in two records, and then in all. That much is in the public summary of the paper;
    the threshold of 0.6 and the tree of types are from memory, and a bad figure may be ours. The
    rules that need a drawn page are left out.

    Siblings are compared with up to 24 kinds of them, two strings of n tags in O(n^2 / 64): about
    O(n) on pages with many records, O(n^2) on those with two.
    """

    template: ClassVar[type[PaperTemplate] | None] = None
    paper: ClassVar[str] = "su2012"
    finds: ClassVar[str] = (
        "similar siblings, with anything between them; columns by types of values"
    )

    similar: float = 0.6  # [su2012], as we remember it: least similarity of two tag strings

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        found: list[list[Record]] = []
        waiting = [0]
        while waiting:
            node = waiting.pop()
            children = [child for child in tree.children(node) if tree.has_items(child)]
            records = self._records(tree, children)
            inside: set[int] = set()
            if len(records) > 1:
                found.append(records)
                inside.update(root for record in records for root in record)
            waiting += [child for child in reversed(children) if child not in inside]
        regions = [
            Region(
                tuple(records),
                "ctvs",
                shared_parent(tree, records),
                max(map(len, records)),
                text_score(tree, records),
                alignment=align_values(tree, records),
            )
            for records in self._merged(tree, found)
        ]
        return sorted(regions, key=lambda region: region.records[0])

    def _are_similar(self, tree: Tree, first: int, second: int) -> bool:
        labels, most = tree.labels, 1 - self.similar
        if labels[first] != labels[second]:
            return False
        if tree.shapes[first] == tree.shapes[second]:
            return True
        one, other = tree.sizes[first], tree.sizes[second]
        # The difference of the lengths is the least distance there can be.
        if 2 * abs(one - other) > most * (one + other):
            return False
        strings: list[array[int]] = [labels[n : n + tree.sizes[n]] for n in (first, second)]
        return normalised_distance(*strings, limit=most) <= most

    def _records(self, tree: Tree, children: Sequence[int]) -> list[Record]:
        """Return the records among siblings: runs that repeat, or the largest of their kinds."""
        if len(children) < 2 or all(tree.sizes[child] == 1 for child in children):
            return []
        kinds = self._kinds(tree, children)
        for span in range(2, min(_LONGEST, len(children) // 2) + 1):
            # [su2012], tandem repeats: cut at the first kind of the run.
            first = kinds[:span]
            if len({*first}) < span:
                continue
            starts = [k for k in range(len(kinds)) if kinds[k : k + span] == first]
            if len(starts) > 1 and len(starts) * span >= _MOSTLY * len(kinds):
                return [tuple(children[k : k + span]) for k in starts]
        often, sizes = Counter(kinds), Counter[int]()
        for kind, child in zip(kinds, children, strict=True):
            sizes[kind] += tree.sizes[child]
        most = next((kind for kind, _ in sizes.most_common() if often[kind] > 1), None)
        pairs = zip(children, kinds, strict=True)
        return [(child,) for child, kind in pairs if kind == most]

    def _kinds(self, tree: Tree, children: Sequence[int]) -> list[int]:
        """Return the kind of each sibling: the number of the first one that it is similar to."""
        leaders: list[int] = []
        known: dict[int, int] = {}  # by shape
        for child in children:
            shape = tree.shapes[child]
            if shape not in known:
                alike = (
                    k
                    for k, one in enumerate(leaders[:_KINDS])
                    if self._are_similar(tree, one, child)
                )
                known[shape] = next(alike, len(leaders))
                if known[shape] == len(leaders):
                    leaders.append(child)
        return [known[tree.shapes[child]] for child in children]

    def _merged(self, tree: Tree, found: list[list[Record]]) -> list[list[Record]]:
        """Return the regions, similar ones next to each other joined: [su2012]."""
        merged: list[list[Record]] = []
        for records in sorted(found):
            last = merged[-1][-1] if merged else ()
            first = records[0]
            if (
                len(last) == len(first)
                and tree.depths[last[0]] == tree.depths[first[0]]
                and self._are_similar(tree, last[0], first[0])
            ):
                merged[-1] += records
            else:
                merged.append([*records])
        return merged
