"""Pages answered in their order: by watched workers, or in this process where there are few."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from windrow.detect import Detector
from windrow.errors import ReadError, TookTooLong, WindrowError
from windrow.model import Tables
from windrow.read import Page
from windrow.read.look import Look
from windrow.run.crew import Crew, cores
from windrow.run.task import LATE, Limits, Loss, Task

__all__ = ["Answer", "answers", "applied", "extracted", "seen", "within"]

# A worker is started for this many pages. Chosen, not measured: it costs the time of some 50 pages,
# but a page that kills its process then costs only itself.
_PAGES_A_WORKER = 4
# Applying takes a fifth of the time of extracting. Chosen so that a worker pays for its start.
_APPLIED_A_WORKER = 250
# This many pages wait for each worker: enough to keep it busy, few enough to keep in memory.
# Chosen, not measured.
_AHEAD = 4

_SECONDS = Limits().seconds

_Found = TypeVar("_Found")
_Item = TypeVar("_Item")
_Answered = TypeVar("_Answered")


@dataclass(frozen=True, slots=True)
class Answer(Generic[_Found]):
    """What became of a page: what was found, or an error."""

    page: str  # as it was given
    found: _Found | None = None
    error: WindrowError | None = None
    kind: str = ""  # the name of the error

    def given(self) -> _Found:
        """Return what was found; an error is raised."""
        if self.found is None:
            raise self.error or ReadError(self.page, "has no answer")
        return self.found


def extracted(
    pages: Sequence[str],
    *,
    detector: str | Detector = "auto",
    look: Look | None = None,
    jobs: int | None = None,
) -> Iterator[Answer[Tables]]:
    """Yield the tables of each of *pages*; *look* says when a browser is asked."""
    look = look or Look()
    ask = partial(_extract, detector=detector, look=look)
    return answers(ask, pages, jobs=jobs, seconds=look.timeout)


def applied(
    wrapper: str,
    pages: Sequence[str],
    *,
    every: bool = False,
    look: Look | None = None,
    jobs: int | None = None,
) -> Iterator[Answer[Tables]]:
    """Yield what the wrapper or folder of wrappers at the path *wrapper* reads on *pages*.

    With *every*, the other lists that a wrapper knows are read as well.
    """
    from windrow.run.job import loaded

    look = look or Look()
    loaded(wrapper)  # what is wrong with it is told before the work
    ask = partial(_apply, wrapper=wrapper, every=every, look=look)
    return answers(ask, pages, jobs=jobs, seconds=look.timeout, pages_a_worker=_APPLIED_A_WORKER)


def seen(pages: Sequence[str], look: Look) -> Iterator[Answer[Page]]:
    """Yield *pages* as a wrapper sees them: shown in a browser if *look* says so."""
    # Reading a file costs less than sending it here; only a browser is worth a worker.
    jobs = None if look.mode == "always" else 1
    return answers(look.at, pages, jobs=jobs, seconds=look.timeout)


def _extract(page: str, *, detector: str | Detector, look: Look) -> Tables:
    from windrow.pipeline import extract

    found = extract(page, detector=detector, browser=look)
    # Templates are for learning; without them little travels between processes.
    return replace(found, tables=tuple(replace(table, template=None) for table in found))


def _apply(page: str, *, wrapper: str, every: bool, look: Look) -> Tables:
    from windrow.run.job import loaded
    from windrow.wrap.apply import apply

    return apply(loaded(wrapper), page, browser=look, every=every)


def answers(
    ask: Callable[[str], _Found],
    pages: Sequence[str],
    *,
    jobs: int | None = None,
    seconds: float = _SECONDS,
    pages_a_worker: int = _PAGES_A_WORKER,
) -> Iterator[Answer[_Found]]:
    """Yield what *ask* finds on each of *pages*, in their order.

    *jobs* is the number of worker processes: by default one a core, but none for fewer than
    *pages_a_worker* pages. *ask* can be pickled. Whatever happens to a page is its own error, even
    if its worker dies; a page that takes longer than *seconds* is given up.
    """
    task = _Asking(ask, Limits(seconds, memory=None))
    if jobs is None:
        jobs = min(cores(), len(pages) // pages_a_worker)
    if min(jobs, len(pages)) > 1:
        return _in_order(task, pages, jobs)
    return (within(task, page) for page in pages)


def within(task: Task[_Item, _Answered], item: _Item) -> _Answered:
    """Return the answer of *task* to *item*, worked out in this process within its time.

    Only the main thread can be interrupted; elsewhere the work takes as long as it takes.
    """
    answer, seconds = task.begin(), task.limits.seconds
    # Whoever pipes a page into us may take longer to make it.
    if item == "-":
        return answer(item)
    try:
        before = signal.signal(signal.SIGALRM, _ring)
    except (AttributeError, ValueError):
        return answer(item)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return answer(item)
    except _OutOfTime:
        return task.lost(item, Loss(LATE, f"takes longer than {seconds:g} s"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _OutOfTime(BaseException):
    """Not an `Exception`: code that catches those must not take it for an error of the page."""


def _ring(number: int, stack: object) -> None:
    raise _OutOfTime


def _in_order(task: Task[str, _Answered], pages: Sequence[str], jobs: int) -> Iterator[_Answered]:
    """Yield the answers of *jobs* worker processes to *pages*, in the order of these."""
    early: dict[int, _Answered] = {}
    following = 0  # the first page that no worker has been given
    with Crew[int, str, _Answered](task, jobs) as crew:
        for due in range(len(pages)):
            while due not in early:
                while following < min(len(pages), due + _AHEAD * jobs):
                    if pages[following] == "-":
                        # Standard input is ours: workers have none.
                        early[following] = within(task, "-")
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
        """Return what answers a page."""
        return self._answer

    def lost(self, page: str, loss: Loss) -> Answer[_Found]:
        """Return the answer for a page that was given up, or that killed its process."""
        if loss.error != LATE:
            return _broken(page, "its process died", loss.error)
        hint = "give it more time with --timeout"
        return Answer(page, error=TookTooLong(page, self.limits.seconds, hint=hint), kind=LATE)

    def _answer(self, page: str) -> Answer[_Found]:
        try:
            return Answer(page, self.ask(page))
        except WindrowError as error:
            return Answer(page, error=error, kind=type(error).__name__)
        except Exception as error:
            # A bug of ours, met on this page only: the thousand others go on.
            return _broken(page, f"{type(error).__name__}: {error}", type(error).__name__)


def _broken(page: str, problem: str, kind: str) -> Answer[_Found]:
    error = ReadError(page, f"broke the extraction: {problem}", hint="please report the page")
    return Answer(page, error=error, kind=kind)
