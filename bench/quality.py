"""How good the default is on labelled pages, and a gate that only rises.

    python -m bench.quality                     weights as shipped
    python -m bench.quality --folds 8           every site judged by weights that never saw it
    python -m bench.quality --check             exit 1 below a floor of bench/floors.json
    python -m bench.quality --raise             floors up to what was measured, less noise
    python -m bench.quality --plot FILE.svg     and a picture of what scores mean

The rules are those of the scorer beside the corpus. Where there is no corpus, the project's own
examples are measured with our own scorer, which shows that all works; they are too few for a gate.
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

from bench.fit import CORPUS, Sample, fit, folds_of, pages_of, samples_of, site_of
from bench.plot import reliability
from bench.score import score_list
from windrow.detect.auto import Auto
from windrow.detect.auto.rank import NAMES, Weights
from windrow.pipeline import extract
from windrow.read import read

FLOORS = Path(__file__).with_name("floors.json")
MEASURES = ("top1", "best", "items")
# A table is right if its page F1 is at least this.
RIGHT = 0.9
# Folds differ by so much from one assignment of sites to the next.
NOISE = 0.006


def main() -> None:
    """Measure, print, and hold against the floors if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--raise", dest="lift", action="store_true")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    scorer = _scorer(options.corpus)
    if scorer is None and (options.check or options.lift):
        raise SystemExit(f"there is no gate without the labelled corpus at {options.corpus}")
    pages = pages_of(options.corpus)
    weights = _weights(options.corpus, [site_of(page) for page in pages], options.folds)
    with Pool() as pool:
        tables = pool.starmap(_tables, [(str(p.path), weights[site_of(p)]) for p in pages])
    score = score_list if scorer is None else scorer.score_list
    results = [
        (page.dataset, str(page.path), score(page.truth, found))
        for page, (found, _) in zip(pages, tables, strict=True)
    ]
    measured = _figures(results)
    if scorer is None:
        _print_figures(measured)
    else:
        scorer.report(results, MEASURES, False)
    known = [
        (score, _page_f1(result["top1"]) >= RIGHT)
        for (_, _, result), (_, score) in zip(results, tables, strict=True)
        if result.get("complete", True)
    ]
    _print_reliability(known)
    if options.plot:
        options.plot.write_text(reliability([(n, right) for _, n, right in bins(known)]), "utf-8")
    if options.lift:
        _lift(measured)
    if options.check:
        sys.exit(_check(measured))


def _scorer(corpus: Path) -> ModuleType | None:
    """Return the scorer beside the corpus; None where there is none."""
    path = corpus.parent / "bench" / "score.py"
    spec = spec_from_file_location("score", path)
    if spec is None or spec.loader is None or not path.exists() or not corpus.exists():
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _weights(corpus: Path, sites: Sequence[str], folds: int) -> dict[str, Weights]:
    """Return the weights to judge each site with."""
    shipped = Weights.shipped()
    if not folds:
        return dict.fromkeys(sites, shipped)
    samples = list(samples_of(corpus))
    fold_of = folds_of(sites, folds)
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


def _print_figures(measured: dict[str, dict[str, float]]) -> None:
    print("page F1    " + "".join(f"{measure:>8}" for measure in MEASURES))
    for name, values in measured.items():
        print(f"{name:<11}" + "".join(f"{values[measure]:8.3f}" for measure in MEASURES))


def _print_reliability(known: Sequence[tuple[float, bool]]) -> None:
    """Print how often tables of a score are right."""
    print("\nscore        pages   right")
    for low, count, right in bins(known):
        share = f"{right:8.2f}" if count else "       -"
        print(f"{low:.1f} - {low + 0.1:.1f}   {count:5}{share}")


def bins(known: Sequence[tuple[float, bool]]) -> Iterator[tuple[float, int, float]]:
    """Yield for every tenth of the scores: where it begins, how many tables, the share of right."""
    for k in range(10):
        own = [right for score, right in known if min(int(10 * score), 9) == k]
        yield k / 10, len(own), sum(own) / max(len(own), 1)


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
