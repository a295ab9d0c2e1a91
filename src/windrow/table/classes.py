"""Words of classes: developers' names for parts of a page, if they say what a part holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise

from windrow.table.words import (
    DATED,
    ICONS,
    KNOWN,
    OF_ANY,
    OF_MOMENTS,
    OF_PRICES,
    OF_TITLES,
    SYNONYMS,
    THINGS,
    WAS,
)
from windrow.tree.markup import GENERIC, stable_class

__all__ = ["class_words", "is_word", "known_word", "known_words"]

_PRICES = frozenset(
    "price cost amount preis precio prix prezzo preço preco cena pris prijs hinta fiyat".split()
)
_QUALIFIERS = OF_ANY | OF_PRICES | OF_MOMENTS | OF_TITLES
# Words whose meaning depends on the word before them, known or not.
_TAILS = frozenset(("name", "id", "number", "count", "type"))
# Shorter words are found at the end of others by chance, and shorter parts in any word; a shorter
# beginning makes another word of it ("restore"). Chosen, not measured.
_LONG_END, _LONG_PART, _PREFIX = 5, 4, 3
_VOWEL = re.compile(r"[aeiouy]")
# Words that name a value or a part of the layout: those that are parts, and those that are looks.
_BOXES = frozenset(("section", "area", "cover", "icon"))
_BOTH = (KNOWN & GENERIC) | _BOXES
# Prefixes of frameworks are shorter ("a-size-base"); these words say that what follows is a look.
_SHORT_PREFIX, _LOOKS = 2, frozenset(("font", "text", "line", "img", "image", "icon"))
# Words for how texts are set: beside them, a word that is not known is about looks, too.
_SETTING = frozenset(
    "text font bold semibold light muted small medium large tiny truncate uppercase".split()
)
# Words behind a title that say it is beside it: "title-metadata".
_ABOUT = frozenset("meta metadata info details extra extras subtext".split())
_PICTURES = frozenset("image thumbnail avatar poster logo".split())
_NAMES = frozenset("title name headline heading".split())
# What build tools put around the words of a class, so that they are unique: CSS modules
# ("Card_price__a8Xk2"), styled-components ("Card__Price-sc-1kpvi4z-1"), emotion ("css-1x2y-Price").
_GENERATED = re.compile(
    rb"(?<!\S)(?:css-[0-9a-z]{5,9}-|_)(?=[A-Za-z])"
    rb"|-sc-[0-9a-z]{4,9}(?:-\d{1,3})?(?!\S)"
    rb"|(?<=[A-Za-z0-9])(?:__|--|-)(?=[\w+-]{0,11}\d)(?=[\w+-]{0,11}[A-Za-z])[\w+-]{5,12}(?!\S)"
    rb"|(?<=[A-Za-z])_[0-9a-z]{5}_\d{1,3}(?!\S)"
)
# What words may be put together of without a sign between them.
_FIRST = KNOWN | THINGS | _QUALIFIERS | {word for word in GENERIC if len(word) >= _LONG_PART}
# Letters that follow each other in words that people know; and those that are rare beside others.
_VOCABULARY = KNOWN | GENERIC | THINGS | {*SYNONYMS.values()} | {*ICONS}
_MEANT = KNOWN | THINGS | _QUALIFIERS
_PAIRS = frozenset(chain.from_iterable(map("".join, pairwise(word)) for word in _VOCABULARY))
_RARE = frozenset("jqvwxz")


@lru_cache(maxsize=4096)
def class_words(attribute: bytes) -> tuple[tuple[str, ...], ...]:
    """Return the words of each class of an element that may say what it holds.

    >>> class_words(b"product-card__price text-lg sc-bdVaJa mt-4"), class_words(b"usertitle")
    ((('price',),), (('user', 'title'),))
    >>> class_words(b"event-info event-location"), class_words(b"title title-tagline")
    ((('event', 'location'),), (('title',), ('title', 'tagline')))
    >>> class_words(b"a-section a-size-base"), class_words(b"shoe-size"), class_words(b"title-meta")
    ((), (('shoe', 'size'),), ())
    >>> class_words(b"item-logistics-cost item-shipping"), class_words(b"acme-text-marginal-bold")
    ((('shipping',), ('logistics', 'cost')), ())
    >>> class_words(b"Card_price__a8Xk2"), class_words(b"Card__Venue-sc-1kpvi4z-1 hYdFgk")
    ((('price',),), (('venue',),))
    """
    found: list[tuple[str, ...]] = []
    vague: set[tuple[str, ...]] = set()
    # All that is generated has one of these signs.
    if b"-" in attribute or b"_" in attribute:
        attribute = _GENERATED.sub(b"", attribute)
    for token in stable_class(attribute).decode().split():
        parts = token.split("-")
        # Generated names fall into many short pieces without a vowel.
        if 2 * sum([len(part) <= 2 for part in parts]) > len(parts):
            continue
        parts = [word for part in parts for word in _parts(part)]
        tells = _is_meant if len(parts) > 1 and not _SETTING.isdisjoint(parts) else _tells
        words = tuple(
            [
                part
                for k, part in enumerate(parts)
                if (tells(part) or part in _QUALIFIERS) and not _is_layout(parts, k)
            ]
        )
        if any(map(_tells, words)):
            if len(words) < len(parts):
                vague.add(words)
                # "event-info" only names the thing it is a part of.
                if THINGS.issuperset(words):
                    continue
            found.append(words)
    # Of "event-info event-location", the first says only of what the second is a part.
    found = [one for one in found if one not in vague or not _is_begun(one, found)]
    if len(found) < 2:
        return tuple(found)
    # A class of words that are all known says more than one of which some are not.
    return tuple(sorted(found, key=lambda words: not _MEANT.issuperset(words)))


def _is_layout(parts: Sequence[str], place: int) -> bool:
    """Return whether one of the *parts* of a class is about looks, or about something beside."""
    part, before = parts[place], parts[place - 1] if place else ""
    if part in _NAMES:
        return place + 1 < len(parts) and parts[place + 1] in _ABOUT
    if part not in _BOTH:
        return False
    if place + 1 < len(parts) or (part in _BOXES and before):
        return True
    return bool(before) and (len(before) <= _SHORT_PREFIX or before in _LOOKS)


def _is_begun(words: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> bool:
    """Return whether one of *others* begins with *words*."""
    return any(len(one) > len(words) and one[: len(words)] == words for one in others)


def known_word(words: tuple[str, ...]) -> str:
    """Return the last word that is known to name a column, or "".

    >>> known_word(("brand", "name")), known_word(("foo", "desc")), known_word(("foo",))
    ('brand_name', 'description', '')
    >>> known_word(("old", "price")), known_word(("date", "end")), known_word(("user", "title"))
    ('old_price', 'end_date', 'user_title')
    """
    if words[-1:] == ("by",):
        return "_".join(words[-2:]) if len(words) > 1 else "author"
    last = max((k for k, word in enumerate(words) if word in KNOWN), default=-1)
    for k, (first, second) in enumerate(pairwise(words)):
        if _makes_another(first, second) and (last == k + 1 or second in _PRICES):
            return f"{first}_{SYNONYMS.get(second, second)}"
        if first in DATED and second in OF_MOMENTS and last == k:
            return f"{second}_{SYNONYMS.get(first, first)}"
        # After a word, most of these are states: "price--sale" is the price.
        if first in _PRICES and second in WAS:
            return f"old_{SYNONYMS.get(first, first)}"
    if len(words) > 1 and words[-1] in _TAILS and words[-2] not in KNOWN:
        return "_".join(words[-2:])
    # What is on a picture is beside what it shows: "thumbnail-time".
    known = [SYNONYMS.get(word, word) for word in words if word in KNOWN]
    known = [word for word in known if word not in _PICTURES] or known
    if len(known) >= 2 and known[-1] in ("name", "date", "time", "id", "number", "count", "type"):
        return "_".join(known[-2:])
    # "event-ticket" belongs to the event of the record; it is not the event.
    if last < len(words) - 1 and words[last] in THINGS:
        return ""
    return known[-1] if known else ""


@lru_cache(maxsize=4096)
def known_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that the known words of a class may give, the last one first.

    >>> known_words(("salary", "snippet"))
    ('snippet', 'salary')
    """
    found = []
    while words:
        if name := known_word(words):
            found.append(name)
        words = words[: max((k for k, word in enumerate(words) if word in KNOWN), default=0)]
    return tuple(found)


def is_word(text: str) -> bool:
    """Return whether *text* may be a word: in generated names, letters follow each other at random.

    >>> is_word("neighborhood"), is_word("platform"), is_word("jofw"), is_word("ozavdv")
    (True, True, False, False)
    """
    return all("".join(pair) in _PAIRS or _RARE.isdisjoint(pair) for pair in pairwise(text))


def _makes_another(first: str, second: str) -> bool:
    """Return whether a word changes the meaning of the known one after it."""
    if second not in KNOWN:
        return False
    return (
        first in OF_ANY
        or (first in OF_PRICES and second in _PRICES)
        or (first in OF_MOMENTS and second in DATED)
        or (first in OF_TITLES and second == "title")
    )


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    """Return the words that *word* is composed of, if one of them is known.

    >>> _parts("enddate"), _parts("signaturecontainer"), _parts("bigusername"), _parts("candidate")
    (('end', 'date'), ('signature',), ('username',), ('candidate',))
    """
    if word in KNOWN or word in GENERIC:
        return (word,)
    for start in range(_PREFIX, len(word) - 2):
        first, second = word[:start], word[start:]
        if first in KNOWN and second in GENERIC and len(second) >= _LONG_PART:
            return (first,)
        if first in _FIRST and second in KNOWN and len(second) >= _LONG_PART:
            return (first, second)
        if first in GENERIC and second in GENERIC:
            return (second,)
    for start in range(_PREFIX, min(len(word) - _LONG_END, len(word) // 2) + 1):
        if word[start:] in KNOWN:
            return (word[start:],)
    return (word,)


def _is_meant(part: str) -> bool:
    return part in _MEANT


def _tells(part: str) -> bool:
    if part in KNOWN:
        return True
    return len(part) >= 3 and part not in GENERIC and bool(_VOWEL.search(part))
