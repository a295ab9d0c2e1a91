"""Tables and reports as printed: text for people, plain data for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from windrow.detect import DETECTORS
from windrow.detect.base import RankingDetector
from windrow.errors import NotRepaired, WindrowError
from windrow.model import Fit, Table, Tables
from windrow.safe import plain
from windrow.table.typed import typed_rows
from windrow.view.screen import fitted, screen, sureness

if TYPE_CHECKING:
    from windrow.wrap.mixed import Heap
    from windrow.wrap.repair import Repair
    from windrow.wrap.verify import Report
    from windrow.wrap.wrapper import Wrapper

__all__ = [
    "error_object",
    "fits_line",
    "heap_lines",
    "others",
    "page_object",
    "print_table",
    "print_title",
    "report_lines",
    "table_object",
    "wrapper_line",
]

# Tables that the line about the others names, and characters of their titles. Chosen, not measured.
_OTHERS, _TITLE = 5, 30
# Columns that the line about a wrapper names, and omitted pages that are listed. Chosen.
_COLUMNS, _LEFT = 8, 5
# With more columns than this, a report shows only those that have changed. Chosen, not measured.
_SHOWN = 20


def page_object(
    page: str, tables: Sequence[Table], reason: str | None, *, raw: bool, minor: bool = False
) -> dict[str, Any]:
    """Return the object of a page for programs: its tables, or the reason why there are none.

    With *minor*, minor columns are included and marked.
    """
    return {
        "page": page,
        "tables": [table_object(table, raw=raw, minor=minor) for table in tables],
        "reason": reason,
    }


def error_object(page: str, kind: str, error: WindrowError | None) -> dict[str, Any]:
    """Return the object of a failed page for programs."""
    return {"page": page, "error": {"type": kind, "message": error.summary if error else ""}}


def table_object(table: Table, *, raw: bool, minor: bool = False) -> dict[str, Any]:
    """Return the object of a table for programs."""
    columns, rows = typed_rows(table.with_minor() if minor else table, raw=raw)
    fields = [{"name": fit.field, "column": fit.column or None, "sure": fit.sure}
              for fit in table.fits]  # fmt: skip
    # The share of values that fit the type, unless all do.
    fit = {one.name: {"fit": round(one.fit, 4)} for one in table.columns if one.fit < 1}
    beside = {one.name: {"minor": True} for one in table.columns if one.minor}
    used = {"_wrapper": table.wrapper} if table.wrapper else {}
    return (
        used
        | {
            "score": round(table.score, 4),
            "region": table.region,
            "detector": table.detector,
            "title": table.title,
            "columns": [
                {"name": one.name, "type": one.type}
                | fit.get(one.name, {})
                | beside.get(one.name, {})
                for one in columns
            ],
            "rows": rows,
            "nodes": table.nodes,
        }
        | ({"fields": fields} if fields else {})
    )


def fits_line(fits: Iterable[Fit]) -> str:
    """Return a line on the columns of wanted fields: which, how sure, and which are not found.

    >>> fits_line([Fit("title", "name", 0.9, "name"), Fit("isbn")])
    'title is `name` (sure, 0.90); not found: isbn'
    """
    fits = [*fits]
    found = [
        f"{one.field}{'' if one.column == one.field else f' is `{one.column}`'}"
        f" ({sureness(one.sure)})"
        for one in fits
        if one.column
    ]
    lost = [one.field for one in fits if not one.column]
    missed = f"not found: {', '.join(lost)}" if lost else ""
    return "; ".join(filter(None, (", ".join(found), missed)))


def others(there: Tables | Sequence[Table], shown: Sequence[Table]) -> str:
    """Return a line about the tables that are not shown.

    >>> others([Table((), ({},), title="Menu"), Table((), ({}, {}))], [])
    "2 more: 1 row 'Menu', 2 rows; --table 1"
    """
    kept = {id(table) for table in shown}
    rest = [(number, table) for number, table in enumerate(there, 1) if id(table) not in kept]
    words = []
    for _, table in rest[:_OTHERS]:
        title = f" '{plain(_cut(table.title))}'" if table.title else ""
        words.append(f"{_rows(table)}{title}")
    tail = ", ..." if len(rest) > _OTHERS else ""
    return f"{len(rest)} more: {', '.join(words)}{tail}; --table {rest[0][0]}"


def _rows(table: Table) -> str:
    return "1 row" if len(table) == 1 else f"{len(table):,} rows"


def _cut(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"


def print_title(title: str) -> None:
    """Print the title of a page, for people, above its tables."""
    if title.strip() and sys.stdout.isatty():
        width = get_terminal_size().columns
        _style = click.style if "NO_COLOR" not in os.environ else _unstyled
        click.echo(_style(fitted(" ".join(plain(title).split()), width).rstrip(), underline=True))


def print_table(table: Table, *, every: bool = False) -> None:
    """Print *table* in the words of the page: fitted to a terminal, whole elsewhere."""
    if not sys.stdout.isatty():
        click.echo("\n".join(plain(line) for line in str(table).split("\n")))
        return
    table = table.given
    style = click.style if "NO_COLOR" not in os.environ else _unstyled
    sure = f"; {sureness(table.score)}" if _is_probability(table.detector) else ""
    width = get_terminal_size().columns
    head, *lines = [*map(plain, screen(table, width, every=every)), ""]
    click.echo(
        "\n".join([style(head, bold=True), *lines[:-1], style(_rows(table) + sure, dim=True)])
    )


def _is_probability(detector: str) -> bool:
    """Return whether the scores of a detector are probabilities."""
    return detector in DETECTORS and isinstance(DETECTORS[detector](), RankingDetector)


def _unstyled(text: str, **_: bool) -> str:
    return text


def report_lines(report: Report, plan: Repair | NotRepaired | None = None) -> Iterator[str]:
    """Yield the lines of a report of verify: the verdict, the pages, the columns.

    *plan* is what a repair would do, or why it would refuse.
    """
    from windrow.view.report import since_line

    yield f"{report.wrapper}: {'healthy' if report.healthy else 'drift'}"
    yield from (f"  {reason}" for reason in report.reasons)
    if since := since_line(report):
        yield f"  {since}"
    low, _, high = report.usual_records
    usual = str(low) if low == high else f"{low} to {high}"
    for page in report.pages:
        state = "healthy" if page.healthy else "drift"
        records = "1 record" if page.records == 1 else f"{page.records} records"
        yield f"{page.page}: {state}, {records} (learned from {usual})"
        if page.failed:
            yield f"  failed locators of the records: {', '.join(page.failed)}"
        yield from (f"  {reason}" for reason in page.reasons if len(report.pages) > 1)
        yield from (f"  note: {note}" for note in page.notes)
    width = max([6, *(len(column.name) for column in report.columns)])
    yield f"\n{'column':{width}}  filled  usually  form  shape  length  usually  failed"
    few = len(report.columns) <= _SHOWN
    shown = [column for column in report.columns if few or report.changes_of(column)]
    for column in shown:
        now, judged = column.judged.now, column.judged
        low, _, high = column.usual_lengths
        changed = report.changes_of(column)
        mark = "  <- " + "; ".join(changed) if changed else ""
        # Without a value there is nothing to compare.
        same = [f"{judged.form:4.0%}", f"{judged.shape:5.0%}", f"{now.lengths[1]:6}"]
        look = "  ".join(same if now.count else ["   -", "    -", "     -"])
        yield (
            f"{column.name:{width}}  {now.fill:6.0%}  {column.usual_fill:7.0%}  {look}"
            f"  {f'{low}-{high}':>7}  {', '.join(column.failed) or '-'}{mark}"
        )
    if more := len(report.columns) - len(shown):
        yield f"{more} columns are as they were"
    if isinstance(plan, NotRepaired):
        yield f"\na repair would be refused: {plan.reason} ({plan.confidence:.0%} sure)"
    elif plan is not None:
        head, *changes = str(plan).splitlines()
        yield f"\na repair would give: {head}"
        yield from (f"  {change}" for change in changes)


def wrapper_line(wrapper: Wrapper, most: int = _COLUMNS) -> str:
    """Return a line on what a wrapper reads: a list or a page, and its first columns."""
    shown = [column for column in wrapper.shown if not column.constant and not column.minor]
    columns = ", ".join(plain(column.name) for column in shown[:most])
    more = len(shown) - most
    return f"{wrapper.template.noun} with {columns}" + (f" and {more} more" if more > 0 else "")


def heap_lines(heap: Heap, files: Sequence[Path]) -> Iterator[str]:
    """Yield lines about a heap: its wrappers in their *files*, and the omitted pages."""
    for path, wrapper, members in zip(files, heap.wrappers, heap.pages, strict=True):
        many = "1 page" if len(members) == 1 else f"{len(members)} pages"
        yield f"{path}: {many}, {wrapper_line(wrapper, most=6)}"
    for page, reason in heap.left[:_LEFT]:
        yield f"windrow: {plain(page)}: left out: {plain(reason)}"
    if len(heap.left) > _LEFT:
        yield f"windrow: {len(heap.left) - _LEFT} more pages were left out"
