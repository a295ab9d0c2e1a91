"""Signatures as strings: ``li.item@name``, and steps: a signature with a key behind it."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["LAYOUT", "signature_of", "spoken", "spoken_signature", "tag_of", "words_of"]

_SIGNED = re.compile(r"[.#@][^.#@]*")
_KEY = re.compile(r"[=:~\[]")


@lru_cache(maxsize=20_000)
def tag_of(signature: str) -> str:
    """Return the label in a signature.

    >>> tag_of("li.item@name"), tag_of("#text")
    ('li', '#text')
    """
    return signature if signature.startswith("#") else _SIGNED.split(signature, maxsplit=1)[0]


@lru_cache(maxsize=20_000)
def words_of(signature: str) -> frozenset[str]:
    """Return the words of a signature with their signs.

    >>> sorted(words_of("li.item@name"))
    ['.item', '@name']
    """
    return frozenset(_SIGNED.findall(signature, len(tag_of(signature))))


def signature_of(step: str) -> str:
    """Return the signature in a step.

    >>> signature_of("tr.row=Price"), signature_of("li[]")
    ('tr.row', 'li')
    """
    return _KEY.split(step, maxsplit=1)[0]


# Words that say how something is laid out, not what it is.
LAYOUT = frozenset(
    (
        "container wrapper wrap inner outer row col column content contents text block box body "
        "item items list group section left right top bottom main clear float small large big "
        "bold first last span div label value data field info detail details hidden visible "
        "center middle full half link button btn icon card entry area panel tab layout grid flex "
        "font leading tracking hover focus space items justify align gap border rounded shadow "
        "overflow relative absolute fixed sticky transition duration ease opacity width height "
        "min max auto none inline display cursor pointer whitespace nowrap tabular nums object "
        "cover bg sm md lg xl xs px py pt pb pl pr mt mb ml mr mx my gray white black zinc "
        "medium semibold normal light uppercase capitalize underline truncate clamp line"
    ).split()
)
_PIECES = re.compile(r"[^\W\d_]{2,}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTS = re.compile(r"__|--|:")
# Longer words are made by machines. Chosen, not measured.
_LONGEST_WORD = 40


def spoken(word: str) -> str:
    """Return a class word as one would say it, or "" if it says nothing.

    >>> spoken("c-recipe__rating-count"), spoken("col-md-0")
    ('rating count', '')
    """
    pieces = _PARTS.split(word)
    piece = pieces[1] if len(pieces) > 1 and pieces[1] else pieces[0]
    parts = [p.lower() for p in _PIECES.findall(_CAMEL.sub(" ", piece))]
    if not any(p not in LAYOUT and len(p) > 2 for p in parts):
        return ""
    return " ".join(parts[-3:])


@lru_cache(maxsize=20_000)
def spoken_signature(signature: str) -> str:
    """Return the label with the one word that says most.

    >>> spoken_signature("li.flex.font-body.ingredient"), spoken_signature("div.a.b@name")
    ('li.ingredient', 'div@name')
    """
    words = sorted(words_of(signature))
    best = next((w for w in words if w[0] == "@"), "")
    if not best:
        telling = [w for w in words if len(w) <= _LONGEST_WORD and spoken(w[1:])]
        best = min(telling or [w for w in words if len(w) <= 20] or [""], key=lambda w: (len(w), w))
    return tag_of(signature) + best
