"""windrow open: a page in the browser, with its records outlined."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from windrow.cli import NOTHING, warn
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.detect import DETECTORS

if TYPE_CHECKING:
    from windrow.read.look import Look

__all__ = ["command"]


@click.command("open", cls=BrowserCommand)
@click.argument("page", type=click.Path())
@click.option("-o", "--output", "target", metavar="FILE.html", type=click.Path(),
              help="Keep the file here. Default: a temporary file.")  # fmt: skip
@click.option("--detector", type=click.Choice([*DETECTORS]), default="auto",
              help="The method that finds records.")  # fmt: skip
@look_options
def command(page: str, target: str | None, detector: str, how: Look) -> None:
    """Show PAGE in the browser, with its records outlined and the table beside it.

    The browser scrolls to the first record. Nothing of the page runs. The exit code is 4 if there
    is no table.

    \b
    Example:
        windrow open examples/shop.html
    """
    import os
    import webbrowser
    from pathlib import Path
    from tempfile import mkstemp

    from windrow.cli.picture import pictured

    place = target
    if place is None:
        handle, place = mkstemp(".html", "windrow-")
        os.close(handle)
    answer = pictured(page, detector, how, screenshot=None, file=place)
    if answer.error and target is None:
        os.unlink(place)
    found = answer.result()
    if not webbrowser.open(Path(place).resolve().as_uri()):
        warn("there is no browser to open it with")
    if not found:
        warn(f"{answer.page}: no table: {found.reason}")
        sys.exit(NOTHING)
