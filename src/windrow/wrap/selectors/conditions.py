"""Conditions that make a way sound: on what it finds, on what is around that, or on the record.

Records of one list are not all alike: the third cell of a row is a price in some and a note in
others. A way that leads astray in some records is followed only where the nodes on it have what
those of the right cells have in common, and those that it should not find lack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from windrow.wrap.selectors.hops import Check, Hop, Hops
from windrow.wrap.selectors.inside import Inside
from windrow.wrap.selectors.traits import PageNode, telling_tests

__all__ = ["with_tests"]

# Levels above what a way finds that are tested. Chosen, not measured.
_LEVELS = 3
# More nodes than this are not compared: a way that leads to so many nodes says little.
# Chosen, not measured.
_MOST_NODES = 500
# Records that must have what a test names. Chosen, not measured.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class _Led:
    """What a way finds in a record: the cell, and what comes before it in the record."""

    record: Inside
    right: tuple[int, ...]
    wrong: tuple[int, ...]


def with_tests(ways: Iterable[Hops], records: Sequence[Inside], *, texts: bool) -> Iterator[Hops]:
    """Yield *ways* with tests that may keep them from what is no cell, the nearest first.

    Of ways that lead to the same nodes, only the first is tested.
    """
    known = set()
    for way in ways:
        led = [_led(way, one) for one in records]
        nodes = tuple((one.right, one.wrong) for one in led)
        if nodes not in known and any(one.wrong for one in led):
            known.add(nodes)
            yield from _tested(way, led, texts)


def _tested(way: Hops, led: Sequence[_Led], texts: bool) -> Iterator[Hops]:
    if way and way[-1].axis not in ("own", "on"):
        yield from _tested_steps(way, led, texts)
    yield from _tested_record(way, led, texts)


def _led(way: Hops, record: Inside) -> _Led:
    found = record.ground.found(way, record.roots[0])
    if not record.value and found and record.is_said(found):
        return _Led(record, (), ())  # a blank node is as good as none
    if record.ends is not None or record.own is not None:
        is_right = bool(found) and bool(record.value) and record.is_said(found)
        return _Led(record, (*found,) if is_right else (), () if is_right else (*found,))
    first = next((k for k, n in enumerate(found) if record.value and record.is_right(n)), None)
    if first is None:
        return _Led(record, (), (*found,))
    return _Led(record, (found[first],), (*found[:first],))


def _tested_steps(way: Hops, led: Sequence[_Led], texts: bool) -> Iterator[Hops]:
    """Yield *way* with tests of what it finds, or of what is around that."""
    members = [(one.record.ground, node) for one in led for node in one.right]
    astray = [(one.record.ground, node) for one in led for node in one.wrong]
    single = _is_single(led)
    for level in range(1, min(_LEVELS, len(way)) + 1):
        hop = way[-level]
        if hop.axis not in ("child", "below", "next") or not members:
            return
        if tests := _telling(members, astray, texts, single):
            tested = replace(hop, tests=(*hop.tests, *tests))
            yield (*way[:-level], tested, *way[len(way) - level + 1 :])
        if hop.axis != "child":
            return
        members, astray = _above(members), _above(astray)


def _tested_record(way: Hops, led: Sequence[_Led], texts: bool) -> Iterator[Hops]:
    """Yield *way* for some of the records only."""
    members = [(one.record.ground, one.record.roots[0]) for one in led if one.right]
    astray = [(one.record.ground, one.record.roots[0]) for one in led if one.wrong]
    labels = {ground.tree.label(node) for ground, node in members}
    if len(labels) == 1 and all(ground.tree.label(node) not in labels for ground, node in astray):
        yield (Hop("self", labels.pop()), *way)
    elif members and (tests := _telling(members, astray, texts, _is_single(led))):
        yield (Hop("self", tests=(*tests,)), *way)


def _is_single(led: Sequence[_Led]) -> bool:
    """Return whether a way finds the cell in one record only, which is on two trees of its page."""
    return sum(bool(one.right) and not one.record.may_lack for one in led) < _FEWEST


def _telling(
    members: Sequence[PageNode], astray: Sequence[PageNode], texts: bool, single: bool
) -> list[Check]:
    is_same = {_key(one) for one in members} & {_key(one) for one in astray}
    if is_same or len(members) + len(astray) > _MOST_NODES:
        return []
    return telling_tests(members, astray, texts=texts, single=single)


def _above(nodes: Sequence[PageNode]) -> list[PageNode]:
    return [*{_key((g, g.tree.parents[n])): (g, g.tree.parents[n]) for g, n in nodes}.values()]


def _key(one: PageNode) -> tuple[int, int]:
    return id(one[0]), one[1]
