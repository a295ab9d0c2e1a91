"""What a paper's system finds in several pages of one template, joined into one tree."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from windrow.detect import DETECTORS, LEARNERS, Detector
from windrow.detect.base import PagesLearner
from windrow.model import Finding
from windrow.pipeline import finding
from windrow.tree import Tree

__all__ = ["counts_by_page", "lists_of_pages", "page_rows"]


def lists_of_pages(detector: str | Detector, trees: Sequence[Tree]) -> Iterator[Finding]:
    """Yield the lists that the pages share, best first; none if the system takes one page only."""
    chosen = _chosen(detector)
    if isinstance(chosen, PagesLearner):
        joined, _, lists = chosen.detect_in_pages(trees)
        for region in sorted(lists, key=lambda one: -one.score):
            if (seen := finding(joined, region)).table.columns:
                yield seen


def page_rows(detector: str | Detector, trees: Sequence[Tree]) -> Finding | None:
    """Return the pages as records, one row per page; None if nothing in them differs."""
    chosen = _chosen(detector)
    assert isinstance(chosen, PagesLearner), chosen
    joined, pages, _ = chosen.detect_in_pages(trees)
    seen = finding(joined, pages)
    return seen if seen.table.columns else None


def counts_by_page(seen: Finding, trees: Sequence[Tree]) -> list[int]:
    """Return how many records of *seen* each page has; several pages are joined in *seen*."""
    if len(trees) == 1:
        return [len(seen.region.records)]
    # The root of joined trees comes before the first of them.
    starts = [*accumulate(map(len, trees[:-1]), initial=1)]
    counts = Counter(bisect_right(starts, record[0]) - 1 for record in seen.region.records)
    return [counts[page] for page in range(len(trees))]


def _chosen(detector: str | Detector) -> object:
    if not isinstance(detector, str):
        return detector
    return LEARNERS[detector]() if detector in LEARNERS else DETECTORS[detector]()
