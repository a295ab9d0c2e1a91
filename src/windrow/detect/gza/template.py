"""The template of a table of tokens: its pattern, and how to use it on other pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import Annotated, Any, cast

from windrow.detect.gza.columns import items
from windrow.detect.gza.landscape import transposed_rows
from windrow.detect.gza.pattern import Automaton, Pattern, PatternPart
from windrow.detect.gza.rows import TokenRow
from windrow.detect.gza.tokens import Tokens
from windrow.detect.score import text_score
from windrow.model import Alignment, Field, Region
from windrow.plain import Rule, from_plain, to_plain
from windrow.tree import Kind, Tree

__all__ = ["TabularTemplate"]

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

    def __str__(self) -> str:
        return str(self.pattern)

    def apply(self, tree: Tree) -> list[Region]:
        """Return the rows of *tree* that the pattern fits, those of one parent as a region.

        References
        ----------
        [gao2003], 5: the longest match at each place, then the search continues after it. A match
        here is always a run of whole siblings.
        """
        tokens = Tokens.of(tree, literal=self.exact)
        automaton = Automaton(self.pattern, tokens.alphabet, exact=self.exact)
        if self.landscape:
            matches = _lying_matches(tree, tokens, automaton)
        else:
            matches = _matches(tree, tokens, automaton, self.roots)
        regions: dict[int, list[tuple[TokenRow, list[int]]]] = {}
        for parent, row, lined in matches:
            regions.setdefault(parent, []).append((row, lined))
        return [self._region(tree, tokens, parent, rows) for parent, rows in regions.items()]

    def _region(
        self, tree: Tree, tokens: Tokens, parent: int, rows: list[tuple[TokenRow, list[int]]]
    ) -> Region:
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
        how = self.exact, self.links_images, self.landscape
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
        )


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
