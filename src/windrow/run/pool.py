"""The engine of one machine: worker processes on all cores, each watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from windrow.run.engine import Work
from windrow.run.job import Harvest, Outcome
from windrow.run.origin import Entry, Origin, Shard
from windrow.run.shard import found
from windrow.run.workers import Crew, cores

__all__ = ["Pool", "harvests"]


@dataclass(frozen=True, slots=True)
class Pool:
    """Works in *jobs* processes; 0 means one per available core."""

    jobs: int = 0

    def origins(self, entries: Iterable[Entry], html: str | None = None) -> Iterator[Origin]:
        """Yield where the pages of *entries* are, in their order."""
        return found(entries, html)

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield the harvests of *shards* as they are done."""
        with Crew[Shard, Origin, Outcome](work, self.jobs or cores()) as crew:
            yield from harvests(crew, shards)


def harvests(crew: Crew[Shard, Origin, Outcome], shards: Iterable[Shard]) -> Iterator[Harvest]:
    """Yield the harvests of *shards* by the workers of *crew*, as they are done."""
    rest = iter(shards)
    more = True
    while more or crew.busy:
        while more and crew.hungry:
            shard = next(rest, None)
            if shard is None:
                more = False
            else:
                crew.give(shard, shard.origins)
        if crew.busy:
            for shard, outcomes in crew.wait():
                yield Harvest(shard.number, tuple(outcomes), shard.size)
