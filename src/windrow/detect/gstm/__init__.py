"""G-STM on one page: the page is matched with a copy of itself; what repeats is a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from windrow.detect.base import PaperTemplate
from windrow.detect.gstm.apply import page_regions
from windrow.detect.gstm.build import build
from windrow.detect.gstm.cells import Cells, as_cards
from windrow.detect.gstm.lists import column_symbols, lists_of, strings_of
from windrow.detect.gstm.pages import fill, lists_in
from windrow.detect.gstm.template import GstmTemplate, TList
from windrow.detect.score import shared_parent, text_score
from windrow.match.generalized import GeneralizedMatching, ListRule, PrimitiveLists, TextRuns
from windrow.model import Record, Region
from windrow.tree import Tree, label_path, xpath

__all__ = ["GSTM"]


# Records alternate if they are this similar to a record at most this many places later, and less,
# by the second factor, to nearer records. Chosen, not measured.
_OFTEN = 0.9
_NEARER = 0.75
_MOST_PARTS = 5

# A list with at most this share of its items beside the one list inside it gives way to that list.
# Measured with `bench.compare --detector gstm`: with 0.1 the best lists of vints lose 0.003.
_BESIDE = 0.05


@dataclass(frozen=True)
class GSTM:
    """Finds lists, including nested ones, by matching a page with its copy.

    >>> tree = Tree.from_text('ul(li(b"Ant" p*2) li(b"Bee" p) li(b"Cat" p*3))')
    >>> [region] = GSTM().detect(tree)
    >>> [len(row[-1]) for row in region.alignment.rows]
    [2, 1, 3]

    References
    ----------
    [jindal2010], problem 2, and its thresholds *tau1* and *tau2*. The page is matched from the
    root down; a list ends the search below it, as lists inside its records are nested rows. Two
    trees of m nodes are matched in O(m^2), equal shapes once: a page of n nodes costs O(n^2) if all
    of it differs, and about O(n) where markup repeats.
    """

    template: ClassVar[type[PaperTemplate] | None] = GstmTemplate
    paper: ClassVar[str] = "jindal2010"
    finds: ClassVar[str] = "nested lists, from one page or several"

    tau1: float = 0.5  # [jindal2010], 4.3: least similarity of two list elements
    tau2: float = 0.7  # [jindal2010], 4.3: least share of the best similarity
    list_match: Literal["each", "all"] = "each"
    primitive_lists: PrimitiveLists = "guarded"
    text_runs: TextRuns = "whole"
    mode: Literal["resolved", "literal"] = "resolved"

    def matching(self, tree: Tree) -> GeneralizedMatching:
        """Return the matching of *tree* with these settings."""
        literal = self.mode == "literal"
        rule: ListRule = "equal" if literal else self.list_match
        return GeneralizedMatching(
            tree,
            tau1=self.tau1,
            tau2=self.tau2,
            list_match=rule,
            primitive_lists="always" if literal else self.primitive_lists,
            raw_sizes=literal,
            text_runs="split" if literal else self.text_runs,
            joins_variants=not literal,
        )

    def detect(self, tree: Tree) -> list[Region]:
        """Return the lists of *tree* that lie in no other list, in page order."""
        matching = self.matching(tree)
        regions = [self._region(matching, records) for records in _lists(matching)]
        return sorted(regions, key=lambda region: region.records[0])

    def detect_in_pages(self, trees: Sequence[Tree]) -> tuple[Tree, Region, list[Region]]:
        """Return the pages joined, the region whose records they are, and the lists they share.

        References
        ----------
        [jindal2010], problem 1. Which list of a page is meant, the paper leaves open: all that
        lie in no other are returned.
        """
        resolved = self.mode == "resolved"
        filled = fill(trees, self.matching, labelled=resolved)
        template = GstmTemplate(filled.parts, (), self.tau1, self.tau2)
        lists = [
            region
            for place in lists_in(filled, _BESIDE if resolved else 0.0)
            for region in page_regions(filled, replace(template, rows=place), 1.0)
        ]
        return filled.tree, page_regions(filled, template, 1.0)[0], lists

    def _region(self, matching: GeneralizedMatching, records: list[Record]) -> Region:
        tree = matching.tree
        parts = _joined_parts(matching, records) if self.mode == "resolved" else records
        filled = build(matching, parts)
        # Parts that were joined are not a list again.
        unfolds = self.mode == "resolved" and len(parts) == len(records)
        while unfolds and (place := filled.main_list(_BESIDE)) is not None:
            filled = filled.inner(place)
        records = filled.records()
        parent = shared_parent(tree, records)
        first = tree.parents[records[0][0]]
        where = label_path(tree, first), self.tau1, self.tau2, xpath(tree, first), parent is None
        listed = (TList((len(records), len(records)), len(filled.parts) + 1, 1.0), *filled.parts)
        return Region(
            records=tuple(records),
            detector="gstm",
            parent=parent,
            span=max(map(len, records)),
            score=text_score(tree, records),
            alignment=filled.alignment(),
            template=GstmTemplate(listed, *where),
        )


def _lists(matching: GeneralizedMatching) -> Iterator[list[Record]]:
    """Yield the records of every outermost list."""
    waiting, cells = [0], Cells(matching)
    while waiting:
        children = _content(matching, waiting.pop())
        inside: set[int] = set()
        if len(children) > 1:
            for records in _lists_below(matching, cells, [*children]):
                inside.update(child for record in records for child in record)
                yield [
                    tuple([n for child in record for n in children[child]]) for record in records
                ]
        waiting += [child for child in reversed(children) if child not in inside]


def _joined_parts(matching: GeneralizedMatching, records: list[Record]) -> list[Record]:
    """Return *records*; those that alternate are joined to one record.

    Beyond the paper: parts of a record may be more alike than tau2 asks of two records.
    """
    nearer = 0.0
    for lag in range(1, min(_MOST_PARTS, len(records) // 3) + 1):
        pairs = [*zip(records, records[lag:], strict=False)]
        same = sum(_likeness(matching, one, other) for one, other in pairs) / len(pairs)
        if lag > 1 and same >= _OFTEN and nearer < _NEARER * same:
            starts = range(0, len(records), lag)
            return [tuple(n for part in records[k : k + lag] for n in part) for k in starts]
        nearer = max(nearer, same)
        if nearer >= _NEARER:
            break
    return records


def _likeness(matching: GeneralizedMatching, one: Record, other: Record) -> float:
    labels = matching.tree.labels
    if [labels[node] for node in one] != [labels[node] for node in other]:
        return 0.0
    pairs = zip(one, other, strict=True)
    return sum(matching.similarity(a, b) for a, b in pairs) / len(one)


def _content(matching: GeneralizedMatching, node: int) -> dict[int, list[int]]:
    """Return the children of *node* that hold items, each with the pieces of its text."""
    tree, found = matching.tree, dict[int, list[int]]()
    if matching.counts[node] <= 1:
        return found
    pieces: list[int] = []
    for child in tree.children(node):
        if not matching.counts[child]:
            pieces.append(child)
        elif tree.has_items(child):
            pieces = found[child] = [child]
        else:
            pieces = []
    return found


def _lists_below(
    matching: GeneralizedMatching, cells: Cells, children: list[int]
) -> Iterator[list[Record]]:
    string = strings_of(matching, [children])[0]
    guarded: set[int] = set()
    if matching.guarded:
        if cells.are_cards([children]):
            [string] = as_cards(matching.tree, [children], [string])
        else:
            guarded = column_symbols(matching, [children], [string])
    if len({*string}) == len(string):
        return
    for found in lists_of(string, guarded, uneven=not matching.joins_variants):
        yield [tuple([children[place] for place in record]) for record in found]
