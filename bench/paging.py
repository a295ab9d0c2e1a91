"""Next pages: how often the right one is found, judged by weights that never saw the site.

    python -m bench.paging                  what to expect on sites never seen
    python -m bench.paging --fit            and the weights of all sites, into the package
    python -m bench.paging --list           and the pages that are not right

`bench.nextpages` says which pages are labelled. One site in five of ``../shared/paging`` is set
aside: it takes part in no fit, and totals are all that is shown of it. All other sites are judged
in ten parts, each by weights of the other nine. Weights are surer of the pages they were fitted on
than they are right on others: scores are scaled by what they reach on parts that they did not see,
so that a score is the share of right choices. One set of weights answers both questions.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bench.corpus import ROOT
from bench.nextpages import PAGING, Numbers, PagingPage, corpus_pages, pages
from windrow.crawl.paging import SURE
from windrow.crawl.signs import AGAINST, CALLED, FOR, NAMES, PAGED
from windrow.crawl.wording import Sense

WEIGHTS = ROOT / "src/windrow/crawl/paging.json"
PARTS = 10
# The pull of weights towards nothing, and the steps of the fit (Adam, step .05). Chosen: a tenth
# and ten times of the pull change two pages of 201.
PULL, STEPS = 0.001, 1500

# Larger values overflow, and the difference does not matter.
_MOST_ODDS = 30.0

_SUGGESTING = [NAMES.index(name) for name in sorted(CALLED | PAGED | {"loaded"})]

Judged: TypeAlias = tuple[PagingPage, int, float]
"""A page, the candidate that was chosen (-1: none), and its score."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.paging",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--folder", type=Path, default=PAGING)
    parser.add_argument("--fit", action="store_true", help="write the weights into the package")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if not options.folder.exists():
        raise SystemExit(f"there are no labelled pages at {options.folder}")
    # Weights see every page twice: with its address, as a crawl does, and without, as a file.
    every = [*pages(options.folder), *corpus_pages()]
    # No page of a site set aside is fitted, even if it has another address.
    hidden = {page.site for page in every if page.aside}
    known = [page for page in every if page.site not in hidden]
    unseen = [*_left_out(known)]
    weights = scaled(fit(known), [one for part in unseen for one in part])
    judged = [(page, *choice(page, weights)) for page in every if page.site in hidden]
    for part in unseen:
        others = [one for other in unseen if other is not part for one in other]
        scale = scaled(np.array([1.0, 0.0]), others)
        judged += [(page, best, _chance(scale[0] * _odds(score) - scale[1]))
                   for page, best, score in part]  # fmt: skip
    _report(judged, listed=options.list)
    if options.fit:
        _write(weights, known)


def fit(some: Sequence[PagingPage]) -> Numbers:
    """Return the weights, and behind them what must be reached, that make the truth likeliest.

    A page's candidates and "there is none" compete (softmax); sites count equally, however many
    pages they have; a sign that is named for a link cannot speak against one.
    """
    usable = [page for page in some if page.right.any() or not page.has_one]
    sites = Counter(page.site for page in usable)
    blocks = [_with_none(page) for page in usable]
    lengths = np.array([len(block) for block, *_ in blocks])
    starts = np.cumsum([0, *lengths])[:-1]
    values = np.vstack([block for block, *_ in blocks])
    right = np.concatenate([good for _, good, _ in blocks])
    often = np.concatenate([count for *_, count in blocks])
    share = np.array([1 / sites[page.site] for page in usable])
    share = np.repeat(share / share.sum(), lengths)
    low = np.array([0.0 if name in FOR else -np.inf for name in (*NAMES, "")])
    high = np.array([0.0 if name in AGAINST else np.inf for name in (*NAMES, "")])
    weights, first, second = (np.zeros(len(NAMES) + 1) for _ in range(3))
    for step in range(1, STEPS + 1):
        power = values @ weights
        power = often * np.exp(power - np.repeat(np.maximum.reduceat(power, starts), lengths))
        chance = power / np.repeat(np.add.reduceat(power, starts), lengths)
        good = np.repeat(np.add.reduceat(np.where(right, chance, 0), starts), lengths) + 1e-12
        slope = -(values.T @ (share * (np.where(right, chance / good, 0) - chance)))
        slope[:-1] += PULL * weights[:-1]
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
        move = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights = np.clip(weights - 0.05 * move, low, high)
    return weights


def scaled(weights: Numbers, judged: Sequence[Judged]) -> Numbers:
    """Return *weights*, scaled so that their score is how often a choice is right.

    *judged* are choices by weights that did not see the sites. A logistic curve leads from their
    scores to what is right (Platt's scaling, with his bounds for few examples); sites count
    equally.
    """
    given = [one for one in judged if one[1] >= 0]
    sites = Counter(page.site for page, *_ in given)
    share = np.array([1 / sites[page.site] for page, *_ in given])
    right = np.array([page.right[best] for page, best, _ in given])
    values = np.array([[_odds(score), -1.0] for *_, score in given])
    good, bad = share[right].sum(), share[~right].sum()
    wanted = np.where(right, (good + 1) / (good + 2), 1 / (bad + 2))
    scale = np.array([1.0, 0.0])
    for _ in range(STEPS):
        chance = _chance(values @ scale)
        slope = values.T @ (share * (chance - wanted))
        bend = (values.T * (share * chance * (1 - chance))) @ values
        move = np.linalg.solve(bend + 1e-3 * np.eye(2), slope)
        scale -= move * min(1.0, 0.1 / (float(np.abs(move).max()) + 1e-12))
    return np.append(scale[0] * weights[:-1], scale[0] * weights[-1] + scale[1])


def choice(page: PagingPage, weights: Numbers) -> tuple[int, float]:
    """Return the candidate that *weights* choose, and its score; -1 where there is none."""
    if not len(page.signs):
        return -1, 0.0
    values = page.signs @ weights[:-1] - weights[-1]
    best = int(values.argmax())
    return best, float(_chance(values[best]))


def _chance(value: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(value, -_MOST_ODDS, _MOST_ODDS)))


def _odds(score: float) -> float:
    most = 1 / (1 + np.exp(-_MOST_ODDS))
    score = min(max(score, 1 - most), most)
    return float(np.log(score) - np.log1p(-score))


def _left_out(known: Sequence[PagingPage]) -> Iterator[list[Judged]]:
    """Yield the choices on the pages of each part, by weights without its sites."""
    sites = sorted({page.site for page in known})
    np.random.default_rng(0).shuffle(sites)
    part = {site: number % PARTS for number, site in enumerate(sites)}
    for number in range(PARTS):
        weights = fit([page for page in known if part[page.site] != number])
        yield [(page, *choice(page, weights)) for page in known if part[page.site] == number]


def _with_none(page: PagingPage) -> tuple[Numbers, npt.NDArray[np.bool_], Numbers]:
    """Return the different candidates and "none", which of them are right, and how many are so.

    Links that are neither right nor suggested by anything take time, and are chosen by no weights.
    """
    some = page.right | page.signs[:, _SUGGESTING].any(1)
    right, signs = page.right[some], page.signs[some]
    rows = np.hstack([signs, np.zeros((len(signs), 1)), right[:, None]])
    rows, often = np.unique(rows, axis=0, return_counts=True)
    none = np.zeros((1, len(NAMES) + 2))
    none[0, -2:] = 1, not page.right.any()
    rows = np.vstack([rows, none])
    return rows[:, :-1], rows[:, -1] > 0, np.append(often, 1.0)


def _report(judged: Sequence[Judged], *, listed: bool) -> None:
    senses: tuple[tuple[str, Sense], ...] = (("as labelled", "next"), ("for a crawl", "onward"))
    sets = (("saved files", False, False), ("with addresses", True, False),
            ("corpus, saved files", False, True))  # fmt: skip
    for name, known, corpus in sets:
        there = [one for one in judged if (one[0].address, one[0].corpus) == (known, corpus)]
        for title, sense in senses:
            here = [one for one in there if one[0].sense == sense]
            _count(f"{name}, {title}", here)
            aside = [one for one in here if one[0].aside]
            if aside:
                _count(f"{name}, {title}, set aside", aside)
            for one in sorted(here, key=lambda one: one[0].path) if listed else []:
                page, best, score = one
                outcome = _outcome(one)
                if not page.aside and outcome not in ("right", "none"):
                    told = page.texts[best] if best >= 0 else ""
                    print(f"  {outcome:<12} {page.path.parent.name} {page.site} {score:.2f} {told}")


def _count(title: str, some: Sequence[Judged]) -> None:
    count = Counter(map(_outcome, some))
    asked = count["right"] + count["wrong"] + count["missed"]
    free = count["none"] + count["false alarm"]
    print(
        f"{title}: right {count['right'] / max(asked, 1):.3f} of {asked},"
        f" false alarms {count['false alarm'] / max(free, 1):.3f} of {free}"
        f" (wrong {count['wrong']}, missed {count['missed']})"
    )


def _outcome(one: Judged) -> str:
    page, best, score = one
    given = best >= 0 and score >= SURE
    if page.has_one:
        return "missed" if not given else "right" if page.right[best] else "wrong"
    return "false alarm" if given else "none"


def _write(weights: Numbers, known: Sequence[PagingPage]) -> None:
    fitted: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "pages": len({page.path for page in known}),
        "sites": len({page.site for page in known}),
        "by": "python -m bench.paging --fit",
        "labels": "next as labelled, onward for a crawl",
    }
    named = {n: round(float(w), 3) for n, w in zip(NAMES, weights[:-1], strict=True)}
    data = {"weights": named, "least": round(float(weights[-1]), 3), "fitted": fitted}
    WEIGHTS.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
