"""Quality on detail pages: learn a wrapper from a few pages of a site, read the others.

    python -m bench.detail [--corpus DIR] [--half a|b] [--train N] [--rotate N] [--given]
    python -m bench.detail --speed

The rules are the scorer's that comes with the corpus: each field is given the one column that
serves it best over the site's pages, and extra cells in that column count as wrong. ``--half``
takes every other site: rules are written by looking at the errors of half a, and half b shows how
well they do on other sites. A part of the recipe sites of half b, b1, is looked at, too; the rest
of the half, b2, is not.
"""

from __future__ import annotations

import argparse
import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

from bench.corpus import Labelled, add_option, detail_sites, sites
from bench.score import holds, leaves, values
from windrow.model import Table
from windrow.read import Page, read
from windrow.tree import parse
from windrow.tree.linked import linked_data
from windrow.wrap.learn import learn as learn_wrapper
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

Cells = list[tuple[str, str]]

# For the speed: one site in this many, and how often each page is read. Chosen.
_EVERY, _TURNS = 2, 9


# Scoring


@dataclass
class Result:
    """The counts of one site, and what went wrong."""

    dataset: str
    site: str
    hit: int = 0
    given: int = 0
    wanted: int = 0
    seconds: float = 0.0
    bytes: int = 0  # of the wrapper's file
    columns: list[int] = field(default_factory=list)  # that are given out, a page
    wrong: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.hit / (self.given + self.wanted) if self.hit else 0.0


def best_columns(truths: Sequence[dict[str, Any]], cells: Sequence[Cells]) -> dict[str, str]:
    """Return the column that serves each field best, over all pages of a site."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for truth, page in zip(truths, cells, strict=True):
        columns = defaultdict(list)
        for column, text in page:
            columns[column].append(text)
        for name, value in truth.items():
            wanted = values(value)
            for column, texts in columns.items():
                got = sum(max(holds(text, want) for text in texts) for want in wanted)
                surplus = max(0, len(texts) - len(wanted))
                if got:
                    votes[name][column] += got / (2 * len(wanted)) - 0.001 * surplus  # type: ignore[assignment]
    return {name: found.most_common(1)[0][0] for name, found in votes.items() if found}


def score_page(
    result: Result,
    page: str,
    truth: dict[str, Any],
    cells: Cells,
    columns: dict[str, str],
    nested: bool,
) -> None:
    """Add the counts of one page."""
    for name, value in truth.items():
        wanted = values(value)
        have = [text for column, text in cells if column == columns.get(name)]
        if nested and isinstance(value, list) and len(value) > 1:
            right = sum(any(holds(text, want) for text in have) for want in wanted)
            counts = (right, max(right, len(have)), len(wanted))
        else:
            right = int(any(holds(text, want) for text in have for want in wanted))
            counts = (right, max(0, len(have) - len(wanted)) + bool(have), 1)
        result.hit, result.given, result.wanted = (
            total + more
            for total, more in zip((result.hit, result.given, result.wanted), counts, strict=True)
        )
        if len(set(counts)) > 1:
            what = f"{counts} {name}: {wanted[:2]} <- {columns.get(name)}: {have[:3]}"
            result.wrong.append(f"{page} {what}"[:300])


def score_site(pages: Sequence[Labelled], train: Sequence[int], *, given: bool = False) -> Result:
    """Return the counts of a site whose wrapper is learned from the pages *train*.

    With *given*, only columns that are given out without being asked for count.
    """
    truths = [page.truth for page in pages]
    paths = [page.path for page in pages]
    result = Result(pages[0].dataset, pages[0].site)
    start = perf_counter()
    wrapper = learn_wrapper([paths[k] for k in train], kind="detail")
    result.seconds = perf_counter() - start
    stored = dumps(wrapper).encode()
    result.bytes = len(stored)
    tables = [table for path in paths for table in loads(stored).apply(path) or [Table((), ({},))]]
    result.columns = [len(table.given.columns) for table in tables]
    rows = [dict((table.given if given else table).rows[0]) for table in tables]
    cells = [list(leaves(row)) for row in rows]
    columns = best_columns([truth["records"][0] for truth in truths], cells)
    # Unseen pages; all pages of a site that has no others, as learning used no label.
    for k in [k for k in range(len(pages)) if k not in train] or range(len(pages)):
        record, nested = truths[k]["records"][0], truths[k].get("vertical") == "recipe"
        score_page(result, paths[k].parent.name, record, cells[k], columns, nested)
    return result


# Speed


def speed(chosen: Sequence[Sequence[Labelled]]) -> None:
    """Print what applying a wrapper costs, as parts of an lxml parse of the same page.

    Wrappers are learned from two pages and have read the others before the last one is timed, as
    in a run over a site. The processor's time counts, the parts and lxml take turns, and the best
    of several turns is taken.
    """
    from lxml.html import document_fromstring

    ratios: dict[str, list[float]] = defaultdict(list)
    for pages in chosen[::_EVERY]:
        paths = [page.path for page in pages]
        wrapper = learn_wrapper(paths[:2], kind="detail")
        for path in paths[:-1]:
            wrapper.apply(path)
        page = read(paths[-1])
        # As the commands do once a wrapper is loaded.
        gc.collect()
        gc.freeze()
        parts = _parts(wrapper, page)
        lxml: Callable[[], object] = partial(document_fromstring, page.content)
        unit, *seconds = _best([lxml, *parts.values()])
        for name, one in zip(parts, seconds, strict=True):
            ratios[name].append(one / unit)
    for name, found in ratios.items():
        most = sorted(found)[int(0.9 * len(found))]
        print(f"{name:<8}{median(found):.2f} x lxml (median), {most:.2f} (nine in ten)")


def _parts(wrapper: Wrapper, page: Page) -> dict[str, Callable[[], object]]:
    opened = Opened(page)
    reading = wrapper.read(opened)
    return {
        "apply": partial(wrapper.apply, page),
        "parse": partial(parse, page, hidden=True),
        "linked": partial(linked_data, page),
        "read": partial(wrapper.read, opened),
        "table": partial(wrapper.table, reading),
    }


def _best(works: Sequence[Callable[[], object]]) -> list[float]:
    """Return the seconds of the best turn of each."""
    best = [float("inf")] * len(works)
    for _ in range(_TURNS):
        for k, work in enumerate(works):
            start = process_time()
            work()
            best[k] = min(best[k], process_time() - start)
    return best


def main() -> None:
    options = _options()
    chosen = [*_chosen(options)]
    if options.speed:
        speed(chosen)
        return
    results = []
    for pages in chosen:
        if options.rotate < len(pages):
            count = min(options.train, len(pages))
            train = [(options.rotate + k) % len(pages) for k in range(count)]
            results.append(score_site(pages, train, given=options.given))
    _report(results)
    for one in sorted(results, key=lambda one: one.f1)[: options.worst]:
        print(f"\n{one.f1:.3f} {one.site} {(one.hit, one.given, one.wanted)}")
        print(*(f"    {line}" for line in one.wrong[:12]), sep="\n")
    figure = mean(one.f1 for one in results)
    if options.fail_under is not None and figure < options.fail_under:
        raise SystemExit(f"items page F1 {figure:.4f} is below {options.fail_under}")


def _report(results: Sequence[Result]) -> None:
    print(
        f"{'dataset':<12}{'sites':>6}{'P':>8}{'R':>8}{'page F1':>9}{'learn ms':>10}{'columns':>9}"
        f"{'kB':>6}"
    )
    for name in [*sorted({one.dataset for one in results}), "ALL"]:
        some = [one for one in results if name in (one.dataset, "ALL")]
        hit, given, wanted = (
            sum(getattr(one, k) for one in some) for k in ("hit", "given", "wanted")
        )
        seconds = median(one.seconds for one in some)
        columns = median(n for one in some for n in one.columns)
        size = median(one.bytes for one in some) / 1000
        print(
            f"{name:<12}{len(some):>6}{hit / max(1, given):>8.3f}{hit / max(1, wanted):>8.3f}"
            f"{mean(one.f1 for one in some):>9.4f}{1000 * seconds:>10.0f}{columns:>9.0f}"
            f"{size:>6.0f}"
        )


def _chosen(options: argparse.Namespace) -> Iterator[list[Labelled]]:
    seen: Counter[str] = Counter()
    for site, pages in sites(options.corpus, "detail").items():
        dataset, name = site.split("/")
        seen[dataset] += 1
        other_half = options.half and options.half not in _halves_of(site, seen[dataset])
        wrong_set = options.dataset and dataset != options.dataset
        if not (other_half or wrong_set or (options.site and name != options.site)):
            yield pages


def _halves_of(site: str, number: int) -> tuple[str, ...]:
    """Return the names of the sets of sites that a site belongs to, by its number."""
    if number % 2 == 1:
        return ("a",)
    even = int.from_bytes(sha256(site.encode()).digest()) % 2 == 0
    return ("b", "b1" if even and site.startswith("recipes/") else "b2")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.detail", description="How well detail pages are read."
    )
    add_option(parser, detail_sites())
    parser.add_argument("--dataset", help="only this one")
    parser.add_argument("--site", help="only this one")
    parser.add_argument(
        "--half", choices=["a", "b", "b1", "b2"], help="every other site; b1, b2: parts of b"
    )
    parser.add_argument("--train", type=int, default=2, help="pages to learn from (%(default)s)")
    parser.add_argument(
        "--rotate", type=int, default=0, help="learn from the pages from this one on"
    )
    parser.add_argument("--worst", type=int, default=0, help="show the errors of this many sites")
    parser.add_argument("--given", action="store_true", help="without minor columns")
    parser.add_argument("--speed", action="store_true", help="measure time instead of quality")
    parser.add_argument("--fail-under", type=float, help="fail if the page F1 over all is lower")
    return parser.parse_args()


if __name__ == "__main__":
    main()
