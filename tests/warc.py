"""Web archives for tests: written by hand, so that they can be broken by hand."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

__all__ = ["HTML", "list_page", "list_pages", "record", "response", "write"]

HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def record(block: bytes, *, url: str = "http://farm.example/", kind: str = "response") -> bytes:
    """Return a WARC record, not packed."""
    content = "application/http; msgtype=response" if block.startswith(b"HTTP/") else "text/html"
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: {content}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(html: bytes, url: str = "http://farm.example/") -> bytes:
    """Return the record of a page."""
    return record(HTML + html, url=url)


def write(path: Path, records: Iterable[bytes], *, packed: bool = True) -> Path:
    """Write an archive, each record a gzip member of its own where it is *packed*."""
    with path.open("wb") as stream:
        for text in records:
            stream.write(gzip.compress(text, 1, mtime=0) if packed else text)
    return path


def list_page(number: int, rows: int = 6) -> bytes:
    """Return a small page with a list that is found."""
    items = "".join(
        f"<li><h3><a href=/tool/{number}-{row}>Tool {number}-{row} of oak</a></h3>"
        f"<p>Price: ${number}.{row:02}</p><p>Good for hay and for straw, in all weathers.</p></li>"
        for row in range(rows)
    )
    return f"<!doctype html><title>Tools {number}</title><ul>{items}</ul>".encode()


def list_pages(folder: Path, count: int = 6) -> Path:
    """Return *folder*, made anew, with pages that each have a list."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.html").write_bytes(list_page(number))
    return folder
