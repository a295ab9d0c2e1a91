"""The rows of jobs: some at a time, or all of them as a file of any sink."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from windrow.crawl.crawl import CrawlState
from windrow.run.packing import OWN
from windrow.service.home import Home
from windrow.sink import SINKS
from windrow.sink.flat import Flat
from windrow.sink.json import JSON
from windrow.table.typed import TypedColumn

__all__ = ["DOWNLOADS", "failures", "job_flat", "job_rows", "write_rows"]

DOWNLOADS = tuple(kind[1:] for kind in SINKS if kind.startswith("."))
"""The formats in which rows can be downloaded, by file ending."""

_CELLS = "cells"
# Seconds to wait while the job writes: chosen, not measured.
_PATIENCE = 30.0


def job_rows(home: Home, job: str, offset: int, limit: int) -> dict[str, Any]:
    """Return rows of a job, which may still be running: new rows are added at the end.

    A row has its page, the number of its table and record there, and its cells.
    """
    names, columns = _names(home, job), CrawlState(home.job_folder(job)).columns
    found = _select(home, job, "records", offset, limit)
    rows = []
    for line in found["rows"]:
        own = {name: line.pop(name) for name in OWN}
        cells = json.loads(line[_CELLS]) if [*line] == [_CELLS] else _opened(line, found["lists"])
        cells = {name: cells.get(name) for name in columns} or cells
        rows.append(
            {
                "page": _named(own["page"], names),
                "table": own["table_number"],
                "record": own["record_number"],
                "nodes": own["nodes"],
                "cells": cells,
            }
        )
    return _part(rows, found["total"], offset)


def failures(home: Home, job: str, offset: int, limit: int) -> dict[str, Any]:
    """Return pages of a job that failed, with the reasons."""
    names = _names(home, job)
    found = _select(home, job, "records_failed", offset, limit)
    rows = [
        {"page": _named(line["page"], names), "type": line["error"], "message": line["reason"]}
        for line in found["rows"]
    ]
    return _part(rows, found["total"], offset)


def job_flat(home: Home, job: str) -> Flat:
    """Return all rows of a job for a sink, each with its page and its place there."""
    names = _names(home, job)
    flat = SINKS[".sqlite"](str(home.rows_file(job)), "records").read("records")
    if flat is None:
        return Flat("records", (TypedColumn("_page"),), ())
    cells = _spread(flat) if _CELLS in flat.names else _without_own(flat)
    if chosen := CrawlState(home.job_folder(job)).columns:
        cells = _chosen(cells, chosen)
    rows = (
        {"_page": _named(own["page"], names), "_record": own["nodes"] or None, **line}
        for own, line in zip(flat.rows, cells.rows, strict=True)
    )
    columns = (TypedColumn("_page"), TypedColumn("_record"), *cells.columns)
    return Flat("records", columns, tuple(rows))


def write_rows(home: Home, job: str, target: Path) -> None:
    """Write the rows of a job to a file, by its ending.

    SQLite gets the file of the run itself, with its tables of pages and failures.
    """
    source = home.rows_file(job)
    if target.suffix in (".sqlite", ".db") and source.exists():
        with closing(sqlite3.connect(source, timeout=_PATIENCE)) as old:
            old.execute("VACUUM INTO ?", (str(target),))
        return
    SINKS[target.suffix](str(target), "records").write([job_flat(home, job)])


def _spread(flat: Flat) -> Flat:
    """Return the objects in the column of cells as columns."""
    lines = "\n".join(str(row[_CELLS]) for row in flat.rows)
    return JSON(lines=True).load(io.BytesIO(lines.encode()))


def _without_own(flat: Flat) -> Flat:
    return _chosen(flat, [name for name in flat.names if name not in OWN])


def _chosen(flat: Flat, names: Sequence[str]) -> Flat:
    """Return the columns *names* of *flat*, if it has them."""
    there = {column.name: column for column in flat.columns}
    columns = tuple(there[name] for name in names if name in there)
    return replace(flat, columns=columns, rows=tuple(
        {column.name: row[column.name] for column in columns} for row in flat.rows
    ))  # fmt: skip


def _select(home: Home, job: str, table: str, offset: int, limit: int) -> dict[str, Any]:
    path = home.rows_file(job)
    nothing: dict[str, Any] = {"rows": [], "total": 0, "lists": set()}
    if not path.exists():
        return nothing
    address = f"{path.as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE)) as database:
        declared = database.execute(f"PRAGMA table_info({table})").fetchall()
        if not declared:
            return nothing
        names = [name for _, name, *_ in declared]
        lists = {name for _, name, kind, *_ in declared if kind == "JSON"}
        # Rows are only added, never removed: their numbers have no gaps.
        rows = database.execute(
            f"SELECT * FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT ?", (offset, limit)
        ).fetchall()
        [total] = database.execute(f"SELECT COALESCE(MAX(rowid), 0) FROM {table}").fetchone()
    found = [dict(zip(names, row, strict=True)) for row in rows]
    return {"rows": found, "total": total, "lists": lists}


def _opened(line: Mapping[str, Any], lists: set[str]) -> dict[str, Any]:
    """Return the cells of a row, with lists parsed from JSON."""
    return {
        name: json.loads(value) if name in lists and value else value
        for name, value in line.items()
    }


def _part(rows: list[dict[str, Any]], total: int, offset: int) -> dict[str, Any]:
    end = offset + len(rows)
    return {
        "total": total,
        "offset": offset,
        "next_offset": end if rows and end < total else None,
        "rows": rows,
    }


def _names(home: Home, job: str) -> dict[str, str]:
    """Return the names of the pages that were sent, by their file names."""
    try:
        facts = json.loads((home.job_folder(job) / "inputs.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    names: dict[str, str] = facts["names"]
    return names


def _named(page: Any, names: Mapping[str, str]) -> Any:
    name = Path(str(page)).name
    return names[name] if name in names and "/jobs/" in str(page) else page
