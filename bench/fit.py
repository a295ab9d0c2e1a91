"""Fit the weights of the default detector's ranking, cross-validated by site.

    python -m bench.fit                     cross-validation: what to expect on sites never seen
    python -m bench.fit --write             and the weights of all sites, into the package

The weights of a fold never see the sites they are tested on. What cross-validation cannot show:
generators and features were designed with these pages in view.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from bench.labels import Judge
from windrow.detect.auto import headings_of
from windrow.detect.candidates import candidates
from windrow.detect.rank import NAMES, features
from windrow.detect.signals import measure
from windrow.read import read
from windrow.tree import parse

Numbers = np.ndarray[Any, np.dtype[np.float64]]

# Features that earn nothing on sites left out, found by leaving out one at a time with one
# assignment of sites to folds; they are measured all the same, for --explain and for refitting.
UNUSED = frozenset(
    "per_parent short linked pivot left_over columns regularity cover class part cell headings "
    "siblings".split()
)
USED = np.array([name not in UNUSED for name in NAMES], dtype=float)
FOLDS = 8
STRENGTH = 50.0  # of the pull towards zero; flat between 20 and 200
PAIRS, ROUNDS, HARDEST = 40, 3, 15
WEIGHTS = Path(__file__).parents[1] / "src/windrow/detect/weights.json"
# A table is right if its page F1 is at least this.
RIGHT = 0.9


@dataclass(frozen=True, slots=True)
class Sample:
    """The candidates of a page: features, page F1, and F1 with whole records preferred."""

    path: str
    dataset: str
    site: str
    complete: bool
    features: Numbers
    right: Numbers
    wanted: Numbers


def main() -> None:
    """Run the cross-validation, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    samples = list(samples_of(options.corpus))
    chosen = [pair for seed in range(3) for pair in _cross_validate(samples, seed)]
    _report("best candidate", [(s, float(max(s.right, default=0.0))) for s in samples])
    _report("chosen (3 fold assignments)", [(s, r) for s, r, _ in chosen])
    for sample, right, _ in sorted(chosen[: len(samples)], key=lambda c: c[1])[: options.worst]:
        print(f"{right:.2f} of {max(sample.right, default=0):.2f}  {sample.path}")
    if options.write:
        _write(samples, chosen)


def samples_of(corpus: Path) -> Iterator[Sample]:
    pages = sorted(path for path in corpus.glob("*/*/*/truth.json") if _is_list(path))
    with Pool() as pool:
        yield from pool.imap(_sample, pages, chunksize=8)


def _is_list(path: Path) -> bool:
    return bool(json.loads(path.read_text("utf-8"))["kind"] == "list")


def _sample(path: Path) -> Sample:
    truth = json.loads(path.read_text("utf-8"))
    tree = parse(read(path.with_name("page.html")))
    signals = measure(tree)
    found = candidates(tree, signals)
    judge = Judge(tree, truth)
    marks = [judge.judge(c, headings_of(tree, signals, c)) for c in found]
    dataset, site = path.parts[-4:-2]
    return Sample(
        str(path.parent),
        dataset,
        f"{dataset}/{site}",
        bool(truth.get("complete", True)),
        np.array(features(tree, signals, found)).reshape(-1, len(NAMES)) * USED,
        np.array([right for right, _ in marks]),
        np.array([right * (0.8 + 0.2 * cover) for right, cover in marks]),
    )


def fit(samples: Sequence[Sample]) -> Numbers:
    """Return the weights that put the right candidates first: a pairwise logistic regression.

    First against candidates drawn at random, then three times against those that came too near.
    """
    every = np.concatenate([sample.features for sample in samples])
    spread = every.std(0) + 1e-9
    draw = np.random.default_rng(1)
    usable = [s for s in samples if len(s.wanted) > 1 and s.wanted.max() > 0.05]
    pairs = [pair for sample in usable for pair in _random_pairs(sample, draw)]
    weights = _regress(pairs, spread)
    for _ in range(ROUNDS):
        pairs += [pair for sample in usable for pair in _hard_pairs(sample, weights)]
        weights = _regress(pairs, spread)
    return weights


def _random_pairs(sample: Sample, draw: np.random.Generator) -> Iterator[tuple[Numbers, float]]:
    best = np.flatnonzero(sample.wanted >= sample.wanted.max() - 1e-9)
    for _ in range(PAIRS):
        yield from _pair(sample, draw.choice(best), np.intp(draw.integers(len(sample.wanted))))


def _hard_pairs(sample: Sample, weights: Numbers) -> Iterator[tuple[Numbers, float]]:
    values = sample.features @ weights
    best = np.flatnonzero(sample.wanted >= sample.wanted.max() - 1e-9)
    one = best[np.argmax(values[best])]
    worse = np.flatnonzero(sample.wanted < sample.wanted[one] - 0.01)
    for other in worse[np.argsort(-values[worse])][:HARDEST]:
        yield from _pair(sample, one, other)


def _pair(sample: Sample, one: np.intp, other: np.intp) -> Iterator[tuple[Numbers, float]]:
    gap = float(sample.wanted[one] - sample.wanted[other])
    if gap > 0.01:
        yield sample.features[one] - sample.features[other], gap


def _regress(pairs: Sequence[tuple[Numbers, float]], spread: Numbers) -> Numbers:
    """Return weights by Newton's method: the first of a pair should get more than the second."""
    apart = np.array([difference for difference, _ in pairs]) / spread
    gaps = np.array([gap for _, gap in pairs])
    weights = np.zeros(apart.shape[1])
    for _ in range(30):
        sure = 1 / (1 + np.exp(-np.clip(apart @ weights, -30, 30)))
        slope = STRENGTH * weights - (apart * ((1 - sure) * gaps)[:, None]).sum(0)
        curve = (apart * (sure * (1 - sure) * gaps)[:, None]).T @ apart
        step = np.linalg.solve(curve + STRENGTH * np.eye(len(weights)), slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights / spread)


def _cross_validate(samples: Sequence[Sample], seed: int) -> Iterator[tuple[Sample, float, float]]:
    """Yield for every page: F1 of the chosen candidate, and its value."""
    sites = sorted({sample.site for sample in samples})
    np.random.default_rng(seed).shuffle(sites)
    fold = {site: place % FOLDS for place, site in enumerate(sites)}
    for k in range(FOLDS):
        weights = fit([s for s in samples if fold[s.site] != k and s.complete])
        for sample in samples:
            if fold[sample.site] == k:
                yield (sample, *_choice(sample, weights))


def _choice(sample: Sample, weights: Numbers) -> tuple[float, float]:
    if not len(sample.right):
        return 0.0, 0.0
    values = sample.features @ weights
    best = int(np.argmax(values))
    return float(sample.right[best]), float(values[best])


def _report(title: str, pairs: Sequence[tuple[Sample, float]]) -> None:
    groups = defaultdict(list)
    for sample, right in pairs:
        groups[sample.dataset].append(right)
        if sample.complete:
            groups["ALL"].append(right)
    words = "  ".join(f"{name} {np.mean(values):.3f}" for name, values in sorted(groups.items()))
    print(f"{title}: {words}")


def _write(samples: Sequence[Sample], chosen: Sequence[tuple[Sample, float, float]]) -> None:
    weights = fit([sample for sample in samples if sample.complete])
    known = [(right, value) for sample, right, value in chosen if sample.complete]
    scale, offset = _calibrate(known)
    data = {
        "ranking": {
            name: round(float(weight), 2)
            for name, weight in zip(NAMES, weights, strict=True)
            if name not in UNUSED
        },
        "scale": round(scale, 3),
        "offset": round(offset, 3),
    }
    WEIGHTS.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


def _calibrate(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return scale and offset that turn a value into the share of right tables: a logistic fit."""
    values = np.array([[value, 1.0] for _, value in pairs])
    right = np.array([float(r >= RIGHT) for r, _ in pairs])
    line = np.zeros(2)
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(values @ line, -30, 30)))
        curve = (values * (sure * (1 - sure))[:, None]).T @ values + 1e-3 * np.eye(2)
        line = line + np.linalg.solve(curve, values.T @ (right - sure) - 1e-3 * line)
    return float(line[0]), float(line[1])


if __name__ == "__main__":
    main()
