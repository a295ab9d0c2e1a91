"""windrow apply: pages read with a wrapper."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from windrow.cli import warn
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.output import OBJECTS, Output, output_options
from windrow.cli.verify import DRIFT

if TYPE_CHECKING:
    from windrow.model import Tables
    from windrow.read.look import Look
    from windrow.run.answers import Answer
    from windrow.wrap.missing import Lacking

__all__ = ["command"]


@click.command("apply", cls=BrowserCommand)
@click.argument("wrapper", type=click.Path())
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@output_options
@click.option("--all", "every", is_flag=True, help="All learned lists, not only the first.")
@look_options
def command(
    wrapper: str,
    pages: tuple[str, ...],
    output: Output,
    every: bool,
    how: Look,
) -> None:
    """Read PAGES with WRAPPER (a file, or a folder from which the fitting one is taken).

    The exit code is 3 if a page does not fit: it gives no rows but a reason, or rows with a reason
    if a column is empty that was always filled. It is 4 if no page has a record.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow apply shop.json 'pages/*.html' --to shop.db
    """
    from windrow.run.names import expanded
    from windrow.run.verbs import applied
    from windrow.wrap.missing import Lacking

    names = expanded(pages)
    # JSON objects hold all tables; people and files get one.
    every = every or (output.format in OBJECTS and not output.choice)
    work = applied(wrapper, names, every=every, look=how)
    lacking = Lacking()
    found = output.put(_noted(work, lacking), len(names), every=every, verbose=True)
    lost = [*lacking.lost()]
    for line in lost:
        warn(line)
    sys.exit(DRIFT if found.code != 1 and (lost or found.empty) else found.code)


def _noted(answers: Iterable[Answer[Tables]], lacking: Lacking) -> Iterator[Answer[Tables]]:
    for answer in answers:
        if answer.found:
            lacking.add(answer.found)
        yield answer
