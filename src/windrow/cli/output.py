"""How tables are printed or written: the options, and what they do with the answers."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from windrow.cli import give, warn
from windrow.cli.column_options import choice_options
from windrow.cli.messages import Complaints, Shape, counted, reason_of
from windrow.sink import (
    FORMATS,
    TARGETS,
    IfExists,
    Nested,
    collect,
    form_of,
    kind_of,
    place_of,
    require_free,
    require_upsert,
    shown,
    sink_for,
    table_names,
    write,
)

if TYPE_CHECKING:
    from windrow.model import Table, Tables
    from windrow.run.answers import Answer
    from windrow.table.chosen import Choice

__all__ = [
    "OBJECTS",
    "Output",
    "output_options",
    "page_object",
    "print_objects",
    "show_table",
]

OBJECTS = ("json", "jsonl")
"""The formats that print an object per page; the others print tables."""

ROWS = "rows"
"""The format that prints a JSON object per row, like files that end in .jsonl."""

PRINTED = ("table", ROWS, *FORMATS)
"""All formats."""


def _key(context: click.Context, option: click.Parameter, names: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (names or "").split(",") if name.strip())


def output_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options for output; the command gets them as one `Output`."""
    fields = ("form", "raw", "nested", "target", "if_exists", "name", "guard", "wide",
             "constants", "names", "key", "per_page", "choice")  # fmt: skip

    @wraps(function)
    def called(**options: Any) -> None:
        function(output=Output(**{name: options.pop(name) for name in fields}), **options)

    options = [
        click.option("-f", "--format", "form", type=click.Choice(PRINTED), default=None,
                     help="Default: table for a terminal, jsonl otherwise."),
        click.option("--raw", is_flag=True,
                     help="Cells exactly as in the page, white space folded."),
        click.option("--nested", type=click.Choice(["json", "tables"]), default="json",
                     show_default=True,
                     help="Lists inside rows: JSON, or tables with keys _row, _parent_row."),
        click.option("-o", "--to", "target", metavar="FILE|URL", type=click.Path(),
                     help=f"Write to this target, - to print: {TARGETS}"),
        click.option("--if-exists", type=click.Choice(["append", "replace", "upsert", "fail"]),
                     default="fail", show_default=True,
                     help="What --to does if the table already exists."),
        click.option("--key", metavar="A,B", callback=_key,
                     help="The columns that identify a row, for --if-exists upsert."),
        click.option("--name", default="records", show_default=True,
                     help="With --to: the name of the table."),
        click.option("--guard-formulas", "guard", is_flag=True,
                     help="With --to: put ' before texts that a spreadsheet would run."),
        click.option("--per-page", is_flag=True,
                     help="With several pages: one table per page instead of one for all."),
        click.option("--all-columns", "wide", is_flag=True,
                     help="Include minor columns; on a terminal, those that do not fit, too."),
        click.option("--names", type=click.Choice(["safe", "page"]), default="safe",
                     show_default=True,
                     help="Name columns in plain words (bb), or as the page does (BB%)."),
        click.option("--constants", is_flag=True,
                     help="Include columns that are the same in every record (`Add to cart`)."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return choice_options(called)


@dataclass(frozen=True, slots=True)
class Output:
    """Where tables go: to standard output in a format, or to a sink."""

    form: str | None
    raw: bool
    nested: Nested
    target: str | None
    if_exists: IfExists
    name: str
    guard: bool
    wide: bool
    constants: bool
    names: str
    key: tuple[str, ...] = ()
    per_page: bool = False
    choice: Choice | None = None

    def __post_init__(self) -> None:
        if self.target == "-":
            object.__setattr__(self, "target", None)
        if self.target is not None and self.form is not None and not self._agree():
            raise click.UsageError("the ending of --to sets the format: leave out --format")
        if (self.if_exists == "upsert") != bool(self.key):
            raise click.UsageError("--if-exists upsert and --key go together")
        if self.key and self.target is None:
            raise click.UsageError("--key is for databases: say which one with --to")

    def _agree(self) -> bool:
        """Return whether the file ending fits the format."""
        form = "jsonl" if self.form == ROWS else self.form
        return FORMATS.get(form or "") == kind_of(self.target or "")

    @property
    def format(self) -> str:
        """The format in which tables are printed; empty if they are written."""
        if self.target is not None:
            return ""
        return self.form or ("table" if sys.stdout.isatty() else "jsonl")

    def put(
        self,
        answers: Iterable[Answer[Tables]],
        total: int,
        *,
        number: int | None = None,
        every: bool = False,
        verbose: bool = False,
    ) -> Complaints:
        """Print or store the tables of *total* pages: one by its *number*, all, or the best.

        If objects hold the reasons for programs, people see them only if *verbose*.
        """
        tracked = _tracked(answers, total, printed=self.target is None)
        chosen = self.chosen(number=number, every=every)
        verbose = verbose or self.format not in OBJECTS
        shape = Shape(self, chosen)
        found = Complaints(map(shape, tracked), chosen, verbose)
        if self.target is not None:
            self._store(found, chosen, shape)
        elif self.format in OBJECTS:
            # Programs choose for themselves: they also get the minor columns, marked.
            objects = (page_object(answer, chosen, raw=self.raw, minor=True) for answer in found)
            print_objects(objects, array=self.format == "json")
        elif self.format == "table":
            for answer in found:
                show_table(answer, chosen, of=total, wide=self.wide)
        else:
            pages = _chosen(found, chosen)
            shape.require_columns()
            self._print_form(pages, source=total > 1 and not self.per_page)
        found.failed |= shape.tell()
        return found

    def chosen(self, *, number: int | None = None, every: bool = False) -> slice:
        """Return which tables of a page to use: one by its number, all, or the best."""
        if number is not None:
            return slice(number - 1, number)
        # Programs that read objects choose for themselves; a choice applies to one table.
        return slice(None if every or (self.format in OBJECTS and not self.choice) else 1)

    def lined_up(self, *, number: int | None, every: bool) -> slice | None:
        """Return which tables of the pages are joined, if any: objects and pictures are not."""
        apart = self.per_page or self.format in (*OBJECTS, "table")
        return None if apart else self.chosen(number=number, every=every)

    def _print_form(self, pages: Sequence[tuple[str, Sequence[Table]]], *, source: bool) -> None:
        tables = collect(
            pages, nested=self.nested, raw=self.raw, source=source, per_page=self.per_page
        )
        form = "jsonl" if self.format == ROWS else self.format
        for number, flat in enumerate(tables):
            # Several tables in one stream: an empty line between them.
            sys.stdout.buffer.write(b"\n" if number and form == self.format else b"")
            form_of(form).dump(flat, sys.stdout.buffer)
        sys.stdout.buffer.flush()

    def require_target(self) -> None:
        """Raise errors of the target before the work, not after it."""
        if self.target is None:
            return
        sink_for(self.target, self.name)
        require_upsert(self.target, self.if_exists, self.nested)
        if self.if_exists == "fail" and not self.per_page:
            require_free(self.target, self.name)

    def _store(self, answers: Iterable[Answer[Tables]], chosen: slice, shape: Shape) -> None:
        """Write the tables of all pages to the sink and say how many rows they have."""
        assert self.target is not None
        self.require_target()
        pages = _chosen(answers, chosen)
        shape.require_columns()
        rows = write(
            pages, self.target, name=self.name, if_exists=self.if_exists,
            nested=self.nested, raw=self.raw, guard=self.guard, key=self.key,
            per_page=self.per_page,
        )  # fmt: skip
        many = "1 row" if rows == 1 else f"{rows} rows"
        # The files of pages that are kept apart have names of their own, which are told.
        apart = rows and self.per_page and place_of(self.target, self.name) != self.name
        place = "" if apart else f" to {shown(self.target)}"
        warn(f"{many if rows else 'nothing'} written{place}")
        self._tell_apart(pages)

    def _tell_apart(self, pages: Sequence[tuple[str, Sequence[Table]]]) -> None:
        """Say which tables were written, if pages have several templates."""
        assert self.target is not None
        names = table_names(pages, self.name, per_page=self.per_page)
        if self.per_page:
            places = (place_of(self.target, name, self.name) for name in names.values())
            warn(f"each page has its own table: {', '.join(places)}")
            return
        if len(names) <= max((len(tables) for _, tables in pages), default=0):
            return
        counts = Counter(table.template_name for _, tables in pages for table in tables)
        parts = ", ".join(
            f"{place_of(self.target, name, self.name)} ({counted(counts[template])})"
            for template, name in names.items()
        )
        warn(f"the pages have {len(names)} templates, each in its own table: {parts}")


def show_table(answer: Answer[Tables], chosen: slice, *, of: int, wide: bool) -> None:
    """Print the tables of a page, one *of* several, in its own words, and a line about the rest."""
    from windrow.view import terminal

    pages = _chosen([answer], chosen)
    tables = pages[0][1] if pages else ()
    if tables and answer.found:
        terminal.print_title(answer.found.title)
    for table in tables:
        terminal.print_table(table, every=wide)
    if answer.found and len(answer.found) > len(tables) > 0:
        line = terminal.others(answer.found, tables)
        warn(f"{answer.page}: {line}" if of > 1 else line)


def page_object(
    answer: Answer[Tables], chosen: slice, *, raw: bool, minor: bool = False
) -> dict[str, Any]:
    """Return the object of a page for programs; with *minor*, all columns."""
    from windrow.view import terminal

    if answer.found is None:
        return terminal.error_object(answer.page, answer.kind, answer.error)
    found = answer.found[chosen]
    reason = reason_of(answer.found, chosen) if answer.found else answer.found.reason
    return terminal.page_object(answer.page, found, reason, raw=raw, minor=minor)


def print_objects(objects: Iterable[dict[str, Any]], *, array: bool) -> None:
    """Print one object per line as soon as it is ready, or all of them as one array."""
    from windrow.table.typed import to_json

    sign = "["
    for one in objects:
        give(f"{sign}\n{to_json(one)}" if array else to_json(one), end="" if array else "\n")
        sign = ","
    if array:
        give("\n]")


def _chosen(answers: Iterable[Answer[Tables]], chosen: slice) -> list[tuple[str, Sequence[Table]]]:
    """Return the chosen tables, page by page; the others are dropped."""
    return [(answer.page, answer.found[chosen]) for answer in answers if answer.found]


def _tracked(
    answers: Iterable[Answer[Tables]], total: int, *, printed: bool
) -> Iterator[Answer[Tables]]:
    """Yield *answers*, with a progress bar on standard error if it is a terminal."""
    # Output on the same terminal already shows the progress.
    if total < 2 or not sys.stderr.isatty() or (printed and sys.stdout.isatty()):
        yield from answers
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        answers, "pages", total=total, console=Console(stderr=True), transient=True, disable=False
    )
