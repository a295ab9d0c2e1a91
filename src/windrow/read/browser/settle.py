"""When a page is ready: the network is quiet, and its structure has stopped changing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from windrow.read.browser import scripts
from windrow.read.browser.settings import Settings
from windrow.read.browser.shell import SHELL_TEXT

__all__ = ["Traffic", "grown", "settled"]

# Seconds between two checks: chosen, not measured.
_LOOK = 0.15
# A longer request is a connection that stays open for news: chosen, not measured.
_WAITING = 6.0
_ENDLESS = frozenset({"websocket", "eventsource", "media", "ping"})
# Clocks and tickers change their text forever, but its length by at most this
# share: chosen, not measured.
_SAME_TEXT = 0.02


class Traffic:
    """The open requests of a page."""

    def __init__(self) -> None:
        self._open: dict[Any, float] = {}
        self.changed = time.monotonic()

    def watch(self, page: Any) -> None:
        """Follow the requests of a playwright page."""
        page.on("request", self._start)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def quiet(self) -> float:
        """Return for how many seconds nothing has been loaded; 0 while something is."""
        now = time.monotonic()
        if any(now - start < _WAITING for start in self._open.values()):
            return 0.0
        return now - self.changed

    def _start(self, request: Any) -> None:
        if request.resource_type not in _ENDLESS:
            self._open[request] = self.changed = time.monotonic()

    def _end(self, request: Any) -> None:
        if self._open.pop(request, None) is not None:
            self.changed = time.monotonic()


def settled(
    look: Callable[[str], Any],
    wait: Callable[[float], None],
    traffic: Traffic,
    settings: Settings,
    seconds: float,
) -> bool:
    """Wait until the page is ready; return False if it was not after *seconds*.

    *look* evaluates an expression in the page, *wait* lets the browser run for some seconds.
    """
    end = time.monotonic() + seconds
    shape, since = look(scripts.SHAPE), time.monotonic()
    while time.monotonic() < end:
        wait(_LOOK)
        now = look(scripts.SHAPE)
        if not _same(shape, now):
            shape, since = now, time.monotonic()
        is_shell = now and now[5] and now[2] < SHELL_TEXT
        needed = settings.patience if is_shell else settings.quiet
        still = time.monotonic() - since
        if now and now[4] == "complete" and min(still, traffic.quiet()) >= needed:
            return True
    return False


def grown(before: list[Any], after: list[Any]) -> bool:
    """Return whether a page has grown."""
    return bool(after[0] > before[0] or after[2] > before[2] * (1 + _SAME_TEXT))


def _same(first: Any, second: Any) -> bool:
    if not first or not second or first[:2] != second[:2]:
        return False
    return bool(abs(first[2] - second[2]) <= _SAME_TEXT * max(first[2], second[2]))
