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
from windrow.tree.runs import EXTENTS
from windrow.wrap.examples import Examples
from windrow.wrap.list.around import records_around, records_inside
from windrow.wrap.list.learn import list_wrapper
from windrow.wrap.list.merge import is_same_list
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.whole import with_wholes
from windrow.wrap.sought import (
    WHOLE,
    BestRow,
    Hold,
    Leaf,
    Sought,
    Texts,
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
# An address counts this much less than a text that says the same, and a column of one record this
# much less than a full one. Chosen, not measured.
_UNSEEN, _GAPS = 0.005, 0.01
_SEEN = frozenset({"text", "rows", *EXTENTS})
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
        cells: dict[Leaf, list[str]] = defaultdict(list)
        for texts in self._texts:
            for leaf, some in texts.items():
                cells[leaf] += some
        return holds_of(self._matches, self.sought.names, cells, self._rare)

    @cached_property
    def _texts(self) -> list[Texts]:
        return [texts_of(row) for row in self.seen.table.rows]

    @cached_property
    def _matches(self) -> list[BestRow]:
        """The records of the sought rows; two rows are two records."""
        rows = [(self.base, texts) for texts in self._texts]
        matches: list[BestRow] = []
        for wanted in self.sought.rows:
            matches.append(best_match(rows, wanted))
            rows = [row for row in rows if row[1] is not matches[-1].texts]
        return matches

    def completed(self) -> _Candidate:
        """Return the list with columns for sought values that only several nodes together say."""
        numbers = {id(texts): k for k, texts in enumerate(self._texts)}
        wanted = []
        for name in self.sought.names:
            rows = [one for one in self._matches if len(one.wanted.get(name, ())) == 1]
            if rows and all(id(one.texts) in numbers and one.lacks(name) for one in rows):
                wanted.append({numbers[id(one.texts)]: one.wanted[name][0] for one in rows})
        return replace(self, seen=with_wholes(self.seen, wanted)) if wanted else self

    @property
    def _rare(self) -> dict[Leaf, float]:
        """The penalty of columns that show no text, as people give what they see, or have gaps."""
        pairs = zip(self.seen.table.columns, self.seen.cells.fields, strict=True)
        unseen = {(column.name,) for column, place in pairs if place.kind not in _SEEN}
        return {
            leaf: _UNSEEN * (leaf in unseen) + _GAPS * (1 - fill)
            for leaf, fill in self._fill.items()
        }

    @property
    def worth(self) -> float:
        """How well it holds all sought values, 0 to 1."""
        found = sum(hold.score * (1 + self._fill[hold.leaf]) / 2 for hold in self.holds.values())
        whole = found / len(self.sought.names) + _SURER * self.seen.table.score
        return whole / len(self.sought.rows) if self.is_crowded else whole

    @cached_property
    def is_crowded(self) -> bool:
        """Whether one record holds several sought rows: each record is a list of its own."""
        rows = self.sought.rows
        return len(rows) > 1 and any(
            all(BestRow(row, texts, self.base).worth >= WHOLE * len(row) for row in rows)
            for texts in self._texts
        )

    @cached_property
    def _fill(self) -> dict[Leaf, float]:
        """The share of the records that have a column; others may be of another list."""
        rows = self.seen.table.rows
        every = Counter(leaf for texts in self._texts for leaf in texts)
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
    best = best.completed()
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
    crowded: dict[int, Finding] = {}
    for number, page in enumerate(examples.pages):
        for seen in _lists(page, examples):
            one = _candidate(seen, examples.sought, page)
            if one.is_crowded:
                crowded.setdefault(number, seen)
            if one.holds and (best is None or one.worth > best[0].worth):
                best = (one, page)
                if one.worth >= _CERTAIN:
                    return best
    # A detected list is preferred; a list made around values must hold them better.
    for number, page in enumerate(examples.pages):
        for seen in _around(page, examples.sought, crowded.get(number)):
            one = _candidate(seen, examples.sought, page)
            if one.holds and (best is None or one.is_better(best[0])):
                best = (one, page)
    if best is None:
        raise NothingLearned("no list on the pages holds the examples", hint="say --kind detail")
    unmerged = replace(best[0], seen=_unmerged(best[0].seen))
    if unmerged.apart >= best[0].apart and unmerged.is_better(best[0]):
        best = (unmerged, best[1])
    return best


def _candidate(seen: Finding, sought: Sought, page: Opened) -> _Candidate:
    one = _Candidate(seen, sought, base_of(page.page))
    return one if one.holds else one.completed()


def _lists(page: Opened, examples: Examples) -> Iterator[Finding]:
    yield from find(page, detector=examples.detector, most=_MOST)
    if len(page.whole) > len(page.tree):
        yield from find_in_tree(page.whole, detector=examples.detector, most=_MOST, hidden=True)


def _around(page: Opened, sought: Sought, crowded: Finding | None) -> Iterator[Finding]:
    if crowded is not None:
        for records in records_inside(crowded.tree, crowded.region.records, sought):
            yield finding(crowded.tree, region_of(crowded.tree, records), hidden=crowded.hidden)
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
