"""Answers for pages, in their order: by watched workers, or in this process if there are few."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from windrow.errors import ReadError, TookTooLong, WindrowError
from windrow.read.politeness import RESTING
from windrow.run.forked import can_fork
from windrow.run.task import LATE, Limits, Loss, Task
from windrow.run.workers import Crew, cores
from windrow.safe import masked

__all__ = ["Answer", "answered", "answers", "within"]

# A worker is started for this many pages. Chosen: starting one takes as long as some 30 pages
# (measured), but then a page that kills its process costs only itself.
_PAGES_A_WORKER = 4
# This many pages wait for each worker: enough to keep it busy, few enough to keep in memory.
# Chosen, not measured.
_AHEAD = 4

_SECONDS = Limits().seconds

_Found = TypeVar("_Found")
_Item = TypeVar("_Item")
_Answered = TypeVar("_Answered")


@dataclass(frozen=True, slots=True)
class Answer(Generic[_Found]):
    """The answer for a page: the result, or an error."""

    page: str  # as it was given, without a password
    found: _Found | None = None
    error: WindrowError | None = None
    kind: str = ""  # the name of the error

    def result(self) -> _Found:
        """Return the result, or raise the error."""
        if self.found is None:
            raise self.error or ReadError(self.page, "has no answer")
        return self.found


def answers(
    ask: Callable[[str], _Found],
    pages: Sequence[str],
    *,
    jobs: int | None = None,
    seconds: float = _SECONDS,
    pages_a_worker: int = _PAGES_A_WORKER,
) -> Iterator[Answer[_Found]]:
    """Yield the result of *ask* for each of *pages*, in their order.

    *jobs* is the number of worker processes: by default one per core, but at most one for every
    *pages_a_worker* pages. *ask* must be picklable, unless the only worker is a copy of this
    process. A failure affects only its own page, even if the worker
    dies; a page that takes longer than *seconds* is abandoned at any point.
    """
    task = _Asking(ask, Limits(seconds, memory=None))
    if jobs is None:
        jobs = min(cores(), len(pages) // pages_a_worker)
    if min(jobs, len(pages)) > 1:
        return _in_order(task, pages, Crew(task, jobs), jobs)
    if can_fork():
        return _in_order(task, pages, Crew(task, 1, fork=True), 1)
    answer = task.begin()
    return (within(task, answer, page) for page in pages)


def answered(work: Callable[[], _Found], pages: Sequence[str], seconds: float) -> _Found:
    """Return the result of *work* on all *pages* together; it may take *seconds* for each."""
    name = pages[0] if len(pages) == 1 else f"{len(pages)} pages"
    total = seconds * max(len(pages), 1)
    [answer] = answers(lambda _: work(), [name], jobs=1, seconds=total)
    return answer.result()


def within(
    task: Task[_Item, _Answered], answer: Callable[[_Item], _Answered], item: _Item
) -> _Answered:
    """Return the answer to *item* in this process, within the time limit of *task*.

    Only the main thread can be interrupted, and only between two steps of the interpreter: this is
    for systems and threads that cannot start a worker cheaply.
    """
    seconds = task.limits.seconds
    # A program that pipes a page into us may take longer to make it.
    if item == "-":
        return answer(item)
    try:
        before = signal.signal(signal.SIGALRM, _ring)
    except (AttributeError, ValueError):
        return answer(item)
    resting = RESTING.set(_rest)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return answer(item)
    except _OutOfTime:
        return task.lost(item, Loss(LATE, f"takes longer than {seconds:g} s"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        RESTING.reset(resting)


class _OutOfTime(BaseException):
    """Not an `Exception`, so that code that catches those does not swallow it."""


def _rest(seconds: float) -> None:
    """Wait without counting it as time of the page."""
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    time.sleep(seconds)
    signal.setitimer(signal.ITIMER_REAL, left)


def _ring(number: int, stack: object) -> None:
    raise _OutOfTime


def _in_order(
    task: Task[str, _Answered],
    pages: Sequence[str],
    workers: Crew[int, str, _Answered],
    jobs: int,
) -> Iterator[_Answered]:
    """Yield the answers of worker processes to *pages*, in their order."""
    early: dict[int, _Answered] = {}
    following = 0  # the first page not yet given to a worker
    with workers as crew:
        for due in range(len(pages)):
            while due not in early:
                while following < min(len(pages), due + _AHEAD * jobs):
                    if pages[following] == "-":
                        # Standard input is ours: workers have none.
                        early[following] = within(task, task.begin(), "-")
                    elif crew.hungry:
                        crew.give(following, [pages[following]])
                    else:
                        break
                    following += 1
                if due not in early:
                    early.update((number, answer) for number, [answer] in crew.wait())
            yield early.pop(due)


@dataclass(frozen=True, slots=True)
class _Asking(Generic[_Found]):
    """The task of finding something on pages that are given by name."""

    ask: Callable[[str], _Found]
    limits: Limits

    def begin(self) -> Callable[[str], Answer[_Found]]:
        """Return the function that answers a page."""
        return self._answer

    def lost(self, page: str, loss: Loss) -> Answer[_Found]:
        """Return the answer for a page that took too long, or killed its process."""
        if loss.error != LATE:
            return _broken(page, "its process died", loss.error)
        hint = "give it more time with --timeout"
        late = TookTooLong(page, self.limits.seconds, hint=hint)
        return Answer(masked(page), error=late, kind=LATE)

    def _answer(self, page: str) -> Answer[_Found]:
        try:
            return Answer(masked(page), self.ask(page))
        except WindrowError as error:
            return Answer(masked(page), error=error, kind=type(error).__name__)
        except Exception as error:
            # A bug of ours that affects only this page; the others go on.
            return _broken(page, f"{type(error).__name__}: {error}", type(error).__name__)


def _broken(page: str, problem: str, kind: str) -> Answer[_Found]:
    error = ReadError(page, f"made the extraction fail: {problem}", hint="please report the page")
    return Answer(masked(page), error=error, kind=kind)
