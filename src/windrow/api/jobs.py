"""Jobs: many pages, with live progress and rows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Header, Query, Response
from fastapi.responses import FileResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from windrow.api.answers import FailuresAnswer, JobAnswer, JobsAnswer, RowsAnswer
from windrow.api.download import FormatName, downloaded
from windrow.api.requests import JobRequest
from windrow.api.routing import Serving, router
from windrow.service.jobs import OVER
from windrow.service.rows import failures, job_rows
from windrow.service.service import Service

__all__ = ["routes"]

routes = router("jobs")

# Seconds between two looks for new events: chosen, not measured.
_LOOK = 0.2
# The most rows at a time: chosen, not measured.
_MOST = 10_000

Offset = Annotated[int, Query(ge=0, le=2**62)]
Limit = Annotated[int, Query(ge=1, le=_MOST)]


@routes.post("/jobs", status_code=201)
def submit(body: JobRequest, service: Serving) -> JobAnswer:
    """Queue a job."""
    return JobAnswer(**service.submit(body.kind, body.facts()).to_json())


@routes.get("/jobs")
def newest(service: Serving, most: Annotated[int, Query(ge=1, le=1000)] = 50) -> JobsAnswer:
    """Return the newest jobs."""
    return JobsAnswer(jobs=[JobAnswer(**job.to_json()) for job in service.jobs.newest(most)])


@routes.get("/jobs/{job}")
def known(job: str, service: Serving) -> JobAnswer:
    """Return a job and its progress."""
    return JobAnswer(**service.jobs.get(job).to_json())


@routes.delete("/jobs/{job}", status_code=204)
def forget(job: str, service: Serving) -> None:
    """Stop a job and remove it with its rows."""
    service.forget(job)


@routes.post("/jobs/{job}/stop")
def stop(job: str, service: Serving) -> JobAnswer:
    """Stop a job; its rows are kept, and it can be resumed."""
    return JobAnswer(**service.stop(job).to_json())


@routes.post("/jobs/{job}/resume")
def resume(job: str, service: Serving) -> JobAnswer:
    """Resume a stopped or failed job."""
    return JobAnswer(**service.resume(job).to_json())


@routes.get(
    "/jobs/{job}/events",
    response_class=EventSourceResponse,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        204: {"description": "The job is over, and there are no more events."},
    },
)
async def events(
    job: str,
    service: Serving,
    after: Annotated[int, Query(ge=0, le=2**62)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Send the events of a job as they happen, beginning after the last known one."""
    known = service.jobs.get(job)
    last = last_event_id or ""
    start = (
        min(int(last), 2**62) if last.isascii() and last.isdecimal() and len(last) < 20 else after
    )
    if known.state in OVER and not service.jobs.events(job, start, 1):
        # A browser reconnects after every end, unless the status is 204.
        return Response(status_code=204)
    return EventSourceResponse(_events(service, job, start))


@routes.get("/jobs/{job}/rows")
def rows(job: str, service: Serving, offset: Offset = 0, limit: Limit = 50) -> RowsAnswer:
    """Return rows of a job; it may still be running, and new rows are added at the end."""
    service.jobs.get(job)
    return RowsAnswer(**job_rows(service.home, job, offset, limit))


@routes.get("/jobs/{job}/failures")
def failed(job: str, service: Serving, offset: Offset = 0, limit: Limit = 50) -> FailuresAnswer:
    """Return pages of a job that failed, with the reasons."""
    service.jobs.get(job)
    return FailuresAnswer(**failures(service.home, job, offset, limit))


@routes.get(
    "/jobs/{job}/download",
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def download(job: str, service: Serving, format: FormatName) -> FileResponse:
    """Return all rows of a job as a file."""
    service.jobs.get(job)
    return await downloaded(service, {"job": job}, f"job-{job}", format)


async def _events(service: Service, job: str, after: int) -> AsyncIterator[ServerSentEvent]:
    while True:
        found = await asyncio.to_thread(service.jobs.events, job, after)
        for event in found:
            after = event.number
            yield ServerSentEvent(data=event.facts, event=event.kind, id=str(event.number))
        if found and found[-1].kind in OVER:
            return
        await asyncio.sleep(_LOOK)
