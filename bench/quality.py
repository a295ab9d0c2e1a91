"""How good the default is on labelled pages, and a gate that only rises.

    python -m bench.quality                     weights as shipped
    python -m bench.quality --folds 8           every site judged by weights that never saw it
    python -m bench.quality --check             exit 1 below a floor of bench/floors.json
    python -m bench.quality --raise             floors up to what was measured, less noise

The rules are those of the scorer beside the corpus, without which there is nothing to measure: the
project's own examples are too few for a gate (bench/compare.py scores them).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bench.fit import Sample, fit, samples_of
from windrow.detect import Auto
from windrow.detect.rank import NAMES, Weights
from windrow.pipeline import extract
from windrow.read import read

CORPUS = Path("../shared/corpus")
FLOORS = Path(__file__).with_name("floors.json")
MEASURES = ("top1", "best", "items")
# Folds differ by so much from one assignment of sites to the next.
NOISE = 0.006


def main() -> None:
    """Measure, print, and hold against the floors if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--raise", dest="lift", action="store_true")
    options = parser.parse_args()
    scorer = _scorer(options.corpus)
    pages = [
        (d, f"{d}/{s}", p, t) for d, s, p, t in scorer.find_pages(options.corpus, "list", None, 0)
    ]
    weights = _weights(options.corpus, [site for _, site, _, _ in pages], options.folds)
    with Pool() as pool:
        tables = pool.starmap(_tables, [(page, weights[site]) for _, site, page, _ in pages])
    results = [
        (dataset, page, scorer.score_list(truth, found))
        for (dataset, _, page, truth), (found, _) in zip(pages, tables, strict=True)
    ]
    scorer.report(results, MEASURES, False)
    measured = _figures(results)
    _print_reliability(results, [score for _, score in tables])
    if options.lift:
        _lift(measured)
    if options.check:
        sys.exit(_check(measured))


def _scorer(corpus: Path) -> ModuleType:
    path = corpus.parent / "bench" / "score.py"
    spec = spec_from_file_location("score", path)
    if spec is None or spec.loader is None or not path.exists():
        raise SystemExit(f"no scorer at {path}: give --corpus")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _weights(corpus: Path, sites: Sequence[str], folds: int) -> dict[str, Weights]:
    """Return the weights to judge each site with."""
    shipped = Weights.shipped()
    if not folds:
        return dict.fromkeys(sites, shipped)
    samples = list(samples_of(corpus))
    names = sorted(set(sites))
    np.random.default_rng(0).shuffle(names)
    fold_of = {site: place % folds for place, site in enumerate(names)}
    fitted = [_fitted(samples, fold_of, fold, shipped) for fold in range(folds)]
    return {site: fitted[fold] for site, fold in fold_of.items()}


def _fitted(
    samples: Sequence[Sample], fold_of: dict[str, int], fold: int, shipped: Weights
) -> Weights:
    numbers = fit([s for s in samples if fold_of[s.site] != fold and s.complete])
    ranking = {name: float(number) for name, number in zip(NAMES, numbers, strict=True)}
    return Weights(ranking, shipped.scale, shipped.offset)


def _tables(page: str, weights: Weights) -> tuple[list[dict[str, Any]], float]:
    """Return the tables as the scorer wants them, and the score of the first."""
    found = extract(read(page), detector=Auto(weights=weights))
    tables = [{"score": table.score, "rows": list(table.rows)} for table in found]
    return tables, found[0].score if found else 0.0


def _figures(results: Sequence[tuple[str, str, dict[str, Any]]]) -> dict[str, dict[str, float]]:
    """Return page F1 by dataset and measure; ALL leaves out pages known in part."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for dataset, _, result in results:
        groups[dataset].append(result)
        if result.get("complete", True):
            groups["ALL"].append(result)
    return {
        name: {m: float(np.mean([_page_f1(r[m]) for r in group])) for m in MEASURES}
        for name, group in groups.items()
    }


def _page_f1(counts: dict[str, int]) -> float:
    precision = counts["hit"] / counts["rows"] if counts["rows"] else 0.0
    recall = counts["hit"] / counts["n"] if counts["n"] else 0.0
    return 2 * precision * recall / (precision + recall) if counts["hit"] else 0.0


def _print_reliability(
    results: Sequence[tuple[str, str, dict[str, Any]]], scores: Sequence[float]
) -> None:
    """Print how often tables of a score are right: page F1 of at least 0.9."""
    print("\nscore        pages   right")
    known = [
        (score, _page_f1(result["top1"]) >= 0.9)
        for (_, _, result), score in zip(results, scores, strict=True)
        if result.get("complete", True)
    ]
    for low, high, right in _bins(known):
        share = f"{np.mean(right):8.2f}" if right else "       -"
        print(f"{low:.1f} - {high:.1f}   {len(right):5}{share}")


def _bins(known: Sequence[tuple[float, bool]]) -> Iterator[tuple[float, float, list[bool]]]:
    for k in range(10):
        low, high = k / 10, (k + 1) / 10
        yield low, high, [right for score, right in known if low <= score < high + (k == 9)]


def _check(measured: dict[str, dict[str, float]]) -> int:
    floors = json.loads(FLOORS.read_text("utf-8"))
    misses = [
        f"{name} {measure}: {measured[name][measure]:.3f} is below {floor:.3f}"
        for name, wanted in floors.items()
        for measure, floor in wanted.items()
        if name in measured and measured[name][measure] < floor
    ]
    print(*misses, sep="\n")
    return 1 if misses else 0


def _lift(measured: dict[str, dict[str, float]]) -> None:
    floors = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}
    for name in ("ALL", "results"):
        for measure in MEASURES:
            new = round(measured[name][measure] - NOISE, 3)
            old = floors.setdefault(name, {}).get(measure, 0.0)
            floors[name][measure] = max(old, new)
    FLOORS.write_text(json.dumps(floors, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
