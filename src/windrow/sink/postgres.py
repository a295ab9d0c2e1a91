"""PostgreSQL: tables on a server, named by an address postgresql://user@host/database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from windrow.errors import need
from windrow.sink.base import shown, unwritable
from windrow.sink.lock import PATIENCE, busy
from windrow.sink.sql import Database, DatabaseSink, StandardDatabase, quoted
from windrow.table.typed import Kind

__all__ = ["Postgres", "connect"]

# Seconds to reach the server, unless the address has its own: chosen, not measured.
_TIMEOUT = 20


@contextmanager
def connect(target: str) -> Iterator[Database]:
    """Open the database *target*; tables are in the first schema of the search path."""
    psycopg = need("psycopg", "postgres")
    timeout = {} if "connect_timeout" in target else {"connect_timeout": _TIMEOUT}
    try:
        with psycopg.connect(
            target, autocommit=True, client_encoding="UTF8", **timeout
        ) as connection:
            yield _OpenPostgres(connection, *_encoding(connection, psycopg.NotSupportedError))
    except psycopg.errors.LockNotAvailable as error:
        raise busy(shown(target)) from error
    except (psycopg.Error, UnicodeError) as error:
        raise unwritable(target, error) from error


Postgres = partial(DatabaseSink, connect=connect)


@dataclass(frozen=True)
class _OpenPostgres(StandardDatabase):
    connection: Any
    encoding: str  # the server's name for it
    codec: str | None  # Python's name for it, if it lacks characters
    types: ClassVar[dict[Kind, str]] = {
        "text": "text", "integer": "bigint", "number": "double precision", "boolean": "boolean",
        "date": "date", "datetime": "timestamp without time zone",
        "time": "time without time zone", "rows": "jsonb",
    }  # fmt: skip
    is_table: ClassVar[str] = "table_name = %s"

    def transaction(self) -> AbstractContextManager[None]:
        block: AbstractContextManager[None] = self.connection.transaction()
        return block

    def settle(self) -> None:
        pass

    def hold(self, names: Iterable[str]) -> None:
        # Held until the connection ends, and so until the last statement of a killed client.
        self.connection.execute(f"SET lock_timeout = '{PATIENCE * 1000:.0f}ms'")
        for name in names:
            self.connection.execute(
                "SELECT pg_advisory_lock(hashtextextended(current_schema() || '.' || %s, 0))",
                [name],
            )

    def execute(self, statement: str) -> Any:
        # As bytes without values, so that a "%" in a name is not a placeholder.
        return self.connection.execute(statement.encode())

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        copy = statement.removeprefix("INSERT INTO").removesuffix("VALUES")
        with self.connection.cursor() as cursor, cursor.copy(f"COPY {copy} FROM STDIN") as stream:
            for row in rows:
                stream.write_row(row)

    def stored(self, value: Any, kind: Kind) -> Any:
        value = super().stored(value, kind)
        if self.encoding == "UTF8" or not isinstance(value, str):
            return value
        if kind == "rows":
            # Only UTF-8 servers accept escaped characters in JSON: others get the text itself.
            value = json.dumps(json.loads(value), ensure_ascii=False)
        return _encodable(value, self.codec) if self.codec else value

    def retype(self, table: str, column: str, declared: str) -> None:
        self.execute(
            f"ALTER TABLE {quoted(table)} ALTER {quoted(column)} TYPE {declared}"
            f" USING {quoted(column)}::{declared}"
        )


def _encoding(connection: Any, unknown: type[Exception]) -> tuple[str, str | None]:
    """Return the encoding of the server, and the codec for its characters."""
    encoding: str = connection.info.parameter_status("server_encoding")
    # SQL_ASCII keeps all bytes as they are, and ours are UTF-8.
    if encoding in ("UTF8", "SQL_ASCII"):
        return encoding, None
    try:
        connection.execute(f"SET client_encoding = '{encoding}'")
        codec: str = connection.info.encoding
    except unknown:
        return encoding, None
    finally:
        connection.execute("SET client_encoding = 'UTF8'")
    return encoding, codec


def _encodable(text: str, codec: str) -> str:
    """Return *text* with a character reference for each character that *codec* lacks.

    >>> _encodable("Größe 中", "latin-1")
    'Größe &#20013;'
    """
    return text.encode(codec, "xmlcharrefreplace").decode(codec)
