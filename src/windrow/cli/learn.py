"""windrow learn: pages of a site become a wrapper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from windrow.cli import say
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.choosing import choice_options
from windrow.detect import DETECTORS

if TYPE_CHECKING:
    from windrow.read.look import Look
    from windrow.table.chosen import Choice

__all__ = ["command"]


@click.command("learn", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True)
@click.option("-o", "--output", "target", metavar="FILE", required=True,
              help="Where it goes; with --cluster a folder.")  # fmt: skip
@click.option("--kind", type=click.Choice(["list", "detail"]),
              help="A list a page, or one thing a page. Default: as the pages look.")  # fmt: skip
@click.option(
    "--table", "number", type=click.IntRange(1), default=1, help="The Nth table of a page."
)
@click.option("--detector", type=click.Choice([*DETECTORS]), default="auto", show_default=True,
              help="Whose template it holds.")  # fmt: skip
@click.option("--cluster", is_flag=True,
              help="Pages of many templates: one wrapper a template, into a folder.")  # fmt: skip
@click.option("--support", type=click.IntRange(1), default=2, show_default=True,
              help="With --cluster: pages that make a template; fewer are noise.")  # fmt: skip
@choice_options
@look_options
def command(
    pages: tuple[str, ...],
    target: str,
    kind: Any,
    number: int,
    detector: str,
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
        windrow learn heap/ --cluster -o site/
    """
    from windrow.run.answers import answered
    from windrow.run.inputs import expanded, in_folders
    from windrow.run.verbs import seen
    from windrow.view.terminal import heap_lines, wrapper_line
    from windrow.wrap.heap import learn_site, save_site
    from windrow.wrap.learn import learn

    sources = in_folders(expanded(pages))
    if cluster:
        if choice or number != 1 or detector != "auto":
            raise click.UsageError("a choice, --table and --detector are for one template")

        def several() -> str:
            heap = learn_site(sources, support=support, kind=kind, browser=how)
            return "\n".join(heap_lines(heap, save_site(heap, target)))

        say(answered(several, sources, how.timeout), err=True)
        return
    known = [answer.result() for answer in seen(sources, how)]

    def one() -> str:
        wrapper = learn(known, kind=kind, table=number, detector=detector, choice=choice)
        wrapper.save(target)
        return wrapper_line(wrapper)

    say(f"{target}: {answered(one, sources, how.timeout)}", err=True)
