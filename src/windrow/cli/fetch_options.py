"""The options of commands that fetch pages from the web."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

__all__ = ["timeout_option", "web_options"]

# The parameters that hold pages typed by a person; one input may stand for many pages.
_TYPED = ("pages", "page", "inputs")
# A name and a value as HTTP has them (RFC 9110, 5.1 and 5.5).
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")

timeout_option = click.option(
    "--timeout", type=click.FloatRange(0, min_open=True), default=60.0, metavar="SECONDS",
    show_default=True, help="Abandon a page that takes longer.",
)  # fmt: skip
"""The time limit for a page, an option of every command that reads pages."""


def _headers(
    context: click.Context, option: click.Parameter, lines: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    found = [_HEADER.fullmatch(line) for line in lines]
    pairs = [(one[1], one[2].strip()) for one in found if one]
    if len(pairs) < len(lines) or not all(value.isascii() for _, value in pairs):
        raise click.BadParameter("give 'Name: value', in ASCII")
    return tuple(pairs)


def _cookies(context: click.Context, option: click.Parameter, path: str | None) -> Any:
    from windrow.read.web import read_cookies

    return read_cookies(path) if path is not None else ()


def _base(context: click.Context, option: click.Parameter, address: str) -> str:
    if address and not address.startswith(("http://", "https://")):
        raise click.BadParameter("give an address: https://...")
    return address


def web_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options for fetching pages; the command gets them as one `Web`, *web*."""

    @wraps(function)
    def called(
        private: tuple[str, ...],
        header: tuple[tuple[str, str], ...],
        cookies: Any,
        delay: float,
        ignore_robots: bool,
        base_url: str,
        **options: Any,
    ) -> None:
        from windrow.read.politeness import polite
        from windrow.read.web import Web, is_address

        given = next(options[name] for name in _TYPED if name in options)
        typed = frozenset(filter(is_address, [given] if isinstance(given, str) else given))
        # A single page that a person wants to see is not a crawl.
        many = len(typed) > 1 or "inputs" in options
        manners = polite(delay, robots=not ignore_robots) if many else None
        kept = click.get_current_context().with_resource(manners) if manners else None
        function(web=Web(private, typed, header, cookies, kept, base_url), **options)

    options = [
        click.option("--base-url", default="", metavar="URL", callback=_base,
                     help="The address that links of files are relative to."),
        click.option("--header", multiple=True, callback=_headers, metavar="'NAME: VALUE'",
                     help="Send this with every page, to its own host only; may be repeated."),
        click.option("--cookie-file", "cookies", callback=_cookies, metavar="FILE",
                     type=click.Path(),
                     help="Send the cookies in this file, in Netscape's format."),
        click.option("--delay", type=click.FloatRange(0), default=1.0, show_default=True,
                     metavar="SECONDS",
                     help="With several addresses: the time between two requests to a host."),
        click.option("--ignore-robots", is_flag=True,
                     help="With several addresses: read pages that robots.txt forbids."),
        click.option("--allow-private", "private", multiple=True, metavar="HOST[:PORT]",
                     help="Allow this host, although it is not on the public network."),
    ]  # fmt: skip
    fetching: Callable[..., None] = called
    for option in reversed(options):
        fetching = option(fetching)
    return fetching
