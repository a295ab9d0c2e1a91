"""The options of commands that fetch pages from the web."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

__all__ = ["web_options"]

# What commands call the pages that a person has typed.
_TYPED = ("pages", "page", "inputs")


def web_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options on how pages are fetched; the command gets them as one `Web`, *web*."""

    @wraps(function)
    def called(private: tuple[str, ...], **options: Any) -> None:
        from windrow.read.web import Web, is_address

        given = next(options[name] for name in _TYPED if name in options)
        typed = frozenset(filter(is_address, [given] if isinstance(given, str) else given))
        function(web=Web(private, typed), **options)

    options = [
        click.option("--allow-private", "private", multiple=True, metavar="HOST[:PORT]",
                     help="Pages may lead to this host, though it is not on the public network."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return called
