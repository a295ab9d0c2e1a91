"""Selectors of the cells of a list, from the node where a record begins.

A way is sound if, in every record of the kept pages, it finds the cell first, or it
finds nothing. A union of sound ways is sound: several of them may cover all records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from windrow.tree.runs import EXTENTS, Extent, extent
from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.selectors import Form, Selector
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import OWN, Hop, Hops, written

__all__ = ["Inside", "cell_ways", "heading_way", "own_text", "run_ends", "taken"]

# Ways that together lead to all cells of a column, and different places of cells that ways are made
# for. Chosen, not measured.
_MOST_WAYS, _PLACES = 4, 6
# A text of up to this many characters may name what follows it, up to this many levels above it.
# Chosen, not measured.
_LABEL, _CLIMB = 40, 3


@dataclass(frozen=True)
class Inside:
    """A record: where it begins, its other roots, the node of a cell, and what the cell says.

    *cell* is None if the record has none; *value* is without white space. With *ends* the cell is a
    run: the node and what follows it up to a sibling with one of these labels. With *own* the cell
    is a text of the node that is in no element inside it, by its number, or all of them (0).
    A record *may lack* what selectors find if they are for another tree of its page.
    """

    ground: Ground
    roots: Sequence[int]
    cell: int | None
    value: str
    take: str  # "text", or an attribute
    ends: tuple[str, ...] | None = None
    own: int | None = None
    may_lack: bool = False

    def is_said(self, led: Sequence[int]) -> bool:
        """Return whether the nodes that a way leads to have the value of the cell."""
        if self.own:
            return "".join(map(self.ground.said, led[self.own - 1 : self.own])) == self.value
        if self.ends is None and self.own is None:
            return self.is_right(led[0])
        return "".join(map(self.ground.said, led)) == self.value

    def is_right(self, node: int) -> bool:
        """Return whether *node* has the value of the cell."""
        return self.says(node) == self.value

    def says(self, node: int) -> str:
        """Return the text or attribute of *node*, without white space."""
        if self.own is not None:
            texts = self.ground.own_texts(node)
            return "".join(
                map(self.ground.said, texts[self.own - 1 : self.own] if self.own else texts)
            )
        if self.take == "text":
            return self.ground.said(node)
        return "".join((self.ground.tree.attribute(node, self.take) or "").split())


def cell_ways(records: Sequence[Inside], *, texts: bool) -> list[Hops]:
    """Return ways that lead to the cells of a column in all *records*; [] if there are none.

    *texts*: ways may end at a text, begin at a label and lead up, as XPath can and CSS cannot.
    """
    every = {k for k, one in enumerate(records) if one.value}
    known: list[tuple[Hops, set[int]]] = []

    def remembered() -> Iterator[tuple[Hops, set[int]]]:
        for one in _sound(records, texts):
            known.append(one)
            yield one

    if found := _together(remembered(), every):
        return found
    needed = {k for k in every if not records[k].may_lack}
    return _together(iter(known), needed) if needed and needed < every else []


def _together(sound: Iterator[tuple[Hops, set[int]]], needed: set[int]) -> list[Hops]:
    """Return the first of the *sound* ways that lead to the cells of all *needed* records."""
    left = {*needed}
    found: list[Hops] = []
    for way, covered in sound:
        if covered >= left:
            return [way] if covered >= needed else [*found, way]
        if len(found) < _MOST_WAYS - 1 and len(covered & left) > len(left) / 2:
            found.append(way)
            left -= covered
    return []


def _sound(records: Sequence[Inside], texts: bool) -> Iterator[tuple[Hops, set[int]]]:
    """Yield the sound ways, and the records in which each finds the cell, the best ways first."""
    tried: set[Hops] = set()
    rest: list[tuple[bool, int, Hops, set[int]]] = []
    whole = sum(bool(one.value) for one in records)
    for way in _candidates(records, texts):
        if way not in tried:
            tried.add(way)
            covered, alone = _covered(way, records)
            if alone and len(covered) == whole:
                yield way, covered
            elif covered:
                rest.append((not alone, -len(covered), way, covered))
    # A way that finds several nodes in a record may find them in another order on the next page.
    rest.sort(key=lambda one: (one[1] > -whole, *one[:2]))
    yield from ((way, covered) for _, _, way, covered in rest)


def _covered(way: Hops, records: Sequence[Inside]) -> tuple[set[int], bool]:
    """Return in which records *way* finds the cell, and whether it finds nothing else there.

    The set is empty if it finds something else first in a record.
    """
    found, alone = set(), True
    for k, one in enumerate(records):
        led = one.ground.found(way, one.roots[0])
        if not led:
            continue
        if not one.is_said(led):
            return set(), False
        alone = alone and (one.ends is not None or one.own is not None or len(led) == 1)
        if one.value:
            found.add(k)
    return found, alone


def _candidates(records: Sequence[Inside], texts: bool) -> Iterator[Hops]:
    """Yield ways to try: by class, by place, by label, of the most common places of cells first."""
    places: dict[tuple[object, ...], tuple[Inside, int]] = {}
    counts: Counter[tuple[object, ...]] = Counter()
    for one in records:
        for node in _targets(one):
            tree = one.ground.tree
            line = _line(one, node)
            if line is not None:
                key = tuple((tree.label(n), one.ground.places[n]) for n in line[1])
                counts[line[0], key] += 1
                places.setdefault((line[0], key), (one, node))
    common = [places[key] for key, _ in counts.most_common(_PLACES)]
    # A part that some records lack is searched only in its own place: other parsers put records
    # whose end is not marked into each other, where anything below would be the next one's.
    optional = not all(one.value for one in records)
    first = (_by_place, _by_class) if optional else (_by_class, _by_place)
    for make in (*first, *((_by_label,) if texts else ()), _by_name):
        for one, node in common:
            for way in make(one, node):
                if one.ends is not None:
                    yield (*way, _run(one, node))
                elif one.own is not None:
                    yield (*way, replace(OWN, place=one.own))
                elif texts or way[-1:] == () or way[-1].label != TEXT_LABEL:
                    yield way


def _targets(one: Inside) -> Iterator[int]:
    """Yield the nodes of a record with the value of its cell: the cell and nodes around it."""
    if one.cell is None:
        return
    tree, node = one.ground.tree, one.cell
    if one.ends is not None or one.own is not None:
        yield node
        return
    while True:
        if one.is_right(node):
            yield node
        if node in one.roots or node <= 0 or one.take != "text":
            return
        node = tree.parents[node]


def _run(one: Inside, node: int) -> Hop:
    """Return the hop from the first node of a run to all of it."""
    tree, ends = one.ground.tree, one.ends or ()
    siblings = tree.children(tree.parents[node]) if node > 0 else []
    before = sum(tree.label(other) in ends for other in siblings if other < node)
    return Hop("on", place=before, ends=ends)


def _line(one: Inside, node: int) -> tuple[int, list[int]] | None:
    """Return how many elements after its start the record's root is, and the nodes from there."""
    tree = one.ground.tree
    line = []
    while node >= 0 and node not in one.roots:
        line.append(node)
        node = tree.parents[node]
    start = one.roots[0]
    if node < 0 or tree.parents[node] != tree.parents[start]:
        return None
    between = (n for n in tree.children(tree.parents[start]) if start < n <= node)
    steps = sum(tree.label(n) != TEXT_LABEL for n in between)
    if steps and tree.label(node) == TEXT_LABEL:
        return None
    return steps, line[::-1]


def _first(one: Inside, node: int) -> tuple[Hops, list[int]]:
    """Return the hop to the root that *node* is in, and the nodes below it down to *node*."""
    found = _line(one, node)
    assert found is not None
    steps, line = found
    if not steps:
        return (), line
    root = one.ground.tree.parents[line[0]] if line else node
    return (Hop("next", one.ground.tree.label(root), steps),), line


def _by_class(one: Inside, node: int) -> Iterator[Hops]:
    """Yield ways from an element with a class on, the nearest first: by label, then by number."""
    ground = one.ground
    lead, line = _first(one, node)
    for at in reversed(range(len(line))):
        for word in sorted(lasting(ground.words[line[at]])):
            start = Hop("below", ground.tree.label(line[at]), 0, frozenset({word}))
            for numbered in (False, True):
                rest = (_child(ground, n, numbered=numbered) for n in line[at + 1 :])
                yield (*lead, start, *rest)
    for at in reversed(range(len(line))):
        if words := lasting(ground.words[line[at]]):
            start = Hop("below", ground.tree.label(line[at]), ground.places[line[at]], words)
            yield (*lead, start, *(_child(ground, n, numbered=True) for n in line[at + 1 :]))


def _by_place(one: Inside, node: int) -> Iterator[Hops]:
    lead, line = _first(one, node)
    yield (*lead, *(_child(one.ground, n, numbered=True) for n in line))
    yield (*lead, *(_marked(one.ground, n) for n in line))
    yield from _by_end(one, node)


def _by_end(one: Inside, node: int) -> Iterator[Hops]:
    """Yield ways that count the last step from the end of its siblings."""
    lead, line = _first(one, node)
    if line:
        last = Hop("child", one.ground.tree.label(node), -one.ground.places_left[node])
        yield (*lead, *(_child(one.ground, n, numbered=True) for n in line[:-1]), last)
        yield (*lead, *(_marked(one.ground, n) for n in line[:-1]), last)


def _by_name(one: Inside, node: int) -> Iterator[Hops]:
    """Yield ways by labels alone, the shortest first."""
    lead, line = _first(one, node)
    tree = one.ground.tree
    for at in reversed(range(len(line))):
        if tree.label(line[at]) in (TEXT_LABEL, "tbody"):
            continue
        rest = [Hop("child", tree.label(n)) for n in line[at + 1 :]]
        yield (*lead, Hop("below", tree.label(line[at])), *rest)


def _by_label(one: Inside, node: int) -> Iterator[Hops]:
    """Yield ways that begin at a text which names the cell, and go up to what holds both."""
    lead, line = _first(one, node)
    ground, tree = one.ground, one.ground.tree
    for at in reversed(range(max(1, len(line) - _CLIMB), len(line))):
        above = line[at - 1]
        before = [n for n in tree.subtree(above) if n < line[at] and _is_label(ground, n)]
        for named in before[-1:]:
            up, where = 0, named
            while where != above:
                where, up = tree.parents[where], up + 1
            start = Hop("below", tree.label(named), says=tree.text(named))
            rest = (_child(ground, n, numbered=True) for n in line[at:])
            yield (*lead, start, *(Hop("up") for _ in range(up)), *rest)


def _is_label(ground: Ground, node: int) -> bool:
    tree = ground.tree
    alone = tree.sizes[node] == 1 and tree.label(node) != TEXT_LABEL
    return alone and bool(tree.kinds[node] & TEXT) and len(tree.text(node)) <= _LABEL


def _child(ground: Ground, node: int, *, numbered: bool) -> Hop:
    return Hop("child", ground.tree.label(node), ground.places[node] if numbered else 0)


def _marked(ground: Ground, node: int) -> Hop:
    return Hop("child", ground.tree.label(node), 0, lasting(ground.words[node]))


def taken(records: Sequence[tuple[Ground, int, str]], usual: Sequence[str]) -> str | None:
    """Return where all cells get their value: from the text or an attribute, *usual* ones first."""
    names: Mapping[str, None] = dict.fromkeys(usual)
    for ground, node, _ in records[:1]:
        names = {**names, **dict.fromkeys(ground.tree.attributes_of(node))}
    for take in names:
        if all(Inside(g, (n,), n, value, take).is_right(n) for g, n, value in records):
            return take
    return None


# ---- cells that are several nodes, or before their records -----------------------------------


def run_ends(kind: str, cells: Sequence[tuple[Ground, int, str]]) -> tuple[str, ...] | None:
    """Return the labels of the siblings that end the runs of *cells*; None if they are no runs."""
    if kind not in EXTENTS:
        return None
    found = set()
    for ground, node, _ in cells:
        tree = ground.tree
        end, above = extent(tree, node, cast(Extent, kind)).stop, tree.parents[node]
        stop = above + tree.sizes[above]
        if above < 0 or end > stop:
            return None
        if end < stop:
            found.add(tree.label(end))
    return tuple(sorted(found))


def _owners(records: Sequence[Inside], *, texts: bool) -> list[Inside] | None:
    """Return *records* with the element around each text as cell.

    The text is all that the element says itself, or, unless XPath finds it (*texts*), always the
    same of several; None if it is neither.
    """
    cells = [(one, one.ground, one.cell) for one in records if one.cell is not None]
    places = {g.places[n] if g.tree.label(n) == TEXT_LABEL else 1 for _, g, n in cells}
    for own in (0, *(places if len(places) == 1 and not texts else ())):
        around = [replace(one, cell=g.around(n), own=own) for one, g, n in cells]
        if all(one.cell is not None and one.is_right(one.cell) for one in around):
            rest = [replace(one, own=own) for one in records if one.cell is None]
            return [*around, *rest]
    return None


def own_text(name: str, records: Sequence[Inside], form: Form) -> Selector | None:
    """Return the selector of texts by the elements around them, if they have no other."""
    own = _owners(records, texts=form == "xpath")
    ways = cell_ways(own, texts=form == "xpath") if own else []
    # Several ways could each find the texts of another element in one record.
    if not own or len(ways) != 1:
        return None
    number = own[0].own or 0
    return Selector(name, written(ways, form, inside=True), join=not number, nth=number)


def heading_way(records: Sequence[Inside]) -> Hops | None:
    """Return the way to the heading before each record; None if there is none."""
    for one in records:
        if one.cell is None:
            return None
    first = records[0]
    assert first.cell is not None
    label, marks = first.ground.tree.label(first.cell), lasting(first.ground.words[first.cell])
    for words in (*(frozenset({word}) for word in sorted(marks)), frozenset[str]()):
        way = (Hop("before", label, words=words),)
        if len(_covered(way, records)[0]) == len(records):
            return way
    return None
