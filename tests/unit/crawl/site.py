"""Generated sites on a local server, which writes down who asked for what, and when."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from tests.serving import answering

__all__ = ["Asked", "Given", "LocalSite", "items", "running", "shop_page"]


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    form: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    at: float = 0.0

    @property
    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}

    @property
    def where(self) -> str:
        return urlsplit(self.path).path


@dataclass(frozen=True)
class Given:
    """One answer of the server."""

    body: str = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class LocalSite:
    port: int
    log: list[Asked] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pages(self) -> list[str]:
        """What was asked for, without what every crawl asks for."""
        return [one.path for one in self.log if one.path != "/robots.txt"]


@contextmanager
def running(answer: Callable[[Asked], Given | str], robots: str = "") -> Iterator[LocalSite]:
    """Run a site for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer("")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

        def _answer(self, sent: str) -> None:
            form = {name: values[0] for name, values in parse_qs(sent).items()}
            asked = Asked(self.path, form, dict(self.headers.items()), time.monotonic())
            site.log.append(asked)
            if self.path == "/robots.txt":
                given: Given | str = Given(
                    robots, 503 if robots == "down" else 200 if robots else 404
                )
            else:
                given = answer(asked)
            given = given if isinstance(given, Given) else Given(given)
            content = given.body.encode()
            self.send_response(given.status)
            for name, value in {
                "Content-Type": "text/html; charset=utf-8",
                **dict(given.headers),
            }.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing: clients that are killed break off."""

    server = Quiet(("127.0.0.1", 0), Handler)
    site = LocalSite(server.server_address[1])
    with answering(server):
        yield site


def items(numbers: Sequence[int], link: str = "/item/{k}") -> str:
    """Return records of a list, each with a number of its own."""
    return "".join(
        f"<li class=item><h3><a href='{link.format(k=k)}'>Bale number {k} of hay</a></h3>"
        f"<p class=about>Dry hay of the meadow {k * 7 % 31}, cut in June</p><b class=price>${k}.50</b></li>"
        for k in numbers
    )


def shop_page(
    numbers: Sequence[int], pager: str = "", link: str = "/item/{k}", head: str = ""
) -> str:
    """Return a list page with a menu, records and what leads on."""
    menu = "".join(
        f"<li><a href=/{name}>{name.title()}</a></li>"
        for name in ("home", "barns", "tools", "about")
    )
    return (
        f"<!doctype html><html><head><title>Hay</title>{head}</head><body><ul class=menu>{menu}</ul>"
        f"<h1>Hay for sale</h1><ul class=items>{items(numbers, link)}</ul>{pager}"
        "<p class=foot>All hay is dry. <a href=/terms>Terms</a></p></body></html>"
    )
