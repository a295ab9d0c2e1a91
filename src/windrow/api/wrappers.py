"""The kept wrappers: the files that `windrow learn` writes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from windrow.api.answers import WrapperAnswer, WrappersAnswer
from windrow.api.requests import CorrectRequest
from windrow.api.routing import Serving, router
from windrow.errors import WrapperError
from windrow.service.wrappers import NAME, wrapper_facts

__all__ = ["routes"]

routes = router("wrappers")

Name = Annotated[str, Path(pattern=NAME)]
_FILE = {"application/json": {"schema": {"type": "object"}}}


@routes.get("/wrappers")
def kept(service: Serving) -> WrappersAnswer:
    """Return the kept wrappers."""
    found = []
    for name in service.wrappers.names():
        try:
            found.append(
                WrapperAnswer(**wrapper_facts(name, service.wrappers.read(name), service.wrappers))
            )
        except WrapperError:
            # Somebody put another file there; requesting it by name says what is wrong.
            continue
    return WrappersAnswer(wrappers=found)


@routes.get("/wrappers/{name}")
def known(name: Name, service: Serving) -> WrapperAnswer:
    """Return what a wrapper has learned."""
    return WrapperAnswer(**wrapper_facts(name, service.wrappers.read(name), service.wrappers))


@routes.get("/wrappers/{name}/file", response_class=Response, responses={200: {"content": _FILE}})
def file(name: Name, service: Serving) -> Response:
    """Return the wrapper file, for `windrow apply`."""
    content = service.wrappers.existing(name).read_bytes()
    given = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(content, headers=given, media_type="application/json")


@routes.put(
    "/wrappers/{name}",
    openapi_extra={"requestBody": {"required": True, "content": _FILE}},
)
async def put(name: Name, request: Request, service: Serving) -> WrapperAnswer:
    """Keep a wrapper file under a name."""
    wrapper = service.wrappers.put(name, await request.body())
    return WrapperAnswer(**wrapper_facts(name, wrapper, service.wrappers))


@routes.put("/wrappers/{name}/corrections")
def correct(name: Name, body: CorrectRequest, service: Serving) -> WrapperAnswer:
    """Change the columns of a wrapper; further learning and repairs keep the changes."""
    wrapper = service.wrappers.correct(name, body.corrections)
    return WrapperAnswer(**wrapper_facts(name, wrapper, service.wrappers))


@routes.delete("/wrappers/{name}", status_code=204)
def forget(name: Name, service: Serving) -> None:
    """Remove a wrapper."""
    service.wrappers.forget(name)
