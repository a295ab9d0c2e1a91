"""What turns the place of a candidate in the ranking into a probability, and how good that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from bench.samples import PROSE, RIGHT, Numbers, Sample
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.margins import Margins, margins
from windrow.detect.auto.rank import Ranked
from windrow.detect.auto.sure import Doubts, Sureness

__all__ = ["Choice", "area", "calibrate", "choice_of", "error", "score_of"]

# This share of the pages that people give is taken to be prose: chosen, not measured.
PROSE_SHARE = 0.15
# The pull of the factors towards zero, a site: chosen, not measured.
PULL = 0.3


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate chosen on a page, and what speaks for and against it."""

    sample: Sample
    place: int  # of the candidate in the sample
    value: float
    ahead: Margins
    doubts: Doubts

    @property
    def right(self) -> float:
        """The page F1 of the candidate."""
        return float(self.sample.right[self.place])

    @property
    def records(self) -> int:
        """How many records the chosen candidate has."""
        return len(self.sample.starts[self.place])

    @property
    def numbers(self) -> tuple[float, ...]:
        """What the factors of `Sureness` belong to, in their order; 1 for the offset."""
        return (self.value, *self.ahead, *astuple(self.doubts), 1.0)


def choice_of(sample: Sample, weights: Numbers) -> Choice | None:
    """Return what *weights* choose on a page; None where there is no candidate."""
    if not len(sample.right):
        return None
    values = sample.features @ weights
    order = np.argsort(-values, kind="stable")
    first, *rest = (
        Ranked(Candidate(sample.starts[k], sample.ends[k], 0), sample.starts[k], float(values[k]))
        for k in order[:81]
    )
    best = int(order[0])
    return Choice(
        sample,
        best,
        first.value,
        margins(first, rest),
        Doubts(*map(float, sample.doubts[best])),
    )


def calibrate(chosen: Sequence[Choice]) -> Sureness:
    """Return what turns numbers into the share of right tables: a logistic fit.

    Every site counts the same, and pages without a list as `PROSE_SHARE` of all.
    """
    numbers = np.array([choice.numbers for choice in chosen])
    right = np.array([float(choice.right >= RIGHT) for choice in chosen])
    a_site = Counter(choice.sample.site for choice in chosen)
    counts = np.array([1 / a_site[choice.sample.site] for choice in chosen])
    prose = np.array([choice.sample.dataset == PROSE for choice in chosen])
    counts[prose] *= PROSE_SHARE / (1 - PROSE_SHARE) * counts[~prose].sum() / counts[prose].sum()
    spread = np.where(numbers.std(0) > 0, numbers.std(0), 1.0)
    numbers = numbers / spread
    line = np.zeros(numbers.shape[1])
    pull = PULL * np.diag([1.0] * (len(line) - 1) + [0.0])
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(numbers @ line, -30, 30)))
        curve = (numbers * (counts * sure * (1 - sure))[:, None]).T @ numbers + pull
        slope = numbers.T @ (counts * (right - sure)) - pull @ line
        line = line + np.linalg.solve(curve + 1e-9 * np.eye(len(line)), slope)
    return Sureness(*(round(float(factor), 3) for factor in line / spread))


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
