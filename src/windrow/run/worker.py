"""A process that works on pages for another one, which watches it: see `windrow.run.guard`."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

__all__ = ["OUT_OF_MEMORY", "READY", "main"]

READY = "ready"
OUT_OF_MEMORY = "OutOfMemory"


def main(descriptor: int) -> None:
    """Work on what comes in, page by page, until there is nothing more or a page goes too far."""
    # Ctrl-C reaches the whole group: the one who started us decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent()
    connection = Connection(descriptor)
    # The job may live in a module that only the other side knows where to find.
    sys.path[:] = connection.recv()
    work = pickle.loads(connection.recv_bytes())

    from windrow.errors import WindrowError
    from windrow.run.job import answer, failed
    from windrow.run.reader import Reader

    try:
        reader, layout = Reader(html=work.html), work.job.layout()
    except WindrowError as error:
        # A wrapper that only we cannot read, say: no page would fare better.
        connection.send(error)
        return
    # What there is now stays to the end: the collector need not go over it again and again.
    gc.freeze()
    release = _limit_memory(work.limits.memory)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(READY)
        while True:
            for place in connection.recv():
                try:
                    outcome = answer(work.job, layout, reader, place)
                except MemoryError:
                    release()
                    problem = f"takes more memory than {work.limits.memory // 1_000_000} MB"
                    connection.send(failed(place, OUT_OF_MEMORY, problem))
                    # What is left of us is in pieces: somebody fresh takes the next page.
                    os._exit(0)
                connection.send(outcome)


def _die_with_parent() -> None:
    """Ask the kernel to end us when the one who started us ends, however that happens."""
    if sys.platform != "linux":
        return
    import ctypes

    parent_death = 1  # PR_SET_PDEATHSIG
    ctypes.CDLL(None, use_errno=True).prctl(parent_death, signal.SIGKILL)


def _limit_memory(room: int) -> Callable[[], None]:
    """Let this process take *room* bytes more than it has; return how to lift the limit again."""
    if sys.platform != "linux":
        # Elsewhere the limit is not kept, or what we have cannot be told.
        return lambda: None
    import resource

    with open("/proc/self/statm") as stream:
        taken = int(stream.read().split()[0]) * resource.getpagesize()
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = taken + room if most == resource.RLIM_INFINITY else min(taken + room, most)
    resource.setrlimit(resource.RLIMIT_AS, (soft, most))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))
