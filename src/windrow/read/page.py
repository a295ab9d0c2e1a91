"""What was read: the bytes of a page, and where they came from."""

import os
from dataclasses import dataclass, field
from typing import IO, Self, TypeAlias

from windrow.read.layout import Layout
from windrow.safe import masked, without_user

__all__ = ["Page", "PageLike"]

PageLike: TypeAlias = "Page | str | bytes | os.PathLike[str] | IO[bytes] | IO[str]"
"""What a page can be read from: a path, an address, ``"-"``, bytes, an open file, or a Page."""


@dataclass(frozen=True, slots=True)
class Page:
    """The bytes of a page as they came, not yet decoded.

    A page that a browser has shown is a snapshot: its content is the browser's final markup,
    and its *layout* says where everything was drawn.

    >>> Page.from_text("<p>hay</p>")
    Page(source='<text>', url=None, content_type='text/html; charset=utf-8')
    """

    source: str
    """The path or address as it was given; a password in it is masked."""
    content: bytes = field(repr=False)
    url: str | None = None
    """The address after all redirects, against which links are resolved; None for a file.

    It has no user name and no password: they would be in every link of every row.
    """
    content_type: str | None = None
    """The Content-Type header as received."""
    layout: Layout | None = field(default=None, repr=False)
    picture: bytes | None = field(default=None, repr=False)
    """The page as a picture (PNG), if one was taken."""
    base: str = field(default="", repr=False)
    """The address that links are relative to, if the page itself has none."""
    date: str = field(default="", repr=False)
    """When it was fetched, by its server or an archive, ISO 8601; "" if unknown."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", masked(self.source))
        if self.url is not None:
            object.__setattr__(self, "url", without_user(self.url))

    @classmethod
    def from_bytes(
        cls, content: bytes, source: str = "<bytes>", content_type: str | None = None
    ) -> Self:
        """Return the page with this *content*, in any encoding."""
        return cls(source, content, content_type=content_type)

    @classmethod
    def from_text(cls, text: str, source: str = "<text>") -> Self:
        """Return the page with this *text*, whatever encoding its markup claims."""
        # "replace" is for lone surrogates, which a str may hold but no encoding can.
        content = text.encode("utf-8", "replace")
        return cls(source, content, content_type="text/html; charset=utf-8")
