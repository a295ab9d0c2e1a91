"""Tables and reports as they are printed: for people as text, for programs as plain data."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from windrow.errors import WindrowError
from windrow.model import Table, Tables, Value
from windrow.table.typed import typed_rows
from windrow.view.safe import plain

if TYPE_CHECKING:
    from windrow.wrap.heap import Heap
    from windrow.wrap.verify import Report
    from windrow.wrap.wrapper import Wrapper

__all__ = [
    "error_object",
    "heap_lines",
    "others",
    "page_object",
    "print_table",
    "report_lines",
    "wrapper_line",
]

# Escape sequences in a page must not reach the terminal: they can do more than colour.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
# Tables that a line on the others names. Chosen, not measured.
_OTHERS = 5
# Characters of a column of addresses. Chosen, not measured.
_ADDRESS = 24
# Columns that a line on a wrapper names, and pages of a heap that are said to be left out. Chosen.
_COLUMNS, _LEFT = 8, 5
_KINDS = {"list": "a list", "detail": "a page"}


def page_object(
    page: str, tables: Sequence[Table], reason: str | None, *, raw: bool
) -> dict[str, Any]:
    """Return what a program gets of a page: its tables, or the reason why there are none."""
    return {"page": page, "tables": [_data(table, raw) for table in tables], "reason": reason}


def error_object(page: str, kind: str, error: WindrowError | None) -> dict[str, Any]:
    """Return what a program gets of a page that failed."""
    return {"page": page, "error": {"type": kind, "message": error.summary if error else ""}}


def _data(table: Table, raw: bool) -> dict[str, Any]:
    columns, rows = typed_rows(table, raw=raw)
    return {
        "score": round(table.score, 4),
        "region": table.region,
        "detector": table.detector,
        "columns": [{"name": column.name, "type": column.type} for column in columns],
        "rows": rows,
        "nodes": table.nodes,
    }


def others(there: Tables | Sequence[Table], shown: Sequence[Table]) -> str:
    """Return a line on the tables that are not shown.

    >>> others([Table((), (), score=0.9), Table((), ({}, {}), score=0.25)], [])
    '2 more tables: 1 (0 rows, 0.90), 2 (2 rows, 0.25); see --table 1 or --all'
    """
    kept = {id(table) for table in shown}
    rest = [(number, table) for number, table in enumerate(there, 1) if id(table) not in kept]
    words = [f"{number} ({len(table)} rows, {table.score:.2f})" for number, table in rest]
    tail = ", ..." if len(words) > _OTHERS else ""
    many = "1 more table" if len(rest) == 1 else f"{len(rest)} more tables"
    return f"{many}: {', '.join(words[:_OTHERS])}{tail}; see --table {rest[0][0]} or --all"


def print_table(table: Table) -> None:
    """Print *table* in the words of the page: with rich on a terminal, as plain text elsewhere."""
    if not sys.stdout.isatty():
        click.echo("\n".join(_CONTROL.sub(" ", line) for line in str(table).split("\n")))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Picture
    from rich.text import Text

    picture = Picture(box=SIMPLE_HEAD)
    table = table.given
    for column in table.columns:
        # Nobody reads an address to its end: the room is for the words.
        width = _ADDRESS if column.type in ("url", "image") else None
        picture.add_column(
            Text(_CONTROL.sub(" ", column.name)), max_width=width, no_wrap=width is not None
        )
    for row in table.rows:
        # Text, not str: "[bold]" in a page is not markup.
        picture.add_row(*(Text(_cell(row.get(column.name))) for column in table.columns))
    Console().print(picture)


def _cell(value: Value) -> str:
    if isinstance(value, list):
        return "\n".join(", ".join(map(_cell, row.values())) for row in value)
    return _CONTROL.sub(" ", value or "")


def report_lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report of verify: the verdict, the pages, the columns."""
    yield f"{report.wrapper}: {'healthy' if report.healthy else 'drift'}"
    yield from (f"  {reason}" for reason in report.reasons)
    low, _, high = report.usual_records
    usual = str(low) if low == high else f"{low} to {high}"
    for page in report.pages:
        state = "healthy" if page.healthy else "drift"
        yield f"{page.page}: {state}, {page.records} records (learned from {usual})"
        if page.failed:
            yield f"  ways to the records that fail: {', '.join(page.failed)}"
        yield from (f"  {reason}" for reason in page.reasons if len(report.pages) > 1)
    width = max([6, *(len(column.name) for column in report.columns)])
    yield f"\n{'column':{width}}  filled  usually  form  shape  length  usually  failed"
    for column in report.columns:
        now, judged = column.judged.now, column.judged
        low, _, high = column.usual_lengths
        mark = "" if column.healthy else "  <- " + "; ".join(judged.reasons)
        yield (
            f"{column.name:{width}}  {now.fill:6.0%}  {column.usual_fill:7.0%}  {judged.form:4.0%}"
            f"  {judged.shape:5.0%}  {now.lengths[1]:6}  {f'{low}-{high}':>7}"
            f"  {', '.join(column.failed) or '-'}{mark}"
        )


def wrapper_line(wrapper: Wrapper, most: int = _COLUMNS) -> str:
    """Return in a line what a wrapper reads: a list or a page, and its first columns."""
    columns = ", ".join(plain(column.name) for column in wrapper.columns[:most])
    more = len(wrapper.columns) - most
    return f"{_KINDS[wrapper.kind]} with {columns}" + (f" and {more} more" if more > 0 else "")


def heap_lines(heap: Heap, files: Sequence[Path]) -> Iterator[str]:
    """Yield what became of a heap: its wrappers in their *files*, and the pages left out."""
    for path, wrapper, members in zip(files, heap.wrappers, heap.pages, strict=True):
        yield f"{path}: {len(members)} pages, {wrapper_line(wrapper, most=6)}"
    for page, reason in heap.left[:_LEFT]:
        yield f"windrow: {plain(page)}: left out: {plain(reason)}"
    if len(heap.left) > _LEFT:
        yield f"windrow: {len(heap.left) - _LEFT} more pages were left out"
