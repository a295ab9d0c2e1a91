"""Pages whose next page is known, with the signs of their links.

There are two sets. ``../shared/paging/<site>/<page>/page.html`` with ``truth.json`` holds pages
with their addresses; one site in five is set aside by a fixed hash. ``bench/next.json`` says of
pages of the corpus which address is the next one: a page or two of each of its sites, of lists,
articles and pages about one thing, none of them on the corpus's own sites set aside. The latter
were judged by reading the links of each page before any of them was given to windrow: a page has a
next one where a link leads to more records of its main list; the next article, chapter, day, month
or season is none, and neither is a page that only a script or a form leads to.

Two questions are asked. `next`, what the page itself calls its next page, is judged by the labels
as they are. `onward`, where the list goes on, is judged by the labels as somebody reads them who
wants the whole list: on pages whose link that is labelled previous says "older posts" or "load
more" in words, the two directions are exchanged, as older posts are where a blog goes on; and
where no next page is labelled, but numbered pages are, the number after the gap that the current
page leaves between them is the next page's. ``bench/next.json`` answers both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np
import numpy.typing as npt

from bench.corpus import CORPUS, ROOT
from windrow.crawl.candidates import LinkGroups
from windrow.crawl.signs import NAMES
from windrow.crawl.wording import Sense, phrases
from windrow.model import Findings
from windrow.pipeline import find
from windrow.read.base import base_of
from windrow.tree.opened import Opened

__all__ = ["PAGING", "Numbers", "PagingPage", "corpus_pages", "pages"]

PAGING = CORPUS.parent / "paging"
LABELS = ROOT / "bench" / "next.json"

Numbers: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PagingPage:
    """A labelled page in one sense: its candidates' signs, and which of them are right."""

    path: Path
    site: str
    sense: Sense
    address: bool  # whether the page's address is known
    aside: bool  # whether only totals may be seen of its site
    signs: Numbers
    right: npt.NDArray[np.bool_]
    has_one: bool  # whether any page is right, be it among the candidates or not
    texts: Sequence[str]

    @property
    def corpus(self) -> bool:
        """Whether the page is one of the corpus, which ``bench/next.json`` labels."""
        return "/" in self.site


def pages(folder: Path) -> Iterator[PagingPage]:
    """Yield the labelled pages of a folder in both senses, with their addresses known or not."""
    for path in sorted(folder.glob("*/*/page.html")):
        truth = json.loads(path.with_name("truth.json").read_text("utf-8"))
        found = find(str(path), most=1)
        base = base_of(found.page) or truth["url"]
        # One site has pages at addresses with and without "www".
        site = path.parts[-3].removeprefix("www_")
        aside = int(sha1(path.parts[-3].encode()).hexdigest(), 16) % 5 == 0
        for url in (None, truth["url"]):
            there = _links(found, url)
            links = [link for group in there.groups for link in group if link.address]
            texts = {_same(link.address, base): link.text for link in links}
            right: dict[Sense, Sequence[str]] = {
                "next": truth["next"], "onward": _for_a_crawl(truth, texts, base),
            }  # fmt: skip
            for sense in right:
                wanted = {_same(href, base) for href in right[sense]}
                yield _judged(path, site, sense, bool(url), aside, there, wanted, base)


def corpus_pages(corpus: Path = CORPUS) -> Iterator[PagingPage]:
    """Yield the pages of the corpus that ``bench/next.json`` labels, in both senses."""
    for name, truth in json.loads(LABELS.read_text("utf-8")).items():
        path = corpus / name / "page.html"
        if not path.exists():
            continue
        found = find(str(path), most=1)
        base = base_of(found.page)
        there = _links(found, None)
        senses: tuple[Sense, ...] = ("next", "onward")
        for sense in senses:
            wanted = {_same(href, base) for href in truth[sense]}
            site = name.rpartition("/")[0]
            yield _judged(path, site, sense, False, False, there, wanted, base)


def _links(found: Findings, url: str | None) -> LinkGroups:
    return LinkGroups.of(found, found[0].tree if found else Opened(found.page).tree, url)


def _judged(
    path: Path, site: str, sense: Sense, address: bool, aside: bool, there: LinkGroups,
    wanted: set[tuple[str, str, str]], base: str,
) -> PagingPage:  # fmt: skip
    rows = [one for one in there.in_sense(sense) if one.links[0].address and one.is_page]
    signs = [[one.signs.get(name, 0.0) for name in NAMES] for one in rows]
    return PagingPage(
        path,
        site,
        sense,
        address,
        aside,
        np.array(signs).reshape(-1, len(NAMES)),
        np.array([_same(one.links[0].address, base) in wanted for one in rows], bool),
        bool(wanted),
        [f"{one.links[0].text!r} {one.links[0].address}" for one in rows],
    )


def _for_a_crawl(
    truth: Mapping[str, Sequence[str]], texts: Mapping[tuple[str, str, str], str], base: str
) -> Sequence[str]:
    """Return the next pages of a page as somebody sees them who wants the whole list."""
    onward = phrases("older") | phrases("more")
    for href in truth["previous"]:
        said = texts.get(_same(href, base), "").lower().strip("«»←→<>‹› ")
        if any(f" {phrase} " in f" {said} " for phrase in onward):
            return truth["previous"]
    if truth["next"] or truth["previous"]:
        return truth["next"]
    pairs = [(texts.get(_same(href, base), ""), href) for href in truth["pages"]]
    numbers = {int(text): href for text, href in pairs if text.isdecimal()}
    gaps = [n + 2 for n in (0, *numbers) if n + 1 not in numbers and n + 2 in numbers]
    return [numbers[gap] for gap in gaps[:1]]


def _same(href: str, url: str) -> tuple[str, str, str]:
    """Return an address without parts that do not change the page, as the scorer compares it."""
    try:
        parts = urlsplit(urljoin(url, href.strip()))
    except ValueError:
        return "", href, ""
    host = parts.netloc.lower().removeprefix("www.")
    return host, unquote(parts.path).rstrip("/") or "/", unquote(parts.query)
