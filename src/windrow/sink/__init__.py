"""Writing tables: to files by their ending, to databases by their ending or address."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from windrow.errors import WindrowError, need
from windrow.sink.base import IfExists, Nested, Sink, exists, shown

if TYPE_CHECKING:
    from windrow.model import Table
    from windrow.sink.files import Form
    from windrow.sink.flat import Flat

__all__ = [
    "DATABASES",
    "FORMATS",
    "SINKS",
    "TARGETS",
    "IfExists",
    "Nested",
    "Sink",
    "SinkEntry",
    "collect",
    "form_of",
    "kind_of",
    "place_of",
    "require_free",
    "require_upsert",
    "shown",
    "sink_for",
    "table_names",
    "write",
]


@dataclass(frozen=True, slots=True)
class SinkEntry:
    """An entry of the table `SINKS`; called with a target and a table's name, it makes the sink.

    Its module is imported only then, so that help texts can list all sinks cheaply.
    """

    home: str  # the module and the name of the class in it
    format: str = ""  # its name for ``--format``, if it can also be printed
    needs: tuple[str, str] | None = None  # a package, and the extra that installs it
    database: bool = False  # it holds many tables, and a run can store its pages there

    def __call__(self, target: str, name: str) -> Sink:
        """Return the sink that writes the table *name* to *target*."""
        from pkgutil import resolve_name

        if self.needs:
            need(*self.needs)
        made: Sink = resolve_name(self.home)(target, name)
        return made


SINKS: dict[str, SinkEntry] = {
    ".csv": SinkEntry("windrow.sink.csv:CSVFile", "csv"),
    ".tsv": SinkEntry("windrow.sink.csv:TSVFile", "tsv"),
    ".json": SinkEntry("windrow.sink.json:JSONFile", "json"),
    ".jsonl": SinkEntry("windrow.sink.json:JSONLinesFile", "jsonl"),
    ".md": SinkEntry("windrow.sink.markdown:MarkdownFile", "markdown"),
    ".html": SinkEntry("windrow.sink.html:HTMLFile", "html"),
    ".parquet": SinkEntry("windrow.sink.parquet:ParquetFile", needs=("pyarrow", "parquet")),
    ".xlsx": SinkEntry("windrow.sink.xlsx:XLSX", needs=("openpyxl", "xlsx")),
    ".sqlite": SinkEntry("windrow.sink.sqlite:SQLite", database=True),
    ".db": SinkEntry("windrow.sink.sqlite:SQLite", database=True),
    ".duckdb": SinkEntry("windrow.sink.duckdb:DuckDB", "", ("duckdb", "duckdb"), True),
    "postgresql:": SinkEntry("windrow.sink.postgres:Postgres", "", ("psycopg", "postgres"), True),
    "postgres:": SinkEntry("windrow.sink.postgres:Postgres", "", ("psycopg", "postgres"), True),
}
"""All sinks, by the ending of a file or the scheme of an address."""

FORMATS = {entry.format: kind for kind, entry in SINKS.items() if entry.format}
"""The sinks whose form can also be printed: name for ``--format`` -> file ending."""

_LOOKS = {kind: f"{kind}//..." if kind.endswith(":") else kind for kind in SINKS}

TARGETS = " ".join(_LOOKS.values())
"""The possible targets, for help texts."""

DATABASES = " ".join(look for kind, look in _LOOKS.items() if SINKS[kind].database)
"""The possible targets of a run."""

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:(?=//)", re.I)


def sink_for(target: str, name: str = "records") -> Sink:
    """Return the sink for the table *name*, by the ending or scheme of *target*."""
    from windrow.sink.flat import safe_name

    kind = kind_of(target)
    if kind not in SINKS:
        raise WindrowError(
            f"`{shown(target)}` does not say what to write", hint=f"use one of {TARGETS}"
        )
    return SINKS[kind](target, safe_name(name))


def kind_of(target: str) -> str:
    """Return the key in `SINKS`: the ending of a file, or the scheme of an address.

    >>> kind_of("hay/Rows.CSV"), kind_of("postgresql://farm.example/hay")
    ('.csv', 'postgresql:')
    """
    scheme = _SCHEME.match(target)
    return (scheme[0] if scheme else Path(target).suffix).lower()


def form_of(format: str) -> Form:
    """Return the form in which ``--format`` *format* prints a table."""
    from windrow.sink.files import FileSink

    sink = SINKS[FORMATS[format]]("", "records")
    assert isinstance(sink, FileSink)
    return sink.form


def write(
    pages: Sequence[tuple[str, Sequence[Table]]],
    target: str | os.PathLike[str],
    *,
    name: str = "records",
    if_exists: IfExists = "fail",
    nested: Nested = "json",
    raw: bool = False,
    guard: bool = False,
    key: str | Sequence[str] = (),
    per_page: bool = False,
) -> int:
    """Write the tables of *pages* to *target*, all or none, and return the number of rows.

    Tables of one template, or else the first tables of all pages, become the table *name*, the
    others ``name_2`` and so on (`table_names`). A table with rows of several pages has a column
    that says where each row comes from. *guard* keeps spreadsheets from running texts as formulas.
    To upsert, *key* names the columns that identify a row, as a list or as one text with commas.
    With *per_page* every page has its own tables, ``name_page``.
    """
    from windrow.sink.flat import guarded
    from windrow.sink.upsert import require_key

    target = os.fspath(target)
    key = [part.strip() for part in key.split(",")] if isinstance(key, str) else key
    if if_exists not in get_args(IfExists):
        raise WindrowError(
            f"`{if_exists}` does not say what to do if the table already exists",
            hint=f"use one of {' '.join(get_args(IfExists))}",
        )
    require_upsert(target, if_exists, nested)
    source = len(pages) > 1 or if_exists in ("append", "upsert")
    most = max((len(tables) for _, tables in pages), default=0)
    later = if_exists in ("append", "upsert") and not per_page
    if later and (templates := len(table_names(pages))) > most:
        raise WindrowError(
            f"the pages have {templates} templates, and it is unclear which of them is in "
            f"`{shown(target)}`",
            hint=f"{if_exists} pages of one template at a time",
        )
    tables = collect(
        pages, name=name, nested=nested, raw=raw, source=source, per_page=per_page
    )  # fmt: skip
    if not tables:
        return 0
    if if_exists == "upsert":
        tables = [require_key(flat, key) for flat in tables]
    sink = sink_for(target, name)
    sink.write([guarded(flat) for flat in tables] if guard else tables, if_exists=if_exists)
    return sum(len(flat.rows) for flat in tables if flat.parent is None)


def require_upsert(target: str, if_exists: IfExists, nested: Nested = "json") -> None:
    """Raise an error if rows should be upserted but cannot be."""
    if if_exists != "upsert":
        return
    if not (entry := SINKS.get(kind_of(target))) or not entry.database:
        raise WindrowError(
            f"`{shown(target)}` is not a database: rows cannot be upserted",
            hint=f"use one of {DATABASES}, or --if-exists append",
        )
    if nested == "tables":
        raise WindrowError(
            "rows with separate tables for lists cannot be upserted", hint="--nested json"
        )


def require_free(target: str, name: str = "records") -> None:
    """Raise an error if the table *name* already exists in *target*."""
    from windrow.sink.flat import safe_name

    if sink_for(target, name).has(safe_name(name)):
        raise exists(f"`{shown(target)}`")


def collect(
    pages: Sequence[tuple[str, Sequence[Table]]],
    *,
    name: str = "records",
    nested: Nested = "json",
    raw: bool = False,
    source: bool = False,
    per_page: bool = False,
) -> list[Flat]:
    """Return the tables of *pages* in the form for sinks."""
    from windrow.sink.flat import flatten

    names = table_names(pages, name, per_page=per_page)
    templates: dict[str, list[tuple[str, Table]]] = {template: [] for template in names}
    for page, tables in pages:
        for number, table in enumerate(tables, 1):
            templates[_template_of(page, number, table, per_page)].append((page, table))
    return flatten(
        (
            (names[template], page, table)
            for template, own in templates.items()
            for page, table in own
        ),
        nested=nested,
        raw=raw,
        source=source,
    )


def place_of(target: str, name: str, first: str = "records") -> str:
    """Return a readable place of the table *name* in *target*, beside the *first* table."""
    from windrow.sink.files import FileSink
    from windrow.sink.flat import safe_name

    sink, name = sink_for(target, first), safe_name(name)
    return str(sink.path(name)) if isinstance(sink, FileSink) else name


def table_names(
    pages: Iterable[tuple[str, Sequence[Table]]], name: str = "records", *, per_page: bool = False
) -> dict[str, str]:
    """Return the names of the tables for *pages*, by their templates.

    The most frequent template has the *name*; the others have a number after it. Tables that were
    not lined up are grouped by position: the first ones of all pages are one table. With
    *per_page* the name of the page follows.
    """
    templates = Counter(
        _template_of(page, number, table, per_page)
        for page, tables in pages
        for number, table in enumerate(tables, 1)
    )
    order = [template for template, _ in templates.most_common()]
    if per_page:
        from windrow.sink.flat import safe_name
        from windrow.table.words import unique

        called = unique([safe_name(f"{name}_{_stem(one)}") for one in templates])
        return dict(zip(templates, called, strict=True))
    return {template: name if k == 1 else f"{name}_{k}" for k, template in enumerate(order, 1)}


def _template_of(page: str, number: int, table: Table, per_page: bool) -> str:
    if per_page:
        return page if number == 1 else f"{page}#{number}"
    return table.template_name or f"#{number}"


def _stem(page: str) -> str:
    """Return the short name of a page: the last part of its path or address.

    >>> _stem("pages/shop.html"), _stem("https://farm.example/hay/?page=2"), _stem("pages/a.html#2")
    ('shop', 'farm.example/hay/?page=2', 'a_2')
    """
    if "://" in page:
        return page.partition("://")[2]
    path, _, number = page.partition("#")
    stem = Path(path).name.partition(".")[0] or "page"
    return f"{stem}_{number}" if number else stem
