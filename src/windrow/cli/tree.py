"""windrow tree: what the detectors get to see."""

import click

from windrow.cli import say

__all__ = ["command"]


@click.command("tree")
@click.argument("page")
@click.option("--width", default=60, show_default=True, help="Cut texts to this many characters.")
@click.option("--plain", is_flag=True, help="One line, as `Tree.from_text` reads it; nothing cut.")
def command(page: str, width: int, plain: bool) -> None:
    """Show PAGE (a file, an address, or - for standard input) as a tree.

    A line a node, with the size of its subtree, its label, attributes and text.

    \b
    Example:
        windrow tree examples/shop.html
    """
    from windrow.read import read
    from windrow.tree import parse
    from windrow.tree.text import lines

    tree = parse(read(page))
    for line in [tree.to_text()] if plain else lines(tree, width=width):
        say(line)
