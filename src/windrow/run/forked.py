"""A worker that is a copy of this process: there at once, and knowing all that we know."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing import current_process, get_context

__all__ = ["ForkedProcess", "can_fork"]


def can_fork() -> bool:
    """Return whether this process can be copied; a copy has no threads, and no copies itself."""
    # On macOS the system's own libraries do not survive it.
    return (
        hasattr(os, "fork")
        and sys.platform != "darwin"
        and not current_process().daemon
        and threading.active_count() == 1
        and threading.current_thread() is threading.main_thread()
    )


class ForkedProcess:
    """The copy at its *work*, as the guard watches it: like `subprocess.Popen`."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._process = get_context("fork").Process(target=work, daemon=True)
        self._process.start()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends, and return how; `subprocess.TimeoutExpired` if that takes longer."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        return self._process.exitcode
