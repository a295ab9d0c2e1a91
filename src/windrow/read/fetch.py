"""Pages from the web, with limits on time, size and redirects."""

import socket
import ssl
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING

from windrow.errors import BadAddress, HttpStatus, TimedOut, TooLarge, TooManyRedirects, Unreachable
from windrow.read.deadline import Deadline
from windrow.read.media import require_html_bytes, require_html_type
from windrow.read.page import Page
from windrow.read.reach import PORTS, Reach
from windrow.read.robots import MOST
from windrow.read.web import Web

if TYPE_CHECKING:
    import httpx

__all__ = ["LIMIT", "REDIRECTS", "TIMEOUT", "ask_once", "fetch", "knock"]

# Bytes, seconds and a number of addresses: chosen, not measured.
LIMIT = 50_000_000
TIMEOUT = 20.0
REDIRECTS = 10
# RFC 9309, 2.3.1.2: at least five.
_ROBOTS_REDIRECTS = 5

_ENCODINGS = ("gzip", "deflate")
# Bytes unpacked at a time: chosen, not measured.
_PIECE = 1 << 18
# zlib's number for "gzip or zlib, by the header", and for a bare stream.
_ANY_HEADER, _NO_HEADER = 47, -15


def fetch(
    url: str,
    *,
    timeout: float = TIMEOUT,
    limit: int = LIMIT,
    redirects: int = REDIRECTS,
    web: Web | None = None,
) -> Page:
    """Return the page at *url*.

    *timeout* is for the whole page, in seconds, however slowly it arrives; *limit* is the largest
    size in bytes, after unpacking. *web* says what may be reached (by default the public network),
    what is sent, and how politely. Raises a `ReadError` for everything that is not a page.
    """
    web = web or Web()
    reach = web.reach(url)
    enter = partial(knock, web=web, reach=reach)
    with _answered(url, web, reach, timeout, redirects, enter) as (response, deadline):
        return _page(url, response, deadline, limit)


def knock(url: str, *, web: Web, reach: Reach) -> None:
    """Wait until the page at *url* may be fetched, if *web* is polite; see `Manners.enter`."""
    if web.manners is not None:
        web.manners.enter(url, web.agent, partial(_robots, web=web, reach=reach))


def ask_once(
    url: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    *,
    home: str,
    web: Web,
    reach: Reach,
    timeout: float = TIMEOUT,
    limit: int = LIMIT,
) -> tuple[int, list[tuple[str, str]], str, bytes]:
    """Return status, headers, address and unpacked content of one answer, redirect or not.

    For callers that handle redirects, cookies and politeness themselves: *home* is the site
    that gets its own headers.
    """
    import httpx

    with (
        _our_errors(url, timeout),
        Deadline(url, timeout) as deadline,
        _client(url, web, reach, timeout) as client,
    ):
        # Callers that keep cookies have added them already.
        client.cookies.clear()
        watched = {"trace": deadline.watch}
        request = client.build_request(
            method, url, headers=headers, content=body or None, extensions=watched
        )
        # Only encodings that we can unpack, whatever the caller sends.
        request.headers["Accept-Encoding"] = ", ".join(_ENCODINGS)
        _require_host(url, request.url)
        _address(request, httpx.URL(home), web)
        response = client.send(request, stream=True)
        try:
            content = bytearray()
            for piece in _pieces(url, response):
                deadline.check()
                content += piece
                if len(content) > limit:
                    raise TooLarge(url, limit)
            deadline.check()
        finally:
            response.close()
        dropped = ("content-encoding", "content-length", "transfer-encoding")
        given = response.headers.multi_items()
        kept = [(name, value) for name, value in given if name not in dropped]
        return response.status_code, kept, str(response.url), bytes(content)


def _robots(url: str, *, web: Web, reach: Reach) -> tuple[int, bytes]:
    """Return the status and the content of a robots.txt, as much as must be read."""
    try:
        with _answered(url, web, reach, TIMEOUT, _ROBOTS_REDIRECTS) as (response, deadline):
            content = b""
            for piece in _pieces(url, response) if response.is_success else ():
                content += piece
                deadline.check()
                if len(content) >= MOST:
                    break
            return response.status_code, content[:MOST]
    except TooManyRedirects:
        return 404, b""


@contextmanager
def _answered(
    url: str,
    web: Web,
    reach: Reach,
    timeout: float,
    redirects: int,
    enter: Callable[[str], None] = lambda url: None,
) -> "Iterator[tuple[httpx.Response, Deadline]]":
    """Give the answer at the end of all redirects of *url*; *enter* is called before each."""
    with (
        _our_errors(url, timeout),
        Deadline(url, timeout) as deadline,
        _client(url, web, reach, timeout) as client,
    ):
        request = client.build_request("GET", url, extensions={"trace": deadline.watch})
        home = request.url
        for _ in range(redirects + 1):
            if request.url.scheme not in PORTS:
                raise BadAddress(url, f"it redirects to {request.url.scheme}:")
            _require_host(url, request.url)
            _address(request, home, web)
            with deadline.stopped():
                enter(str(request.url))
            response = client.send(request, stream=True)
            try:
                deadline.check()
                # The body of a redirect is not read: nobody needs it, and it may be endless.
                if response.next_request is None:
                    yield response, deadline
                    return
                request = response.next_request
            finally:
                response.close()
        raise TooManyRedirects(url, redirects)


def _client(url: str, web: Web, reach: Reach, timeout: float) -> "httpx.Client":
    import httpx

    from windrow.read.transport import Guarded

    headers = {
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
        **web.harmless(),
        # Only encodings that we can unpack piece by piece.
        "Accept-Encoding": ", ".join(_ENCODINGS),
    }
    return httpx.Client(
        headers=headers,
        cookies=web.jar(),
        timeout=timeout,
        follow_redirects=False,
        transport=Guarded(url, reach),
    )


def _address(request: "httpx.Request", home: "httpx.URL", web: Web) -> None:
    """Add the headers for the page's own host to *request*, or remove them."""
    own = (request.url.host, request.url.port) == (home.host, home.port)
    # From http to https of the same host, but never back.
    own = own and (request.url.scheme == home.scheme or home.scheme == "http")
    for name, value in web.own().items():
        if own:
            request.headers[name] = value
        else:
            request.headers.pop(name, None)


def _require_host(url: str, address: "httpx.URL") -> None:
    # httpx lets all three pass, and then fails with an unclear error.
    address.raw_host.decode("ascii").encode("idna")
    if not address.host:
        raise BadAddress(url, "it names no host")
    if address.port is not None and address.port > 65535:
        raise BadAddress(url, f"there is no port {address.port}")


def _page(url: str, response: "httpx.Response", deadline: Deadline, limit: int) -> Page:
    if response.is_error:
        raise HttpStatus(url, response.status_code, response.reason_phrase)
    content_type = response.headers.get("Content-Type")
    require_html_type(url, content_type)
    content = bytearray()
    for piece in _pieces(url, response):
        deadline.check()
        content += piece
        if len(content) > limit:
            raise TooLarge(url, limit)
    # A connection that our deadline closed looks like a complete page.
    deadline.check()
    date = _iso(response.headers.get("Date", ""))
    page = Page(url, bytes(content), str(response.url), content_type, date=date)
    require_html_bytes(url, page.content)
    return page


def _iso(header: str) -> str:
    """Return a date of HTTP [RFC 9110, 5.6.7] as ISO 8601; "" if it is not one."""
    try:
        return parsedate_to_datetime(header).replace(tzinfo=None).isoformat()
    except (TypeError, ValueError):
        return ""


def _pieces(url: str, response: "httpx.Response") -> Iterator[bytes]:
    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding in ("", "identity"):
        return response.iter_raw()
    if encoding.removeprefix("x-") in _ENCODINGS:
        return _inflated(response.iter_raw())
    raise Unreachable(url, f"it answers in an encoding we did not ask for ({encoding})")


def _inflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes of a gzip or deflate stream, in pieces of bounded size.

    A small response must not fill the memory.
    Raises `zlib.error` for a stream that is broken, and `EOFError` for one that is cut off.
    """
    unpacker = None
    for chunk in chunks:
        while chunk:
            # A stream may hold several gzip members one after the other; anything else that
            # follows is padding, which browsers also ignore.
            if unpacker is not None and unpacker.eof and not chunk.startswith(b"\x1f"):
                return
            if unpacker is None or unpacker.eof:
                unpacker = zlib.decompressobj(_window_bits(chunk))
            yield unpacker.decompress(chunk, _PIECE)
            chunk = unpacker.unconsumed_tail or unpacker.unused_data
    if unpacker is not None and not unpacker.eof:
        yield unpacker.flush()
        if not unpacker.eof:
            raise EOFError("the packed content is cut off")


def _window_bits(chunk: bytes) -> int:
    # "deflate" means zlib in the standard and bare deflate in some servers. The low half of the
    # first byte of zlib is 8; a bare stream would start so only with a block of a rare type.
    packed = chunk[:1] == b"\x1f" or chunk[0] & 0x0F == 8
    return _ANY_HEADER if packed else _NO_HEADER


@contextmanager
def _our_errors(url: str, timeout: float) -> Iterator[None]:
    """Turn errors of httpx into ours."""
    import httpx

    try:
        yield
    except httpx.TimeoutException as error:
        raise TimedOut(url, timeout) from error
    # UnicodeError: a host name that cannot be looked up.
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError) as error:
        raise BadAddress(url, str(error)) from error
    except httpx.HTTPError as error:
        raise Unreachable(url, _reason(error)) from error
    except (zlib.error, EOFError) as error:
        raise Unreachable(url, "its packed content is broken") from error


def _reason(error: BaseException) -> str:
    """Return the first cause of *error* in words; the outer ones only repeat it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror):
            return "no such host"
        if isinstance(cause, ConnectionRefusedError):
            return "the connection was refused"
        if isinstance(cause, ssl.SSLError):
            return f"no secure connection ({cause.reason or cause})"
        cause = cause.__cause__ or cause.__context__
    return str(error) or "the connection broke"
