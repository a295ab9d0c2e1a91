"""windrow snapshot: a page as a browser shows it, in one file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from windrow.cli import warn
from windrow.cli.browsing import BrowserCommand, look_options

if TYPE_CHECKING:
    from windrow.read.look import Look

__all__ = ["command"]


@click.command("snapshot", cls=BrowserCommand)
@click.argument("page", type=click.Path())
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    type=click.Path(),
    help="The snapshot file, e.g. page.snap.",
)
@click.option("--picture", is_flag=True, help="Also keep a picture of the page.")
@click.option("--no-scripts", is_flag=True, help="Do not run the page's scripts.")
@look_options
def command(
    page: str,
    output: str,
    picture: bool,
    no_scripts: bool,
    how: Look,
) -> None:
    """Show PAGE (a file, an address, or - for standard input) in a browser and save it.

    The file holds the page as its scripts leave it, and the position of everything on it.
    All commands read it like a page. Files are shown with the network blocked.

    \b
    Example:
        windrow snapshot examples/shop.html -o shop.snap
    """
    from dataclasses import replace

    from windrow.read.browser import show
    from windrow.read.snapshot import dump

    settings = replace(how.settings, picture=picture, scripts=not no_scripts)
    found = show(page, settings, web=how.web)
    assert found.layout is not None
    try:
        with open(output, "wb") as stream:
            stream.write(dump(found))
    except OSError as error:
        raise click.ClickException(f"cannot write {output}: {error.strerror}") from error
    size = f"{found.layout.width:.0f} x {found.layout.height:.0f} pixels"
    warn(f"{len(found.layout)} elements, {size}, in {output}")
    sys.exit(0)
