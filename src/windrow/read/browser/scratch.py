"""A folder for temporary files that is removed when we end, in whatever way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["Scratch"]

# In seconds, chosen, not measured: how long ending processes may still write, and between tries.
_PATIENCE = 10.0
_PAUSE = 0.1
# Waits until our end of the pipe is closed, which the system does when we die. The processes that
# we started then die, too, and may write until they have.
_SWEEP = """
read _
for k in 1 2 3 4 5 6 7 8 9 10 11 12; do
    rm -rf "$1"
    sleep 0.5
    [ $k -gt 3 ] && [ ! -e "$1" ] && exit
done
"""

# The folder for temporary files is a setting of the whole process.
_environment = threading.Lock()


class Scratch:
    """A temporary folder; close it when no process uses it any more.

    It is in *place*, by default where temporary files are. If we are killed, a separate process
    removes it.
    """

    def __init__(self, *, place: str | None = None) -> None:
        self.path = tempfile.mkdtemp(prefix="windrow-", dir=place)
        self._sweeper = None if sys.platform == "win32" else _sweeper(self.path)

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let processes that are started in the block use the folder for their temporary files."""
        names = ("TMPDIR", "TEMP", "TMP")
        with _environment:
            before = {name: os.environ.get(name) for name in names}
            os.environ.update(dict.fromkeys(names, self.path))
            try:
                yield
            finally:
                for name, value in before.items():
                    if value is None:
                        os.environ.pop(name, None)
                    else:
                        os.environ[name] = value

    def close(self) -> None:
        """Remove the folder; ending processes may still write for a moment."""
        end = time.monotonic() + _PATIENCE
        while os.path.exists(self.path) and time.monotonic() < end:
            shutil.rmtree(self.path, ignore_errors=True)
            if os.path.exists(self.path):
                time.sleep(_PAUSE)
        if self._sweeper is not None:
            # A sweeper that still finds files continues.
            if not os.path.exists(self.path):
                self._sweeper.kill()
            with suppress(OSError):
                assert self._sweeper.stdin is not None
                self._sweeper.stdin.close()
            self._sweeper.wait()


def _sweeper(path: str) -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", _SWEEP, "windrow-sweeper", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C must not reach it.
            start_new_session=True,
        )
    except OSError:
        # A system without a shell: a killed process leaves its files behind.
        return None
