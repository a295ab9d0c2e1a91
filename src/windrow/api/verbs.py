"""The verbs: extract, learn, apply, verify, repair; for a few pages, answered directly."""

from __future__ import annotations

from fastapi import Response

from windrow.api.answers import AboutAnswer, LearnAnswer, RepairAnswer, ReportAnswer, TablesAnswer
from windrow.api.requests import (
    ApplyRequest,
    ExtractRequest,
    LearnRequest,
    RepairRequest,
    VerifyRequest,
)
from windrow.api.routing import Serving, answered, given_out, router

__all__ = ["routes"]

routes = router("verbs")


@routes.get("/about")
def about(service: Serving) -> AboutAnswer:
    """Say what the service can do."""
    return AboutAnswer(**service.about())


@routes.post("/extract", responses=given_out(TablesAnswer))
async def extract(body: ExtractRequest, service: Serving) -> Response:
    """Return the tables of a page, best first."""
    return await answered(service, "extract", body.facts())


@routes.post("/learn", responses=given_out(LearnAnswer))
async def learn(body: LearnRequest, service: Serving) -> Response:
    """Learn a wrapper from pages of one site, and keep it if it is named."""
    return await answered(service, "learn", body.facts())


@routes.post("/apply", responses=given_out(TablesAnswer))
async def apply(body: ApplyRequest, service: Serving) -> Response:
    """Read a page with a wrapper."""
    return await answered(service, "apply", body.facts())


@routes.post("/verify", responses=given_out(ReportAnswer))
async def verify(body: VerifyRequest, service: Serving) -> Response:
    """Say whether a wrapper still fits pages and, if not, what a repair would do."""
    return await answered(service, "verify", body.facts())


@routes.post("/repair", responses=given_out(RepairAnswer))
async def repair(body: RepairRequest, service: Serving) -> Response:
    """Repair a wrapper for changed pages, or only show the result."""
    return await answered(service, "repair", body.facts())
