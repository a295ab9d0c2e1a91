"""How an extension gets its token: for a code that the studio shows."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from windrow.api.asked import PairAsked
from windrow.api.routing import router
from windrow.api.told import CodeTold, TokenTold
from windrow.service.pairing import Pairing

__all__ = ["routes"]

routes = router("pairing")


def _pairing(request: Request) -> Pairing:
    found: Pairing = request.app.state.pairing
    return found


Paired = Annotated[Pairing, Depends(_pairing)]


@routes.post("/pairing")
def begin(pairing: Paired) -> CodeTold:
    """Return a code for an extension; it works once, and not for long."""
    code, seconds = pairing.begin()
    return CodeTold(code=code, seconds=seconds)


@routes.post("/pairing/token")
def finish(asked: PairAsked, pairing: Paired) -> TokenTold:
    """Return the token for a code that the studio shows; needs no token itself."""
    return TokenTold(token=pairing.finish(asked.code))
