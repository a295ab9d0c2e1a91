"""How similar two values are, and which values of two records pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Item", "kind_of_value", "pair_values", "value_similarity"]

# The least similarity of two values in one column: a type and its parent. Chosen, not measured.
_PAIR = 0.3
# The most pairs of values that two records are compared by; of longer records, the values on a path
# pair one by one. Chosen, not measured.
_MOST_PAIRS = 40_000

# [su2012], as we remember it: a tree of types; a value is like one of its own or its parent's type.
_PARENTS = {"price": "number", "date": "string", "number": "string", "string": ""}
_PRICE = re.compile(
    r"^\W{0,3}(?:[$€£¥]|usd|eur|gbp)\s*[\d.,]+$|^[\d.,]+\s*(?:[$€£¥]|usd|eur)$", re.IGNORECASE
)
_NUMBER = re.compile(r"^[-+#(]?\d[\d.,]*[%)]?$")
_DATE = re.compile(r"\b(?:19|20)\d\d\b.*\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}")
# No number, price or date is longer, in characters. Chosen, not measured.
_LONGEST = 30


@dataclass(frozen=True, slots=True)
class Item:
    """A value of a record, and the path that leads to it."""

    path: str
    text: str


@lru_cache(maxsize=50_000)
def kind_of_value(text: str) -> str:
    """Return the type of a value.

    >>> [kind_of_value(text) for text in ("$4.95", "1997", "12/06/97", "Canning Jars")]
    ['price', 'number', 'date', 'string']
    """
    if len(text) > _LONGEST:
        return "string"
    if _PRICE.match(text):
        return "price"
    if _NUMBER.match(text):
        return "number"
    return "date" if _DATE.search(text) else "string"


@lru_cache(maxsize=50_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.lower().split())


def value_similarity(first: str, second: str) -> float:
    """Return how similar two values are: by words if they are strings, else by their types.

    >>> value_similarity("$4.95", "$12"), value_similarity("$4.95", "12")
    (1.0, 0.5)
    >>> value_similarity("Canning jars", "Canning lids"), value_similarity("$4.95", "jars")
    (0.75, 0.0)

    References
    ----------
    [su2012]. Strings without a common word are still both strings, and half alike: ours.
    """
    one, other = kind_of_value(first), kind_of_value(second)
    if one != other:
        return 0.5 if _PARENTS[one] == other or _PARENTS[other] == one else 0.0
    if one != "string":
        return 1.0
    mine, theirs = _words(first), _words(second)
    return 0.5 + 0.5 * len(mine & theirs) / max(1, len(mine), len(theirs))


def pair_values(first: Sequence[Item], second: Sequence[Item]) -> list[tuple[int, int]]:
    """Return which values of two records pair.

    >>> jars, rack = Item("a", "Jars"), Item("a", "Rack")
    >>> pair_values([jars, Item("b", "$4")], [rack, Item("b", "new"), Item("b", "$5")])
    [(0, 0), (1, 2)]

    References
    ----------
    [su2012]: values pair only on the same path, in order, and the sum is the largest.
    """
    # The first values pair as long as they are fully alike: no other pairs have a larger sum.
    alike = next(
        (k for k, (a, b) in enumerate(zip(first, second, strict=False)) if _weight(a, b) < 1),
        min(len(first), len(second)),
    )
    rest = _pair_rest(first[alike:], second[alike:])
    return [(k, k) for k in range(alike)] + [(alike + i, alike + j) for i, j in rest]


def _pair_rest(first: Sequence[Item], second: Sequence[Item]) -> list[tuple[int, int]]:
    if len(first) * len(second) > _MOST_PAIRS:
        return _in_turn(first, second)
    weights = [[_weight(a, b) for b in second] for a in first]
    best = [[0.0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in range(len(first) - 1, -1, -1):
        row, below, mine = best[i], best[i + 1], weights[i]
        for j in range(len(second) - 1, -1, -1):
            paired = below[j + 1] + mine[j] if mine[j] else 0.0
            row[j] = max(below[j], row[j + 1], paired)
    pairs = []
    i = j = 0
    while i < len(first) and j < len(second):
        if weights[i][j] and best[i][j] == best[i + 1][j + 1] + weights[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return pairs


def _weight(first: Item, second: Item) -> float:
    if first.path != second.path:
        return 0.0
    alike = value_similarity(first.text, second.text)
    return alike if alike >= _PAIR else 0.0


def _in_turn(first: Sequence[Item], second: Sequence[Item]) -> list[tuple[int, int]]:
    """Return the pairs of long records: of each path the first value with the first, and so on."""
    places: dict[str, list[int]] = {}
    for k in range(len(second) - 1, -1, -1):
        places.setdefault(second[k].path, []).append(k)
    found = (
        (k, waiting.pop()) for k, item in enumerate(first) if (waiting := places.get(item.path))
    )
    return [(i, j) for i, j in found if _weight(first[i], second[j])]
