"""A wrapper as a spider for Scrapy, which loads it and reads pages with it."""

from __future__ import annotations

from windrow.export import Export, quoted
from windrow.wrap.wrapper import Wrapper

__all__ = ["write"]


def write(wrapper: Wrapper, form: str, path: str) -> Export:
    """Return the spider; data from the wrapper appears in it only as literals."""
    name = "".join(c for c in wrapper.name.lower() if c.isascii() and (c.isalnum() or c in "-_"))
    return Export(_SPIDER.format(path=quoted(path), name=quoted(name or "windrow")))


_SPIDER = '''\
"""A spider that reads pages with a wrapper; written by `windrow export`.

    scrapy runspider FILE -a pages=https://...,https://... -O rows.jsonl
    scrapy runspider FILE -a pages=https://... -a follow=yes -O rows.jsonl

Its items are the rows of `windrow apply --raw`; with follow, it continues with the next pages of
the list as long as they have new rows. It needs windrow[scrapy].
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.http import Response

import windrow
from windrow.crawl.addresses import is_home
from windrow.crawl.paging import onward_page
from windrow.pipeline import find

WRAPPER = Path(__file__).parent / {path}


class PagesSpider(scrapy.Spider):
    name = {name}
    # One page at a time, and only if the site allows it; -s NAME=VALUE overrides. Some versions
    # of Scrapy ignore robots.txt for requests that wait for it together: leave it at one.
    custom_settings = {{
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": True,
        "DOWNLOAD_DELAY": 1.0,
        "CONCURRENT_REQUESTS": 1,
        "FEED_EXPORT_ENCODING": "utf-8",
        "TELNETCONSOLE_ENABLED": False,
    }}

    def __init__(self, pages: str = "", follow: str = "", **arguments: Any) -> None:
        super().__init__(**arguments)
        self.start_urls = [page for page in pages.split(",") if page]
        if not self.start_urls:
            self.logger.error("there are no pages: give -a pages=https://...")
        self.follow, self.seen = follow, set()
        self.wrapper = windrow.Wrapper.load(WRAPPER)

    def parse(self, response: Response) -> Iterator[Any]:
        header = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = windrow.Page(response.url, response.body, response.url, header)
        tables = self.wrapper.apply(page)
        if tables.reason:
            self.logger.warning("%s: %s", response.url, tables.reason)
        rows = [dict(row) for table in tables for row in table.given.rows]
        keys = {{repr(row) for row in rows}}
        if not self.follow:
            yield from rows
        elif keys - self.seen:
            yield from (row for row in rows if repr(row) not in self.seen)
            self.seen |= keys
            found = onward_page(find(page, most=1))
            if found and is_home(found.address, response.url):
                yield response.follow(found.address)
'''
