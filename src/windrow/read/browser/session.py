"""A browser that is reused for many pages, and replaced when a page kills it."""

from __future__ import annotations

import logging
import os
import re
import tempfile
import threading
import time
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from functools import cache
from typing import Any

from windrow.errors import (
    BrowserCrashed,
    BrowserFailed,
    BrowserHung,
    BrowserSwollen,
    ReadError,
    WindrowError,
)
from windrow.read.browser import guard
from windrow.read.browser.find import require_browser
from windrow.read.browser.proxy import Policy, Proxy
from windrow.read.browser.scratch import Scratch
from windrow.read.browser.settings import Settings
from windrow.read.browser.showing import Showing
from windrow.read.browser.worker import Worker
from windrow.read.page import Page

__all__ = ["SANDBOX", "Browser", "Session"]

SANDBOX = "WINDROW_SANDBOX"
"""Set to ``off`` if Chromium's own sandbox cannot work, as in some containers."""

# Where Chromium's socket is in the folder, and the longest address of a socket: sun_path
# of macOS, the shortest limit of all systems.
_SOCKET = "/windrow-xxxxxxxx/org.chromium.Chromium.XXXXXX/SingletonSocket"
_LONGEST_SOCKET = 103  # measured in the headers of macOS (sys/un.h): 104 bytes, one of them zero
_log = logging.getLogger("windrow")
# In seconds, chosen, not measured: between two checks, and for the browser to start.
_LOOK = 0.2
_START = 60.0
# Time for playwright to notice that its browser is gone: chosen, not measured.
_FAREWELL = 10.0

_SWITCHES = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-print-preview",
    "--mute-audio",
    "--disable-features=MediaRouter,OptimizationHints,Translate,DialMediaRouteProvider",
    # Calls between browsers would bypass the proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Even addresses of this machine use the proxy, and the browser never looks up names.
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--js-flags=--max-old-space-size=1024",
)


class Session:
    """Shows pages, one after the other, in a browser that is started when first needed.

    Every page has its own cookies, storage and cache. Close it when done, or use it in a
    ``with`` statement.
    """

    def __init__(self) -> None:
        self._browser: Browser | None = None
        # The policy of a page applies to its whole browser: one page at a time.
        self._lock = threading.RLock()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process of the browser, if one is running."""
        return None if self._browser is None else self._browser.pid

    def show(self, url: str, source: str, policy: Policy, settings: Settings) -> Page:
        """Return a snapshot of *url*; *source* is its name in messages."""
        with self._lock:
            return self._show(url, source, policy, settings)

    def _show(self, url: str, source: str, policy: Policy, settings: Settings) -> Page:
        path = require_browser(source)
        # An idle browser may have been ended by another program.
        if self.pid is None or not guard.is_running(self.pid):
            self.close()
        if self._browser is None:
            self._browser = Browser(path, source)
            _tell_of_root()
        try:
            return self._browser.show(url, source, policy, settings)
        except BaseException as error:
            # Whatever state it is in, the next page gets a new one. An interruption (a key,
            # a time limit) leaves it in the middle of a page.
            if isinstance(error, BrowserFailed) or not isinstance(error, WindrowError):
                if self._browser is not None:
                    self._browser.end()
                self.close()
            raise

    def close(self) -> None:
        """End the browser, if there is one."""
        with self._lock:
            browser, self._browser = self._browser, None
            if browser is not None:
                browser.close()


class Browser:
    """One browser process with its driver and its proxy.

    All calls to playwright are made in one separate thread: so they work inside event loops,
    and we can watch from outside, and end the browser when it does not answer.
    """

    def __init__(self, path: str, source: str) -> None:
        self.pid: int | None = None
        self._driver: Any = None
        self._browser: Any = None
        self._agent = ""
        self._showing: Showing | None = None
        try:
            self._scratch = Scratch(place=_short_place())
        except OSError as error:
            raise _not_started(source, error) from error
        self._proxy = Proxy()
        self._thread = Worker("windrow-browser")
        started = self._thread.submit(self._start, path)
        try:
            wait_for([started], timeout=_START)
        except BaseException:
            self.close()
            raise
        if not started.done() or started.exception() is not None:
            problem = started.exception() if started.done() else None
            self.close()
            raise _not_started(source, problem) from problem

    def show(self, url: str, source: str, policy: Policy, settings: Settings) -> Page:
        """Return a snapshot of *url*, or raise a `ReadError` that says why there is none."""
        self._proxy.policy = policy
        work = self._thread.submit(self._work, url, source, policy, settings)
        trouble = self._watch(work, source, settings)
        if trouble is not None:
            self.end()
            wait_for([work], timeout=_FAREWELL)
            raise trouble
        try:
            return work.result()
        except WindrowError:
            raise
        except Exception as error:
            # Playwright has one error for many things; most often the browser is gone.
            if self._showing is None or self._showing.crashed or not self._answers():
                raise BrowserCrashed(source) from error
            raise BrowserFailed(source, f"cannot be shown: {_why(error)}") from error
        finally:
            self._proxy.policy = Policy(network=False)

    def end(self) -> None:
        """End all processes of the browser, at once."""
        if self.pid is not None:
            guard.end(self.pid)

    def close(self) -> None:
        """End the browser cleanly, or else by force; no process remains."""
        stopped = self._thread.submit(self._stop)
        wait_for([stopped], timeout=_FAREWELL)
        self.end()
        if not stopped.done():
            wait_for([stopped], timeout=_FAREWELL)
        driver = _driver_pid(self._driver)
        if not stopped.done() and driver is not None:
            guard.end(driver)
            wait_for([stopped], timeout=_FAREWELL)
        self._thread.stop(wait=stopped.done())
        self._proxy.close()
        self._scratch.close()

    def _watch(self, work: Future[Page], source: str, settings: Settings) -> ReadError | None:
        """Wait for *work*; return an error if the browser has to be ended."""
        # The page's own time limit, plus time to transfer it.
        end = time.monotonic() + settings.seconds * 1.1 + 1.0
        while True:
            wait_for([work], timeout=_LOOK)
            if work.done():
                return None
            if self._showing is not None and self._showing.crashed:
                return BrowserCrashed(source)
            if time.monotonic() > end:
                return BrowserHung(source, settings.seconds)
            if self.pid is not None and guard.memory(self.pid) > settings.memory:
                return BrowserSwollen(source, settings.memory)

    def _answers(self) -> bool:
        connected = self._thread.submit(lambda: self._browser.is_connected())
        wait_for([connected], timeout=_FAREWELL)
        return connected.done() and connected.exception() is None and connected.result()

    def _start(self, path: str) -> None:
        from playwright.sync_api import sync_playwright

        with self._scratch.used():
            self._driver = sync_playwright().start()
        self._browser = self._driver.chromium.launch(
            executable_path=path,
            headless=True,
            chromium_sandbox=not _is_root() and os.environ.get(SANDBOX) != "off",
            args=[*_SWITCHES, f"--proxy-server=http://127.0.0.1:{self._proxy.port}"],
            timeout=1000 * _START,
        )
        session = self._browser.new_browser_cdp_session()
        session.send("Browser.setDownloadBehavior", {"behavior": "deny"})
        self._agent = session.send("Browser.getVersion")["userAgent"]
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        self.pid = next(p["id"] for p in processes if p["type"] == "browser")

    def _work(self, url: str, source: str, policy: Policy, settings: Settings) -> Page:
        self._showing = None
        showing = self._showing = Showing(self._browser, self._agent, source, policy, settings)
        try:
            return showing.snapshot(url)
        finally:
            with suppress(Exception):  # the browser may already be gone
                showing.close()

    def _stop(self) -> None:
        with suppress(Exception):  # it may be gone
            if self._browser is not None:
                self._browser.close()
        with suppress(Exception):
            if self._driver is not None:
                self._driver.stop()


def _short_place() -> str | None:
    """Return the folder for temporary files: None for the usual one, if its path is short."""
    fits = len(tempfile.gettempdir()) + len(_SOCKET) <= _LONGEST_SOCKET
    return None if fits or not os.path.isdir("/tmp") else "/tmp"


def _is_root() -> bool:
    """Return whether we are root, for whom Chromium has no sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


@cache
def _tell_of_root() -> None:
    """Warn once that pages are shown without a sandbox, unless the user turned it off."""
    if _is_root() and os.environ.get(SANDBOX) != "off":
        _log.warning(
            "Chromium has no sandbox, as you are root: show only pages that you trust, or be "
            "another user"
        )


def _driver_pid(driver: Any) -> int | None:
    """Return the process of playwright's driver, if it is known."""
    process: Any = driver
    for name in ("_impl_obj", "_connection", "_transport", "_proc", "pid"):
        process = getattr(process, name, None)
    return process if isinstance(process, int) else None


def _why(problem: BaseException | None) -> str:
    if problem is None:
        return "the browser does not start"
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return lines[0][:300] if lines else type(problem).__name__


def _not_started(source: str, problem: BaseException | None) -> BrowserFailed:
    # The message lists all switches, too; "--no-sandbox" is one of them.
    if re.search(r"no usable sandbox|setuid sandbox|namespace sandbox", str(problem), re.I):
        return BrowserFailed(
            source,
            "cannot be shown: Chromium's sandbox does not work here",
            hint=f"allow user namespaces, or set {SANDBOX}=off if pages can do no harm here",
        )
    return BrowserFailed(source, f"cannot be shown: {_why(problem)}")
