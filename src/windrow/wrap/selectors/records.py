"""The selector of the records of a list: tried on kept pages until it finds exactly them.

The beginnings of records are found by the classes around them, then by parts that similar nodes
lack, then by numbers from the root down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import Check, Hop, Hops
from windrow.wrap.selectors.traits import telling_tests, traits_of

__all__ = ["Starts", "record_ways"]

# Ways to all records of a page. Chosen, not measured.
_MOST_WAYS = 6
# Labels at the end of a path that may find records by their content. Chosen, not measured.
_MOST_NAMES = 3
# A text of up to this many characters may be a heading. Chosen, not measured.
_HEADING = 40
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


class _Level(NamedTuple):
    """What nodes on the way to the records have in common."""

    label: str
    place: int  # 0: they differ
    words: frozenset[str]
    heading: tuple[str, str]  # the label and text of the element before each; "": they differ


def record_ways(
    pages: Sequence[Starts], *, texts: bool, enough: tuple[Check, ...] = ()
) -> list[Hops]:
    """Return ways that together lead to the wanted nodes of all *pages*, and nowhere else.

    *texts*: a test may require a text, as XPath can and CSS cannot. What passes *enough* may be a
    record: it comes before other tests, of which one that apply does not ask for is too strict.
    """
    every = range(len(pages))
    needed = [k for k in every if not pages[k].may_lack]
    found = _all_ways(pages, every, texts, enough)
    return found or (_all_ways(pages, needed, texts, enough) if len(needed) < len(pages) else [])


def _all_ways(
    pages: Sequence[Starts], needed: Sequence[int], texts: bool, enough: tuple[Check, ...]
) -> list[Hops]:
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
        levels = _levels(pages, labels, members) if left else []
        if left and (way := _way(pages, levels, left, texts, enough)):
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
        headings = {_heading(ground, node) for ground, node in level}
        found.append(
            _Level(
                label,
                places.pop() if len(places) == 1 else 0,
                lasting(words),
                headings.pop() if len(headings) == 1 else ("", ""),
            )
        )
    return found


def _heading(ground: Ground, node: int) -> tuple[str, str]:
    """Return the label and the text of the element before *node*, if it has only a short text."""
    before = ground.sibling_before(node)
    text = ground.first_text(before) if before >= 0 and ground.tree.sizes[before] == 1 else None
    return (ground.tree.label(before), text) if text and len(text) <= _HEADING else ("", "")


def _way(
    pages: Sequence[Starts],
    levels: Sequence[_Level],
    members: Sequence[tuple[int, int]],
    texts: bool,
    enough: tuple[Check, ...],
) -> Hops | None:
    """Return the first way that leads to all *members* and to no unwanted node.

    Tests are tried if no way does so without them; ways by number come last.
    """
    for ways in (
        [*_by_class(levels, numbered=False)],
        [*_by_heading(levels, texts)],
        [*_by_name(levels)],
        [*_by_class(levels, numbered=True)],
        [*_by_place(levels)],
    ):
        tried = []
        for plain in ways:
            for way in (_with(plain, enough), plain) if enough else (plain,):
                led = [{*page.ground.found(way)} for page in pages]
                if all(node in led[k] for k, node in members):
                    wrong = [(k, n) for k, page in enumerate(pages) for n in led[k] - page.nodes]
                    if not wrong:
                        return way
                    tried.append((way, wrong))
                    break
        for way, wrong in tried:
            if tests := telling_tests(
                [(pages[k].ground, node) for k, node in members],
                [(pages[k].ground, node) for k, node in wrong],
                texts=texts,
                core=_core(pages, members, texts),
            ):
                return _with(way, tests)
    return None


def _with(way: Hops, tests: Sequence[Check]) -> Hops:
    """Return *way* with *tests* of what it leads to."""
    return (*way[:-1], replace(way[-1], tests=(*way[-1].tests, *tests)))


def _by_class(levels: Sequence[_Level], *, numbered: bool) -> Iterator[Hops]:
    """Yield ways that begin at a level with words, nearest first, and continue by label and word.

    *numbered*: with numbers between the first step and the last.
    """
    for at in reversed(range(len(levels))):
        rest = levels[at + 1 :]
        hops = [Hop("child", one.label, one.place if numbered else 0, one.words) for one in rest]
        if numbered and hops:
            hops[-1] = replace(hops[-1], place=0)
        if levels[at].words:
            yield _rows((Hop("below", levels[at].label, 0, levels[at].words), *hops))


def _by_heading(levels: Sequence[_Level], texts: bool) -> Iterator[Hops]:
    """Yield ways from the heading of what holds the records, the nearest first."""
    for at in reversed(range(len(levels) - 1)[-_MOST_NAMES:]):
        label, text = levels[at].heading
        if text:
            heading = Hop("below", label)
            heading = replace(heading, says=text) if texts else replace(heading, holds=text)
            rest = (Hop("child", one.label) for one in levels[at + 1 :])
            yield _rows((heading, Hop("next", levels[at].label, 1), *rest))


def _by_name(levels: Sequence[_Level]) -> Iterator[Hops]:
    """Yield ways by the last labels alone; without classes, the content of records must help.

    Parsers disagree on what is around tables and paragraphs of old pages, so that numbers from the
    root down often lead elsewhere in other programs.
    """
    for count in range(1, _MOST_NAMES + 1):
        labels = [one.label for one in levels[-count:]]
        if len(labels) == count and labels[0] != "tbody":
            yield _rows((Hop("below", labels[0]), *(Hop("child", label) for label in labels[1:])))


def _by_place(levels: Sequence[_Level]) -> Iterator[Hops]:
    # A page has one html and one body, which other parsers count differently.
    hops = [
        Hop("child", one.label, 0 if one.label in ("html", "body") else one.place) for one in levels
    ]
    hops[-1] = replace(hops[-1], place=0)
    yield _rows(tuple(hops))
    if levels[-1].place:
        yield _rows((*hops[:-1], replace(hops[-1], place=levels[-1].place)))


def _rows(way: Hops) -> Hops:
    """Return *way* without the headers of tables: rows with cells only."""
    return way if way[-1].label != "tr" else (*way[:-1], replace(way[-1], tests=(_CELLS,)))


def _core(pages: Sequence[Starts], members: Sequence[tuple[int, int]], texts: bool) -> set[Check]:
    """Return the tests for cells that all records have, which identify records."""
    k, node = members[0]
    page = pages[k]
    whole = traits_of(page.ground, node, texts)
    return {
        test
        for test in whole
        if test.hops and any(n in page.core for n in page.ground.led(test.hops, node))
    }
