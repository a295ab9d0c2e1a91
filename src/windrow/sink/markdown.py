"""Markdown: a table as GitHub and most other programs show it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from windrow.sink.files import FileSink
from windrow.sink.flat import Flat
from windrow.table.typed import TypedColumn, TypedValue, as_text

__all__ = ["Markdown", "MarkdownFile"]

_CELL = re.compile(r"\|((?:[^|\\]|\\.)*)(?=\|)")
# Characters that would be Markdown, the table's own markup, or HTML.
_SPECIAL = re.compile(r"[\\`*_\[\]<>|&~]")


@dataclass(frozen=True, slots=True)
class Markdown:
    """A line of names, a line of dashes, one line per row. Texts are escaped."""

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""
        stream.write(_line(map(_escaped, flat.names)) + _line(["---"] * len(flat.columns)))
        stream.writelines(
            _line(_escaped(row.get(name)) for name in flat.names) for row in flat.rows
        )

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*, which must contain nothing else."""
        lines = stream.read().decode().removesuffix("\n").split("\n")
        if len(lines) < 2 or not all(line.startswith("|") for line in lines):
            raise ValueError("it contains more than a table")
        head, _, *body = [_cells(line) for line in lines]
        names = [name or "" for name in head]
        rows = tuple(dict[str, TypedValue](zip(names, row, strict=True)) for row in body)
        return Flat("", tuple(map(TypedColumn, names)), rows)


def _line(cells: Iterable[str]) -> bytes:
    return f"| {' | '.join(cells)} |\n".encode()


def _escaped(value: TypedValue) -> str:
    text = _SPECIAL.sub(r"\\\g<0>", as_text(value) or "")
    return re.sub(r"\r\n|\r|\n", "<br>", text)


def _cells(line: str) -> list[str | None]:
    # Only our "<br>" has a bare "<"; those of the page are escaped.
    cells = (cell.strip(" ").replace("<br>", "\n") for cell in _CELL.findall(line))
    return [re.sub(r"\\(.)", r"\1", cell) or None for cell in cells]


MarkdownFile = partial(FileSink, form=Markdown())
