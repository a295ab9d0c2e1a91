"""Where the records of learned pages begin, and the locators that lead there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from windrow.model import Record, Row
from windrow.wrap.list.cut import cut_records, likely_cuts, located
from windrow.wrap.list.locate import MOST_WAYS, Locator, Path, Tops, learn_locators
from windrow.wrap.list.template import Cut
from windrow.wrap.steps import Step, Steps

__all__ = ["LessonPart", "anchored", "loosened", "merged_locators", "weighed"]

# Class words of a record of which any is enough. Chosen, not measured.
_MOST_WORDS = 3


@dataclass(frozen=True)
class LessonPart:
    """A part of a page with records in it.

    It begins at *tops*: the page, or for lists inside records, the record around it.
    """

    steps: Steps
    tops: Tops
    records: tuple[Record, ...]
    rows: tuple[Row, ...]


def anchored(parts: Sequence[LessonPart]) -> tuple[Cut, tuple[Locator, ...]]:
    """Return how the records are cut, and the locators of the nodes for that."""
    filled = [part for part in parts if part.records] or parts[:1]
    cuts = [*dict.fromkeys(map(_cut_of, filled))]
    # Pages that were read in different ways: one of them is right about the most records.
    cut = max(cuts, key=lambda one: _kept(one, filled)) if len(cuts) > 1 else cuts[0]
    found = [
        learn_locators(part.steps, located(part.steps.tree, cut, part.records), part.tops)
        for part in parts
        if part.records
    ]
    return cut, merged_locators(found)


def _cut_of(part: LessonPart) -> Cut:
    """Return how the records of one page are cut."""
    starts = [record[0] for record in part.records]
    cuts = likely_cuts(part.steps, part.records, _reached(part, starts))
    return max(cuts, key=lambda one: _kept(one, [part])) if len(cuts) > 1 else cuts[0]


def _reached(part: LessonPart, nodes: Sequence[int]) -> list[int]:
    """Return what the best locator of *nodes* leads to."""
    ways = learn_locators(part.steps, nodes, part.tops)
    return [node for way in ways[-1:] for node in way.find(part.steps, part.tops)]


def _kept(cut: Cut, parts: Sequence[LessonPart]) -> int:
    """Return how many records of the pages are found again as *cut* says."""
    count = 0
    for part in parts:
        nodes = _reached(part, located(part.steps.tree, cut, part.records))
        phases = range(cut.span if cut.mode == "every" else 1)
        cuts = (cut_records(part.steps, cut, nodes, phase) for phase in phases)
        count += max(len({*part.records}.intersection(found)) for found in cuts)
    return count


def merged_locators(found: Sequence[tuple[Locator, ...]]) -> tuple[Locator, ...]:
    """Return locators with the common parts of those of all pages."""
    by_kind: dict[str, list[Locator]] = defaultdict(list)
    for locators in found:
        for locator in locators:
            by_kind[locator.kind].append(locator)
    return tuple(
        replace(same[0], paths=_merged_paths(path for one in same for path in one.paths))
        for same in by_kind.values()
    )


def _merged_paths(paths: Iterable[Path]) -> tuple[Path, ...]:
    by_labels: dict[tuple[str, ...], Path] = {}
    for path in paths:
        labels = tuple(step.label for step in path)
        known = by_labels.get(labels, path)
        by_labels[labels] = tuple(
            Step(one.label, one.place if one.place == two.place else 0, one.words & two.words)
            for one, two in zip(known, path, strict=True)
        )
    return tuple(by_labels.values())


def loosened(locators: Sequence[Locator], parts: Sequence[LessonPart]) -> tuple[Locator, ...]:
    """Return the locators with any word of a record where each leads to the same nodes.

    Where all records are ``div.result.web``, other pages may have a ``div.result.video`` beside
    them. Only the whole path by class is sure enough to do with one word less.
    """
    return tuple(_loose(one, parts) if one.kind == "class" else one for one in locators)


def _loose(locator: Locator, parts: Sequence[LessonPart]) -> Locator:
    paths: list[Path] = []
    for path in locator.paths:
        last = path[-1]
        single = [(*path[:-1], Step(last.label, 0, frozenset([one]))) for one in sorted(last.words)]
        paths += single[:_MOST_WORDS] if len(single) > 1 else [path]
    if len(paths) > MOST_WAYS:
        return locator
    loose = replace(locator, paths=tuple(paths))
    tops = ((part.steps, part.tops) for part in parts)
    return loose if all(loose.find(*top) == locator.find(*top) for top in tops) else locator


def weighed(
    locators: Iterable[Locator], cut: Cut, parts: Sequence[LessonPart]
) -> tuple[Locator, ...]:
    """Return the locators with how well each finds the records they were learned from."""
    found = []
    for locator in locators:
        right = given = wanted = 0
        for part in parts:
            nodes = {*locator.find(part.steps, part.tops)}
            true = {*located(part.steps.tree, cut, part.records)}
            right, given, wanted = right + len(nodes & true), given + len(nodes), wanted + len(true)
        weight = 2 * right / (given + wanted) if right else 0.0
        found.append(replace(locator, weight=round(weight, 3)))
    return tuple(sorted(found, key=lambda locator: -locator.weight))
