"""PostgreSQL: tables on a server, named by an address postgresql://user@host/database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from windrow.errors import WindrowError
from windrow.sink.base import IfExists, need, shown
from windrow.sink.flat import Flat
from windrow.sink.sql import put, quoted, take
from windrow.table.given import Kind, as_text

__all__ = ["Postgres"]

_TIMEOUT = 20  # seconds to reach the server, unless the address says otherwise


@dataclass(frozen=True, slots=True)
class Postgres:
    """Writes every table to a table of its name, in the first schema of the search path."""

    target: str
    name: str = "records"

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Put all *tables* in, or, when something fails, none: what was there stays as it was."""
        with _opened(self.target) as database:
            put(database, tables, if_exists)

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""
        with _opened(self.target) as database:
            return bool(database.columns(name))

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was put in, or None when there is none."""
        with _opened(self.target) as database:
            return take(database, name)


@contextmanager
def _opened(target: str) -> Iterator[_Open]:
    """Give the database in a transaction that ends with the block."""
    psycopg = need("psycopg", "postgres")
    timeout = {} if "connect_timeout" in target else {"connect_timeout": _TIMEOUT}
    try:
        # The connection's block commits at its end, and takes all back after an error.
        with psycopg.connect(target, **timeout) as connection:
            yield _Open(connection)
    except psycopg.Error as error:
        lines = str(error).strip().splitlines() or ["unknown error"]
        raise WindrowError(f"`{shown(target)}` cannot be written: {lines[0]}") from error


@dataclass(frozen=True)
class _Open:
    connection: Any
    types: ClassVar[dict[Kind, str]] = {
        "text": "text",
        "integer": "bigint",
        "number": "double precision",
        "boolean": "boolean",
        "date": "date",
        "datetime": "timestamp without time zone",
        "time": "time without time zone",
        "rows": "jsonb",
    }

    def columns(self, table: str) -> dict[str, str]:
        found = self.connection.execute(
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = %s"
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
        # As bytes without values: a "%" in a name is no place for one.
        return self.connection.execute(statement.encode())

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        copy = statement.removeprefix("INSERT INTO").removesuffix("VALUES")
        with self.connection.cursor() as cursor, cursor.copy(f"COPY {copy} FROM STDIN") as stream:
            for row in rows:
                stream.write_row(row)

    def retype(self, table: str, column: str, declared: str) -> None:
        self.execute(
            f"ALTER TABLE {quoted(table)} ALTER {quoted(column)} TYPE {declared}"
            f" USING {quoted(column)}::{declared}"
        )

    def stored(self, value: Any, kind: Kind) -> Any:
        return as_text(value) if kind == "rows" else value
