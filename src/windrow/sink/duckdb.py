"""DuckDB: a database for analysis, in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from windrow.errors import need
from windrow.sink.base import unwritable
from windrow.sink.sql import Database, DatabaseSink, StandardDatabase, quoted
from windrow.table.typed import Kind

__all__ = ["DuckDB", "connect"]

# The most rows and characters of one statement, which holds its values several times while it
# runs: chosen, not measured.
_ROWS_AT_ONCE = 10_000
_CHARACTERS_AT_ONCE = 1_000_000
# For runs. A checkpoint loads the rows since the last one and those of the row group that it
# continues into memory, so both are small (DuckDB's defaults are 16 MB and 122,880 rows). Chosen,
# not measured.
_ROW_GROUP = 2048
_CHECKPOINT = "256KB"
# The number of transactions after which the file is opened again, and the memory DuckDB may keep
# between them: it keeps some kilobytes for every row group it has written. Chosen, not measured.
_OPENED_FOR = 100
_REMEMBERED = "4MB"


@contextmanager
def connect(target: str) -> Iterator[Database]:
    """Open the database in the file *target*."""
    duckdb = need("duckdb", "duckdb")
    try:
        database = _OpenDuckDB(duckdb.connect(target), target)
        try:
            yield database
        finally:
            database.connection.close()
    except duckdb.Error as error:
        raise unwritable(target, error) from error


DuckDB = partial(DatabaseSink, connect=connect)


@dataclass
class _OpenDuckDB(StandardDatabase):
    connection: Any
    target: str
    transactions: int = -1  # since the file was opened for a run; -1: not opened for a run
    types: ClassVar[dict[Kind, str]] = {
        "text": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN",
        "date": "DATE", "datetime": "TIMESTAMP", "time": "TIME", "rows": "JSON",
    }  # fmt: skip
    is_table: ClassVar[str] = "lower(table_name) = lower(?)"

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        if self.transactions >= 0:
            self._forget()

    def hold(self, names: Iterable[str]) -> None:
        pass

    def settle(self) -> None:
        # Only an attached file can be detached.
        self.connection.close()
        self.connection = need("duckdb", "duckdb").connect()
        self.execute(f"SET threads = 1; SET checkpoint_threshold = '{_CHECKPOINT}'")
        self._attach()

    def _attach(self) -> None:
        path = self.target.replace("'", "''")
        self.execute(f"ATTACH '{path}' AS run (TYPE duckdb, ROW_GROUP_SIZE {_ROW_GROUP}); USE run")
        self.transactions = 0

    def _forget(self) -> None:
        """Make DuckDB free its memory about the file, which would grow with the file.

        A permanent limit would do that, too, but a checkpoint of some thousand large rows would
        exceed it and end the run; so the limit is set, and removed again.
        """
        self.transactions += 1
        if self.transactions == _OPENED_FOR:
            self.execute("USE memory; DETACH run")
            self._attach()
        with suppress(need("duckdb", "duckdb").OutOfMemoryException):
            self.execute(f"SET memory_limit = '{_REMEMBERED}'")
        self.execute("RESET memory_limit")

    def execute(self, statement: str) -> Any:
        return self.connection.execute(statement)

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        for part in _parts(rows):
            # Measured: one list per column is 14 times as fast as one placeholder per value.
            lists = ", ".join(["unnest(?)"] * len(part[0]))
            columns = [[*column] for column in zip(*part, strict=True)]
            self.connection.execute(f"{statement.removesuffix('VALUES')} SELECT {lists}", columns)

    def retype(self, table: str, column: str, declared: str) -> None:
        self.execute(f"ALTER TABLE {quoted(table)} ALTER {quoted(column)} SET DATA TYPE {declared}")


def _parts(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    """Yield *rows* in parts that one statement can take.

    >>> [len(part) for part in _parts([["hay"], ["h" * 999_999], ["rye"]])]
    [1, 1, 1]
    """
    part: list[Sequence[Any]] = []
    size = 0
    for row in rows:
        more = sum(len(value) for value in row if isinstance(value, str))
        if part and (len(part) == _ROWS_AT_ONCE or size + more > _CHARACTERS_AT_ONCE):
            yield part
            part, size = [], 0
        part.append(row)
        size += more
    if part:
        yield part
