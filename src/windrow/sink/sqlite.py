"""SQLite: a database in a file, without a server and without a package."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from windrow.errors import WindrowError
from windrow.sink.base import IfExists
from windrow.sink.flat import Flat
from windrow.sink.sql import put, quoted, take
from windrow.table.given import Kind, as_text

__all__ = ["SQLite"]


@dataclass(frozen=True, slots=True)
class SQLite:
    """Writes every table to a table of its name. Dates are text in ISO 8601, as SQLite wants it."""

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
            found = take(database, name)
        return found and replace(found, rows=tuple(_typed(found)))


def _typed(flat: Flat) -> Iterator[dict[str, Any]]:
    truths = {column.name for column in flat.columns if column.kind == "boolean"}
    for row in flat.rows:
        yield {
            name: bool(value) if name in truths and value is not None else value
            for name, value in row.items()
        }


@contextmanager
def _opened(target: str) -> Iterator[_Open]:
    """Give the database in a transaction that ends with the block."""
    try:
        # No isolation level: the module would commit by itself before a CREATE TABLE.
        with closing(sqlite3.connect(target, isolation_level=None, timeout=30)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield _Open(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
    except (sqlite3.Error, OverflowError) as error:
        raise WindrowError(f"`{target}` cannot be written: {error}") from error


@dataclass(frozen=True)
class _Open:
    connection: sqlite3.Connection
    types: ClassVar[dict[Kind, str]] = {
        "text": "TEXT",
        "integer": "INTEGER",
        "number": "REAL",
        "boolean": "BOOLEAN",
        "date": "DATE",
        "datetime": "TIMESTAMP",
        "time": "TIME",
        "rows": "JSON",
    }

    def columns(self, table: str) -> dict[str, str]:
        found = self.execute(f"PRAGMA table_info({quoted(table)})").fetchall()
        return {name: declared.upper() for _, name, declared, *_ in found}

    def tables(self) -> list[str]:
        found = self.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return [name for [name] in found]

    def execute(self, statement: str) -> sqlite3.Cursor:
        return self.connection.execute(statement)

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        rows = [*rows]
        if rows:
            places = ", ".join("?" * len(rows[0]))
            self.connection.executemany(f"{statement} ({places})", rows)

    def retype(self, table: str, column: str, declared: str) -> None:
        # SQLite cannot change a type: the values move to a new column, which takes the name.
        whole, old, new = quoted(table), quoted(column), quoted(f"{column} new")
        self.execute(f"ALTER TABLE {whole} ADD COLUMN {new} {declared}")
        self.execute(f"UPDATE {whole} SET {new} = CAST({old} AS {declared})")
        self.execute(f"ALTER TABLE {whole} DROP COLUMN {old}")
        self.execute(f"ALTER TABLE {whole} RENAME COLUMN {new} TO {old}")

    def stored(self, value: Any, kind: Kind) -> Any:
        return value if isinstance(value, int | float) else as_text(value)
