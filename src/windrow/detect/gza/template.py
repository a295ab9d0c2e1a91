"""The template of a table of tokens: its pattern, and how to use it on other pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import Any, cast

from windrow.detect.gza.columns import items
from windrow.detect.gza.landscape import transposed_rows
from windrow.detect.gza.pattern import Automaton, Pattern
from windrow.detect.gza.rows import TokenRow
from windrow.detect.gza.tokens import Tokens
from windrow.detect.score import text_score
from windrow.model import Alignment, Field, Region
from windrow.tree import Kind, Tree

__all__ = ["TabularTemplate"]

_KINDS = ("text", "link", "image", "value")

_Match = tuple[int, TokenRow, list[int]]
"""A parent, a row below it, and the place in the pattern of each of its tokens."""


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
        return {
            "pattern": self.pattern.to_json(),
            "fields": [
                {
                    "column": column,
                    "piece": piece,
                    "kind": field.kind,
                    "path": field.path,
                    "optional": field.optional,
                }
                for (column, piece), field in zip(self.columns, self.fields, strict=True)
            ],
            "roots": list(self.roots),
            "exact": self.exact,
            "links_images": self.links_images,
            "landscape": self.landscape,
        }

    @classmethod
    def from_json(cls, data: object) -> TabularTemplate:
        """Return the template that `to_json` wrote; ValueError for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("fields"), list):
            raise ValueError("a tabular template is an object with a pattern and a list of fields")
        pattern = Pattern.from_json(data.get("pattern"))
        places = [_field(field, len(pattern.parts)) for field in data["fields"]]
        return cls(
            pattern,
            tuple(column for column, _ in places),
            tuple(field for _, field in places),
            _range(data.get("roots")),
            _flag(data, "exact"),
            _flag(data, "links_images"),
            _flag(data, "landscape"),
        )


def _field(data: object, count: int) -> tuple[tuple[int, int], Field]:
    if isinstance(data, dict):
        column, piece, kind = data.get("column"), data.get("piece"), data.get("kind")
        path, optional = data.get("path"), data.get("optional")
        if (
            type(column) is int
            and 0 <= column < count
            and type(piece) is int
            and kind in _KINDS
            and isinstance(path, str)
            and isinstance(optional, bool)
        ):
            return (column, piece), Field(kind, path, optional)
    raise ValueError(f"not a field of a tabular template: {data!r:.80}")


def _range(data: object) -> tuple[int, int]:
    if isinstance(data, list) and len(data) == 2 and all(type(x) is int for x in data):
        least, most = data
        if 1 <= least <= most:
            return least, most
    raise ValueError(f"the roots of a record are wanted as least and most, not {data!r:.80}")


def _flag(data: dict[str, object], key: str) -> bool:
    flag = data.get(key)
    if isinstance(flag, bool):
        return flag
    raise ValueError(f"true or false is wanted for {key}, not {flag!r:.80}")


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
