"""NET: nested records, found bottom-up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.nested import nested_by_boxes
from windrow.detect.net.links import Norm
from windrow.detect.net.rows import TableView, alignment, expanded, places, views
from windrow.detect.net.template import Prototype, PrototypePart
from windrow.detect.net.visit import Visit
from windrow.detect.pieces import whole_texts
from windrow.detect.score import text_score
from windrow.model import Region
from windrow.tree import Tree
from windrow.tree.path import label_path

__all__ = ["NET"]


@dataclass(frozen=True)
class NET:
    """Compares the children of every node with each other, the deepest nodes first.

    A list that was found is replaced by the prototype of its records before its parent is visited,
    so that records with inner lists of any length are alike. Inner lists are nested rows; with
    *flat*, the outer record is repeated for each of them.

    >>> jars, rack = 'div(h3"Jars" p(b"S" i"$4") p(b"L" i"$5"))', 'div(h3"Rack" p(b"M" i"$6"))'
    >>> tree = Tree.from_text(f"body({jars} {rack})")
    >>> print(NET().detect(tree)[0].alignment)
    Jars | [S, $4; L, $5]
    Rack | [M, $6]

    References
    ----------
    [liu2005]. ``mode="literal"`` follows the printed text: a child without a link ends a table,
    leaves and cells of a table row may be records, similar lists are the records of a table that
    has nothing else, rows that alternate are rows, and so are the bars around a list. Two children
    of m nodes are matched in O(m^2), equal shapes once; all pairs of up to 1,000 different children
    of a node are compared, of more only near ones: linear in the length of a list.
    """

    template: ClassVar[type[PaperTemplate] | None] = Prototype
    paper: ClassVar[str] = "liu2005"
    finds: ClassVar[str] = "nested records"

    threshold: float = 0.7  # [liu2005], T: two records are alike above it
    norm: Norm = "avg"  # the paper does not say which; both reproduce its example
    flat: bool = False
    visual: bool = True  # boxes are used where the tree has them
    mode: Literal["resolved", "literal"] = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        return nested_by_boxes(tree, self._detect) if self.visual else self._detect(tree)

    def _detect(self, tree: Tree) -> list[Region]:
        literal = self.mode == "literal"
        visit = Visit(
            tree, threshold=self.threshold, norm=self.norm, visual=self.visual, literal=literal
        )
        visit.run()
        regions = [
            self._region(tree, view)
            for table in visit.tables
            if not table.covered
            for view in views(tree, table, literal=literal)
        ]
        return sorted(regions, key=lambda region: region.records[0])

    def _region(self, tree: Tree, view: TableView) -> Region:
        lines = sorted(
            expanded(view.lines) if self.flat else view.lines, key=lambda line: line.record
        )
        fields = places(tree, lines)
        records = tuple(line.record for line in lines)
        if self.mode == "resolved":
            records = tuple(whole_texts(tree, record) for record in records)
        return Region(
            records,
            "net",
            parent=None if view.spread else view.node,
            span=max(map(len, records)),
            score=text_score(tree, records),
            pattern=view.pattern,
            alignment=alignment(tree, lines, fields),
            template=Prototype(
                label_path(tree, view.node),
                _parts(tree, view),
                fields,
                span=max(len(line.record) for line in view.lines),
                threshold=self.threshold,
                flat=self.flat,
                spread=view.spread,
            ),
        )


def _parts(tree: Tree, view: TableView) -> tuple[PrototypePart, ...]:
    """Return the prototype of *view* as parts; those that only some records have are optional."""
    filled = Counter(column for line in view.lines for column in line.cells)
    always = {column for column, count in filled.items() if count == len(view.lines)}
    columns = [view.items.get(item) for _, _, item in view.parts]
    found: list[PrototypePart] = []
    for k, (node, size, _) in enumerate(view.parts):
        below = {column for column in columns[k : k + size] if column is not None}
        optional = bool(below) and below.isdisjoint(always)
        found.append(PrototypePart(tree.label(node), size, columns[k], optional))
    return tuple(found)
