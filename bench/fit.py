"""Fit the weights of the default detector's ranking, cross-validated by site.

    python -m bench.fit                     cross-validation: what to expect on sites never seen
    python -m bench.fit --write             and the weights of all sites, into the package

The weights of a fold never see the sites they are tested on. What cross-validation cannot show:
generators and features were designed with these pages in view. Where there is no labelled corpus,
the project's own examples take its place: enough to see that fitting works, and no more.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from bench.corpus import ARTICLES, ROOT, Labelled, add_option, pages_or_examples
from bench.labels import Judge
from windrow.detect.auto.candidates import Candidate, candidates
from windrow.detect.auto.headings import carried_down, group_headings
from windrow.detect.auto.rank import NAMES, features
from windrow.detect.auto.signals import Signals, measure
from windrow.detect.auto.sure import Doubting, Doubts
from windrow.read import read
from windrow.tree import Tree, parse

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
WEIGHTS = ROOT / "src/windrow/detect/auto/weights.json"
SURENESS = ROOT / "src/windrow/detect/auto/sureness.json"
# Of ten pages that people give, one is taken to be an article, however few we have.
ARTICLE_SHARE = 0.1
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
    doubts: Numbers  # whether it is an article: running text beside and in the records, signs


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate chosen on a page by weights that never saw its site."""

    sample: Sample
    right: float
    value: float
    doubts: Numbers


def main() -> None:
    """Run the cross-validation, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_option(parser)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    if options.write and not options.corpus.exists():
        raise SystemExit(f"no weights are written without a labelled corpus at {options.corpus}")
    samples = list(samples_of(options.corpus))
    articles = list(articles_of())
    chosen = [c for seed in range(3) for c in _cross_validate(samples, articles, seed)]
    lists = [choice for choice in chosen if choice.sample.dataset != "articles"]
    _report("best candidate", [(s, float(max(s.right, default=0.0))) for s in samples])
    _report("chosen (3 fold assignments)", [(c.sample, c.right) for c in lists])
    for choice in sorted(lists[: len(samples)], key=lambda c: c.right)[: options.worst]:
        best = max(choice.sample.right, default=0)
        print(f"{choice.right:.2f} of {best:.2f}  {choice.sample.path}")
    if options.write:
        _write(samples, chosen)


def samples_of(corpus: Path) -> Iterator[Sample]:
    """Yield the labelled pages with their candidates."""
    with Pool() as pool:
        yield from pool.imap(_sample, pages_or_examples(corpus), chunksize=8)


def articles_of(folder: Path = ARTICLES) -> Iterator[Sample]:
    """Yield pages without a list: none of their candidates is right."""
    for path in sorted(folder.glob("*.html")):
        tree, signals, found = _proposed(path)
        nothing = np.zeros(len(found))
        yield Sample(
            str(path),
            "articles",
            path.name,
            True,
            _features(tree, signals, found),
            nothing,
            nothing,
            _doubts(tree, signals, found),
        )


def _headings_of(tree: Tree, signals: Signals, candidate: Candidate) -> list[tuple[int, ...]]:
    """Return for every record the nodes outside it that describe it; empty if there are none."""
    headings = group_headings(tree, signals, candidate.starts, candidate.ends)
    carried = carried_down(tree, candidate.starts)
    if not carried:
        return headings
    return [
        (*(headings[k] if headings else ()), *(() if node is None else (node,)))
        for k, node in enumerate(carried)
    ]


def _sample(page: Labelled) -> Sample:
    tree, signals, found = _proposed(page.path)
    judge = Judge(tree, page.truth)
    marks = [judge.judge(c, _headings_of(tree, signals, c)) for c in found]
    return Sample(
        str(page.path.parent),
        page.dataset,
        page.site,
        page.complete,
        _features(tree, signals, found),
        np.array([right for right, _ in marks]),
        np.array([right * (0.8 + 0.2 * cover) for right, cover in marks]),
        _doubts(tree, signals, found),
    )


def _proposed(path: Path) -> tuple[Tree, Signals, list[Candidate]]:
    tree = parse(read(path))
    signals = measure(tree)
    return tree, signals, candidates(tree, signals)


def _features(tree: Tree, signals: Signals, found: Sequence[Candidate]) -> Numbers:
    return np.asarray(np.array(features(tree, signals, found)).reshape(-1, len(NAMES)) * USED)


def _doubts(tree: Tree, signals: Signals, found: Sequence[Candidate]) -> Numbers:
    doubting = Doubting(tree, signals)
    numbers = [astuple(doubting.doubts(candidate)) for candidate in found]
    return np.array(numbers).reshape(-1, len(fields(Doubts)))


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


def _cross_validate(
    samples: Sequence[Sample], articles: Sequence[Sample], seed: int
) -> Iterator[Choice]:
    """Yield for every page what weights choose that never saw its site."""
    fold = folds_of([sample.site for sample in samples], FOLDS, seed)
    # Articles teach no ranking, so that any of the weights may judge any of them.
    fold |= {sample.site: place % FOLDS for place, sample in enumerate(articles)}
    for k in sorted({*fold.values()}):
        weights = fit([s for s in samples if fold[s.site] != k and s.complete])
        for sample in (*samples, *articles):
            if fold[sample.site] == k and len(sample.right):
                values = sample.features @ weights
                best = int(np.argmax(values))
                yield Choice(
                    sample, float(sample.right[best]), float(values[best]), sample.doubts[best]
                )
            elif fold[sample.site] == k:
                yield Choice(sample, 0.0, 0.0, np.zeros(len(fields(Doubts))))


def folds_of(sites: Sequence[str], folds: int, seed: int = 0) -> dict[str, int]:
    """Return the fold that each site is left out in."""
    names = sorted({*sites})
    np.random.default_rng(seed).shuffle(names)
    return {site: place % folds for place, site in enumerate(names)}


def _report(title: str, pairs: Sequence[tuple[Sample, float]]) -> None:
    groups = defaultdict(list)
    for sample, right in pairs:
        groups[sample.dataset].append(right)
        if sample.complete:
            groups["ALL"].append(right)
    words = "  ".join(f"{name} {np.mean(values):.3f}" for name, values in sorted(groups.items()))
    print(f"{title}: {words}")


def _write(samples: Sequence[Sample], chosen: Sequence[Choice]) -> None:
    weights = fit([sample for sample in samples if sample.complete])
    scale, *factors, offset = _calibrate([c for c in chosen if c.sample.complete])
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
    names = [field.name for field in fields(Doubts)]
    sureness = {n: round(factor / scale, 2) for n, factor in zip(names, factors, strict=True)}
    SURENESS.write_text(json.dumps(sureness, indent=2) + "\n", "utf-8")


def _calibrate(chosen: Sequence[Choice]) -> tuple[float, ...]:
    """Return what turns value and doubts into the share of right tables: a logistic fit.

    The factors of the value and of the doubts, and what is added to their sum.
    """
    numbers = np.array([[c.value, *c.doubts, 1.0] for c in chosen])
    right = np.array([float(c.right >= RIGHT) for c in chosen])
    article = np.array([c.sample.dataset == "articles" for c in chosen])
    heavy = ARTICLE_SHARE * (~article).sum() / max(article.sum(), 1)
    counts = np.where(article, heavy, 1.0)
    line = np.zeros(numbers.shape[1])
    pull = 1e-3 * np.eye(len(line))
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(numbers @ line, -30, 30)))
        curve = (numbers * (counts * sure * (1 - sure))[:, None]).T @ numbers + pull
        slope = numbers.T @ (counts * (right - sure)) - pull @ line
        line = line + np.linalg.solve(curve, slope)
    return tuple(map(float, line))


if __name__ == "__main__":
    main()
