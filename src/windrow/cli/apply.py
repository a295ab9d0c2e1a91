"""windrow apply: pages read with a wrapper."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from windrow.cli.browsing import BrowserCommand, looking, patient
from windrow.cli.output import giving

if TYPE_CHECKING:
    from windrow.cli.many import Answer
    from windrow.read.look import Look

__all__ = ["command"]

# What verify gives, too, when a page no longer fits.
DRIFT = 3


@click.command("apply", cls=BrowserCommand)
@click.argument("wrapper")
@click.argument("pages", nargs=-1, required=True)
@giving
@click.option("--all", "every", is_flag=True, help="All lists that were learned, not only one.")
@looking
@patient
def command(
    wrapper: str,
    pages: tuple[str, ...],
    form: str | None,
    every: bool,
    raw: bool,
    nested: Any,
    target: str | None,
    if_exists: Any,
    name: str,
    guard: bool,
    how: Look,
) -> None:
    """Read PAGES with WRAPPER (a file, or a folder of them: the one that fits is taken).

    Pages that do not fit give no rows but a reason; the exit code is then 3.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow apply shop.json 'pages/*.html' --to shop.db
    """
    from windrow.cli import show
    from windrow.cli.many import expanded

    if target is not None and form is not None:
        raise click.UsageError("--to knows the format by the ending: leave out --format")
    names = expanded(pages)
    drifted: list[str] = []
    form = form or ("table" if sys.stdout.isatty() else "jsonl")
    # Programs choose for themselves; people and files get one table.
    every = every or (target is None and form in ("json", "jsonl"))
    work = _answers(wrapper, names, drifted, every, how)
    found = show.Watch(show.tracked(work, len(names), printed=target is None))
    if target is None:
        show.SHOWS[form](found, show.chosen(None, every, form), raw=raw, nested=nested)
    else:
        show.store(found, show.chosen(None, every, "sink"), target, raw=raw, nested=nested,
                   if_exists=if_exists, name=name, guard=guard)  # fmt: skip
    for line in drifted:
        click.echo(f"windrow: {line}", err=True)
    sys.exit(1 if found.failed else DRIFT if drifted else 0)


def _answers(
    wrapper: str, pages: Sequence[str], drifted: list[str], every: bool, how: Look
) -> Iterator[Answer]:
    from windrow.cli.many import Answer
    from windrow.errors import WindrowError
    from windrow.wrap import load
    from windrow.wrap.apply import apply

    reader = load(wrapper)
    # A wrapper is thousands of objects that stay: the collector need not go over them every time.
    gc.freeze()
    for page in pages:
        try:
            found = apply(reader, page, browser=how, every=every)
        except WindrowError as error:
            yield Answer(page, error=error, kind=type(error).__name__)
            continue
        if not found:
            drifted.append(f"{page}: {found.reason}")
        yield Answer(page, found)
