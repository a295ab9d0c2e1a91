"""Packed pages: compressed with gzip, or saved by a browser together with their parts."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace

from windrow.errors import NotHtml, TooLarge
from windrow.read.page import Page

__all__ = ["unpacked"]

_GZIP = b"\x1f\x8b\x08"
# The header of a saved page (RFC 2557) ends at the first empty line, and is short: chosen.
_HEADER = 4_000
_SAVED = re.compile(rb"^content-type:\s*multipart/related", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:[ \t]")


def unpacked(page: Page, limit: int) -> Page:
    """Return the page inside *page*; *page* itself if it is not packed.

    >>> import gzip
    >>> unpacked(Page.from_bytes(gzip.compress(b"<p>hay")), 1000).content
    b'<p>hay'
    """
    if page.content.startswith(_GZIP):
        page = replace(page, content=_inflated(page, limit))
    if page.content.startswith(b"WARC/"):
        raise NotHtml(page.source, "a web archive of many pages", hint="windrow run reads it")
    head = page.content[:_HEADER]
    if _FIELD.match(head) and _SAVED.search(head):
        return _saved(page)
    return page


def _inflated(page: Page, limit: int) -> bytes:
    unpacker = zlib.decompressobj(31)
    try:
        content = unpacker.decompress(page.content, limit + 1)
    except zlib.error as error:
        raise NotHtml(page.source, "packed with gzip, and broken", hint="get it again") from error
    if len(content) > limit:
        raise TooLarge(page.source, limit)
    if not unpacker.eof:
        raise NotHtml(page.source, "packed with gzip, and cut off", hint="get it again")
    return content


def _saved(page: Page) -> Page:
    """Return the page in the first part of a saved one (MHTML), with its original address."""
    from email import message_from_bytes

    message = message_from_bytes(page.content)
    for part in message.walk():
        if part.get_content_type() not in ("text/html", "application/xhtml+xml"):
            continue
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            places = (message.get("Snapshot-Content-Location"), part.get("Content-Location"))
            address = next((str(one) for one in places if one), "")
            url = address if address.startswith(("http://", "https://")) else page.url
            kind = " ".join(str(part.get("Content-Type", "")).split())
            return replace(page, content=content, url=url, content_type=kind or None)
    raise NotHtml(page.source, "a saved page without HTML in it")
