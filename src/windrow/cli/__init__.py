"""The command line: one small file a command, imported when it is called."""

import sys
from importlib import import_module

import click

from windrow import __version__
from windrow.errors import WindrowError

__all__ = ["main"]

# What there is, with the line the help shows: the commands' own files are read only when called.
COMMANDS = {
    "extract": "Print the tables of pages.",
    "learn": "Learn a wrapper from pages of a site.",
    "apply": "Read pages with a wrapper.",
    "verify": "Tell whether a wrapper still fits its site.",
    "repair": "Make a wrapper fit pages that have changed.",
    "show": "Show what a wrapper has learned.",
    "export": "Give a wrapper to other programs: selectors, Scrapy, web-poet.",
    "run": "Extract many pages: all cores, or a cluster.",
    "snapshot": "Keep a page as a browser shows it.",
    "tree": "Show a page as the tree windrow sees.",
}


class _Commands(click.Group):
    """Finds a command's file by its name."""

    def list_commands(self, context: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"windrow.cli.{name}").command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="windrow %(version)s")
def windrow() -> None:
    """Rake web pages into rows."""


def main() -> None:
    """Run the command line; our own errors become one line, and their hint another."""
    try:
        windrow(prog_name="windrow")
    except WindrowError as error:
        complain(error)
        sys.exit(1)


def warn(message: str) -> None:
    """Print *message*, which may quote a page, to standard error."""
    from windrow.view.safe import plain

    click.echo(f"windrow: {plain(message)}", err=True)


def complain(error: WindrowError, page: str | None = None) -> None:
    """Print *error* to standard error."""
    place = f"{page}: " if page and page not in error.summary else ""
    click.echo(f"windrow: {place}{error.summary}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
