"""A limit on the time a whole download takes."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from windrow.errors import TimedOut, WindrowError

__all__ = ["Deadline"]


class Deadline:
    """Ends a download after *seconds*, even if bytes still trickle in.

    The timeouts of httpx are for one read each, and a slow enough server never exceeds them; so
    a timer closes the connection under the reader.
    """

    def __init__(self, url: str, seconds: float) -> None:
        self._url, self._seconds = url, seconds
        self._end = time.monotonic() + seconds
        self._socket: socket.socket | None = None
        self._timer = self._alarm(seconds)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._timer.cancel()
        self._timer.join()
        # However the closed connection was reported, the reason is the time limit.
        if self.passed and isinstance(error, Exception) and not isinstance(error, WindrowError):
            raise TimedOut(self._url, self._seconds) from error

    @property
    def passed(self) -> bool:
        """Return whether the time is over."""
        return time.monotonic() >= self._end

    def check(self) -> None:
        """Raise `TimedOut` when the time is over."""
        if self.passed:
            raise TimedOut(self._url, self._seconds)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock during the block: waiting for a turn does not count."""
        left = self._end - time.monotonic()
        self._timer.cancel()
        yield
        self._end = time.monotonic() + left
        self._timer = self._alarm(left)
        self._timer.start()

    def watch(self, event: str, facts: dict[str, Any]) -> None:
        """Remember the connection in use; httpx calls this at every step of a request."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            stream = facts["return_value"]
            self._socket = stream.get_extra_info("socket")
            if self.passed:
                # Nobody else owns the connection yet: an error alone would leave it open.
                stream.close()
                self.check()

    def _alarm(self, seconds: float) -> threading.Timer:
        timer = threading.Timer(seconds, self._cut)
        timer.daemon = True
        return timer

    def _cut(self) -> None:
        if self._socket is not None:
            # It may have been closed just now, by the other side or by us.
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
