"""Politeness to other people's servers: a delay between requests, and robots.txt.

All processes of a command take turns through one small file, so that a host gets one request in
*delay* seconds however many processes there are, and its robots.txt is fetched once.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from windrow.errors import BadAddress, Disallowed, PrivateAddress, ReadError, Unreachable

if TYPE_CHECKING:
    import sqlite3

__all__ = ["DELAY", "RESTING", "Ask", "Manners", "polite"]

# Seconds. Chosen: the default of polite crawlers.
DELAY = 1.0
"""The time between two requests to a host."""

RESTING: ContextVar[Callable[[float], None]] = ContextVar("resting", default=time.sleep)
"""Waits for a turn; the time limit of a page is suspended meanwhile."""

Ask: TypeAlias = Callable[[str], tuple[int, bytes]]
"""Fetches a robots.txt: the status and the content of the answer; may raise `ReadError`."""

# In seconds, chosen, not measured: after which a process that fetches a robots.txt is considered
# dead, and between two checks whether it is done.
_PATIENCE = 60.0
_LOOK = 0.1
# Seconds. RFC 9309, 2.4: no longer than a day.
_LASTS = 24 * 3600.0
# The status of a site that did not answer at all. Chosen.
_SILENT = 0


@dataclass(frozen=True, slots=True)
class Manners:
    """How often a host is asked, and whether its robots.txt is obeyed.

    *book* is the file that the processes share. Tests pass their own *clock* and *rest*.
    """

    book: str
    delay: float = DELAY
    robots: bool = True
    clock: Callable[[], float] = time.monotonic
    rest: Callable[[float], None] | None = None

    def enter(self, url: str, agent: str, ask: Ask) -> None:
        """Wait until the page at *url* may be requested; raise `Disallowed` if it never may.

        *agent* is our name, *ask* fetches a robots.txt.
        """
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise BadAddress(url, str(error)) from error
        host, site = parts.hostname or "", f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if self.robots:
            _require_welcome(url, _product(agent), *self._answer(host, site, ask))
        self._wait(host)

    def _answer(self, host: str, site: str, ask: Ask) -> tuple[int, bytes]:
        """Return a site's answer for its robots.txt, fetched by us or by another process."""
        while (kept := self._kept(site)) and kept[0] is None:
            self._rest(_LOOK)
        if kept is not None and kept[0] is not None:
            return kept[0], kept[1]
        self._wait(host)
        found = None
        try:
            found = _fetched(ask, f"{site}/robots.txt")
        finally:
            with self._open() as book:
                if found is None:
                    # A process that waits for us will fetch it itself.
                    book.execute("DELETE FROM robots WHERE site = ?", (site,))
                else:
                    book.execute(
                        "UPDATE robots SET status = ?, content = ? WHERE site = ?", (*found, site)
                    )
        return found

    def _wait(self, host: str) -> None:
        """Take the next turn of *host*, and wait for it."""
        with self._open() as book:
            now = self.clock()
            found = book.execute("SELECT free FROM turns WHERE host = ?", (host,)).fetchone()
            turn = max(now, found[0]) if found else now
            book.execute("INSERT OR REPLACE INTO turns VALUES (?, ?)", (host, turn + self.delay))
        if turn > now:
            self._rest(turn - now)

    def _rest(self, seconds: float) -> None:
        (self.rest or RESTING.get())(seconds)

    def _kept(self, site: str) -> tuple[int | None, bytes] | None:
        """Return the answer of a site, with None for the status while another process fetches it.

        If no process has fetched it, or one seems dead, we do so from now on.
        """
        with self._open() as book:
            found = book.execute(
                "SELECT status, content, since FROM robots WHERE site = ?", (site,)
            )
            row = found.fetchone()
            if row and self.clock() < row[2] + (_PATIENCE if row[0] is None else _LASTS):
                return row[0], row[1]
            book.execute("INSERT OR REPLACE INTO robots VALUES (?, NULL, x'', ?)",
                         (site, self.clock()))  # fmt: skip
        return None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the book for one transaction, which excludes all other processes."""
        import sqlite3

        # On a cluster, every machine has its own book.
        os.makedirs(os.path.dirname(self.book), mode=0o700, exist_ok=True)
        opened = sqlite3.connect(self.book, timeout=_PATIENCE, isolation_level=None)
        with closing(opened) as book:
            book.execute("PRAGMA synchronous = OFF")
            book.execute("BEGIN IMMEDIATE")
            book.execute("CREATE TABLE IF NOT EXISTS turns (host TEXT PRIMARY KEY, free REAL)")
            book.execute(
                "CREATE TABLE IF NOT EXISTS robots"
                " (site TEXT PRIMARY KEY, status INTEGER, content BLOB, since REAL)"
            )
            yield book
            book.execute("COMMIT")


@contextmanager
def polite(delay: float = DELAY, *, robots: bool = True) -> Iterator[Manners]:
    """Give the manners for all requests in the block, from any process."""
    from secrets import token_hex
    from shutil import rmtree
    from tempfile import gettempdir

    # The file is created at the first fetch: a killed run over files leaves nothing behind.
    folder = os.path.join(gettempdir(), f"windrow-{token_hex(8)}")
    try:
        yield Manners(os.path.join(folder, "turns"), delay, robots)
    finally:
        rmtree(folder, ignore_errors=True)


def _fetched(ask: Ask, url: str) -> tuple[int, bytes]:
    try:
        return ask(url)
    except PrivateAddress:
        raise
    except ReadError as error:
        reason = getattr(error, "reason", "") or error.summary.partition("` ")[2]
        return _SILENT, reason.encode()


def _require_welcome(url: str, product: str, status: int, content: bytes) -> None:
    """Raise an error unless the site's robots.txt allows *url*."""
    if status == _SILENT:
        raise Unreachable(url, content.decode("utf-8", "replace"))
    # RFC 9309, 2.3.1: a missing file allows everything, a failing one nothing.
    if status >= 500:
        raise Disallowed(url, f"it answered {status}")
    # Files have no robots.txt, and a single file must start quickly.
    from windrow.read.robots import parse_robots

    if status < 300 and not parse_robots(content, product).allows(url):
        raise Disallowed(url)


def _product(agent: str) -> str:
    """Return the name by which a robots.txt knows a program.

    >>> _product("windrow/0.1 (+https://farm.example)")
    'windrow'
    """
    found = re.match(r"[A-Za-z_-]+", agent)
    return found[0] if found else "*"
