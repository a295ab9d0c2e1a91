"""windrow crawl: from one list page to the whole list, with its details."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from windrow.cli import say, warn
from windrow.cli.fetch_options import timeout_option, web_options
from windrow.cli.output import Output, output_options
from windrow.crawl.plural import many

if TYPE_CHECKING:
    from windrow.crawl.crawl import Crawled, CrawlState, CrawlTally
    from windrow.crawl.fetched import Fetcher
    from windrow.read.web import Web

__all__ = ["command"]

# Failures of details that are printed one by one. Chosen, not measured.
_TOLD = 5


@click.command("crawl")
@click.argument("inputs", metavar="URL")
@output_options
@click.option("--pages", "most", type=click.IntRange(1), default=1000, show_default=True,
              help="The maximum number of list pages.")  # fmt: skip
@click.option("--details", is_flag=True,
              help="Also read each record's own page, and add its columns.")  # fmt: skip
@click.option("--site", "everything", is_flag=True,
              help="Read all pages of the site, and give one table per template.")  # fmt: skip
@click.option("--state", metavar="DIR",
              help="Folder for the state and the wrappers. Default: beside --to.")  # fmt: skip
@click.option("--browser", is_flag=True,
              help="Show pages in a browser: scroll them, press `load more`.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Continue an interrupted crawl.")
@click.option("--dry-run", is_flag=True,
              help="Fetch one page, and say what would be crawled.")  # fmt: skip
@timeout_option
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
@web_options
def command(
    inputs: str,
    output: Output,
    most: int,
    details: bool,
    everything: bool,
    state: str | None,
    browser: bool,
    resume: bool,
    dry_run: bool,
    timeout: float,
    quiet: bool,
    web: Web,
) -> None:
    """Follow the list at URL from page to page and give all its records as one table.

    Ends when no new records come. robots.txt is obeyed, and a host gets one request in --delay
    seconds. The exit code is 4 if the list has no records.

    \b
    Example:
        windrow crawl https://shop.example/rakes --details --to rakes.csv
        windrow crawl https://shop.example/rakes --details --to rakes.csv --resume
    """
    from windrow.crawl.crawl import crawl
    from windrow.crawl.fetcher import BrowserFetcher, scrapy_fetcher
    from windrow.crawl.messages import Orders
    from windrow.model import Tables
    from windrow.run.answers import Answer

    if not inputs.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"`{inputs}` is not an http(s) address", param_hint="URL")
    assert web.manners is not None
    orders = Orders(inputs, replace(web, manners=None), web.manners.delay, web.manners.robots,
                    timeout)  # fmt: skip
    if everything and (details or dry_run):
        raise click.UsageError(
            f"--site reads all pages, without {'--details' if details else '--dry-run'}"
        )
    shown = nullcontext(BrowserFetcher(web, timeout)) if browser else None
    if dry_run:
        with shown or scrapy_fetcher(orders) as fetcher:
            _preview(inputs, fetcher, details=details)
        return
    output.require_target()
    with _state(state, output.target) as kept, shown or scrapy_fetcher(orders) as fetcher:
        if everything:
            sys.exit(_site(inputs, fetcher, kept, output, most, resume=resume, quiet=quiet))
        found = crawl(inputs, fetcher, kept, pages=most, details=details, resume=resume,
                      key=output.key,
                      watch=_ignored if quiet else _print_progress)  # fmt: skip
        put = output.put([Answer(inputs, Tables(inputs, (found.table,)))], 1)
    if not quiet:
        _summary(found, details=details)
    sys.exit(put.code)


def _site(
    start: str,
    fetcher: Fetcher,
    kept: CrawlState,
    output: Output,
    most: int,
    *,
    resume: bool,
    quiet: bool,
) -> int:
    """Crawl a whole site, and return the exit code."""
    from windrow.crawl.site import crawl_site
    from windrow.model import Tables
    from windrow.run.answers import Answer

    watch = _ignored if quiet else _print_progress
    found = crawl_site(start, fetcher, kept, pages=most, resume=resume, watch=watch)
    put = output.put([Answer(start, Tables(start, found.tables))], 1, every=True)
    if not quiet:
        tally, templates = found.tally, many(len(found.tables), "template")
        left = f"{many(len(found.left), 'page')} like no others"
        warn(f"{many(tally.pages, 'page')}, {templates}, {many(tally.rows, 'row')},"
             f" {left} in {found.seconds:.1f} s")  # fmt: skip
    return put.code


@contextmanager
def _state(folder: str | None, target: str | None) -> Iterator[CrawlState]:
    """Give the folder of a crawl: the named one, one beside the target, or a temporary one."""
    from windrow.crawl.crawl import CrawlState

    if folder is None and target is not None and "://" not in target:
        folder = f"{target}.crawl"
    if folder is not None:
        try:
            yield CrawlState(Path(folder))
        except KeyboardInterrupt:
            warn("--resume continues here")
            raise
        return
    with TemporaryDirectory(prefix="windrow-") as place:
        yield CrawlState(Path(place))


def _ignored(tally: CrawlTally) -> None:
    """Say nothing."""


def _print_progress(tally: CrawlTally) -> None:
    failed = f", {tally.failed} failed" if tally.failed else ""
    details = f", {many(tally.details, 'detail')}" if tally.details else ""
    pages, rows = many(tally.pages, "page"), many(tally.rows, "row")
    warn(f"{pages}, {rows}{details}{failed}: {tally.page}")


def _summary(found: Crawled, *, details: bool) -> None:
    tally = found.tally
    for address, reason in found.failures[:_TOLD]:
        warn(f"no details: {address}: {reason}")
    if len(found.failures) > _TOLD:
        warn(f"... and {len(found.failures) - _TOLD} more, all in _detail_error")
    for note in found.notes:
        warn(note)
    pages, rows = many(tally.pages, "page"), many(tally.rows, "row")
    read = f", {many(tally.details, 'detail')}, {tally.failed} failed" if details else ""
    warn(f"{pages}, {rows}{read} in {found.seconds:.1f} s; ended: {found.ended}")


def _preview(start: str, fetcher: Fetcher, *, details: bool) -> None:
    """Say what a crawl would do, judging by its first page."""
    from windrow.crawl.preview import preview

    for line in preview(start, fetcher, details=details):
        say(line)
