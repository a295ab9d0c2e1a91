"""windrow extract --explain: the table of a page, and why it is this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import click

from windrow.cli import show
from windrow.cli.browser import Look, shown
from windrow.cli.many import Answer
from windrow.detect import Detector
from windrow.detect.auto import Auto
from windrow.errors import WindrowError
from windrow.model import Table, Tables
from windrow.read import Page
from windrow.table.typed import to_json
from windrow.tree import Tree, parse, xpath
from windrow.view.explain import Explanation, explain

__all__ = ["explained", "reasons"]

FORMATS = ("table", "json", "jsonl")


@dataclass
class _Kept:
    """Answers as they come, and the sentences on the last of them."""

    pages: Iterable[str]
    detector: str | Detector | None
    look: Look
    lines: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Answer]:
        for page in self.pages:
            self.lines = ()
            try:
                source, tables = shown(page, self.detector, self.look)
                self.lines = reasons(source, tables, self.detector or "auto")
                slim = tuple(replace(table, template=None) for table in tables)
                yield Answer(page, replace(tables, tables=slim))
            except WindrowError as error:
                yield Answer(page, error=error, kind=type(error).__name__)


def explained(
    pages: Iterable[str],
    form: str | None,
    *,
    number: int | None,
    every: bool,
    target: str | None,
    detector: str | Detector | None,
    raw: bool,
    look: Look,
) -> int:
    """Print the tables of *pages* and why they are these; return the exit code."""
    form = form or "table"
    if target is not None or number is not None or form not in FORMATS:
        told = ", ".join(FORMATS)
        raise click.UsageError(f"--explain goes with --format {told}, not with --to or --table")
    kept = _Kept(pages, detector, look)
    found = show.Watch(kept)
    choice = show.chosen(None, every, form)
    if form == "table":
        _print_texts(found, kept, choice, raw=raw)
    else:
        objects = (
            show.page_object(answer, choice, raw) | ({"explain": kept.lines} if kept.lines else {})
            for answer in found
        )
        _print_objects(map(to_json, objects), array=form == "json")
    return 1 if found.failed else 0


def _print_texts(answers: Iterable[Answer], kept: _Kept, choice: show.Choice, *, raw: bool) -> None:
    for answer in answers:
        show.show_table([answer], choice, raw=raw, nested="json")
        if answer.tables:
            click.echo()
        for line in kept.lines:
            click.echo(line)


def _print_objects(objects: Iterable[str], *, array: bool) -> None:
    if not array:
        for text in objects:
            click.echo(text)
        return
    sign = "["
    for text in objects:
        click.echo(f"{sign}\n{text}", nl=False)
        sign = ","
    click.echo("\n]")


def reasons(page: Page, tables: Tables, detector: str | Detector) -> tuple[str, ...]:
    """Return sentences on why the first of *tables* is the table of *page*."""
    if not tables:
        return (f"No table: {tables.reason}.",)
    if detector != "auto" and not isinstance(detector, Auto):
        name = tables[0].detector
        return (f"Only the default detector can say why; {name} follows its paper's own rules.",)
    own = detector if isinstance(detector, Auto) else None
    # The best list may be one that the page hides until a script has run.
    for hidden in (False, True):
        if found := _explanation(parse(page, hidden=hidden), tables[0], own):
            return (*found.lines, *(_HIDDEN if hidden else ()))
    return ("The table is not the one the default detector would choose.",)


_HIDDEN = ("The page hides this list until a script has run.",)


def _explanation(tree: Tree, table: Table, detector: Auto | None) -> Explanation | None:
    """Return the explanation of *table*, if it is of this tree."""
    found = explain(tree, table, detector=detector)
    if found.best is None:
        return None
    nodes = [xpath(tree, start) for start in found.best.starts]
    return found if nodes == [paths[0] for paths in table.nodes] else None
