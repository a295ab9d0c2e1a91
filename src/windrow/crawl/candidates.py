"""The links of a page that may lead on, with the signs for each, and their weights."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import islice
from math import exp
from typing import Any

from windrow.crawl.addresses import host_of, same_page
from windrow.crawl.between import may_lie_between
from windrow.crawl.counted import is_first, names_page, things
from windrow.crawl.links import PageLink, head_links, links_of, without_counts
from windrow.crawl.numbered import numbered
from windrow.crawl.others import is_other
from windrow.crawl.signs import BACK, CALLED, PAGED, PageSketch, merged, signs
from windrow.crawl.wording import Sense, is_up
from windrow.model import Findings
from windrow.read import utf8
from windrow.read.base import base_of
from windrow.tree import Tree

__all__ = ["LinkGroup", "LinkGroups", "PagingWeights"]


# Boxes above a link, and their nodes, in which its counterpart is searched: a row of page links
# is neither deep nor large. Chosen, not measured.
_ABOVE, _SMALL = 4, 100
# Lists of one page that may each have a link of their own that says "next". Chosen, not measured.
_LISTS = 2
# The signs of a page that need no word in its address.
_NAMED = frozenset(("number_after", "like_numbers", "says_page", "loaded"))
# A list that is less likely than not is none. Chosen, not measured.
_UNLISTED = 0.5
# Links back beside a link on that are compared with it. Chosen, not measured.
_BACKS = 4


@dataclass(frozen=True, slots=True)
class PagingWeights:
    """How much each sign counts for a link, and the least total for a link to be given."""

    weights: Mapping[str, float]
    least: float
    fitted: Mapping[str, Any] = field(default_factory=dict)  # how they came about

    @classmethod
    @cache
    def shipped(cls) -> PagingWeights:
        """Return the weights that come with the package."""
        return cls(**json.loads((files(__package__) / "paging.json").read_text("utf-8")))

    def score(self, found: Mapping[str, float]) -> float:
        """Return how sure it is that a link with these signs leads on, 0 to 1."""
        value = sum(self.weights.get(name, 0.0) * number for name, number in found.items())
        return 1 / (1 + exp(min(self.least - value, 700.0)))


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """All links of a page to one address, visible ones first, and their signs."""

    links: Sequence[PageLink]
    signs: Mapping[str, float]

    @property
    def is_page(self) -> bool:
        """Whether anything says that the address is of one of many pages.

        A row of numbers does, a word in the address, or words such as "next page". "Next" alone
        leads to the next article, product, thread or chapter as often. A number that nothing names
        a page's counts only where the page has a list. A script's link is known by other signs.
        """
        address, found = self.links[0].address, self.signs.keys()
        if not address or _NAMED & found or (PAGED & found and names_page(address)):
            return True
        return bool(PAGED & found) and self.signs["unlisted"] <= _UNLISTED


@dataclass(frozen=True, slots=True)
class LinkGroups:
    """The links of one page by where they lead, and the page around them."""

    groups: Sequence[Sequence[PageLink]]
    place: PageSketch

    @classmethod
    def of(cls, findings: Findings, tree: Tree, url: str | None = None) -> LinkGroups:
        """Return the links of the page that *findings* are of; *url* is its address, if known."""
        page = findings.page
        base = base_of(replace(page, url=url) if url else page)
        heads = [*head_links(utf8(page), base)]
        named = (one.address for one in heads if "canonical" in one.rel)
        # A saved page can have a file in place of its address there.
        canonical = next((one for one in named if host_of(one)), "")
        own = url or page.url or canonical
        links = [link for link in links_of(tree, base) if not is_other(tree, link)]
        links = _without_scripts(links)
        links += [
            PageLink(-1, one.address, "", one.rel) for one in heads if "canonical" not in one.rel
        ]
        rows = numbered(tree, {link.node: link for link in links}, own)
        place = PageSketch(
            tree,
            own,
            _records(findings, tree),
            min(max(findings[0].region.score, 0.0), 1.0) if findings else 0.0,
            rows,
            _repeated(links),
            things(links),
        )
        groups: dict[str, list[PageLink]] = {}
        for number, link in enumerate(links):
            # Links whose address only a script knows are separate groups.
            there = same_page(link.address) if link.address else str(number)
            groups.setdefault(there, []).append(link)
        return cls([sorted(group, key=_speaks) for group in groups.values()], place)

    def in_sense(self, sense: Sense) -> list[LinkGroup]:
        """Return the candidates for the page called next, or for where the list continues."""
        rows = [[signs(link, self.place, sense) for link in group] for group in self.groups]
        flat = [
            pair
            for group, some in zip(self.groups, rows, strict=True)
            for pair in zip(group, some, strict=True)
        ]
        _add_pairs(self.place.tree, flat)
        of_thing = _of_things(self.place.tree, flat)
        every = [
            (group, some)
            for group, some in zip(self.groups, rows, strict=True)
            if not _leads_both_ways(group, some)
            and not self._leads_elsewhere(group[0].address, some)
            and of_thing.isdisjoint(link.node for link in group)
        ]
        if sense == "next":
            every = [(group, [*_worded(group, some)]) for group, some in every]
        found = [LinkGroup(group, merged(some, sense)) for group, some in every]
        return [one for one in found if sense == "onward" or CALLED & one.signs.keys()]

    def _leads_elsewhere(self, address: str, rows: Sequence[dict[str, float]]) -> bool:
        """Return whether an address is the page's own, or that of a page other than the next.

        Servers that are asked for a page behind the last one may answer with the last: the row of
        numbers knows which page it is.
        """
        own = self.place.own
        same = bool(own and address) and same_page(own) == same_page(address)
        counted = any("number_after" in row for row in rows)
        return (same and not counted) or self.place.rows.passes(address)


def _worded(
    group: Sequence[PageLink], rows: Sequence[dict[str, float]]
) -> Iterator[dict[str, float]]:
    """Yield the signs of the links by which a page calls an address next.

    What the head of a page says is for search engines, and a number is only a number.
    """
    for link, row in zip(group, rows, strict=True):
        if link.node >= 0:
            yield row if link.number is None else {n: row[n] for n in row.keys() - CALLED}


def _leads_both_ways(group: Sequence[PageLink], rows: Sequence[dict[str, float]]) -> bool:
    """Return whether people see one link back and another link on to one address.

    A list of one page has them: its first page is its last one.
    """
    seen = [row.keys() for link, row in zip(group, rows, strict=True) if link.node >= 0]
    said_back, said_on = {"says_previous", "back_arrow"}, {"says_next", "arrow"}
    back = any(said_back & names and not said_on & names for names in seen)
    return back and any(said_on & names and not said_back & names for names in seen)


def _add_pairs(tree: Tree, rows: Sequence[tuple[PageLink, dict[str, float]]]) -> None:
    """Add the sign of a link that is called next, and has one near it that leads back.

    One of the two must have the address of a page: articles lead to other articles in pairs, too.
    Newer posts lead from the second page to the first one, which has no number.
    """
    back = [(link, found) for link, found in rows if BACK & found.keys()]
    boxes = {box for link, _ in back for box in _near(tree, link)}
    paged = {
        box: link.address
        for link, found in back
        if PAGED & found.keys()
        for box in _near(tree, link)
    }
    for link, found in rows:
        if CALLED & found.keys() and not BACK & found.keys():
            near = [*_near(tree, link)]
            if any(is_first(paged[box], link.address) for box in near if box in paged):
                found["page_address"] = 1.0
            if any(box in (boxes if PAGED & found.keys() else paged) for box in near):
                found["paired"] = 1.0


def _of_things(tree: Tree, rows: Sequence[tuple[PageLink, dict[str, float]]]) -> set[int]:
    """Return the links whose neighbours show that the number in their address is a thing's.

    "Previous | Back to the list | Next" are links of a thing; and a page of a list must fit between
    the one before and the one after. A row of numbers and words such as "next page" say more.
    """
    ups = {box for link, _ in rows if is_up(link.text) for box in _near(tree, link)}
    backs: dict[int, list[str]] = {}
    for link, found in rows:
        if BACK & found.keys() and not CALLED & found.keys() and link.address:
            for box in _near(tree, link):
                backs.setdefault(box, []).append(link.address)
    of_thing = set[int]()
    for link, found in rows:
        if not CALLED & found.keys() or {"number_after", "says_page"} & found.keys():
            continue
        boxes = [*_near(tree, link)]
        beside = [back for box in boxes for back in backs.get(box, ())[:_BACKS]]
        if (not ups.isdisjoint(boxes) and not names_page(link.address)) or (
            beside and not any(may_lie_between(back, link.address) for back in beside)
        ):
            of_thing.add(link.node)
    return of_thing


def _near(tree: Tree, link: PageLink) -> Iterator[int]:
    """Yield the small boxes around a link."""
    if link.node >= 0:
        for box in islice(tree.ancestors(link.node), _ABOVE):
            if tree.sizes[box] > _SMALL:
                return
            yield box


def _without_scripts(links: Sequence[PageLink]) -> list[PageLink]:
    """Return the links without the addresses to which several numbers lead: scripts turn pages."""
    numbers: dict[str, set[int]] = {}
    for link in links:
        if link.number is not None and link.address:
            numbers.setdefault(same_page(link.address), set()).add(link.number)
    turned = {address for address, some in numbers.items() if len(some) > 1}
    return [
        replace(link, address="") if same_page(link.address) in turned else link for link in links
    ]


def _repeated(links: Sequence[PageLink]) -> frozenset[str]:
    """Return the texts of links to several addresses: a list has only one next page."""
    led: dict[str, set[str]] = {}
    for link in links:
        if link.text and link.address:
            led.setdefault(without_counts(link.text), set()).add(same_page(link.address))
    return frozenset(text for text, addresses in led.items() if len(addresses) > _LISTS)


def _speaks(link: PageLink) -> tuple[bool, bool]:
    """Return a sort key that puts visible links with words first."""
    return link.node < 0, not link.text or link.number is not None


def _records(findings: Findings, tree: Tree) -> tuple[tuple[int, int], ...]:
    if not findings or findings[0].tree is not tree:
        return ()
    records = findings[0].region.records
    return tuple(sorted((one[0], one[-1] + tree.sizes[one[-1]]) for one in records))
