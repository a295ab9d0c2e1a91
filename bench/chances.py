"""Fit the chances of names, judged by sites left out.

    python -m bench.chances                 what to expect on sites never seen, and by sign
    python -m bench.chances --write         and the weights of all open sites, into the package

Every column of ``names.json`` that may be looked at says of each name the page offers whether a
person would accept it. A logistic formula of the signs of a name is fitted to that. Pages that
names were mended for count less, as they make every source look better than it is on a new site.
Sites set aside and closed pages take no part.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import numpy as np

from bench.corpus import CORPUS, ROOT, add_option
from bench.judging import is_aside
from bench.names import (
    WRITTEN,
    Judged,
    Totals,
    blind,
    closed,
    judge,
    read_pages,
    truth,
    unmended,
    verdict,
)
from windrow.model import Table
from windrow.table import chances, names, suggestions
from windrow.table.chances import AGAINST, FOR, SOURCES
from windrow.table.drafts import DraftColumn
from windrow.table.suggestions import Suggestion
from windrow.table.tabulate import samples_of

__all__ = ["Offered", "fit", "left_out", "offered", "unseen"]

WEIGHTS = ROOT / "src/windrow/table/chances.json"
SIGNS = (*SOURCES, *FOR, *AGAINST)
_PLACE = {sign: k for k, sign in enumerate(SIGNS)}
# How much a page counts that names were mended for: chosen, not measured.
_MENDED = 0.25
# The pull of the weights towards zero: of 1 and 0.3, the one with the better chances for sites left
# out (a mean logarithmic loss of 0.32 and 0.29 on pages that no rule was made for).
_PULL = 0.3
# How many parts the sites are left out in.
_PARTS = 10
_STEPS = 3000

_Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Offered:
    """A name that a page offers for a column of the truth, and whether a person accepts it."""

    page: str
    column: int  # among all columns
    name: str
    signs: tuple[str, ...]
    right: bool
    counts: float

    @property
    def site(self) -> str:
        """The site of the page; its pages are left out together."""
        return site_of(self.page)


def offered(corpus: Path = CORPUS) -> Iterator[Offered]:
    """Yield the names that open pages offer for the columns of the truth."""
    wanted = truth()
    fresh = blind() | unmended()
    column = 0
    every: _Every = {}
    for page, tables in _read(_open_pages(wanted), corpus, every):
        counts = 1.0 if page in fresh or page.startswith(WRITTEN) else _MENDED
        for one in judge(page, wanted[page], tables):
            if one.verdict in ("missing", "joined") or one.found is None:
                continue
            column += 1
            for offer in every.get((one.found.path, one.found.samples), ()):
                name = offer.named.name
                right = verdict(name, one.wanted.names) == "good"
                yield Offered(page, column, name, offer.signs, right, counts)


_Every: TypeAlias = dict[tuple[str, tuple[str, ...]], Sequence[Suggestion]]


def site_of(page: str) -> str:
    """Return the site of a page; each of the written pages is one."""
    return page if page.startswith(WRITTEN) else page.rpartition("/")[0]


def _open_pages(wanted: Iterable[str]) -> list[str]:
    hidden = closed()
    return [page for page in wanted if page not in hidden and not is_aside(page)]


def _read(
    pages: Collection[str], corpus: Path, kept: _Every
) -> Iterator[tuple[str, Sequence[Table]]]:
    """Yield the tables of each page, and keep the suggestions for their columns."""
    made = suggestions.suggestions_of

    def suggestions_of(drafts: Sequence[DraftColumn], *rest: Any) -> list[list[Suggestion]]:
        found = made(drafts, *rest)
        for draft, own in zip(drafts, found, strict=True):
            kept[draft.field.path, samples_of(draft.values)] = own
        return found

    with patch.object(names, "suggestions_of", suggestions_of):
        for page, tables in read_pages(pages, corpus):
            yield page, tables
            kept.clear()


def fit(some: Sequence[Offered]) -> dict[str, float]:
    """Return the weights with which chances are nearest to what people accept.

    What speaks for a name has no negative weight, and what speaks against it no positive one.
    """
    features = np.zeros((len(some), len(SIGNS)))
    for row, one in zip(features, some, strict=True):
        row[[_PLACE[sign] for sign in one.signs]] = 1.0
    right = np.array([float(one.right) for one in some])
    counts = np.array([one.counts for one in some])
    low, high = (np.full(len(SIGNS), limit) for limit in (-np.inf, np.inf))
    low[[_PLACE[sign] for sign in FOR]] = 0.0
    high[[_PLACE[sign] for sign in AGAINST]] = 0.0
    weights = np.zeros(len(SIGNS))
    # The steepest that the loss can be: a step of its inverse never goes too far.
    steepest = 0.25 * np.linalg.norm(features * np.sqrt(counts)[:, None], 2) ** 2 + _PULL
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (counts * (chances - right)) + _PULL * weights
        weights = np.clip(weights - slope / steepest, low, high)
    return {sign: round(float(weight), 2) for sign, weight in zip(SIGNS, weights, strict=True)}


def left_out(some: Sequence[Offered]) -> dict[str, dict[str, float]]:
    """Return for every site weights that never saw it: a tenth of them is left out at a time."""
    sites = sorted({one.site for one in some}, key=lambda site: sha256(site.encode()).digest())
    found: dict[str, dict[str, float]] = {}
    for part in range(_PARTS):
        own = {*sites[part::_PARTS]}
        weights = fit([one for one in some if one.site not in own])
        found |= dict.fromkeys(own, weights)
    return found


def unseen(
    weights: Mapping[str, Mapping[str, float]], least: float, corpus: Path = CORPUS
) -> Iterator[Judged]:
    """Yield the columns of open pages, named by *weights* that never saw their site."""
    wanted = truth()
    by_weights: dict[str, list[str]] = defaultdict(list)
    for page in _open_pages(wanted):
        # Sites whose pages offer no name are not among them.
        own = weights.get(site_of(page), next(iter(weights.values())))
        by_weights[json.dumps(own)].append(page)
    for text, pages in by_weights.items():
        new = patch.dict(chances.WEIGHTS, json.loads(text)), patch.object(names, "LEAST", least)
        with new[0], new[1]:
            chances.chance.cache_clear()
            for page, tables in read_pages(pages, corpus):
                yield from judge(page, wanted[page], tables)
    chances.chance.cache_clear()


def main() -> None:
    """Print what to expect, and write the weights if asked to."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.chances",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--least", type=float, nargs="*", default=[chances.LEAST])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.write and not options.corpus.exists():
        raise SystemExit(f"no weights are written without a labelled corpus at {options.corpus}")
    some = [*offered(options.corpus)]
    fresh = blind() | unmended()
    weights = left_out(some)
    for least in options.least:
        judged = [*unseen(weights, least, options.corpus)]
        for name, own in (
            ("new to us", [one for one in judged if one.page in fresh]),
            ("written", [one for one in judged if one.page.startswith(WRITTEN)]),
            ("mended for", [one for one in judged if one.page not in fresh]),
        ):
            print(f"least {least:.2f} {name:12}{Totals(own)}")
    if options.write:
        _write(some, options.least[0])


def _write(some: Sequence[Offered], least: float) -> None:
    fitted = {
        "date": datetime.now(UTC).date().isoformat(),
        "names": len(some),
        "sites": len({one.site for one in some}),
        "by": f"python -m bench.chances --least {least} --write",
    }
    found = {"weights": fit(some), "least": least, "fitted": fitted}
    WEIGHTS.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
