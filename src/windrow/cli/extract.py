"""windrow extract: the tables of pages."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from windrow.cli import complain
from windrow.errors import WindrowError

if TYPE_CHECKING:
    from windrow.model import Table, Tables

__all__ = ["command"]

_DETECTORS = ("depta", "gstm", "gza", "mdr", "net", "stem")


@click.command("extract")
@click.argument("pages", nargs=-1, required=True)
@click.option("--detector", type=click.Choice(_DETECTORS), default="gstm", show_default=True)
@click.option("--format", "shape", type=click.Choice(["table", "jsonl"]), default=None,
              help="Default: table for a terminal, jsonl otherwise.")  # fmt: skip
@click.option("--flat", is_flag=True, help="Repeat the outer row for every row of a nested list.")
@click.option("--raw", is_flag=True, help="Cells exactly as in the page, white space folded.")
@click.option("--all", "every", is_flag=True, help="Show all tables, not only the best one.")
def command(
    pages: tuple[str, ...], detector: str, shape: str | None, flat: bool, raw: bool, every: bool
) -> None:
    """Print the tables of PAGES (files, addresses, or - for standard input), best first.

    \b
    Example:
        windrow extract examples/shop.html --detector net
    """
    from windrow.detect import DETECTORS, NET
    from windrow.pipeline import extract

    chosen = NET(flat=True) if flat and detector == "net" else DETECTORS[detector]()
    show = _print_json if (shape or _default_format()) == "jsonl" else _print_table
    failed = False
    for page in pages:
        try:
            show(page, extract(page, detector=chosen), every)
        except WindrowError as error:
            failed = True
            complain(error, page)
            if show is _print_json:
                kind = type(error).__name__
                _say({"page": page, "error": {"type": kind, "message": error.summary}})
    sys.exit(1 if failed else 0)


def _default_format() -> str:
    return "table" if sys.stdout.isatty() else "jsonl"


def _print_json(page: str, found: Tables, every: bool) -> None:
    _say({"page": page, "tables": [_data(table) for table in found], "reason": found.reason})


def _data(table: Table) -> dict[str, Any]:
    return {
        "score": round(table.score, 4),
        "region": table.region,
        "detector": table.detector,
        "columns": [{"name": column.name, "type": column.type} for column in table.columns],
        "rows": list(table.rows),
        "nodes": [list(record) for record in table.nodes],
    }


def _say(answer: dict[str, Any]) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def _print_table(page: str, found: Tables, every: bool) -> None:
    if not found:
        click.echo(f"windrow: {page}: no table: {found.reason}", err=True)
    for table in found if every else found[:1]:
        click.echo(str(table))
    if len(found) > 1 and not every:
        click.echo(f"windrow: {page}: {len(found) - 1} more tables, see --all", err=True)
