"""How fast: every figure a ratio measured in one run, against ``lxml`` parsing the same bytes.

    python -m bench.speed [--corpus DIR] [--limit N] [--json FILE] [--check]

Absolute times say more about the machine than about the program, so there are none but the two
that a person waits for: the import and the help.
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
from time import perf_counter

from lxml.html import document_fromstring
from selectolax.lexbor import LexborHTMLParser

from windrow import kernels
from windrow.kernels import Mode, load
from windrow.read import Page, utf8
from windrow.tree import Tree, parse
from windrow.tree.parse import _native
from windrow.tree.walk import walk

HERE = Path(__file__).parent.parent
CORPUS = HERE.parent / "shared" / "corpus"
REPEATS = 5


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
    default = CORPUS if CORPUS.is_dir() else HERE / "examples"
    parser.add_argument("--corpus", type=Path, default=default, help="pages (%(default)s)")
    parser.add_argument("--limit", type=int, default=200, help="pages to take (%(default)s)")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    options = parser.parse_args()
    if not any(options.corpus.rglob("*.html")):
        parser.error(f"no pages in {options.corpus}")
    return options


def _figures(corpus: Path, limit: int) -> Iterator[Figure]:
    yield from parsing(_pages(corpus, limit))
    yield from matching(1500)
    yield from growth()
    yield from starting()


# Parsing


def parsing(pages: list[bytes]) -> Iterator[Figure]:
    """Yield what a page costs from bytes to tree, and where that goes."""
    parse(pages[0])  # the tables of the walk are made once
    ratios = [_stages(page) for page in pages]
    for name in ratios[0]:
        values = [ratio[name] for ratio in ratios]
        worst = quantiles(values, n=10)[-1] if len(values) > 1 else values[0]
        target = 1.0 if name == "bytes -> tree" else None
        yield Figure(name, median(values), "x lxml", worst, below=target)


def _stages(content: bytes) -> dict[str, float]:
    """Return the times of the stages as parts of what lxml takes."""
    page = Page.from_bytes(content)
    text = utf8(page)
    html = kernels.nesting.flatten(text)
    document = LexborHTMLParser(html)
    root = document.root
    assert root is not None

    def flat() -> Tree:
        return _native(root, False) or walk(root)

    steps: dict[str, Callable[[], object]] = {
        "bytes -> tree": lambda: parse(page),
        "  decode": lambda: utf8(page),
        "  guard against nesting": lambda: kernels.nesting.flatten(text),
        "  parse (lexbor)": lambda: LexborHTMLParser(html),
        "  walk": flat,
    }
    unit = _best(lambda: document_fromstring(content))
    return {name: _best(step) / unit for name, step in steps.items()}


def _pages(corpus: Path, limit: int) -> list[bytes]:
    """Return pages spread evenly over all there are, so that no site has too many."""
    paths = sorted(corpus.rglob("*.html"))
    step = max(1, len(paths) // limit)
    return [content for path in paths[::step][:limit] if (content := path.read_bytes()).strip()]


# Matching


def matching(count: int) -> Iterator[Figure]:
    """Yield how much faster two pages of *count* nodes are matched compiled than uncompiled."""
    if kernels.mode("simple") != "native":
        return
    first, second = list_page(count, seed=1), list_page(count, seed=2)
    tree = Tree.from_text(f"x({first.to_text()} {second.to_text()})")
    a, b = tree.children(0)
    nodes = array("i", range(len(tree)))

    def seconds(mode: Mode, keys: array[int], repeats: int) -> float:
        side = (tree.labels, tree.sizes, keys)
        module = load("simple", mode)
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

    A page beyond the caches costs everybody more a node, so the growth is held against lxml's.
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
            start = perf_counter()
            work()
            times.append(perf_counter() - start)
    finally:
        gc.enable()
    return min(times)


if __name__ == "__main__":
    main()
