"""Many pages: on all cores, answered in the order given, each for itself."""

from __future__ import annotations

import glob
import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import TypeAlias

from windrow.detect import Detector
from windrow.errors import ReadError, WindrowError
from windrow.model import Tables
from windrow.pipeline import extract

__all__ = ["Answer", "answers", "expanded"]

# Starting a worker takes as long as some pages do.
_PAGES_A_WORKER = 4
# So many pages wait for each worker: enough to keep it busy, few enough to keep in memory.
_AHEAD = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a page: its tables, or an error."""

    page: str  # as it was given
    tables: Tables | None = None
    error: WindrowError | None = None
    kind: str = ""  # the name of the error


def expanded(pages: Sequence[str]) -> list[str]:
    """Return *pages* with the patterns among them (``pages/*.html``) replaced by files."""
    return [name for page in pages for name in _files(page)]


def _files(page: str) -> list[str]:
    # A file may have a bracket in its name, an address may have a question mark.
    if not glob.has_magic(page) or re.match(r"[A-Za-z][\w+.-]+:", page) or os.path.exists(page):
        return [page]
    # A pattern that fits no file stays: reading it gives the error, in its place.
    return sorted(glob.glob(page, recursive=True)) or [page]


def answers(
    pages: Sequence[str], *, detector: str | Detector | None = None, jobs: int | None = None
) -> Iterator[Answer]:
    """Yield an answer for each of *pages*, in their order.

    *jobs* is the number of worker processes; by default as many as there are cores, and none for
    a few pages. Whatever happens to a page, and be it that its worker dies, is its own error.
    """
    work = partial(_answer, detector=detector)
    jobs = min(_cores(), len(pages) // _PAGES_A_WORKER) if jobs is None else min(jobs, len(pages))
    if jobs <= 1:
        return map(work, pages)
    return _pooled(work, pages, jobs)


def _cores() -> int:
    # Not all cores of a machine need be ours: containers and batch systems lend some.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _answer(page: str, *, detector: str | Detector | None) -> Answer:
    """Return the answer for one page."""
    try:
        found = extract(page) if detector is None else extract(page, detector=detector)
        # Templates are for learning; without them little travels between processes.
        slim = tuple(replace(table, template=None) for table in found)
        return Answer(page, replace(found, tables=slim))
    except WindrowError as error:
        return Answer(page, error=error, kind=type(error).__name__)
    except Exception as error:
        # A bug of ours, met on this page only: the thousand others go on.
        return _broken(page, f"{type(error).__name__}: {error}", type(error).__name__)


def _broken(page: str, problem: str, kind: str) -> Answer:
    error = ReadError(page, f"broke the extraction: {problem}", hint="please report the page")
    return Answer(page, error=error, kind=kind)


_Work: TypeAlias = Callable[[str], Answer]


def _pooled(work: _Work, pages: Sequence[str], jobs: int) -> Iterator[Answer]:
    """Yield the answers of worker processes; after a crash, new ones go on."""
    rest = deque(pages)
    while rest:
        left = yield from _until_crash(work, rest, jobs)
        for page, future in left:
            # Nobody knows whose fault it was: all that have no answer run again, alone.
            yield _alone(work, page) if _crashed(future) else future.result()


def _until_crash(
    work: _Work, rest: deque[str], jobs: int
) -> Generator[Answer, None, Sequence[tuple[str, Future[Answer]]]]:
    """Yield answers, few ahead of the one that is due; return what was under way in a crash."""
    waiting: deque[tuple[str, Future[Answer]]] = deque()
    with _pool(jobs) as pool:
        try:
            while rest or waiting:
                while rest and len(waiting) < jobs * _AHEAD:
                    waiting.append((rest[0], _started(pool, work, rest[0])))
                    rest.popleft()
                if _crashed(waiting[0][1]):
                    break
                yield waiting.popleft()[1].result()
        except BrokenProcessPool:
            pass  # noticed while handing out work: the pages that wait for an answer are left
        finally:
            pool.shutdown(cancel_futures=True)
    return waiting


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Not "fork": a progress bar runs in a thread, and a forked copy of it may hold a lock for ever.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def _started(pool: ProcessPoolExecutor, work: _Work, page: str) -> Future[Answer]:
    if page != "-":
        return pool.submit(work, page)
    # Standard input is ours; workers have none.
    done: Future[Answer] = Future()
    done.set_result(work(page))
    return done


def _crashed(future: Future[Answer]) -> bool:
    """Return whether *future* will have no answer; waits until it is known."""
    return future.cancelled() or isinstance(future.exception(), BrokenProcessPool)


def _alone(work: _Work, page: str) -> Answer:
    with _pool(1) as pool:
        future = pool.submit(work, page)
        if _crashed(future):
            return _broken(page, "its process died", "Crash")
        return future.result()
