"""Pages from the web, with an end to everything: time, size and redirects."""

import socket
import ssl
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from windrow.errors import BadAddress, HttpStatus, TimedOut, TooLarge, TooManyRedirects, Unreachable
from windrow.read.deadline import Deadline
from windrow.read.media import require_html_bytes, require_html_type
from windrow.read.page import Page
from windrow.read.web import Web

if TYPE_CHECKING:
    import httpx

__all__ = ["LIMIT", "REDIRECTS", "TIMEOUT", "fetch"]

# Bytes, seconds and a number of addresses: chosen, not measured.
LIMIT = 50_000_000
TIMEOUT = 20.0
REDIRECTS = 10

_ENCODINGS = ("gzip", "deflate")
# Bytes unpacked at a time: chosen, not measured.
_PIECE = 1 << 18
# zlib's number for "gzip or zlib, see the header", and the one for neither.
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

    *timeout* is for the whole page, in seconds, however it trickles in; *limit* is the largest
    size in bytes, after unpacking. *web* says what may be reached: by default the public network.
    Raises a `ReadError` for everything that is not a page.
    """
    web = web or Web()
    with (
        _spoken(url, timeout),
        Deadline(url, timeout) as deadline,
        _client(url, web, timeout) as client,
    ):
        request = client.build_request("GET", url, extensions={"trace": deadline.watch})
        _require_host(url, request.url)
        for _ in range(redirects + 1):
            response = client.send(request, stream=True)
            try:
                deadline.check()
                # The body of a redirect is left unread: it has no reader, and may have no end.
                if response.next_request is None:
                    return _page(url, response, deadline, limit)
                request = response.next_request
                if request.url.scheme not in ("http", "https"):
                    raise BadAddress(url, f"it redirects to {request.url.scheme}:")
                _require_host(url, request.url)
            finally:
                response.close()
        raise TooManyRedirects(url, redirects)


def _client(url: str, web: Web, timeout: float) -> "httpx.Client":
    import httpx

    from windrow import __version__
    from windrow.read.transport import Guarded

    headers = {
        "User-Agent": f"windrow/{__version__}",
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
        # Only what we can unpack piece by piece.
        "Accept-Encoding": ", ".join(_ENCODINGS),
    }
    transport = Guarded(url, web.reach(url))
    return httpx.Client(
        headers=headers, timeout=timeout, follow_redirects=False, transport=transport
    )


def _require_host(url: str, address: "httpx.URL") -> None:
    # httpx lets all three pass, and what then goes wrong has no error of its own.
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
    # A connection that our deadline closed looks like a page that came to its end.
    deadline.check()
    page = Page(url, bytes(content), url=str(response.url), content_type=content_type)
    require_html_bytes(url, page.content)
    return page


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
            # A stream may hold several gzip members one after the other; what else follows is
            # padding, which browsers ignore too.
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
def _spoken(url: str, timeout: float) -> Iterator[None]:
    """Turn what goes wrong inside httpx into our errors."""
    import httpx

    try:
        yield
    except httpx.TimeoutException as error:
        raise TimedOut(url, timeout) from error
    # UnicodeError: a host name that no name server could be asked for.
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
