"""Page objects for web-poet: the tables of a page, or those that a wrapper reads.

    class Shop(WrapperPage):
        wrapper = "shop.json"

Items are plain dictionaries. Needs ``windrow[web-poet]``.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, ClassVar

import web_poet

from windrow.crawl.paging import onward_page
from windrow.model import Tables
from windrow.pipeline import extract, find
from windrow.read import Page
from windrow.wrap import Applier, load

__all__ = ["TablesPage", "WrapperPage", "page_from", "rows_of"]


def page_from(url: str, content: bytes, content_type: str | None) -> Page:
    """Return the response that a framework has fetched, as a page."""
    return Page(url, content, url, content_type)


def rows_of(tables: Tables) -> list[dict[str, Any]]:
    """Return the rows of the best table as plain dictionaries."""
    return [dict(row) for table in tables[:1] for row in table.given.rows]


class TablesPage(web_poet.WebPage[dict[str, Any]]):
    """A page with its tables, as `windrow.extract` finds them, and the next page of its list."""

    @cached_property
    def page(self) -> Page:
        """The page as windrow reads it."""
        kind = self.response.headers.get("Content-Type")
        return page_from(str(self.response.url), bytes(self.response.body), kind)

    @cached_property
    def tables(self) -> Tables:
        """All tables, best first."""
        return extract(self.page)

    @web_poet.field
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the best table."""
        return rows_of(self.tables)

    @web_poet.field
    def reason(self) -> str | None:
        """Why there are no rows, or what has changed."""
        return self.tables.reason

    @web_poet.field
    def onward(self) -> str | None:
        """The address at which the list continues."""
        found = onward_page(find(self.page, most=1))
        return found.address or None if found else None


class WrapperPage(TablesPage):
    """A page that a wrapper reads: a file, or a folder from which the fitting one is taken."""

    wrapper: ClassVar[str]

    @cached_property
    def tables(self) -> Tables:
        """The tables that the wrapper reads."""
        return _loaded(self.wrapper).apply(self.page)


@lru_cache(maxsize=16)
def _loaded(path: str) -> Applier:
    return load(path)
