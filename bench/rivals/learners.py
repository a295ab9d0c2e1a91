"""What systems that learn make of a site, and how that is scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.corpus import Labelled
from bench.detail import Result, best_columns, score_page
from bench.score import leaves, score_list
from windrow.detect import LEARNERS
from windrow.errors import WindrowError
from windrow.wrap.learn import learn
from windrow.wrap.template import learns_examples
from windrow.wrap.wrapper import Wrapper

__all__ = ["SYSTEMS", "SiteScore", "examples_of", "score_site"]

SYSTEMS = ("auto", "gstm", "gza", *LEARNERS)
"""The default, the two of the five papers that report on other pages, and those that only learn."""

# Pages that a system learns from, as [jindal2010] does, and pages of a site at all. EXALG counts
# how many pages have a word, which two pages do not show: it gets this many, or half of the site.
# GZA learns from one page, as in [gao2003].
_TRAIN = 2
_TRAIN_OF = {"exalg": 5, "gza": 1}
_MOST = 20
# The field of the truth that is above several records.
_OUTER = "group"


@dataclass(frozen=True, slots=True)
class SiteScore:
    """The records of the pages of a site that were not learned from; of details, the items."""

    learned: bool
    hit: int
    given: int
    wanted: int

    @property
    def is_right(self) -> bool:
        """Whether all that is wanted was found, and nothing else."""
        return self.hit == self.given == self.wanted

    @property
    def recall(self) -> float:
        """The share of what is wanted that was found."""
        return self.hit / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hit / (self.given + self.wanted) if self.hit else 0.0


def score_site(name: str, pages: Sequence[Labelled]) -> SiteScore:
    """Return what the system *name* makes of a site; nothing where it learns nothing."""
    pages = pages[:_MOST]
    wanted = _TRAIN_OF.get(name, _TRAIN)
    train = max(min(wanted, _TRAIN), min(wanted, (len(pages) + 1) // 2))
    wrapper = _learned(name, pages[:train])
    rest = pages[train:]
    rows: list[list[dict[str, Any]]] = [[] for _ in rest]
    if wrapper is not None:
        tables = [wrapper.apply(page.path) for page in rest]
        rows = [[dict(row) for table in own for row in table.rows] for own in tables]
    if pages[0].kind == "detail":
        result = Result(name, pages[0].site)
        cells = [[pair for row in own for pair in leaves(row)] for own in rows]
        truths = [page.truth["records"][0] for page in rest]
        columns = best_columns(truths, cells)
        for page, truth, own in zip(rest, truths, cells, strict=True):
            score_page(result, page.path.parent.name, truth, own, columns, nested=False)
        return SiteScore(wrapper is not None, result.hit, result.given, result.wanted)
    totals = [0, 0, 0]
    for page, lines in zip(rest, rows, strict=True):
        counts = score_list(page.truth, [{"rows": lines}]).counts("best") or {}
        totals = [a + counts.get(k, 0) for a, k in zip(totals, ("hit", "rows", "n"), strict=True)]
    return SiteScore(wrapper is not None, *totals)


def _learned(name: str, pages: Sequence[Labelled]) -> Wrapper | None:
    examples = []
    if learns_examples(name):
        nested = getattr(LEARNERS[name], "nested", False)
        examples = examples_of([page.truth["records"] for page in pages], nested=nested)
        if not examples:
            return None
    try:
        return learn([page.path for page in pages], detector=name, examples=examples)
    except WindrowError:
        return None


def examples_of(pages: Sequence[Sequence[dict[str, Any]]], *, nested: bool) -> list[dict[str, str]]:
    """Return the truth as examples: all records, with the fields that none of them lacks.

    With *nested*, the field above several records comes first.
    """
    records = [record for page in pages for record in page]
    names = [one for one in records[0] if one != _OUTER and all(r.get(one) for r in records)]
    outer = [_OUTER] if nested and all(record.get(_OUTER) for record in records) else []
    return [{name: str(record[name]) for name in (*outer, *sorted(names))} for record in records]
