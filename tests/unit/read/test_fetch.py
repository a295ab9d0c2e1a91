import gzip
import socket
import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from tests.serving import answering
from windrow import __version__
from windrow.errors import (
    BadAddress,
    HttpStatus,
    NotHtml,
    TimedOut,
    TooLarge,
    TooManyRedirects,
    Unreachable,
)
from windrow.read import Web, read
from windrow.read.deadline import Deadline
from windrow.read.decode import decode
from windrow.read.fetch import fetch as fetch_from

HAY = "<p>été</p>"
# The server is on loopback.
WEB = Web(private=("127.0.0.1",))
fetch = partial(fetch_from, web=WEB)
ZEROS = gzip.compress(bytes(20_000_000))


class Farm(BaseHTTPRequestHandler):
    """A server whose every path is one way to behave, well or badly."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        try:
            PATHS[path](self)
        except OSError:
            # The reader has gone, as it should from these pages.
            self.close_connection = True

    def answer(self, content: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def page(self) -> None:
        self.answer(HAY.encode(), Content_Type="text/html; charset=utf-8")

    def legacy(self) -> None:
        self.answer(HAY.encode("cp1252"), Content_Type="text/html; charset=windows-1252")

    def agent(self) -> None:
        self.answer(self.headers["User-Agent"].encode(), Content_Type="text/plain")

    def untyped_png(self) -> None:
        self.answer(b"\x89PNG\r\n\x1a\n")

    def png(self) -> None:
        self.answer(b"", Content_Type="image/png")

    def missing(self) -> None:
        self.answer(b"<p>no hay", 404, Content_Type="text/html")

    def moved(self) -> None:
        self.answer(b"", 301, Location="/page")

    def circle(self) -> None:
        self.answer(b"", 302, Location="/circle")

    def to_ftp(self) -> None:
        self.answer(b"", 302, Location="ftp://farm.example/")

    def endless_redirect(self) -> None:
        self.send_response(302)
        self.send_header("Location", "/page")
        self.end_headers()
        self.pour(b"x" * 65536)

    def endless(self) -> None:
        self.answer(b"<p>", Content_Type="text/html")
        self.pour(b"hay " * 16384)

    def drip(self) -> None:
        self.answer(b"<p>", Content_Type="text/html")
        self.pour(b"x", pause=0.02)

    def header_drip(self) -> None:
        self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Hay: ")
        self.pour(b"x", pause=0.02)

    def silence(self) -> None:
        self.connection.recv(1)

    def cut(self) -> None:
        self.answer(b"<p>hay", Content_Type="text/html", Content_Length="1000")

    def packed(self) -> None:
        self.answer(gzip.compress(HAY.encode()), Content_Encoding="gzip")

    def deflated(self) -> None:
        bare = zlib.compressobj(wbits=-15)
        self.answer(bare.compress(HAY.encode()) + bare.flush(), Content_Encoding="deflate")

    def members(self) -> None:
        parts = map(gzip.compress, (b"<p>", b"hay"))
        self.answer(b"".join(parts) + bytes(8), Content_Encoding="gzip")

    def bomb(self) -> None:
        self.answer(ZEROS, Content_Encoding="gzip", Content_Type="text/html")

    def half_packed(self) -> None:
        self.answer(ZEROS[:1000], Content_Encoding="gzip")

    def not_packed(self) -> None:
        self.answer(b"<p>hay", Content_Encoding="gzip")

    def unasked(self) -> None:
        self.answer(b"?", Content_Encoding="br")

    def pour(self, content: bytes, pause: float = 0) -> None:
        while True:
            self.wfile.write(content)
            time.sleep(pause)

    def log_message(self, format: str, *args: object) -> None:
        pass


PATHS: dict[str, Callable[[Farm], None]] = {
    "/page": Farm.page,
    "/legacy": Farm.legacy,
    "/agent": Farm.agent,
    "/untyped_png": Farm.untyped_png,
    "/png": Farm.png,
    "/missing": Farm.missing,
    "/moved": Farm.moved,
    "/circle": Farm.circle,
    "/to_ftp": Farm.to_ftp,
    "/endless_redirect": Farm.endless_redirect,
    "/endless": Farm.endless,
    "/drip": Farm.drip,
    "/header_drip": Farm.header_drip,
    "/silence": Farm.silence,
    "/cut": Farm.cut,
    "/packed": Farm.packed,
    "/deflated": Farm.deflated,
    "/members": Farm.members,
    "/bomb": Farm.bomb,
    "/half_packed": Farm.half_packed,
    "/not_packed": Farm.not_packed,
    "/unasked": Farm.unasked,
}


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture(scope="module")
def farm() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Farm)
    with answering(server):
        yield f"http://127.0.0.1:{server.server_port}"


def test_a_page_comes_from_an_address(farm: str) -> None:
    page = read(f"{farm}/page", web=WEB)

    assert page.content == HAY.encode()
    assert page.source == page.url == f"{farm}/page"
    assert page.content_type == "text/html; charset=utf-8"


def test_a_page_knows_when_its_server_sent_it(farm: str) -> None:
    page = fetch(f"{farm}/page")

    sent = datetime.fromisoformat(page.date)

    assert abs(datetime.now(UTC).replace(tzinfo=None) - sent) < timedelta(days=1)


def test_certificates_are_read_once_for_all_pages(
    farm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(f"{farm}/page", web=WEB)
    monkeypatch.setattr(ssl, "create_default_context", None)

    assert read(f"{farm}/page", web=WEB).content


def test_the_header_names_the_encoding(farm: str) -> None:
    page = fetch(f"{farm}/legacy")

    assert decode(page.content, page.content_type) == HAY


def test_we_say_who_we_are(farm: str) -> None:
    agent = fetch(f"{farm}/agent").content

    assert agent.startswith(f"windrow/{__version__} (+https://".encode())


def test_the_url_is_the_one_after_redirects(farm: str) -> None:
    page = fetch(f"{farm}/moved")

    assert (page.source, page.url) == (f"{farm}/moved", f"{farm}/page")


def test_an_error_status_is_an_error(farm: str) -> None:
    with pytest.raises(HttpStatus, match="answered 404 Not Found") as caught:
        fetch(f"{farm}/missing")

    assert caught.value.status == 404


def test_a_circle_of_redirects_ends(farm: str) -> None:
    with pytest.raises(TooManyRedirects, match="more than 10 times"):
        fetch(f"{farm}/circle")


def test_redirects_lead_only_to_the_web(farm: str) -> None:
    with pytest.raises(BadAddress, match="redirects to ftp:"):
        fetch(f"{farm}/to_ftp")


def test_the_body_of_a_redirect_is_not_read(farm: str) -> None:
    assert fetch(f"{farm}/endless_redirect", timeout=60).content == HAY.encode()


@pytest.mark.parametrize(
    ("path", "kind"), [("png", "of type image/png"), ("untyped_png", "a PNG image")]
)
def test_a_picture_is_not_html(farm: str, path: str, kind: str) -> None:
    with pytest.raises(NotHtml) as caught:
        fetch(f"{farm}/{path}")

    assert caught.value.kind == kind


def test_an_endless_response_ends_at_the_limit(farm: str) -> None:
    with pytest.raises(TooLarge, match="limit of 1 MB"):
        fetch(f"{farm}/endless", limit=1_000_000)


@pytest.mark.parametrize("path", ["drip", "header_drip", "silence"])
def test_a_response_that_trickles_in_ends_in_time(farm: str, path: str) -> None:
    # The servers never end: to come back at all is to come back in time.
    with pytest.raises(TimedOut, match=r"did not arrive in 0.2 s"):
        fetch(f"{farm}/{path}", timeout=0.2)


def test_a_connection_that_comes_too_late_is_closed() -> None:
    class Stream:
        closed = False

        def get_extra_info(self, name: str) -> None:
            assert name == "socket"

        def close(self) -> None:
            self.closed = True

    stream = Stream()
    late = Deadline("http://farm.example/", 0)

    with pytest.raises(TimedOut):
        late.watch("connection.connect_tcp.complete", {"return_value": stream})

    assert stream.closed


@pytest.mark.parametrize("path", ["packed", "deflated"])
def test_packed_responses_are_unpacked(farm: str, path: str) -> None:
    assert fetch(f"{farm}/{path}").content == HAY.encode()


def test_all_members_of_a_packed_response_are_read_and_padding_is_not(farm: str) -> None:
    assert fetch(f"{farm}/members").content == b"<p>hay"


def test_the_limit_is_for_the_unpacked_bytes(farm: str) -> None:
    with pytest.raises(TooLarge):
        fetch(f"{farm}/bomb", limit=1_000_000)


@pytest.mark.parametrize("path", ["cut", "half_packed", "not_packed", "unasked"])
def test_a_broken_response_is_not_taken_for_a_whole_page(farm: str, path: str) -> None:
    with pytest.raises(Unreachable):
        fetch(f"{farm}/{path}")


def test_a_port_where_nobody_listens_refuses() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(Unreachable, match="the connection was refused"):
            fetch(f"http://127.0.0.1:{port}/")


def test_a_host_without_address_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    with pytest.raises(Unreachable, match="no such host"):
        fetch("http://farm.invalid/")


@pytest.mark.parametrize(
    "url",
    ["http://", "http:///hay", "http://farm:99999/", f"http://{'x' * 70}.example/", "http://[::1"],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        read(url)
