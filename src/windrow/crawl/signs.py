"""The signs for and against a link leading to the next page, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log1p
from urllib.parse import urlsplit

from windrow.crawl.addresses import host_of
from windrow.crawl.counted import counts_records, is_dated, is_first, is_paged, is_step, names_page
from windrow.crawl.links import PageLink, without_counts, without_numbers
from windrow.crawl.numbered import Numbered
from windrow.crawl.wording import Sense, is_more, said
from windrow.tree import Tree

__all__ = [
    "AGAINST", "BACK", "CALLED", "FOR", "NAMES", "PAGED", "PageSketch", "merged",
    "signs",
]  # fmt: skip

FOR = (
    "rel_next", "says_next", "has_next", "says_older", "says_more", "arrow", "hints_next",
    "paging_box", "number_after", "number_row", "like_numbers", "step", "page_address",
    "behind_list", "twice", "paged_next", "counted_next", "loaded", "paired", "says_page",
)  # fmt: skip
"""The signs that can only count for a link."""

AGAINST = (
    "rel_previous", "says_previous", "says_other", "double_arrow", "back_arrow", "hints_previous",
    "hints_other", "number_other", "elsewhere", "in_record", "repeated", "far", "long", "date",
    "unlisted",
)  # fmt: skip
"""The signs that can only count against a link."""
_AGAINST = frozenset(AGAINST)

CALLED = frozenset(
    ("rel_next", "says_next", "has_next", "says_older", "says_more", "arrow", "hints_next")
)
"""The signs by which a page calls a link the next one."""

BACK = frozenset(("says_previous", "back_arrow", "hints_previous", "rel_previous"))
"""The signs by which a page says that a link leads back."""

PAGED = frozenset(("page_address", "step", "number_after", "like_numbers", "says_page"))
"""The signs of one of many pages of a list: by its address, the numbers around it, or its words."""

NAMES = (*FOR, *AGAINST, "before_list")
"""All signs of a link, in the order of their weights."""


@dataclass(frozen=True, slots=True)
class PageSketch:
    """The page's address and the places of its list, with which links are compared."""

    tree: Tree
    own: str  # the page's own address; "" if unknown
    records: tuple[tuple[int, int], ...]  # the ranges of the list's records
    listed: float  # how sure it is that they are the list that somebody wants, 0 to 1
    rows: Numbered  # of numbers
    repeated: frozenset[str] = frozenset()  # what links to several addresses say
    of_things: frozenset[str] = frozenset()  # addresses whose numbers do not count pages


def signs(link: PageLink, place: PageSketch, sense: Sense) -> dict[str, float]:
    """Return the signs of a link that are not zero."""
    found = dict.fromkeys([*said(link, sense), *_led(link, place)], 1.0)
    # "Next" beside 1 [2] 3 leads to the 3, even if their addresses differ by a token of their own;
    # "<<" and ">>" may lead to the first and the last page.
    elsewhere = (BACK | {"double_arrow", "says_other", "hints_other"}) & found.keys()
    if link.node in place.rows.beside and CALLED & found.keys() and not elsewhere:
        found["number_after"] = 1.0
    # "More" in a menu leads to numbers of things, too.
    if is_more(link.text) and (
        names_page(link.address) or counts_records(link.address, len(place.records))
    ):
        found["says_more"] = 1.0
    return found | _stands(link, place) | {"unlisted": 1 - place.listed}


def merged(rows: Iterable[dict[str, float]], sense: Sense) -> dict[str, float]:
    """Return the numbers of an address from those of all its links: the strongest of each."""
    every = [*rows]
    # Other links to the same address do not count against the one that calls it next.
    called = [row for row in every if CALLED & row.keys()] or every
    found: dict[str, float] = {}
    for row in every:
        found |= {name: value for name, value in row.items() if name not in _AGAINST}
    for row in called:
        for name in _AGAINST & row.keys():
            strongest = min if name == "far" else max
            found[name] = strongest(found.get(name, row[name]), row[name])
    if len(every) > 1:
        found["twice"] = 1.0
    found |= dict.fromkeys(_words_for(found, sense), 1.0)
    forward = {"rel_next", "says_next", "has_next", "says_older", "arrow", "hints_next"}
    forward &= found.keys()
    # The next article of a blog is called next as well; the next page of a list has a number.
    if forward and PAGED & found.keys():
        found["paged_next"] = 1.0
        found["counted_next"] = float(len(forward) > 1 or "number_after" in found)
    return found


def _words_for(found: Mapping[str, float], sense: Sense) -> Iterator[str]:
    """Yield what a link means without the word "next": few pages have only such links.

    "Older posts", "load more", "next matches" and an arrow say "next" as clearly as the word alone
    does, where the address is that of a page. Where the markup calls one of two neighbours next and
    the other previous, that is what they are called. For somebody who wants the whole list, the
    number after the current one does, too, in a row whose addresses count along with it.
    """
    paged = {"page_address", "step", "like_numbers"} & found.keys()
    # A list has one next page: "12 more results" below several lists leads to other lists.
    other = {"repeated", "date"} & found.keys()
    worded = paged and not other and {"says_older", "says_more", "has_next", "arrow"} & found.keys()
    others = {"number_row"} if sense == "onward" else {"hints_next", "paired"}
    if worded or others <= found.keys():
        yield "says_next"


def _led(link: PageLink, place: PageSketch) -> Iterator[str]:
    """Yield the signs of the address and of the numbers around it."""
    if link.number is not None:
        yield "number_after" if link.node in place.rows.following else "number_other"
        if link.node in place.rows.certain:
            yield "number_row"
    elif link.address and place.rows.is_like(link.address):
        yield "like_numbers"
    if without_counts(link.text) in place.repeated:
        yield "repeated"
    if not link.address:
        return
    if (
        is_paged(link.address, place.own, place.of_things)
        or is_first(place.own, link.address)
        or counts_records(link.address, len(place.records))
    ):
        yield "page_address"
    elif is_dated(link.address):
        yield "date"
    if not place.own:
        return
    if urlsplit(link.address).netloc and host_of(link.address) != host_of(place.own):
        yield "elsewhere"
    if is_step(place.own, link.address) and without_numbers(link.address) not in place.of_things:
        yield "step"


def _stands(link: PageLink, place: PageSketch) -> dict[str, float]:
    """Return where the link is relative to the list."""
    if not place.records or link.node < 0:
        return {}
    first, last = place.records[0][0], place.records[-1][1]
    if link.node >= last:
        return {"behind_list": 1.0, "far": log1p(link.node - last) / 5}
    if link.node < first:
        return {"before_list": 1.0, "far": log1p(first - link.node) / 5}
    inside = any(start <= link.node < end for start, end in place.records)
    return {"in_record": 1.0} if inside else {}
