"""Where the rows of a run go: a shard's rows and its mark "done" are stored together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from windrow.errors import WindrowError, need
from windrow.run.header import as_stored, damaged, require_same
from windrow.run.job import Harvest
from windrow.run.packing import OWN, Packing
from windrow.sink import DATABASES, SINKS, kind_of, shown
from windrow.sink.base import unwritable
from windrow.sink.flat import safe_name
from windrow.sink.lock import alone
from windrow.sink.sql import Database, DatabaseSink, quoted, spelled
from windrow.table.typed import Kind
from windrow.table.words import unique

__all__ = ["Done", "Store", "columns", "open_store", "table_rows"]

PAGES: dict[str, Kind] = {
    "page": "text",
    "place": "text",
    "shard": "integer",
    "row_count": "integer",
    "note": "text",
}
FAILED: dict[str, Kind] = {
    "page": "text",
    "place": "text",
    "shard": "integer",
    "error": "text",
    "reason": "text",
}
_MARKS: dict[str, Kind] = {
    "shard": "integer",
    "pages": "integer",
    "row_count": "integer",
    "failed": "integer",
}
_HEADER: dict[str, Kind] = {"header": "text"}
# Chosen, not measured: a byte each is kept in memory.
_MOST_SHARDS = 1_000_000_000


@dataclass
class Done:
    """The shards that are done, a byte each: there may be millions."""

    marks: bytearray = field(default_factory=bytearray)

    def add(self, number: int) -> None:
        """Remember that a shard is done; ValueError if the number is out of range."""
        if not 0 <= number < _MOST_SHARDS:
            raise ValueError(f"there is no shard {number}")
        self.marks.extend(bytes(max(number + 1 - len(self.marks), 0)))
        self.marks[number] = 1

    def __contains__(self, number: int) -> bool:
        return number < len(self.marks) and bool(self.marks[number])

    def __len__(self) -> int:
        return sum(self.marks)


class Store(Protocol):
    """Stores the rows of a run."""

    shared: ClassVar[bool]
    """Whether workers, even on other machines, can store harvests themselves."""

    def begin(self, header: Mapping[str, Any], *, resume: bool) -> Done:
        """Prepare the store, or with *resume* find the finished shards; raise if it cannot.

        *header* identifies the run.
        """

    def put(self, harvest: Harvest) -> None:
        """Store *harvest* and the mark that its shard is done, both or neither."""


def columns(packing: Packing) -> dict[str, dict[str, Kind]]:
    """Return the tables by the ending of their names: rows, pages, failures."""
    return {"": {**OWN, **packing.kinds()}, "_pages": PAGES, "_failed": FAILED}


def open_store(target: str, name: str, packing: Packing) -> AbstractContextManager[Store]:
    """Return the store for *target*: a database, or a folder for Parquet files."""
    kind, name = kind_of(target), safe_name(name)
    if kind in SINKS and SINKS[kind].database:
        sink = SINKS[kind](target, name)
        assert isinstance(sink, DatabaseSink)
        return _database(sink.connect(target), target, name, packing)
    if kind != ".parquet" and (kind or not target):
        raise WindrowError(
            f"`{shown(target)}` cannot store many pages",
            hint=f"give {DATABASES} or a folder for Parquet files",
        )
    need("pyarrow", "parquet")
    return _folder(target, name, packing)


@contextmanager
def _folder(target: str, name: str, packing: Packing) -> Iterator[Store]:
    from windrow.run.parts import Parts

    try:
        Path(target).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(target, OSError((error.strerror or str(error)).lower())) from error
    with alone([Path(target) / f"{name}_run.json"], patience=0, name=target):
        yield Parts(target, name, packing)


@contextmanager
def _database(
    connection: AbstractContextManager[Database], target: str, name: str, packing: Packing
) -> Iterator[Store]:
    with ExitStack() as held:
        if "://" not in target:
            held.enter_context(alone([f"{target}.{name}"], patience=0, name=target))
        with nullcontext() if "://" in target else alone([target]):
            # Now the file exists: a failing sink removes only files that it has created.
            database = held.enter_context(connection)
            database.tables()
        yield TableStore(database, target, name, _spelled(database, columns(packing)))


def _spelled(
    database: Database, tables: Mapping[str, Mapping[str, Kind]]
) -> dict[str, dict[str, Kind]]:
    """Return the columns of *tables* under names that *database* allows."""
    return {
        tail: dict(
            zip(unique((spelled(database, name) for name in kinds), fold=str.casefold),
                kinds.values(), strict=True)
        )
        for tail, kinds in tables.items()
    }  # fmt: skip


@dataclass(frozen=True)
class TableStore:
    """Tables of a database; a shard is one transaction."""

    database: Database
    target: str
    name: str
    columns: Mapping[str, Mapping[str, Kind]]
    shared: ClassVar[bool] = False

    def begin(self, header: Mapping[str, Any], *, resume: bool) -> Done:
        """Make the tables, or with *resume* find the shards that are done."""
        self.database.settle()
        self.database.hold([self.name])
        with self.database.transaction():
            if not self.database.columns(f"{self.name}_run"):
                self._make(header)
                return Done()
            for tail in (*self.columns, "_shards"):
                if not self.database.columns(f"{self.name}{tail}"):
                    raise damaged(self.target, f"the table `{self.name}{tail}` is missing")
            headers = self._select("_run", "header")
            if len(headers) != 1 or not isinstance(headers[0][0], str):
                raise damaged(self.target, f"`{self.name}_run` is not one row of text")
            require_same(header, headers[0][0], self.target, resume=resume)
            return self._done()

    def put(self, harvest: Harvest) -> None:
        """Store *harvest* and its mark in one transaction."""
        count = harvest.tally
        with self.database.transaction():
            # The mark is the key of its table, so storing a shard twice fails.
            marks = [(harvest.shard, count.pages, count.rows, count.failed)]
            self._insert("_shards", _MARKS, marks)
            for tail, columns in self.columns.items():
                self._insert(tail, columns, table_rows(tail, harvest))

    def _done(self) -> Done:
        done = Done()
        try:
            for [number] in self._select("_shards", "shard"):
                done.add(number)
        except (TypeError, ValueError) as error:
            raise damaged(self.target, f"in `{self.name}_shards`, {error}") from error
        return done

    def _make(self, header: Mapping[str, Any]) -> None:
        for tail, columns in {**self.columns, "_shards": _MARKS, "_run": _HEADER}.items():
            table = f"{self.name}{tail}"
            if self.database.columns(table):
                raise WindrowError(
                    f"the table `{table}` already exists, and is not from a run",
                    hint="give another --name or another --to",
                )
            words = [f"{quoted(n)} {self.database.types[kind]}" for n, kind in columns.items()]
            if tail == "_shards":
                words[0] += " PRIMARY KEY"
            self.database.execute(f"CREATE TABLE {quoted(table)} ({', '.join(words)})")
        self._insert("_run", _HEADER, [(as_stored(header),)])

    def _insert(
        self, tail: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Any]]
    ) -> None:
        if rows:
            kinds, names = [*columns.values()], ", ".join(map(quoted, columns))
            stored = self.database.stored
            values = [[stored(v, kind) for v, kind in zip(row, kinds, strict=True)] for row in rows]
            table = quoted(f"{self.name}{tail}")
            self.database.insert(f"INSERT INTO {table} ({names}) VALUES", values)

    def _select(self, tail: str, column: str) -> list[Any]:
        table = quoted(f"{self.name}{tail}")
        found: list[Any] = self.database.execute(f"SELECT {column} FROM {table}").fetchall()
        return found


def table_rows(tail: str, harvest: Harvest) -> list[tuple[Any, ...]]:
    """Return the rows of *harvest* for one of the tables of `columns`."""
    if tail == "_failed":
        return [
            (outcome.page, outcome.place, harvest.shard, outcome.error, outcome.note)
            for outcome in harvest.outcomes
            if outcome.error is not None
        ]
    good = [outcome for outcome in harvest.outcomes if outcome.error is None]
    if tail == "_pages":
        return [(o.page, o.place, harvest.shard, len(o.rows), o.note) for o in good]
    return [
        (outcome.page, outcome.place, *row[:-1], *row.cells)
        for outcome in good
        for row in outcome.rows
    ]
