"""windrow learn: pages of a site become a wrapper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from windrow.cli import say
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.column_options import choice_options
from windrow.cli.detector_options import detector_options

if TYPE_CHECKING:
    from windrow.detect import Detector
    from windrow.read import Page
    from windrow.read.look import Look
    from windrow.table.chosen import Choice

__all__ = ["command"]


def _rows(
    context: click.Context, option: click.Parameter, pairs: tuple[str, ...]
) -> list[dict[str, str]]:
    """Return ``title=Rake`` pairs as rows; a name that comes again begins the next row."""
    rows: list[dict[str, str]] = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise click.BadParameter(f"{pair!r}: give NAME=VALUE")
        if not rows or name in rows[-1]:
            rows.append({})
        rows[-1][name] = value
    return rows


def _table(
    context: click.Context, option: click.Parameter, path: str | None
) -> list[dict[str, str]]:
    """Return the rows of a CSV file by the names in its first line."""
    import csv

    if path is None:
        return []
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return [{k: v for k, v in row.items() if k and v} for row in csv.DictReader(file)]
    except (OSError, UnicodeError, csv.Error) as error:
        raise click.BadParameter(f"{path!r} cannot be read: {error}") from None


def _heap(sources: Sequence[str], place: str, support: int, kind: Any, how: Look) -> str:
    """Learn a wrapper for each template of a heap, and return a line for each."""
    from windrow.view.terminal import heap_lines
    from windrow.wrap.mixed import learn_site, save_site

    heap = learn_site(sources, support=support, kind=kind, browser=how)
    return "\n".join(heap_lines(heap, save_site(heap, place)))


def _apart(pages: Sequence[Page], place: str, kind: Any) -> str:
    """Learn a wrapper for each template, and return a line for each."""
    from windrow.view.terminal import heap_lines
    from windrow.wrap.mixed import save_apart

    heap, files = save_apart(pages, place, kind=kind)
    return "\n".join(["the pages have several templates", *heap_lines(heap, files)])


@click.command("learn", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", "target", metavar="FILE", type=click.Path(),
              help="The wrapper file; with --cluster a folder. Default: as --more.")  # fmt: skip
@click.option("--more", "known", metavar="WRAPPER",
              help="Improve the wrapper in this file with more pages.")  # fmt: skip
@click.option("--kind", type=click.Choice(["list", "detail", "both"]),
              help="Pages with a list, about one thing, or both. Default: automatic.")  # fmt: skip
@click.option("--example", "examples", multiple=True, callback=_rows, metavar="NAME=VALUE",
              help="A column NAME with this VALUE in one record; may be repeated.")  # fmt: skip
@click.option("--examples", "table", callback=_table, metavar="FILE.csv",
              help="The same from a file: a line of names, then a few rows.")  # fmt: skip
@click.option(
    "--table", "number", type=click.IntRange(1), default=1, help="The Nth table of a page."
)
@detector_options("The method whose template the wrapper holds.", learns=True)
@click.option("--cluster", is_flag=True,
              help="Pages of many templates: one wrapper per template, in a folder.")  # fmt: skip
@click.option("--support", type=click.IntRange(1), default=2, show_default=True,
              help="With --cluster: pages a template needs; others are left out.")  # fmt: skip
@choice_options
@look_options
def command(
    pages: tuple[str, ...],
    target: str | None,
    known: str | None,
    kind: Any,
    examples: list[dict[str, str]],
    table: list[dict[str, str]],
    number: int,
    detector: str | Detector,
    cluster: bool,
    support: int,
    choice: Choice | None,
    how: Look,
) -> None:
    """Learn a wrapper from PAGES of one site (files, folders of them, addresses, patterns).

    Pages of several templates give a folder of wrappers. The exit code is 4 if nothing is learned.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow apply shop.json 'pages/*.html' --to shop.db
        windrow learn examples/shop.html --example tool='Straw hat' --example price=18.00 -o s.json
        windrow learn --more shop.json page2.html
        windrow learn heap/ --cluster -o site/
    """
    from windrow.errors import NothingLearned
    from windrow.run.answers import answered
    from windrow.run.names import expanded
    from windrow.run.verbs import seen
    from windrow.view.terminal import wrapper_line
    from windrow.wrap.learn import learn
    from windrow.wrap.more import learn_more
    from windrow.wrap.store import set_aside
    from windrow.wrap.wrapper import Wrapper

    if target is None and known is None:
        raise click.UsageError("Missing option '-o' / '--output'.")
    sought = [*examples, *table]
    if known and (kind or cluster or sought or number != 1 or detector != "auto"):
        raise click.UsageError("--more keeps WRAPPER's settings: only column options go with it")
    place = target or known or ""
    # A folder as the target asks for a wrapper for each template.
    cluster = cluster or (known is None and place.endswith("/"))
    sources = expanded(pages)
    plain = not (choice or sought or number != 1 or detector != "auto")
    if cluster:
        if not plain:
            raise click.UsageError("examples, columns, --table, --detector are for one template")
        heap = partial(_heap, sources, place, support, kind, how)
        say(answered(heap, sources, how.timeout), err=True)
        return
    old = Wrapper.load(known) if known else None
    shown = [answer.result() for answer in seen(sources, how)]

    def one() -> str:
        try:
            wrapper = learn_more(old, shown) if old else learn(
                shown, kind=kind, table=number, detector=detector, examples=sought
            )  # fmt: skip
        except NothingLearned as error:
            if error.apart and plain and not old:
                return _apart(shown, place, kind)
            raise
        if choice:
            wrapper = wrapper.chosen(choice)
        kept = set_aside(place) if old else None
        wrapper.save(place)
        line = f"{place}: {wrapper_line(wrapper)}"
        return line + (f"\nthe previous wrapper: {kept}" if kept else "")

    say(answered(one, sources, how.timeout), err=True)
