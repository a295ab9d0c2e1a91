"""What a crawl would do, by its first page."""

from __future__ import annotations

from collections.abc import Iterator

from windrow.crawl.fetched import Fetcher, Want
from windrow.crawl.keys import absolute, link_columns
from windrow.crawl.paging import guessed, paging
from windrow.errors import ReadError
from windrow.pipeline import find

__all__ = ["preview"]


def preview(start: str, fetcher: Fetcher, *, details: bool) -> Iterator[str]:
    """Yield lines on the list at *start*, its next page and its details; fetches one page."""
    [fetched] = fetcher.fetch([Want(start)])
    if fetched.page is None:
        raise ReadError(start, f"gives no page: {fetched.reason}")
    found = find(fetched.page, most=1)
    if not found:
        yield f"no list: {found.reason}"
        return
    table = absolute(found[0].table)
    names = ", ".join(column.name for column in table.given.columns)
    yield f"the list: {len(table.rows)} records with {names}"
    way = guessed(paging(found), found).onward
    yield f"the next page: {way.address or way.kind} ({way.reason})" if way else "no next page"
    if details:
        links = link_columns(table, fetched.page.url or start)
        yield f"details: by the links of `{links[0]}`" if links else "details: no link leads there"
