"""The systems that learn, site by site: the tables of docs/compare.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bench.compare import drawn
from bench.corpus import CORPUS, add_option, sites
from bench.rivals.learners import SYSTEMS, SiteScore, score_site

# Where the papers measured; the sites of tbdw and vints have one page each.
_SEVERAL = ("wien", "exalg")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.rivals", description=__doc__)
    add_option(parser)
    parser.add_argument("--dataset", action="append", default=[], metavar="NAME")
    parser.add_argument("--system", action="append", default=[], choices=SYSTEMS)
    parser.add_argument("--sites", action="store_true", help="print every site, too")
    options = parser.parse_args(arguments)
    if not options.corpus.is_dir():
        print(f"rivals: no labelled corpus at {CORPUS}", file=sys.stderr)
        return 2
    for dataset in options.dataset or _SEVERAL:
        for kind in ("list", "detail"):
            known = sites(options.corpus, kind, least=3)
            chosen = {s: p for s, p in known.items() if s.startswith(f"{dataset}/")}
            if chosen:
                print(f"### {dataset}, {kind} pages: {len(chosen)} sites\n")
                lines = [["system", "learned", "right", "P", "R", "F", "site R", "site F1"]]
                for name in options.system or SYSTEMS:
                    scores = {site: score_site(name, pages) for site, pages in chosen.items()}
                    lines.append([name, *_line([*scores.values()])])
                    if options.sites:
                        print("\n".join(f"{name} {site} {one}" for site, one in scores.items()))
                print("\n".join([*drawn(lines), ""]), flush=True)
    return 0


def _line(scores: Sequence[SiteScore]) -> list[str]:
    hit, given, wanted = (sum(getattr(s, k) for s in scores) for k in ("hit", "given", "wanted"))
    numbers = (
        hit / max(1, given),
        hit / max(1, wanted),
        2 * hit / max(1, given + wanted),
        sum(one.recall for one in scores) / len(scores),
        sum(one.f1 for one in scores) / len(scores),
    )
    learned, right = (sum(getattr(s, k) for s in scores) for k in ("learned", "is_right"))
    return [str(learned), str(right), *(f"{number:.3f}" for number in numbers)]


if __name__ == "__main__":
    sys.exit(main())
