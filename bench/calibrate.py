"""What turns the place of a candidate in the ranking into a probability, and how good that is."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice

import numpy as np

from bench.samples import PROSE, RIGHT, Numbers, Sample
from windrow.detect.auto import kept
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.margins import Margins, margins
from windrow.detect.auto.rank import Ranked
from windrow.detect.auto.sure import Doubts, Sureness

__all__ = [
    "Choice", "Further", "area", "calibrate", "choice_of", "error", "further", "further_of",
    "score_of",
]  # fmt: skip

# Pages without a list count as this share of all while the factors are fitted, so that these see
# enough of them. Chosen: as many right tables stay above .5 as with .15, and fewer of prose do.
PROSE_SHARE = 0.2
# This share of the pages that people give is taken to be prose: the offset is fitted with it, as
# the factors do not depend on it. Chosen, not measured: nobody has counted what people give.
PROSE_MET = 0.1
# The pull of the factors towards zero, a site. Of .3, 1, 3 and 10 it has the least cross entropy
# with datasets left out, on lists and prose together.
PULL = 3.0
# The same for the lists after the first: chosen, not measured.
FURTHER_PULL = 0.3
# This many lists after the first are considered: an answer never has more.
FURTHER = 10
# A further list is right if at least this share of its records are true: the scorer's rule.
MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate chosen on a page or the table made of it, and what speaks for it or against."""

    sample: Sample
    right: float  # page F1
    records: int
    value: float
    ahead: Margins
    doubts: Doubts

    @property
    def numbers(self) -> tuple[float, ...]:
        """What the factors of `Sureness` belong to, in their order; 1 for the offset."""
        return (self.value, *self.ahead, *astuple(self.doubts), 1.0)


@dataclass(frozen=True, slots=True)
class Further:
    """A list after the first, on a page that has several."""

    sample: Sample
    behind: float  # its value in the formula, less that of the first
    meant: bool


def choice_of(sample: Sample, weights: Numbers) -> Choice | None:
    """Return what *weights* choose on a page; None where there is no candidate."""
    if not len(sample.right):
        return None
    order, [first, *rest] = _ranked(sample, weights, 81)
    best = int(order[0])
    return Choice(
        sample,
        float(sample.right[best]),
        len(sample.starts[best]),
        first.value,
        margins(first, rest),
        Doubts(*map(float, sample.doubts[best])),
    )


def further_of(sample: Sample, weights: Numbers) -> Iterator[Further]:
    """Yield the lists of a page that *weights* put after the first."""
    order, ranked = _ranked(sample, weights, len(sample.right))
    place = {id(entry): k for entry, k in zip(ranked, order, strict=True)}
    for entry in islice(kept(ranked), 1, FURTHER):
        meant = bool(sample.true[place[id(entry)]] >= MOSTLY)
        yield Further(sample, entry.value - ranked[0].value, meant)


def _ranked(sample: Sample, weights: Numbers, most: int) -> tuple[list[int], list[Ranked]]:
    """Return the places of the best candidates of a page, best first, and the candidates."""
    values = sample.features @ weights
    order = [*map(int, np.argsort(-values, kind="stable")[:most])]
    return order, [
        Ranked(Candidate(sample.starts[k], sample.ends[k], 0), array("d"), float(values[k]))
        for k in order
    ]


def further(found: Sequence[Further]) -> dict[str, float]:
    """Return what turns *behind* into the share of lists that are meant: a logistic fit."""
    if not found:
        return {}
    numbers = np.array([(one.behind, 1.0) for one in found])
    meant = np.array([float(one.meant) for one in found])
    line = _logistic(numbers, meant, np.ones(len(found)), FURTHER_PULL)
    return dict(zip(("behind", "after"), (round(float(n), 3) for n in line), strict=True))


def calibrate(chosen: Sequence[Choice], others: Sequence[Further] = ()) -> Sureness:
    """Return what turns numbers into the share of right tables: a logistic fit.

    Every site counts the same; pages without a list count as `PROSE_SHARE` of all for the factors,
    and as `PROSE_MET` for the offset. *others* are the lists after the first of pages that have
    several.
    """
    numbers = np.array([choice.numbers for choice in chosen])
    right = np.array([float(choice.right >= RIGHT) for choice in chosen])
    line = _logistic(numbers, right, _counts(chosen, PROSE_SHARE), PULL)
    line[-1] += _shift(numbers @ line, right, _counts(chosen, PROSE_MET))
    return Sureness(*(round(float(factor), 3) for factor in line), **further(others))


def _counts(chosen: Sequence[Choice], share: float) -> Numbers:
    """Return how much every page counts: sites the same, and prose as this *share* of all."""
    a_site = Counter(choice.sample.site for choice in chosen)
    counts = np.array([1 / a_site[choice.sample.site] for choice in chosen])
    prose = np.array([choice.sample.dataset == PROSE for choice in chosen])
    if prose.any():
        counts[prose] *= share / (1 - share) * counts[~prose].sum() / counts[prose].sum()
    return counts


def _shift(powers: Numbers, right: Numbers, counts: Numbers) -> float:
    """Return what is added to all *powers* so that the mean score is the share of right tables."""
    shift = 0.0
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(powers + shift, -30, 30)))
        curve = float((counts * sure * (1 - sure)).sum())
        shift += float(np.clip((counts * (right - sure)).sum() / (curve + 1e-9), -1, 1))
    return shift


def _logistic(numbers: Numbers, right: Numbers, counts: Numbers, strength: float) -> Numbers:
    """Return the factors of *numbers*, of which the last is 1 everywhere, by Newton's method.

    *strength* is how strongly they are pulled towards zero.
    """
    spread = np.where(numbers.std(0) > 0, numbers.std(0), 1.0)
    numbers = numbers / spread
    line = np.zeros(numbers.shape[1])
    pull = strength * np.diag([1.0] * (len(line) - 1) + [0.0])
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(numbers @ line, -30, 30)))
        curve = (numbers * (counts * sure * (1 - sure))[:, None]).T @ numbers + pull
        slope = numbers.T @ (counts * (right - sure)) - pull @ line
        line = line + np.linalg.solve(curve + 1e-9 * np.eye(len(line)), slope)
    return np.asarray(line / spread)


def score_of(choice: Choice, sureness: Sureness) -> float:
    """Return the score of the table that was chosen."""
    return sureness.score(choice.value, choice.ahead, choice.doubts)


def error(scores: Numbers, right: Numbers, counts: Numbers) -> float:
    """Return the expected calibration error: how far scores are from shares, by tenths."""
    tenth = np.minimum((10 * scores).astype(int), 9)
    found = 0.0
    for k in range(10):
        own = tenth == k
        found += abs(float((counts[own] * (scores[own] - right[own])).sum()))
    return found / float(counts.sum())


def area(scores: Numbers, right: Numbers, counts: Numbers) -> float:
    """Return how often a right table has a higher score than a wrong one (AUC); nan for no pair."""
    good, bad = right > 0, right <= 0
    if good.all() or bad.all():
        return float("nan")
    above = (scores[good][:, None] > scores[bad][None]) + 0.5 * (
        scores[good][:, None] == scores[bad][None]
    )
    both = counts[good][:, None] * counts[bad][None]
    return float((above * both).sum() / both.sum())
