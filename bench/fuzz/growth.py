"""How the work grows with the page: four times the page, at most eight times the time.

Each time is the processor time of one child: a page that takes too long ends only its child.
"""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.fuzz.families import FAMILIES
from windrow.detect import DETECTORS
from windrow.errors import WindrowError
from windrow.pipeline import find

__all__ = ["Growth", "growth", "report_growth"]

STEP = 4
"""A page is this many times as large as the one before."""
MOST = 8.0
"""It may take this many times as long: between linear (4) and quadratic (16). Set as the goal."""
# Shorter times, in seconds, say more about the timer than about the page. Chosen, not measured.
_TOO_SHORT = 0.02
# Times of a pair are measured again, up to this often, before they count as too long. Chosen.
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Growth:
    """The processor seconds that a detector took for pages of these sizes; inf: given up.

    *refused* names the error with which the last page was refused, as it is past a declared limit.
    """

    family: str
    detector: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    refused: str = ""

    @property
    def worst(self) -> float:
        """How many times as long the next page took, where the times are long enough to say."""
        pairs = zip(self.seconds, self.seconds[1:], strict=False)
        return max((large / max(small, _TOO_SHORT) for small, large in pairs), default=0.0)

    def __str__(self) -> str:
        times = "  ".join(
            f"{size}: {s:.2f} s" for size, s in zip(self.sizes, self.seconds, strict=True)
        )
        return f"{self.detector:6} {self.family:20} {self.worst:5.1f}   {times}  {self.refused}"


def growth(family: str, detector: str, sizes: Sequence[int]) -> Growth:
    """Return how long *detector* takes for pages of a *family*.

    It stops at a page that takes too long or is refused.
    """
    seconds: list[float] = []
    refused = ""
    for size in sizes:
        html = FAMILIES[family](size).encode()
        before = max(seconds[-1], _TOO_SHORT) if seconds else 5.0
        took = math.inf
        for _ in range(_TRIES):
            again, refused = _seconds(html, detector, 2 * MOST * before)
            took = min(took, again)
            if took <= MOST * before:
                break
        seconds.append(took)
        if refused or took > MOST * before:
            break
    return Growth(family, detector, tuple(sizes[: len(seconds)]), tuple(seconds), refused)


def report_growth(
    nodes: int, detector: str | None = None, family: str | None = None
) -> list[Growth]:
    """Print how the work grows up to pages of *nodes*; return where it grows too much."""
    sizes = [nodes // STEP**k for k in (2, 1, 0)]
    bad = []
    for one in _all(sizes, detector, family):
        print(one, "TOO MUCH" if one.worst > MOST else "", flush=True)
        if one.worst > MOST:
            bad.append(one)
    print(f"{len(bad)} of them grow too much")
    return bad


def _all(sizes: Sequence[int], detector: str | None, family: str | None) -> Iterator[Growth]:
    for name in FAMILIES:
        for system in DETECTORS:
            if detector in (None, system) and family in (None, name):
                yield growth(name, system, sizes)


def _seconds(html: bytes, detector: str, most: float) -> tuple[float, str]:
    """Return the processor time for a page in a child, and the error of ours that refused it.

    The time is infinite if it is more than *most*.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, most)
        start, refused = time.process_time(), ""
        # A page past a declared limit is refused with an error of ours: that is an answer.
        try:
            find(html, detector=detector)
        except WindrowError as error:
            refused = type(error).__name__
        os.write(writer, f"{time.process_time() - start} {refused}".encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        took, _, refused = stream.read().decode().partition(" ")
    os.waitpid(child, 0)
    return (float(took) if took else math.inf), refused
