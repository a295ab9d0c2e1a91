"""A wrapper: what was learned about a site, as data, and how it reads the site's other pages."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated

from windrow.model import Column, Table, Tables, Value
from windrow.plain import WHOLE, Rule, Share
from windrow.read import Page, PageLike, read
from windrow.read.base import base_of
from windrow.table.types import TYPES
from windrow.wrap.correction import Correction, Kept, Renamed, Retyped
from windrow.wrap.corrections import Corrections
from windrow.wrap.fingerprint import Fingerprint, sample
from windrow.wrap.keep import KeptPage
from windrow.wrap.outline import likeness, paths_beside
from windrow.wrap.plan import Plan, plan_of
from windrow.wrap.template import Opened, Reading, Template, WrapperKind

if TYPE_CHECKING:
    from windrow.table.chosen import Choice

__all__ = ["Wrapper", "WrapperColumn", "label_in", "plain_name"]

_WORD = re.compile(r"[^\W_]+")
# The steps from a label to its value.
_STEPS = re.compile(r"(/[a-z#][^/= ]*)+$")
# Characters of a column's name that is made from a label or a path. Chosen, not measured.
_LONGEST_NAME = 40
# Chosen: as likely as not.
_SURE = 0.5
_NO_FIT = "the page does not fit the wrapper"


@dataclass(frozen=True, slots=True)
class WrapperColumn:
    """A column of a wrapper: a field of its template, with a readable name."""

    name: str
    type: Annotated[str, WHOLE] = "text"
    place: str = field(kw_only=True)  # id of the field in the template
    label: str = ""
    decimal: str = "."
    order: str = ""
    path: str = ""
    source: str = ""  # where the name comes from
    # Kind and way, the most reliable of each kind.
    locators: Annotated[tuple[tuple[str, str], ...], Rule(pairs=True)] = ()
    fingerprint: Annotated[Fingerprint, WHOLE] = field(default_factory=Fingerprint)
    columns: tuple[WrapperColumn, ...] = ()  # those of the rows inside, for a list
    constant: bool = False  # the same in all learned records, and unnamed on the page
    prefix: str = ""
    minor: bool = False  # included only on request
    worth: Share = 1.0  # how much it is about the thing of its page

    def check(self) -> None:
        """Refuse a type that there is not."""
        if self.type not in TYPES:
            raise ValueError(f"no such type: {self.type[:40]!r}")

    def column(self) -> Column:
        """Return this column as a column of a table."""
        return Column(
            self.name,
            self.type,
            self.path,
            self.fingerprint.fill < 1,
            tuple(inner.column() for inner in self.columns),
            fill=self.fingerprint.fill,
            samples=self.fingerprint.samples[:3],
            source=self.source,
            label=self.label,
            prefix=self.prefix,
            decimal=self.decimal,
            order=self.order,
            constant=self.constant,
            minor=self.minor,
        )

    def column_for(self, values: Sequence[Value], column: Column | None = None) -> Column:
        """Return the column of a table with *values*; a constant that varies becomes ordinary.

        *column* is what `column` returns, if that is known.
        """
        column = column or self.column()
        inner = [row for value in values if isinstance(value, list) for row in value]
        if inner:
            parts = (one.column_for([row.get(one.place) for row in inner]) for one in self.columns)
            column = replace(column, columns=tuple(parts))
        # A value that no record has any more is gone, which is not another value.
        gone = all(value is None for value in values)
        usual = gone or all(map(self._is_usual, values))
        return column if usual or not self.constant else replace(column, constant=False)

    @property
    def holds_constants(self) -> bool:
        """Whether it is constant, or one of the columns inside is."""
        return self.constant or any(inner.holds_constants for inner in self.columns)

    def _is_usual(self, value: Value) -> bool:
        """Return whether *value* is that of all learned records."""
        if value is None:
            # A record without it differs, unless some learned records were read without it, too.
            return self.fingerprint.fill < 1
        return isinstance(value, str) and self.fingerprint.samples == (sample(value),)


@dataclass(frozen=True)
class Wrapper:
    """What was learned about a site; `apply` reads its other pages.

    >>> from windrow.read import Page
    >>> page = Page.from_text("<ul><li><a href=/1>Ant</a><b>$1</b><li><a href=/2>Bee</a><b>$2</b>"
    ...                       "<li><a href=/3>Cat</a><b>$3</b></ul>")
    >>> from windrow.wrap.learn import learn
    >>> other = Page.from_text("<ul><li><a href=/9>Dog</a><b>$9</b></ul>")
    >>> print(learn([page]).apply(other)[0])
    title | link | price
    Dog   | /9   | $9
    """

    template: Template
    columns: tuple[WrapperColumn, ...]
    records: tuple[int, int, int] = (1, 1, 1)  # fewest, middle and most on the learned pages
    pages: int = 1  # learned from
    detector: str = "auto"
    paths: tuple[str, ...] = ()  # paths of labels that the learned pages share
    name: str = ""
    more: tuple[Wrapper, ...] = ()  # of other lists on the same pages
    corrections: Corrections = field(default_factory=Corrections)  # by a person
    kept: tuple[KeptPage, ...] = ()  # of the learned pages
    sure: float = 1.0  # how sure a list was where it was learned

    @property
    def is_sure(self) -> bool:
        """Whether the list is wanted with at least even odds."""
        return self.sure >= _SURE

    @property
    def kind(self) -> WrapperKind:
        """Whether the pages have a list, or are about one thing each."""
        return self.template.kind

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Wrapper:
        """Return the wrapper in a file; `BadWrapper` if it holds none."""
        from windrow.wrap.store import load

        return load(path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the wrapper to a file, whole or not at all."""
        from windrow.wrap.store import save

        save(self, path)

    def apply(self, page: PageLike, *, every: bool = False) -> Tables:
        """Return the table of *page*; none, with the reason, if the wrapper does not fit.

        If a column is empty that was always filled, the table comes with a reason. So does one
        that was read as a repair would read it, as sure as the repair is. With *every*, the other
        learned lists follow.
        """
        return self.apply_opened(Opened(read(page)), every=every)

    def apply_opened(self, opened: Opened, *, every: bool = False) -> Tables:
        """Return the table of a page that may already be parsed."""
        return self.tables(opened, self.read(opened), every=every)

    def tables(self, opened: Opened, reading: Reading, *, every: bool = False) -> Tables:
        """Return a reading as tables, with the reason if the page no longer fits.

        The first table is the same with *every* and without it: that of the wrapper's own list,
        read as a repair would read it if the wrapper has lost it. Another list never replaces it.
        """
        fits = reading.fits
        found = [self.table(reading, opened.page)] if fits else []
        lost = tuple(self._lost(opened, reading) if fits else reading.problems or (_NO_FIT,))
        if reading.is_lost:
            from windrow.wrap.mended import mended

            if instead := mended(self, opened, reading):
                found, lost = [instead[0]], (*lost, instead[1])
        if every and found:
            from windrow.wrap.beside import tables_beside

            found += tables_beside(self, opened)
        reason = f"drift: {'; '.join(lost)}" if lost else None
        return Tables(opened.page.source, tuple(found), reason, opened.title)

    def _lost(self, opened: Opened, reading: Reading) -> Sequence[str]:
        """Return the losses of a page that fits: records, or columns that were always filled."""
        count = len(reading.rows)
        if not count:
            return self.template.judge(self, opened, reading).reasons
        first = reading.rows[0].get
        empty = {
            place: name
            for place, name in self._missed(count)
            # The first row is enough for most columns.
            if first(place) is None and all(row.get(place) is None for row in reading.rows)
        }
        if empty:
            # A table that does not name a column is another one of the site.
            absent = self.template.judge(self, opened, reading).absent
            empty = {place: name for place, name in empty.items() if place not in absent}
        where = "the record" if count == 1 else f"all {count} records"
        names = ", ".join(empty.values())
        return [f"empty in {where}, always filled before: {names}"] if empty else []

    def apply_named(self, opened: Opened) -> tuple[str, Tables]:
        """Return the table of a page, and the name of the wrapper."""
        return self.name, self.apply_opened(opened)

    def read(self, opened: Opened) -> Reading:
        """Return the reading of a page, whether it fits or not."""
        reading = self.template.read(opened)
        if reading.is_astray and self.more:
            from windrow.wrap.beside import without_others

            reading = without_others(self, opened, reading)
        if reading.rows or not self.template.can_be_empty:
            return reading
        # A list may be empty if the rest of the page is as it was.
        like = likeness(opened.tree, paths_beside(self.paths, self.template.roots))
        empty = f"no records, and {like:.0%} of the page is as it was"
        return replace(reading, fit=like, problems=(*reading.problems, empty))

    def table(self, reading: Reading, page: Page | None = None) -> Table:
        """Return a reading as a table with the wrapper's columns."""
        new: tuple[tuple[WrapperColumn, Column], ...] = ()
        lines = [self._plan.line(row) for row in reading.rows]
        # Learned fields without a column were not worth one.
        known = reading.learned
        if self.template.is_open and not all(known.issuperset(row) for row in reading.rows):
            from windrow.wrap.unseen import unseen_columns

            new = unseen_columns(_together(self._places, known), self._names, reading.rows)
            plan = plan_of([column for column, _ in new])
            for line, row in zip(lines, reading.rows, strict=True):
                line.update(plan.line(row))
        own = [*self._table_columns]
        for k, column in self._constants:
            own[k] = column.column_for([row.get(column.place) for row in reading.rows], own[k])
        table = Table(
            (*own, *(column for _, column in new)),
            tuple(lines),
            score=reading.fit,
            detector=self.detector,
            region=reading.region,
            nodes=reading.nodes,
            title=reading.title,
            base=base_of(page) if page else "",
            today=page.date if page else "",
            template_name=f"{self.name}/1",
            wrapper=self.name,
        )
        return self.corrections.table(table) if self.corrections else table

    @cached_property
    def varied(self) -> tuple[WrapperColumn, ...]:
        """The columns by which pages are judged: those that are not constant."""
        return tuple(column for column in self.columns if not column.constant)

    @cached_property
    def judged(self) -> tuple[tuple[WrapperColumn, str], ...]:
        """The wanted columns by which pages are judged, with their names."""
        named = ((column, self.corrections.called(column.name)) for column in self.varied)
        return tuple((column, name) for column, name in named if name is not None)

    def _missed(self, records: int) -> Sequence[tuple[str, str]]:
        """Return places and names of the judged columns that are gone if no record has them."""
        found = self._gone.get(records)
        if found is None:
            gone = [one for one in self.judged if one[0].fingerprint.is_gone(records)]
            found = self._gone[records] = [(column.place, name) for column, name in gone]
        return found

    @cached_property
    def _gone(self) -> dict[int, list[tuple[str, str]]]:
        return {}

    @cached_property
    def shown(self) -> tuple[WrapperColumn, ...]:
        """The columns of the output: the learned ones with corrections."""
        return self.corrections.columns(self.columns)

    @cached_property
    def _constants(self) -> list[tuple[int, WrapperColumn]]:
        """The columns that are constant or hold such columns, each with its place."""
        return [(k, one) for k, one in enumerate(self.columns) if one.holds_constants]

    @cached_property
    def _table_columns(self) -> tuple[Column, ...]:
        return tuple(column.column() for column in self.columns)

    @cached_property
    def _plan(self) -> Plan:
        return plan_of(self.columns)

    @cached_property
    def _places(self) -> frozenset[str]:
        return frozenset(column.place for column in self.columns)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(column.name for column in self.columns)

    def corrected(self, *changes: Correction) -> Wrapper:
        """Return the wrapper with changed columns; `WrapperError` if one is missing.

        >>> from windrow.read import Page
        >>> from windrow.wrap.correction import Removed
        >>> from windrow.wrap.learn import learn
        >>> page = Page.from_text("<ul><li><a href=/1>Ant</a><b>$1</b><li><a href=/2>Bee</a><b>$2"
        ...                       "</b><li><a href=/3>Cat</a><b>$3</b></ul>")
        >>> print(learn([page]).corrected(Removed("link"), Renamed("title", "pet")).apply(page)[0])
        pet | price
        Ant | $1
        Bee | $2
        Cat | $3
        """
        return replace(self, corrections=self.corrections.and_then(self.columns, *changes))

    def renamed(self, names: Mapping[str, str]) -> Wrapper:
        """Return the wrapper with renamed columns: old name -> new name."""
        return self.corrected(*(Renamed(old, new) for old, new in names.items()))

    def chosen(self, choice: Choice) -> Wrapper:
        """Return the wrapper with the chosen columns, which it gives from now on.

        A wanted field that is not found has no column.
        """
        from windrow.table.chosen import require_picks

        own = {column.name: column.column() for column in self.shown}
        found = [pick for pick in require_picks([*own.values()], choice) if pick.name]
        retyped = [
            Retyped(pick.column.name, pick.column.type, pick.column.decimal, pick.column.order)
            for pick in found
            if pick.column.type != own[pick.name].type
        ]
        called = tuple(pick.column.name for pick in found)
        return self.corrected(Kept(tuple(pick.name for pick in found), called), *retyped)


@lru_cache(maxsize=64)
def _together(places: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return places | others


@lru_cache(maxsize=20_000)
def label_in(place: str) -> str:
    """Return the last label on the path to a place, or ""."""
    return _STEPS.sub("", place.rpartition("=")[2]) if "=" in place else ""


@lru_cache(maxsize=20_000)
def plain_name(words: str) -> str:
    """Return a column name made from a label, or else from the end of a path.

    >>> plain_name("ul.facts/li=Starting Grade Level"), plain_name("div.note/a@href")
    ('starting_grade_level', 'a_href')
    >>> plain_name("tr=Image Sensor/td.desc/#text[]")
    'image_sensor'
    """
    end = label_in(words) or words.rpartition("/")[2]
    return "_".join(_WORD.findall(end.lower()))[:_LONGEST_NAME].strip("_") or "text"
