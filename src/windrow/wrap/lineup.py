"""Brings tables of several pages under common columns, page by page, without keeping pages.

Columns of two pages are the same if the same keys lead to their cells, which is how a wrapper
learns from several pages; names come from single pages. Tables whose records or
columns are not alike have different templates, and are never mixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from windrow.errors import WindrowError
from windrow.model import Column, Finding, Table, Value
from windrow.table.words import unused
from windrow.tree.path import label_path
from windrow.wrap.list.lesson import ListLesson, fields_with_keys
from windrow.wrap.list.template import CORE, Keys, ListField
from windrow.wrap.steps import Steps

__all__ = ["LineUp", "TableKeys", "table_keys"]

# Records of a page that are used. Chosen, not measured.
_LOOKED_AT = 40
# The worth of each kind of key, as in reading pages. Chosen, not measured.
_WEIGHTS = {"places": 1.0, "classes": 1.0, "ends": 1.0, "labels": 1.5}
# All keys of a field together must count this much. Chosen, not measured.
_LEAST = 1.0
# Two tables are of one template if one has this share of the columns that nearly all records of the
# other have; more, and both, if nothing but the labels around their records is the same. Chosen: of
# 68 sites of the corpus (results, up to four pages each), 63 become one table, and the others are
# cut into records otherwise from page to page.
_SHARED, _SHARED_ELSEWHERE = 0.5, 0.8
# Labels around records that must be the same in any case. Chosen, not measured.
_AROUND = 2
# Pages of more templates are of several sites. Chosen, not measured.
_MOST = 100


@dataclass(frozen=True, slots=True)
class TableKeys:
    """The keys by which the records and columns of a table are recognised on other pages."""

    path: tuple[str, ...]  # labels from the page's root to the records
    mark: str  # the label of a record with its classes
    fields: tuple[ListField, ...]  # one for each column


def table_keys(finding: Finding) -> TableKeys:
    """Return the keys by which the records and columns of a list are recognised elsewhere."""
    tree, records = finding.tree, finding.region.records[:_LOOKED_AT]
    cells = replace(finding.cells, rows=finding.cells.rows[:_LOOKED_AT])
    ids = tuple(column.name for column in finding.table.columns)
    steps = Steps(tree)
    return TableKeys(
        _usual(label_path(tree, record[0]) for record in records),
        _usual(steps.marked(record[0]) for record in records),
        fields_with_keys(ListLesson(tree, records, cells, ids)),
    )


_Word = TypeVar("_Word", bound=Hashable)


def _usual(words: Iterable[_Word]) -> _Word:
    return Counter(words).most_common(1)[0][0]


class LineUp:
    """Brings the tables of pages, one page after the other, under the columns of their template."""

    def __init__(self) -> None:
        self._templates: list[_TableTemplate] = []

    def add(self, tables: Sequence[Table], keys: Sequence[TableKeys]) -> list[Table]:
        """Return the *tables* of a page, each with the name of its template and its columns."""
        found = []
        taken: set[str] = set()
        for table, own in zip(tables, keys, strict=True):
            template, pairs = self._template(own, table.columns, taken)
            taken.add(template.name)
            found.append(template.lined_up(table, own.fields, pairs))
        return found

    def _template(
        self, keys: TableKeys, columns: Sequence[Column], taken: set[str]
    ) -> tuple[_TableTemplate, dict[int, int]]:
        """Return the template that a table is of, and which of its columns are which."""
        best: tuple[float, _TableTemplate, dict[int, int]] | None = None
        for template in self._templates:
            nearness = template.nearness(keys)
            if template.name in taken or nearness is None:
                continue
            pairs = template.pairs(keys.fields, columns)
            shares = template.shares(pairs, keys.fields)
            same = max(shares) >= _SHARED if nearness else min(shares) >= _SHARED_ELSEWHERE
            if same and (best is None or sum(shares) > best[0]):
                best = (sum(shares), template, pairs)
        if best is not None:
            best[1].homes.add((keys.path, keys.mark))
            return best[1:]
        if len(self._templates) == _MOST:
            raise WindrowError(
                f"the pages are of more than {_MOST} templates",
                hint="give pages of one site, or keep the rows of each page apart: windrow run",
            )
        self._templates.append(
            _TableTemplate(str(len(self._templates) + 1), {(keys.path, keys.mark)})
        )
        return self._templates[-1], {}


@dataclass
class _TemplateColumn:
    """A column of all tables of a template."""

    column: Column
    field: ListField
    word: str  # the pages' name for it


@dataclass
class _TableTemplate:
    """Tables of one template: where their records are, and their columns."""

    name: str
    homes: set[tuple[tuple[str, ...], str]]
    columns: list[_TemplateColumn] = field(default_factory=list)

    def nearness(self, keys: TableKeys) -> bool | None:
        """Return whether records are where known ones are; None if not even the labels agree."""
        if not any(path[-_AROUND:] == keys.path[-_AROUND:] for path, _ in self.homes):
            return None
        marked = not keys.mark.isalnum()
        return any(mark == keys.mark and (marked or path == keys.path) for path, mark in self.homes)

    def pairs(self, fields: Sequence[ListField], columns: Sequence[Column]) -> dict[int, int]:
        """Return the numbers of a table's columns with the numbers of the same columns here."""
        scores = [
            (score, -k, -j)
            for k, (place, column) in enumerate(zip(fields, columns, strict=True))
            for j, known in enumerate(self.columns)
            if (score := _score(place, column, known)) >= _LEAST
        ]
        found: dict[int, int] = {}
        taken: set[int] = set()
        for _, k, j in sorted(scores, reverse=True):
            if -k not in found and -j not in taken:
                found[-k] = -j
                taken.add(-j)
        return found

    def shares(self, pairs: Mapping[int, int], fields: Sequence[ListField]) -> tuple[float, float]:
        """Return the shared part of the core: of that of the table, and of that here."""
        mine = [k for k, place in enumerate(fields) if _is_core(place)]
        theirs = [j for j, known in enumerate(self.columns) if _is_core(known.field)]
        found = {*pairs.values()}
        return (
            sum(k in pairs for k in mine) / max(len(mine), 1),
            sum(j in found for j in theirs) / max(len(theirs), 1),
        )

    def _new(self, column: Column) -> Column:
        """Return a column with a name and a label that no other column here has."""
        names = {one.column.name for one in self.columns}
        labels = {one.column.label for one in self.columns}
        label = unused(column.label, labels) if column.label else ""
        return replace(column, name=unused(column.name, names), label=label)

    def lined_up(
        self, table: Table, fields: Sequence[ListField], pairs: Mapping[int, int]
    ) -> Table:
        """Return *table* with the names of the columns here; new ones are added."""
        columns = []
        for k, (column, place) in enumerate(zip(table.columns, fields, strict=True)):
            if k in pairs:
                known = self.columns[pairs[k]]
                known.field = _merged(known.field, place)
            else:
                known = _TemplateColumn(self._new(column), place, _word(column))
                self.columns.append(known)
            name, label = known.column.name, known.column.label
            columns.append(replace(column, name=name, label=label))
        old = [column.name for column in table.columns]
        new_names = [column.name for column in columns]
        rows = tuple([_renamed(row, old, new_names) for row in table.rows])
        return replace(table, columns=tuple(columns), rows=rows, template_name=self.name)


def _renamed(row: Mapping[str, Value], old: Sequence[str], new: Sequence[str]) -> dict[str, Value]:
    return {name: row.get(was) for was, name in zip(old, new, strict=True)}


def _is_core(place: ListField) -> bool:
    return place.fill >= CORE


def _score(place: ListField, column: Column, known: _TemplateColumn) -> float:
    """Return the evidence that a column of a page is a known one."""
    if place.kind != known.field.kind:
        return 0.0
    word = _word(column)
    if word and known.word:
        # The page's own names of columns decide.
        return _LEAST + 1 if word == known.word else 0.0
    levels = {
        level: max(
            (min(weight, there[key]) for key, weight in here.items() if key in there), default=0.0
        )
        for level in _WEIGHTS
        if (here := getattr(place.keys, level)) and (there := getattr(known.field.keys, level))
    }
    return sum(_WEIGHTS[level] * share for level, share in levels.items())


def _word(column: Column) -> str:
    return column.label.strip(" :：").casefold() if column.source in ("header", "label") else ""


def _merged(known: ListField, place: ListField) -> ListField:
    """Return a field with the keys of both."""
    keys = {
        level: {**getattr(place.keys, level), **getattr(known.keys, level)} for level in _WEIGHTS
    }
    return replace(known, keys=Keys(**keys))
