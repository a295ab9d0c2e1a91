"""A whole site from any of its pages: groups of pages by template, and a table of each."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from urllib.parse import urldefrag, urlsplit

from windrow.crawl.addresses import identity, is_home
from windrow.crawl.crawl import CrawlState, CrawlTally, whole_table
from windrow.crawl.fetched import Fetched, Fetcher, Want
from windrow.crawl.keys import absolute, link_columns, record_key
from windrow.crawl.links import resolved
from windrow.crawl.sitemap import site_pages
from windrow.errors import ReadError
from windrow.model import Table
from windrow.read import Page
from windrow.read.base import base_of
from windrow.tree import parse
from windrow.wrap.mixed import Heap, learn_site
from windrow.wrap.wrapper import Wrapper

__all__ = ["SiteCrawled", "crawl_site"]

# Pages that are requested together. Chosen, not measured.
_TOGETHER = 8
# Pages that show where the links of their lists lead. Chosen, not measured.
_ENOUGH = 12
# Files that are no pages, by their endings.
_FILES = frozenset(
    "jpg jpeg png gif svg webp ico css js pdf zip gz mp3 mp4 xml rss doc docx xls".split()
)


@dataclass(frozen=True, slots=True)
class SiteCrawled:
    """The result of a site: a table per template, and the pages without one."""

    tables: tuple[Table, ...] = field(repr=False)
    tally: CrawlTally
    left: tuple[tuple[str, str], ...]  # page and reason
    seconds: float = 0.0


def crawl_site(
    start: str,
    fetcher: Fetcher,
    state: CrawlState,
    *,
    pages: int,
    resume: bool = False,
    watch: Callable[[CrawlTally], None] = lambda tally: None,
) -> SiteCrawled:
    """Read up to *pages* pages of the site of *start*, nearest first, and return their records.

    Pages are told apart by template; each template of several pages has a wrapper, kept in
    *state*, and a table: the records of its lists, or a row for each page about one thing.
    """
    began = time.monotonic()
    state.begin(resume=resume)
    first: list[Fetched] = []
    with state.log() as log:

        def fetch(wants: Sequence[Want]) -> list[Fetched]:
            some = log.fetch(wants, fetcher)
            first.extend(some[: not first])
            return some

        read = [*_reached(start, fetch, pages, watch)]
    if not read:
        raise ReadError(start, f"gives no page: {first[0].reason or 'it leads to another site'}")
    heap = learn_site(read)
    by_name = {page.source: page for page in read}
    tables = []
    for wrapper, names in zip(_as_lists(heap, by_name), heap.pages, strict=True):
        state.keep(wrapper.name, wrapper)
        tables.append(_table(wrapper, [by_name[name] for name in names if name in by_name]))
    tally = CrawlTally(len(read), sum(map(len, tables)), 0, 0, start)
    state.finish(tally, "all pages that were reached are read")
    filled = tuple(table for table in tables if table.rows)
    return SiteCrawled(filled, tally, heap.left, time.monotonic() - began)


def _as_lists(heap: Heap, pages: Mapping[str, Page]) -> Iterator[Wrapper]:
    """Yield the wrappers; where the list on pages leads to the pages about things, that list's.

    A list whose records say the same on several pages can be taken for a part of one thing each.
    Where its records have pages of their own, they are the things.
    """
    groups = [[pages[name] for name in names if name in pages] for names in heap.pages]
    about = [
        {identity(page.url or page.source) for page in group} if _is_of_things(wrapper) else set()
        for wrapper, group in zip(heap.wrappers, groups, strict=True)
    ]
    for number, (wrapper, group) in enumerate(zip(heap.wrappers, groups, strict=True)):
        things = set[str]().union(*about[:number], *about[number + 1 :])
        listed = wrapper.more[0] if _is_of_things(wrapper) and wrapper.more else None
        is_list = listed is not None and _leads_to(things, listed, group[:_ENOUGH])
        yield replace(listed, name=wrapper.name) if listed and is_list else wrapper


def _is_of_things(wrapper: Wrapper) -> bool:
    """Return whether the pages are about one thing each."""
    return wrapper.records[-1] == 1


def _leads_to(things: AbstractSet[str], listed: Wrapper, pages: Sequence[Page]) -> bool:
    """Return whether the records of a list lead to *things*, to others on each page."""
    links: Counter[str] = Counter()
    for page in pages:
        found = listed.apply(page)
        table = absolute(found[0]) if found else Table((), ())
        for name in link_columns(table, page.url or "")[:1]:
            links.update({identity(str(row[name])) for row in table.rows if row.get(name)})
    # What half of the pages have is a menu.
    own = {link for link, count in links.items() if 2 * count < len(pages) or count == 1}
    return len(own & things) > len(links) / 2


def _reached(
    start: str,
    fetch: Callable[[Sequence[Want]], list[Fetched]],
    most: int,
    watch: Callable[[CrawlTally], None],
) -> Iterator[Page]:
    """Yield the pages of the site, nearest to the start first."""
    queue = deque([Want(start)])
    met, count, failed = {Want(start).identity}, 0, 0
    while queue and count < most:
        wants = [queue.popleft() for _ in range(min(_TOGETHER, len(queue), most - count))]
        for fetched in fetch(wants):
            page = fetched.page
            if page is None or not is_home(page.url or start, start):
                failed += 1
                continue
            count += 1
            found = [*_links(page)]
            if count == 1 < most:
                # Pages from sitemaps come after those that the first page leads to.
                found += site_pages(start, fetch, most)
            for address in filter(_is_page, found):
                want = Want(address)
                if is_home(address, start) and want.identity not in met:
                    met.add(want.identity)
                    queue.append(want)
            yield page
        watch(CrawlTally(count, 0, 0, failed, wants[-1].address))


def _links(page: Page) -> Iterator[str]:
    tree, base = parse(page), base_of(page)
    for node in range(len(tree)):
        href = tree.attribute(node, "href") if tree.label(node) == "a" else None
        if href:
            yield urldefrag(resolved(base, href))[0]


def _is_page(address: str) -> bool:
    try:
        path = urlsplit(address).path
    except ValueError:
        return False
    return bool(address) and path.rpartition("/")[2].rpartition(".")[2].lower() not in _FILES


def _table(wrapper: Wrapper, pages: Sequence[Page]) -> Table:
    """Return the records of all pages of a template as one table, each record once."""
    tables, seen = list[Table](), set[Hashable]()
    for page in pages:
        found = wrapper.apply(page)
        if not found or not found[0].rows:
            continue
        table = absolute(found[0])
        # The identity of records shows only if there are several.
        if len(table.rows) > 1:
            key = record_key(table, page.url or "")
            keys = [key(row) for row in table.rows]
            pairs = zip(table.rows, keys, strict=True)
            table = replace(table, rows=tuple(row for row, one in pairs if one not in seen))
            seen |= {*keys}
        tables.append(replace(table, nodes=()))
    return replace(whole_table(tables), template_name=wrapper.name)
