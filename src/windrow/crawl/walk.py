"""From one list page to the next, as long as new records come: the heart of a crawl."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from windrow.crawl.addresses import is_home
from windrow.crawl.beside import beside, places, without
from windrow.crawl.fetched import Fetched, Want
from windrow.crawl.keys import RecordKey, absolute, record_key
from windrow.crawl.paging import SURE, NextPage, unlinked, ways_on
from windrow.crawl.plural import many
from windrow.errors import NothingLearned, ReadError, WindrowError
from windrow.model import Table
from windrow.pipeline import find
from windrow.read import Page
from windrow.tree.opened import Opened
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

__all__ = ["ListPage", "Walk", "list_table", "new_records"]

# The wrapper is learned from the first pages of the list: optional columns are rare on one of them.
# Chosen, not measured.
_LESSONS = 3
# A crawl confirms what it follows, so less sure ways are tried, too; and where one leads to
# nothing new, so many others. Chosen, not measured.
_WORTH_TRYING, _TRIES = 0.3, 2
# A page of the list has at least this share of the first page's records, or has them in the same
# place. Chosen, not measured.
_FEW = 0.5


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of the list with the records that no earlier page had."""

    number: int  # from 0
    page: Page = field(repr=False)
    table: Table = field(repr=False)


@dataclass
class Walk:
    """Goes from *start* through the pages of a list; *wrapper* reads them.

    *fetch* gets pages; *most* is the largest number of list pages. Iterating yields the pages;
    afterwards *ended* says why there are no more.
    """

    start: str
    fetch: Callable[[Sequence[Want]], list[Fetched]]
    most: int
    wrapper: Wrapper | None = None  # of an earlier crawl
    key: tuple[str, ...] = ()  # the columns that identify a record
    ended: str = ""
    drift: str = ""  # why the wrapper of an earlier crawl was learned again
    _visited: set[str] = field(default_factory=set)
    _met: set[Hashable] = field(default_factory=set)  # the keys of all records so far
    _key: RecordKey | None = None
    _first: Table | None = None  # the list on the first page
    _last: tuple[Wrapper, Opened, Table | None] | None = None  # what was read last
    _linked: bool = False  # pages of the list are linked to each other
    _guessed: str = ""  # how pages follow that are not

    def __iter__(self) -> Iterator[ListPage]:
        [first] = self.fetch([Want(self.start)])
        if first.page is None:
            raise ReadError(self.start, f"gives no page: {first.reason}")
        self._visit(first)
        wrapper = self._first_wrapper(first.page)
        # A page is parsed once.
        opened = Opened(first.page)
        self._reread(wrapper, [opened])
        pages = self._pages(opened, wrapper)
        # The first pages are held back until the wrapper has learned from all of them.
        held = [page for _, page in zip(range(_LESSONS), pages, strict=False)]
        if self.wrapper is None:
            self.wrapper = _learned(held, wrapper)
        others = self._beside(held, self._reread(self.wrapper, held))
        seen: set[Hashable] = set()
        for number, one in enumerate(chain(held, pages)):
            table = self._table(self.wrapper, one)
            if table is not None:
                assert self._key is not None
                listed = without(table, others)
                yield ListPage(number, one.page, new_records(listed, self._key, seen))

    def _beside(self, pages: Sequence[Opened], tables: Sequence[Table]) -> frozenset[Hashable]:
        """Return the rows that are not in the list, judging by the first pages."""
        found = find(pages[0], most=1) if len(tables) > 1 else ()
        return beside(tables, found[0].table) if found else frozenset()

    def _reread(self, wrapper: Wrapper, pages: Sequence[Opened]) -> list[Table]:
        """Return the tables of *pages*, as *wrapper* reads them, and note their records."""
        self._met.clear()
        tables = [self._table(wrapper, page) for page in pages]
        first = next((table for table in tables if table), None)
        self._first = first
        self._key = record_key(first, self.start, self.key) if first else None
        for table in tables:
            self._met |= self._keys(table)
        return [table for table in tables if table]

    def _keys(self, table: Table | None) -> set[Hashable]:
        return {self._key(row) for row in table.rows} if table and self._key else set()

    def _pages(self, first: Opened, wrapper: Wrapper) -> Iterator[Opened]:
        """Yield the pages of the list, each confirmed by *wrapper*, or the better one meanwhile."""
        page, count = first, 1
        yield first
        while True:
            if count >= self.most:
                self.ended = f"after {many(count, 'page')}, as asked for"
                return
            following = self._following(page, self.wrapper or wrapper)
            if following is None:
                return
            page, count = following, count + 1
            yield page

    def _following(self, opened: Opened, wrapper: Wrapper) -> Opened | None:
        """Return the next page with new records, or None; then *ended* is set."""
        ways = self._ways(opened, wrapper)
        self.ended = "the last page leads to no other"
        tried = 0
        for way in ways:
            if not way.address:
                self.ended = "only a script leads on: --browser may help"
                continue
            if not is_home(way.address, opened.page.url or self.start):
                self.ended = "the last page leads to another site"
                continue
            want = Want(way.address, way.sent)
            if want.identity in self._visited:
                self.ended = "the last page leads back to pages that were read"
                continue
            if tried == _TRIES:
                break
            tried += 1
            if confirmed := self._confirmed(want, wrapper):
                return confirmed
        return None

    def _ways(self, opened: Opened, wrapper: Wrapper) -> list[NextPage]:
        found = find(opened, most=1)
        url = opened.page.url or self.start
        ways = [way for way in ways_on(found, opened.tree, url) if way.score >= _WORTH_TRYING]
        sure = [way for way in ways if way.score >= SURE]
        # Less sure ways are tried only if there is no sure one.
        if ways or self._linked:
            self._linked = True
            return sure or ways
        table = self._table(wrapper, opened)
        guess = unlinked(opened.page, opened.tree, url, len(table.rows) if table else 0)
        # A list whose heads name the next page ends where one does not: no number is counted up.
        guess = guess if guess and self._guessed in ("", guess.kind) else None
        self._linked = guess is None
        self._guessed = guess.kind if guess else ""
        return [guess] if guess else []

    def _confirmed(self, want: Want, wrapper: Wrapper) -> Opened | None:
        """Return the wanted page, if the wrapper reads new records there."""
        [fetched] = self.fetch([want])
        where = want.address
        if fetched.page is None:
            self.ended = f"{where} gives no page: {fetched.reason}"
            self._visited.add(want.identity)
            return None
        was_there = self._visit(fetched)
        if was_there or not is_home(fetched.page.url or where, self.start):
            self.ended = f"{where} leads back, or to another site"
            return None
        opened = Opened(fetched.page)
        table = self._table(wrapper, opened)
        if table is None or not table.rows:
            self.ended = f"{where} has no records of this list"
            return None
        if self._is_box(table):
            self.ended = f"{where} has a few such records in another place, and not this list"
            return None
        keys = self._keys(table)
        if not keys - self._met:
            self.ended = f"{where} brings nothing new"
            return None
        self._met |= keys
        return opened

    def _is_box(self, table: Table) -> bool:
        """Return whether a page has few records, and elsewhere, as an article has related ones."""
        first = self._first
        if first is None or len(table.rows) >= _FEW * len(first.rows):
            return False
        return places(table).isdisjoint(places(first) or places(table))

    def _visit(self, fetched: Fetched) -> bool:
        """Note a page, and return whether its address, after redirects, was read before."""
        self._visited.add(fetched.want.identity)
        if fetched.page is None or fetched.want.sent:
            return False
        final = Want(fetched.page.url or fetched.want.address).identity
        was_there = final in self._visited and final != fetched.want.identity
        self._visited.add(final)
        return was_there

    def _first_wrapper(self, page: Page) -> Wrapper:
        """Return the wrapper of an earlier crawl, if it still fits, or one of the first page."""
        if self.wrapper is not None:
            tables = self.wrapper.apply(page)
            if tables and tables[0].rows:
                self.drift = tables.reason or ""
                return self.wrapper
            self.drift = tables.reason or "drift: the first page has no records"
            self.wrapper = None
        try:
            return learn([page], kind="list")
        except NothingLearned as error:
            raise WindrowError(
                f"`{self.start}` has no list that could be crawled: {error.summary}",
                hint="give a page with a list of records",
            ) from error

    def _table(self, wrapper: Wrapper, opened: Opened) -> Table | None:
        # Confirming a page reads it; the result is kept.
        last = self._last
        if last is None or last[0] is not wrapper or last[1] is not opened:
            self._last = last = wrapper, opened, list_table(wrapper, opened)
        return last[2]


def list_table(wrapper: Wrapper, opened: Opened) -> Table | None:
    """Return the table of the list on a page, with absolute addresses; None if it is missing."""
    reading = wrapper.read(opened)
    if not reading.fits:
        return None
    found = wrapper.tables(opened, reading)
    return absolute(found[0]) if found else None


def new_records(table: Table, key: RecordKey, seen: set[Hashable]) -> Table:
    """Return *table* without the records of earlier pages; duplicates on one page stay."""
    keys = [key(row) for row in table.rows]
    rows = tuple(row for row, one in zip(table.rows, keys, strict=True) if one not in seen)
    seen |= {*keys}
    return replace(table, rows=rows, nodes=())


def _learned(pages: Sequence[Opened], first: Wrapper) -> Wrapper:
    """Return a wrapper of all *pages*, or *first* if the new one reads less."""
    if len(pages) < 2:
        return first
    try:
        wrapper = learn([one.page for one in pages], kind="list")
    except NothingLearned:
        return first
    for opened in pages:
        if len(wrapper.read(opened).rows) < len(first.read(opened).rows):
            return first
    return wrapper
