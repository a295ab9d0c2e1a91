"""Jobs for tests: real extraction, but some pages have their way with the process."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.read import Page
from windrow.run import Extract
from windrow.run.packing import Objects, Packing

__all__ = ["Hostile", "Locked"]


@dataclass(frozen=True)
class Hostile:
    """Extracts pages; words in a page make it loop, take all memory, raise, exit or kill."""

    once: str = ""  # a file that exists if a process was killed before

    def tables(self, page: Page) -> Tables:
        if b"<!--loop-->" in page.content:
            while True:
                pass
        if b"<!--eat-->" in page.content:
            hoard = []
            while True:
                hoard.append(bytearray(10_000_000))
        if b"<!--raise-->" in page.content:
            raise RuntimeError("the rake is broken")
        if b"<!--die-->" in page.content:
            # As the kernel does when memory runs out.
            os.kill(os.getpid(), signal.SIGKILL)
        if b"<!--exit-->" in page.content:
            os._exit(0)
        if b"<!--die once-->" in page.content and not Path(self.once).exists():
            Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Extract().tables(page)

    def packing(self) -> Packing:
        return Objects()

    def settings(self) -> dict[str, Any]:
        return {"job": "hostile"}


@dataclass(frozen=True)
class Locked:
    """Cannot begin in any process but one."""

    process: int

    def tables(self, page: Page) -> Tables:
        return Extract().tables(page)

    def packing(self) -> Packing:
        if os.getpid() != self.process:
            raise WindrowError("the barn is locked")
        return Objects()

    def settings(self) -> dict[str, Any]:
        return {"job": "locked"}
