"""Pages given to worker processes, each watched: one that hangs or dies costs its page only."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeAlias, TypeVar

__all__ = ["DIED", "LATE", "in_order", "within"]

LATE, DIED = "late", "died"
"""What `in_order` is told of a page without an answer: it took too long, or killed its worker."""

# Python and our modules are there in half a second; a busy machine may take its time.
_START = 120.0
# So many pages wait for each worker: enough to keep it busy, few enough to keep in memory.
_AHEAD = 4
_READY = "ready"

_Answer = TypeVar("_Answer")
_Work: TypeAlias = Callable[[str], _Answer]
_Lost: TypeAlias = Callable[[str, str], _Answer]


class _OutOfTime(BaseException):
    """No `Exception`: whoever catches those must not take it for an error of the page."""


def within(seconds: float, work: _Work[_Answer], page: str, lost: _Lost[_Answer]) -> _Answer:
    """Return the answer for *page*, worked out in this process, or *lost* after *seconds*.

    Only the main thread can be interrupted; elsewhere the work takes as long as it takes.
    """
    try:
        before = signal.signal(signal.SIGALRM, _ring)
    except (AttributeError, ValueError):
        return work(page)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return work(page)
    except _OutOfTime:
        return lost(page, LATE)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: object) -> None:
    raise _OutOfTime


def in_order(
    work: _Work[_Answer], pages: Sequence[str], jobs: int, seconds: float, lost: _Lost[_Answer]
) -> Iterator[_Answer]:
    """Yield the answers of *jobs* worker processes to *pages*, in the order of these.

    A page may take so many *seconds*; what *lost* makes of it is the answer where there is none.
    ``"-"`` is answered in this process: standard input is ours, and workers have none.
    """
    watch = _Watch(work, pages, jobs, seconds, lost)
    try:
        for due in range(len(pages)):
            yield watch.answer(due)
    finally:
        watch.close()


@dataclass
class _Watch(Generic[_Answer]):
    """The workers, what they are at, and the answers that are there before they are due."""

    work: _Work[_Answer]
    pages: Sequence[str]
    jobs: int
    seconds: float
    lost: _Lost[_Answer]
    workers: list[_Worker] = field(default_factory=list)
    answers: dict[int, _Answer] = field(default_factory=dict)
    following: int = 0  # the first page nobody has been given

    def answer(self, due: int) -> _Answer:
        """Return the answer to the page numbered *due*; waits until it is there."""
        while due not in self.answers:
            self._feed(due)
            if due not in self.answers:
                self._listen()
        return self.answers.pop(due)

    def close(self) -> None:
        """End the workers."""
        for worker in self.workers:
            worker.end()

    def _feed(self, due: int) -> None:
        """Give every worker that has none a page, not too far ahead of the one that is due."""
        end = min(len(self.pages), due + _AHEAD * self.jobs)
        while self.following < end:
            if self.pages[self.following] == "-":
                self.answers[self.following] = self.work("-")
                self.following += 1
                continue
            worker = next((w for w in self.workers if w.page is None and w.ready), None)
            if worker is None:
                starting = sum(not w.ready for w in self.workers)
                if len(self.workers) < self.jobs and starting < end - self.following:
                    self.workers.append(_Worker(self.work))
                    continue
                return
            worker.give(self.following, self.pages[self.following], self.seconds)
            self.following += 1

    def _listen(self) -> None:
        now = time.monotonic()
        busy = [w for w in self.workers if w.page is not None or not w.ready]
        lines = {worker.line: worker for worker in busy}
        ready = wait([*lines], max(0.0, min(worker.end_at for worker in busy) - now))
        for line, worker in lines.items():
            if line in ready:
                self._take(worker)
            elif time.monotonic() >= worker.end_at:
                self._replace(worker, LATE)

    def _take(self, worker: _Worker) -> None:
        try:
            message = worker.line.recv()
        except (EOFError, OSError):
            self._replace(worker, DIED)
            return
        if message == _READY:
            worker.ready = True
        elif worker.page is not None:
            self.answers[worker.page] = message
            worker.page = None

    def _replace(self, worker: _Worker, why: str) -> None:
        """End a worker that hangs or is dead, and blame the page it was at."""
        worker.end()
        self.workers.remove(worker)
        if worker.page is not None:
            self.answers[worker.page] = self.lost(self.pages[worker.page], why)
        elif not worker.ready:
            raise RuntimeError("a worker process could not be started")


class _Worker:
    """A process that answers one page after the other."""

    def __init__(self, work: Callable[[str], object]) -> None:
        # Not "fork": a progress bar runs in a thread, whose locks a forked copy may hold for ever.
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, work))
        self.process.start()
        theirs.close()
        self.ready = False
        self.page: int | None = None
        self.end_at = time.monotonic() + _START

    def give(self, number: int, page: str, seconds: float) -> None:
        """Let the worker answer a page; from now on its time runs."""
        self.page = number
        self.end_at = time.monotonic() + seconds
        # If it has died meanwhile, listening to it will tell.
        with suppress(OSError):
            self.line.send(page)

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.line.close()
        if self.page is not None or not self.ready:
            self.process.kill()
        self.process.join()
        self.process.close()


def _serve(line: Connection, work: Callable[[str], object]) -> None:
    """Answer pages until nobody asks any more."""
    # Control-C is for the one who watches: it ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        line.send(_READY)
        while True:
            line.send(work(line.recv()))
