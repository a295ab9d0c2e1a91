"""The next page of a list: which link of a page leads to it, how sure that is, and why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Literal, TypeAlias

from windrow.crawl.addresses import counted_up
from windrow.crawl.forms import sent_form
from windrow.crawl.links import PageLink, head_links, links_of, resolved, same_page, without_numbers
from windrow.crawl.numbered import numbered
from windrow.crawl.signs import PageSketch, merged, signs
from windrow.model import Findings
from windrow.read import utf8
from windrow.read.base import base_of
from windrow.tree import Tree
from windrow.tree.opened import Opened

__all__ = [
    "NextPage", "PagingWeights", "WayOn", "candidates", "counted_on", "counted_page", "next_page",
    "ways_on",
]  # fmt: skip

WayOn: TypeAlias = Literal["link", "numbers", "offset", "button", "scroll", "post"]
"""How one gets to the next page; see docs/guide/crawl.md."""

# A link that is less sure than this is not given: an even bet. Chosen, not measured.
SURE = 0.5

# What the numbers of a link mean in words, the strongest first.
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
    """Where a list goes on; without an address, only a script knows where that is."""

    address: str
    kind: WayOn
    score: float
    reason: str
    node: int = field(default=-1, compare=False)  # the link in the page's tree; -1: in its head
    # What is sent to the address, for a form.
    sent: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return what programs get."""
        return {
            "next": self.address or None,
            "kind": self.kind,
            "score": round(self.score, 3),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class PagingWeights:
    """How much each sign speaks for a link, and how much must speak for one to be given."""

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


def next_page(
    findings: Findings,
    tree: Tree | None = None,
    url: str | None = None,
    weights: PagingWeights | None = None,
) -> NextPage | None:
    """Return the next page of the list that *findings* are of; None where there is none.

    *tree* and *url* are the page's, where they are known better than the findings know them.

    >>> from windrow.pipeline import find
    >>> page = "<p>Hay</p>" * 9 + "<p class=pager><b>1</b> <a href=?p=2>2</a> <a href=?p=2>Next</a>"
    >>> next_page(find(page.encode()), url="https://farm.example/list").address
    'https://farm.example/list?p=2'
    """
    found = ways_on(findings, tree, url, weights)
    return found[0] if found and found[0].score >= SURE else None


def counted_page(findings: Findings, url: str | None = None) -> NextPage | None:
    """Return the next page of a list without links to its pages, by the page's own address.

    Only the page itself can say whether it is there: a crawl confirms it.

    >>> from windrow.pipeline import find
    >>> counted_page(find(b"<p>Hay</p>" * 9), "https://farm.example/list?page=2").address
    'https://farm.example/list?page=3'
    """
    own = url or findings.page.url
    if not own or not findings:
        return None
    return counted_on(findings[0].tree, own, len(findings[0].table.rows))


def counted_on(tree: Tree, url: str, records: int) -> NextPage | None:
    """Return the page after that at *url* by its number, or the number of its first record.

    None where the page has links to such pages: in lists with links, the last page has none.
    """
    form = without_numbers(url)
    if any(without_numbers(link.address) == form for link in links_of(tree, url)):
        return None
    address = counted_up(url, records)
    reason = "no link leads there; the number in the page's own address is counted up"
    return NextPage(address, "offset", SURE, reason) if address else None


def ways_on(
    findings: Findings,
    tree: Tree | None = None,
    url: str | None = None,
    weights: PagingWeights | None = None,
) -> list[NextPage]:
    """Return what may lead to the next page, the likeliest first; addresses before scripts."""
    chosen = weights or PagingWeights.shipped()
    tree = tree or _tree_of(findings)
    ways = []
    for links, found in candidates(findings, tree, url):
        best = links[0]
        score = chosen.score(found if best.address else _trusted(found, best.text))
        if score >= SURE or best.address:
            ways.append(_way(findings, tree, best, found, score))
    # A way that can be gone comes before one that needs a browser, if it is sure enough.
    return sorted(ways, key=lambda way: (bool(way.address) and way.score >= SURE, way.score),
                  reverse=True)  # fmt: skip


def candidates(
    findings: Findings, tree: Tree, url: str | None = None
) -> list[tuple[Sequence[PageLink], dict[str, float]]]:
    """Return the links of a page by where they lead, with what speaks for and against each."""
    page = findings.page
    base = base_of(replace(page, url=url) if url else page)
    heads = [*head_links(utf8(page), base)]
    canonical = next((one.address for one in heads if "canonical" in one.rel), "")
    own = url or page.url or canonical
    links = [*links_of(tree, base)]
    links += [PageLink(-1, one.address, "", one.rel) for one in heads if "canonical" not in one.rel]
    rows = numbered(tree, {link.node: link for link in links}, own)
    place = PageSketch(
        tree,
        own,
        _records(findings, tree),
        rows.following,
        rows.certain,
        frozenset(map(without_numbers, rows.addresses)),
    )
    groups: dict[str, list[PageLink]] = {}
    for number, link in enumerate(links):
        # Links whose address only a script knows are each one of their own.
        groups.setdefault(same_page(link.address) if link.address else str(number), []).append(link)
    return [
        (sorted(group, key=_speaks), merged(signs(link, place) for link in group))
        for group in groups.values()
    ]


def _trusted(found: Mapping[str, float], text: str) -> dict[str, float]:
    """Return the signs of a link whose address only a script knows: its words must do.

    No page is labelled with such links. They are taken for links with the address of a page, if
    they say that they lead on, and are behind the list or among page links; a lone "More" opens
    menus.
    """
    onward = {"says_next", "says_older", "arrow"} & found.keys() or (
        "says_more" in found and " " in text
    )
    if not onward or not {"paging_box", "behind_list"} & found.keys():
        return {**found}
    return {**found, "page_address": 1.0, "paged_next": 1.0, "says_next": 1.0}


def _speaks(link: PageLink) -> tuple[bool, bool]:
    """Return a key that puts links first that people see, and that say something."""
    return link.node < 0, not link.text or link.number is not None


def _tree_of(findings: Findings) -> Tree:
    return findings[0].tree if findings else Opened(findings.page).tree


def _records(findings: Findings, tree: Tree) -> tuple[tuple[int, int], ...]:
    if not findings or findings[0].tree is not tree:
        return ()
    records = findings[0].region.records
    return tuple(sorted((one[0], one[-1] + tree.sizes[one[-1]]) for one in records))


def _way(
    findings: Findings, tree: Tree, link: PageLink, found: Mapping[str, float], score: float
) -> NextPage:
    if link.number is not None:
        # A number says "next" only by its row, which the reason names.
        found = {name: value for name, value in found.items() if name != "says_next"}
    said = {"rel_next", "says_next", "has_next", "says_older", "says_more", "arrow", "hints_next"}
    kind: WayOn = "link" if said & found.keys() or "number_after" not in found else "numbers"
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
