"""The folder of the service: a SQLite database, and files for pages, wrappers and rows."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from windrow.errors import WindrowError

__all__ = ["Home", "default_folder"]

# Seconds to wait for another writer of the database: chosen, not measured.
_PATIENCE = 30.0

_TABLES = """
CREATE TABLE IF NOT EXISTS pages (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, url TEXT, size INTEGER NOT NULL,
    picture INTEGER NOT NULL, boxes INTEGER NOT NULL, used REAL NOT NULL);
CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
    request TEXT NOT NULL, state TEXT NOT NULL, owner TEXT NOT NULL DEFAULT '',
    created REAL NOT NULL, started REAL, ended REAL,
    progress TEXT NOT NULL DEFAULT '{}', result TEXT, error TEXT);
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT NOT NULL, time REAL NOT NULL,
    kind TEXT NOT NULL, facts TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS events_of_job ON events (job, number);
"""


def default_folder() -> Path:
    """Return the default folder of the service."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "windrow"


class Home:
    """The folder with everything the service keeps; back up or move nothing else."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).resolve()
        try:
            for name in ("pages", "wrappers", "jobs", "owners"):
                (self.folder / name).mkdir(parents=True, exist_ok=True, mode=0o700)
            with self.opened() as database:
                database.execute("PRAGMA journal_mode = WAL")
                database.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            raise WindrowError(
                f"`{self.folder}` cannot be the home of a service: {str(error).lower()}",
                hint="give another folder with --home",
            ) from error

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """Open the database for one transaction."""
        path = self.folder / "service.sqlite"
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as database:
            # A power cut may lose the last events, but never corrupts the database.
            database.execute("PRAGMA synchronous = NORMAL")
            with database:
                yield database

    def job_folder(self, job: str) -> Path:
        """Return the folder of a job."""
        return self.folder / "jobs" / job

    def rows_file(self, job: str) -> Path:
        """Return the database with the rows of a job."""
        return self.job_folder(job) / "rows.sqlite"

    def token(self) -> str:
        """Return the secret that programs must send; it stays the same over restarts."""
        path = self.folder / "token"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as stream:
                stream.write(secrets.token_urlsafe(32))
        except FileExistsError:
            pass
        return path.read_text("ascii").strip()
