"""Tables in a database: the common part of SQLite, DuckDB and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from windrow.sink.base import IfExists, exists
from windrow.sink.flat import Flat, accepted, fitted, renumbered, safe_name, wider
from windrow.sink.lock import alone
from windrow.sink.upsert import upsert
from windrow.table.typed import Kind, TypedColumn, as_text
from windrow.table.words import unique

__all__ = ["Database", "DatabaseSink", "StandardDatabase", "put", "quoted", "spelled", "take"]


class Database(Protocol):
    """An open database, with the operations that differ between databases."""

    types: ClassVar[dict[Kind, str]]
    """The declared type for each kind of column; all are different."""

    def transaction(self) -> AbstractContextManager[None]:
        """Run the block as one transaction: an error undoes all of it."""

    def settle(self) -> None:
        """Prepare for many transactions."""

    def hold(self, names: Iterable[str]) -> None:
        """Keep other writers of the tables *names* out until the connection ends.

        Not needed for files: `windrow.sink.lock` does it.
        """

    def columns(self, table: str) -> dict[str, str]:
        """Return the columns of *table* as they are declared; empty if there is no table."""

    def tables(self) -> list[str]:
        """Return the names of all tables."""

    def execute(self, statement: str) -> Any:
        """Run *statement* and return its cursor."""

    def insert(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run *statement*, an INSERT with a placeholder for each value, for all *rows*."""

    def retype(self, table: str, column: str, declared: str) -> None:
        """Give *column* the type *declared* and keep its values."""

    def stored(self, value: Any, kind: Kind) -> Any:
        """Return *value* converted for the driver."""

    def taken(self, value: Any, kind: Kind) -> Any:
        """Return the original value for a value from the driver."""


class StandardDatabase:
    """The common part of databases that have the catalogue of the SQL standard."""

    connection: Any
    is_table: ClassVar[str]  # the condition on the name of a table, with a place for it

    def columns(self, table: str) -> dict[str, str]:
        """Return the columns of *table* as they are declared; empty if there is no table."""
        found = self.connection.execute(
            "SELECT column_name, data_type FROM information_schema.columns"
            f" WHERE table_schema = current_schema() AND {self.is_table} ORDER BY ordinal_position",
            [table],
        )
        return dict(found.fetchall())

    def tables(self) -> list[str]:
        """Return the names of all tables."""
        found = self.connection.execute(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        )
        return [name for [name] in found.fetchall()]

    def stored(self, value: Any, kind: Kind) -> Any:
        """Return *value* converted for the driver."""
        return as_text(value) if kind == "rows" else value

    def taken(self, value: Any, kind: Kind) -> Any:
        """Return the original value for a value from the driver."""
        return value


@dataclass(frozen=True, slots=True)
class DatabaseSink:
    """Writes every table under its name, in the database that *connect* opens."""

    target: str
    name: str
    connect: Callable[[str], AbstractContextManager[Database]]

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Write all *tables*, or none if something fails: then the target stays as it was."""
        tables = accepted(tables)
        if not tables:
            return
        server = "://" in self.target
        with nullcontext() if server else alone([self.target]):
            new = not self._there()
            try:
                with self.connect(self.target) as database:
                    database.hold(sorted(spelled(database, flat.name) for flat in tables))
                    with database.transaction():
                        put(database, tables, if_exists)
                new = False
            finally:
                if new:
                    Path(self.target).unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""
        if not self._there():
            return False
        with self.connect(self.target) as database, database.transaction():
            return bool(database.columns(spelled(database, name)))

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was written, or None if there is none."""
        if not self._there():
            return None
        with self.connect(self.target) as database, database.transaction():
            return take(database, name)

    def _there(self) -> bool:
        # Opening it would create the file.
        return "://" in self.target or Path(self.target).exists()


def put(database: Database, tables: Sequence[Flat], if_exists: IfExists) -> None:
    """Write *tables* to *database*; the caller commits or rolls back."""
    tables = [_renamed(database, flat) for flat in tables]
    there = {flat.name: database.columns(flat.name) for flat in tables}
    if if_exists == "fail" and any(there.values()):
        raise exists(f"the table `{next(name for name in there if there[name])}`")
    if if_exists == "replace":
        for name in _family(database, [flat.name for flat in tables]):
            database.execute(f"DROP TABLE {quoted(name)}")
        there = {}
    last = {name: _last_row(database, name) for name, columns in there.items() if "_row" in columns}
    for flat in renumbered(tables, last):
        _put(database, flat, there.get(flat.name) or {})


def take(database: Database, name: str) -> Flat | None:
    """Return the table *name* of *database*, or None if there is none."""
    table = spelled(database, name)
    declared = database.columns(table)
    if not declared:
        return None
    kinds = {word: kind for kind, word in database.types.items()}
    columns = tuple(TypedColumn(c, kind=kinds.get(word, "text")) for c, word in declared.items())
    names = ", ".join(map(quoted, declared))
    found = database.execute(f"SELECT {names} FROM {quoted(table)}").fetchall()
    rows = (
        {c.name: database.taken(value, c.kind) for c, value in zip(columns, row, strict=True)}
        for row in found
    )
    return Flat(name, columns, tuple(rows))


def quoted(name: str) -> str:
    """Return *name* quoted for SQL; any name is allowed.

    >>> quoted('a"; DROP TABLE b')
    '"a""; DROP TABLE b"'
    """
    return '"' + name.replace('"', '""') + '"'


def spelled(database: Database, name: str) -> str:
    """Return *name* in characters that *database* has."""
    known = database.stored(name, "text")
    return name if known == name else safe_name(known)


def _renamed(database: Database, flat: Flat) -> Flat:
    """Return *flat* with short column names that differ in more than case."""
    names = (safe_name(spelled(database, name)) for name in flat.names)
    parent = flat.parent and spelled(database, flat.parent)
    renamed = flat.called(unique(names, fold=str.casefold))
    return replace(renamed, name=spelled(database, flat.name), parent=parent)


def _family(database: Database, names: Sequence[str]) -> list[str]:
    """Return those of *names* that exist, and the tables of their inner lists."""
    there = sorted(database.tables(), key=len)
    found = [table for table in there if table in names]
    for table in there:
        # "shop_b_sizes" is the child of "shop_b", if that exists, and not of "shop".
        parent = max((t for t in there if table.startswith(f"{t}_")), key=len, default="")
        if parent in found and table not in found and "_parent_row" in database.columns(table):
            # Otherwise its rows would refer to rows that have been replaced.
            found.append(table)
    return found


def _last_row(database: Database, name: str) -> int:
    [[number]] = database.execute(f"SELECT MAX({quoted('_row')}) FROM {quoted(name)}").fetchall()
    return int(number or 0)


def _put(database: Database, flat: Flat, declared: dict[str, str]) -> None:
    """Write *flat* to its table with the columns *declared*; create it if there are none."""
    if not declared:
        words = (f"{quoted(c.name)} {database.types[c.kind]}" for c in flat.columns)
        database.execute(f"CREATE TABLE {quoted(flat.name)} ({', '.join(words)})")
        kinds = {column.name: column.kind for column in flat.columns}
    else:
        flat = _as_declared(flat, declared)
        kinds = {c.name: _make_room(database, flat.name, c, declared) for c in flat.columns}
    names = ", ".join(map(quoted, kinds))
    rows = [
        [database.stored(fitted(row.get(name), kind), kind) for name, kind in kinds.items()]
        for row in flat.rows
    ]
    if declared and flat.key:
        upsert(database, flat, kinds, rows)
    else:
        database.insert(f"INSERT INTO {quoted(flat.name)} ({names}) VALUES", rows)


def _as_declared(flat: Flat, declared: Mapping[str, str]) -> Flat:
    """Return *flat* with the names as declared: for some databases "Price" is "price"."""
    known = {name.casefold(): name for name in declared}
    return flat.called([known.get(name.casefold(), name) for name in flat.names])


def _make_room(
    database: Database, table: str, column: TypedColumn, declared: Mapping[str, str]
) -> Kind:
    """Add or widen *column* where needed; return the kind in which it is stored."""
    if column.name not in declared:
        word = database.types[column.kind]
        database.execute(f"ALTER TABLE {quoted(table)} ADD COLUMN {quoted(column.name)} {word}")
        return column.kind
    kinds = {word: kind for kind, word in database.types.items()}
    there = kinds.get(declared[column.name])
    # Types that are not ours (NUMERIC, VARCHAR(9) ...) stay: the database checks the values.
    if there is None or there == (kind := wider(there, column.kind)):
        return there or column.kind
    database.retype(table, column.name, database.types[kind])
    return kind
