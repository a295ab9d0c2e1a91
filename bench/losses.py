"""Three ways to fit the weights of the ranking, and their average.

A formula that puts the right candidate of a page first can be fitted in several ways. Which one is
best on sites never seen cannot be told from the pages at hand, but their average is never bad, and
an average of linear formulas is one linear formula. Each is divided by its unit, so that all count
the same: the mean spread of its values over the candidates of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from bench.samples import Numbers, Sample
from windrow.detect.auto.rank import NAMES, Weights

__all__ = ["LOSSES", "SIGNS", "fit", "named", "training"]

# The sign that the weight of a feature may have: 1 or -1; other features may have both. Decided
# before fitting, by what the features mean. A weight of the other sign would be an accident of the
# pages.
_FOR = (
    "similarity least_text low_text two_texts longest_column varied key number_columns numeric "
    "digit dated pictures link targets signs table_headers positive records mass page_share "
    "path"
).split()
_AGAINST = (
    "most_share single multiplicity all_link labels table_kinds negative inline parents "
    "parent_share kin gaps inner join empty"
).split()
SIGNS = np.array([(name in _FOR) - (name in _AGAINST) for name in NAMES], dtype=float)

# The features of the first formula; those that came later are in the other two fits only.
_LATER = frozenset(
    "low_text two_texts varied key number_columns numeric digit link all_link targets signs "
    "table_headers table_kinds parents kin before".split()
)
_FIRST = np.array([name not in _LATER for name in NAMES])
_EVERY = np.ones(len(NAMES), dtype=bool)

# This many pages of a site are fitted: more pages add little.
PAGES = 3
PAIRS, ROUNDS, HARDEST = 40, 3, 15
# The right candidates are those whose F1 is near the best one's: softness of "near".
SOFTNESS = 0.05
# Pulls towards zero, by loss. A third or three times as much changes little (python -m bench.fit).
PULLS = {"pair, first features": 50.0, "pair": 200.0, "list": 0.03}
LOSSES = tuple(PULLS)


Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Page:
    """What is fitted of a page: some of its candidates, and how much the page counts."""

    features: Numbers
    wanted: Numbers
    counts: float


def fit(samples: Sequence[Sample], losses: Sequence[str] = LOSSES) -> Numbers:
    """Return the average of the fits by different *losses*, each divided by its unit."""
    pages = training(samples)
    found = np.zeros(len(NAMES))
    for loss in losses:
        weights = _fitted(pages, loss)
        unit = np.mean([(page.features @ weights).std() for page in pages])
        found += weights / unit
    return _scaled(pages, found)


def named(weights: Numbers) -> Weights:
    """Return *weights* by the names of the features."""
    return Weights({n: round(float(w), 3) for n, w in zip(NAMES, weights, strict=True)})


def _scaled(pages: Sequence[Page], weights: Numbers) -> Numbers:
    """Return the weights times what makes a difference of two values the log of the odds.

    That is the factor with the least cross entropy between the softmax of the values and the right
    candidates.
    """
    values = [page.features @ weights for page in pages]
    nearness = [np.exp((page.wanted - page.wanted.max()) / SOFTNESS) for page in pages]
    factor = 1.0
    for _ in range(50):
        slope = curve = 0.0
        for own, near, page in zip(values, nearness, pages, strict=True):
            powers = np.exp(factor * (own - own.max()))
            share = powers / powers.sum()
            mean = share @ own
            slope += page.counts * (mean - (near / near.sum()) @ own)
            curve += page.counts * (share @ (own - mean) ** 2)
        factor -= float(np.clip(slope / curve, -factor / 2, factor))
    return factor * weights


def training(samples: Sequence[Sample]) -> list[Page]:
    """Return what is fitted: at most three pages of a site, which share its weight."""
    usable = [s for s in samples if s.complete and len(s.wanted) > 1 and s.wanted.max() > 0.05]
    by_site: dict[str, list[Sample]] = {}
    for sample in usable:
        by_site.setdefault(sample.site, []).append(sample)
    chosen = [
        pages[k * len(pages) // min(len(pages), PAGES)]
        for pages in by_site.values()
        for k in range(min(len(pages), PAGES))
    ]
    a_site = Counter(sample.site for sample in chosen)
    return [Page(s.features, s.wanted, 1 / a_site[s.site]) for s in chosen]


def _fitted(pages: Sequence[Page], loss: str) -> Numbers:
    every = np.concatenate([page.features for page in pages])
    spread = every.std(0) + 1e-9
    if loss == "list":
        found = _by_lists(pages, spread, PULLS[loss])
    else:
        found = _by_pairs(pages, spread, PULLS[loss], _EVERY if loss == "pair" else _FIRST)
    return np.asarray(found / spread)


# By lists


def _by_lists(pages: Sequence[Page], spread: Numbers, pull: float) -> Numbers:
    """Return weights by the cross entropy of a softmax over the candidates of each page.

    Wanted are the candidates whose F1 is near that of the best. Newton's method, in which a weight
    that would get the wrong sign stays 0.
    """
    features = np.concatenate([page.features for page in pages]) / spread
    sizes = np.array([len(page.wanted) for page in pages])
    first = np.cumsum(sizes) - sizes
    counts = np.repeat([page.counts for page in pages], sizes)
    counts /= sum(page.counts for page in pages)
    nearness = [np.exp((page.wanted - page.wanted.max()) / SOFTNESS) for page in pages]
    wanted = np.concatenate([near / near.sum() for near in nearness])

    def shares(weights: Numbers) -> tuple[Numbers, float]:
        values = features @ weights
        values -= np.repeat(np.maximum.reduceat(values, first), sizes)
        powers = np.exp(values)
        totals = np.repeat(np.add.reduceat(powers, first), sizes)
        loss = -float((counts * wanted * (values - np.log(totals))).sum())
        return powers / totals, loss + 0.5 * pull * float(weights @ weights)

    weights = np.zeros(features.shape[1])
    for _ in range(100):
        share, loss = shares(weights)
        slope = features.T @ (counts * (share - wanted)) + pull * weights
        weighted = features * share[:, None]
        means = np.add.reduceat(weighted, first)
        curve = (weighted * counts[:, None]).T @ features + pull * np.eye(len(weights))
        curve -= (means * counts[first][:, None]).T @ means
        free = (SIGNS == 0) | (weights != 0) | (slope * SIGNS < 0)
        step = np.zeros(len(weights))
        step[free] = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
        size = 1.0
        while size > 1e-6:
            new = weights - size * step
            new[new * SIGNS < 0] = 0.0
            if shares(new)[1] <= loss:
                break
            size /= 2
        moved = np.abs(new - weights).max()
        weights = new
        if moved < 1e-6:
            break
    return weights


# By pairs


def _by_pairs(
    pages: Sequence[Page],
    spread: Numbers,
    pull: float,
    used: Flags,
) -> Numbers:
    """Return weights by a logistic regression: the better of two candidates should get more.

    First against candidates drawn at random, then three times against those that came too near.
    """
    draw = np.random.default_rng(1)
    pairs = [pair for page in pages for pair in _random_pairs(page, draw)]
    weights = _regress(pairs, spread, pull, used)
    for _ in range(ROUNDS):
        pairs += [pair for page in pages for pair in _hard_pairs(page, weights / spread)]
        weights = _regress(pairs, spread, pull, used)
    return weights


def _random_pairs(page: Page, draw: np.random.Generator) -> Iterator[tuple[Numbers, float]]:
    best = np.flatnonzero(page.wanted >= page.wanted.max() - 1e-9)
    for _ in range(PAIRS):
        yield from _pair(page, draw.choice(best), np.intp(draw.integers(len(page.wanted))))


def _hard_pairs(page: Page, weights: Numbers) -> Iterator[tuple[Numbers, float]]:
    values = page.features @ weights
    best = np.flatnonzero(page.wanted >= page.wanted.max() - 1e-9)
    one = best[np.argmax(values[best])]
    worse = np.flatnonzero(page.wanted < page.wanted[one] - 0.01)
    for other in worse[np.argsort(-values[worse])][:HARDEST]:
        yield from _pair(page, one, other)


def _pair(page: Page, one: np.intp, other: np.intp) -> Iterator[tuple[Numbers, float]]:
    gap = float(page.wanted[one] - page.wanted[other])
    if gap > 0.01:
        yield page.features[one] - page.features[other], gap * page.counts


def _regress(
    pairs: Sequence[tuple[Numbers, float]],
    spread: Numbers,
    pull: float,
    used: Flags,
) -> Numbers:
    """Return weights by Newton's method, those of features that are not *used* 0."""
    apart = np.array([difference[used] for difference, _ in pairs]) / spread[used]
    gaps = np.array([gap for _, gap in pairs])
    weights = np.zeros(apart.shape[1])
    for _ in range(30):
        sure = 1 / (1 + np.exp(-np.clip(apart @ weights, -30, 30)))
        slope = pull * weights - (apart * ((1 - sure) * gaps)[:, None]).sum(0)
        curve = (apart * (sure * (1 - sure) * gaps)[:, None]).T @ apart
        step = np.linalg.solve(curve + pull * np.eye(len(weights)), slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    found = np.zeros(len(used))
    found[used] = weights
    return found
