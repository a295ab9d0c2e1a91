"""What people mean by the name of a field or a column, in English words.

Wanted fields and names of columns may be in different languages, in short ("qty", "img"), or turned
around ("number of reviews"): both are compared by what they mean.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from windrow.table.likeness import words_of
from windrow.table.words import ALIKE, KNOWN
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


def _plain(word: str) -> str:
    """Return *word* without accents, if it is in Latin letters."""
    split = unicodedata.normalize("NFKD", word)
    bare = "".join(sign for sign in split if not unicodedata.combining(sign))
    return bare if bare.isascii() else word


def _read() -> dict[str, str]:
    found: dict[str, str] = {}
    for english, others in word_lists(__file__).items():
        for other in others:
            word = "_".join(words_of(other))
            found.setdefault(word, english)
            found.setdefault(_plain(word), english)
    return found


_MEANT = _read()
_VOCABULARY = KNOWN | {word for group in ALIKE for word in group}
_LONGEST = max(map(len, _MEANT))


@lru_cache(maxsize=4096)
def meant(text: str) -> tuple[str, ...]:
    """Return the English words of a name, each in the singular, the thing itself last.

    >>> meant("Precio"), meant("fecha de publicación"), meant("number_of_reviews")
    (('price',), ('publicación', 'date'), ('review', 'number'))
    >>> meant("Erscheinungsdatum"), meant("published_at"), meant("閲覧数")
    (('erscheinungs', 'date'), ('date',), ('view',))
    """
    words = words_of(text)
    if whole := _MEANT.get("_".join(words)):
        return (whole,)
    for k, word in enumerate(words[1:-1], 1):
        if word in _OF:
            words = (*words[k + 1 :], *words[:k])
            break
    words = tuple(word for word in words if word not in _EMPTY) or words
    return tuple(part for word in words for part in _english(word))


def _english(word: str) -> tuple[str, ...]:
    found = _MEANT.get(word) or _MEANT.get(_plain(word))
    if found:
        return (found,)
    if word in _VOCABULARY or word.isdecimal():
        return (word,)
    least = _LAST if word.isascii() or word[-1] < "\u2e80" else _LAST_SIGNS
    for k in range(
        max(_BEFORE if least == _LAST else 1, len(word) - _LONGEST), len(word) - least + 1
    ):
        if last := _MEANT.get(word[k:]):
            return (word[:k], last)
    return (word,)
