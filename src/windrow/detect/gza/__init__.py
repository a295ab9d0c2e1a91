"""GZA: tables found as neighbouring rows of tokens that align well."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.gza.candidates import RowCandidates
from windrow.detect.gza.chains import Chain, agrees, chains, disjoint
from windrow.detect.gza.columns import line_up
from windrow.detect.gza.landscape import transposed_rows
from windrow.detect.gza.rows import Comparison, TokenRow
from windrow.detect.gza.template import TabularTemplate
from windrow.detect.gza.tokens import Tokens
from windrow.detect.lined import divided_by_lines
from windrow.detect.score import text_score
from windrow.kernels.auto.numbers import path_numbers
from windrow.match.sequence import common_subsequence
from windrow.model import Region
from windrow.tree import Tree, label_path

__all__ = ["GZA"]


# Tables inside the rows of another are its rows if they hold this share of its texts: chosen, not
# measured.
_NEARLY = 0.9


@dataclass(frozen=True)
class GZA:
    """Finds tables by aligning neighbouring rows of tokens with Smith and Waterman's algorithm.

    In the mode ``literal`` only the largest table is found, rows are single, nothing is skipped,
    links and images are lost, and the pattern is applied literally: all as in the paper. The other
    mode repairs the failures that the paper lists.

    >>> tree = Tree.from_text('pre(a"Ant" "1 g" a"Bee" "2 g" a"Cat" "3 g")')
    >>> [region] = GZA().detect(tree)
    >>> print(region.alignment)
    Ant | 1 g
    Bee | 2 g
    Cat | 3 g

    References
    ----------
    [gao2003], with the five criteria of 4.2.3. Rows of m tokens are aligned in O(m^2), equal pairs
    once, and a row only with the *back* rows before it: O(n m) for a page of n tokens, where m is
    at most *longest*, times the bounded number of ways to cut the children of a node.
    """

    template: ClassVar[type[PaperTemplate] | None] = TabularTemplate
    paper: ClassVar[str] = "gao2003"
    finds: ClassVar[str] = "rows of tokens, in broken tables and plain text too"

    # The paper gives no threshold; its own example needs more than 0.2527. Free texts vary, so
    # the third criterion, characters, is looser.
    theta: tuple[float, float, float, float, float] = (0.3, 0.3, 0.5, 0.3, 0.3)
    longest: int = 400  # tokens of a row; the paper has no bound, this one is chosen
    separators: bool = True  # children without content may lie between two rows
    most: int = 4  # candidates that one record may take; chosen
    back: int = 3  # earlier rows of which one must be similar; the paper: 1
    gain: float = (
        0.25  # the share of its tokens by which a row of several candidates must save more; chosen
    )
    links_images: bool = True
    length_ranges: bool = False
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        if self.mode == "literal":
            return _TableSearch(self, tree).regions()
        return divided_by_lines(tree, lambda lined: _TableSearch(self, lined).regions())


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
        standing = [*self._standing()]
        if not self.literal:
            standing += self._unfolded(standing)
        found = _best(self.tree, [*self._lying(), *standing])
        if self.literal:
            found = found[:1]
        found.sort(key=lambda table: table.chain.rows[0].nodes[0])
        paths = path_numbers(self.tree.labels, self.tree.parents)
        return [self._region(table, paths) for table in found]

    def _standing(self) -> Iterator[_Table]:
        """Yield the upright tables: rows among the children of a node, innermost first."""
        settings, sizes = self.settings, self.tree.sizes
        candidates = RowCandidates.of(
            self.tree,
            self.tokens,
            longest=settings.longest,
            separators=settings.separators and not self.literal,
            wide=not self.literal,
        )
        most, back = (1, 1) if self.literal else (settings.most, settings.back)
        for parent in reversed(range(len(self.tree) - 2)):
            # A node with an only child has no neighbours to compare.
            if sizes[parent] > 2 and sizes[parent + 1] != sizes[parent] - 1:
                ways = [(run, most) for run in candidates.runs(parent)]
                ways += [(c, 1) for c in candidates.cuts(parent) if agrees(self.comparison, c)]
                found = (
                    chain
                    for run, span in ways
                    for chain in chains(
                        self.comparison, run, most=span, back=back, gain=settings.gain
                    )
                )
                for chain in disjoint(found):
                    yield _Table(parent, chain, False)

    def _lying(self) -> Iterator[_Table]:
        """Yield the tables on their side: each column is a record."""
        for table in range(0 if self.literal else len(self.tree)):
            if self.tree.label(table) == "table":
                rows = transposed_rows(self.tree, self.tokens, table)
                for chain in chains(self.comparison, rows, most=1, back=1, gain=0.0):
                    yield _Table(table, chain, True)

    def _unfolded(self, tables: Sequence[_Table]) -> Iterator[_Table]:
        """Yield the rows of tables that fill the rows of a table around them, as one table.

        [gao2003] names nested tables among its failures; this remedy is ours.
        """
        inside = sorted(tables, key=lambda table: table.chain.rows[0].nodes[0])
        starts = [table.chain.rows[0].nodes[0] for table in inside]
        for outer in tables:
            parts: list[_Table] = []
            for row in outer.chain.rows:
                end = row.nodes[-1] + self.tree.sizes[row.nodes[-1]]
                within = inside[bisect_right(starts, row.nodes[0]) : bisect_left(starts, end)]
                full = [table for table in within if self._fills(table, row)]
                if not full or (parts and not self._go_on(parts[-1], full[0])):
                    break
                parts.append(full[0])
            if 2 < len(parts) == len(outer.chain.rows) and _are_rows(parts):
                rows = tuple(row for part in parts for row in part.chain.rows)
                yield _Table(-1, Chain(rows, parts[0].chain.span, 0), False)

    def _fills(self, table: _Table, row: TokenRow) -> bool:
        """Return whether a table holds nearly all that a row around it does."""
        held = sum(inner.texts for inner in table.chain.rows)
        return held >= _NEARLY * row.texts

    def _go_on(self, one: _Table, other: _Table) -> bool:
        return self.comparison.similar(one.chain.rows[-1], other.chain.rows[0])

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
        path = label_path(tree, tree.parents[rows[0].nodes[0]])
        how = self.literal, links_images, table.landscape, path
        template = TabularTemplate(pattern, where, alignment.fields, roots, *how)
        names = tuple(part.name for part in pattern.parts if not part.optional)
        parent = table.parent if table.parent >= 0 else None
        key = (path, names)
        records = tuple(row.nodes for row in rows)
        return Region(
            records,
            "gza",
            parent,
            table.chain.span,
            text_score(tree, records),
            self.patterns.setdefault(key, len(self.patterns)),
            alignment,
            template,
        )


def _are_rows(parts: Sequence[_Table]) -> bool:
    """Return whether rows resemble their neighbours more than the same row of the next table.

    Otherwise they are the same part of different records.
    """
    lists = [part.chain.rows for part in parts]
    beside = [pair for rows in lists for pair in pairwise(rows)]
    across = [pair for one, other in pairwise(lists) for pair in zip(one, other, strict=False)]
    return _likeness(beside) >= _likeness(across)


def _likeness(pairs: Sequence[tuple[TokenRow, TokenRow]]) -> float:
    same = sum(common_subsequence(one.symbols, other.symbols) for one, other in pairs)
    return 2 * same / sum(len(one.symbols) + len(other.symbols) for one, other in pairs)


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
