"""windrow run: many pages, on all cores or on a cluster."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from windrow.cli import BROKEN_OFF, NOTHING, warn
from windrow.cli.column_options import choice_options
from windrow.cli.fetch_options import web_options
from windrow.detect import DETECTORS
from windrow.errors import WindrowError
from windrow.sink import DATABASES

if TYPE_CHECKING:
    from windrow.read.web import Web
    from windrow.run import Engine, Job, Summary
    from windrow.table.chosen import Choice

__all__ = ["command"]


@click.command("run")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", type=click.Path())
@click.option("-o", "--to", "target", default="windrow.sqlite", show_default=True, metavar="TARGET",
              help=f"Store in {DATABASES} or a folder of Parquet files.")  # fmt: skip
@click.option("--name", default="records", show_default=True, help="The name of the tables.")
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@click.option("--wrapper", metavar="FILE|DIR", type=click.Path(),
              help="Apply this wrapper, or from a folder the one that fits.")  # fmt: skip
@click.option("--detector", type=click.Choice([*DETECTORS]), help="The method that finds records.")
@click.option("--all", "every", is_flag=True, help="All tables of a page, not only the best one.")
@click.option("--raw", is_flag=True, help="Cells exactly as in the page, white space folded.")
@choice_options
@click.option("--html-column", metavar="NAME", help="The column that holds the pages, in tables.")
@click.option("--jobs", type=click.IntRange(1), help="Worker processes. Default: all cores.")
@click.option("--engine", type=click.Choice(["pool", "serial", "spark"]), default="pool",
              show_default=True,
              help="serial: no processes, no limits, for debugging.")  # fmt: skip
@click.option("--master", metavar="URL", help="The Spark cluster. Default: local[*].")
@click.option("--page-seconds", type=click.FloatRange(0.001), default=60, show_default=True,
              help="The time limit for one page.")  # fmt: skip
@click.option("--page-memory", type=click.IntRange(16), default=2000, show_default=True,
              metavar="MB", help="The memory limit for one page (on Linux).")  # fmt: skip
@click.option("--shard-pages", type=click.IntRange(1, 10_000), default=100, show_default=True,
              help="Pages that are stored together.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
@web_options
def command(
    inputs: tuple[str, ...],
    target: str,
    name: str,
    resume: bool,
    wrapper: str | None,
    detector: str | None,
    every: bool,
    raw: bool,
    choice: Choice | None,
    html_column: str | None,
    jobs: int | None,
    engine: str,
    master: str | None,
    page_seconds: float,
    page_memory: int,
    shard_pages: int,
    quiet: bool,
    web: Web,
) -> None:
    """Extract all pages of INPUTS: folders, patterns, .warc(.gz), .parquet, .arrow, lists, pages.

    A list is a .txt, .urls or .paths file, or any file after @: one address or path per line.
    The exit code is 4 if no page gives a row.

    \b
    Example:
        windrow run pages/ --to shop.sqlite
        windrow run 'crawl/*.warc.gz' --to rows/ --resume
    """
    from windrow.cli.progress import watched
    from windrow.run import Limits, run

    job, chosen = _job(wrapper, detector, every, raw, choice), _engine(engine, jobs, master)
    try:
        with watched(quiet=quiet) as watch:
            summary = run(
                inputs, target, job=job, engine=chosen, name=name, resume=resume, watch=watch,
                limits=Limits(page_seconds, page_memory * 1_000_000),
                shard_pages=shard_pages, html=html_column, web=web,
            )  # fmt: skip
    except WindrowError as error:
        error.hint = error.hint or "fix it and continue: the same command with --resume"
        raise
    except KeyboardInterrupt:
        warn("interrupted; continue with the same command and --resume")
        sys.exit(BROKEN_OFF)
    if not quiet:
        _tell(summary, target, name)
    if not summary.tally.rows and not summary.done:
        sys.exit(NOTHING)


def _job(
    wrapper: str | None, detector: str | None, every: bool, raw: bool, choice: Choice | None
) -> Job:
    from windrow.run import Apply, Extract

    if wrapper is not None:
        if detector or every:
            raise click.UsageError("--wrapper decides what to read: leave out --detector and --all")
        return Apply(wrapper, raw=raw, choice=choice)
    return Extract(detector or "auto", every=every, raw=raw, choice=choice)


def _engine(name: str, jobs: int | None, master: str | None) -> Engine:
    from windrow.run import Pool, Serial

    if master is not None and name != "spark":
        raise click.UsageError("--master goes with --engine spark")
    if name == "spark":
        from windrow.run.spark import Spark

        return Spark(master or f"local[{jobs or '*'}]")
    return Serial() if name == "serial" else Pool(jobs or 0)


def _tell(summary: Summary, target: str, name: str) -> None:
    from windrow.sink import shown

    pages, rows, empty, failed = summary.tally
    rate = pages / summary.seconds if summary.seconds else 0.0
    words = [f"{pages} pages", f"{rows} rows", f"{empty} without a table", f"{failed} failed"]
    warn(f"{', '.join(words)}, {rate:.1f} pages/s -> {shown(target)}")
    if summary.done:
        warn(f"{summary.done} shards were done before")
    if failed:
        warn(f"see the table {name}_failed for the reasons")
