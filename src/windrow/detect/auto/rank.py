"""Ranks candidates by how likely a reader wants them: one short linear formula.

The formula chooses region, level (rows, cells, cards) and phase at once. Its weights are fitted
by ``bench/fit.py`` with the sites it is tested on left out, and shipped as ``weights.json``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple, overload

from windrow.detect.auto.answers import answers_inside
from windrow.detect.auto.bare import facts_beside_links
from windrow.detect.auto.beside import list_elsewhere, without_end_beside
from windrow.detect.auto.candidates import GENERATORS, Candidate, CandidateList
from windrow.detect.auto.cells import cells_in_rows
from windrow.detect.auto.comments import put_behind
from windrow.detect.auto.cycles import one_turn
from windrow.detect.auto.details import with_details
from windrow.detect.auto.edges import (
    trimmed,
    without_header,
    without_repeats,
    without_silent,
    without_strangers,
)
from windrow.detect.auto.further import without_further
from windrow.detect.auto.heads import without_heads
from windrow.detect.auto.kindred import with_kindred
from windrow.detect.auto.links import links_in_rows
from windrow.detect.auto.main_part import put_outer_behind
from windrow.detect.auto.notes import notes
from windrow.detect.auto.rows import only_records
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.strips import in_strips
from windrow.detect.auto.terms import terms_in_lists
from windrow.detect.auto.whole import (
    ABOVE,
    Span,
    Values,
    best_of,
    first_of,
    list_inside,
    seen_as_one,
    whole_list,
)
from windrow.kernels.auto import columns, contents, records, relations
from windrow.tree import Tree

__all__ = ["NAMES", "Ranked", "Weights", "features", "is_layout", "rank"]

# What the kernels measure, in the order of the formula.
_FEATURES = (
    "similarity",  # mean overlap of the columns of neighbouring records
    "least_text",  # ln(1 + characters of the shortest record)
    "low_text",  # the same of the record that seven in eight are at least as long as
    "most_share",  # share of the text in the longest record
    "single",  # share of records with one text or none
    "two_texts",  # share of records with two texts or more
    "multiplicity",  # ln(1 + how often the most frequent column occurs in a record)
    "variety",  # share of different values in a column
    "varied",  # ln(1 + columns with more than half of their values different)
    "key",  # largest share of different values in a column that nearly all records fill
    "longest_column",  # ln(1 + mean length of the values of the wordiest column)
    "number_columns",  # ln(1 + columns of different numbers)
    "numeric",  # share of records with a text that is mostly digits
    "digit",  # share of records with a digit
    "dated",  # share of records with a date
    "pictures",  # share of records with an image
    "link",  # share of records with a link
    "all_link",  # share of records that are only links
    "targets",  # share of different addresses among the first links of the records
    "signs",  # signs of a record that the records have on average: see `windrow.kernels.auto.signs`
    "labels",  # first texts differ and end with a colon: a detail page's table
    "table_headers",  # share of the records' tables that have headings of columns
    "table_kinds",  # ln(different headers of the records' tables)
    "negative",  # ancestors named like menus, footers, adverts ...
    "positive",  # ancestors named like results, products, articles ...
    "inline",  # records are pieces of text
    "parents",  # ln(different parents of the records)
    "parent_share",  # content children of the parents, per record
    "kin",  # ln(1 + texts elsewhere with the path of a text in the records, per such text)
    "records",  # ln(records)
    "mass",  # .5 ln(text) + 2 ln(ln(records))
    "page_share",  # share of the text of the page
    "before",  # share of the text of the page that is before the first record
    "gaps",  # share of neighbours with text between them
)
# Only these generators say how likely a candidate is right.
_GENERATORS = ("path", "join", "break", "empty")
NAMES: tuple[str, ...] = (*_FEATURES, "inner", *_GENERATORS)
# Where the facts are that rules ask for.
_FACTS = tuple(
    map(NAMES.index, "dated signs negative link all_link digit page_share similarity".split())
)

# Nested candidates are searched only among the strongest. Measured: the first 70
# include all that matter.
_RELATED = 70

# This few records are a list only if they share this much of their columns. Measured: the lists of
# two or three records in the corpus all share half or more.
_FEW, _UNLIKE = 3, 0.45

# Notes rank this far below their place by the formula, so that a page gives them only with
# all its lists: odds of 20 to 1. Chosen, not measured.
_NOTES = 3.0

_ZERO = array("d", (0.0,))
_PIECES = frozenset("span b i em strong p font".split())


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the formula, by feature, and how they came about.

    They are scaled so that differences are log odds: a candidate with a value 1 higher
    than another one of its page is 2.7 times as likely to be right.
    """

    ranking: dict[str, float]
    fitted: dict[str, object] = field(default_factory=dict)

    @classmethod
    @cache
    def shipped(cls) -> Weights:
        """Return the weights that come with the package."""
        return cls(**json.loads(Path(__file__).with_name("weights.json").read_text("utf-8")))


class Ranked(NamedTuple):
    """A candidate with its features and the formula's result for it."""

    candidate: Candidate
    numbers: array[float]  # in the order of NAMES
    value: float
    replaced: bool = False  # a rule put another candidate before it when it was the best

    @property
    def features(self) -> dict[str, float]:
        """The features by name."""
        return dict(zip(NAMES, self.numbers, strict=True))

    def overlaps(self, other: Ranked) -> bool:
        """Return whether more than half of the records of one share nodes with the other's."""
        own, theirs = self.candidate, other.candidate
        if own.ends[-1] <= theirs.starts[0] or theirs.ends[-1] <= own.starts[0]:
            return False
        return relations.overlapping(own.starts, own.ends, theirs.starts, theirs.ends)


def rank(tree: Tree, signals: Signals, found: CandidateList, weights: Weights) -> Sequence[Ranked]:
    """Return the candidates, best first; ties in page order."""
    formula = array("d", map(weights.ranking.get, NAMES, repeat(0.0)))
    numbers = features(tree, signals, found)
    # The rules compare them again and again, which takes longer with an array.
    values = Values(relations.weighted(numbers, formula))
    lists = relations.lists(numbers[: len(found)], found.offsets, _UNLIKE, _FEW)
    for k in notes(tree, signals, found.starts, found.ends, found.offsets):
        values[k] -= _NOTES
    replaced = _apply_rules(tree, signals, _Spans(found), numbers, values, lists)
    order = sorted(lists, key=values.__getitem__, reverse=True)
    relations.order_ties(order, values, found.starts, found.offsets)
    best: Candidate | None = None
    if order:
        best = without_repeats(signals, without_silent(signals, found[order[0]]))
        best = without_heads(tree, signals, best)
        best = without_strangers(tree, signals, without_end_beside(tree, signals, best))
        best = without_header(tree, trimmed(tree, best))
        best = only_records(tree, signals, one_turn(tree, signals, best))
        best = with_details(tree, in_strips(tree, best))
        best = without_further(tree, signals, with_kindred(tree, signals, best))
    return _Ranking(found, numbers, values, order, best, replaced)


def _apply_rules(
    tree: Tree,
    signals: Signals,
    spans: _Spans,
    numbers: array[float],
    values: list[float],
    lists: list[int],
) -> set[int]:
    """Change the *values* where facts that the formula does not see decide which list is wanted.

    Return what was the best candidate until a rule put another one before it.
    """
    replaced: set[int] = set()

    def put_first(chosen: int | None) -> None:
        if chosen is not None:
            best = best_of(values)
            replaced.add(best)
            values[chosen] = values[best] + ABOVE

    count = len(spans)
    dated, signs, negative, link, all_link, *facts = [
        numbers[place * count : (place + 1) * count] for place in _FACTS
    ]
    put_outer_behind(tree, signals, spans, values, lists, negative)
    put_first(list_elsewhere(tree, spans, values, lists, negative))
    put_first(facts_beside_links(tree, spans, values, lists, (all_link, *facts)))
    # Parts of the page that are not a list must not lift the lists in them above the others.
    first = first_of(values, lists)
    if first >= 0 and values[first] == values[best_of(values)]:
        put_first(list_inside(signals, spans, values))
    put_behind(tree, spans, values, (dated, signs, negative, link))
    put_first(cells_in_rows(tree, signals, spans, values, spans.offsets))
    put_first(links_in_rows(tree, signals, spans, values, all_link, spans.offsets))
    put_first(answers_inside(tree, signals, spans, values))
    put_first(terms_in_lists(tree, signals, spans, values))
    if tree.boxes is None:
        put_first(whole_list(tree, signals, spans, values))
    else:
        put_first(seen_as_one(tree, spans, values))
    return replaced


def is_layout(count: int, similarity: float) -> bool:
    """Return whether *count* records are two or three parts of the page rather than a list."""
    return similarity < _UNLIKE and count <= _FEW


class _Spans(Sequence[Span]):
    """The records of the candidates, made on demand; *offsets* say where those of each begin."""

    def __init__(self, found: CandidateList) -> None:
        self._starts, self._ends, self.offsets = found.starts, found.ends, found.offsets
        self._made: dict[int, Span] = {}

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, place: int) -> Span: ...
    @overload
    def __getitem__(self, place: slice) -> list[Span]: ...
    def __getitem__(self, place: int | slice) -> Span | list[Span]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        span = self._made.get(place)
        if span is None:
            low, high = self.offsets[place], self.offsets[place + 1]
            span = self._made[place] = self._starts[low:high], self._ends[low:high]
        return span


class _Ranking(Sequence[Ranked]):
    """The candidates in order. Entries are made on demand, because only few are needed."""

    def __init__(
        self,
        found: CandidateList,
        numbers: array[float],
        values: list[float],
        order: list[int],
        best: Candidate | None,
        replaced: set[int],
    ) -> None:
        self._found, self._numbers, self._values, self._order = found, numbers, values, order
        self._replaced = replaced
        self._best = best  # the first of them, without parts that are not records
        self._made: dict[int, Ranked] = {}

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[Ranked]:
        return map(self._entry, self._order)

    @overload
    def __getitem__(self, place: int) -> Ranked: ...
    @overload
    def __getitem__(self, place: slice) -> list[Ranked]: ...
    def __getitem__(self, place: int | slice) -> Ranked | list[Ranked]:
        if isinstance(place, slice):
            return [*map(self._entry, self._order[place])]
        return self._entry(self._order[place])

    def _entry(self, k: int) -> Ranked:
        """Return the candidate with the number *k*."""
        made = self._made.get(k)
        if made is None:
            best = self._best if k == self._order[0] else None
            numbers = self._numbers[k :: len(self._found)]
            candidate = self._found[k] if best is None else best
            made = self._made[k] = Ranked(candidate, numbers, self._values[k], k in self._replaced)
        return made


def features(tree: Tree, signals: Signals, found: CandidateList) -> array[float]:
    """Return the features in the order of `NAMES`, each of all candidates, one after the other."""
    starts, ends, offsets = found.starts, found.ends, found.offsets
    measured = _measured(tree, signals, starts, ends, offsets)
    related = offsets[: _RELATED + 1]
    lengths = relations.lengths(starts, ends, related, signals.chars)
    similarities = measured["similarity"][:_RELATED]
    inner = relations.inner_advantages(starts, ends, related, lengths, similarities)
    proposed = [relations.bit(found.flags, GENERATORS.index(name)) for name in _GENERATORS]
    # Room for all at once: to append one after the other copies the first ones again and again.
    count = len(found)
    numbers = _ZERO * (count * len(NAMES))
    for k, name in enumerate(_FEATURES):
        numbers[k * count : (k + 1) * count] = measured[name]
    at = len(_FEATURES) * count
    numbers[at : at + len(inner)] = inner
    for own in proposed:
        at += count
        numbers[at : at + count] = own
    return numbers


def _measured(
    tree: Tree, signals: Signals, starts: array[int], ends: array[int], offsets: array[int]
) -> dict[str, array[float]]:
    """Return a number for each candidate, by feature."""
    arrays = {name: getattr(tree, name) for name in _OF_TREE}
    arrays |= {name: getattr(signals, name) for name in _OF_SIGNALS}
    arrays["label_groups"] = _label_groups(tree.names)
    whole = records.Records(**arrays)
    return (
        whole.lengths(starts, ends, offsets)
        | whole.places(starts, ends, offsets)
        | contents.Contents(**arrays).measure(starts, ends, offsets)
        | columns.Columns(**arrays).measure(starts, ends, offsets)
    )


@lru_cache(maxsize=64)
def _label_groups(names: tuple[str, ...]) -> array[int]:
    groups = dict.fromkeys(_PIECES, 2) | {"tr": 3, "dt": 4}
    return array("i", [groups.get(name, 0) for name in names])


_OF_TREE = ("parents", "sizes", "depths", "labels")
_OF_SIGNALS = (
    "chars texts words images linked links targets dates clocks minutes digits numerics titles "
    "shorts figures row_tables header_kinds hashes colons path_hashes paths negatives positives"
).split()
