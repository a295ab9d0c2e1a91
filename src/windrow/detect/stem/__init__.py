"""STEM: records from repeats in the sequence of a page's tag paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from windrow.detect.base import PaperTemplate
from windrow.detect.stem.patterns import DECORATION, Mode, PathSequence, Pattern, patterns
from windrow.detect.stem.records import groups, literal_group
from windrow.detect.stem.rivals import PatternRecords
from windrow.detect.stem.template import PathPattern, joined, regions
from windrow.model import Region
from windrow.tree import Tree

__all__ = ["STEM"]


@dataclass(frozen=True, slots=True)
class STEM:
    """Finds records by a suffix tree over tag paths, in linear time.

    A region is the records of one pattern under one parent; regions of one pattern have the same
    `Region.pattern`. With *join* they are one region. Elements without a tag path of their own
    (text, decoration) become parts of the records around them.

    >>> tree = Tree.from_text("body(dl(dt dd(a p) dt dd(a p) dt dd(a p)))")
    >>> [region] = STEM().detect(tree)
    >>> [[tree.label(node) for node in record] for record in region.records]
    [['dt', 'dd'], ['dt', 'dd'], ['dt', 'dd']]

    References
    ----------
    [fang2017], all values. Unknown elements stay: today they are the page's own components.
    O(n log n) for n elements: a suffix array replaces the suffix tree; patterns are at most
    *longest* long, and a bounded number of them competes for the children of a node. The paper's
    tree is linear; up to 100,000 elements ours is measured to be, too.
    """

    template: ClassVar[type[PaperTemplate] | None] = PathPattern
    paper: ClassVar[str] = "fang2017"
    finds: ClassVar[str] = "repeated tag paths, in linear time, noise tolerated"

    alpha: float = 0.6  # least likeness of a follower, and of a record, to the pattern
    beta: float = 0.6  # least share of a pattern's occurrences with a follower
    longest: int = 100  # most paths in a pattern
    decoration: frozenset[str] = DECORATION
    join: bool = False
    mode: Mode = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        sequence = PathSequence.of(tree, self.decoration)
        return regions(tree, sequence, self.groups(sequence), self._template)

    def groups(self, sequence: PathSequence) -> list[PatternRecords]:
        """Return the records of a bare *sequence* of paths, as places in it."""
        found = patterns(
            sequence, alpha=self.alpha, beta=self.beta, longest=self.longest, mode=self.mode
        )
        if self.mode == "literal":
            all_groups = [literal_group(sequence, p, alpha=self.alpha) for p in found]
            return [group for group in all_groups if len(group.records) >= 2]
        if not self.join:
            return groups(sequence, found, alpha=self.alpha, turn=True)
        return joined(groups(sequence, found, alpha=self.alpha, least=1, turn=True))

    def _template(self, sequence: PathSequence, pattern: Pattern) -> PathPattern:
        paths = tuple(sequence.path(number) for number in pattern)
        return PathPattern(paths, self.alpha, self.decoration, self.join)
