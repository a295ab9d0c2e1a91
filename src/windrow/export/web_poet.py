"""A wrapper as a page object for web-poet, which loads it and reads pages with it."""

from __future__ import annotations

from windrow.export import Export, quoted
from windrow.wrap.wrapper import Wrapper

__all__ = ["write"]


def write(wrapper: Wrapper, form: str, path: str) -> Export:
    """Return the page object; data from the wrapper appears in it only as literals."""
    return Export(_PAGE.format(path=quoted(path)))


_PAGE = '''\
"""A page object that reads pages with a wrapper; written by `windrow export`.

Its item is a dictionary: `rows` are the rows of `windrow apply --raw`, `reason` says why there are
none. It needs windrow[web-poet].
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import web_poet

import windrow

WRAPPER = windrow.Wrapper.load(Path(__file__).parent / {path})


class RowsPage(web_poet.WebPage):
    @web_poet.field
    def url(self) -> str:
        return str(self.response.url)

    @web_poet.field
    def rows(self) -> list[dict[str, Any]]:
        return [dict(row) for table in self.tables for row in table.given.rows]

    @web_poet.field
    def reason(self) -> str | None:
        return self.tables.reason

    @cached_property
    def tables(self) -> windrow.Tables:
        url, header = str(self.response.url), self.response.headers.get("Content-Type")
        return WRAPPER.apply(windrow.Page(url, bytes(self.response.body), url, header))
'''
