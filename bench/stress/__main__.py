"""Measure the default on made pages: every way to write a list, among every kind of noise.

    python -m bench.stress                          the share of right first tables, by frame
    python -m bench.stress --frame classes          one frame, by way of writing and by noise
    python -m bench.stress --wrong                  and the names of the pages that fail
    python -m bench.stress --show NAME              one page, and its first table

The pages are the same each time. They show which mechanism fails, not how good the default is on
real pages: the person who wrote the pages also wrote the rules.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing import Pool

from bench.samples import RIGHT
from bench.score import f1, score_list
from bench.stress.pages import FAMILIES, StressPage, stress_page, stress_pages
from windrow import Page, extract

__all__ = ["first_right"]


def main() -> None:
    """Measure and print."""
    options = _options()
    if options.show:
        _show(options.show)
        return
    pages = [*stress_pages(options.frame)]
    with Pool() as pool:
        right = pool.map(first_right, pages, chunksize=16)
    results = [*zip(pages, right, strict=True)]
    _print_shares("frame", [(page.frame, value) for page, value in results])
    if options.frame:
        _print_shares("list", [(page.style, value) for page, value in results])
        _print_shares("noise", [(page.noise, value) for page, value in results])
    if options.wrong:
        print(*(f"{value:.2f} {page.name}" for page, value in results if value < RIGHT), sep="\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.stress",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--frame", choices=FAMILIES)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--show", metavar="NAME")
    return parser.parse_args()


def first_right(page: StressPage) -> float:
    """Return page F1 of the first table."""
    tables = extract(Page.from_text(page.html))
    score = score_list({"records": page.records}, [{"rows": list(t.rows)} for t in tables[:1]])
    return f1(score.top1) if score.top1 else 0.0


def _print_shares(title: str, results: Sequence[tuple[str, float]]) -> None:
    """Print by group how many first tables are wrong."""
    groups: dict[str, list[float]] = defaultdict(list)
    for name, value in results:
        groups[name].append(value)
    print(f"{title:<24}{'pages':>6}{'wrong':>7}{'top1':>8}")
    for name, values in groups.items():
        wrong = sum(value < RIGHT for value in values)
        print(f"{name:<24}{len(values):>6}{wrong:>7}{sum(values) / len(values):>8.3f}")


def _show(name: str) -> None:
    page = stress_page(name)
    tables = extract(Page.from_text(page.html))
    print(page.html, *tables[:1], f"page F1 {first_right(page):.3f}", sep="\n\n")


if __name__ == "__main__":
    main()
