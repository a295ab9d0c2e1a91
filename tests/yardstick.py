"""Limits in seconds that a slow or busy machine does not break.

A limit was set on one machine. A fixed piece of work in the same process measures how much slower
the present machine is, when the limit is asked for.
"""

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lxml.html import document_fromstring

__all__ = ["PATIENCE", "assert_grows", "page_seconds", "seconds", "took"]

PATIENCE = 900.0
"""Seconds after which a process that we wait for must be hanging, however busy the machine is."""

_PAGE = (
    b"<ul>" + b"<li><h3><a href=/>Hay</a></h3><p>Dry <b>hay</b></p><i>1</i></li>" * 4000 + b"</ul>"
)
# Processor time of the fixed work where the limits were set.
_REFERENCE = 0.0095


def seconds(limit: float) -> float:
    """Return the processor time that corresponds to *limit* seconds on the machine as it is now.

    The slowest of several tries counts, because the measured work may have met the busiest moment.
    """
    return limit * max(1.0, max(_work() for _ in range(5)) / _REFERENCE)


def page_seconds() -> float:
    """Return a limit for one page that only a page which hangs exceeds, on the machine as it is."""
    start = time.monotonic()
    program = "from tests import warc; import windrow; windrow.extract(warc.list_page(1))"
    home = Path(__file__).parents[1]
    subprocess.run([sys.executable, "-c", program], cwd=home, check=True)
    return 2 + 4 * (time.monotonic() - start)


def took(work: Callable[[], object]) -> float:
    """Return the processor time of *work*, without that of the garbage collector.

    The collector scans everything the process holds, so its time depends on the tests before.
    """
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def _work() -> float:
    return took(_parse_and_count)


def _parse_and_count() -> None:
    document_fromstring(_PAGE)
    total = 0
    for number in range(60_000):
        total += number % 7


def assert_grows(
    small: Callable[[], float], large: Callable[[], float], most: float, tries: int = 12
) -> float:
    """Assert that the *large* work takes at most *most* times as long as the *small* one.

    Both return the seconds they took; the best time of the large one is returned. Other programs
    can only make work slower, so the best time of each gets closer to the true one with every try.
    """
    short, long = small(), large()
    for _ in range(tries):
        if long <= most * short:
            return long
        short, long = min(short, small()), min(long, large())
    raise AssertionError(f"{long:.3f} s is more than {most} times {short:.3f} s")
