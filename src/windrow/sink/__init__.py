"""Giving tables out: to files by their ending, to databases by their ending or address."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from windrow.errors import WindrowError, need
from windrow.model import Table
from windrow.sink.base import IfExists, Sink, exists, shown
from windrow.sink.csv import CSV
from windrow.sink.duckdb import DuckDB
from windrow.sink.files import FileSink, Form
from windrow.sink.flat import Flat, Nested, flatten, guarded, safe_name
from windrow.sink.html import HTML
from windrow.sink.json import JSON
from windrow.sink.markdown import Markdown
from windrow.sink.parquet import Parquet
from windrow.sink.postgres import Postgres
from windrow.sink.sqlite import SQLite
from windrow.sink.xlsx import XLSX

__all__ = [
    "FORMS",
    "SINKS",
    "Flat",
    "IfExists",
    "Nested",
    "Sink",
    "collect",
    "require_free",
    "shown",
    "sink_for",
    "write",
]

FORMS: dict[str, Form] = {
    "csv": CSV(),
    "tsv": CSV("\t"),
    "markdown": Markdown(),
    "html": HTML(),
}
"""The forms of a table that can also be printed."""

SINKS: dict[str, Callable[[str, str], Sink]] = {
    ".csv": partial(FileSink, form=FORMS["csv"]),
    ".tsv": partial(FileSink, form=FORMS["tsv"]),
    ".json": partial(FileSink, form=JSON()),
    ".jsonl": partial(FileSink, form=JSON(lines=True)),
    ".md": partial(FileSink, form=FORMS["markdown"]),
    ".html": partial(FileSink, form=FORMS["html"]),
    ".parquet": partial(FileSink, form=Parquet()),
    ".xlsx": XLSX,
    ".sqlite": SQLite,
    ".db": SQLite,
    ".duckdb": DuckDB,
    "postgresql:": Postgres,
    "postgres:": Postgres,
}
"""Sinks by the ending of a file or the scheme of an address; made from a target and a name."""

# What comes with an extra, by what has to be imported: missed before the work, not after it.
_EXTRAS = {
    ".parquet": ("pyarrow", "parquet"),
    ".xlsx": ("openpyxl", "xlsx"),
    ".duckdb": ("duckdb", "duckdb"),
    "postgresql:": ("psycopg", "postgres"),
    "postgres:": ("psycopg", "postgres"),
}
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:(?=//)", re.I)


def sink_for(target: str, name: str = "records") -> Sink:
    """Return the sink for the table *name* that *target* means by its ending or scheme."""
    scheme = _SCHEME.match(target)
    kind = (scheme[0] if scheme else Path(target).suffix).lower()
    if kind not in SINKS:
        raise WindrowError(
            f"`{shown(target)}` does not say what to write",
            hint=f"use one of {' '.join(f'{k}//…' if k.endswith(':') else k for k in SINKS)}",
        )
    if kind in _EXTRAS:
        need(*_EXTRAS[kind])
    return SINKS[kind](target, safe_name(name))


def write(
    pages: Sequence[tuple[str, Sequence[Table]]],
    target: str,
    *,
    name: str = "records",
    if_exists: IfExists = "fail",
    nested: Nested = "json",
    raw: bool = False,
    guard: bool = False,
) -> int:
    """Put the tables of *pages* into *target*, all or none, and return the number of rows.

    The first tables of all pages become the table *name*, the second ones ``name_2`` and so on;
    where rows of several pages meet, each says where it is from. *guard* keeps spreadsheets from
    running texts as formulas.
    """
    source = len(pages) > 1 or if_exists == "append"
    tables = collect(pages, name=name, nested=nested, raw=raw, source=source)
    if not tables:
        return 0
    sink = sink_for(target, tables[0].name)
    sink.write([guarded(flat) for flat in tables] if guard else tables, if_exists=if_exists)
    return sum(len(flat.rows) for flat in tables if flat.parent is None)


def require_free(target: str, name: str = "records") -> None:
    """Raise an error when the table *name* is in *target* already."""
    if sink_for(target, name).has(safe_name(name)):
        raise exists(f"`{shown(target)}`")


def collect(
    pages: Sequence[tuple[str, Sequence[Table]]],
    *,
    name: str = "records",
    nested: Nested = "json",
    raw: bool = False,
    source: bool = False,
) -> list[Flat]:
    """Return the tables of *pages* as a sink takes them."""
    return flatten(
        (
            (name if number == 1 else f"{name}_{number}", page, table)
            for page, tables in pages
            for number, table in enumerate(tables, 1)
        ),
        nested=nested,
        raw=raw,
        source=source,
    )
