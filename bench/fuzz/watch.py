"""Work in a child: if it takes too much time or memory, only the child ends.

A timer of processor time without a handler ends a process wherever it is, inside a compiled kernel
too; a busy machine changes nothing.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from mmap import mmap
from struct import pack_into, unpack_from

__all__ = ["MEMORY", "SECONDS", "TOO_LONG", "answer_of", "ends"]

SECONDS = 5.0
"""Processor time that one case may take, with all detectors. Set as the goal."""
MEMORY = 3_000_000_000
"""Bytes that the process of a case may have. Chosen, not measured."""

TOO_LONG = f"takes more than {SECONDS:g} s of processor time"
"""What is said of a case that does."""

_WAYS = {signal.SIGPROF: TOO_LONG}


def ends(numbers: Sequence[int], act: Callable[[int], None]) -> Iterator[tuple[int, str]]:
    """Have *act* called with each of *numbers* in a child; yield those that ended it, and how."""
    with mmap(-1, 8) as place:
        at = 0
        while at < len(numbers):
            child = os.fork()
            if not child:
                _work(numbers, at, act, place)
            way = _way(os.waitpid(child, 0)[1])
            if not way:
                return
            (at,) = unpack_from("q", place)
            yield numbers[at], way
            at += 1


def answer_of(act: Callable[[], str]) -> str:
    """Return what *act* says in a child, or how it ended the child."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _limit()
        _start()
        os.write(writer, act().encode("utf-8", "replace")[:4000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read().decode()
    return _way(os.waitpid(child, 0)[1]) or said


def _work(numbers: Sequence[int], at: int, act: Callable[[int], None], place: mmap) -> None:
    _limit()
    try:
        for k in range(at, len(numbers)):
            pack_into("q", place, 0, k)
            _start()
            act(numbers[k])
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(3)
    os._exit(0)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _start() -> None:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)


def _way(status: int) -> str:
    """Return how a child ended; nothing where all is well."""
    if os.WIFSIGNALED(status):
        number = signal.Signals(os.WTERMSIG(status))
        return _WAYS.get(number, f"ends the process: {number.name}")
    code = os.waitstatus_to_exitcode(status)
    return f"ends the process: exit code {code}" if code else ""
