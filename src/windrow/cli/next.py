"""windrow next: where the list of a page goes on."""

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
    from windrow.crawl.paging import NextPage
    from windrow.read.look import Look
    from windrow.run.answers import Answer

__all__ = ["command"]


@click.command("next", cls=BrowserCommand)
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-f", "--format", "form", type=click.Choice(["table", "json", "jsonl"]), default=None,
              help="Default: table for a terminal, jsonl otherwise.")  # fmt: skip
@click.option("--base", metavar="URL", help="The address that a saved page had.")
@look_options
def command(pages: tuple[str, ...], form: str | None, base: str | None, how: Look) -> None:
    """Print where the lists of PAGES go on, how sure that is, and why.

    A page that is a file has no address: its next page is given as the page writes it. The exit
    code is 4 where no page has a next one.

    \b
    Example:
        windrow next examples/shop.html --base https://farm.example/shop
    """
    from windrow.run.answers import answers
    from windrow.run.inputs import expanded

    names = expanded(pages)
    found = [*answers(partial(_next, look=how, base=base), names, seconds=how.timeout)]
    if (form or ("table" if sys.stdout.isatty() else "jsonl")) == "table":
        for answer in found:
            way = answer.found[0] if answer.found else None
            told = f"{way.address or way.kind}  ({way.score:.2f}: {way.reason})" if way else "none"
            say(f"{answer.page}: {told}")
    else:
        print_objects(_objects(found), array=form == "json")
    for answer in found:
        if answer.error:
            complain(answer.error, answer.page)
    failed = any(answer.error for answer in found)
    sys.exit(1 if failed else 0 if any(answer.found for answer in found) else NOTHING)


def _next(page: str, *, look: Look, base: str | None) -> tuple[NextPage, ...]:
    """Return the next page, or nothing."""
    from windrow.crawl.paging import counted_page, next_page
    from windrow.pipeline import find

    findings = find(page, browser=look, most=1)
    found = next_page(findings, url=base) or counted_page(findings, base)
    return (found,) if found else ()


def _objects(found: list[Answer[tuple[NextPage, ...]]]) -> Iterator[dict[str, Any]]:
    from windrow.view.terminal import error_object

    nothing = {"next": None, "kind": None, "score": 0.0, "reason": "no link leads to a next page"}
    for answer in found:
        if answer.found is None:
            yield error_object(answer.page, answer.kind, answer.error)
        else:
            yield {"page": answer.page, **(answer.found[0].to_json() if answer.found else nothing)}
