"""Applies a template tree to another page of the site: lists of zero, one or many records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from windrow.detect.gstm.chain import PartChain, ReadStep, best_path, chain_of
from windrow.detect.gstm.template import (
    Filled,
    GstmTemplate,
    Members,
    Part,
    TList,
    TNode,
)
from windrow.detect.score import shared_parent, text_score
from windrow.match.generalized import GeneralizedMatching
from windrow.model import Region
from windrow.tree import Tree, label_path, xpath
from windrow.tree.builder import TreeBuilder
from windrow.tree.join import join
from windrow.tree.tree import TEXT

__all__ = ["CONFIDENCE", "apply", "confidence", "page_regions"]

# A page with less than this share of the mandatory parts has changed too much for its template:
# chosen, not measured.
CONFIDENCE = 0.6

# Decides between parts that match a node equally well; scores differ by more. Chosen, not
# measured.
_TIE = 1e-6

# The most cells of a table of template parts and siblings, a bound for hostile pages: chosen, not
# measured.
_CELLS = 400_000


def apply(template: GstmTemplate, tree: Tree) -> list[Region]:
    """Return the records that *template* finds in *tree*: a region, or [] if it does not fit.

    A page template finds one record, the page, with its lists as nested rows.

    References
    ----------
    [jindal2010] learns from two pages and extracts from the others; the paper does not say how.
    Here the parts of a template are an automaton with weights, and the best path through it reads
    the siblings.
    """
    reading = _TemplateReading(template, tree)
    if isinstance(template.parts[0], TNode):
        return reading.page()
    return reading.region()


def confidence(filled: Filled) -> float:
    """Return the share of the mandatory parts outside lists that the page has."""
    needed = found = 0
    place = 0
    while place < len(filled.parts):
        part = filled.parts[place]
        # A part that is optional or in a list may be absent with everything below it.
        if isinstance(part, TList) or part.support < 1:
            place += part.size
            continue
        needed += 1
        found += filled.members[place][0] is not None
        place += 1
    return found / needed if needed else 1.0


def page_regions(filled: Filled, template: GstmTemplate, score: float) -> list[Region]:
    """Return the pages of *filled* as records, or those of the list that is meant, if any."""
    if template.rows:
        return _list_regions(filled.inner(template.rows), template)
    return [
        Region(
            records=tuple(filled.records()),
            detector="gstm",
            score=score,
            alignment=filled.alignment(),
            template=template,
        )
    ]


def _list_regions(filled: Filled, template: GstmTemplate) -> list[Region]:
    records = filled.records()
    if not records:
        return []
    return [
        Region(
            records=tuple(records),
            detector="gstm",
            parent=shared_parent(filled.tree, records),
            span=max(map(len, records)),
            score=text_score(filled.tree, records),
            alignment=filled.alignment(),
            template=template,
        )
    ]


@dataclass(slots=True)
class _Filling:
    """The content of the parts, row by row, while a page is read."""

    parts: Sequence[Part]
    cells: list[dict[int, int | list[int]]] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)  # list -> its rows so far

    def __post_init__(self) -> None:
        self.cells = [{} for _ in self.parts]

    def begin(self, place: int, row: int) -> int:
        """Begin a record of the list at *place* in *row* of the list around it; return its row."""
        number = self.counts.get(place, 0)
        self.counts[place] = number + 1
        rows = self.cells[place].setdefault(row, [])
        assert isinstance(rows, list)
        rows.append(number)
        return number

    def members(self) -> list[Members]:
        """Return the members of each part as a template has them."""
        found: list[Members] = []
        around = [(len(self.parts), 1)]  # where the lists around a part end, and their rows
        for place, part in enumerate(self.parts):
            while around[-1][0] <= place:
                around.pop()
            cells = [self.cells[place].get(row) for row in range(around[-1][1])]
            found.append([tuple(cell) if isinstance(cell, list) else cell for cell in cells])
            if isinstance(part, TList):
                around.append((place + part.size, self.counts.get(place, 0)))
        return found


class _TemplateReading:
    """A template and the page it is used on, as one tree that can be matched."""

    def __init__(self, template: GstmTemplate, tree: Tree) -> None:
        self.template, self.tree, self.parts = template, tree, template.parts
        scaffold, self._nodes = _scaffold(template.parts)
        joined, (start, self._shift) = join([scaffold, tree])
        self._nodes = [node + start for node in self._nodes]
        self._matching = GeneralizedMatching(
            joined, tau1=template.tau1, tau2=template.tau2, text_runs="whole"
        )
        counts = self._matching.counts
        self._needed = _needed(template.parts, [counts[node] > 0 for node in self._nodes])
        self._chains: dict[int, PartChain] = {}
        self._records = {*self._chain(0, len(self.parts)).places} if template.path else set()
        self._words = _words(template.parts)
        self._read: dict[tuple[object, ...], tuple[float, list[ReadStep]]] = {}

    def page(self) -> list[Region]:
        """Return the page as one record, or the list that is meant; [] if too little of it fits."""
        filled = self._filled([[0]])
        sure = confidence(filled)
        if sure < CONFIDENCE:
            return []
        return page_regions(filled, self.template, sure)

    def region(self) -> list[Region]:
        """Return the list at its parent's path, else where it fits best."""
        tree, path = self.tree, self.template.path
        named = [n for n in range(len(tree)) if path and tree.label(n) == path[-1]]
        same = [n for n in named if label_path(tree, n) == path]
        for candidates in (same, named):
            good = [(fit, n) for n in candidates if (fit := self._fit(n))]
            if good:
                best = max(good, key=lambda pair: (pair[0], -pair[1]))
                return self._list_region(
                    [n for _, n in good] if self.template.spread else [best[1]]
                )
        return []

    def _fit(self, parent: int) -> tuple[float, bool, float] | None:
        """Return how well the children of *parent* fit the list: the larger, the better.

        If several lists of a page fit equally well, the old place decides.
        """
        children = self.tree.children(parent)
        score, steps = self._best(0, len(self.parts), children)
        if not steps:
            return None
        needed = max(1, sum(self._needed[step.place] for step in steps))
        here = xpath(self.tree, parent) == self.template.place
        return round(min(1.0, score / needed), 1), here, score

    def _list_region(self, parents: list[int]) -> list[Region]:
        lines = [self.tree.children(parent) for parent in parents]
        return _list_regions(self._filled(lines).inner(0), self.template)

    def _filled(self, lines: list[list[int]]) -> Filled:
        """Return the template filled with the siblings of each of *lines*."""
        filling = _Filling(self.parts)
        waiting = [(0, len(self.parts), line, 0) for line in reversed(lines)]
        while waiting:
            start, end, nodes, outer = waiting.pop()
            rows: dict[int, int] = {}  # list -> the current record
            around = self._around(start, end)
            for step in self._best(start, end, nodes)[1]:
                for place in step.starts:
                    above = around[place]
                    rows[place] = filling.begin(place, rows[above] if above >= 0 else outer)
                above = around[step.place]
                row = rows[above] if above >= 0 else outer
                node = nodes[step.node]
                filling.cells[step.place][row] = node
                part = self.parts[step.place]
                if part.size > 1 and self.tree.sizes[node] > 1:
                    below = self.tree.children(node)
                    waiting.append((step.place + 1, step.place + part.size, below, row))
        return Filled(self.tree, self.parts, filling.members(), 1)

    def _around(self, start: int, end: int) -> dict[int, int]:
        """Return for each part of a row of siblings the innermost list around it, or -1."""
        chain = self._chain(start, end)
        found: dict[int, int] = {}
        open_lists: dict[int, int] = {}
        for place, first, last in chain.lists:
            found[place] = open_lists.get(first, -1)
            for link in range(first, last):
                open_lists[link] = place
        for link, place in enumerate(chain.places):
            found[place] = open_lists.get(link, -1)
        return found

    def _chain(self, start: int, end: int) -> PartChain:
        chain = self._chains.get(start)
        if chain is None:
            chain = self._chains[start] = chain_of(self.parts, self._needed, start, end)
        return chain

    def _best(self, start: int, end: int, nodes: list[int]) -> tuple[float, list[ReadStep]]:
        """Return how well siblings fit the parts from *start* to *end*, and what each node is."""
        shapes = self.tree.shapes
        chain = self._chain(start, end)
        nodes = nodes[: _CELLS // (len(chain.places) + 1)]
        ties = tuple([tuple(self._kept(chain, node)) for node in nodes])
        key = start, tuple([shapes[node] for node in nodes]), ties
        found = self._read.get(key)
        if found is None:
            weights = [self._weights(chain, node) for node in nodes]
            for weight, kept in zip(weights, ties, strict=True):
                for link, worth in kept:
                    # Below zero: the node has the text of another part.
                    weight[link] = max(0.0, weight[link] + worth) if weight[link] else 0.0
            found = self._read[key] = best_path(chain, weights)
        return found

    def _kept(self, chain: PartChain, node: int) -> Iterator[tuple[int, float]]:
        """Yield links that can read *node*, and what they earn for keeping its text.

        A part that says something of the node is right, and others are wrong then; else a part
        that takes the text for data is better than one that says something else. Nothing is
        yielded for a label that only one link has.
        """
        tree = self.tree
        links = chain.rivals.get(tree.label(node), ())
        if not links:
            return
        said = {tree.text(one) for one in tree.subtree(node) if tree.kinds[one] & TEXT}
        shared = [len(said & self._words[chain.places[link]]) for link in links]
        for link, count in zip(links, shared, strict=True):
            part = self.parts[chain.places[link]]
            assert isinstance(part, TNode)
            if count or any(shared):
                yield link, float(count) if count else float("-inf")
            elif part.kinds & tree.kinds[node] or not tree.kinds[node]:
                yield link, _TIE

    def _weights(self, chain: PartChain, node: int) -> list[float]:
        """Return what each link of the chain earns by reading *node*; 0 if it cannot."""
        label = self.tree.label(node)
        found = []
        for place in chain.places:
            part, weight = self.parts[place], 0.0
            if isinstance(part, TNode) and part.label == label:
                match = self._matching.match(self._nodes[place], node + self._shift)
                # Optional parts that a record lacks do not make it less similar; of mandatory parts
                # that are alike, the matching counts one.
                needed = min(self._needed[place], match.first_size)
                size = max(1, min(match.first_size, match.second_size), needed)
                # Records were found by their similarity to each other on one page, by tau2.
                least = self.template.tau2 if place in self._records else self.template.tau1
                if match.score > least * size:
                    weight = match.score
            found.append(weight)
        return found


def _scaffold(parts: Sequence[Part]) -> tuple[Tree, list[int]]:
    """Return the template as a tree, each list with one record, and the node of each part."""
    builder = TreeBuilder()
    builder.open("#template")
    ends: list[int] = []
    nodes = []
    for place, part in enumerate(parts):
        while ends and ends[-1] == place:
            ends.pop()
            builder.close()
        if isinstance(part, TList):
            nodes.append(0)
        else:
            nodes.append(builder.open(part.label))
            ends.append(place + part.size)
    for _ in ends:
        builder.close()
    builder.close()
    return builder.tree(), nodes


def _words(parts: Sequence[Part]) -> list[set[str]]:
    """Return for each part the texts that only it, or a part below it, has."""
    said = Counter(_text_of(part) for part in parts)
    found: list[set[str]] = [set() for _ in parts]
    around: list[int] = []
    for place, part in enumerate(parts):
        while around and around[-1] + parts[around[-1]].size <= place:
            around.pop()
        around.append(place)
        text = _text_of(part)
        # A text of a list is in every record.
        if text and said[text] == 1 and not any(isinstance(parts[k], TList) for k in around):
            for k in around:
                found[k].add(text)
    return found


def _text_of(part: Part) -> str:
    constants = part.constants if isinstance(part, TNode) else ()
    return next((value for kind, value in constants if kind == "text"), "")


def _needed(parts: Sequence[Part], counted: Sequence[bool]) -> list[int]:
    """Return for each part how many nodes of its subtree every record has; lists may be empty.

    Pieces of a text that are not *counted* are one leaf, as in the matching.
    """
    found = [0] * len(parts)
    for place in reversed(range(len(parts))):
        part = parts[place]
        below, end = place + 1, place + part.size
        if isinstance(part, TList):
            continue
        found[place] = int(counted[place])
        while below < end:
            if parts[below].support == 1:
                found[place] += found[below]
            below += parts[below].size
    return found
