"""How well a heap of pages is sorted by template: the adjusted Rand index against the true sites.

    python -m bench.cluster [--corpus DIR] [--check]

Detail pages of all sites are mixed, then list pages. Two halves of the sites are measured
separately, and so are thresholds near the ones in use, which shows whether small changes matter.
Without a corpus, pages of a few made-up templates are sorted.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from statistics import mean
from time import process_time
from unittest.mock import patch

from bench.corpus import add_option, labelled
from windrow.read import read
from windrow.tree import Tree, parse
from windrow.wrap.cluster import cluster

__all__ = ["adjusted_rand", "made_up"]

ENOUGH = 0.95
ORDERS = 3
# Data sets whose folders are sites; elsewhere one site has many folders.
LISTS = ("results", "shops")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_option(parser)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.corpus.is_dir():
        detail = [*_pages(options.corpus, "detail")]
        lists = [page for page in _pages(options.corpus, "list") if page[0].startswith(LISTS)]
    else:
        detail, lists = [(site, parse(html)) for site, html in made_up(random.Random(1))], []
    index = _report("detail pages", detail)
    if lists:
        _report("list pages", lists)
    if options.check and index < ENOUGH:
        sys.exit(1)


def adjusted_rand(one: Sequence[object], other: Sequence[object]) -> float:
    """Return how well two ways to group the same things agree: 1 fully, 0 as by chance.

    >>> adjusted_rand("aabb", "ccdd"), round(adjusted_rand("aabb", "cdcd"), 3)
    (1.0, -0.5)
    """
    both = sum(comb(n, 2) for n in Counter(zip(one, other, strict=True)).values())
    first = sum(comb(n, 2) for n in Counter(one).values())
    second = sum(comb(n, 2) for n in Counter(other).values())
    chance = first * second / comb(len(one), 2)
    most = (first + second) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)


def made_up(chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield pages of made-up sites: shops with shelves and things, lists of any length.

    Pages of one site have the same surroundings, and parts that some of them lack.
    """
    roofs = {
        "barn": "<header><nav><ul><li><a>Home</a></ul></nav></header>{}<footer><p><a>Terms</a></p>"
        "<div><form><label>News<input></label></form></div></footer>",
        "mill": "<div id=page><div id=menu><span><a>Home</a></span></div><div id=in>{}</div>"
        "<table><tr><td><a>Terms</a></table></div>",
    }
    bodies = {
        "shelf": ("<main><h1>Rakes</h1><ol class=goods>{}</ol></main>",
                  "<li><h3><a>Rake</a></h3><p><b>$4</b><del>$5</del></p><img>"),
        "thing": ("<main><article><h1>Rake</h1><div><figure><img></figure><table>{}</table></div>"
                  "<section><h2>About</h2><p>Long</p></section></article></main>",
                  "<tr><th>Wood<td><i>ash</i>"),
        "news": ("<main><div class=feed>{}</div><div><span>older</span></div></main>",
                 "<blockquote><h4>Rain</h4><p>Soon</p><time>May</time></blockquote>"),
    }  # fmt: skip
    for site, roof in roofs.items():
        for name, (body, record) in bodies.items():
            for _ in range(12):
                records = record * chance.randint(1, 40)
                aside = "<aside><p>More</p></aside>" if chance.random() < 0.5 else ""
                yield f"{site} {name}", roof.format(body.format(records) + aside)


def _pages(corpus: Path, kind: str) -> Iterator[tuple[str, Tree]]:
    for page in labelled(corpus, kind):
        yield page.site, parse(read(page.path), hidden=True)


def _report(name: str, pages: Sequence[tuple[str, Tree]]) -> float:
    sites = sorted({site for site, _ in pages})
    start = process_time()
    index, groups = _measure(pages)
    cost = 1000 * (process_time() - start) / ORDERS / len(pages)
    print(f"{name}: {len(pages)} of {len(sites)} sites, in {ORDERS} orders")
    print(f"  adjusted Rand index {index:.3f}, {groups:.1f} groups, {cost:.2f} ms a page")
    for half in (0, 1):
        some = {site for k, site in enumerate(sites) if k % 2 == half}
        part, _ = _measure([page for page in pages if page[0] in some])
        print(f"  half {half + 1} of the sites    {part:.3f}")
    for setting, value in (("_UNLIKE", 0.2), ("_ALIKE", 0.8),
                           ("_SAME", 0.4), ("_SAME", 0.6)):  # fmt: skip
        with patch(f"windrow.wrap.cluster.{setting}", value):
            part, groups = _measure(pages)
        print(f"  {setting[1:].lower():8} {value}        {part:.3f}, {groups:.1f} groups")
    return index


def _measure(pages: Sequence[tuple[str, Tree]]) -> tuple[float, float]:
    found = []
    for seed in range(ORDERS):
        order = [*pages]
        random.Random(seed).shuffle(order)
        groups = cluster(tree for _, tree in order)
        group_of = {page: k for k, group in enumerate(groups) for page in group}
        labels = [group_of[k] for k in range(len(order))]
        found.append((adjusted_rand([site for site, _ in order], labels), len(groups)))
    return mean(index for index, _ in found), mean(count for _, count in found)


if __name__ == "__main__":
    main()
