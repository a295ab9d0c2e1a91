"""The words of a link, in two senses: what the page calls next, and where its list continues.

On most pages both are one link. Blogs are the exception: their first page has the newest posts, so
the list continues at the older ones, while words and classes of many call these previous, and the
newer ones next. No page calls a number next, but it leads on anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

from windrow.crawl.links import PageLink, words

__all__ = ["Sense", "is_more", "is_picture", "is_title", "is_up", "phrases", "said"]

Sense: TypeAlias = Literal["next", "onward"]
"""The goal: the page that is called the next one, or the one at which the list continues."""

_FORWARD = re.compile(r"^[\s›>→▶►⇒❯⟩▸❱➔➜⮞]+$|^\s*»\s*$")
_FAR_FORWARD = re.compile(r"^\s*(>>+|»»|››|>\||»\||⏭|▶▶)\s*$")
_BACK = re.compile(r"^[\s‹<←◀◄⇐❮⟨◂«❰⮜]+$")
_SIGNS = re.compile(r"[^\w\s]+")
# Classes of boxes that hold the links to other pages.
_BOX = re.compile(
    r"^(pag(e|er|es|ing|ed|enav\w*|in\w*)|pagination\w*|nav(i|igation)?|wp-pagenavi)$"
)
_DATE = re.compile(r"20\d\d|[月年週周]|翌日|明日|明天")
# How many records come next, and what they are called.
_COUNTED = re.compile(r"(\D+?) [1-9]\d{0,2}(?: \w+)?")
# Names of arrows in icon fonts, besides the direction.
_ARROWS = frozenset(("arrow", "chevron", "angle", "caret"))
# Each text is read by several rules. Chosen, not measured.
_CACHED = 4096
# A link to a next page has fewer characters than this. Chosen, not measured.
_LONG = 25
# "Next question", "next in series": one thing, whatever it is. Several records are in the plural,
# or have a word for them all.
_SEVERAL = "page|set|batch|group|screen|part|up"
_TIMES = "day|week|month|year|season"
_NEXT_ONE = re.compile(
    rf"(?:.* )?(?:next|prev|previous) (?:in .*|(?!(?:{_SEVERAL}|{_TIMES})$)[a-z]*[a-rt-z])"
)


@cache
def phrases(kind: str) -> frozenset[str]:
    """Return the phrases of links of a *kind*, in all languages."""
    lines = files("windrow.crawl").joinpath("words.txt").read_text("utf-8").splitlines()
    return frozenset(
        _bare(phrase)
        for line in lines
        if line.startswith(f"{kind} ")
        for phrase in line.split(" ", 2)[2].split(",")
    )


def said(link: PageLink, sense: Sense) -> Iterator[str]:
    """Yield the names of the signs that a link gives by its words and its markup."""
    bare = _bare(link.text)
    yield from _drawn(link, bare)
    if _is_boxed(link):
        yield "paging_box"
    if len(link.text) > _LONG:
        yield "long"
    if _DATE.search(link.text) or not phrases("date").isdisjoint({*words(link.text), *link.hints}):
        yield "date"
    if link.loaded:
        yield "loaded"
    alone = _is_of_one(bare)
    if alone or bare in phrases("other"):
        yield "says_other"
    if alone:
        return
    if _says_page(bare):
        yield "says_page"
    if age := next((kind for kind in ("older", "newer") if _says(bare, kind)), ""):
        yield from _dated(link, age, sense)
    elif sense == "next" and _called(link) == ["previous"]:
        # A link that the markup calls previous is not the next page, whatever its words.
        yield from ("says_previous", "hints_previous")
    else:
        yield from _directed(link, bare, sense)


def is_title(text: str) -> bool:
    """Return whether a text is words that name something, not a number or a direction.

    >>> is_title("Dry hay"), is_title("Next page"), is_title("2")
    (True, False, False)
    """
    bare = _bare(text)
    return (
        bool(bare)
        and not any(map(str.isdigit, bare))
        and bare not in phrases("other")
        and not any(_says(bare, kind) for kind in ("next", "previous", "older", "newer", "more"))
    )


def is_picture(link: PageLink) -> bool:
    """Return whether a link is a picture without a name, and not one that shows a direction."""
    directed = _ARROWS.union(*map(_hint_words, ("next", "previous", "other")))
    return link.pictured and not link.text and directed.isdisjoint(link.hints | link.held)


def is_more(text: str) -> bool:
    """Return whether a text begins with "more", which opens menus and articles as well as pages.

    >>> is_more("More..."), is_more("More upcoming events"), is_more("Read more")
    (True, True, False)
    """
    bare = _bare(text)
    return bare in phrases("more") or bare.partition(" ")[0] in phrases("more")


def _is_of_one(bare: str) -> bool:
    """Return whether words name one thing or a time, as "next article" does, and no page.

    >>> _is_of_one("next article"), _is_of_one("next page of the article")
    (True, False)
    >>> _is_of_one("see next file"), _is_of_one("next files"), _is_of_one("next 7 days")
    (True, False, True)
    """
    some = words(bare)
    if not phrases("page").isdisjoint(some):
        return False
    # "Next 7 days"; "next month" leads on in calendars.
    timed = any(map(str.isdigit, bare)) and not phrases("date").isdisjoint(some)
    return timed or not phrases("thing").isdisjoint(some) or bool(_NEXT_ONE.fullmatch(bare))


def is_up(text: str) -> bool:
    """Return whether a text leads up from one thing to the list of all.

    >>> is_up("Back to the list"), is_up("Back")
    (True, False)
    """
    return _bare(text) in phrases("up")


def _says_page(bare: str) -> bool:
    """Return whether words call a link the next page, or the next records by their number.

    >>> _says_page("next page"), _says_page("next 20 bales"), _says_page("next")
    (True, True, False)
    """
    named = bare in phrases("next") and not phrases("page").isdisjoint({*words(bare)})
    return named or _counts_next(bare)


def _is_wordless(link: PageLink, bare: str) -> bool:
    return not bare or link.pictured


def _is_boxed(link: PageLink) -> bool:
    return any(_BOX.match(word) for word in link.around | link.hints)


def _drawn(link: PageLink, bare: str) -> Iterator[str]:
    """Yield the arrows of a link, whether characters or icons."""
    # Where people read from right to left, the arrow back points to the right.
    if {"prev", "previous"} & link.rel:
        return
    for name, drawn in (("arrow", _FORWARD), ("double_arrow", _FAR_FORWARD), ("back_arrow", _BACK)):
        if drawn.match(link.text.strip("[]() ")):
            yield name
    if _is_wordless(link, bare) and link.hints & _ARROWS:
        if "right" in link.hints:
            yield "double_arrow" if "double" in link.hints else "arrow"
        if "left" in link.hints:
            yield "back_arrow"


def _dated(link: PageLink, age: str, sense: Sense) -> Iterator[str]:
    """Yield the signs of a link to *older* or *newer* records."""
    if sense == "onward":
        # Blogs call the older posts previous in their classes: the visible words count.
        yield "says_older" if age == "older" else "says_previous"
        return
    named = _called(link)
    if named == ["next"] or (not named and age == "newer"):
        yield "says_next"
        yield from ("rel_next",) if "next" in link.rel else ()
    else:
        yield "says_previous"


def _called(link: PageLink) -> list[str]:
    """Return the direction by the markup of a link and of the boxes that hold only it."""
    hints = link.hints | link.held
    rel = {"previous" if one == "prev" else one for one in link.rel}
    return [kind for kind in ("next", "previous") if kind in rel or hints & _hint_words(kind)]


def _directed(link: PageLink, bare: str, sense: Sense) -> Iterator[str]:
    """Yield the signs of a link by its words, its rel, its classes and its pictures."""
    if "next" in link.rel:
        yield "rel_next"
        # A picture has no words. In the head of a page, articles call others next.
        if _is_wordless(link, bare) and link.node >= 0:
            yield "says_next"
    if {"prev", "previous"} & link.rel:
        yield "rel_previous"
    if bare in phrases("next") or _counts_next(bare):
        yield "says_next"
    elif _within(bare, "next"):
        yield "has_next"
    # A lone "More" opens menus and articles, unless it is among page links.
    more = _inside("more", least=2).search(bare) or (bare in phrases("more") and _is_boxed(link))
    if more:
        yield "says_more"
    if _says(bare, "previous"):
        yield "says_previous"
    hints = link.hints | link.held
    hinted = [kind for kind in ("next", "previous", "other") if hints & _hint_words(kind)]
    if more and sense == "onward" and "previous" in hinted:
        # As with older posts, the visible words count.
        hinted.remove("previous")
    yield from (f"hints_{kind}" for kind in hinted)
    # A link without words says what its label, its class or its picture is called; and one whose
    # class agrees with a word of it means that word.
    if hinted == ["next"] and (_is_wordless(link, bare) or _within(bare, "next")):
        yield "says_next"


def _counts_next(bare: str) -> bool:
    """Return whether words say how many records come next.

    >>> _counts_next("next 20"), _counts_next("next 10 results"), _counts_next("next 7 days")
    (True, True, False)
    """
    found = _COUNTED.fullmatch(bare)
    counted = found is not None and found[1] in phrases("next")
    return counted and phrases("date").isdisjoint(words(bare))


@lru_cache(maxsize=_CACHED)
def _bare(text: str) -> str:
    """Return the words of a text, without punctuation."""
    return " ".join(_SIGNS.sub(" ", text).lower().split())


def _says(bare: str, kind: str) -> bool:
    return bare in phrases(kind) or _within(bare, kind)


def _within(text: str, kind: str) -> bool:
    return _inside(kind).search(text) is not None


@cache
def _inside(kind: str, least: int = 1) -> re.Pattern[str]:
    """Return a pattern for phrases of a *kind* with at least *least* words among others."""
    some = [one for one in phrases(kind) if len(one) > 2 and one.count(" ") >= least - 1]
    found = "|".join(map(re.escape, sorted(some)))
    return re.compile(rf"(?<!\S)(?:{found})(?!\S)")


@cache
def _hint_words(kind: str) -> frozenset[str]:
    return frozenset(phrase for phrase in phrases(kind) if " " not in phrase and len(phrase) > 2)
