"""windrow next: where the list of a page continues."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from windrow.cli import NOTHING, complain, say
from windrow.cli.browsing import BrowserCommand, look_options
from windrow.cli.output import print_objects

if TYPE_CHECKING:
    from windrow.crawl.paging import Paging
    from windrow.read.look import Look
    from windrow.run.answers import Answer

__all__ = ["command"]


@click.command("next", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-f", "--format", "form", type=click.Choice(["table", "json", "jsonl"]), default=None,
              help="Default: table for a terminal, jsonl otherwise.")  # fmt: skip
@click.option("--base", metavar="URL", help="The original address of a saved page.")
@look_options
def command(pages: tuple[str, ...], form: str | None, base: str | None, how: Look) -> None:
    """Print where the lists of PAGES continue, how sure that is, and why.

    `next` is what a page itself calls its next one, `onward` is where its list continues: on blogs
    these are the older posts, which many call previous. A file has no address: links are
    given as the page writes them. The exit code is 4 if no page leads to another one.

    \b
    Example:
        windrow next examples/shop.html --base https://farm.example/shop
    """
    from windrow.run.answers import answers
    from windrow.run.names import expanded

    names = expanded(pages)
    found = [*answers(partial(_next, look=how, base=base), names, seconds=how.timeout)]
    if (form or ("table" if sys.stdout.isatty() else "jsonl")) == "table":
        for answer in found:
            if answer.found is not None:
                say(f"{answer.page}: {_sentence(answer.found)}")
    else:
        print_objects(_objects(found), array=form == "json")
    for answer in found:
        if answer.error:
            complain(answer.error, answer.page)
    failed = any(answer.error for answer in found)
    sys.exit(
        1
        if failed
        else 0
        if any(answer.found and answer.found.way for answer in found)
        else NOTHING
    )


def _next(page: str, *, look: Look, base: str | None) -> Paging:
    """Return what a page calls its next page, and where its list continues."""
    from windrow.crawl.paging import guessed, paging
    from windrow.pipeline import find

    findings = find(page, browser=look, most=1)
    return guessed(paging(findings, base), findings, base)


def _sentence(found: Paging) -> str:
    """Return a sentence for people."""
    way = found.way
    if way is None:
        return "none"
    sure = f"({way.score:.2f}: {found.reason})"
    if found.onward is None:
        return f"the page calls {way.address or way.kind} next, the list ends here  {sure}"
    there = found.onward.address or found.onward.kind
    if found.next is None or found.next.address == found.onward.address:
        return f"{there}  {sure}"
    return f"the list continues at {there}, the page calls {found.next.address} next  {sure}"


def _objects(found: list[Answer[Paging]]) -> Iterator[dict[str, Any]]:
    from windrow.view.terminal import error_object

    for answer in found:
        if answer.found is None:
            yield error_object(answer.page, answer.kind, answer.error)
        else:
            yield {"page": answer.page, **answer.found.to_json()}
