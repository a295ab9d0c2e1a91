"""windrow extract: the tables of pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.detector_options import detector_options
from windrow.cli.output import Output, output_options

if TYPE_CHECKING:
    from windrow.detect import Detector
    from windrow.read.look import Look

__all__ = ["command"]


@click.command("extract", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@output_options
@click.option("--table", "number", type=click.IntRange(1), help="Only the Nth table of a page.")
@click.option("--all", "every", is_flag=True, help="All tables, even those that are rarely wanted.")
@click.option("--flat", is_flag=True,
              help="Repeat the outer row for every row of a nested list.")  # fmt: skip
@detector_options("The method that finds records.")
@click.option(
    "--explain", "why", is_flag=True, help="Say in plain words why this table was chosen."
)
@click.option("--jobs", type=click.IntRange(1), help="Worker processes. Default: all cores.")
@look_options
@click.option("--screenshot", metavar="FILE.png", type=click.Path(),
              help="Write a picture of the page with the records and cells outlined.")  # fmt: skip
@click.option("--overlay", metavar="FILE.html", type=click.Path(),
              help="Write the page with the records outlined and the table beside it.")  # fmt: skip
def command(
    pages: tuple[str, ...],
    output: Output,
    number: int | None,
    every: bool,
    flat: bool,
    detector: str | Detector,
    jobs: int | None,
    why: bool,
    how: Look,
    screenshot: str | None,
    overlay: str | None,
) -> None:
    """Print the tables of PAGES (files, addresses, patterns, or - for standard input).

    The exit code is 4 if there is no result: no page has a table, or not the requested one.

    \b
    Example:
        windrow extract examples/shop.html
        windrow extract 'pages/*.html' --to shop.db --if-exists append
    """
    from windrow.run.names import expanded
    from windrow.run.verbs import extracted

    names = expanded(pages)
    if why:
        from windrow.cli.explain import explained

        sys.exit(explained(names, output, number=number, every=every, detector=detector, look=how))
    if screenshot or overlay:
        from windrow.cli.picture import pictured

        if len(names) > 1:
            raise click.UsageError("--screenshot and --overlay are for one page")
        work = iter([pictured(names[0], detector, how, screenshot=screenshot, file=overlay)])
    else:
        chosen = output.lined_up(number=number, every=every)
        thorough = every or (number or 1) > 1
        work = extracted(
            names,
            detector=detector,
            look=how,
            jobs=jobs,
            lined_up=chosen,
            every=thorough,
            flat=flat,
        )
    found = output.put(work, len(names), number=number, every=every)
    sys.exit(found.code)
