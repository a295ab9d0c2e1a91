"""A run: from inputs to a store, shard by shard; an interrupted run can be resumed."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Protocol

from windrow import __version__
from windrow.errors import WindrowError
from windrow.read.politeness import polite
from windrow.read.web import Web
from windrow.run.engine import Engine, Work
from windrow.run.inputs import entries, survey
from windrow.run.job import Extract, Harvest, Job, Tally
from windrow.run.origin import Shard
from windrow.run.pool import Pool
from windrow.run.shard import PAGES, cut
from windrow.run.store import Done, open_store
from windrow.run.task import Limits

__all__ = ["Summary", "Watch", "run"]


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a run. *done* counts the shards that an earlier run had stored."""

    tally: Tally
    shards: int
    done: int
    seconds: float


class Watch(Protocol):
    """Follows the progress of a run."""

    def begin(self, size: int) -> None:
        """Note how much there is to do, in bytes."""

    def skip(self, shard: Shard) -> None:
        """Note a shard that was done before."""

    def add(self, harvest: Harvest) -> None:
        """Note a shard that has been stored."""


def run(
    inputs: Sequence[str],
    to: str = "windrow.sqlite",
    *,
    job: Job | None = None,
    engine: Engine | None = None,
    limits: Limits | None = None,
    name: str = "records",
    resume: bool = False,
    shard_pages: int = PAGES,
    html: str | None = None,
    web: Web | None = None,
    watch: Watch | None = None,
) -> Summary:
    """Work on all pages of *inputs* and store the rows in *to*.

    *inputs* are folders, patterns, archives (.warc, .warc.gz), tables (.parquet, .arrow) with the
    pages in the column *html*, lists, pages and addresses. *job* is `Extract` or `Apply`, *engine*
    a `Pool` of all cores by default; *web* says how addresses are fetched. With
    *resume* the shards that an earlier run has stored are skipped; in the end there are exactly
    the rows of an undisturbed run.
    """
    start = time.monotonic()
    job = Extract() if job is None else job
    engine = Pool() if engine is None else engine
    # All inputs are surveyed first, to raise their errors before the work.
    seen = survey(inputs)
    if not seen.entries:
        raise WindrowError("there is nothing to read in the inputs", hint="check their names")
    header = {"inputs": seen.digest, "written": seen.written, "shard_pages": shard_pages,
              "html": html, "windrow": __version__, **job.settings()}  # fmt: skip
    tally, stored = Tally(), 0
    with ExitStack() as stack, open_store(to, name, job.packing()) as store:
        done = store.begin(header, resume=resume)
        before = len(done)
        if watch:
            watch.begin(seen.size)
        work = Work(
            job, limits or Limits(), html, store if store.shared else None, _polite(web, stack)
        )
        origins = engine.origins(entries(inputs), html)
        shards = _open(cut(origins, shard_pages), done, watch)
        with closing(_harvests(engine, work, shards)) as harvests:
            for harvest in harvests:
                if harvest.stored is None:
                    store.put(harvest)
                tally, stored = tally.plus(harvest.tally), stored + 1
                if watch:
                    watch.add(harvest)
    return Summary(tally, stored, before, time.monotonic() - start)


def _polite(web: Web | None, stack: ExitStack) -> Web:
    """Return *web* with manners: a run always counts as several pages."""
    web = web or Web()
    if web.manners is not None:
        return web
    return replace(web, manners=stack.enter_context(polite()))


def _harvests(engine: Engine, work: Work, shards: Iterator[Shard]) -> Generator[Harvest]:
    yield from engine.harvests(work, shards)


def _open(shards: Iterator[Shard], done: Done, watch: Watch | None) -> Iterator[Shard]:
    """Yield the shards that are not done."""
    for shard in shards:
        if shard.number not in done:
            yield shard
        elif watch:
            watch.skip(shard)
