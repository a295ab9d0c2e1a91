"""DuckDB: a database for analysis, in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from windrow.errors import WindrowError
from windrow.sink.base import IfExists, need
from windrow.sink.flat import Flat
from windrow.sink.sql import put, quoted, take
from windrow.table.given import Kind, as_text

__all__ = ["DuckDB"]

# A statement for each row costs a millisecond; one for some hundred values is 30 times as fast.
_VALUES_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class DuckDB:
    """Writes every table to a table of its name."""

    target: str
    name: str = "records"

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Put all *tables* in, or, when something fails, none: what was there stays as it was."""
        path = Path(self.target)
        new = not path.exists()
        try:
            with _opened(self.target) as database:
                put(database, tables, if_exists)
                new = False
        finally:
            if new:
                path.unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""
        # Opening would make the file.
        if not Path(self.target).exists():
            return False
        with _opened(self.target) as database:
            return bool(database.columns(name))

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was put in, or None when there is none."""
        if not self.has(name):
            return None
        with _opened(self.target) as database:
            return take(database, name)


@contextmanager
def _opened(target: str) -> Iterator[_Open]:
    """Give the database in a transaction that ends with the block."""
    duckdb = need("duckdb", "duckdb")
    try:
        with duckdb.connect(target) as connection:
            connection.execute("BEGIN")
            yield _Open(connection)
            # Closing without this takes everything back.
            connection.execute("COMMIT")
    except duckdb.Error as error:
        raise WindrowError(f"`{target}` cannot be written: {error}") from error


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
        width = len(rows[0]) if rows else 1
        places = f"({', '.join('?' * width)})"
        step = max(_VALUES_AT_ONCE // width, 1)
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            values = [value for row in part for value in row]
            self.connection.execute(f"{statement} {', '.join([places] * len(part))}", values)

    def retype(self, table: str, column: str, declared: str) -> None:
        self.execute(f"ALTER TABLE {quoted(table)} ALTER {quoted(column)} SET DATA TYPE {declared}")

    def stored(self, value: Any, kind: Kind) -> Any:
        return as_text(value) if kind == "rows" else value
