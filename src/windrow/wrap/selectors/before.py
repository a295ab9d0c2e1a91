"""Headings of records: the nearest one before each record.

XPath goes back to it from the record. CSS cannot, but parsel gives what a selector finds in page
order: the way leads from the page to all headings, and the last one before a record is its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from windrow.wrap.selectors import Form, Selector
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import Hop, Hops, written
from windrow.wrap.selectors.inside import Inside
from windrow.wrap.selectors.records import Starts, record_ways

__all__ = ["heading"]


def heading(name: str, records: Sequence[Inside], form: Form) -> Selector | None:
    """Return the selector of the heading before each record; None if there is none."""
    if not any(one.value for one in records) or any(
        bool(one.value) > (one.cell is not None) for one in records
    ):
        return None
    take = records[0].take
    if form == "xpath":
        for way in _marked(records):
            if all(_is_right(one, one.ground.found(_back(way), one.roots[0])) for one in records):
                return Selector(name, written([_back(way)], form, inside=True), take)
    ways = next(_from_page(records, form), None)
    if ways is None:
        return None
    return Selector(name, written(ways, form, inside=False), take, before=True)


def _from_page(records: Sequence[Inside], form: Form) -> Iterator[Sequence[Hops]]:
    """Yield ways that lead from the page to headings, the last of which before a record is its."""
    for way in _marked(records):
        if _lead([way], records):
            yield [way]
    pages: dict[int, tuple[Ground, set[int]]] = {}
    for one in records:
        nodes = pages.setdefault(id(one.ground), (one.ground, set()))[1]
        nodes |= {one.cell} if one.cell is not None else set()
    starts = [Starts(ground, frozenset(nodes)) for ground, nodes in pages.values() if nodes]
    ways = record_ways(starts, texts=form == "xpath")
    if ways and _lead(ways, records):
        yield ways


def _lead(ways: Sequence[Hops], records: Sequence[Inside]) -> bool:
    """Return whether the last node before each record that *ways* find is its heading."""
    found: dict[int, list[int]] = {}
    for one in records:
        page = id(one.ground)
        if page not in found:
            found[page] = sorted({node for way in ways for node in one.ground.found(way)})
        last = bisect_left(found[page], one.roots[0])
        if not _is_right(one, found[page][last - 1 : last] if last else []):
            return False
    return True


def _is_right(one: Inside, found: Sequence[int]) -> bool:
    return one.is_said(found) if found else not one.value or one.may_lack


def _back(way: Hops) -> Hops:
    """Return the way back from a record to the nearest node that *way* finds on the page."""
    return (Hop("before", way[0].label, words=way[0].words),)


def _marked(records: Sequence[Inside]) -> Iterator[Hops]:
    """Yield the ways by one class or id of the first heading, then the one by its label."""
    ground, node = next((one.ground, one.cell) for one in records if one.cell is not None)
    marks = lasting(ground.words[node])
    for words in (*(frozenset({word}) for word in sorted(marks)), frozenset[str]()):
        yield (Hop("below", ground.tree.label(node), words=words),)
