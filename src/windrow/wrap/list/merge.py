"""Brings the tables of several pages with one list under common columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from windrow.model import Alignment, Cell, Column, Field, Finding
from windrow.table.words import unused
from windrow.tree.lines import has_lines
from windrow.wrap.list.header import headings
from windrow.wrap.list.lesson import ListLesson, learn_list
from windrow.wrap.list.nested import rows_under, widened
from windrow.wrap.list.read import ListReading, same_cell

__all__ = ["is_same_list", "merged_lessons"]

# Two tables that share this share of their records are the same list. Chosen, not measured.
_SAME = 0.5
# A column that the first page lacks must be on this share of the pages, and on two at least.
# Chosen, not measured.
_SUPPORT = 0.3


@dataclass(frozen=True)
class _Matched:
    """A page, and for each of its columns the common column it is; None for a new one."""

    seen: Finding
    targets: tuple[int | None, ...]

    def new_keys(self) -> dict[str, int]:
        """Return the columns that are not common, by a key that other pages share."""
        return {self._key(at): at for at, target in enumerate(self.targets) if target is None}

    def _key(self, at: int) -> str:
        place = self.seen.cells.fields[at]
        return f"{place.kind} {place.path}"

    def lesson(
        self, fields: Sequence[Field], ids: Sequence[str], new: dict[str, int]
    ) -> ListLesson:
        """Return the page's cells under the common columns."""
        targets = [
            new.get(self._key(at)) if target is None else target
            for at, target in enumerate(self.targets)
        ]
        rows = []
        for row in self.seen.cells.rows:
            line: list[Cell] = [None] * len(fields)
            for own, cell, target in zip(self.seen.cells.fields, row, targets, strict=True):
                if target is not None and line[target] is None:
                    line[target] = rows_under(fields[target], own, cell)
            rows.append(tuple(line))
        alignment = Alignment(self.seen.tree, tuple(fields), tuple(rows))
        return ListLesson(self.seen.tree, self.seen.region.records, alignment, tuple(ids))


def merged_lessons(lists: Sequence[Finding]) -> tuple[list[ListLesson], list[Column]]:
    """Return a lesson for every page that has the list of the first one, and their columns.

    Pages with another list are left out: noise among the pages does no harm.
    """
    first = lists[0]
    columns = [*first.table.columns]
    ids = [column.name for column in columns]
    start = ListLesson(first.tree, first.region.records, first.cells, tuple(ids))
    if len(lists) == 1:
        return [start], columns
    known = learn_list([start])
    pages = [_Matched(first, tuple(range(len(ids))))]
    names = headings(first.tree, first.region.records, first.cells.rows)
    for other in lists[1:]:
        if other.hidden == first.hidden and has_lines(other.tree) == has_lines(first.tree):
            reading = known.reader.read(other.tree)
            if is_same_list(other, reading):
                pages.append(_Matched(other, _targets(other, reading, names)))
    support = Counter(key for page in pages for key in page.new_keys())
    still = _constant(pages, columns)
    columns = [replace(c, constant=k in still) for k, c in enumerate(columns)]
    fields = [replace(f, constant=k in still) for k, f in enumerate(first.cells.fields)]
    for page in pages[1:]:
        for at, target in enumerate(page.targets):
            if target is not None and fields[target].kind == "rows":
                own = page.seen.cells.fields[at], page.seen.table.columns[at]
                fields[target], columns[target] = widened(fields[target], columns[target], *own)
    new: dict[str, int] = {}
    for page in pages:
        for key, at in page.new_keys().items():
            if key not in new and support[key] >= max(2, _SUPPORT * len(lists)):
                new[key] = len(ids)
                column = page.seen.table.columns[at]
                ids.append(unused(column.name, ids))
                columns.append(replace(column, name=ids[-1], optional=True))
                fields.append(page.seen.cells.fields[at])
    return [page.lesson(fields, ids, new) for page in pages], columns


def _constant(pages: Sequence[_Matched], columns: Sequence[Column]) -> set[int]:
    """Return the columns that say the same on all pages, by their numbers."""
    still = {k for k, column in enumerate(columns) if column.constant}
    for page in pages:
        for at, target in enumerate(page.targets):
            if target in still:
                own = page.seen.table.columns[at]
                if {*own.samples} - {*columns[target].samples}:
                    still.discard(target)
    return still


def is_same_list(seen: Finding, reading: ListReading) -> bool:
    """Return whether the list *seen* is the one that was read on the same page."""
    fresh = {record[0] for record in seen.region.records}
    mine = {record[0] for record in reading.records}
    return len(fresh & mine) >= _SAME * max(len(fresh), len(mine), 1)


def _targets(seen: Finding, reading: ListReading, names: Sequence[str]) -> tuple[int | None, ...]:
    """Return for the columns of a page those of the template that find the same cells.

    *names* are the header texts of the template's columns: where a page has another column in the
    place of one that it lacks, the texts differ.
    """
    named = headings(seen.tree, seen.region.records, seen.cells.rows)
    rows = {record[0]: row for record, row in zip(reading.records, reading.rows, strict=True)}
    votes: Counter[tuple[int, int]] = Counter()
    for record, row in zip(seen.region.records, seen.cells.rows, strict=True):
        for at, cell in enumerate(row):
            for k, own in enumerate(rows.get(record[0], ())):
                votes[at, k] += same_cell(cell, own)
    found: list[int | None] = [None] * len(seen.cells.fields)
    taken: set[int] = set()
    for (at, k), count in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0])):
        if count and found[at] is None and k not in taken and not _differ(named, at, names, k):
            found[at] = k
            taken.add(k)
    return tuple(found)


def _differ(named: Sequence[str], at: int, names: Sequence[str], k: int) -> bool:
    """Return whether two header texts are those of different columns.

    Texts that differ in digits and signs alone, such as a day, are the same unless the other page
    has one of them in another place.

    >>> _differ(["Name", "Judge"], 1, ["Name", "Filed"], 1)
    True
    >>> _differ(["Name", "Found 3"], 1, ["Name", "Found 14"], 1)
    False
    >>> _differ(["2023", "2024"], 0, ["2022", "2023"], 0)
    True
    """
    one, other = named[at], names[k]
    if not one or not other or one == other:
        return False
    return one in names or other in named or _letters(one) != _letters(other)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()
