"""windrow apply: pages read with a wrapper."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from windrow.cli import warn
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.output import OBJECTS, Output, output_options
from windrow.cli.verify import DRIFT

if TYPE_CHECKING:
    from windrow.read.look import Look

__all__ = ["command"]


@click.command("apply", cls=BrowserCommand)
@click.argument("wrapper")
@click.argument("pages", nargs=-1, required=True)
@output_options
@click.option("--all", "every", is_flag=True, help="All lists that were learned, not only one.")
@look_options
def command(
    wrapper: str,
    pages: tuple[str, ...],
    output: Output,
    every: bool,
    how: Look,
) -> None:
    """Read PAGES with WRAPPER (a file, or a folder of them: the one that fits is taken).

    Pages that do not fit give no rows but a reason, and a column that was always filled and is
    empty now comes with one; the exit code is then 3.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow apply shop.json 'pages/*.html' --to shop.db
    """
    from windrow.run.inputs import expanded
    from windrow.run.verbs import applied

    names = expanded(pages)
    # Programs choose for themselves; people and files get one table.
    every = every or output.format in OBJECTS
    work = applied(wrapper, names, every=every, look=how)
    found = output.put(work, len(names), every=every)
    for line in found.empty:
        warn(line)
    sys.exit(1 if found.failed else DRIFT if found.empty else 0)
