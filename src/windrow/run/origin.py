"""Where pages are, and which of them form a shard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from windrow.safe import masked

__all__ = ["Entry", "Kind", "Origin", "Shard"]

Kind: TypeAlias = Literal["page", "warc", "arrow", "bytes"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or address among the inputs: a page, or an archive or table of many."""

    kind: Kind
    name: str
    size: int = 0  # bytes; estimated for an address
    written: int = 0  # when a file was last written, in nanoseconds


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one page of a run is.

    >>> print(Origin("warc", "crawl.warc.gz", offset=5120))
    crawl.warc.gz@5120
    """

    kind: Kind
    name: str
    offset: int = 0  # the first byte of a record in an archive, or the number of a row
    size: int = 0  # bytes
    content: bytes = field(default=b"", repr=False)  # if the page itself is sent

    def __str__(self) -> str:
        if self.kind in ("warc", "arrow"):
            return f"{self.name}@{self.offset}"
        return masked(self.name)


@dataclass(frozen=True, slots=True)
class Shard:
    """Pages that are worked on one after the other, and whose rows are stored together."""

    number: int
    origins: tuple[Origin, ...]

    @property
    def size(self) -> int:
        """The size of its pages in bytes, where known."""
        return sum(origin.size for origin in self.origins)
