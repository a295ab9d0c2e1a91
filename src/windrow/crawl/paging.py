"""The next page of a list: which link of a page leads to it, how sure that is, and why.

Two questions are answered: which page a page itself calls its next one, and where its list goes
on. See `windrow.crawl.wording` for where these differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from windrow.crawl.addresses import counted_up
from windrow.crawl.candidates import LinkGroup, LinkGroups, PagingWeights
from windrow.crawl.counted import is_paged
from windrow.crawl.forms import sent_form
from windrow.crawl.links import head_links, links_of, resolved, without_numbers
from windrow.crawl.signs import CALLED
from windrow.crawl.wording import Sense
from windrow.model import Findings
from windrow.read import Page, utf8
from windrow.read.base import base_of
from windrow.tree import Tree
from windrow.tree.opened import Opened

__all__ = [
    "NextPage", "Paging", "WayOn", "guessed", "onward_page", "paging", "unlinked", "ways_on",
]  # fmt: skip

WayOn: TypeAlias = Literal["link", "numbers", "offset", "button", "scroll", "post"]
"""How to get to the next page; see docs/guide/crawl.md."""

# A link that is less sure than this is not given. Scores are shares of right choices, as
# bench/paging.py scales them. .07 of the pages with a next one may be missed, and .03 of those
# without one may give a false alarm: with 201 and 307 of them, a false alarm costs as much as
# .07 * 201 / (.03 * 307) = 1.5 missed pages, and pays from 1.5 / 2.5 on.
SURE = 0.6
# A page that no link leads to, or only one that may as well lead to another thing: it may be there
# or not. Chosen, not measured.
_EVEN = 0.5

# The signs of a link in words, strongest first.
_TOLD = {
    "rel_next": "its markup says rel=next",
    "says_next": "it says {text!r}",
    "says_older": "it says {text!r}",
    "says_more": "it says {text!r}",
    "has_next": "it says {text!r}",
    "arrow": "it is an arrow",
    "hints_next": "its class or picture is called next",
    "number_after": "its number follows the current page's",
    "like_numbers": "its address is like those of the page numbers",
    "step": "its address is one step on from the page's own",
    "page_address": "its address has a page number",
    "loaded": "a script loads it when one scrolls",
    "behind_list": "it is behind the list",
}


@dataclass(frozen=True, slots=True)
class NextPage:
    """Where a list continues; without an address, only a script knows where that is."""

    address: str
    kind: WayOn
    score: float
    reason: str
    node: int = field(default=-1, compare=False)  # the link in the page's tree; -1: in its head
    # What is sent to the address, for a form.
    sent: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Paging:
    """What a page calls its next page, and where its list continues: mostly the same."""

    next: NextPage | None
    onward: NextPage | None

    @property
    def way(self) -> NextPage | None:
        """Where the list continues; if it does not, what the page calls next."""
        return self.onward or self.next

    @property
    def reason(self) -> str:
        """Why these pages were found, or none."""
        if self.way is None:
            return "no link leads to a next page"
        if self.onward is None:
            return f"{self.way.reason}; the list goes on nowhere"
        if self.next is None:
            return f"{self.way.reason}; the page does not call it next"
        if self.next.address != self.onward.address:
            return f"{self.way.reason}; the page calls another one next: {self.next.reason}"
        return self.way.reason

    def to_json(self) -> dict[str, Any]:
        """Return the object for programs; kind and score are those of the way on."""
        return {
            "next": (self.next and self.next.address) or None,
            "onward": (self.onward and self.onward.address) or None,
            "kind": self.way and self.way.kind,
            "score": round(self.way.score, 3) if self.way else 0.0,
            "reason": self.reason,
        }


def paging(findings: Findings, url: str | None = None) -> Paging:
    """Return what a page calls its next page, and where the list of *findings* goes on.

    *url* is the page's address, if the findings do not have it.

    >>> from windrow.pipeline import find
    >>> blog = "<p>Hay</p>" * 9 + "<a class=previous href=?p=3>Older posts</a>"
    >>> found = paging(find(blog.encode()), "https://farm.example/list?p=2")
    >>> found.next, found.onward.address
    (None, 'https://farm.example/list?p=3')
    """
    tree = _tree_of(findings)
    there = LinkGroups.of(findings, tree, url)
    named, onward = _ways(findings, there, "next"), _ways(findings, there, "onward")
    return Paging(_sure(named), _sure(onward))


def onward_page(findings: Findings, url: str | None = None) -> NextPage | None:
    """Return where the list of *findings* continues; None if no link leads on.

    >>> from windrow.pipeline import find
    >>> page = "<p>Hay</p>" * 9 + "<p><b>1</b> <a href=?p=2>2</a> <a href=?p=3>3</a>"
    >>> onward_page(find(page.encode()), "https://farm.example/list").address
    'https://farm.example/list?p=2'
    """
    return paging(findings, url).onward


def guessed(found: Paging, findings: Findings, url: str | None = None) -> Paging:
    """Return *found* with a guessed page that no link leads to, if there is nothing better.

    >>> from windrow.pipeline import find
    >>> here, page = "https://farm.example/list?page=2", find(b"<p>Hay</p>" * 9)
    >>> guessed(paging(page, here), page, here).onward.address
    'https://farm.example/list?page=3'
    """
    own = url or findings.page.url
    if found.onward or not own or not findings:
        return found
    onward = unlinked(findings.page, findings[0].tree, own, len(findings[0].table.rows))
    return replace(found, onward=onward)


def unlinked(page: Page, tree: Tree, url: str, records: int) -> NextPage | None:
    """Return the page after that at *url* by the head, or by its number or that of a record.

    None if visible links lead to such pages: in lists with links, the last page has none. Only
    fetching the page shows whether it exists: a crawl confirms it.
    """
    seen = {without_numbers(link.address) for link in links_of(tree, url)}
    for head in head_links(utf8(page), url):
        if "next" in head.rel and is_paged(head.address):
            if without_numbers(head.address) in seen:
                return None
            return NextPage(head.address, "link", _EVEN, "only the head of the page says rel=next")
    address = counted_up(url, records) if without_numbers(url) not in seen else ""
    reason = "no link leads there; the number in the page's own address is counted up"
    return NextPage(address, "offset", _EVEN, reason) if address else None


def ways_on(findings: Findings, tree: Tree | None = None, url: str | None = None) -> list[NextPage]:
    """Return the possible ways on, the likeliest first; scripts come last.

    *tree* is the page's tree, if the findings have none.
    """
    return _ways(findings, LinkGroups.of(findings, tree or _tree_of(findings), url), "onward")


def _ways(findings: Findings, there: LinkGroups, sense: Sense) -> list[NextPage]:
    weights, ways = PagingWeights.shipped(), []
    for one in there.in_sense(sense):
        best = one.links[0]
        score = weights.score(one.signs if best.address else _trusted(one.signs, best.text))
        # A crawl finds out where "Next" leads if nothing says that it is a page of the list.
        score = score if one.is_page else min(score, _EVEN)
        if score >= SURE or best.address:
            ways.append(_way(findings, there.place.tree, one, score))
    # A way that can be followed comes before one that needs a browser, if it is sure enough.
    return sorted(ways, key=lambda way: (bool(way.address) and way.score >= SURE, way.score),
                  reverse=True)  # fmt: skip


def _sure(ways: list[NextPage]) -> NextPage | None:
    return ways[0] if ways and ways[0].score >= SURE else None


def _trusted(found: Mapping[str, float], text: str) -> dict[str, float]:
    """Return the signs of a link whose address only a script knows: only its words count.

    No labelled page has such links. They count as links with the address of a page, if
    they say that they lead on, and are behind the list or among page links; a lone "More" opens
    menus.
    """
    onward = {"says_next", "says_older", "arrow"} & found.keys() or (
        "says_more" in found and " " in text
    )
    if not onward or not {"paging_box", "behind_list"} & found.keys():
        return {**found}
    return {**found, "page_address": 1.0, "paged_next": 1.0, "says_next": 1.0}


def _tree_of(findings: Findings) -> Tree:
    return findings[0].tree if findings else Opened(findings.page).tree


def _way(findings: Findings, tree: Tree, one: LinkGroup, score: float) -> NextPage:
    link, found = one.links[0], one.signs
    if link.number is not None:
        # A number says "next" only by its row, which the reason names.
        found = {name: value for name, value in found.items() if name != "says_next"}
    kind: WayOn = "link" if CALLED & found.keys() or "number_after" not in found else "numbers"
    told = [words.format(text=link.text) for name, words in _TOLD.items() if found.get(name)]
    reason = "; ".join(dict.fromkeys(told)) or "it is a link"
    if "loaded" in found:
        kind = "scroll"
    if link.address:
        return NextPage(link.address, kind, score, reason, link.node)
    if score >= SURE and (form := sent_form(Opened(findings.page).whole, tree, link.node)):
        address = resolved(findings.page.url or base_of(findings.page), form.action)
        return NextPage(address, "post", score, reason, link.node, form.sent)
    return NextPage("", "button", score, f"{reason}; a script leads there", link.node)
