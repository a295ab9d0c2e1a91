"""Watches the processes of a browser from outside: how much memory they take, and their end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["descendants", "end", "is_running", "memory"]

_PROC = Path("/proc")


def descendants(root: int) -> list[int]:
    """Return *root* and all processes it started, if the system lists them (Linux only)."""
    children: dict[int, list[int]] = {}
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def is_running(pid: int) -> bool:
    """Return whether the process *pid* still runs."""
    if not _PROC.is_dir():
        try:
            os.kill(pid, 0)
        except OSError:
            return False
        return True
    # Z: ended, but its parent has not collected the exit code.
    return _stat(str(pid))[:1] not in ([], ["Z"])


def memory(root: int) -> int:
    """Return the bytes of memory that *root* and its descendants do not share.

    0 if the system does not say.
    """
    return sum(map(_own_bytes, descendants(root)))


def end(root: int, others: Iterable[int] = ()) -> None:
    """End *root* and all processes it started, at once."""
    for pid in dict.fromkeys((*descendants(root), *others)):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def _parents() -> Iterator[tuple[int, int]]:
    if not _PROC.is_dir():
        return
    for entry in os.listdir(_PROC):
        if entry.isdigit() and (fields := _stat(entry)):
            yield int(entry), int(fields[1])


def _stat(pid: str) -> list[str]:
    """Return the state of a process, its parent and so on; an empty list if it is gone."""
    try:
        stat = (_PROC / pid / "stat").read_text("utf-8", "replace")
    except OSError:
        return []
    # The name of a program, in brackets, may contain anything.
    return stat.rpartition(")")[2].split()


def _own_bytes(pid: int) -> int:
    try:
        status = (_PROC / str(pid) / "status").read_text("utf-8", "replace")
    except OSError:
        return 0
    # Shared memory, mostly the program itself, would be counted many times.
    kilobytes = (
        line.split()[1] for line in status.splitlines() if line.startswith(("RssAnon", "RssShmem"))
    )
    return 1024 * sum(map(int, kilobytes))
