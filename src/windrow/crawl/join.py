"""Details: the pages that records lead to, read by a separate wrapper, joined to the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from windrow.crawl.fetched import Fetched, Want
from windrow.crawl.keys import absolute, link_columns
from windrow.errors import NothingLearned
from windrow.model import Column, Table, Value
from windrow.read import Page
from windrow.table.words import unused
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

__all__ = ["ERROR", "Details", "Joined"]

ERROR = "_detail_error"
"""The column that says why a row has no details."""

# A link is confirmed by the pages of this many records; a wrapper needs this many. Chosen,
# not measured.
_FEW, _LESSONS = 3, 8
# By definition: one page cannot tell template and data apart.
_LEAST = 2


@dataclass(frozen=True, slots=True)
class Joined:
    """The rows of a list page with their details, and the details that failed."""

    table: Table
    failed: tuple[Fetched, ...] = ()


@dataclass
class Details:
    """Follows the link of each record that leads to its own page.

    *wrapper* is that of an earlier crawl, or None until one is learned; *column* is the column of
    the links, once it is chosen; *problem* says why there are no details at all.
    """

    fetch: Callable[[Sequence[Want]], list[Fetched]]
    wrapper: Wrapper | None = None
    column: str = ""
    problem: str = ""
    drift: str = ""
    _names: dict[str, str] = field(default_factory=dict)  # of the wrapper -> of the joined table

    def join(self, table: Table, home: str) -> Joined:
        """Return *table* with the columns of its records' pages."""
        if not self.column and not self.problem:
            self._choose(table, home)
        links = [row.get(self.column) if self.column else None for row in table.rows]
        wants = {link: Want(link) for link in links if isinstance(link, str) and link}
        fetched = dict(zip(wants, self.fetch([*wants.values()]), strict=True))
        read = {link: self._read(one) for link, one in fetched.items()}
        columns: dict[str, Column] = {}
        rows: list[dict[str, Value]] = []
        for row, link in zip(table.rows, links, strict=True):
            known = isinstance(link, str) and link in read
            part, error = read[link] if known and isinstance(link, str) else (None, self._lack())
            details = self._renamed(part, table, columns) if part else {}
            rows.append({**row, **details, ERROR: error})
        whole = (*table.columns, *columns.values(), Column(ERROR, "text", optional=True))
        failed = tuple(one for link, one in fetched.items() if read[link][1])
        return Joined(Table(whole, tuple(rows), table.score, table.detector), failed)

    def _lack(self) -> str:
        return self.problem or "the record has no link"

    def _choose(self, table: Table, home: str) -> None:
        """Choose the link by the pages of a few records, and learn from those of more."""
        self.problem = "no link of the records leads to the records' own pages"
        for name in link_columns(table, home):
            wants = [Want(str(row[name])) for row in table.rows if row.get(name)]
            pages = self._got(wants[:_FEW])
            if len(pages) < min(_LEAST, len(wants)):
                continue
            if self._fits(pages):
                self.column, self.problem = name, ""
                return
            pages += self._got(wants[_FEW:_LESSONS])
            try:
                self.wrapper = learn(pages, kind="detail")
            except NothingLearned as error:
                self.problem = f"nothing was learned of the records' pages: {error.summary}"
                continue
            self.column, self.problem = name, ""
            return

    def _fits(self, pages: Sequence[Page]) -> bool:
        """Return whether the wrapper of an earlier crawl still reads *pages*."""
        if self.wrapper is None:
            return False
        readings = [self.wrapper.apply(page) for page in pages]
        if all(tables and tables[0].rows for tables in readings):
            return True
        self.drift = next((one.reason for one in readings if one.reason), "drift") or "drift"
        self.wrapper = None
        return False

    def _got(self, wants: Sequence[Want]) -> list[Page]:
        return [one.page for one in self.fetch(wants) if one.page is not None]

    def _read(self, fetched: Fetched) -> tuple[Table | None, str | None]:
        if fetched.page is None:
            return None, fetched.reason
        assert self.wrapper is not None
        tables = self.wrapper.apply(fetched.page)
        if not tables or not tables[0].rows:
            return None, tables.reason or "the page does not fit the wrapper of the others"
        return absolute(tables[0]).given, None

    def _renamed(
        self, part: Table, table: Table, columns: dict[str, Column]
    ) -> Mapping[str, Value]:
        """Return the row of a detail page under names that no column of the list has."""
        taken = {column.name for column in table.columns} | {ERROR}
        for column in part.columns:
            if column.name not in self._names:
                name = column.name if column.name not in taken else f"detail_{column.name}"
                name = unused(name, taken | {*self._names.values()})
                self._names[column.name] = name
            name = self._names[column.name]
            columns.setdefault(name, replace(column, name=name, optional=True))
        return {self._names[name]: value for name, value in part.rows[0].items()}
