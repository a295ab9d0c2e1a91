"""Quality on detail pages: learn a wrapper from a few pages of a site, read the others.

    python -m bench.detail [--corpus DIR] [--half a|b] [--train N] [--rotate N] [--worst N]
    python -m bench.detail --speed

The rules are those of the corpus's scorer, which is used where it stands beside the repository:
each field is given the one column that serves it best over the site's pages, and cells too many in
that column count as wrong. ``--half`` takes every other site: rules are written by looking at the
errors of half a, half b tells what they are worth elsewhere.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

from bench.labels import loose
from windrow.model import Table
from windrow.read import Page, read
from windrow.tree import parse
from windrow.tree.linked import linked_data
from windrow.wrap.learn import learn as learn_wrapper
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

HERE = Path(__file__).parent.parent
CORPUS = HERE.parent / "shared" / "corpus"
SCORER = HERE.parent / "shared" / "bench" / "score.py"

Cells = list[tuple[str, str]]

# For the speed: every so many sites, and how often each page is read.
_EVERY, _TURNS = 2, 9


# Rules: the same as the scorer's, for where it is absent.


def values(cell: Any) -> list[str]:
    """Return every text inside a cell, spelled loosely."""
    if isinstance(cell, str):
        return [loose(cell)] if cell.strip() else []
    if isinstance(cell, dict):
        return [text for part in cell.values() for text in values(part)]
    return [text for part in cell or () for text in values(part)]


def leaves(row: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield (column, text) for every cell of a row that is not empty, nested rows included."""
    for name, cell in row.items():
        if isinstance(cell, list):
            for part in cell:
                yield from leaves(part, f"{above}{name}[].")
        else:
            for text in values(cell):
                yield f"{above}{name}", text


def holds(cell: str, value: str) -> int:
    """Return 2 where a cell is the value, 1 where it holds it and little more, else 0."""
    if cell == value:
        return 2
    inside = len(value) >= 2 and value in cell and len(cell) <= 3.0 * len(value) + 40
    around = len(cell) >= 12 and cell in value and len(value) <= 1.5 * len(cell)
    return int(inside or around)


@dataclass
class Rules:
    """How cells and true values are compared."""

    values: Callable[[Any], list[str]] = values
    leaves: Callable[[dict[str, Any]], Iterator[tuple[str, str]]] = leaves
    holds: Callable[[str, str], int] = holds


def rules() -> Rules:
    """Return the scorer's own rules where it is there, ours otherwise."""
    if not SCORER.exists():
        return Rules()
    spec = importlib.util.spec_from_file_location("corpus_score", SCORER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Rules(module.values, module.leaves, module.holds)


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
    columns: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.hit / (self.given + self.wanted) if self.hit else 0.0


def best_columns(
    rule: Rules, truths: Sequence[dict[str, Any]], cells: Sequence[Cells]
) -> dict[str, str]:
    """Return the column that serves each field best, over all pages of a site."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for truth, page in zip(truths, cells, strict=True):
        columns = defaultdict(list)
        for column, text in page:
            columns[column].append(text)
        for name, value in truth.items():
            wanted = rule.values(value)
            for column, texts in columns.items():
                got = sum(max(rule.holds(text, want) for text in texts) for want in wanted)
                surplus = max(0, len(texts) - len(wanted))
                if got:
                    votes[name][column] += got / (2 * len(wanted)) - 0.001 * surplus  # type: ignore[assignment]
    return {name: found.most_common(1)[0][0] for name, found in votes.items() if found}


def score_page(
    rule: Rules,
    result: Result,
    page: str,
    truth: dict[str, Any],
    cells: Cells,
    columns: dict[str, str],
    nested: bool,
) -> None:
    """Add the counts of one page."""
    for name, value in truth.items():
        wanted = rule.values(value)
        have = [text for column, text in cells if column == columns.get(name)]
        if nested and isinstance(value, list) and len(value) > 1:
            right = sum(any(rule.holds(text, want) for text in have) for want in wanted)
            counts = (right, max(right, len(have)), len(wanted))
        else:
            right = int(any(rule.holds(text, want) for text in have for want in wanted))
            counts = (right, max(0, len(have) - len(wanted)) + bool(have), 1)
        result.hit, result.given, result.wanted = (
            total + more
            for total, more in zip((result.hit, result.given, result.wanted), counts, strict=True)
        )
        if len(set(counts)) > 1:
            what = f"{counts} {name}: {wanted[:2]} <- {columns.get(name)}: {have[:3]}"
            result.wrong.append(f"{page} {what}"[:300])


def score_site(
    rule: Rules, key: tuple[str, str], pages: Sequence[Path], train: Sequence[int]
) -> Result:
    """Return the counts of a site whose wrapper is learned from the pages *train*."""
    truths = [json.loads((page / "truth.json").read_text("utf-8")) for page in pages]
    paths = [page / "page.html" for page in pages]
    result = Result(*key)
    start = perf_counter()
    wrapper = learn_wrapper([paths[k] for k in train], kind="detail")
    result.seconds = perf_counter() - start
    stored = dumps(wrapper).encode()
    result.bytes = len(stored)
    tables = [table for path in paths for table in loads(stored).apply(path) or [Table((), ({},))]]
    result.columns = [len(table.columns) for table in tables]
    cells = [list(rule.leaves(dict(table.rows[0]))) for table in tables]
    columns = best_columns(rule, [truth["records"][0] for truth in truths], cells)
    # Unseen pages; all where a site has no more, as nothing was labelled.
    for k in [k for k in range(len(pages)) if k not in train] or range(len(pages)):
        record, nested = truths[k]["records"][0], truths[k].get("vertical") == "recipe"
        score_page(rule, result, pages[k].name, record, cells[k], columns, nested)
    return result


def find_sites(corpus: Path) -> dict[tuple[str, str], list[Path]]:
    """Return the folders of detail pages by (dataset, site), sites with one page left out."""
    found: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for truth in sorted(corpus.rglob("truth.json")):
        dataset, site, *_ = truth.relative_to(corpus).parts
        if json.loads(truth.read_text("utf-8")).get("kind") == "detail":
            found[dataset, site].append(truth.parent)
    return {key: pages for key, pages in sorted(found.items()) if len(pages) > 1}


# Speed


def speed(sites: dict[tuple[str, str], list[Path]]) -> None:
    """Print what applying a wrapper costs, as parts of an lxml parse of the same page.

    Wrappers are learned from two pages and have read the others before the last one is timed, as
    in a run over a site. The processor's time counts, the parts and lxml take turns, and the best
    of several turns is taken.
    """
    from lxml.html import document_fromstring

    ratios: dict[str, list[float]] = defaultdict(list)
    for pages in [*sites.values()][::_EVERY]:
        paths = [page / "page.html" for page in pages]
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
    sites = dict(_chosen(find_sites(options.corpus), options))
    if options.speed:
        speed(sites)
        return
    rule = rules()
    results = []
    for key, pages in sites.items():
        if options.rotate < len(pages):
            count = min(options.train, len(pages))
            train = [(options.rotate + k) % len(pages) for k in range(count)]
            results.append(score_site(rule, key, pages, train))
    _report(results)
    for one in sorted(results, key=lambda one: one.f1)[: options.worst]:
        print(f"\n{one.f1:.3f} {one.dataset}/{one.site} {(one.hit, one.given, one.wanted)}")
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


def _chosen(
    sites: dict[tuple[str, str], list[Path]], options: argparse.Namespace
) -> Iterator[tuple[tuple[str, str], list[Path]]]:
    seen: Counter[str] = Counter()
    for (dataset, site), pages in sites.items():
        seen[dataset] += 1
        other_half = options.half and (seen[dataset] % 2 == 1) != (options.half == "a")
        wrong_set = options.dataset and dataset != options.dataset
        if not (other_half or wrong_set or (options.site and site != options.site)):
            yield (dataset, site), pages


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.detail", description="How well detail pages are read."
    )
    default = CORPUS if CORPUS.is_dir() else HERE / "examples" / "detail"
    parser.add_argument("--corpus", type=Path, default=default, help="pages (%(default)s)")
    parser.add_argument("--dataset", help="only this one")
    parser.add_argument("--site", help="only this one")
    parser.add_argument("--half", choices=["a", "b"], help="every other site")
    parser.add_argument("--train", type=int, default=2, help="pages to learn from (%(default)s)")
    parser.add_argument(
        "--rotate", type=int, default=0, help="learn from the pages from this one on"
    )
    parser.add_argument("--worst", type=int, default=0, help="show the errors of so many sites")
    parser.add_argument("--speed", action="store_true", help="measure time instead of quality")
    parser.add_argument("--fail-under", type=float, help="fail if the page F1 over all is lower")
    return parser.parse_args()


if __name__ == "__main__":
    main()
