"""What people mean by the name of a field or a column, in English words.

Wanted fields and names of columns may be in different languages, in short ("qty", "img"), or turned
around ("number of reviews"): both are compared by what they mean.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from windrow.table.likeness import words_of
from windrow.table.words import ALIKE, KNOWN, PUBLIC
from windrow.wordlists import word_lists

__all__ = ["meant"]

# Words between a thing and what it belongs to, and words that add nothing.
_OF = frozenset(("of", "de", "du", "des", "del", "della", "di", "da", "do", "van", "von", "der"))
_EMPTY = _OF | frozenset(
    "a an the at on in is by la le el les los las das die den og und y et".split()
)
# The letters that the last part of a compound has at least, and those before it: chosen, so that
# "Erscheinungsdatum" is a date. Scripts without spaces have
# shorter words.
_LAST, _BEFORE, _LAST_SIGNS = 5, 3, 2
# The list of English words that other languages write alike, for something else.
_ITSELF = "itself"
# A word for a day in some languages, and for facts in English.
_DATA = "data"
# What a date has that is no event: a date range is a range.
_OF_DATES = frozenset("range format type order count number url link text period".split())


def _plain(word: str) -> str:
    """Return *word* without accents, if it is in Latin letters."""
    split = unicodedata.normalize("NFKD", word)
    bare = "".join(sign for sign in split if not unicodedata.combining(sign))
    return bare if bare.isascii() else word


@cache
def _words() -> tuple[dict[str, str], int]:
    """Return words with the English ones that they mean, and the length of the longest."""
    lists = word_lists(__file__)
    own = _english_words()
    # An English word means itself, whatever it means elsewhere.
    found = {word: word for word in own}
    for english, others in lists.items():
        for other in others if english != _ITSELF else ():
            word = "_".join(words_of(other))
            # The plural may be another word: "pays" is a country, and "pay" is not.
            for one in (word, _plain(word), *([] if word in own else [other.casefold()])):
                found.setdefault(one, english)
    return found, max(map(len, found))


@cache
def _english_words() -> frozenset[str]:
    lists = word_lists(__file__)
    return frozenset(word for word in (*lists, *lists[_ITSELF]) if "_" not in word) - {_ITSELF}


_VOCABULARY = KNOWN | {word for group in ALIKE for word in group}


@lru_cache(maxsize=4096)
def meant(text: str) -> tuple[str, ...]:
    """Return the English words of a name, each in the singular, the thing itself last.

    >>> meant("Precio"), meant("fecha de publicación"), meant("number_of_reviews")
    (('price',), ('publicación', 'date'), ('review', 'number'))
    >>> meant("Erscheinungsdatum"), meant("published_at"), meant("閲覧数")
    (('release', 'date'), ('date',), ('view',))
    """
    words = words_of(text)
    if not words:
        return ()
    known, _ = _words()
    if whole := known.get(text.strip().casefold()) or known.get("_".join(words)):
        return tuple(whole.split("_"))
    for k, word in enumerate(words[1:-1], 1):
        if word in _OF:
            words = (*words[k + 1 :], *words[:k])
            break
    words = tuple(word for word in words if word not in _EMPTY) or words
    english = _is_english_data(words)
    found = tuple(
        part
        for word in words
        for part in ((word,) if english and word == _DATA else _english(word))
    )
    # The date of what is said behind it.
    turned = found[0] == "date" and found[-1] not in _OF_DATES and not _may_be_english(words)
    return (*found[1:], "date") if turned else found


def _may_be_english(words: tuple[str, ...]) -> bool:
    """Return whether "data" is before a word of which no language is known: "data lineage"."""
    behind = "".join(words[1:])
    return words[0] == _DATA and behind.isascii() and words[-1] not in _words()[0]


def _is_english_data(words: tuple[str, ...]) -> bool:
    """Return whether "data" among *words* is English: behind a word, or before an English one."""
    if _DATA not in words or len(words) == 1:
        return False
    return words[0] != _DATA or words[1] in _english_words() | PUBLIC


def _english(word: str) -> tuple[str, ...]:
    known, longest = _words()
    found = known.get(word) or known.get(_plain(word))
    # What several words say is the meaning of a whole name, not of a part of it.
    if found and "_" not in found:
        return (found,)
    if word in _VOCABULARY or word.isdecimal():
        return (word,)
    least = _LAST if word.isascii() or word[-1] < "\u2e80" else _LAST_SIGNS
    for k in range(
        max(_BEFORE if least == _LAST else 1, len(word) - longest), len(word) - least + 1
    ):
        last = known.get(end := word[k:], "")
        # English words are mostly not written together: no composition is a position.
        if last and last != end and "_" not in last:
            return (word[:k], last)
    return (word,)
