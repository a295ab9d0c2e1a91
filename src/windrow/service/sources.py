"""How a request names a page: an address, markup, bytes, a kept page or a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlsplit

from windrow.errors import BadAddress, FileUnreadable, WindrowError
from windrow.read import Page, PageLike, read
from windrow.read.web import is_address
from windrow.service.bounds import Bounds
from windrow.service.pages import Pages

__all__ = ["PageSource", "allowed_file", "source_facts"]


# A page is given by one of these fields, or by its address alone.
_WAYS = ("html", "content", "page", "file")


@dataclass(frozen=True, slots=True)
class PageSource:
    """A page, named in one way; *url* beside markup or bytes is their address."""

    url: str | None = None
    html: str | None = None
    content: bytes | None = None  # bytes of a page in any encoding, or of a snapshot file
    page: str | None = None  # the id of a kept page
    file: str | None = None  # a file on the service's machine, in an allowed folder
    name: str | None = None  # what answers call the page

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Self:
        """Return the page that *facts* name; other keys are ignored."""
        return cls(**{name: facts.get(name) for name in cls.__slots__})

    def __post_init__(self) -> None:
        ways = [way for way in _WAYS if getattr(self, way) is not None]
        alone = self.url is not None and not ways
        if not alone and len(ways) != 1:
            raise WindrowError(
                f"name a page in one way, not in {len(ways)}",
                hint="give url, html, snapshot, page or file",
            )
        if self.url is not None and not is_address(self.url):
            raise BadAddress(self.url, "it does not begin with http:// or https://")
        if self.url is not None and (reason := _no_host(self.url)):
            raise BadAddress(self.url, reason)

    def __str__(self) -> str:
        return self.name or self.url or self.file or self.page or "<page>"

    def source(self, pages: Pages, bounds: Bounds) -> PageLike:
        """Return the page, or its file or address."""
        sent = self.sent(bounds)
        if sent is not None:
            return sent
        if self.page is not None:
            return pages.read(self.page)
        if self.file is not None:
            return allowed_file(self.file, bounds)
        assert self.url is not None
        return self.url

    def sent(self, bounds: Bounds) -> Page | None:
        """Return the page if its content was sent; None if it was only named."""
        if self.html is not None:
            return replace(Page.from_text(self.html, str(self)), url=self.url)
        if self.content is not None:
            found = read(self.content, limit=bounds.size)
            return replace(found, source=str(self), url=self.url or found.url)
        return None


def _no_host(address: str) -> str:
    """Return why *address* names no host; empty if it names one."""
    try:
        host = urlsplit(address.strip()).hostname or ""
    except ValueError as error:
        return str(error)
    if not host:
        return "it names no host"
    return "its host has a space in it" if len(host.split()) > 1 else ""


def source_facts(text: str, pages: Pages) -> dict[str, Any]:
    """Return the fields for the page *text*: markup, an address, a kept page, or else a file."""
    if text.lstrip()[:1] == "<":
        return {"html": text}
    if is_address(text):
        return {"url": text}
    return {"page": text} if pages.is_key(text) else {"file": text}


def allowed_file(name: str, bounds: Bounds) -> str:
    """Return the path of a file; raise an error if it is outside the allowed folders."""
    path = os.path.realpath(name)
    folders = [os.path.realpath(folder) for folder in bounds.folders]
    if not any(path == folder or path.startswith(folder + os.sep) for folder in folders):
        raise FileUnreadable(
            name,
            "it is outside the allowed folders",
            hint="give an address, HTML or the id of a page; for files, start with --files DIR",
        )
    return path
