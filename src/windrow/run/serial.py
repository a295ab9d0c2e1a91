"""The engine for debugging: everything in this process, one page after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from windrow.run.engine import Work
from windrow.run.job import Harvest
from windrow.run.origin import Entry, Origin, Shard
from windrow.run.shard import found

__all__ = ["Serial"]


@dataclass(frozen=True, slots=True)
class Serial:
    """Works in this process: a debugger can follow, but nothing stops a page that hangs."""

    def origins(self, entries: Iterable[Entry], html: str | None = None) -> Iterator[Origin]:
        """Yield where the pages of *entries* are, in their order."""
        return found(entries, html)

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield the harvests of *shards*, in their order."""
        answer = work.begin()
        for shard in shards:
            yield Harvest(shard.number, tuple(map(answer, shard.origins)), shard.size)
