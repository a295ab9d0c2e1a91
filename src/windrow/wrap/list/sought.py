"""The list and the columns that hold the sought values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from windrow.detect.auto import region_of
from windrow.errors import NothingLearned
from windrow.model import Finding
from windrow.pipeline import find, find_in_tree, finding
from windrow.read.base import base_of
from windrow.table.tabulate import lay_out
from windrow.wrap.examples import Examples
from windrow.wrap.list.around import records_around
from windrow.wrap.list.learn import list_wrapper
from windrow.wrap.list.merge import is_same_list
from windrow.wrap.list.pages import ListPages
from windrow.wrap.sought import (
    BestRow,
    Hold,
    Leaf,
    Sought,
    best_match,
    holds_of,
    narrowed,
    texts_of,
)
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["learn_sought_list"]

# Lists of a page that are considered, best first. Chosen, not measured.
_MOST = 20
# A list that holds the values this well needs no comparison. Chosen, not measured.
_CERTAIN = 0.95
# If lists hold the values equally well, the surer one is taken. Chosen, not measured.
_SURER = 0.01
# And by this much better. Chosen; bench.examples measures the whole.
_CLEARLY = 0.05


@dataclass(frozen=True)
class _Candidate:
    """A list, and how well its columns hold the sought values."""

    seen: Finding
    sought: Sought
    base: str

    @cached_property
    def holds(self) -> dict[str, Hold]:
        """The columns that hold the sought names; keys are names of the table's columns."""
        rows = [(self.base, texts_of(row)) for row in self.seen.table.rows]
        cells: dict[Leaf, list[str]] = defaultdict(list)
        for _, texts in rows:
            for leaf, some in texts.items():
                cells[leaf] += some
        matches: list[BestRow] = []
        for wanted in self.sought.rows:
            # Two rows are two records.
            matches.append(best_match(rows, wanted))
            rows = [row for row in rows if row[1] is not matches[-1].texts]
        return holds_of(matches, self.sought.names, cells)

    @property
    def worth(self) -> float:
        """How well it holds all sought values, 0 to 1."""
        found = sum(hold.score * (1 + self._fill[hold.leaf]) / 2 for hold in self.holds.values())
        return found / len(self.sought.names) + _SURER * self.seen.table.score

    @cached_property
    def _fill(self) -> dict[Leaf, float]:
        """The share of the records that have a column; others may be of another list."""
        rows = self.seen.table.rows
        every = Counter(leaf for row in rows for leaf in texts_of(row))
        return {leaf: count / len(rows) for leaf, count in every.items()}

    @property
    def apart(self) -> int:
        """How many names have distinct values."""
        return len({(hold.leaf, hold.joined, hold.excerpt) for hold in self.holds.values()})

    def is_better(self, other: _Candidate) -> bool:
        """Return whether it holds clearly more than *other*, and has no fewer records."""
        longer = len(self.seen.region.records) >= len(other.seen.region.records)
        return longer and self.worth > other.worth + _CLEARLY


def learn_sought_list(examples: Examples) -> Wrapper:
    """Return the wrapper of the list with the sought values; `NothingLearned` if none has them."""
    best, home = _best(examples)
    first = list_wrapper([best.seen], 1, examples.detector_name)
    others = [one for page in examples.pages if page is not home
              for one in _same(first, page, examples)]  # fmt: skip
    wrapper = list_wrapper([best.seen, *others], 1 + len(others), examples.detector_name)
    holds = {name: _by_place(wrapper, hold) for name, hold in best.holds.items()}
    return narrowed(replace(wrapper, pages=len(examples.pages)), holds)


def _by_place(wrapper: Wrapper, hold: Hold) -> Hold:
    """Return a hold with the places of columns instead of their names in the table."""

    def place(leaf: Leaf) -> Leaf:
        found, columns = [], wrapper.columns
        for name in leaf:
            column = next(one for one in columns if one.name == name)
            found.append(column.place)
            columns = column.columns
        return tuple(found)

    return replace(hold, leaf=place(hold.leaf), joined=tuple(map(place, hold.joined)))


def _best(examples: Examples) -> tuple[_Candidate, Opened]:
    best: tuple[_Candidate, Opened] | None = None
    for page in examples.pages:
        for seen in _lists(page, examples):
            one = _Candidate(seen, examples.sought, base_of(page.page))
            if one.holds and (best is None or one.worth > best[0].worth):
                best = (one, page)
                if one.worth >= _CERTAIN:
                    return best
    # A detected list is preferred; a list made around values must hold them better.
    for page in examples.pages:
        for seen in _around(page, examples.sought):
            one = _Candidate(seen, examples.sought, base_of(page.page))
            if one.holds and (best is None or one.is_better(best[0])):
                best = (one, page)
    if best is not None:
        unmerged = replace(best[0], seen=_unmerged(best[0].seen))
        if unmerged.apart >= best[0].apart and unmerged.is_better(best[0]):
            best = (unmerged, best[1])
    if best is None:
        raise NothingLearned("no list on the pages holds the examples", hint="say --kind detail")
    return best


def _lists(page: Opened, examples: Examples) -> Iterator[Finding]:
    yield from find(page, detector=examples.detector, most=_MOST)
    if len(page.whole) > len(page.tree):
        yield from find_in_tree(page.whole, detector=examples.detector, most=_MOST, hidden=True)


def _around(page: Opened, sought: Sought) -> Iterator[Finding]:
    for tree in (page.tree, page.whole)[: 1 + (len(page.whole) > len(page.tree))]:
        for records in records_around(tree, sought):
            yield finding(tree, region_of(tree, records), hidden=tree is not page.tree)


def _unmerged(seen: Finding) -> Finding:
    """Return the list with every text in a separate column."""
    alignment = seen.region.alignment or seen.alignment
    table, cells = lay_out(seen.tree, seen.region, alignment)
    return replace(seen, table=replace(table, base=seen.table.base), cells=cells)


def _same(wrapper: Wrapper, page: Opened, examples: Examples) -> Sequence[Finding]:
    """Return the list of another page that the wrapper reads, if there is one."""
    assert isinstance(wrapper.template, ListPages)
    reading = wrapper.template.found(page)
    lists = (one for one in _lists(page, examples) if one.hidden == wrapper.template.hidden)
    return next(([one] for one in lists if is_same_list(one, reading)), [])
