"""How fast: every figure a ratio measured in one run, against ``lxml`` parsing the same bytes.

    python -m bench.speed [--corpus DIR] [--limit N] [--json FILE] [--check]

Absolute times say more about the machine than about the program, so they are given only for what a
person waits for: the import, the help, the slowest page. All are processor times, because other
programs disturb the wall clock.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import resource
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from lxml.html import document_fromstring
from selectolax.lexbor import LexborHTMLParser

from bench.corpus import CORPUS, EXAMPLES, add_option, page_files
from windrow import extract, kernels
from windrow.align.runs import merge_runs
from windrow.detect.auto import Auto
from windrow.detect.auto.candidates import candidates
from windrow.detect.auto.rank import Weights, rank
from windrow.detect.auto.signals import measure
from windrow.kernels import Mode, load
from windrow.kernels.tree import flatten
from windrow.read import Page, utf8
from windrow.table.classes import class_words
from windrow.table.tabulate import lay_out
from windrow.table.words import slug
from windrow.tree import Tree, parse
from windrow.tree.parse import _native
from windrow.tree.walk import walk

REPEATS = 5
# What the default may cost, in lxml parses, for the median list page and for nine in ten.
HELD = (6.0, 12.0)
SMALL = 10_000


@dataclass(frozen=True)
class Figure:
    """One line of the result: *value* is to stay below (or above) *target*, if it has one."""

    name: str
    value: float
    unit: str
    worst: float | None = None  # nine pages in ten stay below it
    below: float | None = None
    above: float | None = None

    @property
    def missed(self) -> bool:
        too_high = self.below is not None and self.value > self.below
        return too_high or (self.above is not None and self.value < self.above)

    def __str__(self) -> str:
        worst = "" if self.worst is None else f"{self.worst:.2f}"
        target = ""
        if self.below is not None:
            target = f"<= {self.below:g}"
        elif self.above is not None:
            target = f">= {self.above:g}"
        mark = "MISSED" if self.missed else ""
        return f"{self.name:<52}{self.value:>9.2f}{worst:>9}  {self.unit:<10}{target:<8}{mark}"


def main() -> None:
    options = _options()
    figures: list[Figure] = []
    print(f"{'':<52}{'median':>9}{'9 in 10':>9}")
    for figure in _figures(options.corpus, options.limit):
        figures.append(figure)
        print(figure, flush=True)
    if options.json:
        options.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))
    if options.check and any(figure.missed for figure in figures):
        sys.exit(1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.speed", description="How fast windrow is.")
    add_option(parser, CORPUS if CORPUS.is_dir() else EXAMPLES)
    parser.add_argument("--limit", type=int, default=200, help="pages to take (%(default)s)")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    options = parser.parse_args()
    if not page_files(options.corpus):
        parser.error(f"no pages in {options.corpus}")
    return options


def _figures(corpus: Path, limit: int) -> Iterator[Figure]:
    yield from extracting(corpus, limit)
    yield from parsing(_pages(corpus, limit))
    yield from matching(1500)
    yield from growth()
    yield from starting()


# Extracting


def extracting(corpus: Path, limit: int) -> Iterator[Figure]:
    """Yield what the default costs from bytes to tables: list pages by stage, then every page."""
    pages = [path.read_bytes() for path in _list_pages(corpus, limit)]
    costs = [_cost(page) for page in pages]
    times = [cost["bytes -> tables"] for cost in costs]
    worst = _nine_in_ten(times)
    held, held_worst = (None, None) if _are_small(pages) else HELD
    yield Figure("bytes -> tables, list pages", median(times), "x lxml", worst, below=held)
    yield Figure("  nine pages in ten", worst, "x lxml", below=held_worst)
    for name in [*costs[0]][1:]:
        values = [cost[name] for cost in costs]
        yield Figure(f"  {name}", median(values), "x lxml", _nine_in_ten(values))
    both = [*map(_extracted, _pages(corpus, 100_000))]
    ratios = [seconds / unit for seconds, unit in both]
    name = "bytes -> tables, every page of the corpus"
    yield Figure(name, median(ratios), "x lxml", _nine_in_ten(ratios))
    yield Figure("  the slowest of them", max(seconds for seconds, _ in both), "s", below=3)


def _cost(content: bytes) -> dict[str, float]:
    """Return the times of a page's stages as parts of what lxml takes, measured in turn."""
    page = Page.from_bytes(content)
    auto, weights = Auto(), Weights.shipped()
    tree = parse(page)
    signals = measure(tree)
    found = candidates(tree, signals)
    regions = auto.detect(tree)
    merged = [
        merge_runs(region.alignment, region.records) for region in regions if region.alignment
    ]
    steps: dict[str, Callable[[], object]] = {
        "lxml": lambda: document_fromstring(content),
        "bytes -> tables": lambda: extract(page),
        "all tables, where there are several": lambda: tuple(extract(page)),
        "the best table alone": lambda: extract(page, most=1),
        "tree": lambda: parse(page),
        "signals of the nodes": lambda: measure(tree),
        "candidates": lambda: candidates(tree, signals),
        "ranking": lambda: rank(tree, signals, found, weights),
        "detecting in all": lambda: auto.detect(parse(page)),
        "runs of text": lambda: [
            merge_runs(region.alignment, region.records) for region in regions if region.alignment
        ],
        # Lines of preformatted text are nodes of a tree of their own.
        "tables": lambda: [
            lay_out(alignment.tree, region, alignment)
            for region, alignment in zip(regions, merged, strict=True)
        ],
    }
    best = _in_turn(steps)
    # The tree keeps what was computed, so detecting gets a new tree each time.
    before = sum(best[name] for name in ("tree", "signals of the nodes", "candidates", "ranking"))
    best["choosing and lining up"] = max(best.pop("detecting in all") - before, 0.0)
    unit = best.pop("lxml")
    return {name: seconds / unit for name, seconds in best.items()}


def _in_turn(steps: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the shortest time of each step; all of them run in every round."""
    best = dict.fromkeys(steps, float("inf"))
    gc.collect()
    gc.disable()
    try:
        for _ in range(REPEATS):
            for name, step in steps.items():
                _forget()
                start = process_time()
                step()
                best[name] = min(best[name], process_time() - start)
    finally:
        gc.enable()
    return best


def _forget() -> None:
    """Empty all caches, so that each page costs as much as a new one."""
    slug.cache_clear()
    class_words.cache_clear()


def _extracted(content: bytes) -> tuple[float, float]:
    """Return the time of extracting the best table of a page, and that of lxml."""
    page = Page.from_bytes(content)
    best = _in_turn({"ours": lambda: extract(page), "lxml": lambda: document_fromstring(content)})
    return best["ours"], best["lxml"]


def _list_pages(corpus: Path, limit: int) -> list[Path]:
    """Return pages that are lists, spread evenly; those of which nothing is said are lists, too."""
    found = [path for path in page_files(corpus) if _is_list(path)]
    return found[:: max(1, -(-len(found) // limit))]


def _is_list(path: Path) -> bool:
    truth = path.with_name("truth.json")
    if path.name != "page.html" or not truth.exists():
        return bool(path.read_bytes().strip())
    return json.loads(truth.read_text("utf-8")).get("kind") == "list" and path.stat().st_size > 0


def _are_small(pages: list[bytes]) -> bool:
    """Return whether most pages are so small that they cost what any page does, and no bound fits.

    lxml parses a page of a kilobyte in a twentieth of a millisecond.
    """
    return median(map(len, pages)) < SMALL


def _nine_in_ten(values: list[float]) -> float:
    return quantiles(values, n=10)[-1] if len(values) > 1 else values[0]


# Parsing


def parsing(pages: list[bytes]) -> Iterator[Figure]:
    """Yield what a page costs from bytes to tree, and where that goes."""
    parse(pages[0])  # the tables of the walk are made once
    ratios = [_stages(page) for page in pages]
    for name in ratios[0]:
        values = [ratio[name] for ratio in ratios]
        worst = _nine_in_ten(values)
        target = 1.0 if name == "bytes -> tree" and not _are_small(pages) else None
        yield Figure(name, median(values), "x lxml", worst, below=target)


def _stages(content: bytes) -> dict[str, float]:
    """Return the times of the stages as parts of what lxml takes."""
    page = Page.from_bytes(content)
    text = utf8(page)
    html = flatten.flatten(text)
    document = LexborHTMLParser(html)
    root = document.root
    assert root is not None

    def flat() -> Tree:
        return _native(root, False) or walk(root)

    steps: dict[str, Callable[[], object]] = {
        "bytes -> tree": lambda: parse(page),
        "  decode": lambda: utf8(page),
        "  guard against nesting": lambda: flatten.flatten(text),
        "  parse (lexbor)": lambda: LexborHTMLParser(html),
        "  walk": flat,
    }
    unit = _best(lambda: document_fromstring(content))
    return {name: _best(step) / unit for name, step in steps.items()}


def _pages(corpus: Path, limit: int) -> list[bytes]:
    """Return pages spread evenly over all there are, so that no site has too many."""
    paths = page_files(corpus)
    step = max(1, len(paths) // limit)
    return [content for path in paths[::step][:limit] if (content := path.read_bytes()).strip()]


# Matching


def matching(count: int) -> Iterator[Figure]:
    """Yield how much faster two pages of *count* nodes are matched compiled than uncompiled."""
    if kernels.mode("match.simple") != "native":
        return
    first, second = list_page(count, seed=1), list_page(count, seed=2)
    tree = Tree.from_text(f"x({first.to_text()} {second.to_text()})")
    a, b = tree.children(0)
    nodes = array("i", range(len(tree)))

    def seconds(mode: Mode, keys: array[int], repeats: int) -> float:
        side = (tree.labels, tree.sizes, keys)
        module = load("match.simple", mode)
        # A new one each time, as it remembers what it has matched.
        return _best(lambda: module.Matching(*side, *side, keys is not nodes).score(a, b), repeats)

    native, python = seconds("native", nodes, REPEATS), seconds("python", nodes, 1)
    name = f"matching trees of {len(first)} and {len(second)} nodes"
    yield Figure(f"{name}, compiled", python / native, "x faster", above=30)
    shaped, slow = seconds("native", tree.shapes, REPEATS), seconds("python", tree.shapes, 1)
    yield Figure("  with scores remembered by shape, compiled", slow / shaped, "x faster")
    yield Figure("  remembering by shape, both compiled", native / shaped, "x faster")


def list_page(count: int, seed: int) -> Tree:
    """Return the tree of a page of about *count* nodes: a list of records with optional parts."""
    chance = random.Random(seed)
    parts = ["p(b i)", "ul(li(a) li(a))", "div(span b)", "div(span(i) em)", "p(a)", "div(img)"]
    records: list[str] = []
    nodes = 4
    while nodes < count:
        chosen = [part for part in parts if chance.random() < 0.6]
        records.append(f"li(div(a(img) h3(a) {' '.join(chosen)}))")
        nodes += len(Tree.from_text(records[-1]))
    return Tree.from_text(f"html(body(div(ul({' '.join(records)}))))")


# Growth


def growth() -> Iterator[Figure]:
    """Yield how the cost of a node changes from small pages to large ones.

    Pages larger than the processor's caches cost every program more per node, so the growth is
    compared with lxml's.
    """
    ours, theirs = {}, {}
    for count in (1_000, 10_000, 100_000):
        page = table_page(count)
        nodes = len(parse(page))
        ours[count] = _best(partial(parse, page)) / nodes
        theirs[count] = _best(partial(document_fromstring, page)) / nodes
    for count in [*ours][1:]:
        grown, expected = ours[count] / ours[1_000], theirs[count] / theirs[1_000]
        yield Figure(f"cost of a node at {count:,}, to that at 1,000", grown, "x")
        yield Figure("  to the growth of lxml", grown / expected, "x", below=2)


def table_page(count: int) -> bytes:
    """Return a page with a table that makes a tree of about *count* nodes."""
    row = '<tr class="row"><td>{0}</td><td><a href="/thing/{0}">Thing {0}</a></td><td>$1</td></tr>'
    rows = "".join(row.format(number) for number in range(count // 5))
    return f"<!doctype html><title>Things</title><table>{rows}</table>".encode()


# Starting


def starting() -> Iterator[Figure]:
    """Yield the CPU time until windrow is there; for the import, beyond that of Python itself."""
    bare = _cpu_ms("pass")
    yield Figure("import windrow, beyond python", _cpu_ms("import windrow") - bare, "ms")
    show_help = "import sys; sys.argv = ['windrow', '--help']; from windrow.cli import main; main()"
    if find_spec("windrow.cli"):
        yield Figure("windrow --help, with python", _cpu_ms(show_help), "ms", below=100)


def _cpu_ms(program: str) -> float:
    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    once()
    return median(once() for _ in range(7))


def _best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the shortest time that *work* took: what disturbs a measurement only adds to it."""
    times = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeats):
            start = process_time()
            work()
            times.append(process_time() - start)
    finally:
        gc.enable()
    return min(times)


if __name__ == "__main__":
    main()
