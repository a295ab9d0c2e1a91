"""SQLite: a database in a file, without a server and without a package."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from windrow.sink.base import unwritable
from windrow.sink.sql import Database, DatabaseSink, quoted
from windrow.table.typed import Kind, as_text

__all__ = ["SQLite", "connect"]


@contextmanager
def connect(target: str) -> Iterator[Database]:
    """Open the database in the file *target*. Dates are text in ISO 8601, as SQLite expects."""
    try:
        # With an isolation level the module would commit before a CREATE TABLE.
        with closing(sqlite3.connect(target, isolation_level=None, timeout=30)) as connection:
            yield _OpenSQLite(connection)
    except (sqlite3.Error, OverflowError) as error:
        raise unwritable(target, error) from error


SQLite = partial(DatabaseSink, connect=connect)


@dataclass(frozen=True)
class _OpenSQLite:
    connection: sqlite3.Connection
    types: ClassVar[dict[Kind, str]] = {
        "text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "BOOLEAN",
        "date": "DATE", "datetime": "TIMESTAMP", "time": "TIME", "rows": "JSON",
    }  # fmt: skip

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def settle(self) -> None:
        pass

    def hold(self, names: Iterable[str]) -> None:
        pass

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

    def taken(self, value: Any, kind: Kind) -> Any:
        return bool(value) if kind == "boolean" and value is not None else value
