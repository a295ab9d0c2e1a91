"""Selectors of the cells of a list, from the node where a record begins.

A way is sound if, in every record of the kept pages, it finds the cell first, or it
finds nothing. A union of sound ways is sound: several of them may cover all records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, cast

from windrow.tree.runs import EXTENTS, Extent, extent
from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors import Form, Selector
from windrow.wrap.selectors.candidates import candidates
from windrow.wrap.selectors.conditions import with_tests
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import Hops, written
from windrow.wrap.selectors.inside import Inside

__all__ = ["cell_ways", "own_text", "run_ends"]

# Ways that together lead to all cells of a column, and ways that are tried with tests. Chosen, not
# measured.
_MOST_WAYS, _MOST_TESTED = 4, 12

# A way with tests must lead to this many cells, if the column has as many: a test that is right in
# one record alone is right by chance. Chosen, not measured.
_FEWEST = 2

_Sound: TypeAlias = tuple[Hops, set[int]]
"""A sound way, and the records in which it finds the cell."""


def cell_ways(records: Sequence[Inside], *, texts: bool) -> list[Hops]:
    """Return ways that lead to the cells of a column in all *records*; [] if there are none.

    *texts*: ways may end at a text, begin at a label and lead up, as XPath can and CSS cannot.
    """
    every = {k for k, one in enumerate(records) if one.value}
    needed = {k for k in every if not records[k].may_lack}
    known: list[_Sound] = []
    astray: dict[Hops, int] = {}

    def remembered() -> Iterator[_Sound]:
        for one in _sound(records, texts, astray):
            known.append(one)
            yield one

    if found := _together(remembered(), every):
        return found
    if needed and needed < every and (found := _together(iter(known), needed)):
        return found
    fewest = min(_FEWEST, len(needed))
    tested = _tested(astray, records, texts)
    known += [one for one in tested if len(one[1] & needed) >= fewest]
    return _fewest(known, every) or (_fewest(known, needed) if needed < every else [])


def _together(sound: Iterator[_Sound], needed: set[int]) -> list[Hops]:
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


def _fewest(sound: Sequence[_Sound], needed: set[int]) -> list[Hops]:
    """Return ways that lead to the cells of all *needed* records, each to most of those left."""
    left = {*needed}
    found: list[Hops] = []
    while left and len(found) < _MOST_WAYS:
        way, covered = max(sound, key=lambda one: len(one[1] & left), default=((), set()))
        if not covered & left:
            return []
        found.append(way)
        left -= covered
    return [] if left else found


def _sound(records: Sequence[Inside], texts: bool, astray: dict[Hops, int]) -> Iterator[_Sound]:
    """Yield the sound ways, and the records in which each finds the cell, the best ways first.

    The others are added to *astray*, each with how many records it finds the cell in.
    """
    tried: set[Hops] = set()
    rest: list[tuple[bool, int, Hops, set[int]]] = []
    whole = sum(bool(one.value) for one in records)
    for way in candidates(records, texts):
        if way not in tried:
            tried.add(way)
            covered, alone, is_sound = _covered(way, records)
            if not is_sound:
                astray[way] = len(covered)
            elif alone and len(covered) == whole:
                yield way, covered
            elif covered:
                rest.append((not alone, -len(covered), way, covered))
    # A way that finds several nodes in a record may find them in another order on the next page.
    rest.sort(key=lambda one: (one[1] > -whole, *one[:2]))
    yield from ((way, covered) for _, _, way, covered in rest)


def _tested(astray: Mapping[Hops, int], records: Sequence[Inside], texts: bool) -> Iterator[_Sound]:
    """Yield ways that are sound with tests, made of those that lead *astray*."""
    best = sorted(astray, key=lambda way: -astray[way])[:_MOST_TESTED]
    for way in with_tests(best, records, texts=texts):
        covered, _, is_sound = _covered(way, records)
        if is_sound and covered:
            yield way, covered


def _covered(way: Hops, records: Sequence[Inside]) -> tuple[set[int], bool, bool]:
    """Return in which records *way* finds the cell, if it finds nothing else there, and is sound.

    It is not sound if it finds something else first in a record.
    """
    found, alone, is_sound = set(), True, True
    for k, one in enumerate(records):
        led = one.ground.found(way, one.roots[0])
        if not led:
            continue
        if not one.is_said(led):
            is_sound = False
            continue
        alone = alone and (one.ends is not None or one.own is not None or len(led) == 1)
        if one.value:
            found.add(k)
    return found, alone, is_sound


# ---- cells that are several nodes ------------------------------------------------------------


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
