"""Jobs and their events, in the database of a home: a kill loses neither."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from windrow.errors import TooBusy, Unknown, WindrowError
from windrow.service.home import Home

__all__ = ["KINDS", "OVER", "Event", "JobKind", "JobRecord", "JobState", "Jobs"]

JobKind: TypeAlias = Literal["run", "extract", "apply", "learn", "verify", "repair", "crawl"]
JobState: TypeAlias = Literal["queued", "running", "done", "failed", "stopped"]

KINDS: tuple[JobKind, ...] = get_args(JobKind)
OVER = frozenset({"done", "failed", "stopped"})
"""The final states, and the kinds of events that lead to them."""

_FIELDS = "id, kind, state, created, started, ended, request, progress, result, error"


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job of the service: long work on many pages."""

    id: str
    kind: JobKind
    state: JobState
    created: float  # seconds since 1970, like the other times
    started: float | None
    ended: float | None
    request: Mapping[str, Any]
    progress: Mapping[str, Any]
    result: Any
    error: Mapping[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """Return the job as plain data, with the number of its pages instead of the pages."""
        request = {name: value for name, value in self.request.items() if name != "pages"}
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "request": {**request, "pages": len(self.request.get("pages", ()))},
        }


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a job; numbers only increase."""

    number: int
    time: float
    kind: str  # queued, running, progress, done, failed or stopped
    facts: str  # JSON


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of a home, as all processes of the service see them."""

    home: Home

    def add(self, kind: JobKind, request: Mapping[str, Any], job: str = "") -> str:
        """Queue a job and return its id."""
        job = job or new_id()
        with self.home.opened() as database:
            database.execute(
                "INSERT INTO jobs (id, kind, request, state, created) VALUES (?, ?, ?, ?, ?)",
                (job, kind, json.dumps(dict(request)), "queued", time.time()),
            )
            _note(database, job, "queued", {})
        return job

    def get(self, job: str) -> JobRecord:
        """Return a job."""
        with self.home.opened() as database:
            query = f"SELECT {_FIELDS} FROM jobs WHERE id = ?"
            row = database.execute(query, (job,)).fetchone()
        if row is None:
            raise Unknown("job", job, hint="use the id that was returned when the job was started")
        return _record(row)

    def newest(self, most: int = 50) -> list[JobRecord]:
        """Return the newest jobs."""
        with self.home.opened() as database:
            query = f"SELECT {_FIELDS} FROM jobs ORDER BY number DESC LIMIT ?"
            return [_record(row) for row in database.execute(query, (most,))]

    def queued(self) -> list[str]:
        """Return the queued jobs, oldest first."""
        with self.home.opened() as database:
            query = "SELECT id FROM jobs WHERE state = 'queued' ORDER BY number"
            return [job for [job] in database.execute(query)]

    def require_room(self, most: int) -> None:
        """Raise `TooBusy` if *most* jobs are queued."""
        if len(self.queued()) >= most:
            raise TooBusy("queued jobs")

    def claim(self, job: str, owner: str) -> bool:
        """Take a queued job; return whether we got it."""
        with self.home.opened() as database:
            found = database.execute(
                "UPDATE jobs SET state = 'running', owner = ?, ended = NULL, error = NULL,"
                " started = COALESCE(started, ?) WHERE id = ? AND state = 'queued'",
                (owner, time.time(), job),
            )
            if found.rowcount:
                _note(database, job, "running", {})
            return bool(found.rowcount)

    def requeue(self, job: str, *states: JobState) -> bool:
        """Queue a job again if it is in one of *states*; return whether it was."""
        marks = ", ".join("?" * len(states))
        with self.home.opened() as database:
            found = database.execute(
                f"UPDATE jobs SET state = 'queued' WHERE id = ? AND state IN ({marks})",
                (job, *states),
            )
            if found.rowcount:
                _note(database, job, "queued", {"again": True})
            return bool(found.rowcount)

    def owned(self) -> list[tuple[str, str]]:
        """Return the running jobs, each with the service that took it."""
        with self.home.opened() as database:
            return [*database.execute("SELECT id, owner FROM jobs WHERE state = 'running'")]

    def progress(self, job: str, facts: Mapping[str, Any]) -> None:
        """Record the progress of a job."""
        with self.home.opened() as database:
            found = database.execute(
                "UPDATE jobs SET progress = ? WHERE id = ? AND state = 'running'",
                (json.dumps(dict(facts)), job),
            )
            if found.rowcount:
                _note(database, job, "progress", facts)

    def finish(self, job: str, result: str) -> None:
        """Record that a job is done; *result* is JSON."""
        self._end(job, "done", ("running",), result=result)

    def fail(self, job: str, error: WindrowError, kind: str = "") -> None:
        """Record that a job has failed."""
        facts = {"type": kind or type(error).__name__, "message": error.summary, "hint": error.hint}
        self._end(job, "failed", ("running", "queued"), error=json.dumps(facts))

    def stop(self, job: str) -> bool:
        """Record that a job was stopped; return whether it was queued or running."""
        self.get(job)
        return self._end(job, "stopped", ("running", "queued"))

    def forget(self, job: str) -> None:
        """Remove a finished job and its events."""
        if self.get(job).state not in OVER:
            raise WindrowError(f"the job `{job}` is running", hint="stop it first")
        with self.home.opened() as database:
            database.execute("DELETE FROM jobs WHERE id = ?", (job,))
            database.execute("DELETE FROM events WHERE job = ?", (job,))

    def events(self, job: str, after: int = 0, most: int = 1000) -> list[Event]:
        """Return the events of a job after event number *after*."""
        query = (
            "SELECT number, time, kind, facts FROM events WHERE job = ? AND number > ?"
            " ORDER BY number LIMIT ?"
        )
        with self.home.opened() as database:
            return [Event(*row) for row in database.execute(query, (job, after, most))]

    def _end(
        self,
        job: str,
        state: JobState,
        before: tuple[JobState, ...],
        *,
        result: str | None = None,
        error: str | None = None,
    ) -> bool:
        marks = ", ".join("?" * len(before))
        with self.home.opened() as database:
            found = database.execute(
                f"UPDATE jobs SET state = ?, ended = ?, result = ?, error = ?"
                f" WHERE id = ? AND state IN ({marks})",
                (state, time.time(), result, error, job, *before),
            )
            if found.rowcount:
                _note(database, job, state, json.loads(error) if error else {})
            return bool(found.rowcount)


def new_id() -> str:
    """Return an id that no other job has."""
    return secrets.token_hex(8)


def _note(database: sqlite3.Connection, job: str, kind: str, facts: Mapping[str, Any]) -> None:
    database.execute(
        "INSERT INTO events (job, time, kind, facts) VALUES (?, ?, ?, ?)",
        (job, time.time(), kind, json.dumps(dict(facts))),
    )


def _record(row: tuple[Any, ...]) -> JobRecord:
    *plain, request, progress, result, error = row
    parts = (json.loads(part) if part else None for part in (request, progress, result, error))
    return JobRecord(*plain, *parts)
