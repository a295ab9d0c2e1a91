"""windrow show: what a wrapper has learned, for people."""

from __future__ import annotations

import click

from windrow.cli import say

__all__ = ["command"]


@click.command("show")
@click.argument("wrapper", type=click.Path())
@click.option("--brief", is_flag=True, help="Only the columns, without the template.")
def command(wrapper: str, brief: bool) -> None:
    """Show WRAPPER: its columns with types, samples and locators, and its template.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow show shop.json
    """
    from windrow.view.wrapper import picture
    from windrow.wrap.store import load

    for line in picture(load(wrapper), template=not brief):
        say(line)
