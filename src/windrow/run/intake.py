"""Reads the page at an origin."""

from __future__ import annotations

from windrow.read import Page, read
from windrow.read.archive import Piece, read_piece
from windrow.read.web import Web
from windrow.run.arrow import ArrowRows
from windrow.run.origin import Origin

__all__ = ["Intake"]


class Intake:
    """Reads pages; a file of tables stays open, because its rows are read in order."""

    def __init__(self, *, html: str | None = None, web: Web | None = None) -> None:
        self._html, self._web = html, web
        self._open: tuple[str, ArrowRows] | None = None

    def read(self, origin: Origin) -> Page:
        """Return the page at *origin*; a `ReadError` names the file and the position."""
        if origin.kind == "warc":
            return read_piece(origin.name, Piece(origin.offset, origin.size))
        if origin.kind == "arrow":
            if self._open is None or self._open[0] != origin.name:
                self._open = origin.name, ArrowRows(origin.name, self._html)
            return self._open[1].page(origin.offset)
        if origin.kind == "bytes":
            url = origin.name if origin.name.startswith(("http://", "https://")) else None
            return Page(origin.name, origin.content, url=url)
        return read(origin.name, web=self._web)
