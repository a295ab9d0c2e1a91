"""The engine of a cluster: shards on Spark, and tables for other people's Spark jobs."""

from __future__ import annotations

import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from windrow.errors import WindrowError, need
from windrow.run.engine import Work
from windrow.run.java import find_java
from windrow.run.job import Apply, Extract, Harvest, Job, Outcome
from windrow.run.origin import Entry, Origin, Shard
from windrow.run.pool import harvests
from windrow.run.shard import found, origins
from windrow.run.task import Limits
from windrow.run.workers import Crew

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["COLUMNS", "Spark", "extract", "session"]

COLUMNS = (
    "page string, wrapper string, table_number int, record_number int, nodes string, "
    "cells string, note string, error string"
)
"""The columns that `extract` returns; a page without rows gives one row with a note."""

# A Spark job has this many shards per core, and this many jobs run at once: while one waits for its
# last shard, the next one has begun. Chosen, not measured.
_SHARDS_A_CORE = 4
_WAVES = 2
_NAME = "windrow"
# Archives that are scanned before their pages are worked on. Chosen: an archive has some ten
# thousand pages, and an origin takes a few bytes.
_ARCHIVES = 32
# Pages of a data frame that are sent to the guarded process at once. Chosen, not measured.
_PAGES = 20

_Batches = Iterator["pyarrow.RecordBatch"]


@dataclass(frozen=True, slots=True)
class Spark:
    """Works on the Spark cluster *master*, or in the current session.

    Only the origins of pages are sent, unless the pages themselves were given. Workers store the
    rows themselves if other machines can write to the store; otherwise they return them.
    """

    master: str | None = None

    def origins(self, entries: Iterable[Entry], html: str | None = None) -> Iterator[Origin]:
        """Yield where the pages of *entries* are, in their order.

        Scanning archives is a hundredth of the work, but too much for one machine if
        there are many: the workers do it, `_ARCHIVES` at a time.
        """
        for kind, group in groupby(entries, key=lambda entry: entry.kind):
            if kind == "page":
                yield from found(group, html)
            while archives := [*islice(group, _ARCHIVES)]:
                yield from self._found(archives, html)

    def _found(self, archives: list[Entry], html: str | None) -> Iterator[Origin]:
        if len(archives) < 2:
            yield from found(archives, html)
            return
        with _session(self.master) as spark:
            tasks = spark.range(0, len(archives), 1, len(archives))
            rows = tasks.mapInArrow(
                _finder(archives, html), "number long, origins binary"
            ).collect()
        for row in sorted(rows, key=lambda row: row.number):
            yield from pickle.loads(row.origins)

    def harvests(self, work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
        """Yield the harvests of *shards*, as Spark jobs are done."""
        rest = iter(shards)
        with _session(self.master) as spark, ThreadPoolExecutor(_WAVES) as threads:
            size = _SHARDS_A_CORE * spark.sparkContext.defaultParallelism
            waves: list[Future[list[Harvest]]] = []
            try:
                while True:
                    while len(waves) < _WAVES and (wave := [*islice(rest, size)]):
                        waves.append(threads.submit(_job, spark, work, wave))
                    if not waves:
                        return
                    yield from waves.pop(0).result()
            finally:
                if any(not wave.done() for wave in waves):
                    spark.sparkContext.cancelJobsWithTag(_NAME)


def _job(spark: SparkSession, work: Work, wave: list[Shard]) -> list[Harvest]:
    """Return the harvests of one Spark job; every shard is a task."""
    spark.sparkContext.addJobTag(_NAME)
    parcels = [pickle.dumps((work, shard)) for shard in wave]
    tasks = spark.range(0, len(wave), 1, len(wave))
    with _our_errors("Spark gave up"):
        found = tasks.mapInArrow(_task(parcels), "harvest binary").collect()
    return [pickle.loads(row.harvest) for row in found]


def _finder(entries: list[Entry], html: str | None) -> Callable[[_Batches], _Batches]:
    def finder(batches: _Batches) -> _Batches:
        arrow = need("pyarrow", "spark")
        for batch in batches:
            for number in batch.column(0).to_pylist():
                parcel = pickle.dumps([*origins(entries[number], html)])
                yield arrow.RecordBatch.from_pydict({"number": [number], "origins": [parcel]})

    return finder


def _task(parcels: list[bytes]) -> Callable[[_Batches], _Batches]:
    def task(batches: _Batches) -> _Batches:
        arrow = need("pyarrow", "spark")
        for batch in batches:
            for number in batch.column(0).to_pylist():
                # As in the pool, pages are worked on in a process that may die without harm.
                work, shard = pickle.loads(parcels[number])
                for harvest in _guarded(work, [shard]):
                    parcel = pickle.dumps(_stored(work, harvest))
                    yield arrow.RecordBatch.from_pydict({"harvest": [parcel]})

    return task


_Pages: TypeAlias = Crew[Shard, Origin, Outcome]
_kept: list[tuple[bytes, _Pages]] = []


def _guarded(work: Work, shards: Iterable[Shard]) -> Iterator[Harvest]:
    """Yield the harvests of *shards*, from a process that is reused for the next task."""
    key = pickle.dumps(work)
    if not _kept or _kept[0][0] != key:
        _let_go()
        _kept.append((key, Crew(work, jobs=1)))
    whole = False
    try:
        yield from harvests(_kept[0][1], shards)
        whole = True
    finally:
        # A process that was interrupted cannot be reused.
        if not whole:
            _let_go()


def _let_go() -> None:
    while _kept:
        _kept.pop()[1].close()


def _stored(work: Work, harvest: Harvest) -> Harvest:
    if work.store is None:
        return harvest
    # A task that Spark runs twice stores the same rows under the same name.
    work.store.put(harvest)
    return replace(harvest, outcomes=(), stored=harvest.tally)


def extract(
    df: DataFrame,
    html: str = "content",
    *,
    page: str | None = None,
    wrapper: str | None = None,
    detector: str = "auto",
    every: bool = False,
    raw: bool = False,
    limits: Limits | None = None,
) -> DataFrame:
    """Return a data frame with the rows of the pages in the column *html* of *df*.

    *page* is the column with the addresses or other names of pages. A *wrapper*, a file or
    folder that the workers can read, is applied; otherwise the best table of each page is found,
    or with *every* all of them. The columns are `COLUMNS`; the work is lazy, as in all of Spark.
    """
    job: Job = Extract(detector, every=every, raw=raw)
    if wrapper:
        job = Apply(wrapper, raw=raw, wide=False)
    work = Work(job, limits or Limits())
    chosen = df.select(html, page) if page else df.select(html)
    return chosen.mapInArrow(_reader_of(work), COLUMNS)


def _reader_of(work: Work) -> Callable[[_Batches], _Batches]:
    def read(batches: _Batches) -> _Batches:
        arrow = need("pyarrow", "spark")
        for harvest in _guarded(work, _shards(batches)):
            lines = [line for outcome in harvest.outcomes for line in _lines(outcome)]
            columns = zip(*lines, strict=True)
            names = [word.split()[0] for word in COLUMNS.split(", ")]
            kinds = [arrow.int32() if " int" in w else arrow.string() for w in COLUMNS.split(", ")]
            arrays = [arrow.array(c, kind) for c, kind in zip(columns, kinds, strict=True)]
            yield arrow.RecordBatch.from_arrays(arrays, names)

    return read


def _shards(batches: _Batches) -> Iterator[Shard]:
    number = 0
    for batch in batches:
        for start in range(0, batch.num_rows, _PAGES):
            rows = batch.slice(start, _PAGES).to_pydict()
            html, *names = rows.values()
            given = names[0] if names else [None] * len(html)
            yield Shard(number, tuple(map(_origin, html, given)))
            number += 1


def _origin(html: str | bytes | None, name: Any) -> Origin:
    content = html.encode("utf-8", "replace") if isinstance(html, str) else bytes(html or b"")
    return Origin("bytes", "" if name is None else str(name), size=len(content), content=content)


def _lines(outcome: Outcome) -> list[tuple[Any, ...]]:
    """Return the rows of a page, or one row that says why there are none."""
    if not outcome.rows:
        return [(outcome.page, None, None, None, None, None, outcome.note, outcome.error)]
    return [
        (outcome.page, row.wrapper, row.table_number, row.record_number, row.nodes, row.cells[0],
         None, None)
        for row in outcome.rows
    ]  # fmt: skip


@contextmanager
def _our_errors(problem: str) -> Iterator[None]:
    """Turn errors of Spark into one line; its long stack traces add nothing."""
    java = need("py4j.protocol", "spark").Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (java, PySparkException) as error:
        cause = getattr(error, "java_exception", None) or error
        lines = [line for line in str(cause).splitlines() if line.strip()] or ["unknown error"]
        raise WindrowError(f"{problem}: {lines[0]}", hint="see the log of Spark") from error


@contextmanager
def _session(master: str | None) -> Iterator[SparkSession]:
    """Yield the current session, or a new one that ends with the block."""
    need("pyspark", "spark")
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    spark = there or session(master)
    try:
        yield spark
    finally:
        if there is None:
            spark.stop()


def session(master: str | None = None, **settings: str) -> SparkSession:
    """Return a Spark session whose workers use the Python and the modules that we use.

    *settings* are those of Spark, with ``__`` for the dots in their names.
    """
    need("pyspark", "spark")
    from pyspark.sql import SparkSession

    find_java()
    # The parts of PySpark that we use work anyway, and users can do nothing about the warning.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    # Spark takes the Python of its workers from these, not from the session.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    path = os.pathsep.join(filter(None, sys.path))
    builder = SparkSession.builder.appName("windrow").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.log.level", "ERROR").config(
        "spark.executorEnv.PYTHONPATH", path
    )
    # One page may be large, and several wait in a batch.
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", str(_PAGES * 5))
    for name, value in settings.items():
        builder = builder.config(name.replace("__", "."), value)
    with _our_errors("Spark cannot be started"):
        return (builder.master(master) if master else builder).getOrCreate()
