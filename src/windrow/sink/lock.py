"""One writer at a time: a writer that reads a file, adds to it and rewrites it must be alone."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from windrow.errors import WindrowError
from windrow.sink.base import unwritable

__all__ = ["PATIENCE", "alone", "busy"]

# Chosen, not measured: most tables are written in less than a second.
PATIENCE = 60.0
"""Seconds to wait for another writer."""

# Seconds between two attempts: chosen, not measured.
_PAUSE = 0.02


@contextmanager
def alone(
    paths: Iterable[str | Path], *, patience: float = PATIENCE, name: str | None = None
) -> Iterator[None]:
    """Keep all other writers of *paths* out during the block, or raise an error if one remains.

    *patience* is how many seconds to wait for it; *name* is the name of the paths in the error.

    A file beside each path is locked, since the path itself is replaced when it is written. The
    system releases the lock of a killed process, so the lock file it leaves behind does no harm.
    """
    with ExitStack() as held:
        # Sorted, so that two writers of the same files never deadlock.
        for path in sorted({Path(os.path.realpath(path)) for path in paths}):
            held.enter_context(_held(path, patience, name or str(path)))
        yield


def busy(target: str) -> WindrowError:
    """Return the error for a target that another process writes; *target* has no password."""
    return WindrowError(
        f"`{target}` is being written by another process",
        hint="try again when it has finished, or write elsewhere",
    )


@contextmanager
def _held(path: Path, patience: float, name: str) -> Iterator[None]:
    lock, end = path.with_name(f".{path.name}.lock"), time.monotonic() + patience
    try:
        while (handle := _taken(lock)) is None:
            if time.monotonic() >= end:
                raise busy(name)
            time.sleep(_PAUSE)
    except OSError as error:
        raise unwritable(name, OSError((error.strerror or str(error)).lower())) from error
    try:
        yield
    finally:
        _free(lock, handle)


def _taken(lock: Path) -> int | None:
    """Lock the file *lock* and return its handle; None if another process has it."""
    # Do not follow a link that somebody may have put there.
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    ours = False
    try:
        # The previous owner has removed the file: we hold a lock on a file that no longer exists.
        ours = _locked(handle) and os.path.samestat(os.fstat(handle), os.stat(lock))
    except FileNotFoundError:
        pass
    finally:
        if not ours:
            os.close(handle)
    return handle if ours else None


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _free(lock: Path, handle: int) -> None:
        os.close(handle)
        # A file that another process has opened cannot be removed: that process will do it.
        with suppress(OSError):
            lock.unlink()

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _free(lock: Path, handle: int) -> None:
        # Before the lock is released: later it may be another process's file.
        with suppress(OSError):
            lock.unlink()
        os.close(handle)
