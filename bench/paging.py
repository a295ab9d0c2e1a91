"""Next pages: how often the right one is found, judged by weights that never saw the site.

    python -m bench.paging                  what to expect on sites never seen
    python -m bench.paging --fit            and the weights of all sites, into the package
    python -m bench.paging --list           and the pages that are not right

The labelled pages lie beside the corpus: ``../shared/paging/<site>/<page>/page.html`` with
``truth.json``. One site in five is set aside by a fixed hash: it takes part in no fit, and totals
are all that is shown of it. The others are judged in ten parts, each by weights of the other nine.
Weights are surer of the pages they were fitted on than they are right on others: scores are scaled
by what they reach on parts that they did not see, so that a score is the share of right choices.

Two questions are asked, and one set of weights answers both. `next`, what the page itself calls its
next page, is judged by the labels as they are. `onward`, where the list goes on, is judged by the
labels as somebody reads them who wants the whole list: on pages whose link that is labelled
previous says "older posts" or "load more" in words, the two directions are exchanged, as older
posts are where a blog goes on; and where no next page is labelled, but numbered pages are, the
number after the gap that the current page leaves between them is the next page's.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np
import numpy.typing as npt

from bench.corpus import CORPUS, ROOT
from windrow.crawl.candidates import LinkGroups
from windrow.crawl.paging import SURE
from windrow.crawl.signs import AGAINST, FOR, NAMES
from windrow.crawl.wording import Sense, phrases
from windrow.pipeline import find
from windrow.read.base import base_of
from windrow.tree.opened import Opened

PAGING = CORPUS.parent / "paging"
WEIGHTS = ROOT / "src/windrow/crawl/paging.json"
PARTS = 10
# The pull of weights towards nothing, and the steps of the fit (Adam, step .05). Chosen: a tenth
# and ten times of the pull change two pages of 201.
PULL, STEPS = 0.001, 1500

# Larger values overflow, and the difference does not matter.
_MOST_ODDS = 30.0

Numbers: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PagingPage:
    """A labelled page in one sense: its candidates' signs, and which of them are right."""

    path: Path
    site: str
    sense: Sense
    address: bool  # whether the page's address is known
    signs: Numbers
    right: npt.NDArray[np.bool_]
    has_one: bool  # whether any page is right, be it among the candidates or not
    texts: Sequence[str]

    @property
    def aside(self) -> bool:
        return int(sha1(self.site.encode()).hexdigest(), 16) % 5 == 0


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
    every = [*pages(options.folder)]
    known = [page for page in every if not page.aside]
    unseen = [*_left_out(known)]
    weights = scaled(fit(known), [one for part in unseen for one in part])
    judged = [(page, *choice(page, weights)) for page in every if page.aside]
    for part in unseen:
        others = [one for other in unseen if other is not part for one in other]
        scale = scaled(np.array([1.0, 0.0]), others)
        judged += [(page, best, _chance(scale[0] * _odds(score) - scale[1]))
                   for page, best, score in part]  # fmt: skip
    _report(judged, listed=options.list)
    if options.fit:
        _write(weights, known)


def pages(folder: Path) -> Iterator[PagingPage]:
    """Yield the labelled pages in both senses, with their addresses known or not."""
    for path in sorted(folder.glob("*/*/page.html")):
        truth = json.loads(path.with_name("truth.json").read_text("utf-8"))
        found = find(str(path), most=1)
        tree = found[0].tree if found else Opened(found.page).tree
        base = base_of(found.page) or truth["url"]
        for known in (False, True):
            there = LinkGroups.of(found, tree, truth["url"] if known else None)
            links = [link for group in there.groups for link in group if link.address]
            texts = {_same(link.address, base): link.text for link in links}
            right: dict[Sense, Sequence[str]] = {
                "next": truth["next"], "onward": _for_a_crawl(truth, texts, base),
            }  # fmt: skip
            for sense in right:
                rows = [one for one in there.in_sense(sense) if one.links[0].address]
                wanted = {_same(href, base) for href in right[sense]}
                yield PagingPage(
                    path,
                    path.parts[-3],
                    sense,
                    known,
                    np.array([[one.signs.get(name, 0.0) for name in NAMES] for one in rows])
                    .reshape(-1, len(NAMES)),
                    np.array([_same(one.links[0].address, base) in wanted for one in rows], bool),
                    bool(wanted),
                    [f"{one.links[0].text!r} {one.links[0].address}" for one in rows],
                )  # fmt: skip


def _for_a_crawl(
    truth: Mapping[str, Sequence[str]], texts: Mapping[tuple[str, str, str], str], base: str
) -> Sequence[str]:
    """Return the next pages of a page as somebody sees them who wants the whole list."""
    onward = phrases("older") | phrases("more")
    for href in truth["previous"]:
        said = texts.get(_same(href, base), "").lower().strip("«»←→<>‹› ")
        if any(f" {phrase} " in f" {said} " for phrase in onward):
            return truth["previous"]
    if truth["next"] or truth["previous"]:
        return truth["next"]
    pairs = [(texts.get(_same(href, base), ""), href) for href in truth["pages"]]
    numbers = {int(text): href for text, href in pairs if text.isdecimal()}
    gaps = [n + 2 for n in (0, *numbers) if n + 1 not in numbers and n + 2 in numbers]
    return [numbers[gap] for gap in gaps[:1]]


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
    """Return the different candidates and "none", which of them are right, and how many are so."""
    rows = np.hstack([page.signs, np.zeros((len(page.signs), 1)), page.right[:, None]])
    rows, often = np.unique(rows, axis=0, return_counts=True)
    none = np.zeros((1, len(NAMES) + 2))
    none[0, -2:] = 1, not page.right.any()
    rows = np.vstack([rows, none])
    return rows[:, :-1], rows[:, -1] > 0, np.append(often, 1.0)


def _report(judged: Sequence[Judged], *, listed: bool) -> None:
    senses: tuple[tuple[str, Sense], ...] = (("as labelled", "next"), ("for a crawl", "onward"))
    for name, known in (("saved files", False), ("with addresses", True)):
        for title, sense in senses:
            here = [one for one in judged if (one[0].sense, one[0].address) == (sense, known)]
            _count(f"{name}, {title}", here)
            _count(f"{name}, {title}, set aside", [one for one in here if one[0].aside])
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


def _same(href: str, url: str) -> tuple[str, str, str]:
    """Return an address without parts that do not change the page, as the scorer compares it."""
    try:
        parts = urlsplit(urljoin(url, href.strip()))
    except ValueError:
        return "", href, ""
    host = parts.netloc.lower().removeprefix("www.")
    return host, unquote(parts.path).rstrip("/") or "/", unquote(parts.query)


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
