"""The command line: one small file per command, imported when it is called."""

import atexit
import gc
import io
import sys
from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

import click

from windrow import __version__
from windrow.errors import NothingLearned, WindrowError
from windrow.safe import masked, plain

__all__ = ["BROKEN_OFF", "NOTHING", "complain", "give", "main", "say", "warn"]

# Chosen, as in shells: 128 plus the number of the signal that Ctrl-C sends.
BROKEN_OFF = 130
"""The exit code after Ctrl-C."""

# Chosen: 1 is an error, 2 is bad usage, 3 is drift.
NOTHING = 4
"""The exit code if there is no result: no table, no row, nothing to learn."""

# The commands, with their line in the help: their own files are imported only when called.
COMMANDS = {
    "extract": "Print the tables of pages.",
    "open": "Show a page in the browser with its records outlined.",
    "learn": "Learn a wrapper from pages of a site.",
    "apply": "Read pages with a wrapper.",
    "verify": "Check whether a wrapper still fits its site.",
    "repair": "Repair a wrapper for pages that have changed.",
    "correct": "Change the columns of a wrapper.",
    "show": "Show what a wrapper has learned.",
    "export": "Write a wrapper for other programs: selectors, Scrapy, web-poet.",
    "next": "Find the next page of a list.",
    "crawl": "Follow a list over all its pages, with its details.",
    "run": "Extract many pages: all cores, or a cluster.",
    "studio": "See pages and tables in a browser, and correct them.",
    "serve": "Start the service: answer programs over HTTP.",
    "mcp": "Serve tools to agents (Model Context Protocol).",
    "snapshot": "Save a page as a browser shows it.",
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

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* begin with; for an unknown one, name the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            meant = f" Did you mean '{near[0]}'?" if near else ""
            context.fail(f"No such command '{args[0]}'.{meant}")
        return super().resolve_command(context, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; errors, ours and those of usage, are printed with `say`."""
        called = partial(super().main, args, prog_name, complete_var, False, **extra)
        if not standalone_mode:
            return called()
        try:
            code: Any = called()
            sys.exit(code if isinstance(code, int) else 0)
        except WindrowError as error:
            complain(error)
            sys.exit(NOTHING if isinstance(error, NothingLearned) else 1)
        except click.ClickException as error:
            shown = io.StringIO()
            error.show(shown)
            say(shown.getvalue().rstrip("\n"), err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            warn("broken off")
            sys.exit(BROKEN_OFF)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="windrow %(version)s")
def windrow() -> None:
    """Rake web pages into rows."""
    _listen()


def main() -> None:
    """Run the command line; our own errors print one line, and another for the hint."""
    # The system frees the memory of a process that ends. Without this, Python searches all modules
    # for cycles first: 4 % of the instructions of `windrow extract examples/shop.html` (callgrind).
    atexit.register(_leave)
    windrow(prog_name="windrow")


def _leave() -> None:
    # DuckDB reports everything that is not freed at the end as leaks, on standard error.
    if "duckdb" not in sys.modules:
        gc.freeze()


@cache
def _listen() -> None:
    """Print the library's log messages, each once."""
    import logging

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.getMessage() not in heard:
                heard.add(record.getMessage())
                warn(record.getMessage())

    heard: set[str] = set()
    logging.getLogger("windrow").addHandler(Listener())


def say(text: str, *, err: bool = False) -> None:
    """Print *text* for people, whoever wrote it: control sequences are removed.

    Everything printed for people goes through here, everything printed for programs through
    `give`.
    """
    for line in text.split("\n"):
        click.echo(plain(masked(line)), err=err)


def give(text: str, *, end: str = "\n") -> None:
    """Print *text*, exactly, for programs."""
    click.echo(text + end, nl=False)


def warn(message: str) -> None:
    """Print *message* to standard error, after our name."""
    say(f"windrow: {plain(message)}", err=True)


def complain(error: WindrowError, page: str | None = None) -> None:
    """Print *error* to standard error."""
    place = f"{page}: " if page and plain(page) not in error.summary else ""
    warn(f"{place}{error.summary}")
    if error.hint:
        say(f"hint: {plain(error.hint)}", err=True)
