"""Runs that are killed at random moments and resumed: ``python -m tests.killing SETTINGS``.

A process of its own that has imported everything and then forks: so a run begins at once, and the
moments at which it is killed lie in its work, not in the loading of modules.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from importlib import import_module

__all__ = ["main"]


def main(settings: dict[str, object]) -> None:
    """Print how often each run was killed before it came to its end, the first one never."""
    for module in ("windrow.run", "windrow.run.parts", "pyarrow.parquet", "duckdb", "psycopg"):
        import_module(module)
    chance = random.Random(str(settings["seed"]))
    start = time.monotonic()
    assert attempt(settings, number=0, delay=None)
    whole = time.monotonic() - start
    kills = [0]
    while sum(kills) < int(str(settings["kills"])):
        kills.append(0)
        # Later every time: what a run does before its first shard would never come to an end.
        while not attempt(
            settings, len(kills) - 1, whole * chance.uniform(0, 0.25 + kills[-1] / 20)
        ):
            kills[-1] += 1
    print(json.dumps(kills))


def attempt(settings: dict[str, object], number: int, delay: float | None) -> bool:
    """Run until the end, or until *delay* seconds have passed; return whether it was the end."""
    child = os.fork()
    if not child:
        os._exit(work(settings, number))
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the run failed"
    return not os.WIFSIGNALED(status)


def work(settings: dict[str, object], number: int) -> int:
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


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
