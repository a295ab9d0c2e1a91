"""The options of commands that can show a page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from windrow.read.look import Look, LookMode

__all__ = ["MODES", "BrowserCommand", "looking"]

MODES = ("auto", "always", "never")


class BrowserCommand(click.Command):
    """A command in which ``--browser`` alone means ``--browser always``."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        """Read the words of the command line; what follows ``--browser`` may be a page."""
        following = [*words[1:], ""][: len(words)]
        given = [
            "--browser=always" if word == "--browser" and after not in MODES else word
            for word, after in zip(words, following, strict=True)
        ]
        return super().parse_args(context, given)


def looking(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options on how a page is looked at; the command gets them as one `Look`, *how*."""

    @wraps(function)
    def called(
        browser: LookMode,
        scroll: int,
        close_banners: bool,
        allow_private: tuple[str, ...],
        timeout: float,
        **others: Any,
    ) -> None:
        function(how=_look(browser, scroll, close_banners, allow_private, timeout), **others)

    options = [
        click.option("--timeout", type=click.FloatRange(0, min_open=True), default=60.0,
                     metavar="SECONDS", show_default=True,
                     help="Give up a page that takes longer."),
        click.option("--browser", type=click.Choice(MODES), default="auto",
                     help="Show pages in a browser first; auto: where scripts fill them."),
        click.option("--scroll", type=click.IntRange(0), default=0, metavar="N",
                     help="With a browser: scroll to the end up to N times."),
        click.option("--close-banners", is_flag=True,
                     help="With a browser: click cookie banners away, refusing if possible."),
        click.option("--allow-private", multiple=True, metavar="HOST[:PORT]",
                     help="With a browser: pages may reach this host inside the own network."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return called


def _look(
    browser: LookMode,
    scroll: int,
    close_banners: bool,
    allow_private: tuple[str, ...],
    timeout: float,
) -> Look:
    """Return what the options say; a page may take *timeout* seconds in all."""
    from windrow.cli import warn
    from windrow.read.browser.settings import Settings
    from windrow.read.look import Look

    # Who asks for scrolling or clicking asks for a browser.
    if browser == "auto" and (scroll or close_banners):
        browser = "always"
    return Look(
        browser,
        Settings(
            # The rest is for starting the browser, and for the extraction.
            seconds=0.75 * timeout,
            scroll=scroll,
            close_banners=close_banners,
            private=allow_private,
        ),
        timeout,
        warn,
    )
