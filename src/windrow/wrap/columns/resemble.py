"""The similarity of a column's values to those from which the wrapper was learned."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from windrow.wrap.fingerprint import Fingerprint

__all__ = [
    "choice_likeness",
    "coarse_shape",
    "coarse_shapes",
    "form_likeness",
    "length_likeness",
    "resemblance",
    "shape_likeness",
    "usual_words",
    "word_likeness",
]

# Forms of numbers overlap: a price without its sign is a number.
_NUMERIC = frozenset("integer number zeros price percent rating count size".split())
_MOMENTS = frozenset("date datetime time".split())
# The worth of related forms; equal ones count 1. Chosen, not measured.
_HALF = 0.5
_RUN_OF_WORDS = re.compile(r"a(?:\W{1,3}a)+")
_WORD = re.compile(r"[^\W\d_]{2,}|[^\w\s]")
# A word that this share of at least this many values has says what the column is about. Chosen, not
# measured.
_USUAL = 0.75
_FEWEST = 3
# At most this many different values, each met this often, are a choice: there are no others.
# Chosen, not measured.
_SAMPLES, _MANY = 5, 3


def resemblance(usual: Fingerprint, now: Fingerprint, values: Sequence[str] = ()) -> float:
    """Return the similarity of two columns by the look of their values, 0 to 1.

    *values* are the current ones, if more of them are known than the samples.

    >>> from windrow.wrap.fingerprint import fingerprint
    >>> prices, others = fingerprint(["$4.95", "$12.50"]), fingerprint(["$7.00", "$19.90"])
    >>> resemblance(prices, others) > 0.9 > 0.5 > resemblance(prices, fingerprint(["In stock"]))
    True
    """
    if not usual.count or not now.count:
        return 0.0
    parts = [
        (2.0, form_likeness(usual, now)),
        (1.0, shape_likeness(usual, now)),
        (1.0, length_likeness(usual, now)),
    ]
    if (words := word_likeness(usual, values or now.samples)) is not None:
        parts.append((1.0, words))
    if (chosen := choice_likeness(usual, values or now.samples)) is not None:
        parts.append((1.5, chosen))
    return sum(weight * share for weight, share in parts) / sum(weight for weight, _ in parts)


def choice_likeness(usual: Fingerprint, values: Sequence[str]) -> float | None:
    """Return the share of *values* among the few possible ones; None if there are many.

    >>> from windrow.wrap.fingerprint import fingerprint
    >>> stock = fingerprint(["in stock", "sold out"] * 3)
    >>> choice_likeness(stock, ["sold out", "14 replies"])
    0.5
    """
    few = len(usual.samples) < _SAMPLES and usual.count >= _MANY * len(usual.samples)
    if not few or not values:
        return None
    return sum(value in usual.samples for value in values) / len(values)


def form_likeness(usual: Fingerprint, now: Fingerprint) -> float:
    """Return how many of the values have the usual forms; half for kindred ones."""
    mine, theirs = dict(usual.forms), dict(now.forms)
    same = sum(min(share, theirs.get(form, 0.0)) for form, share in mine.items())
    kindred = sum(
        min(
            sum(share for form, share in mine.items() if form in family),
            sum(share for form, share in theirs.items() if form in family),
        )
        - sum(min(mine.get(form, 0.0), theirs.get(form, 0.0)) for form in family)
        for family in (_NUMERIC, _MOMENTS)
    )
    return min(1.0, same + _HALF * max(0.0, kindred))


def shape_likeness(usual: Fingerprint, now: Fingerprint) -> float:
    """Return how many of the values have the usual outlines, however many words they have."""
    mine, theirs = coarse_shapes(usual), coarse_shapes(now)
    return sum(min(share, theirs[shape]) for shape, share in mine.items())


def length_likeness(usual: Fingerprint, now: Fingerprint) -> float:
    """Return 1 if the median length is usual, less the further it is away."""
    low, _, high = usual.lengths
    middle = now.lengths[1]
    away = max(low / max(middle, 1), middle / max(high, 1), 1.0)
    middles = max(usual.lengths[1], middle, 1) / max(1, min(usual.lengths[1], middle))
    return 0.5 * math.exp(1.0 - away) + 0.5 / math.sqrt(middles)


def word_likeness(usual: Fingerprint, values: Sequence[str]) -> float | None:
    """Return the share of *values* with the usual words of a column; None if it has none."""
    words = usual_words(usual.samples)
    if not words or not values:
        return None
    # The usual words are few, the words of the values many.
    having = sum(len(words & _words(value)) for value in values)
    return having / len(values) / len(words)


# Every column is compared with many others.
@lru_cache(maxsize=1000)
def usual_words(samples: tuple[str, ...]) -> frozenset[str]:
    """Return the words and signs that nearly all of different *samples* have.

    >>> sorted(usual_words(("12 reviews", "3 reviews", "1 review", "40 reviews")))
    ['reviews']
    """
    if len(samples) < _FEWEST:
        return frozenset()
    counts = Counter(word for sample in samples for word in _words(sample))
    return frozenset(word for word, n in counts.items() if n >= _USUAL * len(samples))


@lru_cache(maxsize=20_000)
def _words(value: str) -> frozenset[str]:
    return frozenset(map(str.lower, _WORD.findall(value)))


def coarse_shapes(mark: Fingerprint) -> Counter[str]:
    """Return the shares of outlines in which words in a row count as one."""
    return _coarse(mark.shapes)


# Every column is compared with many others.
@lru_cache(maxsize=1000)
def _coarse(shapes: tuple[tuple[str, float], ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for shape, share in shapes:
        found[coarse_shape(shape)] += share  # type: ignore[assignment]
    return found


def coarse_shape(shape: str) -> str:
    """Return an outline in which words in a row count as one.

    >>> coarse_shape("a, a a €0.0")
    'a €0.0'
    """
    return _RUN_OF_WORDS.sub("a", shape)
