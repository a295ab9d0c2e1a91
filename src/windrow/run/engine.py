"""The protocol of engines, and the work they get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from windrow.read.web import Web
from windrow.run.intake import Intake
from windrow.run.job import Harvest, Job, Outcome, answer, failed
from windrow.run.origin import Entry, Origin, Shard
from windrow.run.store import Store
from windrow.run.task import Limits, Loss

__all__ = ["Engine", "Work"]


@dataclass(frozen=True, slots=True)
class Work:
    """The work that is sent to workers: a task that answers origins with outcomes."""

    job: Job
    limits: Limits = field(default_factory=Limits)
    html: str | None = None  # the column with the pages, in files of tables
    store: Store | None = None  # where workers on other machines store their harvests
    web: Web = field(default_factory=Web)  # how addresses are fetched

    def begin(self) -> Callable[[Origin], Outcome]:
        """Return the function that does the job for the page at an origin."""
        return partial(answer, self.job, self.job.packing(), Intake(html=self.html, web=self.web))

    def lost(self, origin: Origin, loss: Loss) -> Outcome:
        """Return the outcome for a page that exceeded a limit, or killed its process."""
        return failed(origin, loss.error, loss.problem)


class Engine(Protocol):
    """Works on shards. Implementations are frozen dataclasses of settings."""

    def origins(self, entries: Iterable[Entry], html: str | None = None) -> Iterator[Origin]:
        """Yield where the pages of *entries* are, in their order; see `windrow.run.shard`."""

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield the harvest of each of *shards*, in any order.

        Every page has an outcome; a failure affects only its own page. An engine takes, and
        keeps, only as many shards as its workers need. Closing the iterator ends all work.
        """
