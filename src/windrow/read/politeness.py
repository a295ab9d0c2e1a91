"""Good manners on other people's servers: not too fast, and not where programs are not welcome.

All processes of a command take their turns from one small file, so that a host is asked once in
*delay* seconds however many of them there are, and its robots.txt is fetched once.
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
from windrow.read.robots import parse_robots

if TYPE_CHECKING:
    import sqlite3

__all__ = ["DELAY", "RESTING", "Ask", "Manners", "polite"]

# Seconds. Chosen: what crawlers that are well spoken of do by default.
DELAY = 1.0
"""How long a host is left alone between two requests."""

RESTING: ContextVar[Callable[[float], None]] = ContextVar("resting", default=time.sleep)
"""How one waits for one's turn: what limits the time of a page stops its clock meanwhile."""

Ask: TypeAlias = Callable[[str], tuple[int, bytes]]
"""Fetches a robots.txt: the status of the answer, and what it says; may raise `ReadError`."""

# In seconds, chosen, not measured: after which a process that asks for a robots.txt is taken for
# dead, and between two looks whether it has it.
_PATIENCE = 60.0
_LOOK = 0.1
# Seconds. RFC 9309, 2.4: no longer than a day.
_LASTS = 24 * 3600.0
# Stands for the status of a site that did not answer at all. Chosen.
_SILENT = 0


@dataclass(frozen=True, slots=True)
class Manners:
    """How often a host is asked, and whether its robots.txt is obeyed.

    *book* is the file that the processes share. Tests give a *clock* and a *rest* of their own.
    """

    book: str
    delay: float = DELAY
    robots: bool = True
    clock: Callable[[], float] = time.monotonic
    rest: Callable[[float], None] | None = None

    def enter(self, url: str, agent: str, ask: Ask) -> None:
        """Wait until the page at *url* may be asked for; raise `Disallowed` if it never may.

        *agent* is what we call ourselves, *ask* fetches a robots.txt.
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
        """Return what a site said when it was asked for its robots.txt: by us, or by another."""
        while (kept := self._kept(site)) and kept[0] is None:
            self._rest(_LOOK)
        if kept is not None and kept[0] is not None:
            return kept[0], kept[1]
        self._wait(host)
        found = None
        try:
            found = _asked(ask, f"{site}/robots.txt")
        finally:
            with self._open() as book:
                if found is None:
                    # Whoever waits for us asks himself.
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
        """Return the answer of a site, with None for the status while another asks for it.

        Where nobody has asked, or long ago without result, it is us who do from now on.
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
        """Open the book for one transaction, in which no other process reads or writes."""
        import sqlite3

        # On a cluster, every machine has a book of its own.
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
    """Give the manners for the requests of a block, whatever processes make them."""
    from secrets import token_hex
    from shutil import rmtree
    from tempfile import gettempdir

    # Made when something is fetched: a run over files that is killed leaves nothing behind.
    folder = os.path.join(gettempdir(), f"windrow-{token_hex(8)}")
    try:
        yield Manners(os.path.join(folder, "turns"), delay, robots)
    finally:
        rmtree(folder, ignore_errors=True)


def _asked(ask: Ask, url: str) -> tuple[int, bytes]:
    try:
        return ask(url)
    except PrivateAddress:
        raise
    except ReadError as error:
        reason = getattr(error, "reason", "") or error.summary.partition("` ")[2]
        return _SILENT, reason.encode()


def _require_welcome(url: str, product: str, status: int, content: bytes) -> None:
    """Raise an error unless the robots.txt of a site, as it was answered, lets us read *url*."""
    if status == _SILENT:
        raise Unreachable(url, content.decode("utf-8", "replace"))
    # RFC 9309, 2.3.1: what is not there allows everything, what fails nothing.
    if status >= 500:
        raise Disallowed(url, f"it answered {status}")
    if status < 300 and not parse_robots(content, product).allows(url):
        raise Disallowed(url)


def _product(agent: str) -> str:
    """Return the name by which a robots.txt knows a program.

    >>> _product("windrow/0.1 (+https://farm.example)")
    'windrow'
    """
    found = re.match(r"[A-Za-z_-]+", agent)
    return found[0] if found else "*"
