"""What wrappers cost and find: every figure a ratio measured in one run.

    python -m bench.wrappers [--corpus DIR] [--limit N] [--pages N] [--check]

Applying is measured against ``lxml`` parsing the same bytes, and against extracting afresh, on the
data sets whose folders are sites. What is found is measured on all list sites with several pages:
learned from the first page, applied to the others. The last figure is the memory that ten thousand
pages through one wrapper need beyond what the first thousand did.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from lxml.html import document_fromstring

from bench.corpus import add_option, sites
from bench.score import Score, page_f1, score_list
from windrow import extract
from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.read import Page
from windrow.table.typed import to_json
from windrow.tree import parse
from windrow.view.terminal import page_object
from windrow.wrap.cluster import cluster
from windrow.wrap.learn import learn
from windrow.wrap.template import WrapperKind
from windrow.wrap.wrapper import Wrapper

REPEATS = 5
# Data sets whose folders are sites with several pages.
LISTS = ("results", "shops")
AT_MOST, AT_LEAST, WITHIN = 2.0, 3.0, 0.01
AT_LEAST_JSON = 2.5


@dataclass(frozen=True)
class Site:
    """Pages of one template, with what they say."""

    name: str
    kind: WrapperKind
    pages: tuple[bytes, ...]
    truths: tuple[dict[str, Any], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_option(parser)
    parser.add_argument("--limit", type=int, default=0, help="sites of each kind")
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    missed = False
    for kind in ("list", "detail"):
        chosen = [*_sites(options.corpus, kind)] if options.corpus.is_dir() else [*_made_up(kind)]
        chosen = chosen[: options.limit] if options.limit else chosen
        # Made-up pages are too small: the cost of a call would hide that of the page.
        missed |= _cost(kind, chosen) and options.corpus.is_dir()
        if kind == "list":
            every = (
                [*_sites(options.corpus, kind, every=True)] if options.corpus.is_dir() else chosen
            )
            missed |= _found(every[: options.limit] if options.limit else every)
        missed |= _memory(chosen[0], options.pages)
    if options.check and missed:
        sys.exit(1)


def _sites(corpus: Path, kind: WrapperKind, *, every: bool = False) -> Iterator[Site]:
    for name, pages in sites(corpus, kind, 2 if kind == "list" else 3).items():
        if kind == "detail" or every or name.startswith(LISTS):
            contents = tuple(page.path.read_bytes() for page in pages)
            yield Site(name, kind, contents, tuple(page.truth for page in pages))


def _made_up(kind: str) -> Iterator[Site]:
    """Yield a site of our own, where the corpus is absent."""
    pages, truths = [], []
    for page in range(6):
        records = [{"name": f"Tool {page}-{n}", "price": f"${page}.{n}"} for n in range(30)]
        if kind == "list":
            body = "".join(
                f"<li class=card><h3><a href=/{page}/{n}>{r['name']}</a></h3><p>Made for hay work "
                f"since {1900 + n}</p><b>{r['price']}</b>"
                for n, r in enumerate(records)
            )
            html = f"<header><nav><a>Home</a></nav></header><ul class=goods>{body}</ul>"
        else:
            rows = "".join(f"<tr><th>Part {n}<td>{page * n} mm" for n in range(40))
            html = f"<h1>Tool {page}</h1><table>{rows}</table><ul><li>a {page}<li>b {page}</ul>"
        pages.append(html.encode())
        truths.append({"kind": kind, "complete": True, "records": records})
    yield Site("made up", "list" if kind == "list" else "detail", tuple(pages), tuple(truths))


def _learned(site: Site) -> Wrapper | None:
    count = 1 if site.kind == "list" else 2
    try:
        return learn([Page.from_bytes(page) for page in site.pages[:count]], kind=site.kind)
    except WindrowError:
        return None


def _cost(kind: str, sites: Sequence[Site]) -> bool:
    """Print what applying costs; return whether it is too much."""
    parses, extracts, written = [], [], []
    for site in sites:
        wrapper = _learned(site)
        if wrapper is None:
            continue
        pages = site.pages[1 if kind == "list" else 2 :]
        applied = _best(lambda: [wrapper.apply(Page.from_bytes(p)) for p in pages])  # noqa: B023
        parsed = _best(lambda: [document_fromstring(p) for p in pages if p.strip()])  # noqa: B023
        afresh = _best(lambda: [extract(p) for p in pages], 2)  # noqa: B023
        parses.append(applied / parsed)
        extracts.append(afresh / applied)
        told = _best(lambda: [_told(wrapper.apply(Page.from_bytes(p))) for p in pages])  # noqa: B023
        told_afresh = _best(lambda: [_told(extract(p)) for p in pages], 2)  # noqa: B023
        written.append(told_afresh / told)
    slow, fast, as_json = median(parses), median(extracts), median(written)
    worst = quantiles(parses, n=10)[-1] if len(parses) > 1 else slow
    print(f"{kind} pages, {len(parses)} sites")
    print(f"  apply / lxml parse     {slow:6.2f}  (9 in 10: {worst:.2f}; at most {AT_MOST})")
    print(f"  extract / apply        {fast:6.2f}  (at least {AT_LEAST})")
    print(f"  the same, typed JSON   {as_json:6.2f}  (at least {AT_LEAST_JSON})", flush=True)
    return slow > AT_MOST or fast < AT_LEAST or as_json < AT_LEAST_JSON


def _told(tables: Tables) -> str:
    """Return what programs get of a page: all tables, typed, as JSON."""
    return to_json(page_object(tables.page, tables, tables.reason, raw=False))


def _best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the shortest of several times: other programs only ever make work slower."""
    times = []
    for _ in range(repeats):
        gc.collect()
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def _found(sites: Sequence[Site]) -> bool:
    """Print how many records are found on pages not learned from; return whether too few.

    *Alike* are the pages that `cluster`, which knows nothing of wrappers, takes for pages of the
    same template as the learned one: the folders of some data sets are not of one template.
    """
    groups: dict[str, list[tuple[Score, Score]]] = defaultdict(list)
    for site in sites:
        wrapper = _learned(site)
        trees = [parse(Page.from_bytes(content), hidden=True) for content in site.pages]
        for k, truth in [*enumerate(site.truths)][1:]:
            page = Page.from_bytes(site.pages[k])
            fresh = [{"rows": [*table.rows]} for table in extract(page)]
            mine = [{"rows": [*t.rows]} for t in wrapper.apply(page, every=True)] if wrapper else []
            scores = (score_list(truth, mine), score_list(truth, fresh))
            alike = len(cluster([trees[0], trees[k]])) == 1
            for name in (site.name.split("/")[0], "all", *["alike"] * alike):
                groups[name].append(scores)
    print("records found on pages not learned from (page F1): by the wrapper, extracted afresh")
    found = {}
    for name, some in sorted(groups.items()):
        found[name] = tuple(page_f1([pair[k] for pair in some], "top1") for k in (0, 1))
        print(f"  {name:<12}{len(some):>5}{found[name][0]:>8.3f}{found[name][1]:>8.3f}", flush=True)
    read, extracted = found["alike"]
    print(f"  alike: within {WITHIN}", flush=True)
    return read < extracted - WITHIN


def _memory(site: Site, count: int) -> bool:
    """Print how much memory grows over many pages; return whether it does."""
    wrapper = _learned(site)
    if wrapper is None:
        return True
    first = 0
    for number in range(count):
        # No two pages have the same bytes, so that no cache can hide a leak.
        page = site.pages[number % len(site.pages)]
        wrapper.apply(Page.from_bytes(page.replace(b"</body", b"<p>%d</p></body" % number)))
        if number == count // 10:
            gc.collect()
            first = _resident()
    gc.collect()
    growth = _resident() / first if first else 1.0
    print(f"  memory after {count} pages of {site.name}: {growth:.2f} times that after a tenth",
          flush=True)  # fmt: skip
    return growth > 1.25


def _resident() -> int:
    """Return the bytes of memory in use now; 0 where the system does not say."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 if status.exists() else 0


if __name__ == "__main__":
    main()
