"""A process that works on items for another one, which watches it: see `windrow.run.guard`."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection
from typing import Any

__all__ = ["READY", "die_with_parent", "forked", "main", "serve"]

READY = "ready"


def main(handle: int) -> None:
    """Answer items until there are no more, or one takes too much memory."""
    # Ctrl-C reaches the whole process group; the process that started us handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    line = _line(handle)
    # The task may be in a module that only the other side can locate.
    sys.path[:] = line.recv()
    serve(line, pickle.loads(line.recv_bytes()))


def forked(line: connection.Connection, theirs: connection.Connection, task: Any) -> None:
    """Work for the process that we are a copy of; *theirs* is its end of the *line*."""
    # While we also hold it open, we would never see it close.
    theirs.close()
    # The parent prints our messages when it receives them.
    logging.getLogger("windrow").handlers.clear()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    die_with_parent()
    try:
        serve(line, task)
    finally:
        browser = sys.modules.get("windrow.read.browser")
        if browser is not None:
            browser.close()


def serve(line: connection.Connection, task: Any) -> None:
    """Do *task* for the process at the other end of *line*."""
    from windrow.errors import WindrowError
    from windrow.read.politeness import RESTING
    from windrow.run.task import OUT_OF_MEMORY, Loss, Rest

    def rest(seconds: float) -> None:
        line.send(Rest(seconds))
        time.sleep(seconds)

    RESTING.set(rest)
    logging.getLogger("windrow").addHandler(_Speaker(line))

    try:
        answer = task.begin()
    except WindrowError as error:
        # For example a wrapper that cannot be read: every item would fail.
        line.send(error)
        return
    # The current objects stay to the end, so the collector need not scan them again.
    gc.freeze()
    release = _limit_memory(task.limits.memory)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        line.send(READY)
        while True:
            for item in line.recv():
                try:
                    answered = answer(item)
                except MemoryError:
                    release()
                    most = (task.limits.memory or 0) // 1_000_000
                    line.send(Loss(OUT_OF_MEMORY, f"takes more memory than {most} MB"))
                    # Our state may be inconsistent: a new process takes the next item.
                    os._exit(0)
                line.send(answered)


class _Speaker(logging.Handler):
    """Sends log messages to the process that started us, which prints each only once."""

    def __init__(self, line: connection.Connection) -> None:
        super().__init__()
        self._line = line

    def emit(self, record: logging.LogRecord) -> None:
        from windrow.run.task import Notice

        self._line.send(Notice(record.getMessage()))


def _line(handle: int) -> connection.Connection:
    if sys.platform == "win32":
        return connection.PipeConnection(handle)
    return connection.Connection(handle)


def die_with_parent() -> None:
    """Ask the kernel to end us when our parent process ends, however that happens."""
    if sys.platform != "linux":
        return
    import ctypes

    parent_death = 1  # PR_SET_PDEATHSIG
    ctypes.CDLL(None, use_errno=True).prctl(parent_death, signal.SIGKILL)


def _limit_memory(room: int | None) -> Callable[[], None]:
    """Allow this process *room* bytes more than it has; return a function that lifts the limit."""
    if room is None or sys.platform != "linux":
        # Other systems do not enforce the limit, or do not report our memory.
        return lambda: None
    import resource

    with open("/proc/self/statm") as stream:
        taken = int(stream.read().split()[0]) * resource.getpagesize()
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = taken + room if most == resource.RLIM_INFINITY else min(taken + room, most)
    resource.setrlimit(resource.RLIMIT_AS, (soft, most))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))
