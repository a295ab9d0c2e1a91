"""The process that fetches for a crawl, with Scrapy: politely, and through our own guard.

`windrow.crawl.child` starts it. It ends when its input ends, also if its parent process was killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.extensions.throttle import AutoThrottle

from windrow.crawl.fetched import Fetched, Want, page_of
from windrow.crawl.messages import Orders, receive, send
from windrow.errors import Disallowed, WindrowError
from windrow.read.fetch import ask_once
from windrow.read.page import Page
from windrow.read.transport import certificates

__all__ = ["GuardedHandler", "KindRobots", "KindThrottle", "main"]

# The longest delay between two requests that a slow server, or a robots.txt, can cause. Seconds,
# chosen, not measured.
_LONGEST_DELAY = 60.0
# The delays in the robots.txt of hosts, in seconds.
_LEAST: dict[str, float] = {}
_SILENT = "it did not answer"
_HERE, _THEIRS = "windrow.crawl.spider", "scrapy.downloadermiddlewares"


def main() -> None:
    """Fetch pages until there are no more wants."""
    # Other output must not get between the messages on standard output.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    orders = receive(sys.stdin.buffer)
    if not isinstance(orders, Orders):
        return
    # What fails is answered; Python would print what Scrapy logs of it as well, with the stack.
    # Scrapy takes handlers of its loggers away.
    logging.disable()
    process = CrawlerProcess(settings_for(orders))
    process.crawl(_Fetching, orders=orders, out=out)
    process.start()


def settings_for(orders: Orders) -> dict[str, Any]:
    """Return Scrapy's settings; its own defaults are impolite."""
    handler = f"{_HERE}.GuardedHandler"
    return {
        "WINDROW_ORDERS": orders,
        "USER_AGENT": orders.web.agent,
        "ROBOTSTXT_USER_AGENT": orders.web.agent.partition("/")[0],
        "ROBOTSTXT_OBEY": orders.robots,
        "DOWNLOAD_HANDLERS": {"http": handler, "https": handler},
        # Only the parts of Scrapy that are used: importing the rest takes half of its start.
        "DOWNLOADER_MIDDLEWARES_BASE": {
            f"{_HERE}.KindRobots": 100,
            f"{_THEIRS}.downloadtimeout.DownloadTimeoutMiddleware": 350,
            f"{_THEIRS}.defaultheaders.DefaultHeadersMiddleware": 400,
            f"{_THEIRS}.useragent.UserAgentMiddleware": 500,
            f"{_THEIRS}.retry.RetryMiddleware": 550,
            f"{_THEIRS}.redirect.MetaRefreshMiddleware": 580,
            f"{_THEIRS}.redirect.RedirectMiddleware": 600,
            f"{_THEIRS}.cookies.CookiesMiddleware": 700,
        },
        "SPIDER_MIDDLEWARES_BASE": {
            "scrapy.spidermiddlewares.referer.RefererMiddleware": 700,
            "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": 800,
        },
        "EXTENSIONS_BASE": {f"{_HERE}.KindThrottle": 0},
        "CONCURRENT_ITEMS": 1,
        # Without a delay, there should also be none that grows with the response time.
        "AUTOTHROTTLE_ENABLED": orders.delay > 0,
        "AUTOTHROTTLE_START_DELAY": orders.delay,
        "AUTOTHROTTLE_MAX_DELAY": _LONGEST_DELAY,
        "DOWNLOAD_DELAY": orders.delay,
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "RETRY_TIMES": orders.retries,
        "RETRY_EXCEPTIONS": ["windrow.errors.Unreachable", "windrow.errors.TimedOut"],
        "HTTPERROR_ALLOW_ALL": True,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
    }


class GuardedHandler:
    """Downloads through windrow's own guard, which checks all addresses."""

    lazy = False

    def __init__(self, crawler: Any) -> None:
        self._orders: Orders = crawler.settings["WINDROW_ORDERS"]
        self._reach = self._orders.web.reach(self._orders.start)
        # Before the first request: a slow start after it would shorten the pause that follows.
        certificates()

    @classmethod
    def from_crawler(cls, crawler: Any) -> GuardedHandler:
        """Return the handler of a crawler."""
        return cls(crawler)

    async def download_request(self, request: scrapy.Request) -> Any:
        """Return the answer to *request*; Scrapy follows redirects."""
        headers = {
            name.decode("latin-1"): b", ".join(values).decode("latin-1")
            for name, values in request.headers.items()
        }
        loop = asyncio.get_running_loop()
        status, given, url, content = await loop.run_in_executor(
            None,
            lambda: ask_once(
                request.url, request.method, headers, request.body,
                home=self._orders.start, web=self._orders.web, reach=self._reach,
                timeout=self._orders.timeout,
            ),
        )  # fmt: skip
        lines: dict[str, list[str]] = {}
        for name, value in given:
            lines.setdefault(name, []).append(value)
        return scrapy.http.Response(url, status, lines, content, request=request)

    async def close(self) -> None:
        """Do nothing: no connection is kept."""


class KindRobots(RobotsTxtMiddleware):
    """Obeys robots.txt according to RFC 9309, and the delay that many sites set there."""

    def __init__(self, crawler: Any) -> None:
        super().__init__(crawler)
        self._problems: dict[str, Exception] = {}
        self._texts: dict[str, bytes] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    async def process_request(self, request: scrapy.Request, spider: Any = None) -> Any:
        """Refuse forbidden pages, and slow down if the site asks for it."""
        if request.meta.get("dont_obey_robotstxt"):
            return None
        host = urlsplit(request.url).netloc
        # If several requests wait for a robots.txt, Scrapy gives it only to the first.
        async with self._turns.setdefault(host, asyncio.Lock()):
            parser = await self.robot_parser(request)
        if parser is None:
            # RFC 9309, 2.3.1.4: a failing file allows nothing.
            problem = self._problems.get(host)
            raise problem if isinstance(problem, WindrowError) else IgnoreRequest(_SILENT)
        if urlsplit(request.url).path == "/robots.txt" and host in self._texts:
            return scrapy.http.Response(request.url, body=self._texts[host], request=request)
        self.process_request_2(parser, request)
        asked = getattr(getattr(parser, "rp", None), "crawl_delay", lambda agent: None)
        delay = asked(self._robotstxt_useragent or "*")
        if delay:
            downloader = self.crawler.engine.downloader
            key, slot = downloader._get_slot(request)
            _LEAST[key] = min(float(delay), _LONGEST_DELAY)
            slot.delay = max(slot.delay, _LEAST[key])
        return None

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        self._problems[netloc] = exc
        super()._robots_error(exc, netloc)

    async def _parse_robots(self, response: Any, netloc: str, request: Any) -> None:
        if response.status >= 500:
            raise IgnoreRequest(f"its robots.txt answered {response.status}")
        # A missing file allows everything.
        given = response if response.status < 300 else response.replace(body=b"")
        self._texts[netloc] = given.body
        await super()._parse_robots(given, netloc, request)


class KindThrottle(AutoThrottle):
    """Never goes below the delay set in robots.txt."""

    def _adjust_delay(self, slot: Any, latency: float, response: Any) -> None:
        super()._adjust_delay(slot, latency, response)
        key = response.request.meta.get("download_slot", "") if response.request else ""
        slot.delay = max(slot.delay, _LEAST.get(key, 0.0))


class _Fetching(scrapy.Spider):
    """Fetches the wanted pages, and returns the results."""

    name = "windrow"

    def __init__(self, orders: Orders, out: Any, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.orders, self.out = orders, out

    async def start(self) -> AsyncIterator[Any]:
        loop = asyncio.get_running_loop()
        cookies = [
            {"name": one.name, "value": one.value or "", "domain": one.domain, "path": one.path}
            for one in self.orders.web.jar()
        ]
        while want := await loop.run_in_executor(None, receive, sys.stdin.buffer):
            asked: dict[str, Any] = {
                "callback": self.parse, "errback": self.failed, "dont_filter": True,
                "cb_kwargs": {"want": want}, "cookies": cookies,
            }  # fmt: skip
            cookies = []
            try:
                if want.sent:
                    yield scrapy.FormRequest(want.address, formdata=[*want.sent], **asked)
                else:
                    yield scrapy.Request(want.address, **asked)
            except ValueError as error:
                self.answer(Fetched(want, None, "BadAddress", str(error)))

    def parse(self, response: Any, want: Want) -> None:
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        found = page_of(want, response.url, response.status, kind, response.body)
        if isinstance(found, Page):
            self.answer(Fetched(want, found))
        else:
            self._problem(want, found)

    def failed(self, failure: Any) -> None:
        self._problem(failure.request.cb_kwargs["want"], failure.value)

    def _problem(self, want: Want, error: BaseException) -> None:
        # Scrapy says no more of robots.txt and of too many redirects than this.
        if isinstance(error, IgnoreRequest) and "redirect" not in str(error):
            error = Disallowed(want.address, *([_SILENT] if str(error) == _SILENT else []))
        summary = error.summary if isinstance(error, WindrowError) else str(error)
        # The message already has the address.
        reason = summary.partition("` ")[2] or summary
        self.answer(Fetched(want, None, type(error).__name__, reason))

    def answer(self, fetched: Fetched) -> None:
        # The parent is gone: the end of the input ends us.
        with suppress(BrokenPipeError):
            send(self.out, fetched)
