"""A crawl: from an address to one table over all pages of a list, with its details."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from windrow import __version__
from windrow.crawl.fetched import Fetched, Fetcher, FetchLog, Want
from windrow.crawl.join import ERROR, Details
from windrow.crawl.walk import ListPage, Walk
from windrow.errors import WindrowError, WrapperError
from windrow.model import Column, Table
from windrow.run.job import Harvest, Outcome, RowOut
from windrow.run.packing import Objects
from windrow.run.store import Done, Store, open_store
from windrow.sink.flat import flatten, storable
from windrow.wrap.store import load
from windrow.wrap.wrapper import Wrapper

__all__ = ["CrawlState", "CrawlTally", "Crawled", "crawl", "whole_table"]

# A list of more pages is mostly endless, like a calendar. Chosen, not measured.
MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class CrawlTally:
    """The counts of a crawl; *page* is the list page that was read last."""

    pages: int = 0
    rows: int = 0
    details: int = 0
    failed: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class Crawled:
    """The result of a crawl: the table, how it ended, and notes."""

    table: Table = field(repr=False)
    tally: CrawlTally
    ended: str  # why there were no more pages
    failures: tuple[tuple[str, str], ...] = ()  # address and reason
    notes: tuple[str, ...] = ()  # drift, missing details
    seconds: float = 0.0


@dataclass(frozen=True)
class CrawlState:
    """The folder of a crawl: its wrappers, fetched pages and stored rows."""

    folder: Path

    def begin(self, *, resume: bool) -> None:
        """Make the folder ready; a finished crawl begins again, with its wrappers."""
        try:
            (self.folder / "wrappers").mkdir(parents=True, exist_ok=True)
            if resume or not self._done.exists():
                return
            for name in ("rows.sqlite", "fetched.sqlite"):
                for path in self.folder.glob(f"{name}*"):
                    path.unlink()
            self._done.unlink()
        except OSError as error:
            raise WindrowError(
                f"`{self.folder}` cannot hold the state of a crawl: {error.strerror or error}",
                hint="give a folder that can be written as --state",
            ) from error

    def finish(self, tally: CrawlTally, ended: str, table: Table | None = None) -> None:
        """Record that the crawl has ended, and the columns of its *table*."""
        flat = flatten([("records", "", table)]) if table else []
        names = [column.name for one in flat[:1] for column in one.columns]
        told = json.dumps({**asdict(tally), "ended": ended, "columns": names}, indent=2)
        self._done.write_text(told + "\n", "utf-8")

    @property
    def columns(self) -> list[str]:
        """The columns of a crawl that is done; of rows that are stored before, all may be given."""
        facts = json.loads(self._done.read_text("utf-8")) if self._done.exists() else {}
        return [*facts.get("columns", ())]

    def wrapper(self, kind: str) -> Wrapper | None:
        """Return the wrapper of an earlier crawl, if there is one."""
        path = self.folder / "wrappers" / f"{kind}.json"
        try:
            return load(path) if path.exists() else None
        except WrapperError:
            # It is learned again.
            return None

    def keep(self, kind: str, wrapper: Wrapper | None) -> None:
        """Keep a wrapper for the next crawl."""
        if wrapper is not None:
            wrapper.save(self.folder / "wrappers" / f"{kind}.json")

    def log(self) -> AbstractContextManager[FetchLog]:
        """Return the log of fetched pages."""
        return FetchLog.opened(str(self.folder / "fetched.sqlite"))

    def store(self) -> AbstractContextManager[Store]:
        """Return where rows are stored, each exactly once."""
        return open_store(str(self.folder / "rows.sqlite"), "records", Objects())

    @property
    def _done(self) -> Path:
        return self.folder / "done.json"


def crawl(
    start: str,
    fetcher: Fetcher,
    state: CrawlState,
    *,
    pages: int = MOST_PAGES,
    details: bool = False,
    resume: bool = False,
    key: Sequence[str] = (),
    watch: Callable[[CrawlTally], None] = lambda tally: None,
) -> Crawled:
    """Follow the list at *start* from page to page, and return its records as one table.

    Each next page must give records of the list that are new. With *details*, the pages that
    records lead to are read as well; *key* are columns that identify a record. What was fetched
    is in the log of *state*, and a crawl only depends on what it gets: with *resume*,
    an interrupted one replays the log first, and stores the missing rows.
    """
    began = time.monotonic()
    state.begin(resume=resume)
    header = {"start": start, "pages": pages, "details": details, "windrow": __version__}
    tally = CrawlTally()
    tables: list[Table] = []
    failures: list[Fetched] = []
    with ExitStack() as stack:
        log = stack.enter_context(state.log())

        def fetch(wants: Sequence[Want]) -> list[Fetched]:
            return log.fetch(wants, fetcher)

        walk = Walk(start, fetch, pages, state.wrapper("list"), tuple(key))
        joined = Details(fetch, state.wrapper("detail"))
        store = stack.enter_context(state.store())
        done = store.begin(header, resume=resume)
        for found in walk:
            if found.number == 0:
                state.keep("list", walk.wrapper)
            table, failed = found.table, tuple[Fetched, ...]()
            if details:
                table, failed = _detailed(joined, found, state)
            _put(store, done, found, table, failed)
            tables.append(table)
            failures += failed
            count = len(table.rows) if details and joined.column else 0
            tally = CrawlTally(tally.pages + 1, tally.rows + len(table.rows),
                               tally.details + count - len(failed), tally.failed + len(failed),
                               found.page.url or start)  # fmt: skip
            watch(tally)
    whole = whole_table(tables)
    state.finish(tally, walk.ended, whole)
    notes = [note for note in (walk.drift, joined.drift, joined.problem if details else "") if note]
    told = tuple((one.want.address, one.reason) for one in failures)
    return Crawled(whole, tally, walk.ended, told, tuple(notes), time.monotonic() - began)


def _detailed(
    joined: Details, found: ListPage, state: CrawlState
) -> tuple[Table, tuple[Fetched, ...]]:
    before = joined.wrapper
    result = joined.join(found.table, found.page.url or "")
    if joined.wrapper is not before:
        state.keep("detail", joined.wrapper)
    return result.table, result.failed


def _put(
    store: Store, done: Done, found: ListPage, table: Table, failed: Sequence[Fetched]
) -> None:
    """Store the rows of a list page, unless an earlier attempt did."""
    if found.number in done:
        return
    name = storable(found.page.source)
    # Whether a column is constant is known only at the end.
    cells = Objects().cells(name, table.with_constants())
    rows = tuple(RowOut("list", 1, number, "", one) for number, one in enumerate(cells, 1))
    outcomes = [Outcome(name, name, rows)]
    for one in failed:
        place = storable(one.want.address)
        outcomes.append(
            Outcome(place, place, note=storable(one.reason), error=one.error or "Drift")
        )
    store.put(Harvest(found.number, tuple(outcomes), len(found.page.content)))


def whole_table(tables: Sequence[Table]) -> Table:
    """Return one table of all: every column that any has, in the order in which they came."""
    columns: dict[str, Column] = {}
    for table in tables:
        for column in table.columns:
            there = columns.get(column.name)
            # A column that varies on one page is not constant.
            constant = column.constant and (there is None or there.constant)
            columns[column.name] = replace(there or column, constant=constant)
    ordered = sorted(columns.values(), key=lambda column: column.name == ERROR)
    varied = [_varying(column, tables) for column in ordered]
    rows = tuple(
        {column.name: row.get(column.name) for column in varied}
        for table in tables
        for row in table.rows
    )
    first = tables[0] if tables else Table((), ())
    return Table(tuple(varied), rows, first.score, first.detector, base=first.base)


def _varying(column: Column, tables: Sequence[Table]) -> Column:
    """Return a column that is constant on each page, or empty, with its status over all pages.

    Pages about one thing can have columns that none of those that were read fills.
    """
    values = {repr(row.get(column.name)) for table in tables for row in table.rows}
    if column.name == ERROR or not (column.constant or values == {"None"}):
        return column
    return replace(column, constant=len(values) <= 1)


def stored_rows(state: CrawlState) -> Iterator[dict[str, Any]]:
    """Yield the rows that are stored so far, in the order of the list."""
    import sqlite3
    from contextlib import closing

    path = state.folder / "rows.sqlite"
    if not path.exists():
        raise WindrowError(f"`{state.folder}` holds no crawl")
    with closing(sqlite3.connect(path)) as store:
        query = (
            "SELECT r.cells FROM records r JOIN records_pages p ON p.place = r.place"
            " ORDER BY p.shard, r.record_number"
        )
        for [cells] in store.execute(query):
            yield json.loads(cells)
