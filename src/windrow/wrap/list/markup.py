"""Detects changes of the markup of a list, whatever its values are.

Only marks that all learned records had are checked, and only those that hardly any record has now
count as gone: pages of one site differ in what some records have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from windrow.tree import Tree
from windrow.wrap.list.locate import place_tops
from windrow.wrap.list.mark import RecordLook, heads_of, look_at, words_around
from windrow.wrap.list.read import ListReading
from windrow.wrap.list.template import ListTemplate, Marks
from windrow.wrap.steps import Steps

__all__ = ["changed_markup", "is_held"]

# This many class names around the records identify a site; with less than this share of them left
# it is another. Chosen; bench.mutate measures the whole.
_TELLING, _LEFT = 20, 0.2
# This many class names that only records had, with this share of them on the page, mean that there
# are records. Chosen; bench.mutate measures the whole.
_OWN, _THERE = 3, 0.8
# So do this many of them if only a few records were learned. Chosen; bench.mutate measures the
# whole.
_MANY_OWN = 10
# Fewer records than these, learned or seen, prove little: then this many marks must be gone, and
# this share of all. Chosen; bench.mutate measures the whole.
_LEARNED, _SEEN = 5, 3
_MANY, _MOST = 4, 0.5
# A mark is gone if hardly any record has it; an order is turned if nearly all records have it the
# other way round; enough records must have both. Chosen; bench.mutate measures the whole.
_HARDLY, _NEARLY, _ENOUGH = 0.1, 0.9, 0.5
# Names that a message gives; columns that must have changed their headers. Chosen, not measured.
_NAMED, _EXCHANGED = 3, 2


def changed_markup(
    template: ListTemplate,
    tree: Tree,
    found: ListReading,
    names: Mapping[str, str],
    without: Collection[str] = (),
) -> list[str]:
    """Return what has changed in the markup of the records and around them, in words.

    *names* are the names of columns by the ids of fields; *without* are places of cells of columns
    that the page does not have.
    """
    marks = template.marks
    if not marks.records:
        return []
    words = words_around(tree, found.records)
    reasons = _around(marks, words)
    if not found.records and (marks.records >= _LEARNED or len(marks.own) >= _MANY_OWN):
        reasons += _outside(marks, words)
    looks = look_at(tree, found, template.fields, template.header)
    if looks and marks.records >= _LEARNED:
        reasons += _lost(marks, looks, without)
        if len(looks) >= _SEEN:
            reasons += _turned(marks, looks, names)
            reasons += _left_home(marks, looks, names)
    heads = heads_of(tree, found, template.fields)
    return reasons + _under_others(marks, heads, names)


def is_held(template: ListTemplate, tree: Tree) -> bool:
    """Return whether the box of the records is there, with or without records."""
    steps, tops = Steps(tree), place_tops(tree, [0])
    holders = [
        replace(locator, paths=tuple(path[:-1] for path in locator.paths if len(path) > 1))
        for locator in template.locators
        if locator.kind in ("place", "class")
    ]
    return any(holder.find(steps, tops) for holder in holders)


def _around(marks: Marks, words: Sequence[str]) -> list[str]:
    left = len({*marks.around}.intersection(words))
    if len(marks.around) < _TELLING or left >= _LEFT * len(marks.around):
        return []
    return [f"of {len(marks.around)} class names around the records, {left or 'none'} are left"]


def _outside(marks: Marks, words: Sequence[str]) -> list[str]:
    """Report whether a page without records has class names that only records had."""
    there = len({*marks.own}.intersection(words))
    if len(marks.own) < _OWN or there < _THERE * len(marks.own):
        return []
    return [f"no records are found, but {there} class names that only records had are there"]


def _lost(marks: Marks, looks: Sequence[RecordLook], without: Collection[str]) -> list[str]:
    """Report marks that all records had and hardly any has now."""
    words = _gone(marks.words, [look.words for look in looks])
    there = [place for place in marks.places if not place.startswith((*without,))]
    places = _gone(there, [look.places for look in looks])
    count, had = len(words) + len(places), len(marks.words) + len(marks.places)
    if len(looks) < _SEEN and count < max(_MANY, _MOST * had):
        return []
    sorts = (("class names", words, marks.words), ("places", places, marks.places))
    return [
        f"{len(gone)} of {len(all_had)} {what} that all records had are gone: {_some(gone)}"
        for what, gone, all_had in sorts
        if gone
    ]


def _gone(marks: Sequence[str], looks: Sequence[frozenset[str]]) -> list[str]:
    least = _HARDLY * len(looks)
    return [mark for mark in marks if sum(mark in look for look in looks) <= least]


def _turned(marks: Marks, looks: Sequence[RecordLook], names: Mapping[str, str]) -> list[str]:
    """Report columns, or marked elements, in another order."""
    columns = [*_inverted(marks.fields, [look.fields for look in looks])]
    marked = [*_inverted(marks.order, [look.order for look in looks])]
    pairs = [(names.get(one, one), names.get(other, other)) for one, other in columns]
    return [f"{other} is now before {one}" for one, other in (pairs or marked)[:1]]


def _inverted(
    chain: Sequence[str], lines: Sequence[Mapping[str, int]]
) -> Iterator[tuple[str, str]]:
    """Yield neighbours of the *chain* that have the other order in nearly all *lines*."""
    for one, other in pairwise(chain):
        both = [(line[one], line[other]) for line in lines if one in line and other in line]
        turned = sum(first > second for first, second in both)
        if both and len(both) >= _ENOUGH * len(lines) and turned >= _NEARLY * len(both):
            yield one, other


def _left_home(marks: Marks, looks: Sequence[RecordLook], names: Mapping[str, str]) -> list[str]:
    """Report columns whose values are no longer where all of them were."""
    found = []
    for place, home in marks.homes.items():
        keys = [look.homes[place] for look in looks if place in look.homes]
        if len(keys) >= _ENOUGH * len(looks) and keys.count(home) <= _HARDLY * len(keys):
            found.append(names.get(place, place))
    if not found:
        return []
    return [f"{_some(found)} no longer found where all values of the column were"]


def _under_others(marks: Marks, heads: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    """Report columns of a table under the headers of other columns."""
    known = Counter(marks.heads.values())
    only = {place: head for place, head in marks.heads.items() if known[head] == 1}
    moved = [
        place
        for place, head in only.items()
        if (now := heads.get(place, head)) != head and now in known
    ]
    # A single one may be a mistake.
    if len(moved) < _EXCHANGED or len(moved) < _ENOUGH * len(only):
        return []
    first = moved[0]
    return [f"{names.get(first, first)} is under {heads[first]!r}, usually {only[first]!r}"]


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
