"""The rivals on the data of the papers, beside windrow: the tables of docs/compare.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bench.compare import drawn, measure, quality
from bench.corpus import CORPUS, add_option, labelled_pages, sites
from bench.rivals.ctvs import CTVS
from bench.rivals.learners import LEARNERS, SiteScore, score_site
from bench.rivals.tpc import TPC

# Where the papers measured; the sites of tbdw and vints have one page each.
_ONE_PAGE = ("tbdw", "vints", "wien")
_SEVERAL = ("wien", "exalg")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.rivals", description=__doc__)
    add_option(parser)
    parser.add_argument("--dataset", action="append", default=[], metavar="NAME")
    parser.add_argument(
        "--only", choices=["page", "site"], help="systems that take one page, or many"
    )
    parser.add_argument("--system", action="append", default=[], choices=sorted(LEARNERS))
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="pages of each dataset")
    options = parser.parse_args(arguments)
    if not options.corpus.is_dir():
        print(f"rivals: no labelled corpus at {CORPUS}", file=sys.stderr)
        return 2
    if options.only != "site":
        for dataset in options.dataset or _ONE_PAGE:
            pages = labelled_pages(options.corpus, [dataset], options.limit)
            found = [*measure(pages, {"tpc": TPC(), "ctvs": CTVS()})]
            print("\n".join(quality(found, dataset)))
    if options.only != "page":
        for dataset in options.dataset or _SEVERAL:
            for kind in ("list", "detail"):
                known = sites(options.corpus, kind, least=3)
                chosen = {s: p for s, p in known.items() if s.startswith(f"{dataset}/")}
                if chosen:
                    print(f"### {dataset}, {kind} pages learned from two: {len(chosen)} sites\n")
                    lines = [["system", "learned", "P", "R", "F", "site F1"]]
                    for name in options.system or LEARNERS:
                        scores = [score_site(name, pages) for pages in chosen.values()]
                        lines.append([name, *_line(scores)])
                    print("\n".join([*drawn(lines), ""]))
    return 0


def _line(scores: Sequence[SiteScore]) -> list[str]:
    hit, given, wanted = (sum(getattr(s, k) for s in scores) for k in ("hit", "given", "wanted"))
    numbers = (
        hit / max(1, given),
        hit / max(1, wanted),
        2 * hit / max(1, given + wanted),
        sum(one.f1 for one in scores) / len(scores),
    )
    return [str(sum(one.learned for one in scores)), *(f"{number:.3f}" for number in numbers)]


if __name__ == "__main__":
    sys.exit(main())
