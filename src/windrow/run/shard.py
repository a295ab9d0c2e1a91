"""Cutting the work: from sources to numbered shards, the same ones for the same inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from windrow.errors import ReadError
from windrow.read.archive import pieces
from windrow.run.arrow import row_sizes
from windrow.run.place import Place, Shard, Source

__all__ = ["PAGES", "cut", "found", "places"]

PAGES = 100
"""How many pages a shard has: some seconds of work, and few enough to keep in memory."""


def cut(places: Iterable[Place], pages: int = PAGES) -> Iterator[Shard]:
    """Yield the shards of *places*, as they are asked for."""
    rest, number = iter(places), 0
    while part := tuple(islice(rest, pages)):
        yield Shard(number, part)
        number += 1


def found(sources: Iterable[Source], html: str | None = None) -> Iterator[Place]:
    """Yield where the pages of *sources* are, one source after the other."""
    return (place for source in sources for place in places(source, html))


def places(source: Source, html: str | None = None) -> Iterator[Place]:
    """Yield where the pages of *source* are. An archive is looked through; nothing of it is kept.

    *html* is the column with the pages, in a file of tables.
    """
    last = 0
    try:
        if source.kind == "warc":
            for piece in pieces(source.name):
                last = piece.offset + piece.size
                yield Place("warc", source.name, piece.offset, piece.size)
        elif source.kind == "arrow":
            for last, size in enumerate(row_sizes(source.name, html)):
                yield Place("arrow", source.name, last, size)
        else:
            yield Place(source.kind, source.name, size=source.size)
    except ReadError:
        # Reading it gives the same error, in its place, and the other sources go on.
        yield Place(source.kind, source.name, last, 1)
