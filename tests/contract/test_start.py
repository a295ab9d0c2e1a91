"""What one page costs through the command line: starting, extracting, printing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.yardstick import PATIENCE

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.slow

SHOP = Path(__file__).parents[2] / "examples" / "shop.html"
# One page may take 0.2 s of processor time where importing httpx and click takes 0.1 s; measured on
# a busy machine, it takes 1.5 times as long as that.
MOST = 2.0


def seconds(words: list[str], folder: Path) -> float:
    """Return the processor time of a command that is started with its bytecode compiled."""
    around = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    around["PYTHONPYCACHEPREFIX"] = str(folder)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words], env=around, capture_output=True, timeout=PATIENCE, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def test_one_page_costs_little_more_than_to_start(tmp_path: Path) -> None:
    page = ["-m", "windrow", "extract", str(SHOP), "-f", "csv"]
    start = ["-c", "import httpx, click"]
    for words in (page, start):
        seconds(words, tmp_path)

    # By turns, and the best of each: other programs disturb both.
    times = [(seconds(page, tmp_path), seconds(start, tmp_path)) for _ in range(5)]

    assert min(own for own, _ in times) <= MOST * min(other for _, other in times)
