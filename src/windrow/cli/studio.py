"""windrow studio: the service on this machine, and the studio in the browser."""

from __future__ import annotations

from typing import Any

import click

from windrow.cli.serving import serve_options, served

__all__ = ["command"]


@click.command("studio")
@click.option("--port", type=click.IntRange(0, 65535), metavar="PORT",
              help="The port. Default: 8737, or a free one if it is taken.")  # fmt: skip
@click.option("--no-open", is_flag=True, help="Only print the address, without opening a browser.")
@serve_options
def command(no_open: bool, **options: Any) -> None:
    """Start the service on this machine and open the studio in a browser.

    \b
    Example:
        windrow studio
    """
    served(host="127.0.0.1", hosts=(), origins=(), shown=not no_open, **options)
