"""What a browser adds to the default detector, on labelled pages.

    python -m bench.boxes FOLDER                 all list pages of the corpus; snapshots are kept in
                                                 FOLDER, and those that are missing are taken
    python -m bench.boxes FOLDER --limit 6       so many pages of each dataset
    python -m bench.boxes FOLDER --features      the ranking alone, with one visual feature each

Prints how many of the visible nodes have a box, and page F1 of the table ranked first, of the best
one and of the items: for the page as it came, as it is shown (what is hidden left out) and with
boxes. Pages are shown from their files, without network, scripts and most style sheets.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from pathlib import Path
from statistics import mean
from typing import Any

from bench.compare import ALL, SHARED, Labelled, _drawn, _scorer, labelled_pages, snapshots
from bench.score import f1
from windrow.pipeline import extract
from windrow.read import Page, read
from windrow.tree import Tree, parse
from windrow.tree.boxes import Joining
from windrow.tree.tree import TEXT_LABEL

MEASURES = ("top1", "best", "items")
WAYS = ("as it came", "shown", "with boxes")
# Browsers draw these as part of something else, or not at all: entries of a closed menu, areas of
# a picture.
UNDRAWN = frozenset({"option", "optgroup", "area"})


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of one page."""

    dataset: str
    complete: bool
    visible: int  # nodes with content that a person sees
    boxed: int
    ordered: bool  # all elements were found at their positions
    scores: dict[str, dict[str, float]]  # way -> measure -> page F1
    features: dict[str, float] = field(default_factory=dict)  # feature -> F1 of the first


def measured(page: Labelled, snapshot: Path, features: bool) -> Measured:
    """Return how the page and its snapshot are read."""
    came, shown = read(page.path), read(snapshot)
    tree = parse(shown)
    boxed, lost, ordered = _joined(tree, shown)
    pages = (came, replace(shown, layout=None), shown)
    score = _scorer()
    return Measured(
        page.dataset,
        page.complete,
        boxed + lost,
        boxed,
        ordered,
        {
            way: _scores(page, source, score)
            for way, source in zip(WAYS, pages, strict=True)
            if not features
        },
        dict(_by_feature(page, tree)) if features else {},
    )


def _joined(tree: Tree, page: Page) -> tuple[int, int, bool]:
    """Return how many nodes with content have a box, how many lack one, and how it was found.

    Lacking is a node that was drawn, or of which it is not known. What the browser has but did not
    draw, because it is hidden, has no box to lack.
    """
    assert page.layout is not None
    joining = Joining(tree, page.layout, hidden=False)
    ordered = joining.by_position()
    if not ordered:
        joining.by_content()
    boxed = lost = 0
    for node in range(len(tree)):
        if not tree.kinds[node] or tree.label(node) in UNDRAWN:
            continue
        owner = tree.parents[node] if tree.label(node) == TEXT_LABEL else node
        if tree.box(node) is not None:
            boxed += 1
        elif joining.places[owner] < 0 or (owner != node and tree.box(owner) is not None):
            lost += 1
    return boxed, lost, ordered


def _scores(page: Labelled, source: Page, score: Callable[[Any, Any], Any]) -> dict[str, float]:
    tables = [{"rows": list(table.rows)} for table in extract(source)]
    counts = score(page.truth, tables)
    return {name: f1(counts[name]) for name in MEASURES}


def _by_feature(page: Labelled, tree: Tree) -> Iterator[tuple[str, float]]:
    """Yield the F1 of the candidate ranked first, with each visual feature alone."""
    from bench.labels import Judge
    from bench.visual import FEATURES, visual_features
    from windrow.detect.auto import headings_of
    from windrow.detect.auto.candidates import candidates
    from windrow.detect.auto.rank import Weights, rank
    from windrow.detect.auto.signals import measure
    from windrow.detect.auto.visual import seen_as_one

    signals = measure(tree)
    # Without boxes: the ranking may use them itself.
    ranked = rank(replace(tree, boxes=None), signals, candidates(tree, signals), Weights.shipped())[
        :40
    ]
    if not ranked:
        return
    judge = Judge(tree, page.truth)
    found = [entry.candidate for entry in ranked]
    right = [judge.judge(c, headings_of(tree, signals, c))[0] for c in found]
    numbers = [visual_features(tree, c.starts, c.ends) for c in found]
    spans = [(c.starts, c.ends) for c in found]
    raised = seen_as_one(tree, spans, [entry.value for entry in ranked])
    yield "none", right[0]
    yield "seen as one", right[raised or 0]
    for k, name in enumerate(FEATURES):
        for weight in (0.3, -0.3):
            values = [e.value + weight * own[k] for e, own in zip(ranked, numbers, strict=True)]
            yield f"{name} {weight:+}", right[max(range(len(values)), key=values.__getitem__)]


def _grouped(results: Sequence[Measured]) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = defaultdict(list)
    for result in results:
        groups[result.dataset].append(result)
    # Pages of which only some records are known would spoil the mean of all together.
    groups[ALL] = [result for result in results if result.complete]
    return groups


def _coverage(results: Sequence[Measured]) -> list[str]:
    lines = [["dataset", "pages", "visible nodes", "with a box", "by position"]]
    for name, own in {**_grouped(results), ALL: results}.items():
        visible, boxed = sum(r.visible for r in own), sum(r.boxed for r in own)
        share = f"{boxed / visible:.3%}" if visible else "-"
        lines.append([name, str(len(own)), str(visible), share, str(sum(r.ordered for r in own))])
    return _drawn(lines)


def _quality(groups: dict[str, list[Measured]]) -> list[str]:
    lines = [["dataset", "pages", *(f"{m}, {way}" for m in MEASURES for way in WAYS)]]
    for name, own in groups.items():
        numbers = [mean(r.scores[way][m] for r in own) for m in MEASURES for way in WAYS]
        lines.append([name, str(len(own)), *(f"{number:.3f}" for number in numbers)])
    return _drawn(lines)


def _features(groups: dict[str, list[Measured]]) -> list[str]:
    names = list(next(r.features for r in groups[ALL] if r.features))
    lines = [["feature", *groups]]
    for name in names:
        means = [mean(r.features.get(name, 0.0) for r in own) for own in groups.values()]
        lines.append([name, *(f"{number:.4f}" for number in means)])
    return _drawn(lines)


def main() -> int:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corpus", type=Path, default=SHARED / "corpus")
    parser.add_argument("--limit", type=int, default=0, metavar="N")
    parser.add_argument("--features", action="store_true")
    options = parser.parse_args()
    corpus = options.corpus if options.corpus.is_dir() else None
    pages = labelled_pages(corpus, (), options.limit)
    files = snapshots(pages, options.folder)
    with Pool() as pool:
        work = [(page, files[page.path], options.features) for page in pages]
        results = pool.starmap(measured, work, chunksize=4)
    groups = _grouped(results)
    print("\n".join(_coverage(results)), end="\n\n")
    print("\n".join(_features(groups) if options.features else _quality(groups)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
