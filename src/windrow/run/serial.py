"""The engine for looking closely: everything in this process, one page after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from windrow.run.engine import Work
from windrow.run.job import Harvest, answer
from windrow.run.place import Place, Shard, Source
from windrow.run.reader import Reader
from windrow.run.shard import found

__all__ = ["Serial"]


@dataclass(frozen=True, slots=True)
class Serial:
    """Works right here: a debugger can look on, and nothing guards against a page that loops."""

    def places(self, sources: Iterable[Source], html: str | None = None) -> Iterator[Place]:
        """Yield where the pages of *sources* are, in their order."""
        return found(sources, html)

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield what became of each of *shards*, in their order."""
        reader, layout = Reader(html=work.html), work.job.layout()
        for shard in shards:
            outcomes = tuple(answer(work.job, layout, reader, place) for place in shard.places)
            yield Harvest(shard.number, outcomes, shard.size)
