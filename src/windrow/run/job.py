"""Jobs: what a run does with each page, extract its tables or apply wrappers."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from windrow.errors import HttpStatus, NotHtml, WindrowError
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.read import Page
from windrow.run.intake import Intake
from windrow.run.origin import Origin
from windrow.run.packing import Cells, Objects, Packing, Wide
from windrow.run.verbs import loaded
from windrow.sink.flat import storable
from windrow.table.chosen import Choice, Chooser, require_picks
from windrow.tree.opened import Opened
from windrow.wrap import Applier

__all__ = [
    "Apply",
    "Extract",
    "Harvest",
    "Job",
    "Outcome",
    "RowOut",
    "Tally",
    "answer",
    "failed",
]

# Characters of a reason that are stored. Chosen, not measured.
_LONGEST_REASON = 1000


class Job(Protocol):
    """Handles each page of a run. Implementations are frozen dataclasses that can be pickled."""

    def tables(self, page: Page) -> Tables:
        """Return the tables of *page* to store."""

    def packing(self) -> Packing:
        """Return how cells are stored."""

    def settings(self) -> dict[str, Any]:
        """Return the settings that distinguish this job from others, as plain data."""


@dataclass(frozen=True, slots=True)
class Extract:
    """Finds the best table of each page, or with *every* all of them."""

    detector: str = "auto"
    every: bool = False
    raw: bool = False
    choice: Choice | None = None

    def tables(self, page: Page) -> Tables:
        """Return the tables of *page* to store."""
        if self.every:
            return _chosen(
                extract(page, detector=self.detector, every=True), self.choice, slice(None)
            )
        return _chosen(extract(page, detector=self.detector, most=1), self.choice)

    def packing(self) -> Packing:
        """Return how cells are stored: every page has its own columns."""
        return Objects(self.raw)

    def settings(self) -> dict[str, Any]:
        """Return the settings that distinguish this job from others, as plain data."""
        return {"job": "extract", **_without_nothing(asdict(self))}


@dataclass(frozen=True, slots=True)
class Apply:
    """Applies the wrapper in a file, or the one of a folder that fits the page."""

    wrapper: str
    raw: bool = False
    wide: bool = True  # store a single wrapper's cells in separate columns
    choice: Choice | None = None

    def tables(self, page: Page) -> Tables:
        """Return the tables of *page*, each with its wrapper's name as the detector."""
        applier: Applier = loaded(self.wrapper)
        name, tables = applier.apply_named(Opened(page))
        name = name or Path(self.wrapper).stem
        named = replace(tables, tables=tuple(replace(table, detector=name) for table in tables))
        return _chosen(named, self.choice)

    def packing(self) -> Packing:
        """Return how cells are stored: in the columns of the wrapper, if there is only one.

        A wrapper that cannot be read raises its error here, before the run, not on every page.
        """
        applier = loaded(self.wrapper)
        if not self.wide or os.path.isdir(self.wrapper):
            return Objects(self.raw)
        columns = tuple(column.column() for column in applier.shown)
        if self.choice:
            columns = tuple(pick.column for pick in require_picks(columns, self.choice))
        return Wide(tuple(column for column in columns if not column.minor), self.raw)

    def settings(self) -> dict[str, Any]:
        """Return the settings that distinguish this job from others, as plain data."""
        choice = asdict(self.choice) if self.choice else None
        facts = {"wrapper": _digest(self.wrapper), "raw": self.raw, "choice": choice}
        return {"job": "apply", **_without_nothing(facts)}


def _without_nothing(facts: dict[str, Any]) -> dict[str, Any]:
    # Without the key, runs that began before choices existed can be resumed.
    return {name: value for name, value in facts.items() if value is not None}


def _chosen(tables: Tables, choice: Choice | None, meant: slice = slice(1)) -> Tables:
    """Return the chosen part of *tables*; raise an error if no wanted column is there."""
    if choice is None:
        return tables
    chooser = Chooser(choice)
    found = chooser.of(tables, meant)
    errors = [*chooser.errors()]
    # A column that a page lacks is empty: other pages have it.
    if errors and len(errors) >= len(choice.columns):
        raise errors[0]
    return found


def _digest(path: str) -> str:
    """Return a digest of a wrapper, or of all in a folder: of their content, not their names."""
    files = [path]
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(".json"))
        files = [os.path.join(path, name) for name in names]
    digest = hashlib.sha256()
    for name in files:
        # Ignore a file that cannot be read here: loading it says why.
        with suppress(OSError), open(name, "rb") as stream:
            digest.update(hashlib.sha256(stream.read()).digest())
    return digest.hexdigest()


class RowOut(NamedTuple):
    """A row with its source, as it is stored."""

    wrapper: str  # or the detector that found the records
    table_number: int  # 1 for the best table of the page
    record_number: int  # from 1, in page order
    nodes: str  # XPath of the record's root nodes
    cells: Cells


class Outcome(NamedTuple):
    """The result of a page."""

    page: str
    place: str
    rows: tuple[RowOut, ...] = ()
    note: str | None = None  # why there are no rows
    error: str | None = None  # the kind of error, if the page failed


class Tally(NamedTuple):
    """The counts of a run."""

    pages: int = 0
    rows: int = 0
    empty: int = 0  # pages without a table, or that were skipped
    failed: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return the sums."""
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Harvest:
    """The outcomes of a shard; stored all together or not at all."""

    shard: int
    outcomes: tuple[Outcome, ...]
    size: int = 0  # bytes of its pages
    stored: Tally | None = None  # what a worker has stored itself and not returned

    @property
    def tally(self) -> Tally:
        """The counts of the shard."""
        if self.stored is not None:
            return self.stored
        good = [outcome for outcome in self.outcomes if outcome.error is None]
        return Tally(
            pages=len(self.outcomes),
            rows=sum(len(outcome.rows) for outcome in good),
            empty=sum(not outcome.rows for outcome in good),
            failed=len(self.outcomes) - len(good),
        )


def answer(job: Job, packing: Packing, intake: Intake, origin: Origin) -> Outcome:
    """Return the outcome of the page at *origin*; any failure becomes its error."""
    name = place = storable(str(origin))
    try:
        page = intake.read(origin)
        name = storable(page.source)
        found = job.tables(page)
        return Outcome(name, place, tuple(_rows(name, found, packing)), found.reason)
    except (NotHtml, HttpStatus) as error:
        if origin.kind == "warc":
            # A crawl is full of pictures and redirects, which are not failed pages.
            return Outcome(name, place, note=f"skipped: {error.summary}")
        return failed(origin, type(error).__name__, error.summary, page=name)
    except WindrowError as error:
        return failed(origin, type(error).__name__, error.summary, page=name)
    except MemoryError:
        raise
    except Exception as error:
        # A bug of ours, or of a job, that affects only this page; the others go on.
        problem = f"made the extraction fail: {type(error).__name__}: {error}"
        return failed(origin, type(error).__name__, problem, page=name)


def failed(origin: Origin, error: str, reason: str, *, page: str | None = None) -> Outcome:
    """Return the outcome for a page that failed."""
    text = storable(" ".join(reason.split())[:_LONGEST_REASON])
    return Outcome(storable(page or str(origin)), storable(str(origin)), note=text, error=error)


def _rows(page: str, tables: Tables, packing: Packing) -> Iterator[RowOut]:
    for number, table in enumerate(tables, 1):
        nodes = table.nodes or ((),) * len(table.rows)
        lines = zip(packing.cells(page, table), nodes, strict=True)
        for record, (cells, roots) in enumerate(lines, 1):
            yield RowOut(storable(table.detector), number, record, " | ".join(roots), cells)
