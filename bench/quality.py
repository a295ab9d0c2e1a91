"""How good the default is on labelled pages, and floors that only rise.

    python -m bench.quality                     all list pages, weights as shipped
    python -m bench.quality --sample            one list page in eight: a few seconds
    python -m bench.quality --folds 8           every site judged by weights that never saw it
    python -m bench.quality --check             exit 1 below a floor of bench/floors.json
    python -m bench.quality --raise             floors up to what was measured, less a margin
    python -m bench.quality --plot FILE.svg     and a picture of what scores mean

The project's golden pages are always read, too: their tables must be the expected ones. Where there
is no corpus, ``--sample`` reads only them; otherwise the project's own examples are measured, which
are too few for a floor.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any, TypeAlias

from bench.corpus import GOLDEN, Labelled, add_option, labelled_pages, pages_or_examples, sample
from bench.fit import RIGHT, Sample, fit, folds_of, samples_of
from bench.plot import reliability
from bench.score import MEASURES, Score, f1, page_f1, score_list
from windrow.detect.auto import Auto
from windrow.detect.auto.rank import NAMES, Weights
from windrow.pipeline import extract
from windrow.read import read

__all__ = ["bins", "golden_share"]

FLOORS = Path(__file__).with_name("floors.json")
# A floor is this far below what was measured: less than one page of the sample is worth (1/114), so
# that no page is lost unseen. Chosen, not measured: extracting gives the same tables each time.
MARGIN = 0.005

Figures: TypeAlias = dict[str, dict[str, float]]
"""Page F1 by group of pages and measure."""


def main() -> None:
    """Measure, print, and hold against the floors if asked to."""
    options = _options()
    measured: Figures = {"golden": {"equal": golden_share()}}
    pages = _pages(options)
    if pages:
        weights = _weights(options.corpus, [page.site for page in pages], options.folds)
        with Pool() as pool:
            tables = pool.starmap(_tables, [(page.path, weights[page.site]) for page in pages])
        results = [
            (page.dataset, score_list(page.truth, found))
            for page, (found, _) in zip(pages, tables, strict=True)
        ]
        measured |= _figures(results, options.sample)
        _print_figures(measured)
        known = [
            (first, f1(score.top1) >= RIGHT)
            for (_, score), (_, first) in zip(results, tables, strict=True)
            if score.complete and score.top1 is not None
        ]
        if not options.sample:
            _print_reliability(known)
        if options.plot:
            picture = reliability([(count, right) for _, count, right in bins(known)])
            options.plot.write_text(picture, "utf-8")
    if options.lift:
        _lift(measured)
    if options.check:
        sys.exit(_check(measured))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.quality",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--raise", dest="lift", action="store_true")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    if not (options.sample or options.corpus.is_dir()) and (options.check or options.lift):
        raise SystemExit(f"there is no gate without the labelled corpus at {options.corpus}")
    return options


def _pages(options: argparse.Namespace) -> list[Labelled]:
    if not options.sample:
        return pages_or_examples(options.corpus)
    if options.corpus.is_dir():
        return sample(labelled_pages(options.corpus))
    print(f"no labelled corpus at {options.corpus}: only the golden pages are read")
    return []


def golden_share() -> float:
    """Return the share of the golden pages with exactly the expected tables; print the others."""
    lessons = sorted(GOLDEN.glob("*/expected.txt"))
    wrong = []
    for path in lessons:
        expected = path.read_text("utf-8").rstrip("\n")
        tables = extract(read(path.with_name("page.html")))
        if "\n\n".join(map(str, tables[: expected.count("\n\n") + 1])) != expected:
            wrong.append(path.parent.name)
    right = len(lessons) - len(wrong)
    print(f"golden pages: {right} of {len(lessons)} as expected", *wrong, sep="\n  wrong: ")
    return right / len(lessons)


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
    learned = [s for s in samples if fold_of.get(s.site, fold) != fold and s.complete]
    ranking = {name: float(n) for name, n in zip(NAMES, fit(learned), strict=True)}
    return Weights(ranking, shipped.scale, shipped.offset)


def _tables(page: Path, weights: Weights) -> tuple[list[dict[str, Any]], float]:
    """Return the tables as the scorer wants them, and the score of the first."""
    found = extract(read(page), detector=Auto(weights=weights))
    return [{"rows": list(table.rows)} for table in found], found[0].score if found else 0.0


def _figures(results: Sequence[tuple[str, Score]], sampled: bool) -> Figures:
    """Return page F1 by dataset and measure; all together without pages known in part."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for dataset, score in results:
        if not sampled:
            groups[dataset].append(score)
        if score.complete:
            groups["sample" if sampled else "ALL"].append(score)
    return {
        name: {measure: page_f1(scores, measure) for measure in MEASURES}
        | {"pages": float(len(scores))}
        for name, scores in groups.items()
    }


def _print_figures(measured: Figures) -> None:
    print(f"\n{'page F1':<14}{'pages':>6}" + "".join(f"{measure:>8}" for measure in MEASURES))
    for name, values in sorted(measured.items(), key=lambda figure: (figure[0] == "ALL", figure)):
        if name != "golden":
            numbers = "".join(f"{values[measure]:8.3f}" for measure in MEASURES)
            print(f"{name:<14}{values['pages']:>6.0f}{numbers}")


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


def _check(measured: Figures) -> int:
    floors = json.loads(FLOORS.read_text("utf-8"))
    misses = [
        f"BELOW THE FLOOR: {name} {measure} is {measured[name][measure]:.4f}, not {floor:.4f}"
        for name, wanted in floors.items()
        for measure, floor in wanted.items()
        # What is not a number is below every floor.
        if name in measured and not measured[name][measure] >= floor
    ]
    held = ", ".join(name for name in floors if name in measured)
    print(*misses or [f"all floors are held: {held}"], sep="\n")
    return 1 if misses else 0


def _lift(measured: Figures) -> None:
    floors = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}
    for name in ("sample", "ALL", "results"):
        for measure in MEASURES if name in measured else ():
            new = round(measured[name][measure] - MARGIN, 3)
            old = floors.setdefault(name, {}).get(measure, 0.0)
            floors[name][measure] = max(old, new)
    floors["golden"] = {"equal": 1.0}
    FLOORS.write_text(json.dumps(floors, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
