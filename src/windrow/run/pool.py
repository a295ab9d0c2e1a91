"""The engine of one machine: worker processes on all cores, each watched."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait

from windrow.errors import WindrowError
from windrow.run.engine import Work
from windrow.run.guard import Guard
from windrow.run.job import Harvest
from windrow.run.place import Place, Shard, Source
from windrow.run.shard import found

__all__ = ["Pool", "cores", "harvests"]


@dataclass(frozen=True, slots=True)
class Pool:
    """Works in *jobs* processes; 0 means as many as there are cores for us."""

    jobs: int = 0

    def places(self, sources: Iterable[Source], html: str | None = None) -> Iterator[Place]:
        """Yield where the pages of *sources* are, in their order."""
        return found(sources, html)

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield what became of each of *shards*, as they are done."""
        if sys.platform == "win32":
            raise WindrowError("the pool needs Linux or macOS", hint="give --engine serial")
        rest = iter(shards)
        guards: list[Guard] = []
        try:
            yield from harvests(work, rest, guards, jobs=self.jobs or cores())
        finally:
            for guard in guards:
                guard.close()


def harvests(
    work: Work, rest: Iterator[Shard], guards: list[Guard], *, jobs: int
) -> Iterator[Harvest]:
    """Yield what becomes of *rest* with at most *jobs* workers; new ones are added to *guards*."""
    more = True
    while True:
        more = more and _feed(work, rest, guards, jobs)
        busy = [guard for guard in guards if guard.busy]
        if not busy:
            return
        ready = wait([guard.connection for guard in busy], min(g.seconds_left for g in busy))
        for guard in busy:
            if guard.connection in ready:
                yield from guard.listen()
            elif not guard.seconds_left:
                yield from guard.give_up()


def _feed(work: Work, rest: Iterator[Shard], guards: list[Guard], jobs: int) -> bool:
    """Give every worker enough to do; return whether there may be more shards."""
    # The idle ones first: while there are few shards, nobody has two.
    for depth in (False, True):
        for place in range(jobs):
            if place < len(guards) and (not guards[place].hungry or guards[place].busy != depth):
                continue
            shard = next(rest, None)
            if shard is None:
                return False
            if place == len(guards):
                # A worker costs something: there are no more of them than shards.
                guards.append(Guard(work))
            guards[place].give(shard)
    return True


def cores() -> int:
    """Return how many cores we may use: containers and batch systems lend only some."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
