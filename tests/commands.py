"""The command line as tests call it: in a process of its own, or in this one, which is faster."""

import os
import subprocess
import sys

from click.testing import CliRunner, Result

from tests.yardstick import PATIENCE
from windrow.cli import windrow as program

__all__ = ["WINDROW", "invoked", "windrow"]

WINDROW = [sys.executable, "-c", "from windrow.cli import main; main()"]
"""Starts windrow; arguments follow."""


def windrow(*words: str, stdin: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """Return the exit code, output and messages of windrow in a process of its own."""
    done = subprocess.run(
        [*WINDROW, *words], input=stdin, capture_output=True, timeout=PATIENCE, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def invoked(*words: object) -> Result:
    """Return the result of a command that is called in this process."""
    return CliRunner().invoke(program, [*map(str, words)], prog_name="windrow")
