"""What speaks for and against a link being the one to the next page, as numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log1p
from urllib.parse import parse_qsl, urlsplit

from windrow.crawl.links import PageLink, same_page, without_numbers
from windrow.tree import Tree

__all__ = [
    "AGAINST", "FOR", "NAMES", "PageSketch", "host_of", "is_paged", "is_step", "merged", "phrases",
    "signs",
]  # fmt: skip

FOR = (
    "rel_next", "says_next", "has_next", "says_older", "says_more", "arrow", "hints_next",
    "paging_box", "number_after", "number_row", "like_numbers", "step", "page_address",
    "behind_list", "twice", "paged_next", "counted_next", "loaded",
)  # fmt: skip
"""The numbers of a link that can only speak for it."""

AGAINST = (
    "rel_previous", "says_previous", "says_other", "double_arrow", "back_arrow", "hints_previous",
    "hints_other", "number_other", "same", "elsewhere", "in_record", "far", "long", "date",
)  # fmt: skip
"""The numbers of a link that can only speak against it."""

NAMES = (*FOR, *AGAINST, "before_list")
"""All numbers of a link, in the order of their weights."""

_FORWARD = re.compile(r"^[\s›>→▶►⇒❯⟩▸❱➔➜⮞\]]+$|^\s*»\s*$")
_FAR_FORWARD = re.compile(r"^\s*(>>+|»»|››|>\||»\||⏭|▶▶)\s*$")
_BACK = re.compile(r"^[\s‹<←◀◄⇐❮⟨◂«❰⮜\[]+$")
_SIGNS = re.compile(r"[^\w\s]+")
# Classes of boxes that hold the links to other pages.
_BOX = re.compile(
    r"^(pag(e|er|es|ing|ed|enav\w*|in\w*)|pagination\w*|nav(i|igation)?|wp-pagenavi)$"
)
# What an address calls the number of a page or of its first record.
_PAGE = re.compile(
    r"^(p|pg|page|pages|paged|pageno|pagenum\w*|pageid|pagen\w*|pagina|seite|sayfa|start|offset|"
    r"from|skip|first|begin|s|st|cursor|after|max|index|\w*offset|updated max|updated-max)\d*$"
)
_PAGE_PATH = re.compile(
    r"(?:^|[/\-_.])(?:page|p|seite|pagina|index|list)?[-_/=]?(\d{1,4})(?:\.\w+|/)?$"
)
_DATE = re.compile(
    r"\b(month|week|day|year|monat|woche|tag|mois|mes|mese|maand|месяц|月|年)\b|20\d\d", re.I
)
_DIGITS = re.compile(r"\d+")
# Characters of a text that no link to a next page has. Chosen, not measured.
_LONG = 25
# Offsets in addresses grow by the records of a page. Chosen, not measured.
_MOST_RECORDS = 200


@dataclass(frozen=True, slots=True)
class PageSketch:
    """Where the page is, and where its list is: what links are compared with."""

    tree: Tree
    own: str  # the page's own address; "" where none is known
    records: tuple[tuple[int, int], ...]  # the stretches of the list's records
    following: frozenset[int]  # the links that follow the current number in a row of numbers
    certain: frozenset[int]  # those of them in rows that mark the current page, with one address
    numbered: frozenset[str]  # the addresses of links in rows of numbers, with # for numbers


@cache
def phrases(kind: str) -> frozenset[str]:
    """Return what links of a *kind* say, in all languages."""
    lines = files("windrow.crawl").joinpath("words.txt").read_text("utf-8").splitlines()
    return frozenset(
        _bare(phrase)
        for line in lines
        if line.startswith(f"{kind} ")
        for phrase in line.split(" ", 2)[2].split(",")
    )


def signs(link: PageLink, place: PageSketch) -> dict[str, float]:
    """Return the numbers of a link that are not nothing."""
    found = dict.fromkeys([*_said(link), *_led(link, place)], 1.0)
    return found | _stands(link, place)


def merged(rows: Iterable[dict[str, float]]) -> dict[str, float]:
    """Return the numbers of an address from those of all its links: the strongest of each."""
    found: dict[str, float] = {}
    count = 0
    for row in rows:
        count += 1
        for name, value in row.items():
            strongest = min if name == "far" else max
            found[name] = strongest(found.get(name, value), value)
    if count > 1:
        found["twice"] = 1.0
    found |= dict.fromkeys(_words_for(found), 1.0)
    forward = {"rel_next", "says_next", "has_next", "says_older", "arrow", "hints_next"}
    forward &= found.keys()
    # The next article of a blog is called next as well; the next page of a list has a number.
    if forward and {"page_address", "step", "number_after", "like_numbers"} & found.keys():
        found["paged_next"] = 1.0
        found["counted_next"] = float(len(forward) > 1 or "number_after" in found)
    return found


def _words_for(found: Mapping[str, float]) -> Iterator[str]:
    """Yield what a link says without the word: few pages have such links and no others.

    The number after the current one, in a row whose addresses count along with it, says "next" as
    clearly as the word does; so do "older posts", "load more" and an arrow, where the address is
    that of a page.
    """
    paged = {"page_address", "step", "like_numbers"} & found.keys()
    if "number_row" in found or (paged and {"says_older", "says_more", "arrow"} & found.keys()):
        yield "says_next"


def is_step(own: str, address: str) -> bool:
    """Return whether *address* is that of a page after the page *own*, by one number.

    >>> is_step("http://a.com/l?page=2", "http://a.com/l?page=3")
    True
    >>> is_step("http://a.com/l", "http://a.com/l?page=2"), is_step("/l/page/2", "/l")
    (True, False)
    """
    mine, other = same_page(own), same_page(address)
    if _DIGITS.sub("#", mine) == _DIGITS.sub("#", other):
        pairs = zip(_DIGITS.findall(mine), _DIGITS.findall(other), strict=True)
        changed = [(int(a), int(b)) for a, b in pairs if a != b]
        return len(changed) == 1 and 0 < changed[0][1] - changed[0][0] <= _MOST_RECORDS
    # The first page has no number, the second has.
    stem = mine.removesuffix("/").removesuffix(".html")
    return other.startswith(stem) and bool(re.search(r"[^\d](0?[12]|\d0)\b", other[len(stem) :]))


def _said(link: PageLink) -> Iterator[str]:
    """Yield what the link says of itself."""
    bare = _bare(link.text)
    for name, said in (("arrow", _FORWARD), ("double_arrow", _FAR_FORWARD), ("back_arrow", _BACK)):
        if said.match(link.text):
            yield name
    if any(_BOX.match(word) for word in link.around | link.hints):
        yield "paging_box"
    if len(link.text) > _LONG:
        yield "long"
    if _DATE.search(link.text):
        yield "date"
    if link.loaded:
        yield "loaded"
    if bare in phrases("other"):
        yield "says_other"
    # Blogs call the older posts previous in their classes: what people read counts.
    if _says(bare, "older"):
        yield "says_older"
        return
    if _says(bare, "newer"):
        yield "says_previous"
        return
    if "next" in link.rel:
        yield "rel_next"
    if {"prev", "previous"} & link.rel:
        yield "rel_previous"
    if bare in phrases("next"):
        yield "says_next"
    elif _within(bare, "next"):
        yield "has_next"
    if bare in phrases("more") or _inside("more", least=2).search(bare):
        yield "says_more"
    if _says(bare, "previous"):
        yield "says_previous"
    hinted = [kind for kind in ("next", "previous", "other") if link.hints & _hint_words(kind)]
    yield from (f"hints_{kind}" for kind in hinted)
    # A link without words says what its label, its class or its picture is called; and one whose
    # class agrees with a word of it means that word.
    if hinted == ["next"] and (not bare or _within(bare, "next")):
        yield "says_next"


def _bare(text: str) -> str:
    """Return the words of a text, without the signs around and between them."""
    return " ".join(_SIGNS.sub(" ", text).lower().split())


def _says(bare: str, kind: str) -> bool:
    return bare in phrases(kind) or _within(bare, kind)


def _within(text: str, kind: str) -> bool:
    return _inside(kind).search(text) is not None


@cache
def _inside(kind: str, least: int = 1) -> re.Pattern[str]:
    """Return what finds a phrase of a *kind*, of at least so many words, between other words."""
    some = [one for one in phrases(kind) if len(one) > 2 and one.count(" ") >= least - 1]
    found = "|".join(map(re.escape, sorted(some)))
    return re.compile(rf"(?<!\S)(?:{found})(?!\S)")


@cache
def _hint_words(kind: str) -> frozenset[str]:
    return frozenset(phrase for phrase in phrases(kind) if " " not in phrase and len(phrase) > 2)


def _led(link: PageLink, place: PageSketch) -> Iterator[str]:
    """Yield what the address and the numbers around say."""
    if link.number is not None:
        yield "number_after" if link.node in place.following else "number_other"
        if link.node in place.certain:
            yield "number_row"
    elif without_numbers(link.address) in place.numbered:
        yield "like_numbers"
    if is_paged(link.address):
        yield "page_address"
    if not place.own or not link.address:
        return
    if same_page(link.address) == same_page(place.own):
        yield "same"
    if urlsplit(link.address).netloc and host_of(link.address) != host_of(place.own):
        yield "elsewhere"
    if is_step(place.own, link.address):
        yield "step"


def _stands(link: PageLink, place: PageSketch) -> dict[str, float]:
    """Return where the link stands relative to the list."""
    if not place.records or link.node < 0:
        return {}
    first, last = place.records[0][0], place.records[-1][1]
    if link.node >= last:
        return {"behind_list": 1.0, "far": log1p(link.node - last) / 5}
    if link.node < first:
        return {"before_list": 1.0, "far": log1p(first - link.node) / 5}
    inside = any(start <= link.node < end for start, end in place.records)
    return {"in_record": 1.0} if inside else {}


def host_of(address: str) -> str:
    """Return the host of an address, with the port, and without what most sites leave out."""
    try:
        return urlsplit(address).netloc.lower().removeprefix("www.")
    except ValueError:
        return ""


def is_paged(address: str) -> bool:
    """Return whether an address says that it is one of many pages of a list."""
    try:
        parts = urlsplit(address)
        asked = parse_qsl(parts.query)
    except ValueError:
        return False
    named = any(_PAGE.match(name.lower()) and value for name, value in asked)
    return named or bool(_PAGE_PATH.search(parts.path))
