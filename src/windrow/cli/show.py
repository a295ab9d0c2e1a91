"""How answers are printed: for people as a table, for programs as JSON or a form of table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import click

from windrow.cli import complain
from windrow.cli.many import Answer
from windrow.model import Table, Value
from windrow.sink import (
    FORMATS,
    IfExists,
    Nested,
    collect,
    form_of,
    require_free,
    shown,
    sink_for,
    write,
)
from windrow.table.typed import given, to_json

__all__ = ["SHOWS", "Choice", "Watch", "chosen", "store", "tracked"]

Choice: TypeAlias = Callable[[Sequence[Table]], Sequence[Table]]

# Escape sequences in a page must not reach the terminal: they can do more than colour.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_OTHERS = 5
_ADDRESS = 24


def chosen(number: int | None, every: bool, form: str) -> Choice:
    """Return which tables of a page are meant: one by its number, all, or the best."""
    if number is not None:
        return lambda tables: tables[number - 1 : number]
    # Programs choose for themselves.
    return lambda tables: tables[:] if every or form in ("json", "jsonl") else tables[:1]


@dataclass
class Watch:
    """Passes answers on, tells standard error about errors, and remembers that there were some."""

    answers: Iterable[Answer]
    failed: bool = False

    def __iter__(self) -> Iterator[Answer]:
        for answer in self.answers:
            if answer.error:
                self.failed = True
                complain(answer.error, answer.page)
            yield answer


def tracked(answers: Iterable[Answer], total: int, *, printed: bool) -> Iterator[Answer]:
    """Yield *answers* with a progress bar on standard error, when somebody is there to see it."""
    # What is printed on the same terminal shows by itself how far we are.
    if total < 2 or not sys.stderr.isatty() or (printed and sys.stdout.isatty()):
        yield from answers
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        answers, "pages", total=total, console=Console(stderr=True), transient=True, disable=False
    )


def show_jsonl(answers: Iterable[Answer], choice: Choice, *, raw: bool, nested: Nested) -> None:
    """Print an object a page, as soon as it is there."""
    for answer in answers:
        click.echo(to_json(page_object(answer, choice, raw)))


def show_json(answers: Iterable[Answer], choice: Choice, *, raw: bool, nested: Nested) -> None:
    """Print the objects of all pages as one array."""
    sign = "["
    for answer in answers:
        click.echo(f"{sign}\n{to_json(page_object(answer, choice, raw))}", nl=False)
        sign = ","
    click.echo("\n]")


def page_object(answer: Answer, choice: Choice, raw: bool) -> dict[str, Any]:
    if answer.tables is None:
        message = answer.error.summary if answer.error else ""
        return {"page": answer.page, "error": {"type": answer.kind, "message": message}}
    tables = [_data(table, raw) for table in choice(answer.tables)]
    return {"page": answer.page, "tables": tables, "reason": answer.tables.reason}


def _data(table: Table, raw: bool) -> dict[str, Any]:
    columns, rows = given(table, raw=raw)
    return {
        "score": round(table.score, 4),
        "region": table.region,
        "detector": table.detector,
        "columns": [{"name": column.name, "type": column.type} for column in columns],
        "rows": rows,
        "nodes": table.nodes,
    }


def show_form(form: str) -> Callable[..., None]:
    """Return how the tables of all pages are printed as CSV, Markdown ..."""

    def show(answers: Iterable[Answer], choice: Choice, *, raw: bool, nested: Nested) -> None:
        found = [*answers]
        pages = [(answer.page, choice(answer.tables)) for answer in found if answer.tables]
        _tell_reasons(found)
        tables = collect(pages, nested=nested, raw=raw, source=len(found) > 1)
        stream = sys.stdout.buffer
        for number, flat in enumerate(tables):
            # Several tables in one stream: an empty line between them.
            stream.write(b"\n" if number else b"")
            form_of(form).dump(flat, stream)
        stream.flush()

    return show


def store(
    answers: Iterable[Answer],
    choice: Choice,
    target: str,
    *,
    name: str,
    if_exists: IfExists,
    nested: Nested,
    raw: bool,
    guard: bool,
) -> None:
    """Put the tables of all pages into the sink *target* and say how many rows they are."""
    # What is wrong with the target is told before the work, not after it.
    sink_for(target, name)
    if if_exists == "fail":
        require_free(target, name)
    found = [*answers]
    _tell_reasons(found)
    pages = [(answer.page, choice(answer.tables)) for answer in found if answer.tables]
    rows = write(pages, target, name=name, if_exists=if_exists, nested=nested, raw=raw, guard=guard)
    many = "1 row" if rows == 1 else f"{rows} rows"
    click.echo(
        f"windrow: {many} written to {shown(target)}" if rows else "windrow: nothing to write",
        err=True,
    )


def _tell_reasons(answers: Iterable[Answer]) -> None:
    for answer in answers:
        if answer.tables is not None and not answer.tables:
            click.echo(f"windrow: {answer.page}: no table: {answer.tables.reason}", err=True)


def show_table(answers: Iterable[Answer], choice: Choice, *, raw: bool, nested: Nested) -> None:
    """Print the tables for people, in the words of the page, and a line on the others."""
    for answer in answers:
        _tell_reasons([answer])
        tables = choice(answer.tables) if answer.tables else ()
        for table in tables:
            _print(table)
        if answer.tables and len(answer.tables) > len(tables):
            click.echo(f"windrow: {answer.page}: {_others(answer.tables, tables)}", err=True)


def _others(there: Sequence[Table], shown: Sequence[Table]) -> str:
    """Return a line on the tables that are not shown.

    >>> _others([Table((), (), score=0.9), Table((), ({}, {}), score=0.25)], [])
    '2 more tables: 1 (0 rows, 0.90), 2 (2 rows, 0.25); see --table 1 or --all'
    """
    kept = {id(table) for table in shown}
    rest = [(place, table) for place, table in enumerate(there, 1) if id(table) not in kept]
    words = [f"{place} ({len(table)} rows, {table.score:.2f})" for place, table in rest]
    tail = ", ..." if len(words) > _OTHERS else ""
    many = "1 more table" if len(rest) == 1 else f"{len(rest)} more tables"
    return f"{many}: {', '.join(words[:_OTHERS])}{tail}; see --table {rest[0][0]} or --all"


def _print(table: Table) -> None:
    if not sys.stdout.isatty():
        click.echo("\n".join(_CONTROL.sub(" ", line) for line in str(table).split("\n")))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Picture
    from rich.text import Text

    picture = Picture(box=SIMPLE_HEAD)
    for column in table.columns:
        # Nobody reads an address to its end: the room is for the words.
        width = _ADDRESS if column.type in ("url", "image") else None
        picture.add_column(
            Text(_CONTROL.sub(" ", column.name)), max_width=width, no_wrap=width is not None
        )
    for row in table.rows:
        # Text, not str: "[bold]" in a page is no markup.
        picture.add_row(*(Text(_cell(row.get(column.name))) for column in table.columns))
    Console().print(picture)


def _cell(value: Value) -> str:
    if isinstance(value, list):
        return "\n".join(", ".join(map(_cell, row.values())) for row in value)
    return _CONTROL.sub(" ", value or "")


SHOWS: dict[str, Callable[..., None]] = {
    **{form: show_form(form) for form in FORMATS},
    "table": show_table,
    "json": show_json,
    "jsonl": show_jsonl,
}
"""How answers are printed, by the names of ``--format``."""
