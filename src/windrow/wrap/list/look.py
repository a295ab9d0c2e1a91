"""Finds the list that a wrapper was made for among those of a changed page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from windrow.detect import DETECTORS
from windrow.detect.auto import region_of
from windrow.model import Finding
from windrow.pipeline import find_in_tree, finding
from windrow.tree import Tree
from windrow.wrap.columns.pair import Option, Pair, confidence_of, pair_columns
from windrow.wrap.list.learn import list_wrapper
from windrow.wrap.list.led import FoundColumn, with_keys, without_doubted
from windrow.wrap.list.merge import is_same_list
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.read import ListReading
from windrow.wrap.list.template import FEWEST_RECORDS
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["CERTAIN", "Found", "best_lists", "find_list", "found_afresh", "likest"]

# The list of a site is among this many best ones of a page, whatever was built around it. Chosen;
# bench.mutate measures the whole.
_MOST = 6
# A list with a smaller share of the old columns is another list. Chosen; bench.mutate measures the
# whole.
_LEAST = 0.2
# With this confidence a list is the known one: no other is looked at. Chosen, not measured.
CERTAIN = 0.9
# How much a list loses at most for being shorter than usual. Chosen; bench.mutate measures the
# whole.
_SHORT = 0.3


@dataclass(frozen=True)
class Found:
    """A list of a changed page, and the old columns of its lines."""

    seen: Finding
    fresh: Wrapper  # as it would be learned from this page
    lines: tuple[FoundColumn, ...]
    pairs: tuple[Pair, ...]
    confidence: float


def find_list(template: ListPages, wrapper: Wrapper, opened: Opened) -> Found | None:
    """Return the list of the page that is most similar to the known one, if there is one."""
    return likest(
        wrapper, (_compare(template, wrapper, one) for one in _lists(template, wrapper, opened))
    )


def likest(wrapper: Wrapper, lists: Iterable[Found]) -> Found | None:
    """Return the one of *lists* that is most similar to the known one, if any is."""
    best: Found | None = None
    likely = 0.0
    for found in lists:
        usual = min(1.0, len(found.seen.region.records) / max(wrapper.records[0], 1))
        worth = found.confidence * (1 - _SHORT + _SHORT * usual)
        if found.confidence >= _LEAST and worth > likely:
            best, likely = found, worth
            if likely >= CERTAIN:
                break
    return best


def best_lists(wrapper: Wrapper, tree: Tree, *, hidden: bool = False) -> tuple[Finding, ...]:
    """Return the best lists of a changed page, as the wrapper's detector finds them."""
    name = wrapper.detector if wrapper.detector in DETECTORS else "auto"
    return find_in_tree(tree, detector=name, most=_MOST, every=True, hidden=hidden)


def found_afresh(wrapper: Wrapper, seen: Finding, fresh: Wrapper) -> Found:
    """Return which columns of *seen* are those of *wrapper*; *fresh* was learned from it alone."""
    return _paired(wrapper, seen, fresh, _fresh_lines(seen, fresh))


def _lists(template: ListPages, wrapper: Wrapper, opened: Opened) -> Iterator[Finding]:
    """Yield the lists of a page that may be the lost one."""
    others = [*_others(wrapper, opened)]
    for seen in _candidates(template, wrapper, opened):
        if not any(is_same_list(seen, other) for other in others):
            yield seen


def _candidates(template: ListPages, wrapper: Wrapper, opened: Opened) -> Iterator[Finding]:
    """Yield the list as the old locators find it, with records that end as before; then others."""
    tree, records = template.tree(opened), template.found(opened).records
    if len(records) >= FEWEST_RECORDS:
        yield finding(tree, region_of(tree, records), hidden=template.hidden)
    yield from best_lists(wrapper, tree, hidden=template.hidden)


def _others(wrapper: Wrapper, opened: Opened) -> Iterator[ListReading]:
    """Yield the other lists of the learned pages that are where they were: none is the lost one."""
    for one in wrapper.more:
        if isinstance(one.template, ListPages):
            found = one.template.found(opened)
            if found.records and all(found.ways.values()):
                yield found


def _compare(template: ListPages, wrapper: Wrapper, seen: Finding) -> Found:
    """Return which columns of *seen* are those of *wrapper*, also by where its old keys lead."""
    fresh = list_wrapper([seen], 1, wrapper.detector)
    lines = with_keys(wrapper, template, seen, _fresh_lines(seen, fresh))
    lines = without_doubted(wrapper, template, lines)
    return _paired(wrapper, seen, fresh, lines)


def _paired(wrapper: Wrapper, seen: Finding, fresh: Wrapper, lines: Sequence[FoundColumn]) -> Found:
    options = [line.option for line in lines]
    pairs = tuple(pair_columns(wrapper.columns, options, wrapper.template.echoes))
    return Found(seen, fresh, tuple(lines), pairs, confidence_of(pairs))


def _fresh_lines(seen: Finding, fresh: Wrapper) -> list[FoundColumn]:
    return [
        FoundColumn(
            field,
            tuple(row[j] for row in seen.cells.rows),
            Option(column, tuple(row.get(name.name) for row in seen.table.rows)),
            name,
        )
        for j, (name, field, column) in enumerate(
            zip(seen.table.columns, seen.cells.fields, fresh.columns, strict=True)
        )
    ]
