"""HTML: a page with one table, and nothing that a browser would run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from html import unescape
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
# Enough for our own tables: text of pages is escaped in them.
_ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.S)
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", re.S)
_TAG = re.compile(r"<[^>]*>")


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
        """Return the table in *stream*, which must be a page that we wrote."""
        text = stream.read().decode()
        if _MARK not in text:
            raise ValueError("it is not a page that windrow has written")
        head, *body = (_CELL.findall(row) for row in _ROW.findall(text))
        names = [*map(_cell_text, head)]
        cells = ((_cell_text(cell) or None for cell in row) for row in body)
        rows = tuple(dict[str, TypedValue](zip(names, row, strict=True)) for row in cells)
        return Flat("", tuple(map(TypedColumn, names)), rows)


def _cell_text(cell: str) -> str:
    return unescape(_TAG.sub("", cell))


HTMLFile = partial(FileSink, form=HTML())
