"""Kept pages: their safe view, their lists, and their tables as files."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import FileResponse

from windrow.api.answers import (
    ListAtAnswer,
    ListsAnswer,
    NextAnswer,
    NodeAtAnswer,
    PageAnswer,
    PagesAnswer,
    PointAnswer,
    PreviewAnswer,
)
from windrow.api.download import FormatName, downloaded
from windrow.api.requests import (
    DetectorName,
    ExtractRequest,
    More,
    PointRequest,
    PreviewRequest,
    WrapperName,
)
from windrow.api.routing import Serving, answered, given_out, router
from windrow.errors import Unknown
from windrow.service.lists import Marked
from windrow.service.wrappers import changes_in
from windrow.tree.harmless import harmless

__all__ = ["VIEW_POLICY", "routes"]

routes = router("pages")

VIEW_POLICY = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The page runs and loads nothing; "same origin" lets the studio read it."""

_AS_JSON = "Corrections as in wrapper files, as JSON text."
Pixels = Annotated[float, Query(ge=0, le=1e7, description="From the top left corner of the page.")]
Marks = Annotated[Marked, Query(description="Where records and cells are: how much of it.")]
Path = Annotated[str, Query(max_length=10_000, description="An absolute XPath.")]


@routes.post("/pages", responses=given_out(PageAnswer))
async def keep(body: ExtractRequest, service: Serving) -> Response:
    """Keep a page, as a browser shows it if the request says so."""
    return await answered(service, "keep", body.facts())


@routes.post(
    "/pages/upload",
    responses=given_out(PageAnswer),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(
    request: Request,
    service: Serving,
    name: Annotated[str, Query(max_length=1000)] = "page.html",
    url: Annotated[str | None, Query(max_length=10_000)] = None,
) -> Response:
    """Keep the page, or the snapshot file, that is the body of the request."""
    content = await request.body()
    facts = {"content": content, "name": name, "url": url, "browser": "never"}
    return await answered(service, "keep", facts)


@routes.get("/pages")
def newest(service: Serving, most: Annotated[int, Query(ge=1, le=1000)] = 50) -> PagesAnswer:
    """Return the newest pages."""
    found = service.pages.newest(most)
    return PagesAnswer(pages=[PageAnswer(**page.to_json()) for page in found])


@routes.get("/pages/{page}")
def known(page: str, service: Serving) -> PageAnswer:
    """Return the facts about a page."""
    return PageAnswer(**service.pages.known(page).to_json())


@routes.delete("/pages/{page}", status_code=204)
def forget(page: str, service: Serving) -> None:
    """Remove a page."""
    service.pages.forget(page)


@routes.get(
    "/pages/{page}/view",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
async def view(page: str, service: Serving) -> Response:
    """Return the page as markup that runs nothing and loads nothing, with dead links."""
    found = await asyncio.to_thread(service.pages.read, page)
    text = await asyncio.to_thread(harmless, found)
    headers = {"Content-Security-Policy": VIEW_POLICY}
    return Response(text.encode("utf-8", "replace"), headers=headers,
                    media_type="text/html; charset=utf-8")  # fmt: skip


@routes.get(
    "/pages/{page}/picture",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
def picture(page: str, service: Serving) -> Response:
    """Return the picture of a page, if a browser has shown it."""
    found = service.pages.read(page).picture
    if found is None:
        raise Unknown("picture of the page", page, hint="keep it with `browser: always`")
    return Response(found, media_type="image/png")


@routes.get("/pages/{page}/lists", responses=given_out(ListsAnswer))
async def lists(
    page: str,
    service: Serving,
    detector: DetectorName = "auto",
    raw: bool = False,
    marks: Marks = "cells",
) -> Response:
    """Return the lists of a page with their tables, nodes and boxes, best first."""
    facts = {"page": page, "detector": detector, "raw": raw, "marks": marks}
    return await answered(service, "lists", facts)


@routes.get("/pages/{page}/lists/at", responses=given_out(ListAtAnswer))
async def list_at(
    page: str, path: Path, service: Serving, raw: bool = False, marks: Marks = "cells"
) -> Response:
    """Return the smallest list that holds a node."""
    facts = {"page": page, "path": path, "raw": raw, "marks": marks}
    return await answered(service, "list_at", facts)


@routes.get("/pages/{page}/nodes/at", responses=given_out(NodeAtAnswer))
async def node_at(page: str, left: Pixels, top: Pixels, service: Serving) -> Response:
    """Return the node that a browser drew at a point, as on the page's picture."""
    return await answered(service, "node_at", {"page": page, "left": left, "top": top})


@routes.get("/pages/{page}/next", responses=given_out(NextAnswer))
async def following(
    page: str,
    service: Serving,
    table: Annotated[int, Query(ge=1, le=100)] = 1,
    path: Annotated[str | None, Query(max_length=10_000)] = None,
) -> Response:
    """Return where a list of a page continues."""
    return await answered(service, "next", {"page": page, "table": table, "path": path})


@routes.post("/pages/{page}/preview", responses=given_out(PreviewAnswer))
async def preview(page: str, body: PreviewRequest, service: Serving) -> Response:
    """Return one table of a page with corrections applied."""
    return await answered(service, "preview", {"page": page, **body.facts()})


@routes.post("/pages/{page}/point", responses=given_out(PointAnswer))
async def point(page: str, body: PointRequest, service: Serving) -> Response:
    """Find a column in all records, given one right value."""
    return await answered(service, "point", {"page": page, **body.facts()})


@routes.get(
    "/pages/{page}/download",
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def download(
    page: str,
    service: Serving,
    format: FormatName,
    table: Annotated[int, Query(ge=1, le=100)] = 1,
    path: Annotated[str | None, Query(max_length=10_000)] = None,
    wrapper: WrapperName | None = None,
    detector: DetectorName = "auto",
    raw: bool = False,
    corrections: Annotated[str, Query(max_length=20_000, description=_AS_JSON)] = "[]",
    more: Annotated[More, Query()] = [],  # noqa: B006  (FastAPI copies it)
) -> FileResponse:
    """Return a table of a page as the file that `windrow extract --to` writes."""
    name = service.pages.known(page).name
    facts = {"page": page, "table": table, "path": path, "wrapper": wrapper,
             "detector": detector, "raw": raw, "corrections": changes_in(corrections),
             "more": more}  # fmt: skip
    return await downloaded(service, facts, name, format)
