"""The verbs: extract, learn, apply, verify, repair; each for a few pages, and at once."""

from __future__ import annotations

from fastapi import Response

from windrow.api.asked import ApplyAsked, ExtractAsked, LearnAsked, RepairAsked, VerifyAsked
from windrow.api.routing import Serving, answered, given_out, router
from windrow.api.told import AboutTold, LearnTold, RepairTold, ReportTold, TablesTold

__all__ = ["routes"]

routes = router("verbs")


@routes.get("/about")
def about(service: Serving) -> AboutTold:
    """Say what the service can do."""
    return AboutTold(**service.about())


@routes.post("/extract", responses=given_out(TablesTold))
async def extract(asked: ExtractAsked, service: Serving) -> Response:
    """Return the tables of a page, best first."""
    return await answered(service, "extract", asked.facts())


@routes.post("/learn", responses=given_out(LearnTold))
async def learn(asked: LearnAsked, service: Serving) -> Response:
    """Learn a wrapper from pages of one site, and keep it if it is named."""
    return await answered(service, "learn", asked.facts())


@routes.post("/apply", responses=given_out(TablesTold))
async def apply(asked: ApplyAsked, service: Serving) -> Response:
    """Read a page with a wrapper."""
    return await answered(service, "apply", asked.facts())


@routes.post("/verify", responses=given_out(ReportTold))
async def verify(asked: VerifyAsked, service: Serving) -> Response:
    """Tell whether a wrapper still fits pages and, if not, what a repair would do."""
    return await answered(service, "verify", asked.facts())


@routes.post("/repair", responses=given_out(RepairTold))
async def repair(asked: RepairAsked, service: Serving) -> Response:
    """Make a wrapper fit pages that have changed, or only show what would become of it."""
    return await answered(service, "repair", asked.facts())
