"""windrow extract --explain: the table of a page, and why it is this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import click

from windrow.cli import show
from windrow.cli.many import Answer
from windrow.detect import Detector
from windrow.errors import WindrowError
from windrow.pipeline import find
from windrow.read.look import Look
from windrow.table.typed import to_json
from windrow.view.explain import sentences

__all__ = ["explained"]

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
                found = find(page, detector=self.detector or "auto", browser=self.look)
                self.lines = sentences(found)
                yield Answer(page, found.tables)
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
