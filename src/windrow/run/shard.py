"""Divides entries into numbered shards, always the same ones for the same inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from windrow.errors import ReadError
from windrow.read.archive import pieces
from windrow.run.arrow import row_sizes
from windrow.run.origin import Entry, Origin, Shard

__all__ = ["PAGES", "cut", "found", "origins"]

# Chosen, not measured: some seconds of work, and few enough to keep in memory.
PAGES = 100
"""How many pages a shard has."""


def cut(origins: Iterable[Origin], pages: int = PAGES) -> Iterator[Shard]:
    """Yield the shards of *origins*, on demand."""
    rest, number = iter(origins), 0
    while part := tuple(islice(rest, pages)):
        yield Shard(number, part)
        number += 1


def found(entries: Iterable[Entry], html: str | None = None) -> Iterator[Origin]:
    """Yield where the pages of *entries* are, one entry after the other."""
    return (origin for entry in entries for origin in origins(entry, html))


def origins(entry: Entry, html: str | None = None) -> Iterator[Origin]:
    """Yield where the pages of *entry* are; an archive is scanned without keeping anything.

    *html* is the column with the pages, in a file of tables.
    """
    last = 0
    try:
        if entry.kind == "warc":
            for piece in pieces(entry.name):
                last = piece.offset + piece.size
                yield Origin("warc", entry.name, piece.offset, piece.size)
        elif entry.kind == "arrow":
            for last, size in enumerate(row_sizes(entry.name, html)):
                yield Origin("arrow", entry.name, last, size)
        else:
            yield Origin(entry.kind, entry.name, size=entry.size)
    except ReadError:
        # Reading it gives the same error, in its place, and the other entries go on.
        yield Origin(entry.kind, entry.name, last, 1)
