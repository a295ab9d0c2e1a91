"""Runs that are killed at random moments and resumed: ``python -m bench.kills --kills 300``.

A process that has imported everything forks one for every attempt: so a run begins at once, and the
moments at which it is killed lie in its work, not in the loading of modules. The rows of every run
that was killed and resumed are compared with those of one that nothing disturbed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests import warc
from tests.postgres import running_server
from tests.stored import stored

__all__ = ["STORES", "Count", "crawl", "killed", "main"]

STORES = ("sqlite", "duckdb", "parquet", "postgres")
"""The kinds of stores a run has."""

_ROOT = Path(__file__).parents[1]
# A run that takes longer hangs, however busy the machine is: chosen, not measured.
_PATIENCE = 900.0
_PAGES = 60


class Count(NamedTuple):
    """The result of all runs into one store."""

    runs: int
    kills: int
    rows: int  # of a run that nothing disturbed, its pages and failures included
    lost: int
    doubled: int  # or never seen in the run that nothing disturbed


def crawl(folder: Path) -> Path:
    """Write an archive with small pages, a redirect, a poisoned record and a truncated end."""
    records = [warc.response(warc.list_page(n), f"http://farm.example/{n}") for n in range(_PAGES)]
    records.insert(20, warc.record(b"HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"))
    records.insert(40, b"WARC/1.0\r\nContent-Length: nettle\r\n\r\nnothing")
    path = warc.write(folder / "crawl.warc.gz", records)
    path.write_bytes(path.read_bytes()[:-30])
    return path


def killed(store: str, archive: Path, folder: Path, *, kills: int, seed: int) -> Count:
    """Kill runs of *archive* into *store* at least *kills* times; return what they lost."""
    with ExitStack() as opened:
        # All runs into one database, each under a name; DuckDB files are for one process.
        target = str(folder / {"duckdb": "NUMBER.duckdb", "sqlite": "all.sqlite"}.get(store, "all"))
        if store == "postgres":
            target = opened.enter_context(running_server())
        settings = {"input": str(archive), "target": target, "kills": kills, "seed": seed}
        done = subprocess.run(
            [sys.executable, "-m", "bench.kills", "--settings", json.dumps(settings)],
            cwd=_ROOT, capture_output=True, timeout=_PATIENCE, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        counts: list[int] = json.loads(done.stdout)
        return _compared(target, counts)


def _compared(target: str, counts: Sequence[int]) -> Count:
    """Return how the rows of all runs differ from those of the first, which was never killed."""
    whole = _rows(target, 0)
    lost = doubled = 0
    for number in range(1, len(counts)):
        found = _rows(target, number)
        lost += (whole - found).total()
        doubled += (found - whole).total()
    return Count(len(counts) - 1, sum(counts), whole.total(), lost, doubled)


def _rows(target: str, number: int) -> Counter[tuple[object, ...]]:
    found = stored(target.replace("NUMBER", str(number)), f"run{number}")
    return Counter((tail, *map(str, row)) for tail, rows in found.items() for row in rows)


def _kill(settings: Mapping[str, object]) -> None:
    """Print how often each run was killed before it came to its end, the first one never."""
    for module in ("windrow.run", "windrow.run.parts", "pyarrow.parquet", "duckdb", "psycopg"):
        import_module(module)
    chance = random.Random(str(settings["seed"]))
    start = time.monotonic()
    _attempt(settings, number=0, delay=None)
    whole = time.monotonic() - start
    kills = [0]
    while sum(kills) < int(str(settings["kills"])):
        kills.append(0)
        # Each attempt lasts longer: otherwise a run might never reach the end of its first shard.
        while not _attempt(
            settings, len(kills) - 1, whole * chance.uniform(0, 0.25 + kills[-1] / 20)
        ):
            kills[-1] += 1
    print(json.dumps(kills))


def _attempt(settings: Mapping[str, object], number: int, delay: float | None) -> bool:
    """Run until the end, or until *delay* seconds have passed; return whether it was the end."""
    child = os.fork()
    if not child:
        os._exit(_work(settings, number))
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the run failed"
    return not os.WIFSIGNALED(status)


def _work(settings: Mapping[str, object], number: int) -> int:
    from windrow.run import Serial, run

    try:
        run(
            [str(settings["input"])],
            str(settings["target"]).replace("NUMBER", str(number)),
            engine=Serial(),
            name=f"run{number}",
            resume=True,
            shard_pages=3,
        )
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Kill runs into all stores and print what was lost; exit with 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="kills over all stores")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=STORES, action="append", help="only this one")
    parser.add_argument("--settings", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.settings:
        _kill(json.loads(options.settings))
        return
    stores = options.store or STORES
    bad = 0
    print("| store | runs | kills | rows a run | lost | doubled |\n|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        archive = crawl(Path(folder))
        for store in stores:
            kills = -(-options.kills // len(stores))
            count = killed(store, archive, Path(folder), kills=kills, seed=options.seed)
            print(f"| {store} | {' | '.join(map(str, count))} |", flush=True)
            bad += count.lost + count.doubled
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
