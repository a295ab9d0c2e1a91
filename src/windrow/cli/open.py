"""windrow open: a page in the browser, with what was found on it."""

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
              help="Keep it here. Default: a file that the system removes some day.")  # fmt: skip
@click.option("--detector", type=click.Choice([*DETECTORS]), default="auto",
              help="Another way to find records.")  # fmt: skip
@look_options
def command(page: str, target: str | None, detector: str, how: Look) -> None:
    """Show PAGE in the browser: its records outlined, the table beside it.

    It is scrolled to the first record. Nothing of the page runs. The exit code is 4 where there
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

    if target is None:
        handle, target = mkstemp(".html", "windrow-")
        os.close(handle)
    answer = pictured(page, detector, how, screenshot=None, file=target)
    found = answer.result()
    if not webbrowser.open(Path(target).resolve().as_uri()):
        warn("there is no browser to open it with")
    if not found:
        warn(f"{answer.page}: no table: {found.reason}")
        sys.exit(NOTHING)
