"""Fit the ranking of the default detector and its score, judged by datasets left out.

    python -m bench.fit                     what to expect on kinds of sites never seen
    python -m bench.fit --write             and the numbers of all sites, into the package

Models are chosen by two tests: each dataset judged by weights fitted on the others, and all later
datasets by weights fitted on the first ones. One site in five is set aside by a fixed hash: it
takes part in no fit, its pages are never listed, and totals are all that is shown. No test can show
how much looking at pages helped:
generators and features were designed with these pages in view. Where there is no labelled corpus,
the project's own examples take its place: they only show that fitting works.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

import numpy as np

from bench.calibrate import (
    Choice,
    Further,
    area,
    calibrate,
    choice_of,
    error,
    further,
    further_of,
    score_of,
)  # fmt: skip
from bench.corpus import ASIDE, ROOT, add_option
from bench.losses import LOSSES, PULLS, fit, named
from bench.made import made
from bench.samples import PROSE, RIGHT, Numbers, Sample, prose_of, samples_of
from windrow.detect.auto.sure import Sureness

__all__ = ["FIRST", "choices", "left_out"]

WEIGHTS = ROOT / "src/windrow/detect/auto/weights.json"
SURENESS = ROOT / "src/windrow/detect/auto/sureness.json"
# The datasets that the first formula was fitted on; the others came later.
FIRST = frozenset("catalogues courts dockets mixed results shops stats".split())
# Datasets with fewer pages are left out together.
FEWEST = 6


def main() -> None:
    """Print what to expect, and write the numbers if asked to."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.fit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    if options.write and not options.corpus.exists():
        raise SystemExit(f"no weights are written without a labelled corpus at {options.corpus}")
    every = [*samples_of(options.corpus)]
    samples = [sample for sample in every if sample.complete]
    prose = list(prose_of(options.corpus))
    known = [sample for sample in samples if sample.part != ASIDE] or samples
    _report("best candidate", [(s, float(max(s.right, default=0.0))) for s in known])
    weights = fit(known)
    # Pages without a list are not used to fit the ranking, so weights fitted on all may judge them.
    unseen = {**left_out(known), PROSE: weights}
    lists = choices(known, unseen)
    chosen = made([*known, *prose], unseen)
    _report("datasets left out", [(c.sample, c.right) for c in lists])
    _report("later datasets", [*_later(known)])
    _report("fitted", [*_first(known, weights)])
    aside = [sample for sample in samples if sample.part == ASIDE]
    _print_totals("set aside", [*_first(aside, weights)])
    print("the ranking alone", end=": ")
    _report_scores([*lists, *choices(prose, unseen)])
    print("the tables made of it", end=": ")
    _report_scores(chosen)
    others = [one for s in every if s.several and s.part != ASIDE for one in further_of(s, weights)]
    _report_further(others)
    for choice in sorted(lists, key=lambda c: c.right)[: options.worst]:
        best = max(choice.sample.right, default=0)
        print(f"{choice.right:.2f} of {best:.2f}  {choice.sample.path}")
    if options.write:
        _write(known, weights, calibrate(chosen, others))


def left_out(samples: Sequence[Sample]) -> dict[str, Numbers]:
    """Return for every dataset weights that never saw it; small ones are left out together."""
    pages = Counter(sample.dataset for sample in samples)
    groups = {name: name if count >= FEWEST else "" for name, count in pages.items()}
    if len({*groups.values()}) < 2:
        return {name: fit(samples) for name in groups}
    found = {
        group: fit([sample for sample in samples if groups[sample.dataset] != group])
        for group in {*groups.values()}
    }
    return {name: found[group] for name, group in groups.items()}


def choices(samples: Sequence[Sample], weights: Mapping[str, Numbers]) -> list[Choice]:
    """Return what is chosen on every page by the *weights* of its dataset."""
    found = (choice_of(sample, weights[sample.dataset]) for sample in samples)
    return [choice for choice in found if choice is not None]


def _later(samples: Sequence[Sample]) -> Iterator[tuple[Sample, float]]:
    """Yield the pages of the later datasets, judged by weights fitted on the first ones."""
    first = [sample for sample in samples if sample.dataset in FIRST]
    if first:
        yield from _first([s for s in samples if s.dataset not in FIRST], fit(first))


def _first(samples: Sequence[Sample], weights: Numbers) -> Iterator[tuple[Sample, float]]:
    """Yield every page with how right the candidate is that *weights* put first."""
    for sample in samples:
        values = sample.features @ weights
        yield sample, float(sample.right[np.argmax(values)]) if len(values) else 0.0


def _report(title: str, pairs: Sequence[tuple[Sample, float]]) -> None:
    groups = defaultdict(list)
    for sample, right in pairs:
        groups[sample.dataset].append(right)
    _print_totals(title, pairs)
    print(" ", *(f"{name} {np.mean(rights):.3f} " for name, rights in sorted(groups.items())))


def _print_totals(title: str, pairs: Sequence[tuple[Sample, float]]) -> None:
    """Print the mean over pages, and that over sites."""
    if not pairs:
        return
    sites = defaultdict(list)
    for sample, right in pairs:
        sites[sample.site].append(right)
    pages = np.mean([right for _, right in pairs])
    equal = np.mean([np.mean(rights) for rights in sites.values()])
    print(f"{title}: pages {pages:.4f}, sites {equal:.4f} ({len(pairs)} of {len(sites)})")


def _report_scores(chosen: Sequence[Choice]) -> None:
    """Print how good scores are that never saw the dataset, and the tables on prose."""
    by_dataset: dict[str, list[Choice]] = defaultdict(list)
    for choice in chosen:
        # Prose is one dataset, and the only one of its kind: a fifth of it is left out at a time.
        part = f" {choice.sample.part}" if choice.sample.dataset == PROSE else ""
        by_dataset[choice.sample.dataset + part].append(choice)
    scored = []
    for name, own in by_dataset.items():
        rest = [choice for other, c in by_dataset.items() if other != name for choice in c]
        sureness = calibrate(rest)
        scored += [(choice, score_of(choice, sureness)) for choice in own]
    lists = [(choice, score) for choice, score in scored if choice.sample.dataset != PROSE]
    scores = np.array([score for _, score in lists])
    right = np.array([float(choice.right >= RIGHT) for choice, _ in lists])
    a_site = Counter(choice.sample.site for choice, _ in lists)
    equal = np.array([1 / a_site[choice.sample.site] for choice, _ in lists])
    for name, counts in (("pages", np.ones(len(lists))), ("sites", equal)):
        found = error(scores, right, counts), area(scores, right, counts)
        print("score, {} equal: calibration error {:.3f}, AUC {:.3f}".format(name, *found))
    prose = [(c, score) for c, score in scored if c.sample.dataset == PROSE]
    sure = [c.records for c, score in prose if score > 0.5]
    few = sum(count < 4 for count in sure)
    print(
        f"prose: {len(sure)} of {len(prose)} with a score above .5, {few} of fewer than 4 records"
    )


def _report_further(others: Sequence[Further]) -> None:
    """Print how many lists after the first have a chance, and how many of them are meant."""
    scored = []
    for site in {one.sample.site for one in others}:
        rest = [one for one in others if one.sample.site != site]
        sureness = Sureness(**further(rest))
        own = (one for one in others if one.sample.site == site)
        scored += [(sureness.further(one.behind), one.meant) for one in own]
    for least in (0.05, 0.2, 0.3, 0.4, 0.5, 0.6):
        meant = [is_meant for chance, is_meant in scored if chance >= least]
        share = sum(meant) / max(len(meant), 1)
        print(f"after the first, chance {least:.2f} or more: {len(meant)} lists, {share:.2f} meant")


def _write(samples: Sequence[Sample], weights: Numbers, sureness: Sureness) -> None:
    fitted = {
        "date": datetime.now(UTC).date().isoformat(),
        "pages": dict(sorted(Counter(sample.dataset for sample in samples).items())),
        "sites": len({sample.site for sample in samples}),
        "losses": {loss: PULLS[loss] for loss in LOSSES},
        "by": "python -m bench.fit --write",
    }
    data = {"ranking": named(weights).ranking, "fitted": fitted}
    WEIGHTS.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    SURENESS.write_text(json.dumps(asdict(sureness), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
