"""windrow tree: the tree that detectors see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from windrow.cli import say
from windrow.cli.fetch_options import timeout_option, web_options

if TYPE_CHECKING:
    from windrow.read.web import Web

__all__ = ["command"]


@click.command("tree")
@click.argument("page", type=click.Path())
@click.option("--width", default=60, show_default=True, help="Cut texts to this many characters.")
@click.option("--plain", is_flag=True, help="One line, as `Tree.from_text` reads it; nothing cut.")
@timeout_option
@web_options
def command(page: str, width: int, plain: bool, timeout: float, web: Web) -> None:
    """Show PAGE (a file, an address, or - for standard input) as a tree.

    One line per node, with the size of its subtree, its label, attributes and text.

    \b
    Example:
        windrow tree examples/shop.html
    """
    from windrow.read import read
    from windrow.run.answers import answered
    from windrow.tree import parse
    from windrow.tree.text import lines

    # A program that pipes a page into us may take longer to make it.
    given = read(page, web=web) if page == "-" else page

    def work() -> list[str]:
        tree = parse(read(given, web=web))
        return [tree.to_text()] if plain else [*lines(tree, width=width)]

    for line in answered(work, [page], timeout):
        say(line)
