"""What a run has stored, read back by the databases' own means."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

__all__ = ["Stored", "stored"]

Stored: TypeAlias = dict[str, list[tuple[Any, ...]]]

_COLUMNS = {
    "": "page, place, wrapper, table_number, record_number, nodes, CAST(cells AS TEXT)",
    "_pages": "page, place, shard, row_count, note",
    "_failed": "page, place, shard, error, reason",
}


def stored(target: str, name: str = "records") -> Stored:
    """Return all rows, pages and failures of a run, in order of their source."""
    found = {
        tail: sorted(_fetched(target, f"{name}{tail}", columns), key=str)
        for tail, columns in _COLUMNS.items()
    }
    assert found[""]
    return found


def _fetched(target: str, table: str, columns: str) -> list[tuple[Any, ...]]:
    query = f"SELECT {columns} FROM {table}"
    if target.endswith((".sqlite", ".db")):
        with closing(sqlite3.connect(target)) as connection:
            return connection.execute(query).fetchall()
    if target.startswith("postgresql:"):
        import psycopg

        with psycopg.connect(target) as server:
            return server.execute(query.encode()).fetchall()
    import duckdb

    if target.endswith(".duckdb"):
        with duckdb.connect(target, read_only=True) as database:
            return database.execute(query).fetchall()
    parts = Path(target) / table
    if not any(parts.glob("*.parquet")):
        return []
    with duckdb.connect() as database:
        return database.execute(
            query.replace(f"FROM {table}", f"FROM '{parts}/*.parquet'")
        ).fetchall()
