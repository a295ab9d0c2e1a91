"""windrow extract: the tables of pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from windrow.cli.browsing import BrowserCommand, looking
from windrow.cli.output import giving
from windrow.detect import DETECTORS

if TYPE_CHECKING:
    from windrow.detect import Detector
    from windrow.read.look import Look

__all__ = ["command"]


def _detector(context: click.Context, option: click.Parameter, name: str | None) -> Any:
    """Return the detector of that name, or None for the default one."""
    from windrow.detect.net import NET

    flat = context.params.get("flat")
    if flat and name not in (None, "net"):
        raise click.BadParameter("--flat goes with --detector net")
    return NET(flat=True) if flat else name


@click.command("extract", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True)
@giving
@click.option("--table", "number", type=click.IntRange(1), help="Only the Nth table of a page.")
@click.option("--all", "every", is_flag=True, help="All tables, not only the best one.")
@click.option("--flat", is_flag=True, is_eager=True,
              help="Repeat the outer row for every row of a nested list (net).")  # fmt: skip
@click.option("--detector", type=click.Choice([*DETECTORS]), callback=_detector,
              help="Another way to find records.")  # fmt: skip
@click.option("--explain", "why", is_flag=True, help="Say why it is this table, in plain words.")
@click.option("--jobs", type=click.IntRange(1), help="Worker processes. Default: all cores.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=60.0, metavar="SECONDS",
              show_default=True, help="Give up a page that takes longer.")  # fmt: skip
@looking
@click.option("--screenshot", metavar="FILE.png",
              help="Write a picture of the page with the records and cells outlined.")  # fmt: skip
@click.option("--overlay", metavar="FILE.html",
              help="Write the page with the records outlined, the table beside it.")  # fmt: skip
def command(
    pages: tuple[str, ...],
    form: str | None,
    number: int | None,
    every: bool,
    raw: bool,
    nested: Any,
    target: str | None,
    if_exists: Any,
    name: str,
    guard: bool,
    flat: bool,
    detector: str | Detector | None,
    jobs: int | None,
    why: bool,
    how: Look,
    screenshot: str | None,
    overlay: str | None,
) -> None:
    """Print the tables of PAGES (files, addresses, patterns, or - for standard input).

    \b
    Example:
        windrow extract examples/shop.html
        windrow extract 'pages/*.html' --to shop.db --if-exists append
    """
    from windrow.cli import show
    from windrow.cli.many import answers, expanded

    if target is not None and form is not None:
        raise click.UsageError("--to knows the format by the ending: leave out --format")
    names = expanded(pages)
    if why:
        from windrow.cli.explain import explained

        sys.exit(explained(names, form, number=number, every=every, target=target,
                           detector=detector, raw=raw, look=how))  # fmt: skip
    if screenshot or overlay:
        from windrow.cli.picture import pictured

        if len(names) > 1:
            raise click.UsageError("--screenshot and --overlay are for one page")
        work = iter([pictured(names[0], detector, how, screenshot=screenshot, file=overlay)])
    else:
        work = answers(names, detector=detector, jobs=jobs, look=how, timeout=how.timeout)
    found = show.Watch(show.tracked(work, len(names), printed=target is None))
    if target is None:
        form = form or ("table" if sys.stdout.isatty() else "jsonl")
        show.SHOWS[form](found, show.chosen(number, every, form), raw=raw, nested=nested)
    else:
        show.store(found, show.chosen(number, every, "sink"), target, raw=raw, nested=nested,
                   if_exists=if_exists, name=name, guard=guard)  # fmt: skip
    sys.exit(1 if found.failed else 0)
