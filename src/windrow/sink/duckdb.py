"""DuckDB: a database for analysis, in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from windrow.errors import WindrowError
from windrow.sink.base import need
from windrow.sink.sql import Database, DatabaseSink, quoted
from windrow.table.given import Kind, as_text

__all__ = ["DuckDB", "connect"]

_ROWS_AT_ONCE = 10_000
_MEMORY = "64MB"
_LARGE = 1_000_000


@contextmanager
def connect(target: str) -> Iterator[Database]:
    """Give the database in the file *target*."""
    duckdb = need("duckdb", "duckdb")
    try:
        with duckdb.connect(target) as connection:
            yield _Open(connection)
    except duckdb.Error as error:
        lines = str(error).strip().splitlines() or ["unknown error"]
        raise WindrowError(f"`{target}` cannot be written: {lines[0]}") from error


DuckDB = partial(DatabaseSink, connect=connect)


@dataclass(frozen=True)
class _Open:
    connection: Any
    types: ClassVar[dict[Kind, str]] = {
        "text": "VARCHAR",
        "integer": "BIGINT",
        "number": "DOUBLE",
        "boolean": "BOOLEAN",
        "date": "DATE",
        "datetime": "TIMESTAMP",
        "time": "TIME",
        "rows": "JSON",
    }

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def settle(self, name: str) -> None:
        # Others are kept off by the file itself; what is remembered of it would grow with it.
        self.connection.execute(f"SET memory_limit = '{_MEMORY}'; SET threads = 1")

    def columns(self, table: str) -> dict[str, str]:
        found = self.connection.execute(
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND lower(table_name) = lower(?)"
            " ORDER BY ordinal_position",
            [table],
        ).fetchall()
        return dict(found)

    def tables(self) -> list[str]:
        found = self.execute(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        ).fetchall()
        return [name for [name] in found]

    def execute(self, statement: str) -> Any:
        return self.connection.execute(statement)

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        rows = [*rows]
        if any(isinstance(value, str) and len(value) > _LARGE for row in rows for value in row):
            # Beyond what `settle` leaves: a cell is held several times while it is stored.
            self.connection.execute("RESET memory_limit")
        # A list a column is 14 times as fast as a place for every value.
        lists = ", ".join(["unnest(?)"] * len(rows[0])) if rows else ""
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            columns = [
                [*column] for column in zip(*rows[start : start + _ROWS_AT_ONCE], strict=True)
            ]
            self.connection.execute(f"{statement.removesuffix('VALUES')} SELECT {lists}", columns)

    def retype(self, table: str, column: str, declared: str) -> None:
        self.execute(f"ALTER TABLE {quoted(table)} ALTER {quoted(column)} SET DATA TYPE {declared}")

    def stored(self, value: Any, kind: Kind) -> Any:
        return as_text(value) if kind == "rows" else value

    def taken(self, value: Any, kind: Kind) -> Any:
        return value
