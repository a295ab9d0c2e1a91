"""NET's template: the prototype of a region's records, stored and used on other pages."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from windrow.detect.nested import nested_by_boxes
from windrow.detect.net.rows import ColumnPlace, alignment, expanded
from windrow.detect.net.tables import TableLine
from windrow.detect.net.tree import FlatTrees
from windrow.detect.net.visit import Visit
from windrow.detect.pieces import text_heads, whole_texts
from windrow.detect.score import shared_parent, text_score
from windrow.kernels.match import simple
from windrow.model import Region
from windrow.plain import Rule, from_plain, to_plain
from windrow.tree import Tree

__all__ = ["Prototype", "PrototypePart"]

# Bounds: cells of one matching, and levels (pages are cut at 512). Chosen, not measured.
_CELLS, _DEEPEST = 20_000_000, 600


class PrototypePart(NamedTuple):
    """A node of a prototype; a subtree is a run of *size* parts."""

    label: str
    size: Annotated[int, Rule(least=1)] = 1
    column: int | None = None  # the column its item fills
    optional: bool = False


@dataclass(frozen=True)
class Prototype:
    """What the records of a region have in common, and where they were found.

    Printed, optional parts are marked with ``?`` and lists inside the record with ``*``.

    References
    ----------
    [liu2005]: prototypes "can be used" on other pages; the paper does not say how. We look at the
    same path of labels, or else for the node with the most children like the prototype.
    """

    path: tuple[str, ...]  # labels from the root to the node whose children the records are
    # The trees of one record, in preorder.
    parts: Annotated[tuple[PrototypePart, ...], Rule(fewest=1, items=20_000)]
    places: tuple[ColumnPlace, ...]
    # The most children of a record: one of several trees, or all in order.
    span: Annotated[int, Rule(least=1)]
    threshold: float = 0.7
    flat: bool = False
    spread: bool = False  # records lie below every node with that path, not below one

    def __str__(self) -> str:
        lists = [place.columns for place in _all_places(self.places) if place.kind == "rows"]
        texts: list[str] = []
        ends: list[int] = []
        columns = [
            {p.column for p in self.parts[k : k + part.size] if p.column is not None}
            for k, part in enumerate(self.parts)
        ]
        above: list[set[int]] = [set()]
        for k, part in enumerate(self.parts):
            while ends and ends[-1] == k:
                texts.append(")")
                ends.pop()
                above.pop()
            if texts and texts[-1] != "(":
                texts.append(" ")
            begins = any(columns[k] and columns[k] <= g and not above[-1] <= g for g in lists)
            outer = any(columns[k] and columns[k] <= g for g in lists) and len(above) == 1
            texts.append("*" if begins or outer else "")
            texts.append(part.label + "?" * part.optional)
            if part.size > 1:
                texts.append("(")
                ends.append(k + part.size)
                above.append(columns[k])
        return f"{'/'.join(self.path)}: {''.join(texts)}{')' * len(ends)}"

    def to_json(self) -> dict[str, Any]:
        """Return the prototype as plain data, ready for `json.dumps`."""
        return to_plain(self, whole=True)

    @classmethod
    def from_json(cls, data: object) -> Prototype:
        """Return the prototype *data* describes; ValueError if it describes none."""
        return from_plain(cls, data)

    def check(self) -> None:
        """Refuse parts whose sizes do not describe trees: a kernel reads them unchecked."""
        ends = [len(self.parts)]
        for k, part in enumerate(self.parts):
            while ends[-1] == k:
                ends.pop()
            if k + part.size > ends[-1] or len(ends) > _DEEPEST:
                raise ValueError(f"parts: the size of part {k} does not fit")
            ends.append(k + part.size)

    def apply(self, tree: Tree) -> list[Region]:
        """Return the region of *tree* whose records are like this prototype, or an empty list."""
        return nested_by_boxes(tree, self._apply)

    def _apply(self, tree: Tree) -> list[Region]:
        for anywhere in (False, True):
            search = _PrototypeSearch(self, tree, anywhere=anywhere)
            lines = search.lines()
            if lines:
                return [self._region(tree, lines)]
        return []

    def _region(self, tree: Tree, lines: list[TableLine]) -> Region:
        if self.flat:
            lines = sorted(expanded(lines), key=lambda line: line.record)
        records = tuple(whole_texts(tree, line.record) for line in lines)
        return Region(
            records,
            "net",
            parent=shared_parent(tree, records),
            span=max(map(len, records)),
            score=text_score(tree, records),
            alignment=alignment(tree, lines, self.places),
            template=self,
        )

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """Where the trees of the record begin among the parts."""
        found, k = [], 0
        while k < len(self.parts):
            found.append(k)
            k += self.parts[k].size
        return tuple(found)


class _PrototypeSearch:
    """The records of one page that are like a prototype."""

    def __init__(self, prototype: Prototype, tree: Tree, *, anywhere: bool) -> None:
        self._prototype = prototype
        self._tree = tree
        self._anywhere = anywhere
        self._visit = Visit(
            tree, threshold=prototype.threshold, norm="avg", visual=False, literal=False
        )
        ids = {name: number for number, name in enumerate(tree.names)}
        parts = prototype.parts
        self._labels = array("i", [ids.get(part.label, -1) for part in parts])
        self._sizes = array("i", [part.size for part in parts])
        self._mandatory = {
            root: sum(not p.optional for p in parts[root : root + parts[root].size])
            for root in prototype.roots
        }
        self._found: dict[int, list[TableLine]] = {}

    def lines(self) -> list[TableLine]:
        """Return a line for every record, in page order."""
        self._visit.run(self._look)
        if not self._found:
            return []
        if self._prototype.spread and not self._anywhere:
            return [line for node in sorted(self._found) for line in self._found[node]]
        best = max(self._found, key=lambda node: (len(self._found[node]), -node))
        return self._found[best]

    def _look(self, node: int) -> None:
        if not self._anywhere and not self._is_place(node):
            return
        wanted = {self._labels[root] for root in self._prototype.roots}
        work, labels = self._visit.work, self._tree.labels
        heads = text_heads(self._tree, work.children[node])
        children = [c for c in heads if labels[c] in wanted and work.item_counts[c]]
        lines = self._records(children) if children else []
        if lines:
            self._found[node] = lines

    def _is_place(self, node: int) -> bool:
        path = self._prototype.path
        if self._tree.depths[node] != len(path) - 1:
            return False
        for label in reversed(path):
            if self._tree.label(node) != label:
                return False
            node = self._tree.parents[node]
        return True

    def _records(self, children: list[int]) -> list[TableLine]:
        """Return the records among *children*: a part that does not come later begins a new one."""
        flat = FlatTrees()
        subtrees = [self._visit.work.subtree(child) for child in children]
        starts = [flat.add(self._visit.work, nodes) for nodes in subtrees]
        keys = array("i", range(len(self._labels)))
        matching = simple.Matching(
            self._labels, self._sizes, keys, flat.labels, flat.sizes, flat.keys, False
        )
        lines: list[TableLine] = []
        last = -1
        for child, nodes, start in zip(children, subtrees, starts, strict=True):
            root = self._best_root(matching, start, len(nodes), last)
            if root is None:
                continue
            if root <= last or not lines or len(lines[-1].record) == self._prototype.span:
                lines.append(TableLine((), {}))
            last = root
            line = lines[-1]
            line.record += (child,)
            self._fill(line, matching.pairs(root, start), nodes, start)
        return [line for line in lines if line.cells]

    def _best_root(self, matching: simple.Matching, start: int, size: int, last: int) -> int | None:
        best, root = self._prototype.threshold, None
        # Of equally good parts the next in the record is taken.
        for candidate in sorted(self._prototype.roots, key=lambda root: (root <= last, root)):
            if size * self._sizes[candidate] > _CELLS:
                continue
            score = matching.score(candidate, start)
            # Optional parts that a record lacks do not count against it.
            similarity = 2 * score / (max(self._mandatory[candidate], score) + size)
            if similarity > best:
                best, root = similarity, candidate
        return root

    def _fill(self, line: TableLine, pairs: Sequence[int], nodes: list[int], start: int) -> None:
        for k in range(0, len(pairs), 2):
            column = self._prototype.parts[pairs[k]].column
            item = self._visit.work.items[nodes[pairs[k + 1] - start]]
            if column is not None and item >= 0:
                line.cells[column] = item
                if item in self._visit.homes:
                    line.inner[column] = self._visit.homes[item]


def _all_places(places: Sequence[ColumnPlace]) -> list[ColumnPlace]:
    found = list(places)
    for place in found:
        found += place.places
    return found
