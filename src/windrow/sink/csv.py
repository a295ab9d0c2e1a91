"""CSV and TSV: all values are text; an empty text is read back as no value."""

from __future__ import annotations

import codecs
import csv
import io
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Literal

from windrow.sink.files import FileSink
from windrow.sink.flat import Flat
from windrow.table.typed import TypedColumn, TypedValue, as_text

__all__ = ["CSV", "CSVFile", "TSVFile"]


@dataclass(frozen=True, slots=True)
class CSV:
    """A line of names, then one line per row, quoted where needed (RFC 4180); UTF-8."""

    delimiter: Literal[",", "\t"] = ","

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""
        # A single empty cell would be an empty line, which readers skip: such tables are quoted.
        writer = csv.writer(
            codecs.getwriter("utf-8")(stream),
            delimiter=self.delimiter,
            lineterminator="\n",
            quoting=csv.QUOTE_MINIMAL if len(flat.columns) > 1 else csv.QUOTE_ALL,
        )
        writer.writerow(flat.names)
        writer.writerows([as_text(row.get(name)) for name in flat.names] for row in flat.rows)

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*, all of it text."""
        # "-sig": spreadsheets put a byte order mark before the first name.
        text = io.StringIO(stream.read().decode("utf-8-sig"), newline="")
        # One field of a page may be longer than the reader's default limit of 128 KiB.
        csv.field_size_limit(2**31 - 1)
        lines = [*csv.reader(text, delimiter=self.delimiter)]
        names = lines[0] if lines else []
        if len(set(names)) < len(names):
            raise ValueError("two columns have the same name")
        if any(len(line) > len(names) for line in lines):
            raise ValueError("a line has more cells than there are columns")
        cells = ((cell or None for cell in line) for line in lines[1:])
        rows = tuple(dict[str, TypedValue](zip(names, line, strict=False)) for line in cells)
        return Flat("", tuple(map(TypedColumn, names)), rows)


CSVFile = partial(FileSink, form=CSV())
TSVFile = partial(FileSink, form=CSV("\t"))
