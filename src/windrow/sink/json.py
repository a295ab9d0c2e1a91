"""JSON: the rows as objects, in one array or one per line; nested lists stay lists."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, BinaryIO

from windrow.sink.files import FileSink
from windrow.sink.flat import Flat, wider
from windrow.table.typed import Kind, TypedColumn, to_json

__all__ = ["JSON", "JSONFile", "JSONLinesFile"]

_KINDS: dict[type, Kind] = {bool: "boolean", int: "integer", float: "number", list: "rows"}


@dataclass(frozen=True, slots=True)
class JSON:
    """An array of objects, or with *lines* one object per line."""

    lines: bool = False

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""
        rows = (to_json({name: row.get(name) for name in flat.names}).encode() for row in flat.rows)
        if self.lines:
            stream.writelines(row + b"\n" for row in rows)
        else:
            stream.write(b"[\n" + b",\n".join(rows) + b"\n]\n")

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*, with the columns of all its rows."""
        rows = (
            [json.loads(line) for line in stream if line.strip()]
            if self.lines
            else json.loads(stream.read() or b"[]")
        )
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ValueError("it is not a list of objects")
        names = dict.fromkeys(name for row in rows for name in row)
        columns = (_column(name, (row.get(name) for row in rows)) for name in names)
        return Flat("", tuple(columns), tuple(rows))


def _column(name: str, values: Iterable[Any]) -> TypedColumn:
    kinds = {_KINDS.get(type(value), "text") for value in values if value is not None}
    return TypedColumn(name, kind=reduce(wider, kinds) if kinds else "text")


JSONFile = partial(FileSink, form=JSON())
JSONLinesFile = partial(FileSink, form=JSON(lines=True))
