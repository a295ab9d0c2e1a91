"""Signatures as strings: ``li.item@name``, and steps: a signature followed by a key."""

from __future__ import annotations

import re
from functools import lru_cache

from windrow.tree.markup import GENERIC

__all__ = ["label_of", "signature_of", "spoken", "spoken_signature", "words_of"]

_SIGNED = re.compile(r"[.#@][^.#@]*")
_KEY = re.compile(r"[=:~\[]")


@lru_cache(maxsize=20_000)
def label_of(signature: str) -> str:
    """Return the label in a signature.

    >>> label_of("li.item@name"), label_of("#text")
    ('li', '#text')
    """
    return signature if signature.startswith("#") else _SIGNED.split(signature, maxsplit=1)[0]


@lru_cache(maxsize=20_000)
def words_of(signature: str) -> frozenset[str]:
    """Return the words of a signature with their signs.

    >>> sorted(words_of("li.item@name"))
    ['.item', '@name']
    """
    return frozenset(_SIGNED.findall(signature, len(label_of(signature))))


def signature_of(step: str) -> str:
    """Return the signature in a step.

    >>> signature_of("tr.row=Price"), signature_of("li[]")
    ('tr.row', 'li')
    """
    return _KEY.split(step, maxsplit=1)[0]


_PIECES = re.compile(r"[^\W\d_]{2,}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTS = re.compile(r"__|--|:")
# Longer words are generated. Chosen, not measured.
_LONGEST_WORD = 40


def spoken(word: str) -> str:
    """Return a class word as plain words, or "" if it means nothing.

    >>> spoken("c-recipe__rating-count"), spoken("col-md-0"), spoken("text-lowercase")
    ('rating count', '', '')
    """
    pieces = _PARTS.split(word)
    piece = pieces[1] if len(pieces) > 1 and pieces[1] else pieces[0]
    parts = [p.lower() for p in _PIECES.findall(_CAMEL.sub(" ", piece))]
    if not any(p not in GENERIC and len(p) > 2 for p in parts):
        return ""
    return " ".join(parts[-3:])


@lru_cache(maxsize=20_000)
def spoken_signature(signature: str) -> str:
    """Return the label with the most meaningful word.

    >>> spoken_signature("li.flex.font-body.ingredient"), spoken_signature("div.a.b@name")
    ('li.ingredient', 'div@name')
    """
    words = sorted(words_of(signature))
    best = next((w for w in words if w[0] == "@"), "")
    if not best:
        telling = [w for w in words if len(w) <= _LONGEST_WORD and spoken(w[1:])]
        best = min(telling or [w for w in words if len(w) <= 20] or [""], key=lambda w: (len(w), w))
    return label_of(signature) + best
