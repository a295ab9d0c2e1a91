"""Options on how tables are given out, the same for every command that has tables to give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from windrow import sink

__all__ = ["FORMATS", "giving"]

FORMATS = ("table", *sink.FORMATS)

_Function = TypeVar("_Function", bound=Callable[..., Any])


def giving(function: _Function) -> _Function:
    """Add the options *form*, *raw*, *nested*, *target*, *if_exists*, *name* and *guard*."""
    options = [
        click.option("--format", "form", type=click.Choice(FORMATS), default=None,
                     help="Default: table for a terminal, jsonl otherwise."),
        click.option("--raw", is_flag=True,
                     help="Cells exactly as in the page, white space folded."),
        click.option("--nested", type=click.Choice(["json", "tables"]), default="json",
                     show_default=True,
                     help="Lists inside rows: JSON, or tables with keys _row, _parent_row."),
        click.option("--to", "target", metavar="FILE|URL",
                     help=f"Write there: {sink.TARGETS}"),
        click.option("--if-exists", type=click.Choice(["append", "replace", "fail"]),
                     default="fail", show_default=True,
                     help="What --to does where there is a table already."),
        click.option("--name", default="records", show_default=True,
                     help="The table's name, with --to."),
        click.option("--guard-formulas", "guard", is_flag=True,
                     help="With --to: put ' before texts that a spreadsheet would run."),
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function
