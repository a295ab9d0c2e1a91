"""The list that holds what a person seeks, and the columns that do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from windrow.errors import NothingLearned
from windrow.model import Finding
from windrow.pipeline import find, find_in_tree
from windrow.read.base import base_of
from windrow.wrap.examples import Examples
from windrow.wrap.list.learn import list_wrapper
from windrow.wrap.list.merge import is_same_list
from windrow.wrap.list.pages import ListPages
from windrow.wrap.sought import Hold, Leaf, Sought, best_match, holds_of, narrowed, texts_of
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["learn_sought_list"]

# Lists of a page that are looked at, best first. Chosen, not measured.
_MOST = 20
# A list that holds the values this well needs no comparison. Chosen, not measured.
_CERTAIN = 0.95
# Of lists that hold the values as well, the surer one is taken. Chosen, not measured.
_SURER = 0.01


@dataclass(frozen=True)
class _Candidate:
    """A list, and how well its columns hold what is sought."""

    seen: Finding
    sought: Sought
    base: str

    @cached_property
    def holds(self) -> dict[str, Hold]:
        """The columns that hold it, by name; keys are the names of the table's columns."""
        rows = [(self.base, texts_of(row)) for row in self.seen.table.rows]
        cells: dict[Leaf, list[str]] = defaultdict(list)
        for _, texts in rows:
            for leaf, some in texts.items():
                cells[leaf] += some
        matches = [best_match(rows, wanted) for wanted in self.sought.rows]
        return holds_of(matches, self.sought.names, cells)

    @property
    def worth(self) -> float:
        """How well it holds all that is sought, 0 to 1."""
        found = sum(hold.score for hold in self.holds.values())
        return found / len(self.sought.names) + _SURER * self.seen.table.score


def learn_sought_list(examples: Examples) -> Wrapper:
    """Return the wrapper of the list with what is sought; `NothingLearned` where none has it."""
    best, home = _best(examples)
    first = list_wrapper([best.seen], 1, examples.detector_name)
    others = [one for page in examples.pages if page is not home
              for one in _same(first, page, examples)]  # fmt: skip
    wrapper = list_wrapper([best.seen, *others], 1 + len(others), examples.detector_name)
    holds = {name: _by_place(wrapper, hold) for name, hold in best.holds.items()}
    return narrowed(replace(wrapper, pages=len(examples.pages)), holds)


def _by_place(wrapper: Wrapper, hold: Hold) -> Hold:
    """Return how a name is held by the places of columns, which the table calls by names."""

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
    if best is None:
        raise NothingLearned("no list on the pages holds the examples", hint="say --kind detail")
    return best


def _lists(page: Opened, examples: Examples) -> Iterator[Finding]:
    yield from find(page, detector=examples.detector, most=_MOST)
    if len(page.whole) > len(page.tree):
        yield from find_in_tree(page.whole, detector=examples.detector, most=_MOST, hidden=True)


def _same(wrapper: Wrapper, page: Opened, examples: Examples) -> Sequence[Finding]:
    """Return the list of another page that the wrapper reads, if there is one."""
    assert isinstance(wrapper.template, ListPages)
    reading = wrapper.template.found(page)
    lists = (one for one in _lists(page, examples) if one.hidden == wrapper.template.hidden)
    return next(([one] for one in lists if is_same_list(one, reading)), [])
