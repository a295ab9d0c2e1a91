"""The template of a table of tokens: its pattern, and how to use it on other pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import Annotated, Any, cast

from windrow.detect.gza.columns import items
from windrow.detect.gza.landscape import transposed_rows
from windrow.detect.gza.pattern import Automaton, Pattern, PatternPart
from windrow.detect.gza.rows import Comparison, TokenRow
from windrow.detect.gza.tokens import Tokens
from windrow.detect.lined import divided_by_lines
from windrow.detect.score import text_score
from windrow.model import Alignment, Field, Region
from windrow.plain import Rule, from_plain, to_plain
from windrow.tree import Kind, Tree, label_path

__all__ = ["TabularTemplate"]

# A sibling of rows is a row if it shares more than this part of its tokens with one of the first
# few different rows: chosen, not measured.
_LIKE = 0.7
_MODELS = 4

_LinedRow = tuple[TokenRow, list[int]]
"""A row, and the place in the pattern of each of its tokens, -1 for none."""
_Match = tuple[int, TokenRow, list[int]]
"""A parent, a row below it, and the place in the pattern of each of its tokens."""


@dataclass(frozen=True, slots=True)
class _FieldFile:
    """A field of a template in a file: its place in the pattern, and what it holds."""

    column: int
    piece: int
    kind: Kind
    path: str
    optional: bool


@dataclass(frozen=True, slots=True)
class _TabularFile:
    """A template in a file."""

    pattern: Annotated[tuple[PatternPart, ...], Rule(fewest=1, items=100_000)]
    fields: tuple[_FieldFile, ...]
    roots: tuple[Annotated[int, Rule(least=1)], int]
    exact: bool
    links_images: bool
    landscape: bool
    path: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse a field outside of the pattern, and the most nodes before the least."""
        if any(field.column >= len(self.pattern) for field in self.fields):
            raise ValueError(
                f"column: a place of the {len(self.pattern)} of the pattern is expected"
            )
        if self.roots[0] > self.roots[1]:
            raise ValueError(f"roots: the least and the most are expected, not {self.roots}")


@dataclass(frozen=True, slots=True)
class TabularTemplate:
    """A pattern with what is needed to use it on another page.

    *columns* are the places of the pattern where the *fields* are, and which piece of the text
    there each is. *roots* are the least and the most nodes of a record: where many places are
    optional, two short rows would match as one long one. *exact* applies the pattern exactly as
    the paper does; *landscape* looks for it in the columns of tables.
    """

    pattern: Pattern
    columns: tuple[tuple[int, int], ...]
    fields: tuple[Field, ...]
    roots: tuple[int, int]
    exact: bool = False
    links_images: bool = True
    landscape: bool = False
    path: tuple[str, ...] = ()  # of labels, to the parent of the rows

    def __str__(self) -> str:
        return str(self.pattern)

    def apply(self, tree: Tree) -> list[Region]:
        """Return the rows of *tree* that the pattern fits, those of one parent as a region.

        References
        ----------
        [gao2003], 5: the longest match at each place, then the search continues after it. A match
        here is always a run of whole siblings. Beyond the paper, unless *exact*: siblings of
        the rows found that are like one of them are rows, too. Rows below nodes with the path of
        the node that held the learned rows are one region, as all rows of a page are in the paper.
        """
        return self._regions(tree) if self.exact else divided_by_lines(tree, self._regions)

    def _regions(self, tree: Tree) -> list[Region]:
        tokens = Tokens.of(tree, literal=self.exact)
        automaton = Automaton(self.pattern, tokens.alphabet, exact=self.exact)
        if self.landscape:
            matches = _lying_matches(tree, tokens, automaton)
        else:
            matches = _matches(tree, tokens, automaton, self.roots)
        regions: dict[int, list[_LinedRow]] = {}
        is_text = all(part.head == "text" for part in self.pattern.parts)
        for parent, row, lined in matches:
            # Every text of a page fits a line of plain text.
            if not is_text or label_path(tree, parent) == self.path:
                regions.setdefault(parent, []).append((row, lined))
        if not (self.exact or self.landscape) and self.roots == (1, 1):
            comparison = Comparison(tokens.alphabet, ())
            for parent, rows in regions.items():
                rows += _like(tree, tokens, comparison, parent, rows)
                rows.sort(key=lambda pair: pair[0].nodes)
        return [
            self._region(tree, tokens, parent, rows)
            for parent, rows in _joined(tree, regions, self.path).items()
        ]

    def _region(self, tree: Tree, tokens: Tokens, parent: int, rows: list[_LinedRow]) -> Region:
        places = [
            (column, cast("Kind", field.kind), piece)
            for (column, piece), field in zip(self.columns, self.fields, strict=True)
        ]
        cells = []
        for row, lined in rows:
            found = items(tree, tokens, row, lined, links_images=self.links_images)
            cells.append(tuple(map(found.get, places)))
        records = tuple(row.nodes for row, _ in rows)
        return Region(
            records,
            "gza",
            parent if parent >= 0 else None,
            len(records[0]),
            text_score(tree, records),
            alignment=Alignment(tree, self.fields, tuple(cells)),
            template=self,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        fields = tuple(
            _FieldFile(*place, cast("Kind", field.kind), field.path, field.optional)
            for place, field in zip(self.columns, self.fields, strict=True)
        )
        how = self.exact, self.links_images, self.landscape, self.path
        return to_plain(_TabularFile(self.pattern.parts, fields, self.roots, *how))

    @classmethod
    def from_json(cls, data: object) -> TabularTemplate:
        """Return the template that `to_json` wrote; ValueError for anything else."""
        file = from_plain(_TabularFile, data)
        return cls(
            Pattern(file.pattern),
            tuple((field.column, field.piece) for field in file.fields),
            tuple(Field(field.kind, field.path, field.optional) for field in file.fields),
            file.roots,
            file.exact,
            file.links_images,
            file.landscape,
            file.path,
        )


def _joined(
    tree: Tree, regions: dict[int, list[_LinedRow]], path: tuple[str, ...]
) -> dict[int, list[_LinedRow]]:
    """Return *regions* with those below nodes of *path* as one, below no node of their own."""
    same = [parent for parent in regions if path and label_path(tree, parent) == path]
    if len(same) < 2:
        return regions
    rows = [row for parent in same for row in regions[parent]]
    return {-1: rows} | {p: rows for p, rows in regions.items() if p not in {*same}}


def _like(
    tree: Tree, tokens: Tokens, comparison: Comparison, parent: int, rows: Sequence[_LinedRow]
) -> Iterator[_LinedRow]:
    """Yield the children of *parent* that are like one of its *rows*, in their columns."""
    taken = {row.nodes[0] for row, _ in rows}
    models = {row.names.tobytes(): (row, lined) for row, lined in rows}
    for child in tree.children(parent) if parent >= 0 else ():
        if child in taken or not tree.has_items(child):
            continue
        row = TokenRow.of(tokens, (child, child))
        for model, lined in [*models.values()][:_MODELS]:
            size = len(row.names) + len(model.names)
            if 2 * comparison.shared(model, row) > _LIKE * size:
                pairs = {j: i for i, j in comparison.align(model, row).pairs if i >= 0 <= j}
                yield row, [lined[pairs[j]] if j in pairs else -1 for j in range(len(row.names))]
                break


def _lying_matches(tree: Tree, tokens: Tokens, automaton: Automaton) -> Iterator[_Match]:
    for table in range(len(tree)):
        for row in transposed_rows(tree, tokens, table) if tree.label(table) == "table" else ():
            lined = automaton.match(row.symbols, 0, partial(eq, len(row.symbols)))
            if lined is not None:
                yield table, row, lined


def _matches(
    tree: Tree, tokens: Tokens, automaton: Automaton, roots: tuple[int, int]
) -> Iterator[_Match]:
    node = 0
    while node < len(tree):
        lined = None
        start = tokens.starts[node]
        if start < tokens.ends[node] and automaton.starts_with(tokens.symbols[start]):
            ends = _ends(tree, tokens, node, start + automaton.length, roots)
            lined = automaton.match(tokens.symbols, start, ends.__contains__) if ends else None
        if lined is None:
            node += 1
            continue
        last = tokens.nodes[start + len(lined) - 1]
        yield tree.parents[node], TokenRow.of(tokens, (node, last)), lined
        node = last + tree.sizes[last]


def _ends(
    tree: Tree, tokens: Tokens, node: int, latest: int, roots: tuple[int, int]
) -> frozenset[int]:
    """Return the ends of *node* and its next siblings, as many as a record may have."""
    found: list[int] = []
    least, most = roots
    parent = tree.parents[node]
    end = node + 1 if parent < 0 else parent + tree.sizes[parent]
    while node < end and tokens.ends[node] <= latest and len(found) < most:
        found.append(tokens.ends[node])
        node += tree.sizes[node]
    return frozenset(found[least - 1 :])
