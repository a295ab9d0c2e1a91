"""windrow serve: the service over HTTP."""

from __future__ import annotations

from typing import Any

import click

from windrow.cli.serving import USUAL_PORT, serve_options, served

__all__ = ["command"]


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=USUAL_PORT, show_default=True,
              help="The port; 0 takes a free one.")  # fmt: skip
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME",
              help="Accept this host name, too; may be repeated.")  # fmt: skip
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN",
              help="Accept pages or extensions of this origin; may be repeated.")  # fmt: skip
@serve_options
def command(**options: Any) -> None:
    """Answer programs, the studio and agents over HTTP, until Ctrl-C.

    The address is printed with its token. Programs send `Authorization: Bearer TOKEN`. Jobs that
    were running when the service ended, however it ended, resume when it starts again.

    \b
    Example:
        windrow serve --port 8737 --home hay/
    """
    served(**options)
