"""What a crawl asks for and gets, and the log of it, which a resumed crawl replays."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from windrow.crawl.addresses import identity
from windrow.errors import NotHtml, WindrowError
from windrow.read import Page
from windrow.read.media import require_html_bytes, require_html_type

__all__ = ["FetchLog", "Fetched", "Fetcher", "Want", "page_of"]


@dataclass(frozen=True, slots=True)
class Want:
    """A wanted page: its address, and what a form sends there; *plain*: any kind of file."""

    address: str
    sent: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    plain: bool = False

    @property
    def identity(self) -> str:
        """The key that two wants of one page share."""
        return f"{identity(self.address)} {self.sent}" if self.sent else identity(self.address)


@dataclass(frozen=True, slots=True)
class Fetched:
    """The result of a want: a page, or the kind of an error and its reason."""

    want: Want
    page: Page | None = None
    error: str = ""
    reason: str = ""


class Fetcher(Protocol):
    """Fetches pages politely. A fetcher is a context: it may hold a process or a browser."""

    def fetch(self, wants: Sequence[Want]) -> Iterable[Fetched]:
        """Yield the result of each of *wants*, in any order."""


def page_of(want: Want, final: str, status: int, kind: str, content: bytes) -> Page | Exception:
    """Return the page that a server answered with, or why it is not a page."""
    from windrow.errors import HttpStatus

    url = want.address
    if status >= 400:
        return HttpStatus(url, status)
    if want.plain:
        return Page(url, content, final, kind or None)
    try:
        require_html_type(url, kind or None)
        require_html_bytes(url, content)
    except NotHtml as error:
        return error
    return Page(url, content, final, kind or None)


@dataclass(frozen=True)
class FetchLog:
    """All pages fetched for a crawl, in a file; logged pages are not requested again."""

    log: sqlite3.Connection

    @classmethod
    @contextmanager
    def opened(cls, path: str) -> Iterator[FetchLog]:
        """Give the log in the file at *path*, which is made if it is missing."""
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as log:
                # A process that is killed loses nothing; only a power cut could.
                log.execute("PRAGMA journal_mode = WAL")
                log.execute("PRAGMA synchronous = NORMAL")
                log.execute(
                    "CREATE TABLE IF NOT EXISTS fetched (identity TEXT PRIMARY KEY, source TEXT,"
                    " url TEXT, type TEXT, content BLOB, error TEXT, reason TEXT)"
                )
                yield cls(log)
        except sqlite3.Error as error:
            raise WindrowError(
                f"`{path}` cannot be used: {error}",
                hint="remove it, and its pages are asked for again",
            ) from error

    def fetch(self, wants: Sequence[Want], fetcher: Fetcher) -> list[Fetched]:
        """Return the results of *wants*, in their order; new ones are logged as they come."""
        there = {want.identity: found for want in wants if (found := self._get(want))}
        missing = {want.identity: want for want in wants if want.identity not in there}
        for fetched in self._asked([*missing.values()], fetcher):
            self._put(fetched)
            there[fetched.want.identity] = fetched
        return [there[want.identity] for want in wants]

    def _asked(self, wants: Sequence[Want], fetcher: Fetcher) -> Iterator[Fetched]:
        if wants:
            yield from fetcher.fetch(wants)

    def _get(self, want: Want) -> Fetched | None:
        found = self.log.execute(
            "SELECT source, url, type, content, error, reason FROM fetched WHERE identity = ?",
            (want.identity,),
        ).fetchone()
        if found is None:
            return None
        source, url, kind, content, error, reason = found
        if error:
            return Fetched(want, None, error, reason)
        return Fetched(want, Page(source, zlib.decompress(content), url, kind))

    def _put(self, fetched: Fetched) -> None:
        page = fetched.page
        self.log.execute(
            "INSERT OR REPLACE INTO fetched VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                fetched.want.identity,
                page.source if page else "",
                page.url if page else "",
                page.content_type if page else "",
                zlib.compress(page.content, 1) if page else b"",
                fetched.error,
                fetched.reason,
            ),
        )
