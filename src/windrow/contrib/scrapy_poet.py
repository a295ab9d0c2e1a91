"""A provider for scrapy-poet: callbacks ask for tables with one annotation.

    SCRAPY_POET_PROVIDERS = {"windrow.contrib.scrapy_poet.TablesProvider": 500}
    WINDROW_WRAPPER = "shop.json"           for callbacks that ask for WrapperTables

    def parse(self, response: DummyResponse, tables: windrow.Tables): ...

Needs ``windrow[scrapy-poet]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet.page_input_providers import PageObjectInputProvider

from windrow.contrib.web_poet import page_from, rows_of
from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.wrap import Applier, load

__all__ = ["TablesProvider", "WrapperTables"]


@dataclass(frozen=True, slots=True)
class WrapperTables:
    """The tables that the project's wrapper reads on a page."""

    tables: Tables

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the best table."""
        return rows_of(self.tables)


class TablesProvider(PageObjectInputProvider):
    """Provides `windrow.Tables`, and `WrapperTables` if ``WINDROW_WRAPPER`` is set."""

    name: ClassVar[str] = "windrow"
    provided_classes = {Tables, WrapperTables}  # noqa: RUF012 - the framework's own type
    _wrapper: Applier | None = None

    def __call__(
        self, to_provide: set[Callable[..., Any]], request: Request, response: Response,
        crawler: Crawler,
    ) -> Sequence[Any]:  # fmt: skip
        """Return what a callback asks for."""
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1") or None
        page = page_from(response.url, response.body, kind)
        found: list[Any] = []
        if Tables in to_provide:
            found.append(extract(page))
        if WrapperTables in to_provide:
            found.append(WrapperTables(self._applier(crawler).apply(page)))
        return found

    def _applier(self, crawler: Crawler) -> Applier:
        if self._wrapper is None:
            path = crawler.settings.get("WINDROW_WRAPPER")
            if not path:
                raise WindrowError(
                    "no wrapper is set", hint="set WINDROW_WRAPPER to a file of `windrow learn`"
                )
            self._wrapper = load(path)
        return self._wrapper
