"""The process of one job: it may be killed at any time, and resumes where it was."""

from __future__ import annotations

import json
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from windrow.crawl.crawl import MOST_PAGES, CrawlState, CrawlTally, crawl
from windrow.crawl.fetched import Fetcher
from windrow.crawl.fetcher import BrowserFetcher, scrapy_fetcher
from windrow.crawl.messages import Orders
from windrow.errors import WindrowError
from windrow.read.browser import missing
from windrow.read.politeness import Manners, polite
from windrow.run import Apply, Extract, Harvest, Job, Pool, Shard, Tally, run
from windrow.run.shown import Shown
from windrow.run.worker import die_with_parent
from windrow.service.bounds import Bounds
from windrow.service.home import Home
from windrow.service.jobs import JobRecord, Jobs
from windrow.service.work import VERBS, WorkContext

__all__ = ["RUNS", "main"]

RUNS = frozenset({"run", "extract", "apply"})
"""The kinds of jobs that give rows, page by page; the others have one result."""

# Pages that are stored together: the most that a kill loses, for each worker. Pages from the web
# come at most once a second, and users wait for their rows. Chosen, not measured.
_SHARD, _WEB_SHARD = 10, 1
# Seconds between two progress events: chosen, not measured.
_PAUSE = 0.25


def main(folder: str, job: str, bounds: str) -> None:
    """Do a job of the home at *folder*, or resume it."""
    # Ctrl-C reaches the whole process group; the service handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    home, limits = Home(folder), Bounds.loads(bounds)
    jobs = Jobs(home)
    record = jobs.get(job)
    try:
        if record.kind in RUNS:
            result = json.dumps(_run(home, jobs, record, limits))
        elif record.kind == "crawl":
            result = json.dumps(_crawl(home, jobs, record, limits))
        else:
            result = VERBS[record.kind](WorkContext(home, limits), record.request)
        jobs.finish(job, result)
    except WindrowError as error:
        jobs.fail(job, error)
    except Exception as error:
        problem = f"the job failed: {type(error).__name__}: {error}"
        jobs.fail(job, WindrowError(problem, hint="please report it"), type(error).__name__)
        sys.exit(1)


def _run(home: Home, jobs: Jobs, record: JobRecord, bounds: Bounds) -> dict[str, Any]:
    folder, request = home.job_folder(record.id), record.request
    inputs = json.loads((folder / "inputs.json").read_text("utf-8"))
    raw, every = bool(request.get("raw")), bool(request.get("every"))
    work: Job = Extract(request.get("detector") or "auto", every=every, raw=raw)
    if request.get("wrapper"):
        work = Apply(str(folder / "wrapper.json"), raw=raw)
    watch = _Progress(home, jobs, record.id, inputs["total"])
    with _polite(request) as manners:
        look, limits = bounds.look(request.get("browser", "auto"), manners), bounds.limits()
        if look.mode == "always" or (look.mode == "auto" and missing() is None):
            # A browser does not start under a memory limit, and has its own.
            work, limits = Shown(work, look), replace(limits, memory=None)
        run(
            inputs["inputs"],
            str(home.rows_file(record.id)),
            job=work,
            engine=Pool(bounds.workers),
            limits=limits,
            shard_pages=_WEB_SHARD if inputs["web"] else _SHARD,
            resume=True,
            web=bounds.web(manners),
            watch=watch,
        )
    watch.note()
    return watch.facts()


def _crawl(home: Home, jobs: Jobs, record: JobRecord, bounds: Bounds) -> dict[str, Any]:
    request = record.request
    [start] = (page["url"] for page in request["pages"])

    def watch(tally: CrawlTally) -> None:
        jobs.progress(record.id, {**asdict(tally), "total": None})

    with _fetcher(start, request, bounds) as fetcher:
        found = crawl(
            start,
            fetcher,
            CrawlState(home.job_folder(record.id)),
            pages=request.get("most") or MOST_PAGES,
            details=bool(request.get("details")),
            resume=True,
            watch=watch,
        )
    return {**asdict(found.tally), "ended": found.ended, "notes": [*found.notes]}


@contextmanager
def _fetcher(start: str, request: Mapping[str, Any], bounds: Bounds) -> Iterator[Fetcher]:
    """Give the fetcher of a crawl: a browser, if the request asks for one."""
    if bounds.look(request.get("browser", "auto")).mode == "always":
        with _polite(request) as manners:
            yield BrowserFetcher(bounds.web(manners), bounds.seconds)
        return
    delay, robots = request.get("delay", 1.0), not request.get("ignore_robots")
    with scrapy_fetcher(Orders(start, bounds.web(), delay, robots, bounds.seconds)) as fetcher:
        yield fetcher


def _polite(request: Mapping[str, Any]) -> AbstractContextManager[Manners]:
    return polite(request.get("delay", 1.0), robots=not request.get("ignore_robots"))


@dataclass
class _Progress:
    """Follows a run, and records its progress now and then."""

    home: Home
    jobs: Jobs
    job: str
    total: int | None
    tally: Tally = field(default_factory=Tally)
    size: int = 0
    done: int = 0
    noted: float = 0.0

    def begin(self, size: int) -> None:
        """Note how much there is to do, and what was done before."""
        self.size = size
        path = self.home.rows_file(self.job)
        query = "SELECT SUM(pages), SUM(row_count), SUM(failed) FROM records_shards"
        empty = "SELECT COUNT(*) FROM records_pages WHERE row_count = 0"
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(path)) as database:
            pages, rows, failed = (n or 0 for n in database.execute(query).fetchone())
            self.tally = Tally(pages, rows, database.execute(empty).fetchone()[0], failed)
        self.note()

    def skip(self, shard: Shard) -> None:
        """Note a shard that was done before."""
        self.done += shard.size

    def add(self, harvest: Harvest) -> None:
        """Note a shard that has been stored."""
        self.tally = self.tally.plus(harvest.tally)
        self.done += harvest.size
        if time.monotonic() >= self.noted + _PAUSE:
            self.note()

    def facts(self) -> dict[str, Any]:
        """Return the progress of the job."""
        return {**self.tally._asdict(), "total": self.total, "bytes": self.done, "size": self.size}

    def note(self) -> None:
        """Record the progress of the job."""
        self.noted = time.monotonic()
        self.jobs.progress(self.job, self.facts())
