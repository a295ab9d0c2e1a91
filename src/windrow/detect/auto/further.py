"""A link to the rest of a list, ways to sort it, and adverts in it, are not records.

"Show all 120 jobs" is built like the links above it and has their place. It is known by what it
says. The links above the files of a directory lead to the same page in another order, or out of it.
"""

from __future__ import annotations

import re

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import Signals
from windrow.median import median
from windrow.tree import Tree
from windrow.wordlists import word_lists

__all__ = ["is_further", "without_further"]

_LISTS = word_lists(__file__)
_WHOLE, _ADVERTS = frozenset(_LISTS["whole"]), frozenset(_LISTS["advert"])
# Most texts begin with another letter.
_INITIALS = frozenset(word[0] for word in _ADVERTS)
_BEGIN, _END = tuple(_LISTS["begin"]), tuple(_LISTS["end"])
_SIGNS = re.compile(r"[\W_]+")
# Addresses of a directory in another order, as servers write them, and the link to the one above.
_SORTS = re.compile(r"\?(?:[CNMSD]=[A-Z]|(?:sort|order)(?:by)?=)", re.IGNORECASE)
_OUT = re.compile(
    r"\.\./?|\W*(?:to )?parent director(?:y|ies)\W*|Up to higher level.*", re.IGNORECASE
)
# The most texts and characters of such a link, the fewest records left, the share of them that may
# be adverts, and the length of the longest word above one. Chosen, not measured.
_TEXTS, _LONGEST, _FEWEST, _MOST, _WORD = 2, 60, 2, 0.3, 14


def is_further(text: str) -> bool:
    """Return whether a *text* offers the rest of a list.

    >>> [*map(is_further, ("Load more …", "Show all 120 jobs", "Alle 9 Orte anzeigen", "More hay"))]
    [True, True, True, False]
    """
    said = _SIGNS.sub("_", text.casefold()).strip("_")
    return said in _WHOLE or said.startswith(_BEGIN) or said.endswith(_END)


def without_further(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without links to the rest at its end, and without adverts.

    >>> from array import array
    >>> from windrow.detect.auto.signals import measure
    >>> tree = Tree.from_text(
    ...     'ul(li(a"Ant") li(a"Bee") li"Advertisement" li(a"Cow") li(a"See all »"))'
    ... )
    >>> nodes = tree.children(0)
    >>> found = Candidate(array("i", nodes), array("i", [n + tree.sizes[n] for n in nodes]), 0)
    >>> len(without_further(tree, measure(tree), found))
    3
    """
    spans = [*zip(candidate.starts, candidate.ends, strict=True)]
    words, chars = signals.words, signals.chars
    last = len(spans)
    while last > _FEWEST and _offers_rest(tree, signals, *spans[last - 1]):
        last -= 1
    first = 0
    while last - first > _FEWEST and _sorts_or_leaves(tree, signals, *spans[first]):
        first += 1
    if first and _sorts_or_leaves(tree, signals, *spans[last - 1]):
        first = 0
    spans = spans[first:last]
    many = [words[end] - words[start] for start, end in spans]
    usual = median(many)
    # Of lists with one text in each record, only texts as short as these words are looked at.
    short = [
        k
        for k, count in enumerate(many)
        if count < usual or (count == 1 and chars[spans[k][1]] - chars[spans[k][0]] <= _WORD)
    ]
    adverts = {k for k in short if _is_advert(_first(tree, *spans[k]))}
    if len(adverts) > _MOST * len(spans) or len(spans) - len(adverts) < _FEWEST:
        adverts = set()
    if not adverts and len(spans) == len(candidate):
        return candidate
    return candidate.only([first + k for k in range(len(spans)) if k not in adverts])


def _is_advert(text: str) -> bool:
    """Return whether a *text* in small letters is that above an advert."""
    return text[:1] in _INITIALS and _SIGNS.sub("_", text) in _ADVERTS


def _sorts_or_leaves(tree: Tree, signals: Signals, start: int, end: int) -> bool:
    """Return whether all links of a record sort the page, or one leads out of its directory."""
    if signals.links[start] == signals.links[end]:
        return False
    nodes = range(start, end)
    addresses = [address for n in nodes if (address := tree.attribute(n, "href")) is not None]
    if addresses and all(map(_SORTS.match, addresses)):
        return True
    return len(addresses) == 1 and any(_OUT.fullmatch(tree.text(node)) for node in nodes)


def _offers_rest(tree: Tree, signals: Signals, start: int, end: int) -> bool:
    """Return whether a record says hardly more than that there are others."""
    words, chars = signals.words, signals.chars
    if words[end] - words[start] > _TEXTS or chars[end] - chars[start] > _LONGEST:
        return False
    return is_further(tree.words(start, end))


def _first(tree: Tree, start: int, end: int) -> str:
    texts = map(str.casefold, filter(None, map(tree.text, range(start, end))))
    return next((text for text in texts if any(map(str.isalnum, text))), "")
