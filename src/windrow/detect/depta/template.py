"""DEPTA's template of a region: where it was, what its records looked like, and their seed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from windrow.align.seed import Seed
from windrow.detect.mdr.generalized import TagStrings, windows
from windrow.detect.nested import nested_by_boxes
from windrow.detect.score import text_score
from windrow.match.sequence import normalised_distance
from windrow.model import Record, Region
from windrow.plain import Rule, from_plain, to_plain
from windrow.tree import Tree

__all__ = ["MOST_SAMPLES", "Cut", "SeedTemplate"]

Cut = Literal["nodes", "cards", "columns"]
"""How records lie below a region's parent: as children, as children of its children, or as the
k-th children of several children."""

# The most different records that are kept to recognise others: chosen, not measured.
MOST_SAMPLES = 16

# Bounds for files: pages are cut at 512 levels, and a span is a few siblings. Chosen, not measured.
_Labels = Annotated[tuple[str, ...], Rule(items=600)]
_Span = Annotated[int, Rule(least=1, most=1000)]
_Sample = Annotated[
    tuple[str, ...], Rule(text=(" ".join, lambda text: tuple(text.split())), longest=1_000_000)
]


@dataclass(frozen=True)
class SeedTemplate:
    """Finds the records of a region on other pages of a site and lines them up by the stored seed.

    References
    ----------
    [zhai2005] says that the seed can extract from other pages; how to find the records there is
    ours: first at the same path of labels, then at the node with the most similar children.
    """

    path: _Labels  # labels from the root to the region's parent
    span: _Span  # siblings a record takes, or rows where records are columns
    cut: Cut
    widths: tuple[_Span, ...]  # for columns: how many nodes of each row belong to one record
    samples: tuple[_Sample, ...]  # tag strings of records
    threshold: float  # largest normalised edit distance to a sample
    literal: bool  # the mode of the detector that found it
    seed: Seed

    def __str__(self) -> str:
        what = {"nodes": "records", "cards": "rows of cards", "columns": "columns"}[self.cut]
        return f"/{'/'.join(self.path)}: {what}, {self.span} nodes each\n{self.seed}"

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        return to_plain(self)

    @classmethod
    def from_json(cls, data: object) -> SeedTemplate:
        """Return the template *data* describes; ValueError if it describes none."""
        return from_plain(cls, data)

    def check(self) -> None:
        """Refuse columns without the width of each of their rows."""
        if self.cut == "columns" and len(self.widths) != self.span:
            raise ValueError(f"widths: {self.span} are expected, not {len(self.widths)}")

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page, in page order: none, one record or more in each.

        Items the seed does not know are left out.
        """
        return nested_by_boxes(tree, self._apply)

    def _apply(self, tree: Tree) -> list[Region]:
        known = _Known(self, tree)
        places = [(node, known.records(node)) for node in _at_path(tree, self.path)]
        if not any(records for _, records in places):
            places = known.richest()
        return [self._region(tree, node, found) for node, found in places if found]

    def _region(self, tree: Tree, node: int, records: Sequence[Record]) -> Region:
        return Region(
            tuple(records),
            "depta",
            node if self.cut == "nodes" else None,
            self.span,
            text_score(tree, records),
            1,
            self.seed.align(tree, records),
            self,
        )


class _Known:
    """The records of a page that look like those of a template."""

    def __init__(self, template: SeedTemplate, tree: Tree) -> None:
        self._template, self._tree = template, tree
        limit = template.threshold
        self._strings = TagStrings(tree, limit=limit, fold=not template.literal)
        ids: dict[str, int] = {}
        for label, name in enumerate(tree.names):
            ids[name], ids[f"/{name}"] = 2 * label, 2 * label + 1
        # Labels that the page lacks get numbers that no node of the page has.
        self._samples = [
            array("i", [ids.setdefault(word, 2 * len(tree.names) + len(ids)) for word in sample])
            for sample in template.samples
        ]
        self._seen: dict[tuple[int, ...], bool] = {}

    def records(self, parent: int) -> list[Record]:
        """Return the records below *parent*."""
        if self._template.cut == "nodes":
            return [*windows(self._children(parent), self._template.span, self._is_one)]
        rows = self._children(parent)
        if self._template.cut == "cards":
            return [r for row in rows for r in windows(self._children(row), 1, self._is_one)]
        grids = windows(rows, self._template.span, lambda group: bool(self._grid(group)))
        return [column for group in grids for column in self._grid(group)]

    def richest(self) -> list[tuple[int, list[Record]]]:
        """Return the (first) node with the most records, if there are at least two."""
        best: tuple[int, list[Record]] = (0, [])
        for node in range(len(self._tree)):
            if self._tree.sizes[node] > 2:
                records = self.records(node)
                if len(records) > max(1, len(best[1])):
                    best = node, records
        return [best]

    def _grid(self, rows: Sequence[int]) -> list[Record]:
        """Return the columns of *rows* as records, if all of them are records."""
        parts = []
        for row, width in zip(rows, self._template.widths, strict=True):
            nodes = self._children(row)
            parts.append([nodes[k : k + width] for k in range(0, len(nodes), width)])
        if len({len(part) for part in parts}) > 1:
            return []
        columns = [tuple(n for part in column for n in part) for column in zip(*parts, strict=True)]
        return columns if all(map(self._is_one, columns)) else []

    def _is_one(self, record: Record) -> bool:
        key = tuple(self._tree.shapes[node] for node in record)
        if key not in self._seen:
            self._seen[key] = any(self._distances(record))
        return self._seen[key]

    def _distances(self, record: Record) -> Iterator[bool]:
        limit = self._template.threshold
        tags = self._strings.tags(record)
        for sample in self._samples:
            # Records with different first tags are different, however alike the rest is.
            if sample[:1] == tags[:1]:
                yield normalised_distance(sample, tags, limit=limit) <= limit

    def _children(self, node: int) -> list[int]:
        children = self._tree.children(node)
        if self._template.literal:
            return children
        return [child for child in children if self._tree.has_items(child)]


def _at_path(tree: Tree, path: Sequence[str]) -> list[int]:
    """Return the nodes with that path of labels, in page order."""
    nodes = [0] if path and tree.label(0) == path[0] else []
    for label in path[1:]:
        nodes = [c for node in nodes for c in tree.children(node) if tree.label(c) == label]
    return nodes
