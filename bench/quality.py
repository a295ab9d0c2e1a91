"""How good the default is on labelled pages, and floors that only rise.

    python -m bench.quality                     all list pages, weights as shipped
    python -m bench.quality --sample            one list page in eight: a few seconds
    python -m bench.quality --left-out          every dataset judged by numbers that never saw it
    python -m bench.quality --check             exit 1 below a floor of bench/floors.json
    python -m bench.quality --raise             floors up to what was measured, less a margin
    python -m bench.quality --plot FILE.svg     and a picture of what scores mean

One site in five is set aside: no fit sees it, and it is shown in totals only ("aside").

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

import numpy as np

from bench.calibrate import area, calibrate, error
from bench.corpus import (
    ASIDE,
    GOLDEN,
    Labelled,
    add_option,
    labelled,
    labelled_pages,
    pages_or_examples,
    sample,
)
from bench.fit import left_out
from bench.losses import fit, named
from bench.made import made
from bench.plot import reliability
from bench.samples import PROSE, RIGHT, prose_of, samples_of
from bench.score import MEASURES, Score, f1, page_f1, score_list
from windrow.detect.auto import Auto
from windrow.pipeline import extract
from windrow.read import read

__all__ = ["bins", "golden_share"]

FLOORS = Path(__file__).with_name("floors.json")
# A floor is this far below what was measured: less than one page of the sample is worth (1/114), so
# that no page is lost unseen. Chosen, not measured: extracting gives the same tables each time.
MARGIN = 0.005
# Datasets with this many pages have a floor of their own.
LARGE = 20
# A table with fewer rows may be no more than the blocks that a page is laid out in.
FEW = 4

Figures: TypeAlias = dict[str, dict[str, float]]
"""Page F1 by group of pages and measure."""


def main() -> None:
    """Measure, print, and hold against the floors if asked to."""
    options = _options()
    measured: Figures = {"golden": {"equal": golden_share()}}
    pages = _pages(options)
    if pages:
        detectors = _detectors(options.corpus) if options.left_out else {}
        jobs = [(page.path, detectors.get(page.dataset, Auto())) for page in pages]
        with Pool() as pool:
            tables = pool.starmap(_tables, jobs)
            quiet = [*pool.imap(_is_quiet, [page.path for page in _prose(options)])]
        results = [
            (page, score_list(page.truth, found))
            for page, (found, _) in zip(pages, tables, strict=True)
        ]
        measured |= _figures(results, options.sample)
        if quiet:
            measured["prose"] = {"quiet": sum(quiet) / len(quiet)}
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
    parser.add_argument("--left-out", action="store_true")
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


def _detectors(corpus: Path) -> dict[str, Auto]:
    """Return for every dataset a detector whose numbers never saw it."""
    samples = [sample for sample in samples_of(corpus) if sample.complete]
    weights = left_out(samples)
    chosen = made([*samples, *prose_of(corpus)], {**weights, PROSE: fit(samples)})
    found = {}
    for dataset, own in weights.items():
        others = [choice for choice in chosen if choice.sample.dataset != dataset]
        found[dataset] = Auto(weights=named(own), sureness=calibrate(others))
    return found


def _tables(page: Path, detector: Auto) -> tuple[list[dict[str, Any]], float]:
    """Return the tables as the scorer wants them, and the score of the first."""
    found = extract(read(page), detector=detector, every=True)
    return [{"rows": list(table.rows)} for table in found], found[0].score if found else 0.0


def _prose(options: argparse.Namespace) -> list[Labelled]:
    """Return the pages without a list."""
    return [] if options.sample else [*labelled(options.corpus, "none")]


def _is_quiet(page: Path) -> bool:
    """Return whether the first table of a page is not sure, or not just a few blocks of it."""
    first = next(iter(extract(read(page))), None)
    return first is None or first.score <= 0.5 or len(first.rows) >= FEW


def _figures(results: Sequence[tuple[Labelled, Score]], sampled: bool) -> Figures:
    """Return page F1 by dataset and measure; all together without pages known in part."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for page, score in results:
        if not sampled:
            groups[page.dataset].append(score)
        if score.complete:
            groups["sample" if sampled else "ALL"].append(score)
            if page.part == ASIDE and not sampled:
                groups["aside"].append(score)
    return {
        name: {measure: page_f1(scores, measure) for measure in MEASURES}
        | {"pages": float(len(scores))}
        for name, scores in groups.items()
    }


def _print_figures(measured: Figures) -> None:
    print(f"\n{'page F1':<14}{'pages':>6}" + "".join(f"{measure:>8}" for measure in MEASURES))
    for name, values in sorted(measured.items(), key=lambda figure: (figure[0] == "ALL", figure)):
        if "pages" in values:
            numbers = "".join(f"{values[measure]:8.3f}" for measure in MEASURES)
            print(f"{name:<14}{values['pages']:>6.0f}{numbers}")
    if "prose" in measured:
        print(
            "prose pages without a sure table of a few blocks: {quiet:.3f}".format(
                **measured["prose"]
            )
        )


def _print_reliability(known: Sequence[tuple[float, bool]]) -> None:
    """Print how often tables of a score are right."""
    scores, correct = (np.array(column, dtype=float) for column in zip(*known, strict=True))
    equal = np.ones(len(known))
    print(f"\ncalibration error {error(scores, correct, equal):.3f}", end=", ")
    print(f"AUC {area(scores, correct, equal):.3f}" if 0 < correct.mean() < 1 else "all alike")
    print("score        pages   right")
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
    for name, values in measured.items():
        if name in ("ALL", "sample", "prose") or values.get("pages", 0) >= LARGE:
            for measure in values.keys() - {"pages"}:
                new = round(values[measure] - MARGIN, 3)
                old = floors.setdefault(name, {}).get(measure, 0.0)
                floors[name][measure] = max(old, new)
    floors["golden"] = {"equal": 1.0}
    FLOORS.write_text(json.dumps(floors, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
