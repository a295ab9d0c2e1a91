"""Many pages: on all cores, answered in the order given, each for itself."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from windrow.cli import workers
from windrow.detect import Detector
from windrow.errors import ReadError, TookTooLong, WindrowError
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.read.look import Look

__all__ = ["TIMEOUT", "Answer", "answers", "expanded"]

# Starting a worker takes as long as some pages do.
_PAGES_A_WORKER = 4
# So long, in seconds, a page may take; most take hundredths of one.
TIMEOUT = 60.0


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
    pages: Sequence[str],
    *,
    detector: str | Detector | None = None,
    jobs: int | None = None,
    look: Look | None = None,
    timeout: float = TIMEOUT,
) -> Iterator[Answer]:
    """Yield an answer for each of *pages*, in their order.

    *jobs* is the number of worker processes; by default as many as there are cores, and none for
    a few pages. Whatever happens to a page, and be it that its worker dies, is its own error.
    *look* says when a browser is used; every worker has its own. A page that takes longer than
    *timeout* seconds is given up.
    """
    work = partial(_answer, detector=detector, look=look or Look())
    jobs = min(_cores(), len(pages) // _PAGES_A_WORKER) if jobs is None else min(jobs, len(pages))
    lost = partial(_lost, seconds=timeout)
    if jobs > 1:
        return workers.in_order(work, pages, jobs, timeout, lost)
    # Whoever pipes a page into us may take longer to make it.
    return (
        work(page) if page == "-" else workers.within(timeout, work, page, lost) for page in pages
    )


def _cores() -> int:
    # Not all cores of a machine need be ours: containers and batch systems lend some.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _answer(page: str, *, detector: str | Detector | None, look: Look) -> Answer:
    """Return the answer for one page."""
    try:
        found = extract(page, detector=detector or "auto", browser=look)
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


def _lost(page: str, why: str, *, seconds: float) -> Answer:
    """Return the answer for a page that was given up, or that killed its process."""
    if why == workers.DIED:
        return _broken(page, "its process died", "Crash")
    hint = "give it more time with --timeout"
    error = TookTooLong(page, seconds, hint=hint)
    return Answer(page, error=error, kind=type(error).__name__)
