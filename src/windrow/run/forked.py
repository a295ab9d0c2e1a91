"""A worker that is a copy of this process: it starts at once, with everything loaded."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing import current_process, get_context

__all__ = ["ForkedProcess", "can_fork"]


def can_fork() -> bool:
    """Return whether this process can be copied: it must have no threads, and be no copy itself."""
    # On macOS the system's own libraries do not survive a fork.
    return (
        hasattr(os, "fork")
        and sys.platform != "darwin"
        and not current_process().daemon
        and threading.active_count() == 1
        and threading.current_thread() is threading.main_thread()
    )


class ForkedProcess:
    """A copy that does *work*, with the methods of `subprocess.Popen` that the guard uses."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._process = get_context("fork").Process(target=work, daemon=True)
        self._process.start()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code, or raise `subprocess.TimeoutExpired`."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        return self._process.exitcode
