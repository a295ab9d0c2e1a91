"""windrow learn: pages of a site become a wrapper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from windrow.cli import say
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.choosing import choice_options
from windrow.cli.detecting import detector_options

if TYPE_CHECKING:
    from windrow.detect import Detector
    from windrow.read.look import Look
    from windrow.table.chosen import Choice

__all__ = ["command"]


def _rows(
    context: click.Context, option: click.Parameter, pairs: tuple[str, ...]
) -> list[dict[str, str]]:
    """Return what ``title=Rake`` says as rows; a name that comes again begins the next."""
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


@click.command("learn", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", "target", metavar="FILE", type=click.Path(),
              help="Where it goes; with --cluster a folder. Default: as --more.")  # fmt: skip
@click.option("--more", "known", metavar="WRAPPER",
              help="Learn on: the wrapper in this file, sharpened by more pages.")  # fmt: skip
@click.option("--kind", type=click.Choice(["list", "detail", "both"]),
              help="A list, one thing a page, or one with lists. Default: as it is.")  # fmt: skip
@click.option("--example", "examples", multiple=True, callback=_rows, metavar="NAME=VALUE",
              help="A column that says VALUE, to be called NAME; may be repeated.")  # fmt: skip
@click.option("--examples", "table", callback=_table, metavar="FILE.csv",
              help="The same from a file: names, and below them a few rows.")  # fmt: skip
@click.option(
    "--table", "number", type=click.IntRange(1), default=1, help="The Nth table of a page."
)
@detector_options("Whose template it holds.", learns=True)
@click.option("--cluster", is_flag=True,
              help="Pages of many templates: one wrapper a template, into a folder.")  # fmt: skip
@click.option("--support", type=click.IntRange(1), default=2, show_default=True,
              help="With --cluster: pages that make a template; fewer are noise.")  # fmt: skip
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

    The exit code is 4 where there is nothing to learn.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow apply shop.json 'pages/*.html' --to shop.db
        windrow learn examples/shop.html --example tool='Straw hat' --example price=18.00 -o s.json
        windrow learn --more shop.json page2.html
        windrow learn heap/ --cluster -o site/
    """
    from windrow.run.answers import answered
    from windrow.run.inputs import expanded
    from windrow.run.verbs import seen
    from windrow.view.terminal import heap_lines, wrapper_line
    from windrow.wrap.heap import learn_site, save_site
    from windrow.wrap.learn import learn
    from windrow.wrap.more import learn_more
    from windrow.wrap.store import set_aside
    from windrow.wrap.wrapper import Wrapper

    if target is None and known is None:
        raise click.UsageError("Missing option '-o' / '--output'.")
    sought = [*examples, *table]
    if known and (kind or cluster or sought or number != 1 or detector != "auto"):
        raise click.UsageError("--more goes on as WRAPPER began: only a choice goes with it")
    place = target or known or ""
    # Who names a folder wants a wrapper for each template.
    cluster = cluster or (known is None and place.endswith("/"))
    sources = expanded(pages)
    if cluster:
        if choice or sought or number != 1 or detector != "auto":
            raise click.UsageError("examples, a choice, --table, --detector are for one template")

        def several() -> str:
            heap = learn_site(sources, support=support, kind=kind, browser=how)
            return "\n".join(heap_lines(heap, save_site(heap, place)))

        say(answered(several, sources, how.timeout), err=True)
        return
    old = Wrapper.load(known) if known else None
    shown = [answer.result() for answer in seen(sources, how)]

    def one() -> str:
        if old is None:
            wrapper = learn(shown, kind=kind, table=number, detector=detector, examples=sought)
        else:
            wrapper = learn_more(old, shown)
        if choice:
            wrapper = wrapper.chosen(choice)
        kept = set_aside(place) if old else None
        wrapper.save(place)
        return wrapper_line(wrapper) + (f"\nthe wrapper before it: {kept}" if kept else "")

    say(f"{place}: {answered(one, sources, how.timeout)}", err=True)
