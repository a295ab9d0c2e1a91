"""From a place to its page."""

from __future__ import annotations

from windrow.read import Page, read
from windrow.read.archive import Piece, read_piece
from windrow.run.arrow import ArrowRows
from windrow.run.place import Place

__all__ = ["Reader"]


class Reader:
    """Reads pages; a file of tables stays open between them, as its rows come in a row."""

    def __init__(self, *, html: str | None = None) -> None:
        self._html = html
        self._open: tuple[str, ArrowRows] | None = None

    def read(self, place: Place) -> Page:
        """Return the page at *place*; a `ReadError` names the file and where in it."""
        if place.kind == "warc":
            return read_piece(place.name, Piece(place.offset, place.size))
        if place.kind == "arrow":
            if self._open is None or self._open[0] != place.name:
                self._open = place.name, ArrowRows(place.name, self._html)
            return self._open[1].page(place.offset)
        if place.kind == "bytes":
            url = place.name if place.name.startswith(("http://", "https://")) else None
            return Page(place.name, place.content, url=url)
        return read(place.name)
