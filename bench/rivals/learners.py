"""Systems that learn from pages of a site, each as a function, and how their sites are scored."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any, TypeAlias

from bench.corpus import Labelled
from bench.detail import Result, best_columns, score_page
from bench.rivals.exalg import infer_template
from bench.rivals.lr import CLASSES, LabelledText, learn_delimiters
from bench.rivals.roadrunner import learn_expression, read_expression
from bench.rivals.tokens import tokens_of
from bench.score import leaves, score_list
from windrow.errors import WindrowError
from windrow.read import read
from windrow.tree import parse
from windrow.wrap.learn import learn

__all__ = ["LEARNERS", "SiteScore", "labelled_text", "score_site"]

Rows: TypeAlias = list[dict[str, Any]]

# Pages that a system learns from, as [jindal2010] does; EXALG takes all it is given, up to this.
_TRAIN = 2
_MOST = 20
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class SiteScore:
    """The records of the pages of a site that were not learned from; of details, the items."""

    learned: bool
    hit: int
    given: int
    wanted: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hit / (self.given + self.wanted) if self.hit else 0.0


def score_site(name: str, pages: Sequence[Labelled]) -> SiteScore:
    """Return what the system *name* makes of a site; nothing where it learns nothing."""
    pages = pages[:_MOST]
    found = LEARNERS[name](pages)
    rest = pages[_TRAIN:]
    rows = found if found is not None else [[] for _ in rest]
    if pages[0].kind == "detail":
        result = Result(name, pages[0].site)
        cells = [[pair for row in own for pair in leaves(row)] for own in rows]
        truths = [page.truth["records"][0] for page in rest]
        columns = best_columns(truths, cells)
        for page, truth, own in zip(rest, truths, cells, strict=True):
            score_page(result, page.path.parent.name, truth, own, columns, nested=False)
        return SiteScore(found is not None, result.hit, result.given, result.wanted)
    totals = [0, 0, 0]
    for page, lines in zip(rest, rows, strict=True):
        counts = score_list(page.truth, [{"rows": lines}]).counts("best") or {}
        totals = [a + counts.get(k, 0) for a, k in zip(totals, ("hit", "rows", "n"), strict=True)]
    return SiteScore(found is not None, *totals)


def _windrow(pages: Sequence[Labelled], *, detector: str) -> list[Rows] | None:
    try:
        wrapper = learn([page.path for page in pages[:_TRAIN]], detector=detector)
    except WindrowError:
        return None
    found = [wrapper.apply(page.path) for page in pages[_TRAIN:]]
    return [[dict(row) for table in tables for row in table.rows] for tables in found]


def _roadrunner(pages: Sequence[Labelled]) -> list[Rows] | None:
    tokens = [tokens_of(parse(read(page.path))) for page in pages]
    wrapper = learn_expression(tokens[:_TRAIN])
    if wrapper is None:
        return None
    rows = [read_expression(wrapper, page) for page in tokens[_TRAIN:]]
    return [[_unfolded(row)] if row else [] for row in rows]


def _exalg(pages: Sequence[Labelled]) -> list[Rows] | None:
    found = infer_template([tokens_of(parse(read(page.path))) for page in pages])
    return [[_unfolded(row)] for row in found.rows[_TRAIN:]] if found.classes else None


def _unfolded(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with lists of one row as its own columns: what occurs once is not a list."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, list) and len(value) == 1:
            found |= {f"{name}/{inner}": one for inner, one in _unfolded(value[0]).items()}
        else:
            found[name] = [*map(_unfolded, value)] if isinstance(value, list) else value
    return found


def _delimiters(pages: Sequence[Labelled], *, name: str) -> list[Rows] | None:
    nested = name.startswith("N-")
    records = [record for page in pages[:_TRAIN] for record in page.truth["records"]]
    names = [n for n in records[0] if n != "group" and all(record.get(n) for record in records)]
    outer = ["group"] if nested and all(record.get("group") for record in records) else []
    # The fields are in the order of their names, or in that of the page.
    source = _source(pages[0])
    by_place = sorted(names, key=lambda n: _first(source, str(records[0][n])))
    known: list[LabelledText] = []
    for fields in ([*outer, *sorted(names)], [*outer, *by_place]):
        texts = [labelled_text(_source(p), p.truth["records"], fields) for p in pages[:_TRAIN]]
        known = [text for text in texts if text is not None]
        if len(known) == _TRAIN:
            break
    wrapper = learn_delimiters(name, known) if len(known) == _TRAIN else None
    if wrapper is None:
        return None
    return [
        [
            {field: _plain(value) for field, value in zip(fields, row, strict=True)}
            for row in wrapper.read(_source(page))
        ]
        for page in pages[_TRAIN:]
    ]


def _first(text: str, value: str) -> int:
    match = re.search(_pattern(value), text)
    return match.start() if match else len(text)


def _source(page: Labelled) -> str:
    return page.path.read_bytes().decode("utf-8", "replace")


def _plain(value: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", value)).split())


def labelled_text(
    text: str, records: Sequence[Mapping[str, Any]], fields: Sequence[str]
) -> LabelledText | None:
    """Return a page with the places of its values; None where one is not found in its order.

    A value that is the same as in the record before, and outside of the others, is where it was.
    """
    at, places = 0, []
    before: dict[str, tuple[str, tuple[int, int]]] = {}
    for record in records:
        spans = []
        for field in fields:
            value = str(record[field])
            known = before.get(field)
            if field == "group" and known and known[0] == value:
                spans.append(known[1])
                continue
            match = re.compile(_pattern(value)).search(text, at)
            if match is None:
                return None
            at = match.end()
            spans.append(match.span())
            before[field] = value, match.span()
        places.append(spans)
    return LabelledText(text, places) if places and fields else None


def _pattern(value: str) -> str:
    """Return an expression for a value as it may be written in the page's source."""
    words = []
    for word in value.split():
        written = re.escape(word)
        for letter, name in (("&", "amp"), ('"', "quot"), ("<", "lt"), (">", "gt")):
            written = written.replace(re.escape(letter), f"(?:{re.escape(letter)}|&{name};)")
        words.append(written)
    # The white space around a value is its own: sites write it as they please.
    inside = r"(?:\s|&nbsp;|<[^<>]*>)+".join(words)
    return r"(?:(?<=>)\s+)?" + inside + r"(?:\s+(?=<))?"


LEARNERS: Mapping[str, Callable[[Sequence[Labelled]], list[Rows] | None]] = {
    "auto": partial(_windrow, detector="auto"),
    "gstm": partial(_windrow, detector="gstm"),
    "roadrunner": _roadrunner,
    "exalg": _exalg,
    **{name: partial(_delimiters, name=name) for name in CLASSES},
}
"""What each makes of a site: the rows of pages it did not learn from, or None."""
