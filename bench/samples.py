"""Labelled pages as the ranking sees them: candidates, their features, and how right they are."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, field, fields
from multiprocessing import Pool
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from bench.corpus import ARTICLES, Labelled, labelled, pages_or_examples, part_of
from bench.labels import Judge
from windrow.detect.auto.candidates import Candidate, candidates
from windrow.detect.auto.headings import carried_down, group_headings
from windrow.detect.auto.phase import one_phase
from windrow.detect.auto.rank import NAMES, Ranked, features, is_layout
from windrow.detect.auto.signals import Signals, measure
from windrow.detect.auto.sure import Doubting, Doubts
from windrow.read import read
from windrow.tree import Tree, parse

__all__ = ["PROSE", "RIGHT", "Numbers", "Sample", "prose_of", "samples_of"]

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

_Measured: TypeAlias = "tuple[Numbers, Numbers, tuple[array[int], ...], tuple[array[int], ...]]"

# The dataset of pages without a list.
PROSE = "prose"
# A table is right if its page F1 is at least this.
RIGHT = 0.9


@dataclass(frozen=True, slots=True)
class Sample:
    """The candidates of a page: features, page F1, and F1 with whole records preferred."""

    path: str
    dataset: str
    site: str
    complete: bool  # all records of one list are known
    right: Numbers
    wanted: Numbers
    features: Numbers
    doubts: Numbers  # whether it is an article: running text beside and in the records, signs
    starts: tuple[array[int], ...]  # of the records of each candidate
    ends: tuple[array[int], ...]
    truth: dict[str, Any] = field(default_factory=dict)
    several: bool = False  # all records of several lists are known
    true: Numbers = field(default_factory=lambda: np.zeros(0))  # the share of true records

    @property
    def part(self) -> int:
        """The fifth of all sites that this one belongs to, 0 to 4, always the same."""
        return part_of(self.site)


def samples_of(corpus: Path) -> Iterator[Sample]:
    """Yield the labelled pages with their candidates."""
    with Pool() as pool:
        yield from pool.imap(_sample, pages_or_examples(corpus), chunksize=8)


def prose_of(corpus: Path, folder: Path = ARTICLES) -> Iterator[Sample]:
    """Yield pages without a list, our own and those of *corpus*: no candidate is right."""
    own = [(path, f"{PROSE}/{path.name}") for path in sorted(folder.glob("*.html"))]
    theirs = [(page.path, page.site) for page in labelled(corpus, "none")]
    for path, site in (*own, *theirs):
        tree, signals, found = _proposed(path)
        nothing = np.zeros(len(found))
        yield Sample(
            str(path), PROSE, site, True, nothing, nothing, *_measured(tree, signals, found)
        )


def _sample(page: Labelled) -> Sample:
    tree, signals, found = _proposed(page.path)
    judge = Judge(tree, page.truth)
    marks = [judge.judge(e.candidate, _headings_of(tree, signals, e.candidate)) for e in found]
    return Sample(
        str(page.path),
        page.dataset,
        page.site,
        page.complete and not page.truth.get("several") and len(judge.records) > 1,
        np.array([mark.right for mark in marks]),
        np.array([mark.right * (0.8 + 0.2 * mark.cover) for mark in marks]),
        *_measured(tree, signals, found),
        page.truth,
        page.complete and bool(page.truth.get("several")),
        np.array([mark.true for mark in marks]),
    )


def _proposed(path: Path) -> tuple[Tree, Signals, list[Ranked]]:
    """Return the candidates of a page before the detector ranks them."""
    tree = parse(read(path))
    signals = measure(tree)
    found = one_phase(tree, signals, candidates(tree, signals))
    numbers = features(tree, signals, found)
    rows = (numbers[k :: len(found)] for k in range(len(found)))
    ranked = [Ranked(c, own, 0.0) for c, own in zip(found, rows, strict=True)]
    return tree, signals, [e for e in ranked if not is_layout(len(e.candidate), e.numbers[0])]


def _measured(tree: Tree, signals: Signals, found: Sequence[Ranked]) -> _Measured:
    """Return the features and doubts of a sample, and where its records are."""
    doubting = Doubting(tree, signals)
    doubts = [astuple(doubting.doubts(entry)) for entry in found]
    return (
        np.array([entry.numbers for entry in found]).reshape(-1, len(NAMES)),
        np.array(doubts).reshape(-1, len(fields(Doubts))),
        tuple(entry.candidate.starts for entry in found),
        tuple(entry.candidate.ends for entry in found),
    )


def _headings_of(tree: Tree, signals: Signals, candidate: Candidate) -> list[tuple[int, ...]]:
    """Return for every record the nodes outside it that describe it; empty if there are none."""
    headings = group_headings(tree, signals, candidate.starts, candidate.ends)
    carried = carried_down(tree, candidate.starts)
    if not carried:
        return headings
    return [
        (*(headings[k] if headings else ()), *(() if node is None else (node,)))
        for k, node in enumerate(carried)
    ]
