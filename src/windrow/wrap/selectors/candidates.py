"""Ways to the cells of a column, to be tried: by class, by place, by label, by the label of a node.

They are made for the most common places of the cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import OWN, Check, Hop, Hops
from windrow.wrap.selectors.inside import Inside
from windrow.wrap.selectors.traits import said_by_attributes

__all__ = ["candidates"]

# Different places of cells that ways are made for. Chosen, not measured.
_PLACES = 6
# A text of up to this many characters may name what follows it, up to this many levels above it.
# Chosen, not measured.
_LABEL, _CLIMB = 40, 3
# Records in which an attribute must say the same to name a column. Chosen, not measured.
_FEWEST = 2


def candidates(records: Sequence[Inside], texts: bool) -> Iterator[Hops]:
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
    named = partial(_by_attribute, telling=_telling(records))
    # A part that some records lack is searched only in its own place: other parsers put records
    # whose end is not marked into each other, where anything below would be the next one's.
    optional = not all(one.value for one in records)
    beside = partial(_beside_label, texts=texts)
    first = (_by_place, _by_class) if optional else (_by_class, _by_place)
    for make in (named, *first, beside, *((_by_label,) if texts else ()), _by_name):
        for one, node in common:
            for way in make(one, node):
                if one.line is not None:
                    yield (*way, Hop("line", TEXT_LABEL, one.line, ends=one.ends or ()))
                elif one.ends is not None:
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
    steps, sibling = 0, start
    # Not through all children of the parent: they are as many as the records.
    while sibling < node:
        sibling += tree.sizes[sibling]
        steps += tree.label(sibling) != TEXT_LABEL
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


def _telling(records: Sequence[Inside]) -> frozenset[tuple[str, Check]]:
    """Return what attributes around the cells of several records say, with the labels there.

    What they say in one record alone may be a value.
    """
    counts = Counter(
        (id(one.ground), one.ground.tree.label(node), test)
        for one in records
        if one.cell is not None and (found := _line(one, one.cell))
        for node in found[1]
        for test in said_by_attributes(one.ground, node)
    )
    return frozenset(key[1:] for key, count in counts.items() if count >= _FEWEST)


def _by_attribute(
    one: Inside, node: int, *, telling: frozenset[tuple[str, Check]]
) -> Iterator[Hops]:
    """Yield ways from an element whose attribute says what it is about, the nearest first."""
    ground = one.ground
    lead, line = _first(one, node)
    for at in reversed(range(len(line))):
        label = ground.tree.label(line[at])
        for test in said_by_attributes(ground, line[at]):
            if (label, test) in telling:
                for numbered in (False, True):
                    rest = (_child(ground, n, numbered=numbered) for n in line[at + 1 :])
                    yield (*lead, Hop("below", label, tests=(test,)), *rest)


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


def _beside_label(one: Inside, node: int, *, texts: bool) -> Iterator[Hops]:
    """Yield ways from a text which names the cell to the element behind it."""
    lead, line = _first(one, node)
    ground, tree = one.ground, one.ground.tree
    for at in reversed(range(max(0, len(line) - _CLIMB), len(line))):
        named = ground.sibling_before(line[at])
        if named >= 0 and tree.label(line[at]) != TEXT_LABEL and _is_label(ground, named):
            start, said = Hop("below", tree.label(named)), ground.first_text(named) or ""
            if any(map(str.isdigit, said)):  # a value rather than a name
                continue
            start = replace(start, says=said) if texts else replace(start, holds=said)
            rest = (_child(ground, n, numbered=True) for n in line[at + 1 :])
            yield (*lead, start, Hop("next", tree.label(line[at]), 1), *rest)


def _is_label(ground: Ground, node: int) -> bool:
    tree = ground.tree
    alone = tree.sizes[node] == 1 and tree.label(node) != TEXT_LABEL
    return alone and bool(tree.kinds[node] & TEXT) and len(tree.text(node)) <= _LABEL


def _child(ground: Ground, node: int, *, numbered: bool) -> Hop:
    return Hop("child", ground.tree.label(node), ground.places[node] if numbered else 0)


def _marked(ground: Ground, node: int) -> Hop:
    return Hop("child", ground.tree.label(node), 0, lasting(ground.words[node]))
