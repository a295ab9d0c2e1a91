"""Numbers in addresses: which of them count the pages of a list, and which are of things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from windrow.crawl.addresses import AddressParts, identity, parts_of, same_page
from windrow.crawl.links import PageLink, number_of, without_numbers, words
from windrow.crawl.wording import is_picture, is_title, phrases

__all__ = [
    "counts_records", "is_dated", "is_first", "is_paged", "is_step", "names_page", "stem", "things",
]  # fmt: skip

# What an address calls the number of a page or of its first record.
_PAGE = re.compile(
    r"^(p|pg|page|pages|paged|pageno|pagenum\w*|pageid|pagen\w*|pagina|seite|sayfa|start\w*|offset|"
    r"from|skip|first|begin|s|st|cursor|after|max|index|\w*offset|updated max|updated-max)\d*$"
)
# Words in longer names of such numbers, "ResultStart", "list[page]", and words that say otherwise.
_PAGE_WORDS = frozenset("page start offset begin skip seite pagina".split())
_OTHER_WORDS = frozenset("id size date day month year time name type per count".split())
# Names of values that lead on without being a number.
_CURSORS = ("cursor", "after", "max")
_PAGE_PATH = re.compile(
    r"(?:^|[/\-_.])(page|p|seite|pagina|index|list)?[-_/=]?(\d{1,4})(?:\.\w+|/)?$"
)
_LAST_FILE = re.compile(r"/(?:index|default)?(?:\.\w+)?$|\.\w{3,5}$")
# What the second page's address has beyond the first one's: one number, at the end of its part.
_SECOND = re.compile(r"\D*(?:0?[12]|\d0)(?:\.\w+|/)?(?:&[^/]*)?")
# Numbers of four digits that are years, as archives have them: no page numbers.
_YEAR = re.compile(r"(?:19|20)\d\d")
# Months and days at the end of a path: /2026/08, /2026-08-01, /20260801.
_DAY_PATH = re.compile(
    r"(?:19|20)\d\d(?:[-/_.]?(?:0?[1-9]|1[0-2]))(?:[-/_.]?[0-3]?\d)?(?:\.\w+|/)?$"
)
_ONE = phrases("thing")
_DAY_WORDS = frozenset(
    "date day month year week season datum tag monat jahr fecha mes jour mois".split()
)
_DIGITS = re.compile(r"\d+")
# The number at the end of what a title names: dry-hay-1234.html
_NUMBERED = re.compile(r"\D\d+()$"), re.compile(r"\D\d+(\.\w+)$")
# Addresses may be of any length: words are read from their beginning only, and whole.
_LETTER, _WORD = re.compile(r"[^\W\d_]"), r"(?<![^\W\d_])([^\W\d_]++)"
# The last value before a place in an address: its name, and its beginning.
_VALUE = re.compile(r"(?<![^?&;/=])([^?&;/=]*+)=([^=&;/]*)$")
_LAST_WORD = re.compile(rf"{_WORD}[-_/.]?$")
# The word that the last number of a path belongs to: /photo/7, /chapter-7.html
_WORD_BEFORE = re.compile(rf"{_WORD}[-_/.]?\d+(?:\.\w+|/)?$")
_COUNTING = re.compile(rf"\d|{'|'.join(_CURSORS)}", re.I)
# Offsets in addresses grow by the records of a page. Chosen, not measured.
_MOST_RECORDS = 200
# Each address is asked about several times. Chosen, not measured.
_CACHED = 4096
# Links of one kind that show what their numbers are of. Chosen, not measured.
_SEVERAL = 3


@lru_cache(maxsize=_CACHED)
def is_paged(address: str, own: str = "", of_things: frozenset[str] = frozenset()) -> bool:
    """Return whether an address says that it is one of many pages of a list.

    A number that no word calls that of a page is not one where it is *of_things*, or where the
    path is not that of the page's *own* address.

    >>> is_paged("/hay?page=2"), is_paged("/hay/2"), is_paged("/hay/page/2"), is_paged("/2019")
    (True, True, True, False)
    >>> is_paged("/bale/2", of_things=frozenset({"/bale/#"})), is_paged("/dry-hay-2", "/wet-hay")
    (False, False)
    """
    # Most addresses have no number at all.
    if not _COUNTING.search(address):
        return False
    parts = parts_of(address)
    # What a letter counts can be a thing's number: /?p=7 is an article of some blogs.
    named = [name for name, value in parts.asked if _counts_pages(name, value)]
    if any(len(name) > 1 or without_numbers(address) not in of_things for name in named):
        return True
    found = _PAGE_PATH.search(parts.path)
    if not found or _YEAR.fullmatch(found[2]):
        return False
    if found[1]:
        return True
    if _DAY_PATH.search(parts.path) or _is_of_thing(parts.path, own):
        return False
    if own and stem(own) == stem(address):
        return of_things.isdisjoint((without_numbers(address), _end(parts)))
    kinds = without_numbers(address), _end(parts), _titled(parts.path)
    return of_things.isdisjoint(kinds) and (not own or _is_kin(own, address))


def names_page(address: str) -> bool:
    """Return whether a word in an address says that its number is a page's.

    >>> names_page("/hay?page=2"), names_page("/hay/page/2"), names_page("/hay/2")
    (True, True, False)
    """
    parts = parts_of(address)
    if any(len(name) > 1 and _counts_pages(name, value) for name, value in parts.asked):
        return True
    found = _PAGE_PATH.search(parts.path)
    return found is not None and bool(found[1])


def is_dated(address: str) -> bool:
    """Return whether an address is that of a day, a month or a year, and of no page of a list.

    >>> is_dated("/events/2026/08"), is_dated("/tv?date=2026-08-01"), is_dated("/2026/08/page/2")
    (True, True, False)
    """
    if not _DIGITS.search(address) or is_paged(address):
        return False
    parts = parts_of(address)
    named = any(value and not _DAY_WORDS.isdisjoint(words(name)) for name, value in parts.asked)
    return named or _DAY_PATH.search(parts.path) is not None


def counts_records(address: str, records: int) -> bool:
    """Return whether an address begins behind *records*, the number of those on the first page.

    >>> counts_records("/find?q=hay&base=10", 10), counts_records("/find?q=hay&next_hit=11", 10)
    (True, True)
    >>> counts_records("/find?q=hay&category=7", 10)
    False
    """
    asked = parts_of(address).asked if _DIGITS.search(address) else ()
    numbers = {
        int(value)
        for name, value in asked
        if value.isdecimal() and len(value) < 5 and not _is_name(f"{name}=")
    }
    return records >= _SEVERAL and not numbers.isdisjoint((records, records + 1))


def _counts_pages(name: str, value: str) -> bool:
    """Return whether a part of an address is the number of a page or of its first record.

    >>> _counts_pages("ResultStart", "21"), _counts_pages("date_start", "21")
    (True, False)
    """
    if _PAGE.match(name.lower()):
        return any(map(str.isdigit, value)) or name.lower() in _CURSORS
    parts = {*words(name)}
    named = not parts.isdisjoint(_PAGE_WORDS) and parts.isdisjoint(_OTHER_WORDS)
    return named and value.isdecimal()


def _is_name(before: str) -> bool:
    """Return whether the number after a part of an address is no page's by its name or its letters.

    >>> _is_name("/film?v=k"), _is_name("/hay?lesson="), _is_name("/photo/"), _is_name("/hay?at=")
    (True, True, True, False)
    """
    found, word = _VALUE.search(before), _LAST_WORD.search(before)
    if word and word[1].lower() in _ONE:
        return True
    return found is not None and (
        any(map(str.isalpha, found[2])) or not _ONE.isdisjoint(words(found[1]))
    )


def _is_of_thing(path: str, own: str) -> bool:
    """Return whether the number at the end of a path belongs to a word for one thing.

    >>> _is_of_thing("/hay/chapter-4", ""), _is_of_thing("/photo/2", "http://a.com/photo")
    (True, False)
    """
    found = _WORD_BEFORE.search(path)
    if not found or found[1].lower() not in _ONE:
        return False
    return not own or any(map(str.isdigit, own)) or stem(own) != stem(path)


def is_first(own: str, address: str) -> bool:
    """Return whether *address* is that of the first page of the list that *own* is a page of.

    >>> is_first("http://a.com/hay/page/2", "http://a.com/hay/"), is_first("/hay?p=3", "/hay?p=2")
    (True, False)
    >>> is_first("/hay?t=7&page=2", "/hay?t=7"), is_first("/hay?t=7&page=2", "/hay?t=8")
    (True, False)
    """
    if not is_paged(own) or is_paged(address) or stem(own) != stem(address):
        return False
    # Everything else that the first page's address asks for is what this one asks for.
    return {*parts_of(identity(address)).asked} <= {*parts_of(identity(own)).asked}


def is_step(own: str, address: str) -> bool:
    """Return whether *address* is that of a page after the page *own*, by one number.

    >>> is_step("http://a.com/l?page=2", "http://a.com/l?page=3")
    True
    >>> is_step("http://a.com/l", "http://a.com/l?page=2"), is_step("/l/page/2", "/l")
    (True, False)
    >>> is_step("http://a.com/", "http://a.com/top_10/tools"), is_step("/tv/2026/7", "/tv/2026/8")
    (False, False)
    >>> is_step("/film?v=k7", "/film?v=k8"), is_step("/hay?lesson=7", "/hay?lesson=8")
    (False, False)
    """
    mine, other = same_page(own), same_page(address)
    if is_dated(address):
        return False
    if _DIGITS.sub("#", mine) == _DIGITS.sub("#", other):
        pairs = zip(_DIGITS.finditer(mine), _DIGITS.finditer(other), strict=True)
        changed = [pair for pair in pairs if pair[0][0] != pair[1][0]]
        if len(changed) != 1 or _is_name(other[: changed[0][1].start()]):
            return False
        before, after = (number_of(one[0]) for one in changed[0])
        return 0 < after - before <= _MOST_RECORDS
    # The first page has no number, the second has.
    stem = mine.removesuffix("/").removesuffix(".html")
    return other.startswith(stem) and _SECOND.fullmatch(other, len(stem)) is not None


def things(links: Iterable[PageLink]) -> frozenset[str]:
    """Return the kinds of addresses, and their ends, whose number is that of a thing.

    Titles lead to numbers of things: /bale/7, /bale/9. And what several addresses end with is one
    thing of which each shows a part: /cast/gone-with-the-wind-7, /reviews/gone-with-the-wind-7.
    """
    titled, ending = dict[str, set[str]](), dict[str, set[str]]()
    for link in links:
        there = same_page(link.address) if link.address else ""
        if not _DIGITS.search(there):
            continue
        ending.setdefault(_end(parts_of(there)), set()).add(there)
        if is_title(link.text) or is_picture(link):
            titled.setdefault(without_numbers(there), set()).add(there)
            titled.setdefault(_titled(parts_of(there).path), set()).add(there)
    every = (*titled.items(), *ending.items())
    return frozenset(kind for kind, some in every if kind and len(some) >= _SEVERAL)


def _titled(path: str) -> str:
    """Return the kind of paths that end with a title and a number; "" for others.

    >>> _titled("/news/dry-hay-1234.html"), _titled("/news/1234")
    ('/news/*-#.html', '')
    """
    folder, _, last = path.rstrip("/").rpartition("/")
    for ending in _NUMBERED:
        found = ending.search(last)
        if found and _LETTER.search(last, 0, found.start()):
            return f"{folder}/*-#{found[1]}"
    return ""


def _end(parts: AddressParts) -> str:
    """Return the last part of a path, or the whole path where that part is only a number."""
    path = parts.path.rstrip("/")
    end = path.rpartition("/")[2]
    return end if any(map(str.isalpha, end)) else path


def _is_kin(own: str, address: str) -> bool:
    """Return whether *address* goes on where the path of *own* ends, without their page numbers.

    >>> _is_kin("http://a.com/hay.html", "http://a.com/hay/page/2")
    True
    >>> _is_kin("http://a.com/news/dry-hay", "http://a.com/news/wet-hay-2")
    False
    >>> _is_kin("http://a.com/bale/dry-hay", "http://a.com/bale/7")
    False
    """
    return stem(address).startswith(stem(own))


def stem(address: str) -> str:
    """Return the path of an address without the number of a page, and without its last file.

    >>> stem("http://a.com/hay/page/2"), stem("http://a.com/hay.html")
    ('/hay', '/hay')
    """
    path = parts_of(same_page(address)).path
    return _LAST_FILE.sub("", _PAGE_PATH.sub("", path)).rstrip("/")
