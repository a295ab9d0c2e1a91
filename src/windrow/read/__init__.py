"""Reading: from a file, standard input, an address or bytes to a `Page`."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO, cast

from windrow.errors import BadAddress, FileUnreadable, TooLarge
from windrow.read.decode import decode, utf8
from windrow.read.live import is_live, load_live
from windrow.read.media import require_html_bytes
from windrow.read.packed import unpacked
from windrow.read.page import Page, PageLike
from windrow.read.snapshot import is_snapshot, load
from windrow.read.web import Web, guest

__all__ = ["FILE_LIMIT", "Page", "PageLike", "Web", "decode", "read", "read_all", "utf8"]

# Chosen, not measured: ten times the limit for a page from the web.
FILE_LIMIT = 500_000_000
"""The largest file we read, in bytes; a page from the web may have a tenth of that."""

# Chosen, not measured.
_PIECE = 1 << 20

# Two letters at least: "C:" is a drive.
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:/|$)", re.I)
_PAGE_NAME = re.compile(r"\.(?:x?html?|xml|txt|mht(?:ml)?|php|aspx?)$", re.I)


def read(
    source: PageLike,
    *,
    limit: int | None = None,
    timeout: float = 20.0,
    web: Web | None = None,
) -> Page:
    """Return the page that *source* names: a path, an http(s) address, "-", bytes, an open file.

    *limit* is the largest size in bytes (by default 500 MB for files, 50 MB from the web),
    *timeout* the time in seconds that a page from the web may take, *web* how it is fetched. A file
    that `windrow snapshot` wrote is read with its boxes; a file that is packed with gzip, or that
    a browser has saved together with its parts (.mhtml), is unpacked. Raises a `ReadError` for
    everything that is not a page; an empty file is a page.

    >>> read(b"<p>hay</p>").content
    b'<p>hay</p>'
    """
    if isinstance(source, Page):
        return source
    page = _read(source, limit, timeout, web)
    return replace(page, base=web.base) if web and web.base and not page.url else page


def _read(source: PageLike, limit: int | None, timeout: float, web: Web | None) -> Page:
    if isinstance(source, Page):
        return source
    if isinstance(source, bytes):
        return _checked(Page.from_bytes(source), limit)
    if isinstance(source, os.PathLike):
        return _from_file(os.fspath(source), os.fspath(source), limit)
    if not isinstance(source, str):
        return _from_open(source, limit)
    if source == "-":
        return _from_stream(source, sys.stdin.buffer, limit)
    return _from_name(source, limit, timeout, web)


def read_all(pages: Iterable[PageLike], *, web: Web | None = None) -> Iterator[Page]:
    """Yield the page of each of *pages*; if several are addresses, they are fetched politely."""
    with guest(web or Web(), pages) as polite:
        for page in pages:
            yield read(page, web=polite)


def _from_name(source: str, limit: int | None, timeout: float, web: Web | None) -> Page:
    found = _SCHEME.match(source)
    scheme = found[1].lower() if found else ""
    if scheme in ("http", "https"):
        from windrow.read import fetch

        limit = fetch.LIMIT if limit is None else limit
        return fetch.fetch(source, timeout=timeout, limit=limit, web=web)
    if scheme == "file":
        return _from_file(source, _file_path(source), limit)
    # A file may have a colon in its name.
    if scheme and not os.path.exists(source):
        raise BadAddress(source, f"{scheme}: is not a scheme we read")
    return _from_file(source, source, limit)


def _file_path(url: str) -> str:
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    parts = urlsplit(url)
    if parts.netloc not in ("", "localhost"):
        raise BadAddress(url, f"the file is on another computer, {parts.netloc}")
    return url2pathname(parts.path)


def _from_file(source: str, path: str, limit: int | None) -> Page:
    try:
        with open(path, "rb") as stream:
            return _from_stream(source, stream, limit)
    # ValueError: a zero character in the name.
    except (OSError, ValueError) as error:
        raise _unreadable(source, path, error) from error


def _from_stream(source: str, stream: IO[bytes], limit: int | None) -> Page:
    limit = FILE_LIMIT if limit is None else limit
    content = b"".join(_pieces(stream, limit + 1))
    if len(content) > limit:
        raise TooLarge(source, limit)
    return _checked(Page.from_bytes(content, source), limit)


def _from_open(stream: IO[bytes] | IO[str], limit: int | None) -> Page:
    """Return the page in an open file, for bytes or for text."""
    name = getattr(stream, "name", "")
    name = name if isinstance(name, str) else ""
    if not callable(getattr(stream, "read", None)):
        raise TypeError(f"a page is a path, an address, bytes or a file, not {stream!r:.60}")
    if isinstance(start := stream.read(0), bytes):
        return _from_stream(name or "<file>", cast(IO[bytes], stream), limit)
    assert isinstance(start, str)
    page = Page.from_text(cast(IO[str], stream).read(), name or "<file>")
    if len(page.content) > (limit := FILE_LIMIT if limit is None else limit):
        raise TooLarge(page.source, limit)
    return _checked(page, limit)


def _pieces(stream: IO[bytes], room: int) -> Iterator[bytes]:
    # Reading the whole limit at once would reserve that much memory even for a small file.
    while room > 0 and (piece := stream.read(min(room, _PIECE))):
        yield piece
        room -= len(piece)


def _checked(page: Page, limit: int | None) -> Page:
    limit = FILE_LIMIT if limit is None else limit
    if is_snapshot(page.content):
        return load(page.content, page.source, limit=limit)
    if is_live(page.content):
        return load_live(page.content, page.source, limit=limit)
    page = unpacked(page, limit)
    require_html_bytes(page.source, page.content)
    return page


def _unreadable(source: str, path: str, error: OSError | ValueError) -> FileUnreadable:
    if os.path.isdir(path):
        return FileUnreadable(source, "it is a directory", hint="name the files in it")
    if isinstance(error, PermissionError):
        return FileUnreadable(source, "permission denied", hint="check the permissions of the file")
    if source.lstrip().startswith("<"):
        return FileUnreadable(
            source, "it is markup, not a file name", hint="use `Page.from_text` for markup"
        )
    if isinstance(error, FileNotFoundError):
        return FileUnreadable(source, "there is no such file", hint=_missing_hint(source))
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return FileUnreadable(source, (reason or "unknown reason").lower())


def _missing_hint(source: str) -> str:
    if _HOST.match(source) and not _PAGE_NAME.search(source):
        return f"for a page on the web, give the whole address: https://{source[:200]}"
    return "check the name and the directory you are in"
