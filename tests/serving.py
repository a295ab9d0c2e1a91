"""A web server on loopback with the answers that a test sets."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

__all__ = ["LIST", "Reply", "Server", "answering", "moved", "serving"]

LIST = (
    "<!doctype html><title>Hay</title><ul>"
    + "".join(
        f"<li><h3><a href=/item/{k}>Bale number {k}</a></h3><p>Dry hay of meadow {k}</p><b>${k}.50</b></li>"
        for k in range(1, 9)
    )
    + "</ul>"
)


@dataclass(frozen=True)
class Reply:
    """One answer of the server."""

    body: str | bytes = LIST
    status: int = 200
    phrase: str = "OK"
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/html"})


def moved(to: str) -> Reply:
    return Reply("", 302, "Found", {"Location": to})


@dataclass
class Server:
    """A running server: its replies by path, and what was asked of it."""

    port: int
    replies: dict[str, Reply]
    asked: list[tuple[str, Message]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


@contextmanager
def answering(server: TCPServer) -> Iterator[None]:
    """Let *server* answer in a thread for as long as the block lasts."""
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def serving(replies: Mapping[str, Reply]) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.asked.append((self.path, self.headers))
            reply = server.replies.get(self.path, Reply("<p>none", 404, "Not Found"))
            body = reply.body if isinstance(reply.body, bytes) else reply.body.encode()
            # Written by hand, because tests use reason phrases that no server should send.
            self.wfile.write(f"HTTP/1.0 {reply.status} {reply.phrase}\r\n".encode("latin-1"))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *words: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(running.server_address[1], dict(replies))
    with answering(running):
        yield server
