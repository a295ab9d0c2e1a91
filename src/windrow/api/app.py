"""The application: all routes behind one gate, and the studio's files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response

from windrow import __version__
from windrow.api import jobs, pages, pairing, verbs, wrappers
from windrow.api.answers import Health
from windrow.api.gate import PAIRING, Gate
from windrow.api.problems import handle_problems
from windrow.errors import Unknown
from windrow.service.pairing import Pairing
from windrow.service.service import Service

__all__ = ["application", "routed"]

_STUDIO_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def application(
    service: Service,
    token: str,
    *,
    hosts: Iterable[str] = (),
    origins: Iterable[str] = (),
) -> Gate:
    """Return the service as an ASGI application; *hosts* are further names it answers to."""
    own = Gate.hosts | {host.lower() for host in hosts}
    return Gate(
        routed(service, Pairing(token)), token, own, frozenset(origins), service.bounds.size
    )


def routed(service: Service, paired: Pairing) -> FastAPI:
    """Return the routes, without the gate in front of them."""
    app = FastAPI(
        title="windrow",
        version=__version__,
        summary="Rakes web pages into rows.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.service = service
    app.state.pairing = paired
    handle_problems(app)
    for part in (verbs, pages, wrappers, jobs, pairing):
        app.include_router(part.routes)
    app.add_api_route("/healthz", _health, response_model=Health, tags=["service"])
    if find_spec("mcp"):
        _add_agents(app, service)
    app.add_api_route("/", _index, include_in_schema=False)
    app.add_api_route("/assets/{name:path}", _asset, include_in_schema=False)
    _secure(app)
    return app


def _add_agents(app: FastAPI, service: Service) -> None:
    """Give *app* the tools for agents, at /mcp."""
    from mcp.server.transport_security import TransportSecuritySettings

    from windrow.mcp.server import agent_server

    server = agent_server(service)
    # The gate has already checked host, origin and token.
    safe = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    tools = server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        transport_security=safe,
        max_request_body_size=service.bounds.size,
    )
    app.router.routes.extend(tools.routes)
    app.state.agents = server.session_manager


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    agents = app.state.agents if hasattr(app.state, "agents") else None
    if agents is None:
        yield
        return
    async with agents.run():
        yield


def _health() -> Health:
    """Say that the service is running."""
    return Health(status="ok", version=__version__)


def _index() -> Response:
    return _studio("index.html")


def _asset(name: str) -> Response:
    return _studio(f"assets/{name}")


def _studio(name: str) -> Response:
    folder = files("windrow") / "studio"
    found = folder
    for part in name.split("/"):
        if part in ("", ".", ".."):
            raise Unknown("file", name, hint="start at /")
        found = found / part
    if not found.is_file():
        raise Unknown("file", name, hint="the studio is not part of this installation")
    headers = {"Content-Security-Policy": _STUDIO_POLICY}
    return FileResponse(str(found), headers=headers)


def _secure(app: FastAPI) -> None:
    """Make OpenAPI say that a token is needed."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        described = made()
        schemes = described.setdefault("components", {}).setdefault("securitySchemes", {})
        schemes["token"] = {"type": "http", "scheme": "bearer"}
        described["security"] = [{"token": []}]
        described["paths"]["/healthz"]["get"]["security"] = []
        described["paths"][PAIRING]["post"]["security"] = []
        return described

    app.openapi = openapi  # type: ignore[method-assign]
