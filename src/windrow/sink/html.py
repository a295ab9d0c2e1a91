"""HTML: a page with one table, and nothing that a browser would run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from typing import BinaryIO

from windrow.sink.files import FileSink
from windrow.sink.flat import Flat
from windrow.table.frames import html_cell, html_lines
from windrow.table.typed import TypedColumn, TypedValue

__all__ = ["HTML", "HTMLFile"]

_MARK = '<meta name="generator" content="windrow">'
_HEAD = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
{_MARK}
<title>windrow</title>
<style>
table {{ border-collapse: collapse; font: 14px/1.4 system-ui, sans-serif }}
th, td {{ border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left }}
td {{ vertical-align: top }}
th {{ position: sticky; top: 0; background: #f6f6f6 }}
</style>
"""


@dataclass(frozen=True, slots=True)
class HTML:
    """A complete page; web addresses are links."""

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""
        stream.write(_HEAD.encode())
        stream.writelines(
            f"{line}\n".encode() for line in html_lines(flat.names, flat.rows, html_cell)
        )

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*, which must be a page of our own."""
        text = stream.read().decode()
        if _MARK not in text:
            raise ValueError("it is not a page that windrow has written")
        head, *body = _read(text)
        names = [name or "" for name in head]
        rows = tuple(dict[str, TypedValue](zip(names, row, strict=True)) for row in body)
        return Flat("", tuple(map(TypedColumn, names)), rows)


def _read(text: str) -> list[list[str | None]]:
    reader = _CellParser()
    reader.feed(text)
    reader.close()
    return [["".join(cell) or None for cell in row] for row in reader.rows]


class _CellParser(HTMLParser):
    """Collects the cells of our own tables."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[list[str]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append([])
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1].append(data)


HTMLFile = partial(FileSink, form=HTML())
