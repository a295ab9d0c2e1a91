"""What every engine promises: the same rows, an outcome for every page, and no page ends a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import windrow
from tests import warc
from tests.jobs import Hostile
from tests.sparked import quiet, running_spark
from tests.yardstick import page_seconds
from windrow.run import Engine, Extract, Harvest, Limits, Origin, Outcome, Pool, Serial, Shard, Work
from windrow.run.inputs import entries
from windrow.run.intake import Intake
from windrow.run.packing import Objects
from windrow.run.shard import cut
from windrow.run.shard import found as found_places

pytestmark = quiet

GUARDED = [
    pytest.param("pool", marks=pytest.mark.slow),
    pytest.param("spark", marks=pytest.mark.slow),
]


@pytest.fixture(params=["serial", *GUARDED])
def engine(request: pytest.FixtureRequest) -> Engine:
    return made(request)


@pytest.fixture(params=GUARDED)
def guarded(request: pytest.FixtureRequest) -> Engine:
    return made(request)


def made(request: pytest.FixtureRequest) -> Engine:
    if request.param == "spark":
        running_spark()
        from windrow.run.spark import Spark

        return Spark()
    return Serial() if request.param == "serial" else Pool(2)


def given(*pages: bytes, size: int = 4) -> list[Shard]:
    """Shards of pages that are handed over."""
    origins = [Origin("bytes", f"page {n}", content=page) for n, page in enumerate(pages)]
    return [
        Shard(number, tuple(origins[start : start + size]))
        for number, start in enumerate(range(0, len(origins), size))
    ]


def outcomes(engine: Engine, work: Work, shards: list[Shard]) -> list[Outcome]:
    """What became of the pages, in their order."""
    found = sorted(engine.harvests(work, iter(shards)), key=lambda harvest: harvest.shard)
    assert [harvest.shard for harvest in found] == [shard.number for shard in shards]
    return [outcome for harvest in found for outcome in harvest.outcomes]


def test_all_kinds_of_sources_give_the_rows_of_a_plain_loop(engine: Engine, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    pages = [warc.list_page(number) for number in range(12)]
    for number, page in enumerate(pages[:4]):
        (tmp_path / f"a{number}.html").write_bytes(page)
    warc.write(
        tmp_path / "b.warc.gz",
        [warc.response(p, f"http://farm.example/{n}") for n, p in enumerate(pages[4:8])],
    )
    parquet.write_table(arrow.table({"html": pages[8:]}), tmp_path / "c.parquet")
    shards = [*cut(engine.origins(entries([str(tmp_path)])), 5)]

    found = outcomes(engine, Work(Extract()), shards)

    origins = [origin for shard in shards for origin in shard.origins]
    expected = [
        Objects().cells("", table)
        for origin in origins
        for table in windrow.extract(Intake().read(origin))[:1]
    ]
    assert [[row.cells for row in outcome.rows] for outcome in found] == expected
    assert [len(rows) for rows in expected] == [6] * 12
    assert [outcome.place for outcome in found] == [str(origin) for origin in origins]
    assert origins == [*found_places(entries([str(tmp_path)]))]


def test_a_page_that_fails_is_an_outcome_and_the_others_go_on(
    engine: Engine, tmp_path: Path
) -> None:
    good = tmp_path / "good.html"
    good.write_bytes(warc.list_page(1))
    names = [str(good), str(tmp_path / "missing.html"), str(good)]
    shards = [
        Shard(0, tuple(Origin("page", name) for name in names)),
        *[Shard(1 + s.number, s.origins) for s in given(b"<!--raise-->", b"", warc.list_page(2))],
    ]

    found = outcomes(engine, Work(Hostile()), shards)

    assert [outcome.error for outcome in found] == [
        None, "FileUnreadable", None, "RuntimeError", None, None,
    ]  # fmt: skip
    assert [len(outcome.rows) for outcome in found] == [6, 0, 6, 0, 0, 6]
    assert "the rake is broken" in (found[3].note or "")
    assert found[4].note == "the page is empty"


def test_shards_are_taken_as_they_are_needed(engine: Engine) -> None:
    taken = 0

    def endless() -> Iterator[Shard]:
        nonlocal taken
        while True:
            yield Shard(taken, (Origin("bytes", "page", content=b"<p>hay"),))
            taken += 1

    harvests = engine.harvests(Work(Extract()), endless())
    first = next(harvests)
    harvests.close()  # type: ignore[attr-defined]

    assert isinstance(first, Harvest)
    assert taken <= 32


def test_nothing_to_do_is_nothing(engine: Engine) -> None:
    assert [*engine.harvests(Work(Extract()), iter(()))] == []


def test_pages_that_loop_kill_or_eat_memory_are_told_and_the_others_go_on(guarded: Engine) -> None:
    pages = [warc.list_page(number) for number in range(10)]
    pages[1] += b"<!--loop-->"
    pages[4] += b"<!--die-->"
    pages[6] += b"<!--eat-->"
    pages[8] += b"<!--exit-->"
    limit = page_seconds()
    work = Work(Hostile(), Limits(seconds=limit, memory=300_000_000))

    found = outcomes(guarded, work, given(*pages, size=5))

    errors = {number: outcome for number, outcome in enumerate(found) if outcome.error}
    assert {number: outcome.error for number, outcome in errors.items()} == {
        1: "TookTooLong",
        4: "Crash",
        6: "OutOfMemory",
        8: "Crash",
    }
    assert f"{limit:g} s" in (errors[1].note or "")
    assert "SIGKILL" in (errors[4].note or "")
    assert "300 MB" in (errors[6].note or "")
    assert all(len(o.rows) == 6 for n, o in enumerate(found) if n not in errors)


def test_a_page_whose_worker_was_killed_by_chance_is_worked_on_again(
    guarded: Engine, tmp_path: Path
) -> None:
    pages = [warc.list_page(number) for number in range(4)]
    pages[2] += b"<!--die once-->"

    found = outcomes(guarded, Work(Hostile(once=str(tmp_path / "killed"))), given(*pages))

    assert (tmp_path / "killed").exists()
    assert [outcome.error for outcome in found] == [None] * 4
    assert [len(outcome.rows) for outcome in found] == [6] * 4


def test_a_shard_of_large_pages_and_names_blocks_nobody(guarded: Engine) -> None:
    padding = b"<!--" + b"x" * 400_000 + b"-->"
    pages = [warc.list_page(number, rows=200) + padding for number in range(12)]

    found = outcomes(guarded, Work(Extract()), given(*pages, size=3))

    assert [len(outcome.rows) for outcome in found] == [200] * 12
