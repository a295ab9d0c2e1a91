"""windrow verify: does a wrapper still fit the pages of its site?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from windrow.cli.browsing import BrowserCommand, looking, patient

if TYPE_CHECKING:
    from windrow.read.look import Look
    from windrow.wrap.verify import Report

__all__ = ["command"]

# What apply gives, too, when a page no longer fits.
DRIFT = 3


@click.command("verify", cls=BrowserCommand)
@click.argument("wrapper")
@click.argument("pages", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True, help="For people, or for programs that watch.")  # fmt: skip
@looking
@patient
def command(
    wrapper: str,
    pages: tuple[str, ...],
    form: str,
    how: Look,
) -> None:
    """Tell whether WRAPPER still fits PAGES of its site.

    Exit code 0: healthy; 3: drift; 1: a page or the wrapper cannot be read.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow verify shop.json examples/shop.html
    """
    from windrow.cli import complain
    from windrow.cli.many import expanded
    from windrow.errors import WindrowError
    from windrow.read import Page
    from windrow.wrap.verify import verify
    from windrow.wrap.wrapper import Wrapper

    known = Wrapper.load(wrapper)
    failed = 0
    readable: list[Page] = []
    for page in expanded(pages):
        try:
            readable.append(how.at(page))
        except WindrowError as error:
            complain(error, page)
            failed += 1
    report = verify(known, readable, name=wrapper)
    if form == "json":
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=1))
    else:
        _show(report)
    sys.exit(1 if failed else 0 if report.healthy else DRIFT)


def _show(report: Report) -> None:
    """Print the report as lines: the verdict, the pages, the columns."""
    click.echo(f"{report.wrapper}: {'healthy' if report.healthy else 'drift'}")
    for reason in report.reasons:
        click.echo(f"  {reason}")
    low, _, high = report.usual_records
    usual = str(low) if low == high else f"{low} to {high}"
    for page in report.pages:
        state = "healthy" if page.healthy else "drift"
        click.echo(f"{page.page}: {state}, {page.records} records (learned from {usual})")
        if page.failed:
            click.echo(f"  ways to the records that fail: {', '.join(page.failed)}")
        for reason in page.reasons if len(report.pages) > 1 else ():
            click.echo(f"  {reason}")
    width = max([6, *(len(column.name) for column in report.columns)])
    click.echo(f"\n{'column':{width}}  filled  usually  form  shape  length  usually  failed")
    for column in report.columns:
        now, judged = column.judged.now, column.judged
        low, _, high = column.usual_lengths
        mark = "" if column.healthy else "  <- " + "; ".join(judged.reasons)
        click.echo(
            f"{column.name:{width}}  {now.fill:6.0%}  {column.usual_fill:7.0%}  {judged.form:4.0%}"
            f"  {judged.shape:5.0%}  {now.lengths[1]:6}  {f'{low}-{high}':>7}"
            f"  {', '.join(column.failed) or '-'}{mark}"
        )
