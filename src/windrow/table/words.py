"""Words for names: from headings and labels as people write them, from classes as developers do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count, pairwise

from windrow.lists import word_lists
from windrow.tree.markup import GENERIC, stable_class

__all__ = [
    "ALIKE",
    "DATED",
    "ICONS",
    "KNOWN",
    "LONGEST",
    "MAKERS",
    "NUMERIC",
    "QUALIFIERS",
    "THINGS",
    "TIMES",
    "WORDY",
    "class_words",
    "full_slug",
    "known_word",
    "label_slug",
    "meaning",
    "slug",
    "unique",
    "unused",
]

# The length of a column's name, in characters: chosen, not measured.
LONGEST = 30
# PostgreSQL cuts names at 63 bytes without a word; chosen so that a number behind fits, too.
_MOST_BYTES = 56

# Words that say of what they are by the one before them, known or not.
_TAILS = frozenset(("name", "id", "number", "count", "type"))
# Shorter words are found at the end of others by chance: chosen, not measured.
_LONG_END = 5

_LISTS = word_lists(__file__)
KNOWN, _RESERVED, _ANY, _OF_PRICES, THINGS = (
    frozenset(_LISTS[name])
    for name in ("known", "reserved", "qualifiers", "qualified_prices", "things")
)
QUALIFIERS = _ANY | _OF_PRICES
_PRICES = frozenset("price cost amount preis precio prix prezzo preço cena".split())
# Words for what has letters, numbers, or days and hours.
WORDY, NUMERIC, DATED, TIMES, MAKERS, _FROM, _WAS = (
    frozenset(_LISTS[name])
    for name in ("wordy", "numeric", "dated", "times", "makers", "from", "was")
)
ALIKE = tuple(tuple(group.split(",")) for group in _LISTS["alike"])
_SYNONYMS = dict(pair.split("=") for pair in _LISTS["synonyms"])
ICONS = dict(pair.split("=") for pair in _LISTS["icons"])

_APART = re.compile(r"[^0-9a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VOWEL = re.compile(r"[aeiouy]")
_EDGE = re.compile(r"\(.*?\)|\[.*?\]")


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return *text* as a name: lower case, words joined by ``_``, at most 30 characters.

    >>> slug("Price (EUR):"), slug("Größe"), slug("2024"), slug("Order"), slug("***")
    ('price', 'größe', '_2024', 'order_', '')
    """
    # A unit in brackets is left out unless it is all there is.
    return _slug(_EDGE.sub(" ", text).strip(" :") or text)


def full_slug(text: str) -> str:
    """Return *text* as a name that leaves nothing out: with units in brackets, and signs in words.

    >>> full_slug("BB%"), full_slug("wRC+"), full_slug("Price (€)"), full_slug("Price [USD]")
    ('bb_percent', 'wrc_plus', 'price_euro', 'price_usd')
    """
    return _slug("".join(map(_spelled, text)))


def _spelled(character: str) -> str:
    name, _, sign = unicodedata.name(character, "").rpartition(" ")
    return f" {name} " if sign == "SIGN" else character


def _slug(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).lower()
    if text.isascii():
        words = _APART.sub(" ", text.replace("'", "")).split()
    else:
        words = "".join(map(_kept, text)).split()
    name = _cut(words)
    if name[:1].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in _RESERVED else name


def unique(
    names: Iterable[str], *, fold: Callable[[str], str] = str, longest: int | None = None
) -> list[str]:
    """Return *names* with a number behind each that came before; *fold* says which are the same.

    No name that gets a number is longer than *longest*.

    >>> unique(["text", "price", "text", "text"])
    ['text', 'price', 'text_2', 'text_3']
    """
    taken: set[str] = set()
    candidates: dict[str, Iterator[str]] = {}
    found = []
    for name in names:
        new = name
        if fold(name) in taken:
            # A name goes on counting where it stopped: what it tried before is taken.
            tries = candidates.setdefault(name, _numbered(name, "_", longest))
            new = next(new for new in tries if fold(new) not in taken)
        taken.add(fold(new))
        found.append(new)
    return found


def unused(name: str, taken: Collection[str], *, mark: str = "_") -> str:
    """Return *name*, with a number behind *mark* if it is taken.

    >>> unused("price", {"price", "price_2"})
    'price_3'
    """
    return next(new for new in _numbered(name, mark) if new not in taken)


def _numbered(name: str, mark: str, longest: int | None = None) -> Iterator[str]:
    yield name
    for number in count(2):
        tail = f"{mark}{number}"
        yield (name if longest is None else name[: longest - len(tail)]) + tail


@lru_cache(maxsize=4096)
def class_words(attribute: bytes) -> tuple[tuple[str, ...], ...]:
    """Return the words of each class of an element that may say what it holds.

    >>> class_words(b"product-card__price text-lg sc-bdVaJa mt-4")
    (('price',),)
    """
    found = []
    for token in stable_class(attribute).decode().split():
        parts = token.split("-")
        # Generated names fall into many short pieces without a vowel.
        if 2 * sum(len(part) <= 2 for part in parts) > len(parts):
            continue
        words = tuple(part for part in parts if _tells(part) or part in QUALIFIERS)
        if any(map(_tells, words)):
            found.append(words)
    return tuple(found)


def known_word(words: tuple[str, ...]) -> str:
    """Return the last word that is known to name a column, or "".

    >>> known_word(("brand", "name")), known_word(("foo", "desc")), known_word(("foo",))
    ('brand_name', 'description', '')
    >>> known_word(("old", "price"))
    'old_price'
    """
    words = tuple([_known_end(word) for word in words])
    if words[-1:] == ("by",):
        return "_".join(words[-2:]) if len(words) > 1 else "author"
    for first, second in pairwise(words):
        if second in KNOWN and (first in QUALIFIERS if second in _PRICES else first in _ANY):
            return f"{first}_{_SYNONYMS.get(second, second)}"
        # Behind a word, most of these say a state: "price--sale" is the price.
        if first in _PRICES and second in _WAS:
            return f"old_{_SYNONYMS.get(first, first)}"
    if len(words) > 1 and words[-1] in _TAILS and words[-2] not in KNOWN:
        return "_".join(words[-2:])
    known = [_SYNONYMS.get(word, word) for word in words if word in KNOWN]
    if len(known) >= 2 and known[-1] in ("name", "date", "time", "id", "number", "count", "type"):
        return "_".join(known[-2:])
    return known[-1] if known else ""


@lru_cache(maxsize=4096)
def _known_end(word: str) -> str:
    """Return the known word that *word* ends with, where that is most of it ("bigusername")."""
    if word not in KNOWN:
        for start in range(1, min(len(word) - _LONG_END, len(word) // 2) + 1):
            if word[start:] in KNOWN:
                return word[start:]
    return word


def meaning(text: str) -> str:
    """Return the name that the value of an attribute gives: the first of several words it lists.

    >>> meaning("author creator"), meaning("datePublished"), meaning("Ship date")
    ('author', 'date_published', 'ship_date')
    """
    words = text.split()
    if len(words) > 1 and all(word in KNOWN or word in _SYNONYMS for word in words):
        text = words[0]
    elif len(words) == 1:
        text = _CAMEL.sub(" ", text)
    name = slug(text)
    return _SYNONYMS.get(name, name)


def label_slug(label: str, kind: str) -> str:
    """Return the name that words before a value give; *kind* is the type of the value.

    >>> label_slug("Price:", "price"), label_slug("by", "text"), label_slug("was", "price")
    ('price', 'author', 'old_price')
    """
    word = label.strip(" :").lower()
    if word.rpartition(" ")[2] in MAKERS:
        return "author" if kind == "text" and word.count(" ") < 2 else slug(label)
    if kind == "price" and word in _WAS:
        return "old_price"
    if kind == "price" and word in _FROM:
        return "price"
    return slug(label)


def _tells(part: str) -> bool:
    if part in KNOWN:
        return True
    return len(part) >= 3 and part not in GENERIC and bool(_VOWEL.search(part))


def _kept(character: str) -> str:
    # Vowel signs of many scripts are marks, not letters, and a word is unreadable without them.
    keep = character.isalnum() or unicodedata.category(character)[0] == "M"
    return character if keep else " "


def _cut(words: list[str]) -> str:
    name = ""
    for word in words:
        longer = f"{name}_{word}" if name else word
        if len(longer) > LONGEST or len(longer.encode()) > _MOST_BYTES:
            break
        name = longer
    if not name and words:
        name = words[0][:LONGEST]
        while len(name.encode()) > _MOST_BYTES:
            name = name[:-1]
    return name
