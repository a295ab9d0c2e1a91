"""Sitemaps: the pages that a site itself lists, within limits.

The protocol of sitemaps.org: files of XML, packed or not, or of plain lines; an index lists other
files; robots.txt says where they are.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urljoin
from xml.parsers.expat import ExpatError, ParserCreate

from windrow.crawl.addresses import is_home
from windrow.crawl.fetched import Fetched, Want

__all__ = ["Sitemap", "named_in_robots", "read_sitemap", "site_pages"]

# sitemaps.org, "Sitemap file requirements": addresses and unpacked bytes of one file.
_MOST_ADDRESSES, _MOST_BYTES = 50_000, 52_428_800
# Files of one site, and indexes above each other; the protocol allows one. Chosen, not measured.
_MOST_FILES, _DEEPEST = 100, 2
# The longest address that Scrapy asks for: the standard of its URLLENGTH_LIMIT.
_LONGEST = 2083
# zlib's number for "gzip or zlib, see the header", by definition.
_ANY_HEADER = 47
_NAMED = re.compile(rb"^\s*sitemap\s*:\s*(\S+)", re.I | re.M)


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The content of one file: pages with the day they changed ("" if unknown), and files."""

    pages: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()


def named_in_robots(content: bytes, home: str) -> list[str]:
    """Return the sitemaps that a robots.txt of the site *home* names.

    >>> named_in_robots(b"User-agent: *\\nSitemap: /map.xml", "http://a.com/")
    ['http://a.com/map.xml']
    """
    found = (urljoin(home, where.decode("utf-8", "replace")) for where in _NAMED.findall(content))
    return [*dict.fromkeys(found)][:_MOST_FILES]


def read_sitemap(content: bytes) -> Sitemap:
    """Return the entries of a file; if it is broken or too large, those before that.

    >>> read_sitemap(b"<urlset><url><loc>http://a.com/1</loc><lastmod>2026-11-02</lastmod></url>")
    Sitemap(pages=(('http://a.com/1', '2026-11-02'),), files=())
    """
    content = _unpacked(content)
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        lines = content.decode("utf-8", "replace").split(None, _MOST_ADDRESSES)[:_MOST_ADDRESSES]
        return Sitemap(tuple((line, "") for line in lines if _is_address(line)))
    listed = _Listed()
    parser = ParserCreate()
    parser.buffer_text = True
    for heard, handle in (
        ("StartElement", listed.start), ("EndElement", listed.end),
        ("CharacterData", listed.said), ("EntityDecl", listed.refuse),
    ):  # fmt: skip
        setattr(parser, f"{heard}Handler", handle)
    # The entries before the error are good.
    with suppress(ExpatError, _Enough):
        parser.Parse(content, True)
    return Sitemap(tuple(listed.pages), tuple(listed.files[:_MOST_FILES]))


def site_pages(
    home: str, fetch: Callable[[Sequence[Want]], Sequence[Fetched]], most: int
) -> list[str]:
    """Return up to *most* pages of the site *home* that its sitemaps list, last changed first.

    The sitemaps are those that robots.txt names, or else /sitemap.xml. An index leads to files of
    its own host only, and each file is read once.
    """
    [robots] = fetch([_plain(urljoin(home, "/robots.txt"))])
    named = named_in_robots(robots.page.content, home) if robots.page else []
    level, met = named or [urljoin(home, "/sitemap.xml")], set[str]()
    pages: dict[str, str] = {}
    for _ in range(_DEEPEST + 1):
        new = [one for one in dict.fromkeys(level) if one not in met][: _MOST_FILES - len(met)]
        met |= {*new}
        level = []
        for fetched in _each(new, fetch):
            found = read_sitemap(fetched.page.content) if fetched.page else Sitemap()
            pages |= {page: day for page, day in found.pages if is_home(page, home)}
            level += [one for one in found.files if is_home(one, fetched.want.address)]
            if len(pages) >= max(most, _MOST_ADDRESSES):
                level = []
                break
        if not level:
            break
    # Sorting keeps the order of pages of one day, and pages without a day come last.
    return sorted(pages, key=pages.__getitem__, reverse=True)[:most]


def _each(
    addresses: Sequence[str], fetch: Callable[[Sequence[Want]], Sequence[Fetched]]
) -> Iterator[Fetched]:
    for address in addresses:
        yield from fetch([_plain(address)])


def _plain(address: str) -> Want:
    return Want(address, plain=True)


class _Enough(Exception):
    """The file has more entries, but no more are read."""


class _Listed:
    """Collects what a parser finds in a sitemap."""

    def __init__(self) -> None:
        self.pages: list[tuple[str, str]] = []
        self.files: list[str] = []
        self._open: list[str] = []
        self._place = self._day = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._open.append(name.rpartition(":")[2].lower())
        if self._open[-1] in ("url", "sitemap"):
            self._place = self._day = ""

    def said(self, text: str) -> None:
        # Pictures and videos of a page also have addresses, at deeper levels.
        match self._open[-2:]:
            case ["url" | "sitemap", "loc"] if len(self._place) <= _LONGEST:
                self._place += text
            case ["url" | "sitemap", "lastmod"] if len(self._day) <= _LONGEST:
                self._day += text
            case _:
                return

    def end(self, name: str) -> None:
        ended, place = self._open.pop(), self._place.strip()
        if ended == "url" and _is_address(place):
            self.pages.append((place, self._day.strip()))
        elif ended == "sitemap" and _is_address(place):
            self.files.append(place)
        if len(self.pages) + len(self.files) >= _MOST_ADDRESSES:
            raise _Enough

    def refuse(self, *declared: object) -> None:
        """Refuse files that declare entities: no sitemap needs them, and they can be endless."""
        raise _Enough


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://")) and len(text) <= _LONGEST


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(b"\x1f\x8b"):
        return content[:_MOST_BYTES]
    unpacker = zlib.decompressobj(_ANY_HEADER)
    try:
        return unpacker.decompress(content, _MOST_BYTES)
    except zlib.error:
        return b""
