"""Pages from the web, fetched by Scrapy in a separate process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec

from windrow.crawl.fetched import Fetched, Want, page_of
from windrow.crawl.messages import Orders, receive, send
from windrow.errors import ReadError, WindrowError, need
from windrow.read import Page
from windrow.read.browser.settings import Settings
from windrow.read.web import Web

__all__ = ["BrowserFetcher", "ScrapyFetcher", "scrapy_fetcher"]

# How often a page is scrolled, or a "load more" button pressed. Chosen, not measured.
_SCROLLS = 100

# Seconds that the process has to end by itself. Chosen, not measured.
_PATIENCE = 10.0


class ScrapyFetcher:
    """Gets pages from the process, which is started for the first one."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._child: subprocess.Popen[bytes] | None = None

    def fetch(self, wants: Sequence[Want]) -> Iterator[Fetched]:
        """Yield the results of *wants*; a page is asked for once those before it were taken.

        So a crawl that is killed asks again for at most one page, the one that was in transit. This
        costs no time: a host is asked for one page at a time, and after a pause.
        """
        for want in wants:
            child = self._child or self._started()
            assert child.stdin is not None
            assert child.stdout is not None
            try:
                send(child.stdin, want)
            except OSError as error:
                raise self._died() from error
            found = receive(child.stdout)
            if not isinstance(found, Fetched):
                raise self._died()
            yield found

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.close()
            child.wait(_PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            child.kill()
            child.wait()
        child.stdout.close()

    def _started(self) -> subprocess.Popen[bytes]:
        # Only the process imports it: that takes a third of a second.
        if find_spec("scrapy") is None:
            need("scrapy", "crawl")
        words = [sys.executable, "-m", "windrow.crawl.child"]
        self._child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._child.stdin is not None
        send(self._child.stdin, self._orders)
        return self._child

    def _died(self) -> WindrowError:
        return WindrowError(
            "the process that fetches pages has ended", hint="continue with --resume"
        )


@dataclass(frozen=True)
class BrowserFetcher:
    """Shows every page in the guarded browser, scrolled to its end, with all that can be loaded."""

    web: Web  # with manners, as nothing else here is polite
    seconds: float = 60.0

    def fetch(self, wants: Sequence[Want]) -> Iterator[Fetched]:
        """Yield the result of each of *wants*."""
        return map(self._got, wants)

    def _got(self, want: Want) -> Fetched:
        try:
            return Fetched(want, self._file(want) if want.plain else self._shown(want))
        except ReadError as error:
            reason = error.summary.partition("` ")[2] or error.summary
            return Fetched(want, None, type(error).__name__, reason)

    def _shown(self, want: Want) -> Page:
        from windrow.read.browser import show

        settings = Settings(seconds=self.seconds, scroll=_SCROLLS, gather=True, sent=want.sent)
        page = show(want.address, settings, web=self.web)
        # The log keeps no boxes, and a resumed crawl must see the same pages.
        return replace(page, layout=None, picture=None)

    def _file(self, want: Want) -> Page:
        """Return a file that is not shown in the browser: a robots.txt, a sitemap."""
        from windrow.read.fetch import ask_once, knock

        url, reach = want.address, self.web.reach(want.address)
        knock(url, web=self.web, reach=reach)
        status, _, final, content = ask_once(
            url, home=url, web=self.web, reach=reach, timeout=self.seconds
        )
        found = page_of(want, final, status, "", content)
        if isinstance(found, Exception):
            raise found
        return found


@contextmanager
def scrapy_fetcher(orders: Orders) -> Iterator[ScrapyFetcher]:
    """Give a fetcher for the block."""
    fetcher = ScrapyFetcher(orders)
    try:
        yield fetcher
    finally:
        fetcher.close()
