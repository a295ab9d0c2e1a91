"""What an engine is, and what it needs to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from windrow.run.job import Harvest, Job
from windrow.run.place import Place, Shard, Source
from windrow.run.store import Store

__all__ = ["Engine", "Limits", "Work"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may take. Ordinary pages take a thousandth of it."""

    seconds: float = 60.0
    memory: int = 2_000_000_000  # bytes, beyond what a worker has from the start


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done, as it travels to workers."""

    job: Job
    limits: Limits = Limits()
    html: str | None = None  # the column with the pages, in files of tables
    store: Store | None = None  # where workers of other machines put their harvests themselves


class Engine(Protocol):
    """Works on shards. Implementations are frozen dataclasses of settings."""

    def places(self, sources: Iterable[Source], html: str | None = None) -> Iterator[Place]:
        """Yield where the pages of *sources* are, in their order; see `windrow.run.shard`."""

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield what became of each of *shards*, in any order.

        Whatever happens to a page is its own outcome: every page has one. Only so many shards are
        asked for, and kept, as there are workers to feed. Closing the iterator ends all work.
        """
