"""What commands do with many pages: extract them, apply a wrapper, or read them."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from windrow.detect import Detector
from windrow.model import Tables
from windrow.pipeline import find
from windrow.read import Page
from windrow.read.look import Look
from windrow.run.answers import Answer, answers
from windrow.table.unfolded import unfolded
from windrow.wrap import load
from windrow.wrap.apply import apply

if TYPE_CHECKING:
    from windrow.wrap.lineup import TableKeys

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
    lined_up: slice | None = None,
    every: bool = False,
    flat: bool = False,
) -> Iterator[Answer[Tables]]:
    """Yield the tables of each of *pages*; *look* says when a browser is used.

    *every* adds tables that are rarely wanted; *flat* tables have no nested rows.

    The tables of a page in *lined_up* get the columns of the earlier pages of the same
    template, and its name (`Table.template_name`).
    """
    look = look or Look()
    if flat:
        nested = extracted(
            pages, detector=detector, look=look, jobs=jobs, lined_up=lined_up, every=every
        )
        return map(_unfolded, nested)
    find_options: dict[str, Any] = {"detector": detector, "browser": look, "every": every}
    if lined_up is not None and lined_up.stop is not None:
        # Tables after the requested ones need not be made.
        find_options["most"] = lined_up.stop
    if lined_up is None or len(pages) == 1:
        ask = partial(_extract, find_options=find_options)
        return answers(ask, pages, jobs=jobs, seconds=look.timeout)
    ask_with_keys = partial(_extract_with_keys, find_options=find_options, chosen=lined_up)
    return _lined_up(answers(ask_with_keys, pages, jobs=jobs, seconds=look.timeout), lined_up)


def applied(
    wrapper: str, pages: Sequence[str], *, every: bool = False, look: Look | None = None
) -> Iterator[Answer[Tables]]:
    """Yield what the wrapper, or the folder of wrappers, reads on each of *pages*.

    With *every*, the other lists that a wrapper knows are read as well.
    """
    look = look or Look()
    _kept(wrapper)  # raises its errors before the work
    ask = partial(_apply, wrapper=wrapper, every=every, look=look)
    return answers(ask, pages, seconds=look.timeout, pages_a_worker=_PAGES_A_WORKER)


def seen(pages: Sequence[str], look: Look) -> Iterator[Answer[Page]]:
    """Yield *pages* as a wrapper sees them: shown in a browser if *look* says so."""
    # Reading a file costs less than sending it from a worker, so only a browser needs workers.
    jobs = None if look.mode == "always" else 1
    return answers(look.at, pages, jobs=jobs, seconds=look.timeout)


@lru_cache(maxsize=4)
def loaded(path: str) -> Any:
    """Return the wrapper in a file, or the wrappers in a folder; a process reads them once."""
    return load(path)


@lru_cache(maxsize=4)
def _kept(path: str) -> Any:
    found = loaded(path)
    # A wrapper has thousands of permanent objects, which the collector need not scan again.
    gc.freeze()
    return found


def _extract(page: str, *, find_options: dict[str, Any]) -> Tables:
    return find(page, **find_options).tables.without_templates()


_WithKeys: TypeAlias = "tuple[Tables, tuple[TableKeys, ...]]"


def _extract_with_keys(page: str, *, find_options: dict[str, Any], chosen: slice) -> _WithKeys:
    """Return the tables of a page, and for those *chosen* the keys of their columns."""
    # Imported late: only several pages are lined up, and a single page must start quickly.
    from windrow.wrap.lineup import table_keys

    found = find(page, **find_options)
    return found.tables.without_templates(), tuple(map(table_keys, found[chosen]))


def _lined_up(answers: Iterable[Answer[_WithKeys]], chosen: slice) -> Iterator[Answer[Tables]]:
    from windrow.wrap.lineup import LineUp

    line = LineUp()
    for answer in answers:
        if answer.found is None:
            yield Answer(answer.page, None, answer.error, answer.kind)
            continue
        found, keys = answer.found
        tables = [*found.tables]
        tables[chosen] = line.add(tables[chosen], keys)
        yield Answer(answer.page, replace(found, tables=tuple(tables)))


def _unfolded(answer: Answer[Tables]) -> Answer[Tables]:
    if answer.found is None:
        return answer
    tables = tuple(map(unfolded, answer.found.tables))
    return replace(answer, found=replace(answer.found, tables=tables))


def _apply(page: str, *, wrapper: str, every: bool, look: Look) -> Tables:
    return apply(_kept(wrapper), page, browser=look, every=every)
