"""Upserts: rows with a known key are updated, the others added."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from windrow.errors import WindrowError
from windrow.sink.flat import Flat
from windrow.table.typed import Kind, to_json
from windrow.table.wanted import nearest

if TYPE_CHECKING:
    from windrow.sink.sql import Database

__all__ = ["require_key", "upsert"]

_log = logging.getLogger("windrow")
_BESIDE = "windrow new rows"


def require_key(flat: Flat, key: Sequence[str]) -> Flat:
    """Return *flat* with its *key*; of rows with the same key only the last is kept.

    Rows without a key cannot be identified: they are left out, with a warning.
    """
    if not key:
        raise WindrowError(
            "upserting rows needs a key", hint="name the column that identifies a row: --key NAME"
        )
    for name in key:
        if name not in flat.names:
            raise WindrowError(f"there is no column `{name}`", hint=nearest(name, flat.names))
    rows = {}
    for row in flat.rows:
        own = [row.get(name) for name in key]
        if all(value is not None for value in own):
            rows[to_json(own)] = row
    without = sum(any(row.get(name) is None for name in key) for row in flat.rows)
    if without:
        many = "1 row has" if without == 1 else f"{without} rows have"
        _log.warning("%s no %s, and %s left out", many, ", ".join(key),
                     "is" if without == 1 else "are")  # fmt: skip
    return replace(flat, rows=tuple(rows.values()), key=tuple(key))


def upsert(
    database: Database, flat: Flat, kinds: Mapping[str, Kind], rows: Sequence[Sequence[object]]
) -> None:
    """Update the rows of *flat* that its table has, by the key, and add the others.

    *rows* are in the form for the driver, under the names in *kinds*. Columns that *flat* lacks
    stay as they are. No index is needed, so any table will do, even one that another program
    made.
    """
    from windrow.sink.sql import quoted

    table, beside = quoted(flat.name), quoted(_BESIDE)
    words = ", ".join(f"{quoted(name)} {database.types[kind]}" for name, kind in kinds.items())
    names = ", ".join(map(quoted, kinds))
    same = " AND ".join(f"new.{quoted(name)} = {table}.{quoted(name)}" for name in flat.key)
    changed = ", ".join(
        f"{quoted(name)} = new.{quoted(name)}" for name in kinds if name not in flat.key
    )
    database.execute(f"CREATE TEMPORARY TABLE {beside} ({words})")
    database.insert(f"INSERT INTO {beside} ({names}) VALUES", rows)
    if changed:
        database.execute(f"UPDATE {table} SET {changed} FROM {beside} AS new WHERE {same}")
    database.execute(
        f"INSERT INTO {table} ({names}) SELECT {names} FROM {beside} AS new"
        f" WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE {same})"
    )
    database.execute(f"DROP TABLE {beside}")
