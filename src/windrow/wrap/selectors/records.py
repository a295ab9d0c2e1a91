"""The selector of the records of a list: tried on kept pages until it finds exactly them.

The beginnings of records are found by the classes around them, then by parts that similar nodes
lack, then by numbers from the root down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import Check, Hop, Hops

__all__ = ["Starts", "record_ways"]

# Tests of a selector, and ways to all records of a page. Chosen, not measured.
_MOST_TESTS, _MOST_WAYS = 3, 6
# Labels at the end of a path that may find records by their content. Chosen, not measured.
_MOST_NAMES = 3
# Nodes of a record that are searched for common parts. Chosen, not measured.
_LOOKED_AT = 300
# The traits of this many nodes of a page are kept, so that they take little memory. Chosen.
_MOST_READ = 4096
_TEXT = Hop("below", TEXT_LABEL)
_CELLS = Check("has", (Hop("child", "td"),))


@dataclass(frozen=True)
class Starts:
    """A page with the first nodes of its records, and the nodes of cells that all have.

    With *may_lack* selectors are for another tree of the page, and may find too few nodes here.
    """

    ground: Ground
    nodes: frozenset[int]
    core: frozenset[int] = frozenset()
    may_lack: bool = False


_Level: TypeAlias = tuple[str, int, frozenset[str]]
"""Label, common place (0: they differ) and common words of nodes on the way to the records."""


def record_ways(pages: Sequence[Starts], *, texts: bool) -> list[Hops]:
    """Return ways that together lead to the wanted nodes of all *pages*, and nowhere else.

    *texts*: a test may require a text, as XPath can and CSS cannot.
    """
    every = range(len(pages))
    needed = [k for k in every if not pages[k].may_lack]
    found = _all_ways(pages, every, texts)
    return found or (_all_ways(pages, needed, texts) if len(needed) < len(pages) else [])


def _all_ways(pages: Sequence[Starts], needed: Sequence[int], texts: bool) -> list[Hops]:
    """Return ways that lead to all nodes of the *needed* pages, and to no other of any page."""
    groups: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for k in needed:
        page = pages[k]
        for node in sorted(page.nodes):
            labels = tuple(page.ground.tree.label(one) for one in _line(page.ground, node))
            groups.setdefault(labels, []).append((k, node))
    found: list[Hops] = []
    for labels, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        if len(found) == _MOST_WAYS or TEXT_LABEL in labels:
            return []
        left = [(k, node) for k, node in members if not _is_led(found, pages[k], node)]
        if left and (way := _way(pages, _levels(pages, labels, members), left, texts)):
            found.append(way)
        elif left:
            return []
    return found


def _is_led(ways: Sequence[Hops], page: Starts, node: int) -> bool:
    return any(node in page.ground.found(way) for way in ways)


def _line(ground: Ground, node: int) -> list[int]:
    """Return the nodes from the root down to *node*."""
    line = [node]
    while line[-1] > 0:
        line.append(ground.tree.parents[line[-1]])
    return line[::-1]


def _levels(
    pages: Sequence[Starts], labels: Sequence[str], members: Sequence[tuple[int, int]]
) -> list[_Level]:
    lines = [
        [(pages[k].ground, one) for one in _line(pages[k].ground, node)] for k, node in members
    ]
    found = []
    for label, level in zip(labels, zip(*lines, strict=True), strict=True):
        places = {ground.tree.ordinals[node] for ground, node in level}
        words = frozenset.intersection(*(ground.words[node] for ground, node in level))
        found.append((label, places.pop() if len(places) == 1 else 0, lasting(words)))
    return found


def _way(
    pages: Sequence[Starts],
    levels: Sequence[_Level],
    members: Sequence[tuple[int, int]],
    texts: bool,
) -> Hops | None:
    """Return the first way that leads to all *members* and to no unwanted node.

    Tests are tried if no way does so without them; ways by number come last.
    """
    for ways in ([*_by_class(levels)], [*_by_name(levels)], [*_by_place(levels)]):
        tried = []
        for way in ways:
            led = [{*page.ground.found(way)} for page in pages]
            if all(node in led[k] for k, node in members):
                astray = [(k, node) for k, page in enumerate(pages) for node in led[k] - page.nodes]
                if not astray:
                    return way
                tried.append((way, astray))
        for way, astray in tried:
            if tests := _tests(pages, members, astray, texts):
                return (*way[:-1], replace(way[-1], tests=(*way[-1].tests, *tests)))
    return None


def _by_class(levels: Sequence[_Level]) -> Iterator[Hops]:
    """Yield ways that begin at a level with words, nearest first, and continue by label and word.

    The same ways follow with numbers between the first step and the last.
    """
    starts = [at for at in reversed(range(len(levels))) if levels[at][2]]
    for numbered in (False, True):
        for at in starts:
            label, _, words = levels[at]
            rest = tuple(
                Hop("child", name, place if numbered and k else 0, marks)
                for k, (name, place, marks) in reversed([*enumerate(reversed(levels[at + 1 :]))])
            )
            yield _rows((Hop("below", label, 0, words), *rest))


def _by_name(levels: Sequence[_Level]) -> Iterator[Hops]:
    """Yield ways by the last labels alone; without classes, the content of records must help.

    Parsers disagree on what is around tables and paragraphs of old pages, so that numbers from the
    root down often lead elsewhere in other programs.
    """
    for count in range(1, _MOST_NAMES + 1):
        labels = [label for label, _, _ in levels[-count:]]
        if len(labels) == count and labels[0] != "tbody":
            yield _rows((Hop("below", labels[0]), *(Hop("child", label) for label in labels[1:])))


def _by_place(levels: Sequence[_Level]) -> Iterator[Hops]:
    # A page has one html and one body, which other parsers count differently.
    hops = [
        Hop("child", label, 0 if label in ("html", "body") or k == len(levels) - 1 else place)
        for k, (label, place, _) in enumerate(levels)
    ]
    yield _rows(tuple(hops))
    if levels[-1][1]:
        yield _rows((*hops[:-1], replace(hops[-1], place=levels[-1][1])))


def _rows(way: Hops) -> Hops:
    """Return *way* without the headers of tables: rows with cells only."""
    return way if way[-1].label != "tr" else (*way[:-1], replace(way[-1], tests=(_CELLS,)))


# ---- what records have, and similar nodes lack -----------------------------------------------


def _tests(
    pages: Sequence[Starts],
    members: Sequence[tuple[int, int]],
    astray: Sequence[tuple[int, int]],
    texts: bool,
) -> list[Check]:
    """Return the fewest tests found that all *members* pass and all of *astray* fail."""
    passed = [_traits(pages[k].ground, node, texts) for k, node in members]
    common = {*passed[0]}.intersection(*passed[1:])
    ever = {*passed[0]}.union(*passed[1:])
    others = [_traits(pages[k].ground, node, texts) for k, node in astray]
    ruled = {test: {k for k, other in enumerate(others) if test not in other} for test in common}
    for test in {*others[0]}.union(*others[1:]) - ever:
        if test.trait == "has":
            opposite = replace(test, trait="lacks")
            ruled[opposite] = {k for k, other in enumerate(others) if test in other}
    known = [pages[k].ground.words[node] for k, node in members]
    marks = [lasting(pages[k].ground.words[node]) for k, node in astray]
    for word, _ in Counter(word for mark in marks for word in mark).most_common(_LOOKED_AT):
        if not any(word in words for words in known):
            ruled[Check("unmarked", word=word)] = {
                k for k, mark in enumerate(marks) if word in mark
            }
    first = min(pages[k].ground.tree.ordinals[node] for k, node in members)
    before = {j for j, (k, n) in enumerate(astray) if pages[k].ground.tree.ordinals[n] < first}
    ruled[Check("from", first=first)] = before
    core = _core(pages, members, texts)
    return _chosen(ruled, len(others), core)


def _core(pages: Sequence[Starts], members: Sequence[tuple[int, int]], texts: bool) -> set[Check]:
    """Return the tests for cells that all records have, which identify records."""
    k, node = members[0]
    page = pages[k]
    whole = _traits(page.ground, node, texts)
    return {
        test
        for test in whole
        if test.hops and any(n in page.core for n in page.ground.led(test.hops, node))
    }


def _chosen(ruled: dict[Check, set[int]], count: int, core: set[Check]) -> list[Check]:
    left = {*range(count)}
    found: list[Check] = []
    order = sorted(ruled, key=lambda test: (test not in core, _rank(test), repr(test)))
    while left and len(found) < _MOST_TESTS:
        best = max(order, key=lambda test: len(ruled[test] & left), default=None)
        if best is None or not ruled[best] & left:
            return []
        found.append(best)
        left -= ruled[best]
    return [] if left else found


def _rank(test: Check) -> tuple[int, int]:
    """Return the priority of a test: present parts by word come before missing ones and numbers."""
    traits = ("has", "unmarked", "lacks", "earlier", "from")
    words = any(hop.words for hop in test.hops)
    places = any(hop.place for hop in test.hops)
    return traits.index(test.trait), 0 if words else 1 + places + len(test.hops)


def _traits(ground: Ground, node: int, texts: bool) -> dict[Check, None]:
    """Return the tests that *node* passes, among those that could identify records.

    The lists of one page are told from the same nodes: each node is read once.
    """
    found = ground.traits.get((node, texts))
    if found is None:
        found = _traits_of(ground, node, texts)
        if len(ground.traits) < _MOST_READ:
            ground.traits[node, texts] = found
    return found


def _traits_of(ground: Ground, node: int, texts: bool) -> dict[Check, None]:
    tree = ground.tree
    found: dict[Check, None] = {}
    for child in tree.children(node):
        if (label := tree.label(child)) != TEXT_LABEL:
            hop = Hop("child", label)
            found[Check("has", (hop,))] = None
            found[Check("has", (replace(hop, place=ground.places[child]),))] = None
            if texts and ground.led((_TEXT,), child):
                numbered = replace(hop, place=ground.places[child])
                found[Check("has", (numbered, _TEXT))] = None
            for inner in tree.children(child):
                if tree.label(inner) not in (TEXT_LABEL, "tbody"):
                    found[Check("has", (hop, Hop("child", tree.label(inner))))] = None
    for one in tree.subtree(node)[1:_LOOKED_AT]:
        for word in lasting(ground.words[one]):
            found[Check("has", (Hop("below", tree.label(one), words=frozenset({word})),))] = None
        if tree.label(one) not in (TEXT_LABEL, "tbody"):
            found[Check("has", (Hop("below", tree.label(one)),))] = None
    if texts and ground.led((_TEXT,), node):
        found[Check("has", (_TEXT,))] = None
    if ground.passes(node, test := Check("earlier")):
        found[test] = None
    return found
