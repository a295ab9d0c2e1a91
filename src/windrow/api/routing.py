"""What the routes share: the service behind them, and answers that are already JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from windrow.service.service import Service

__all__ = ["Serving", "answered", "given_out", "router"]


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


Serving = Annotated[Service, Depends(_service)]
"""The service behind a route."""


def router(name: str) -> APIRouter:
    """Return a router for the routes of one kind."""
    from windrow.api.problems import PROBLEMS

    return APIRouter(prefix="/v1", tags=[name], responses=PROBLEMS)


async def answered(service: Service, verb: str, facts: Mapping[str, Any]) -> Response:
    """Return a worker's answer: JSON, exactly as the command line prints it."""
    text = await asyncio.wrap_future(service.ask(verb, facts))
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


def given_out(model: type) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of an answer that is already JSON."""
    return {200: {"model": model}}
