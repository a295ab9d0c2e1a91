"""How much memory pages take: the most that one process had, against the size of the page."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

from bench.fuzz.families import FAMILIES
from windrow.detect import DETECTORS
from windrow.errors import WindrowError
from windrow.pipeline import find
from windrow.tree.room import MEMORY, MEMORY_A_BYTE

__all__ = ["peak", "report_memory"]


def peak(work: Callable[[], object]) -> tuple[int, bool]:
    """Return the most memory that *work* took in a child, in bytes, and whether it was refused."""
    child = os.fork()
    if not child:
        try:
            work()
        except WindrowError:
            os._exit(4)
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    # Kilobytes, but bytes on macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 4):
        raise RuntimeError(f"the work ended with {code}")
    return used.ru_maxrss * unit, code == 4


def report_memory(nodes: int, detector: str | None = None, family: str | None = None) -> int:
    """Print what pages of *nodes* take with every detector; return how many take too much."""
    bad = 0
    for name, make in FAMILIES.items():
        for system in DETECTORS:
            if detector not in (None, system) or family not in (None, name):
                continue
            html = make(nodes).encode()
            taken, refused = peak(partial(find, html, detector=system))
            much = taken > MEMORY + MEMORY_A_BYTE * len(html)
            bad += much
            tags = html.count(b"<") - html.count(b"</")
            print(
                f"{system:6} {name:20} {len(html) / 1e6:6.1f} MB  {taken / 1e6:7.0f} MB taken, "
                f"{taken / max(tags, 1):6.0f} bytes a tag",
                "refused" if refused else "",
                "TOO MUCH" if much else "",
                flush=True,
            )
    print(f"{bad} of them take too much")
    return bad
