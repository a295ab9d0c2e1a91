"""Parquet: typed columns in a compact file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from windrow.errors import need
from windrow.sink.files import FileSink
from windrow.sink.flat import Flat, fitted
from windrow.table.typed import Kind, TypedColumn, arrow_types, as_text

__all__ = ["Parquet", "ParquetFile", "stored"]


@dataclass(frozen=True, slots=True)
class Parquet:
    """A Parquet file with one row group; nested rows are JSON text."""

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""
        arrow, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
        kinds = arrow_types(arrow)
        arrays = {
            column.name: arrow.array(
                [stored(row.get(column.name), column.kind) for row in flat.rows], kinds[column.kind]
            )
            for column in flat.columns
        }
        parquet.write_table(arrow.table(arrays), stream)

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*."""
        arrow, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
        kinds = {kind: name for name, kind in arrow_types(arrow).items() if name != "rows"}
        table = parquet.ParquetFile(stream).read()
        strange = [field.name for field in table.schema if field.type not in kinds]
        if strange:
            # Rewriting it would change another program's data.
            raise ValueError(f"the type of its column {strange[0]} is not one of ours")
        columns = (TypedColumn(field.name, kind=kinds[field.type]) for field in table.schema)
        return Flat("", tuple(columns), tuple(table.to_pylist()))


def stored(value: Any, kind: Kind) -> Any:
    """Return *value* converted for a column of that kind."""
    return as_text(value) if kind == "rows" else fitted(value, kind)


ParquetFile = partial(FileSink, form=Parquet())
