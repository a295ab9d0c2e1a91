"""The options of commands that can show a page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from windrow.cli.fetch_options import timeout_option, web_options

if TYPE_CHECKING:
    from windrow.read.look import LookMode
    from windrow.read.web import Web

__all__ = ["MODES", "BrowserCommand", "look_options"]

MODES = ("auto", "always", "never")


class BrowserCommand(click.Command):
    """A command in which ``--browser`` alone means ``--browser always``."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        """Parse the command line; the word after ``--browser`` may be a page."""
        following = [*words[1:], ""][: len(words)]
        given = [
            "--browser=always" if word == "--browser" and after not in MODES else word
            for word, after in zip(words, following, strict=True)
        ]
        return super().parse_args(context, given)


def look_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options for the browser; the command gets them as one `Look`, *how*."""

    @wraps(function)
    def called(browser: LookMode, timeout: float, web: Web, **options: Any) -> None:
        from windrow.read.look import Look

        settings = {name: options.pop(name) for name in ("scroll", "close_banners")}
        look = Look.limited(browser, timeout, web=web, **settings)
        function(how=look, **options)

    options = [
        timeout_option,
        click.option("--browser", type=click.Choice(MODES), default="auto",
                     help="Show pages in a browser first; auto: if scripts fill them."),
        click.option("--scroll", type=click.IntRange(0), default=0, metavar="N",
                     help="With a browser: scroll to the end up to N times."),
        click.option("--close-banners", is_flag=True,
                     help="With a browser: close cookie banners, refusing if possible."),
    ]  # fmt: skip
    fetching = web_options(called)
    for option in reversed(options):
        fetching = option(fetching)
    return fetching
