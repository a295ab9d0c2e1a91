"""What commands do to many pages: extract them, apply a wrapper, or only look at them."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from windrow.detect import Detector
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.read import Page
from windrow.read.look import Look
from windrow.run.answers import Answer, answers
from windrow.wrap import load
from windrow.wrap.apply import apply

__all__ = ["applied", "extracted", "loaded", "seen"]

# A worker is started for this many pages to apply a wrapper to. Chosen: measured on the corpus,
# starting one takes 270 ms, and applying a wrapper 0.6 to 9 ms a page.
_PAGES_A_WORKER = 250


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
    wrapper: str, pages: Sequence[str], *, every: bool = False, look: Look | None = None
) -> Iterator[Answer[Tables]]:
    """Yield what the wrapper, or the folder of wrappers, at a path reads on each of *pages*.

    With *every*, the other lists that a wrapper knows are read as well.
    """
    look = look or Look()
    _kept(wrapper)  # an error in it is raised before the work
    ask = partial(_apply, wrapper=wrapper, every=every, look=look)
    return answers(ask, pages, seconds=look.timeout, pages_a_worker=_PAGES_A_WORKER)


def seen(pages: Sequence[str], look: Look) -> Iterator[Answer[Page]]:
    """Yield *pages* as a wrapper sees them: shown in a browser if *look* says so."""
    # Reading a file costs less than sending it from a worker: only a browser is worth one.
    jobs = None if look.mode == "always" else 1
    return answers(look.at, pages, jobs=jobs, seconds=look.timeout)


@lru_cache(maxsize=4)
def loaded(path: str) -> Any:
    """Return the wrapper in a file, or the wrappers in a folder; a process reads them once."""
    return load(path)


@lru_cache(maxsize=4)
def _kept(path: str) -> Any:
    found = loaded(path)
    # A wrapper is thousands of objects that stay: the collector need not go over them every time.
    gc.freeze()
    return found


def _extract(page: str, *, detector: str | Detector, look: Look) -> Tables:
    return extract(page, detector=detector, browser=look).without_templates()


def _apply(page: str, *, wrapper: str, every: bool, look: Look) -> Tables:
    return apply(_kept(wrapper), page, browser=look, every=every)
