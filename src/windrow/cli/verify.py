"""windrow verify: checks whether a wrapper still fits the pages of its site."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from windrow.cli import complain, give, say
from windrow.cli.browsing import BrowserCommand, look_options

if TYPE_CHECKING:
    from windrow.read.look import Look

__all__ = ["DRIFT", "command"]

# Chosen: 1 is an error, 2 is bad usage.
DRIFT = 3
"""The exit code of verify and apply when a page no longer fits."""


@click.command("verify", cls=BrowserCommand)
@click.argument("wrapper", type=click.Path())
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-f", "--format", "form", type=click.Choice(["text", "json", "html"]), default="text",
              show_default=True, help="Text, JSON for programs, or an HTML page.")  # fmt: skip
@look_options
def command(
    wrapper: str,
    pages: tuple[str, ...],
    form: str,
    how: Look,
) -> None:
    """Check whether WRAPPER still fits PAGES of its site and, if not, what a repair would do.

    Exit code 0: healthy; 3: drift; 1: a page or the wrapper cannot be read.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow verify shop.json examples/shop.html
    """
    from windrow.run.answers import answered
    from windrow.run.names import expanded
    from windrow.run.verbs import seen
    from windrow.view.report import report_html
    from windrow.view.terminal import report_lines
    from windrow.wrap.repair import planned
    from windrow.wrap.verify import unfit, verify
    from windrow.wrap.wrapper import Wrapper

    known = Wrapper.load(wrapper)
    sources = expanded(pages)
    found = [*seen(sources, how)]
    for answer in found:
        if answer.error:
            complain(answer.error, answer.page)
    shown = [answer.found for answer in found if answer.found]

    def work() -> tuple[bool, str]:
        report = verify(known, shown, name=wrapper)
        plan = None if report.healthy else planned(known, unfit(report, shown))
        if form == "text":
            return report.healthy, "\n".join(report_lines(report, plan))
        if form == "html":
            return report.healthy, report_html(report, plan)
        data = {**report.to_json(), "repair": plan and plan.to_json()}
        return report.healthy, json.dumps(data, ensure_ascii=False, indent=1)

    healthy, text = answered(work, sources, how.timeout)
    (say if form == "text" else give)(text)
    sys.exit(1 if any(answer.error for answer in found) else 0 if healthy else DRIFT)
