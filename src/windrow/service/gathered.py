"""One table of a list over several kept pages, in the order in which a person opened them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from windrow.crawl.crawl import whole_table
from windrow.crawl.keys import record_key
from windrow.crawl.paging import paging
from windrow.crawl.walk import list_table, new_records
from windrow.errors import NothingLearned, WindrowError
from windrow.later import Later
from windrow.model import Finding, Findings, Table
from windrow.service.home import Home
from windrow.service.lists import pointed
from windrow.service.pages import Pages
from windrow.tree.opened import Opened
from windrow.tree.path import xpath
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.wrapper import Wrapper

__all__ = ["gathered_table", "way_on"]

# The wrapper that reads all pages is learned from this many, as in a crawl. Chosen, not measured.
_LESSONS = 3
# Wrappers, and tables of single pages, that a worker caches: pages are added one by one, and each
# request asks for all of them. Chosen, not measured.
_WRAPPERS, _TABLES = 4, 500


def gathered_table(
    pages: Pages, keys: Sequence[str], *, table: int = 1, path: str | None = None
) -> Table:
    """Return the records of a list on all the pages of *keys*, each once, in their order.

    The list is table number *table* of the first page, or the one around the node *path*.
    """
    folder, most = str(pages.home.folder), pages.most
    lesson = (folder, most, tuple(keys[:_LESSONS]), table, path)
    found = [_read(lesson, key) for key in keys]
    first = next((one for one in found if one), None)
    if first is None:
        raise WindrowError("the pages have no list in common", hint="gather pages of one list")
    key, seen = record_key(first, pages.known(keys[0]).url or ""), set[Hashable]()
    return whole_table([new_records(one, key, seen) for one in found if one])


def way_on(found: Findings, chosen: Finding | None) -> dict[str, Any]:
    """Return where a list of a page continues: address, node and reason, or nulls if nowhere."""
    if chosen is not None and not (found and chosen is found[0]):
        # Somebody wants this list, whatever its rank.
        chosen = replace(chosen, region=replace(chosen.region, score=1.0))
    listed = replace(found, findings=Later.made([chosen] if chosen else []))
    ways = paging(listed)
    if ways.onward is None or ways.onward.node < 0:
        return {**ways.to_json(), "path": None}
    tree = chosen.tree if chosen else Opened(found.page).tree
    return {**ways.to_json(), "path": xpath(tree, ways.onward.node)}


_Lesson = tuple[str, int, tuple[str, ...], int, str | None]


@lru_cache(maxsize=_WRAPPERS)
def _wrapper(lesson: _Lesson) -> Wrapper:
    folder, most, keys, table, path = lesson
    pages = [Pages(Home(folder), most).read(key) for key in keys]
    detector = pointed(path) if path else "auto"
    wrapper = learn(pages[:1], kind="list", detector=detector, table=table)
    better = wrapper
    if pages[1:]:
        with suppress(NothingLearned):
            better = learn_more(wrapper, pages[1:])
    opened = [*map(Opened, pages)]
    worse = any(len(better.read(one).rows) < len(wrapper.read(one).rows) for one in opened)
    return wrapper if worse else better


@lru_cache(maxsize=_TABLES)
def _read(lesson: _Lesson, key: str) -> Table | None:
    folder, most, *_ = lesson
    return list_table(_wrapper(lesson), Opened(Pages(Home(folder), most).read(key)))
