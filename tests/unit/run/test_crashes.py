"""Killed at any point, with a full disk, on hostile input: resumed, the rows are exactly there."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench import kills
from tests.commands import WINDROW
from tests.stored import stored
from tests.yardstick import PATIENCE
from windrow.run import Serial, run

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An archive with 60 small pages, a redirect, a poisoned record and a truncated end."""
    return str(kills.crawl(tmp_path_factory.mktemp("crawl")))


@pytest.fixture(scope="module")
def expected(crawl: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a run that nothing disturbs stores."""
    target = str(tmp_path_factory.mktemp("expected") / "run.db")
    run([crawl], target, engine=Serial(), shard_pages=3)
    found = stored(target)
    assert len(found[""]) == 59 * 6
    assert len(found["_failed"]) == 2
    return dict(found)


@pytest.mark.parametrize("store", kills.STORES)
def test_a_run_that_is_killed_again_and_again_ends_with_exactly_the_rows(
    store: str, crawl: str, tmp_path: Path
) -> None:
    count = kills.killed(store, Path(crawl), tmp_path, kills=3, seed=1)

    assert count.kills >= 3
    assert (count.rows, count.lost, count.doubled) == (59 * 6 + 60 + 2, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".duckdb", ".db"])
def test_the_command_killed_with_all_its_workers_goes_on_where_it_was(
    ending: str, crawl: str, tmp_path: Path, expected: dict[str, object]
) -> None:
    target = str(tmp_path / f"run{ending}")
    command = [
        *WINDROW,
        "run",
        crawl,
        "--to",
        target,
        "--jobs",
        "2",
        "--shard-pages",
        "3",
        "--resume",
    ]
    chance = random.Random(ending)
    kills = 0

    while kills < 3:
        process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE)
        # Not before there is something to destroy, if that comes at all.
        while kills == 0 and process.poll() is None and not Path(target).exists():
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.5))
        kills += process.poll() is None
        os.killpg(process.pid, signal.SIGKILL) if process.returncode is None else None
        process.communicate()
        if process.returncode == 0:
            break
    last = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)

    assert last.returncode == 0, last.stderr.decode()
    assert stored(target) == expected


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_workers_end_with_the_one_who_started_them(tmp_path: Path) -> None:
    script = (
        "from tests.jobs import Hostile\nfrom windrow.run import run, Pool\n"
        f"run([{str(tmp_path)!r}], {str(tmp_path / 'run.db')!r}, job=Hostile(), engine=Pool(2))"
    )
    for number in range(2):
        (tmp_path / f"{number}.html").write_bytes(b"<!--loop-->")
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, start_new_session=True)
    while len(of_session(process.pid)) < 2:
        assert process.poll() is None
        time.sleep(0.02)

    process.kill()
    process.wait()

    end = time.monotonic() + PATIENCE
    while of_session(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert of_session(process.pid) == []


def of_session(leader: int) -> list[int]:
    """The processes of the session that a process leads, without zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("target", ["run.duckdb", "run.db", "rows"])
def test_a_full_disk_stops_the_run_and_loses_nothing(
    target: str, crawl: str, tmp_path: Path, expected: dict[str, object]
) -> None:
    command = [*WINDROW, "run", crawl, "--to", str(tmp_path / target), "--engine", "serial",
               "--shard-pages", "3", "--resume"]  # fmt: skip
    # The most bytes of a file: beyond them writing fails, as on a full disk.
    room = {"run.duckdb": 50_000, "run.db": 100_000, "rows": 3_000}[target]

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    first = subprocess.run(
        command, preexec_fn=small_disk, capture_output=True, timeout=PATIENCE, check=False
    )
    second = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)

    assert first.returncode == 1
    assert "cannot be written" in first.stderr.decode()
    assert "Traceback" not in first.stderr.decode()
    assert second.returncode == 0, second.stderr.decode()
    assert stored(str(tmp_path / target)) == expected
