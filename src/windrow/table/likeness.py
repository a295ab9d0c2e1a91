"""The similarity of two names: by their words, synonyms and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain

from windrow.table.words import ALIKE, KNOWN, OF_ANY, OF_PRICES, THINGS, slug

__all__ = [
    "SYNONYM",
    "alike",
    "is_known",
    "is_synonym",
    "likeness",
    "words_of",
]

# The similarity of equal words, of synonyms, and of words spelled nearly alike. Chosen, not
# measured: the first more than the last.
_SAME, SYNONYM, _SPELLED = 1.0, 0.9, 0.8
# The factor for each further word in the name of a column, for a wanted word that is missing,
# and for one that changes the meaning ("old price"). Chosen, not measured.
_FURTHER, _NOT_SAID, _OTHER_THING = 0.85, 0.62, 0.45
# The share of common letters in two spellings of a word. Chosen: "colour", "color".
_NEARLY = 0.85
# Letters of an abbreviation, without and with vowels. Chosen: "Tm" is a team, "Pos" a position.
_FEWEST, _BEGINNING = 2, 3

# Words at the end of a name that change the meaning of what is before them.
_TAILS = frozenset("link url image alt count number id type currency text by".split())
# Words that add nothing after another one: an author name is an author.
_EMPTY = frozenset(("name", "title"))
_QUALIFIERS = OF_ANY | OF_PRICES
_VOCABULARY = KNOWN | {word for group in ALIKE for word in group}
_NONE = frozenset[int]()
_GROUPS = {
    word: frozenset(k for k, group in enumerate(ALIKE) if word in group)
    for word in {*chain.from_iterable(ALIKE)}
}
_VOWEL = re.compile(r"[aeiouy]")


def likeness(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    """Return how similar two names are in meaning.

    The last word is what a thing is, those before it which one: a release date is a date.

    >>> likeness(("price",), ("price",)) > likeness(("price",), ("old", "price")) > 0
    True
    >>> likeness(("title",), ("product", "name")) > likeness(("title",), ("author", "name"))
    True
    """
    # Words without a separator are the same words: "originaltitle".
    if want == have or "".join(want) == "".join(have):
        return _SAME
    if not want or not have:
        return 0.0
    best = [max((alike(word, other), -k) for k, other in enumerate(have)) for word in want]
    found = best[-1][0]
    for word, (value, _) in zip(want[:-1], best, strict=False):
        found *= value or (_OTHER_THING if word in _QUALIFIERS else _NOT_SAID)
    used = {-place for value, place in best if value}
    for k, other in enumerate(have):
        if k not in used:
            # The name of an author is not the name of the record.
            whose = have[k + 1 :] and have[k + 1] in _EMPTY and is_known((other,))
            changes = other in _QUALIFIERS or whose or (k == len(have) - 1 and other in _TAILS)
            # A reference number is a reference.
            same = is_synonym(other, want[-1]) and other not in _QUALIFIERS
            found *= 1.0 if same else _OTHER_THING if changes else _FURTHER
    if len(want) > 1 and want[-1] in _EMPTY:
        return max(found, _FURTHER * likeness(want[:-1], have))
    return found


@lru_cache(maxsize=4096)
def alike(one: str, other: str) -> float:
    """Return how similar two words are in meaning.

    >>> alike("photo", "image"), alike("team", "tm"), alike("colour", "color"), alike("a", "b")
    (0.9, 0.8, 0.8, 0.0)
    """
    if one == other:
        return _SAME
    if is_synonym(one, other):
        return SYNONYM
    short, long = sorted((one, other), key=len)
    if len(short) > 3 and SequenceMatcher(None, short, long).ratio() >= _NEARLY:
        return _SPELLED
    bare = len(short) >= _FEWEST and short == _VOWEL.sub("", short) == _VOWEL.sub("", long)
    begins = len(short) == _BEGINNING and long.startswith(short) and short not in _VOCABULARY
    return _SPELLED if bare or begins else 0.0


def is_synonym(one: str, other: str) -> bool:
    """Return whether two words are in one group of words for the same thing."""
    return not _GROUPS.get(one, _NONE).isdisjoint(_GROUPS.get(other, _NONE))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name, each in the singular.

    >>> words_of("Release dates"), words_of("productName"), words_of("address")
    (('release', 'date'), ('product', 'name'), ('address',))
    """
    name = slug(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)).strip("_")
    return tuple(map(_singular, name.split("_"))) if name else ()


def is_known(words: Iterable[str]) -> bool:
    """Return whether one of the words has a known meaning."""
    return any(word in _VOCABULARY and word not in THINGS for word in words)


def _singular(word: str) -> str:
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
