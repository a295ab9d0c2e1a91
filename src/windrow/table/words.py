"""Names from words: from headings and labels for people, and from attributes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count

from windrow.wordlists import word_lists

__all__ = [
    "ALIKE",
    "DATED",
    "ICONS",
    "KNOWN",
    "LONGEST",
    "MAKERS",
    "NUMERIC",
    "OF_ANY",
    "OF_MOMENTS",
    "OF_PRICES",
    "OF_TITLES",
    "PUBLIC",
    "SYNONYMS",
    "THINGS",
    "TIMES",
    "UNITS",
    "WAS",
    "WORDY",
    "full_slug",
    "label_slug",
    "meaning",
    "slug",
    "unique",
    "unused",
]

# The length of a column's name, in characters: chosen, not measured.
LONGEST = 30
# PostgreSQL silently cuts names at 63 bytes; chosen so that a number after it fits, too.
_MOST_BYTES = 56

_LISTS = word_lists(__file__)
KNOWN, PUBLIC, _RESERVED, THINGS = (
    frozenset(_LISTS[name]) for name in ("known", "public", "reserved", "things")
)
OF_ANY, OF_PRICES, OF_MOMENTS, OF_TITLES = (
    frozenset(_LISTS[f"qualified_{name}"]) for name in ("any", "prices", "moments", "titles")
)
# Words for values with letters, numbers, or days and hours.
WORDY, NUMERIC, DATED, TIMES, MAKERS, _FROM, WAS = (
    frozenset(_LISTS[name])
    for name in ("wordy", "numeric", "dated", "times", "makers", "from", "was")
)
ALIKE = tuple(tuple(group.split(",")) for group in _LISTS["alike"])
SYNONYMS = dict(pair.split("=") for pair in _LISTS["synonyms"])
UNITS = frozenset(unit.replace("_", " ") for unit in _LISTS["units"])
ICONS = dict(pair.split("=") for pair in _LISTS["icons"])

_APART = re.compile(r"[^0-9a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_EDGE = re.compile(r"\([^)\n]*\)|\[[^\]\n]*\]")
_YEAR = re.compile(r"(?:19|20)\d\d")
# A name comes from this many characters of a text at most, however many open brackets follow, each
# of which is searched for its end. Chosen, not measured: names and headings are far shorter.
_READ = 500
# What a name begins with that the page begins with a digit, as no language takes such a name.
_COLUMN = "col_"


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return *text* as a name: lower case, words joined by ``_``, at most 30 characters.

    A name begins with a letter: a number comes behind the words, or behind what it is.

    >>> slug("Price (EUR):"), slug("Größe"), slug("Order"), slug("***")
    ('price', 'größe', 'order_', '')
    >>> slug("2024"), slug("24h"), slug("24h %"), slug("2023 revenue")
    ('year_2024', 'col_24h', 'percent_24h', 'revenue_2023')
    >>> slug("Seats ±")
    'seats_change'
    """
    text = text[:_READ]
    # A unit in brackets is left out unless it is all there is.
    plain = _EDGE.sub(" ", text) if "(" in text or "[" in text else text
    name = _slug(plain.strip(" :") or text)
    return full_slug(text) if name.startswith(_COLUMN) else name


def full_slug(text: str) -> str:
    """Return *text* as a complete name: with units in brackets, and signs in words.

    >>> full_slug("BB%"), full_slug("wRC+"), full_slug("Price (€)"), full_slug("Price [USD]")
    ('bb_percent', 'wrc_plus', 'price_euro', 'price_usd')
    >>> full_slug("очень")
    'очень'
    """
    return _slug("".join(map(_spelled, text[:_READ])))


def _spelled(character: str) -> str:
    name, _, sign = unicodedata.name(character, "").rpartition(" ")
    # Some letters are called signs, too: the soft sign of Cyrillic.
    return (
        f" {name} "
        if sign == "SIGN" and character != "±" and not character.isalpha()
        else character
    )


def _slug(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("±", " change ")
    text = text.lower()
    if text.isalpha():
        words = [text]
    elif text.isascii():
        words = _APART.sub(" ", text.replace("'", "")).split()
    else:
        words = "".join(map(_kept, text)).split()
    if words and words[0][0].isdigit():
        first = f"year_{words[0]}" if _YEAR.fullmatch(words[0]) else f"{_COLUMN}{words[0]}"
        # Only one number can be moved behind the words; of several, the first is marked.
        second = words[1][0] if len(words) > 1 else "0"
        words = [first, *words[1:]] if second.isdigit() else [*words[1:], words[0]]
    name = _cut(words)
    return f"{name}_" if name in _RESERVED else name


def unique(
    names: Iterable[str], *, fold: Callable[[str], str] = str, longest: int | None = None
) -> list[str]:
    """Return *names* with a number after each repeated one; *fold* says which are equal.

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
            # Counting continues where it stopped, because lower numbers are taken.
            tries = candidates.setdefault(name, _numbered(name, "_", longest))
            new = next(new for new in tries if fold(new) not in taken)
        taken.add(fold(new))
        found.append(new)
    return found


def unused(name: str, taken: Collection[str], *, mark: str = "_") -> str:
    """Return *name*, with a number after *mark* if it is taken.

    >>> unused("price", {"price", "price_2"})
    'price_3'
    """
    return next(new for new in _numbered(name, mark) if new not in taken)


def _numbered(name: str, mark: str, longest: int | None = None) -> Iterator[str]:
    yield name
    for number in count(2):
        tail = f"{mark}{number}"
        yield (name if longest is None else name[: longest - len(tail)]) + tail


def meaning(text: str) -> str:
    """Return the name that the value of an attribute gives: the first of several words it lists.

    >>> meaning("author creator"), meaning("datePublished"), meaning("Ship date")
    ('author', 'date_published', 'ship_date')
    >>> meaning("articleBody description")
    'description'
    """
    words = [slug(_CAMEL.sub(" ", word)) for word in text.split()]
    if len(words) == 1 or all(word in KNOWN or word in SYNONYMS for word in words):
        text = words[0] if words else ""
    name = slug(text)
    return SYNONYMS.get(name, name)


def label_slug(label: str, kind: str) -> str:
    """Return the name that words before a value give; *kind* is the type of the value.

    >>> label_slug("Price:", "price"), label_slug("by", "text"), label_slug("was", "price")
    ('price', 'author', 'old_price')
    """
    word = label.strip(" :").lower()
    if word.rpartition(" ")[2] in MAKERS:
        return "author" if kind == "text" and word.count(" ") < 2 else slug(label)
    if kind == "price" and word in WAS:
        return "old_price"
    if kind == "price" and word in _FROM:
        return "price"
    return slug(label)


def _kept(character: str) -> str:
    # Vowel signs of many scripts are marks, not letters, and words are unreadable without them.
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
