"""windrow extract --explain: the table of a page, and why windrow chose it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import click

from windrow.cli import say
from windrow.cli.messages import Complaints, Shape
from windrow.cli.output import (
    OBJECTS,
    Output,
    page_object,
    print_objects,
    show_table,
)
from windrow.detect import Detector
from windrow.model import Tables
from windrow.pipeline import find
from windrow.read.look import Look
from windrow.run.answers import Answer, answers
from windrow.view.explain import sentences

__all__ = ["explained"]


def explained(
    pages: Sequence[str],
    output: Output,
    *,
    number: int | None,
    every: bool,
    detector: str | Detector,
    look: Look,
) -> int:
    """Print the tables of *pages* with explanations; return the exit code."""
    form = output.form or "table"
    if output.target is not None or number is not None or form not in ("table", *OBJECTS):
        formats = ", ".join(("table", *OBJECTS))
        raise click.UsageError(f"--explain goes with --format {formats}, not with --to or --table")
    ask = partial(_explained, detector=detector, look=look, every=every)
    chosen = replace(output, form=form).chosen(every=every)
    why: deque[tuple[str, ...]] = deque()
    work = _collected(answers(ask, pages, jobs=1, seconds=look.timeout), why)
    shape = Shape(output, chosen)
    found = Complaints(map(shape, work), chosen, verbose=False)
    if form == "table":
        for answer in found:
            show_table(answer, chosen, of=len(pages), wide=output.wide)
            for line in [*([""] if answer.found else []), *why.popleft()]:
                say(line)
    else:
        objects = (
            page_object(answer, chosen, raw=output.raw)
            | ({"explain": lines} if (lines := why.popleft()) else {})
            for answer in found
        )
        print_objects(objects, array=form == "json")
    found.failed |= shape.tell()
    return found.code


def _explained(
    page: str, *, detector: str | Detector, look: Look, every: bool
) -> tuple[Tables, tuple[str, ...]]:
    """Return the tables of a page and the reasons, which are smaller to send than the findings."""
    found = find(page, detector=detector, browser=look, every=every)
    return found.tables.without_templates(), sentences(found)


def _collected(
    answers: Iterable[Answer[tuple[Tables, tuple[str, ...]]]], why: deque[tuple[str, ...]]
) -> Iterator[Answer[Tables]]:
    """Yield the tables of *answers*, and put the reasons for them into *why*."""
    for answer in answers:
        tables, reasons = answer.found or (None, ())
        why.append(reasons)
        yield Answer(answer.page, tables, answer.error, answer.kind)
