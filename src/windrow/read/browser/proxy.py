"""The only way from the browser to the network: a proxy that decides what a page may reach.

Rules inside the browser see names, and only before redirects and name lookups. Here every
connection passes with its real address. Saved pages are served here,
too: the browser sees them on a separate web server, so that nothing ever has a file: address.
"""

from __future__ import annotations

import os
import socket
import socketserver
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from mimetypes import guess_type
from secrets import token_hex
from select import select
from urllib.parse import unquote, urlsplit

from windrow.read.reach import PORTS, Reach, is_number, proxy_for
from windrow.read.web import Web

__all__ = ["Policy", "Proxy", "Served"]

# In bytes and seconds, chosen, not measured.
_PIECE = 1 << 16
_HEAD_LIMIT = 1 << 17
_IDLE = 120.0
_CONNECT = 15.0
_FILE_LIMIT = 50_000_000
# The kinds of files a page may load. Its folder may be a home with private files.
_SERVED_TYPES = ("image/", "font/", "text/css", "text/javascript", "application/javascript")


@dataclass(frozen=True, slots=True)
class Served:
    """A saved page, and the folder with its style sheets and pictures."""

    content: bytes  # in UTF-8
    folder: str | None = None
    host: str = field(default_factory=lambda: f"{token_hex(8)}.invalid")
    name: str = "page.html"

    @property
    def url(self) -> str:
        """The address under which the browser gets the page."""
        return f"http://{self.host}/{self.name}"

    def find(self, path: str) -> tuple[bytes, str] | None:
        """Return the content and type at *path*, if it is the page or a file beside it."""
        path = unquote(path).lstrip("/")
        if path == self.name:
            return self.content, "text/html; charset=utf-8"
        kind = guess_type(path)[0] or ""
        is_secret = any(part.startswith(".") for part in path.split("/"))
        if self.folder is None or not kind.startswith(_SERVED_TYPES) or is_secret:
            return None
        folder = os.path.realpath(self.folder)
        try:
            # Symbolic links may lead out of the folder, so the real path counts.
            file = os.path.realpath(os.path.join(folder, path))
            if os.path.commonpath([folder, file]) != folder or not os.path.isfile(file):
                return None
            with open(file, "rb") as stream:
                return stream.read(_FILE_LIMIT), kind
        # ValueError: a zero character in the name, or another drive.
        except (OSError, ValueError):
            return None


@dataclass(slots=True)
class Policy:
    """What one page may reach, and what was refused."""

    served: Served | None = None
    network: bool = True
    reach: Reach = field(default_factory=Reach)
    web: Web = field(default_factory=Web)  # what is sent with requests
    traffic: int = 200_000_000
    refused: dict[str, str] = field(default_factory=dict)  # host -> why

    def addresses(self, host: str, port: int, *, proxied: bool = False) -> list[str]:
        """Return the addresses to connect to for *host*: an empty list if it is forbidden.

        Behind the user's proxy, only that proxy may know public names.
        """
        found = self.reach.addresses(host, port) if self.network else []
        if not self.network:
            self.refused[host] = "offline"
        elif found is None:
            self.refused[host] = "private"
        elif not found and proxied and not is_number(host):
            return [host]
        elif not found:
            self.refused[host] = "unknown"
        return found or []


class Proxy:
    """A proxy on its own port, for one browser; *policy* is that of the current page."""

    def __init__(self) -> None:
        self.policy = Policy(network=False)
        self._server = _Server(("127.0.0.1", 0), _Connection)
        self._server.proxy = self
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End the proxy."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    proxy: Proxy

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore it: browsers drop connections all the time."""


class _Connection(socketserver.BaseRequestHandler):
    """One connection of the browser: a request, or a tunnel."""

    def handle(self) -> None:
        browser: socket.socket = self.request
        browser.settimeout(_IDLE)
        server = self.server
        assert isinstance(server, _Server)
        self.policy = server.proxy.policy
        head, rest = _head(browser)
        method, target, *_ = [*head.split(b"\r\n", 1)[0].decode("latin-1").split(" "), "", ""]
        if method == "CONNECT":
            self._tunnel(browser, target, rest)
        elif target.lower().startswith("http://"):
            self._forward(browser, method, target, head, rest)
        else:
            _answer(browser, 400)

    def _tunnel(self, browser: socket.socket, target: str, rest: bytes) -> None:
        host, _, port = target.rpartition(":")
        number = int(port) if port.isdecimal() and len(port) <= 5 else 443
        other, is_proxy = self._connected("https", host.strip("[]"), number)
        if other is None:
            return
        with other:
            if is_proxy:
                other.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode())
                answer, more = _head(other)
                browser.sendall(answer + b"\r\n\r\n" + more)
            else:
                browser.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            other.sendall(rest)
            self._relay(browser, other)

    def _forward(
        self, browser: socket.socket, method: str, target: str, head: bytes, rest: bytes
    ) -> None:
        parts = urlsplit(target)
        host = parts.hostname or ""
        served = self.policy.served
        if served is not None and host == served.host:
            found = served.find(parts.path) if method in ("GET", "HEAD") else None
            _answer(browser, 200 if found else 404, *(found or (b"", "text/plain")))
            return
        other, is_proxy = self._connected("http", host, parts.port or 80)
        if other is None:
            return
        with other:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            other.sendall(_rewritten(head, method, target if is_proxy else path) + rest)
            self._relay(browser, other)

    def _connected(self, scheme: str, host: str, port: int) -> tuple[socket.socket | None, bool]:
        """Return a connection to *host* or to the user's proxy, and whether it is the proxy."""
        policy = self.policy
        proxy = urlsplit(proxy_for(scheme, host) or "") if host else urlsplit("")
        addresses = policy.addresses(host, port, proxied=bool(proxy.hostname)) if host else []
        ways = [(address, port) for address in addresses]
        if proxy.hostname and addresses:
            ways = [(proxy.hostname, proxy.port or PORTS["http"])]
        for way in ways:
            try:
                return socket.create_connection(way, timeout=_CONNECT), bool(proxy.hostname)
            except OSError as error:
                policy.refused[host] = str(error.strerror or error).lower()
        # Send no answer at all: to the page, any answer would look like a live host.
        return None, False

    def _relay(self, browser: socket.socket, other: socket.socket) -> None:
        """Relay both directions until one side ends, or the page has used up its traffic."""
        ends: Mapping[socket.socket, socket.socket] = {browser: other, other: browser}
        other.settimeout(_IDLE)
        while self.policy.traffic > 0:
            ready, _, _ = select([browser, other], [], [], _IDLE)
            if not ready:
                return
            for end in ready:
                piece = end.recv(_PIECE)
                if not piece:
                    return
                self.policy.traffic -= len(piece)
                ends[end].sendall(piece)
        self.policy.refused[""] = "traffic"


def _head(browser: socket.socket) -> tuple[bytes, bytes]:
    """Return the head of a request, and the bytes already received after it."""
    found = b""
    while b"\r\n\r\n" not in found and len(found) < _HEAD_LIMIT:
        piece = browser.recv(_PIECE)
        if not piece:
            break
        found += piece
    head, _, rest = found.partition(b"\r\n\r\n")
    return head, rest


def _rewritten(head: bytes, method: str, path: str) -> bytes:
    """Return the head for the server: one request per connection, no proxy headers."""
    lines = [
        line
        for line in head.split(b"\r\n")[1:]
        if not line.lower().startswith((b"connection:", b"proxy-", b"keep-alive:"))
    ]
    first = f"{method} {path} HTTP/1.1".encode("latin-1", "replace")
    return b"\r\n".join([first, *lines, b"Connection: close", b"", b""])


def _answer(
    browser: socket.socket, status: int, body: bytes = b"", kind: str = "text/plain"
) -> None:
    head = (
        f"HTTP/1.1 {status} windrow\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    with suppress(OSError):
        browser.sendall(head.encode("latin-1") + body)
