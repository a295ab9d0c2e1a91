"""How an extension gets its token: for a code that the studio shows."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from windrow.api.answers import CodeAnswer, TokenAnswer
from windrow.api.requests import PairRequest
from windrow.api.routing import router
from windrow.service.pairing import Pairing

__all__ = ["routes"]

routes = router("pairing")


def _pairing(request: Request) -> Pairing:
    found: Pairing = request.app.state.pairing
    return found


Paired = Annotated[Pairing, Depends(_pairing)]


@routes.post("/pairing")
def begin(pairing: Paired) -> CodeAnswer:
    """Return a code for an extension; it works once, for a short time."""
    code, seconds = pairing.begin()
    return CodeAnswer(code=code, seconds=seconds)


@routes.post("/pairing/token")
def finish(body: PairRequest, pairing: Paired) -> TokenAnswer:
    """Return the token for a code that the studio shows; needs no token itself."""
    return TokenAnswer(token=pairing.finish(body.code))
