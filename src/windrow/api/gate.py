"""The gate: checks the host, the origin, the token and the size of every request.

A page that is open in another tab can send requests to this machine, and a name server can call
this machine by another name (DNS rebinding): the gate refuses both.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from windrow.errors import TooLarge

__all__ = ["PAIRING", "PUBLIC", "Gate"]

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

PAIRING = "/v1/pairing/token"
"""Where an extension gets the token for a code."""

PUBLIC = frozenset({"/healthz", "/openapi.json", PAIRING})
"""What needs no token: it reveals nothing about pages."""

# Browsers send these origins for their extensions; no page can have them.
_EXTENSIONS = ("chrome-extension://", "moz-extension://")

_log = logging.getLogger("windrow.service")
_SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Headers of every answer that does not have its own."""

_LOCKED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>windrow</title>
<h1>This address needs its token</h1>
<p>Open the whole address that <code>windrow studio</code> or <code>windrow serve</code> printed
when it started: it ends in <code>?token=…</code>. The browser remembers it until
the token changes.</p>
"""
"""What a person sees who opens the service without its token."""


@dataclass(frozen=True)
class Gate:
    """Passes allowed requests on to *app*."""

    app: App
    token: str
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "::1"})
    origins: frozenset[str] = frozenset()  # besides our own, for example those of extensions
    size: int = 50_000_000
    cookie: str = field(init=False)

    def __post_init__(self) -> None:
        # Cookies ignore ports, so two services on one machine need two cookie names.
        digest = hashlib.sha256(self.token.encode()).hexdigest()[:8]
        object.__setattr__(self, "cookie", f"windrow-{digest}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it to the app."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        start, status = time.monotonic(), 0

        async def sent(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                more = [(k.encode(), v.encode()) for k, v in _SAFE.items()]
                own = [pair for pair in more if pair[0] not in given]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        try:
            await self._judged(scope, receive, sent)
        finally:
            spent = round(1000 * (time.monotonic() - start), 1)
            facts = {"method": scope["method"], "path": scope["path"], "status": status}
            _log.info("request", extra={**facts, "ms": spent})

    async def _judged(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        path = scope["path"]
        if problem := self._stranger(scope, headers):
            await _refuse(send, 403, *problem)
        elif path == "/" and (given := _asked_token(scope)):
            await self._welcome(send, given, headers)
        elif path not in PUBLIC and not self._knows(headers):
            await _refuse_stranger(send, headers)
        else:
            await self._passed(scope, headers, receive, send)

    def _stranger(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str, str, str] | None:
        """Return why the origin of a request is wrong: type, message and hint."""
        host = headers.get(b"host", "")
        if _hostname(host) not in self.hosts:
            hint = "start the service with --allow-host NAME to use this name"
            return "ForeignHost", "the service does not answer to this name", hint
        origin = headers.get(b"origin")
        own = f"{scope.get('scheme', 'http')}://{host}"
        if origin in self.origins or (origin or "").startswith(_EXTENSIONS):
            return None
        # Browsers send the page's origin: pages from other ports of this machine are foreign, too.
        site = headers.get(b"sec-fetch-site", "none")
        if (origin is not None and origin != own) or site not in ("none", "same-origin"):
            return "ForeignOrigin", "pages of another origin are refused", "use the service's own"
        return None

    def _knows(self, headers: dict[bytes, str]) -> bool:
        kind, _, given = headers.get(b"authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self._is_token(given.strip())
        # The cookie is for the studio only: an extension must be paired.
        if headers.get(b"origin", "").startswith(_EXTENSIONS):
            return False
        try:
            morsel = SimpleCookie(headers.get(b"cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return morsel is not None and self._is_token(morsel.value)

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    async def _welcome(self, send: Send, given: str, headers: dict[bytes, str]) -> None:
        """Give the studio its cookie, and remove the token from the address."""
        if not self._is_token(given):
            await _refuse_stranger(send, headers)
            return
        cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
        own = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 303, "headers": own})
        await send({"type": "http.response.body", "body": b""})

    async def _passed(
        self, scope: Scope, headers: dict[bytes, str], receive: Receive, send: Send
    ) -> None:
        """Pass the request to the app; its body ends at the size limit."""
        hint = f"at most {self.size:,} bytes are accepted"
        length = headers.get(b"content-length", "")
        # Python refuses to read numbers of thousands of digits; so many say enough.
        if length.isascii() and length.isdigit() and int(length[:20]) > self.size:
            await _refuse(send, 413, "TooLarge", "the request is too large", hint)
            return
        taken, answered = 0, False

        async def received() -> MutableMapping[str, Any]:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.size:
                raise TooLarge("the request", self.size)
            return message

        async def sent(message: MutableMapping[str, Any]) -> None:
            nonlocal answered
            # However the app handles the error, the refusal is sent here.
            if taken <= self.size or answered:
                answered = True
                await send(message)

        await self.app(scope, received, sent)
        if not answered and taken > self.size:
            await _refuse(send, 413, "TooLarge", "the request is too large", hint)


def _asked_token(scope: Scope) -> str:
    words: str = scope["query_string"].decode("latin-1")
    return parse_qs(words).get("token", [""])[0]


def _hostname(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


async def _refuse_stranger(send: Send, headers: dict[bytes, str]) -> None:
    """Say that the token is missing or wrong: to programs in JSON, to people as a page."""
    wanted = [(b"www-authenticate", b"Bearer")]
    if "text/html" in headers.get(b"accept", ""):
        await _answer(send, 401, b"text/html; charset=utf-8", _LOCKED.encode(), wanted)
        return
    hint = "send `Authorization: Bearer TOKEN`; the service prints its token when it starts"
    await _refuse(send, 401, "Unauthorized", "the token is missing or wrong", hint, wanted)


async def _refuse(
    send: Send,
    status: int,
    kind: str,
    message: str,
    hint: str,
    more: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    body = json.dumps({"error": {"type": kind, "message": message, "hint": hint}}).encode()
    await _answer(send, status, b"application/json", body, more)


async def _answer(
    send: Send, status: int, kind: bytes, body: bytes, more: Iterable[tuple[bytes, bytes]]
) -> None:
    size = str(len(body)).encode()
    headers = [(b"content-type", kind), (b"content-length", size), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
