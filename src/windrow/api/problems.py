"""Errors as answers: one shape for all, with what to do about it."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from windrow.api.answers import Problem
from windrow.errors import PrivateAddress, TooBusy, TooLarge, Unknown, WindrowError, WrongCode

__all__ = ["PROBLEMS", "handle_problems"]

_log = logging.getLogger("windrow.service")
# All other errors are about the page or the wrapper: 422.
_STATUS = {Unknown: 404, TooBusy: 429, TooLarge: 413, PrivateAddress: 403, WrongCode: 403}

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request is not HTTP or not JSON."},
    401: {"model": Problem, "description": "The token is missing or wrong."},
    403: {"model": Problem, "description": "A foreign host, origin or private address."},
    404: {"model": Problem, "description": "There is no such page, wrapper or job."},
    413: {"model": Problem, "description": "Too large."},
    422: {"model": Problem, "description": "The request cannot be fulfilled."},
    429: {"model": Problem, "description": "Too many requests or jobs are waiting."},
}
"""The errors that every request may have, for OpenAPI."""


def handle_problems(app: FastAPI) -> None:
    """Make *app* answer all errors in the same form."""

    @app.exception_handler(WindrowError)
    async def ours(request: Request, error: WindrowError) -> JSONResponse:
        status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 422)
        return _answer(status, type(error).__name__, error.summary, error.hint)

    @app.exception_handler(RequestValidationError)
    async def unfit(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        message = f"{place}: {first['msg']}" if place else first["msg"]
        return _answer(422, "BadRequest", message, "see /openapi.json")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        return _answer(error.status_code, "HttpError", str(error.detail), "see /openapi.json",
                       headers=error.headers)  # fmt: skip

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> JSONResponse:
        _log.error("bug", exc_info=error)
        return _answer(500, "Bug", "the service has a fault", "please report it")


def _answer(
    status: int, kind: str, message: str, hint: str | None, headers: Any = None
) -> JSONResponse:
    text = message.encode("utf-8", "replace").decode()
    facts = {"error": {"type": kind, "message": text, "hint": hint}}
    return JSONResponse(facts, status, headers)
