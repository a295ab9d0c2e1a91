"""GZA: tables found as neighbouring rows of tokens that align well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.gza.columns import line_up
from windrow.detect.gza.landscape import transposed_rows
from windrow.detect.gza.rows import Chain, Comparison, RowCandidates, chains
from windrow.detect.gza.template import TabularTemplate
from windrow.detect.gza.tokens import Tokens
from windrow.detect.score import text_score
from windrow.kernels.auto.numbers import path_numbers
from windrow.model import Region
from windrow.tree import Tree, label_path

__all__ = ["GZA"]


@dataclass(frozen=True)
class GZA:
    """Finds tables by aligning neighbouring rows of tokens with Smith and Waterman's algorithm.

    In the mode ``literal`` only the largest table is found, rows are single, nothing is skipped,
    links and images are lost, and the pattern is applied literally: all as in the paper. The other
    mode repairs the failures that the paper lists.

    References
    ----------
    [gao2003], with the five criteria of 4.2.3.
    """

    template: ClassVar[type[PaperTemplate] | None] = TabularTemplate
    paper: ClassVar[str] = "gao2003"
    finds: ClassVar[str] = "rows of tokens, in broken tables too"

    # The paper gives no threshold; its own example needs more than 0.2527. Free texts vary, so
    # the third criterion, characters, is looser.
    theta: tuple[float, float, float, float, float] = (0.3, 0.3, 0.5, 0.3, 0.3)
    longest: int = 400  # tokens of a row; the paper has no bound, this one is chosen
    separators: int = 1  # children without content allowed between two rows; chosen
    most: int = 4  # candidates that one record may take; chosen
    back: int = 3  # earlier rows of which one must be similar; the paper: 1
    gain: float = 0.25  # by which such records must agree better than single candidates; chosen
    links_images: bool = True
    length_ranges: bool = False
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        return _TableSearch(self, tree).regions()


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    parent: int
    chain: Chain
    landscape: bool

    @property
    def score(self) -> float:
        """The same order as `text_score`, from numbers the rows have already."""
        rows = self.chain.rows
        return sqrt(sum(row.characters for row in rows)) * log(len(rows)) ** 2


class _TableSearch:
    """The tables of one page."""

    def __init__(self, settings: GZA, tree: Tree) -> None:
        self.settings, self.tree = settings, tree
        self.literal = settings.mode == "literal"
        self.tokens = Tokens.of(tree, literal=self.literal)
        self.comparison = Comparison(self.tokens.alphabet, settings.theta)
        self.patterns: dict[object, int] = {}

    def regions(self) -> list[Region]:
        found = _best(self.tree, [*self._lying(), *self._standing()])
        if self.literal:
            found = found[:1]
        found.sort(key=lambda table: table.chain.rows[0].nodes[0])
        paths = path_numbers(self.tree.labels, self.tree.parents)
        return [self._region(table, paths) for table in found]

    def _standing(self) -> Iterator[_Table]:
        """Yield the tables among the children of every node, innermost first."""
        settings, sizes = self.settings, self.tree.sizes
        candidates = RowCandidates.of(
            self.tree,
            self.tokens,
            longest=settings.longest,
            separators=0 if self.literal else settings.separators,
            wide=not self.literal,
        )
        most, back = (1, 1) if self.literal else (settings.most, settings.back)
        for parent in reversed(range(len(self.tree) - 2)):
            # A node with an only child has no neighbours to compare.
            if sizes[parent] > 2 and sizes[parent + 1] != sizes[parent] - 1:
                for run in candidates.runs(parent):
                    for chain in chains(
                        self.comparison, run, most=most, gain=settings.gain, back=back
                    ):
                        yield _Table(parent, chain, False)

    def _lying(self) -> Iterator[_Table]:
        """Yield the tables whose columns are the things."""
        for table in range(0 if self.literal else len(self.tree)):
            if self.tree.label(table) == "table":
                rows = transposed_rows(self.tree, self.tokens, table)
                for chain in chains(self.comparison, rows, most=1, gain=1.0, back=1):
                    yield _Table(table, chain, True)

    def _region(self, table: _Table, paths: Sequence[int]) -> Region:
        tree, rows = self.tree, table.chain.rows
        links_images = self.settings.links_images and not self.literal
        alignment, pattern, places = line_up(
            tree,
            self.tokens,
            self.comparison,
            rows,
            paths,
            links_images=links_images,
            length_ranges=self.settings.length_ranges,
        )
        where = tuple((column, piece) for column, _, piece in places)
        counts = [len(row.nodes) for row in rows]
        roots = (min(counts), max(counts))
        template = TabularTemplate(
            pattern, where, alignment.fields, roots, self.literal, links_images, table.landscape
        )
        names = tuple(part.name for part in pattern.parts if not part.optional)
        key = (label_path(tree, table.parent), names)
        records = tuple(row.nodes for row in rows)
        return Region(
            records,
            "gza",
            table.parent,
            table.chain.span,
            text_score(tree, records),
            self.patterns.setdefault(key, len(self.patterns)),
            alignment,
            template,
        )


def _best(tree: Tree, tables: list[_Table]) -> list[_Table]:
    """Return the tables that do not overlap, best first; of equals the innermost.

    A table that lies on its side comes before all others, as it would also be found upright.

    The paper keeps the largest table only. Of rows inside other rows and the rows of a layout
    around them, those with more rows and text are the table.
    """
    tables.sort(key=lambda table: (not table.landscape, -table.score))
    taken = bytearray(len(tree) + 1)
    kept = []
    for table in tables:
        spans = [(n, n + tree.sizes[n]) for row in table.chain.rows for n in row.nodes]
        if not any(1 in taken[start:end] for start, end in spans):
            kept.append(table)
            for start, end in spans:
                taken[start:end] = b"\1" * (end - start)
    return kept
