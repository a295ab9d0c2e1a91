"""What a browser adds to the default detector, on labelled pages.

    python -m bench.boxes FOLDER                 all list pages of the corpus; snapshots are kept in
                                                 FOLDER, and those that are missing are taken
    python -m bench.boxes FOLDER --limit 6       this many pages of each dataset

Prints how many of the visible nodes have a box, and page F1 of the table ranked first, of the best
one and of the items: for the page as it came, as it is shown (what is hidden left out) and with
boxes. Pages are shown from their files, without network, scripts and most style sheets.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path

from bench.compare import ALL, drawn, snapshots
from bench.corpus import Labelled, add_option, labelled_pages
from bench.score import MEASURES, Score, page_f1, score_list
from windrow.pipeline import extract
from windrow.read import Page, read
from windrow.tree import Tree, parse
from windrow.tree.boxes import Joining
from windrow.tree.tree import TEXT_LABEL

WAYS = ("as it came", "shown", "with boxes")
# Browsers draw these as part of something else, or not at all: entries of a closed menu, areas of
# a picture.
UNDRAWN = frozenset({"option", "optgroup", "area"})


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of one page."""

    dataset: str
    complete: bool
    visible: int  # nodes with content that a person sees
    boxed: int
    ordered: bool  # all elements were found at their positions
    scores: dict[str, Score]  # by way


def measured(page: Labelled, snapshot: Path) -> Measured:
    """Return how the page and its snapshot are read."""
    came, shown = read(page.path), read(snapshot)
    tree = parse(shown)
    boxed, lost, ordered = _joined(tree, shown)
    pages = (came, replace(shown, layout=None), shown)
    return Measured(
        page.dataset,
        page.complete,
        boxed + lost,
        boxed,
        ordered,
        {way: _score(page, source) for way, source in zip(WAYS, pages, strict=True)},
    )


def _joined(tree: Tree, page: Page) -> tuple[int, int, bool]:
    """Return how many nodes with content have a box, how many lack one, and how it was found.

    A node lacks a box if it was drawn, or if nobody knows whether it was. A node that the browser
    did not draw, because it is hidden, does not lack one.
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


def _score(page: Labelled, source: Page) -> Score:
    return score_list(page.truth, [{"rows": list(table.rows)} for table in extract(source)])


def _grouped(results: Sequence[Measured]) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = defaultdict(list)
    for result in results:
        groups[result.dataset].append(result)
    # Pages with unlabelled records would distort the mean.
    groups[ALL] = [result for result in results if result.complete]
    return groups


def _coverage(results: Sequence[Measured]) -> list[str]:
    lines = [["dataset", "pages", "visible nodes", "with a box", "by position"]]
    for name, own in {**_grouped(results), ALL: results}.items():
        visible, boxed = sum(r.visible for r in own), sum(r.boxed for r in own)
        share = f"{boxed / visible:.3%}" if visible else "-"
        lines.append([name, str(len(own)), str(visible), share, str(sum(r.ordered for r in own))])
    return drawn(lines)


def _quality(groups: dict[str, list[Measured]]) -> list[str]:
    lines = [["dataset", "pages", *(f"{m}, {way}" for m in MEASURES for way in WAYS)]]
    for name, own in groups.items():
        numbers = [page_f1([r.scores[way] for r in own], m) for m in MEASURES for way in WAYS]
        lines.append([name, str(len(own)), *(f"{number:.3f}" for number in numbers)])
    return drawn(lines)


def main() -> int:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    add_option(parser)
    parser.add_argument("--limit", type=int, default=0, metavar="N")
    options = parser.parse_args()
    corpus = options.corpus if options.corpus.is_dir() else None
    pages = labelled_pages(corpus, (), options.limit)
    files = snapshots(pages, options.folder)
    with Pool() as pool:
        work = [(page, files[page.path]) for page in pages]
        results = pool.starmap(measured, work, chunksize=4)
    groups = _grouped(results)
    print("\n".join(_coverage(results)), end="\n\n")
    print("\n".join(_quality(groups)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
