"""Where the rows of a run go: no number of shards and no size of a cell is too much."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.stored import stored
from windrow.errors import WindrowError
from windrow.run.job import Harvest, Outcome, RowOut
from windrow.run.packing import Objects
from windrow.run.store import open_store
from windrow.sink import SINKS, SinkEntry
from windrow.sink import duckdb as sink

duckdb = pytest.importorskip("duckdb")


def harvest(shard: int, *cells: str) -> Harvest:
    rows = tuple(RowOut("auto", 1, n, f"/ul[1]/li[{n}]", (c,)) for n, c in enumerate(cells, 1))
    return Harvest(shard, (Outcome(f"page {shard}", f"a.warc@{shard}", rows),))


def put(target: Path, *harvests: Harvest) -> None:
    with open_store(str(target), "records", Objects()) as store:
        store.begin({}, resume=True)
        for one in harvests:
            store.put(one)


def test_a_file_that_is_opened_anew_between_shards_has_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sink, "_OPENED_FOR", 2)
    shards = [harvest(n, f'{{"title": "Tool {n}"}}', '{"title": "Rake"}') for n in range(7)]

    put(tmp_path / "it's hay.duckdb", *shards[:4])
    put(tmp_path / "it's hay.duckdb", *shards[4:])
    put(tmp_path / "hay.db", *shards)

    assert stored(str(tmp_path / "it's hay.duckdb")) == stored(str(tmp_path / "hay.db"))


def test_a_database_among_the_sinks_takes_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SINKS, ".farm", SinkEntry("windrow.sink.sqlite:SQLite", database=True))
    shard = harvest(0, '{"title": "Rake"}')

    put(tmp_path / "hay.farm", shard)
    put(tmp_path / "hay.db", shard)

    (tmp_path / "hay.farm").rename(tmp_path / "farm.db")
    assert stored(str(tmp_path / "farm.db")) == stored(str(tmp_path / "hay.db"))


@pytest.mark.parametrize("name", ["hay.duckdb", "hay.db"])
def test_a_shard_that_is_stored_already_fails_and_adds_nothing(tmp_path: Path, name: str) -> None:
    once = harvest(0, '{"title": "Rake"}')
    put(tmp_path / name, once)
    before = stored(str(tmp_path / name))

    with pytest.raises(WindrowError, match="cannot be written"):
        put(tmp_path / name, once)

    assert stored(str(tmp_path / name)) == before


@pytest.mark.slow
def test_cells_larger_than_what_is_remembered_are_stored(tmp_path: Path) -> None:
    cells = [f'{{"text": "{"hay " * 100_000}{n}"}}' for n in range(150)]
    target = tmp_path / "hay.duckdb"

    put(target, harvest(0, *cells), harvest(1, f'"{"rye " * 3_000_000}"'))

    with duckdb.connect(str(target), read_only=True) as database:
        [[count, size]] = database.execute(
            "SELECT count(*), sum(strlen(cells::VARCHAR)) FROM records"
        ).fetchall()
    assert (count, size) == (151, sum(map(len, cells)) + 12_000_002)


MANY_SHARDS = """
import re, sys
from tests.unit.run.test_store import harvest
from windrow.run.store import open_store
from windrow.run.packing import Objects

def peak():
    return int(re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])

with open_store(sys.argv[1], "records", Objects()) as store:
    store.begin({}, resume=False)
    for shard in range(int(sys.argv[2])):
        store.put(harvest(shard, *('{"text": "%s"}' % (f"{shard} {n} hay " * 90) for n in range(600))))
print(peak())
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is told by /proc")
def test_memory_does_not_grow_with_the_number_of_shards(tmp_path: Path) -> None:
    def peak(shards: int) -> int:
        words = [str(tmp_path / f"{shards}.duckdb"), str(shards)]
        return int(subprocess.check_output([sys.executable, "-c", MANY_SHARDS, *words]))

    assert peak(80) < 1.1 * peak(20)
