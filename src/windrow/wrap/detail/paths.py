"""Paths to the cells of detail pages that work on all pages a wrapper keeps.

A path begins at a label, at an element with a unique id or class, or at the root; from
there on it counts siblings. It works if it leads to the cell alone on every page that has one, and
nowhere on the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.detail.labels import clean_label
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import OWN, Check, Hop, Hops, can_be_css
from windrow.wrap.selectors.rows import InnerRow
from windrow.wrap.selectors.same import same_nodes

__all__ = ["KeptCells", "ways_of"]

# Labels are not longer than this, and at most this many levels below what holds their value too.
# Chosen, not measured.
_LONGEST, _CLIMB = 60, 4
# Shorter ones ("F", "+") are in too many texts to lead to what is around them. Chosen.
_SHORTEST = 3
# A path has at most this many steps below an element with an id or class: longer ones break with
# any change of the page, and trying them takes long on deep pages. Chosen, not measured.
_FARTHEST = 40
# Paths that are tried for a column, elements with one label, and words of an element. Chosen, not
# measured: no page of the corpus has as many.
_MOST_TRIED, _MOST_NAMED, _MOST_WORDS = 200, 20, 20
# Pages that must say the same to be found by it: one alone says a value. Chosen, not measured.
_FEWEST = 2


@dataclass(frozen=True)
class KeptCells:
    """A kept page, and the values and nodes of cells, by the places of columns."""

    ground: Ground
    nodes: Mapping[str, int]
    values: Mapping[str, str]  # without white space
    lists: Mapping[str, Sequence[InnerRow]] = field(default_factory=dict)
    scripts: Sequence[str] = ()  # those of JSON-LD
    # Selectors are made for lxml's tree of the page, if there is one.
    may_lack: bool = False

    def on(self, ground: Ground) -> KeptCells:
        """Return the page on *ground*, its other tree."""
        same = same_nodes(self.ground, ground)
        own = InnerRow(self.nodes, self.values, self.lists).on(same)
        return KeptCells(ground, own.nodes, own.values, own.lists, self.scripts)

    @cached_property
    def labels(self) -> Mapping[str, list[int]]:
        """The elements with only a short text, by that text without its colon."""
        found: dict[str, list[int]] = defaultdict(list)
        tree = self.ground.tree
        for node in range(len(tree)):
            is_alone = tree.sizes[node] == 1 and not tree.label(node).startswith("#")
            if is_alone and tree.kinds[node] & TEXT and len(tree.text(node)) <= _LONGEST:
                found[clean_label(tree.text(node))].append(node)
        return found

    def is_right(self, way: Hops, place: str, take: str) -> bool:
        """Return whether *way* leads to the cell of *place* alone, or to nothing if it is empty."""
        found = self.ground.found(way)
        if way[-1].axis == "own":
            above = {self.ground.around(node) for node in found}
            if number := way[-1].place:
                found = found[number - 1 : number]
            said = "".join(map(self.ground.said, found))
            return len(above) <= 1 and said == self.values.get(place, "")
        if not self.values.get(place):
            return not found
        if place in self.nodes:
            return found == [self.nodes[place]]
        # The node is not known on this tree of the page.
        return len(found) == 1 and self.says(found[0], take) == self.values[place]

    def says(self, node: int, take: str) -> str:
        """Return the text or attribute of *node*, without white space."""
        if take == "text":
            return self.ground.said(node)
        return "".join((self.ground.tree.attribute(node, take) or "").split())


def ways_of(
    place: str, label: str, take: str, pages: Sequence[KeptCells], *, texts: bool
) -> Iterator[Hops]:
    """Yield the paths to the cells of a column that work on all *pages*, the most stable first.

    Those come last that lead to nothing on the trees that other programs do not have. *texts*:
    paths may lead to one text of several and up, as XPath can and CSS cannot.
    """
    tried: dict[Hops, None] = {}
    said = Counter(page.values.get(place) for page in pages if not page.may_lack)
    for page in pages:
        if place in page.nodes:
            # What several pages say in the same way is found by what it says.
            own = take == "text" and said[page.values.get(place)] >= _FEWEST
            for way in _candidates(page, page.nodes[place], label, texts, own=own):
                if way not in tried and len(tried) < _MOST_TRIED and (texts or can_be_css(way)):
                    tried[way] = None
                    if all(page.is_right(way, place, take) for page in pages):
                        yield way
    for way in tried:
        if all(
            page.is_right(way, place, take) or (page.may_lack and not page.ground.found(way))
            for page in pages
        ):
            yield way


def _candidates(
    page: KeptCells, node: int, label: str, texts: bool, *, own: bool
) -> Iterator[Hops]:
    """Yield paths to *node*; to a text, also to the element around it and from there to it.

    *own*: what it says may lead to it.
    """
    ground = page.ground
    yield from _paths(page, node, label, own=own)
    if ground.tree.label(node) != TEXT_LABEL:
        return
    above = ground.tree.parents[node]
    if ground.own_texts(above) == [node]:
        yield from ((*way, OWN) for way in _paths(page, above, label, own=own))
    if not texts:
        numbered = replace(OWN, place=ground.places[node])
        yield from ((*way, numbered) for way in _paths(page, above, label, own=own))


def _paths(page: KeptCells, node: int, label: str, *, own: bool) -> Iterator[Hops]:
    ground, tree = page.ground, page.ground.tree
    line = [node]
    while line[-1] > 0:
        line.append(tree.parents[line[-1]])
    steps = [_child(ground, one) for one in line]
    if label:
        yield from _by_label(page, line, steps, label)
        yield from _by_part(page, line, steps, label)
    if own and tree.kinds[node] & TEXT and len(tree.text(node)) <= _LONGEST:
        yield from _by_part(page, line[:1], steps, tree.text(node))
    for k, at in enumerate(line[:_FARTHEST]):
        for word in _words(ground, at):
            yield (Hop("below", tree.label(at), words=frozenset({word})), *steps[:k][::-1])
    yield tuple(steps[::-1])


def _by_label(
    page: KeptCells, line: Sequence[int], steps: Sequence[Hop], label: str
) -> Iterator[Hops]:
    """Yield paths that begin at an element with the label alone, and what holds it beside them."""
    ground, tree = page.ground, page.ground.tree
    for named in page.labels.get(label, ())[:_MOST_NAMED]:
        at = named
        start = Hop("below", tree.label(named), says=tree.text(named))
        for up in range(1, _CLIMB + 1):
            before, at = at, tree.parents[at]
            if at in line:
                rest = steps[: line.index(at)][::-1]
                if rest and (beside := _beside(ground, before, line[line.index(at) - 1])):
                    yield (start, *((up - 1) * [Hop("up")]), beside, *rest[1:])
                    holder = Hop("below", tree.label(before), holds=tree.text(named))
                    yield (holder, beside, *rest[1:])
                    yield (_innermost(holder), beside, *rest[1:])
                yield (start, *(up * [Hop("up")]), *rest)
                if len(label) >= _SHORTEST:
                    holder = Hop("below", tree.label(at), holds=tree.text(named))
                    yield (holder, *rest)
                    yield (_innermost(holder), *rest)
                break
            if at <= 0:
                break


def _innermost(hop: Hop) -> Hop:
    """Return *hop* to an element without another of its label: layouts put tables into tables."""
    return replace(hop, tests=(*hop.tests, Check("lacks", (Hop("below", hop.label),))))


def _by_part(
    page: KeptCells, line: Sequence[int], steps: Sequence[Hop], label: str
) -> Iterator[Hops]:
    """Yield paths that begin at an element around the cell whose text has the label in it."""
    if len(label) < _SHORTEST:
        return
    ground, tree = page.ground, page.ground.tree
    for k, at in enumerate(line[:_CLIMB]):
        # With its colon it is no word of a sentence.
        named = f"{label}:"
        is_first = (ground.first_text(at) or "").startswith(named)
        for start in (
            *((Hop("below", tree.label(at), holds=named),) if is_first else ()),
            Hop("below", tree.label(at), holds=label),
        ):
            yield (start, *steps[:k][::-1])
            for word in _words(ground, at):
                yield (replace(start, words=frozenset({word})), *steps[:k][::-1])


def _beside(ground: Ground, before: int, node: int) -> Hop | None:
    """Return the hop from a label, or what holds it, to the sibling *node* after it."""
    tree = ground.tree
    if node <= before or TEXT_LABEL in (tree.label(before), tree.label(node)):
        return None
    siblings = tree.children(tree.parents[node])
    count = sum(before < one <= node and tree.label(one) != TEXT_LABEL for one in siblings)
    return Hop("next", tree.label(node), count)


def _child(ground: Ground, node: int) -> Hop:
    """Return the step to *node*; a page has one html and one body."""
    label = ground.tree.label(node)
    return Hop("child", label, 0 if label in ("html", "body") else ground.places[node])


def _words(ground: Ground, node: int) -> list[str]:
    """Return the id of an element, then its classes, those without digits."""
    words = sorted(word for word in ground.words[node] if not any(map(str.isdigit, word)))
    return words[:_MOST_WORDS]
