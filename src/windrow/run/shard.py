"""Cutting the work: from sources to numbered shards, the same ones for the same inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from windrow.errors import ReadError
from windrow.read.archive import pieces
from windrow.run.arrow import row_sizes
from windrow.run.origin import Origin, Shard, Source

__all__ = ["PAGES", "cut", "found", "origins"]

PAGES = 100
"""How many pages a shard has: some seconds of work, and few enough to keep in memory."""


def cut(origins: Iterable[Origin], pages: int = PAGES) -> Iterator[Shard]:
    """Yield the shards of *origins*, as they are asked for."""
    rest, number = iter(origins), 0
    while part := tuple(islice(rest, pages)):
        yield Shard(number, part)
        number += 1


def found(sources: Iterable[Source], html: str | None = None) -> Iterator[Origin]:
    """Yield where the pages of *sources* are, one source after the other."""
    return (origin for source in sources for origin in origins(source, html))


def origins(source: Source, html: str | None = None) -> Iterator[Origin]:
    """Yield where the pages of *source* are. An archive is looked through; nothing of it is kept.

    *html* is the column with the pages, in a file of tables.
    """
    last = 0
    try:
        if source.kind == "warc":
            for piece in pieces(source.name):
                last = piece.offset + piece.size
                yield Origin("warc", source.name, piece.offset, piece.size)
        elif source.kind == "arrow":
            for last, size in enumerate(row_sizes(source.name, html)):
                yield Origin("arrow", source.name, last, size)
        else:
            yield Origin(source.kind, source.name, size=source.size)
    except ReadError:
        # Reading it gives the same error, in its place, and the other sources go on.
        yield Origin(source.kind, source.name, last, 1)
