"""Whether a class name can be right for a column: a title is not a date, a price has digits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from windrow.table.appearance import has_digits, is_composed, is_prose, looks_of, mean_length
from windrow.table.drafts import DraftColumn
from windrow.table.types import TYPES
from windrow.table.types.count import counted
from windrow.table.words import ALIKE, DATED, KNOWN, NUMERIC, OF_MOMENTS, TIMES, WORDY

__all__ = ["is_likely", "promises"]

# Parts of dates are numbers.
_PARTS = frozenset(("day", "month", "year", "hour"))
# Types of moments, and of words.
_MOMENTS = frozenset(("date", "datetime", "time"))
_TEXTS = frozenset(("text", "country", "boolean"))
# What people write, as opposed to when they write it.
_SAID = frozenset("comment comments reply review signature".split())
# Known words for phone numbers and e-mail addresses.
_CONTACTS = {
    "phone": frozenset("phone telephone fax mobile".split()),
    "email": frozenset(("email", "website")),
}
# Names for parts of longer texts.
_EXCERPTS = frozenset("abstract excerpt snippet teaser synopsis".split())
_PROSE = frozenset(
    "description desc summary descripcion descripción beschreibung opis popis".split()
)
# Shorter texts are not parts of others, and do not describe anything, in characters: chosen, not
# measured.
_SHORT, _SHORTEST = 35, 20
# What texts look like that have words, and no form of their own.
_WORDS = frozenset(("", "description", "location", "address", "category"))


def promises(words: Sequence[str], kind: str) -> bool | None:
    """Return whether one of *words* is for values of a *kind*; None for kinds without a name.

    >>> promises(["release", "date"], "date"), promises(["says"], "date"), promises(["x"], "text")
    (True, False, None)
    """
    own = _words_for(kind)
    return any(word in own for word in words) if own else None


@cache
def _words_for(kind: str) -> frozenset[str]:
    """Return the words for values of a kind that has a name of its own."""
    called = TYPES[kind].called
    alike = {word for group in ALIKE if called in group for word in group}
    moments = DATED | TIMES | OF_MOMENTS if kind in _MOMENTS else frozenset[str]()
    return moments.union(alike, {called}) if called else frozenset()


def is_likely(name: str, draft: DraftColumn, kind: str) -> bool:
    """Return whether the *name* that a class gives can be right for a draft."""
    last = name.rpartition("_")[2]
    if not draft.is_text:
        return True
    if kind in _CONTACTS:
        return last in _CONTACTS[kind] or last not in KNOWN
    if name == "url" and kind == "text":
        return looks_of(draft) == "url"
    if kind in _MOMENTS and last in _SAID:
        return False
    if last in ("author", "byline") and is_composed(draft):
        return False
    # Days of the week and months have no digits.
    if kind == "text" and last in DATED and looks_of(draft) == last:
        return True
    if last in _EXCERPTS and mean_length(draft) < _SHORT:
        return False
    # A class of a whole box; the words in it are a mark or an offer.
    if last in _PROSE and mean_length(draft) < _SHORTEST and draft.filled[0].isascii():
        return False
    if last in WORDY:
        return kind in _TEXTS and (kind != "text" or looks_of(draft) in _WORDS)
    if kind == "count" and (noun := counted(draft.filled)):
        return any(word[:4] == noun[:4] for word in name.split("_"))
    if kind == "time" and last in DATED:
        return last in TIMES
    if kind == "integer" and last in _PARTS:
        return True
    if name == "count":
        return False
    if kind == "text" and last in NUMERIC and looks_of(draft):
        return False
    # How long a delivery takes may be said in a sentence.
    if kind == "text" and last in DATED and is_prose(draft) and last == name:
        return False
    if last in NUMERIC:
        return kind not in _MOMENTS and (kind == "rating" or has_digits(draft))
    if last in DATED:
        return kind in _MOMENTS or (kind in ("text", "duration") and has_digits(draft))
    return True
