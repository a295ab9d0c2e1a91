"""Ranks candidates by how likely a reader would mean them: one short linear formula.

The formula chooses region, level (rows, cells, cards) and phase at once. Its weights are fitted
by ``bench/fit.py`` with the sites it is tested on left out, and shipped as ``weights.json``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import exp
from typing import NamedTuple, overload

from windrow.detect.auto.candidates import GENERATORS, Candidate
from windrow.detect.auto.edges import without_strangers
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import ABOVE, seen_as_one, whole_list
from windrow.kernels.auto import columns, records, relations
from windrow.tree import Tree
from windrow.tree.markup import CELLS

__all__ = ["NAMES", "Ranked", "Weights", "features", "rank"]

# What the kernels measure, in the order of the formula.
_FEATURES = (
    "similarity",  # mean overlap of the columns of neighbouring records
    "regularity",  # the same over the first records, classes and shapes included
    "least_text",  # ln(1 + characters of the shortest record)
    "most_share",  # share of the text in the longest record
    "short",  # share of records with less than a quarter of the mean text
    "single",  # share of records with one text or none
    "multiplicity",  # ln(1 + how often the most frequent column occurs in a record)
    "variety",  # share of different values in a column
    "longest_column",  # ln(1 + mean length of the values of the wordiest column)
    "columns",  # ln(1 + columns filled in half the records or more)
    "linked",  # share of the text that is inside links
    "negative",  # ancestors named like menus, footers, adverts ...
    "positive",  # ancestors named like results, products, articles ...
    "dated",  # share of records with a date
    "cell",  # records are table cells
    "inline",  # records are pieces of text
    "per_parent",  # ln(records a parent)
    "parent_share",  # content children of the parents, a record
    "left_over",  # ln(1 + like siblings that are not records, a record)
    "records",  # ln(records)
    "mass",  # .5 ln(text) + 2 ln(ln(records))
    "labels",  # first texts differ and end with a colon: a detail page's table
    "pictures",  # share of records with an image
    "headings",  # share of records with a heading
    "cover",  # share of the text from the first to the last record that is in records
    "page_share",  # share of the text of the page
    "gaps",  # share of neighbours with text between them
)
NAMES: tuple[str, ...] = (*_FEATURES, "inner", *GENERATORS)

# Candidates inside each other are looked for among the strongest only. Measured: the first 70
# contain all that matter.
_RELATED = 70

# So few records are a list only if they share so much of their columns. Measured: of the lists of
# two or three records in the corpus, all share half or more.
_FEW, _UNLIKE = 3, 0.45

_PIECES = frozenset("span b i em strong p font".split())


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the formula, by feature, and how its result becomes a probability."""

    ranking: dict[str, float]
    scale: float = 1.0
    offset: float = 0.0

    @classmethod
    @cache
    def shipped(cls) -> Weights:
        """Return the weights that come with the package."""
        return cls(**json.loads((files(__package__) / "weights.json").read_text("utf-8")))

    def probability(self, value: float) -> float:
        """Return how sure it is that a candidate is right: 0.9 is right nine times in ten.

        *value* is the result of the formula for the candidate.
        """
        power = self.scale * value + self.offset
        return 1 / (1 + exp(-max(-30.0, min(30.0, power))))


class Ranked(NamedTuple):
    """A candidate with its features and the formula's result for it."""

    candidate: Candidate
    numbers: array[float]  # in the order of NAMES
    value: float

    @property
    def features(self) -> dict[str, float]:
        """The features by name."""
        return dict(zip(NAMES, self.numbers, strict=True))


def rank(
    tree: Tree, signals: Signals, found: Sequence[Candidate], weights: Weights
) -> Sequence[Ranked]:
    """Return the candidates, best first; ties in page order."""
    formula = array("d", [weights.ranking.get(name, 0.0) for name in NAMES])
    numbers = features(tree, signals, found)
    values = relations.weighted(numbers, formula)
    spans = [(candidate.starts, candidate.ends) for candidate in found]
    if tree.boxes is None:
        whole = whole_list(tree, signals, spans, values)
    else:
        whole = seen_as_one(tree, spans, values)
    if whole is not None:
        values[whole] = max(values) + ABOVE
    lists = [k for k in range(len(found)) if not _is_layout(found[k], numbers[k * len(NAMES)])]
    order = sorted(lists, key=values.__getitem__, reverse=True)
    if len({*values}) < len(values):
        order.sort(key=lambda k: (-values[k], found[k].starts[0], -len(found[k])))
    if order:
        found = [*found]
        found[order[0]] = without_strangers(tree, signals, found[order[0]])
    return _Ranking(found, numbers, values, order)


def _is_layout(candidate: Candidate, similarity: float) -> bool:
    """Return whether a candidate is two or three parts of the page rather than a list."""
    return len(candidate) <= _FEW and similarity < _UNLIKE


class _Ranking(Sequence[Ranked]):
    """The candidates in order. An entry is made when it is asked for, as only few are."""

    def __init__(
        self,
        found: Sequence[Candidate],
        numbers: array[float],
        values: array[float],
        order: list[int],
    ) -> None:
        self._found, self._numbers, self._values, self._order = found, numbers, values, order

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, place: int) -> Ranked: ...
    @overload
    def __getitem__(self, place: slice) -> list[Ranked]: ...
    def __getitem__(self, place: int | slice) -> Ranked | list[Ranked]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        k, width = self._order[place], len(NAMES)
        return Ranked(self._found[k], self._numbers[k * width : (k + 1) * width], self._values[k])


def features(tree: Tree, signals: Signals, found: Sequence[Candidate]) -> array[float]:
    """Return the features of every candidate, one after the other, in the order of `NAMES`."""
    width = len(NAMES)
    starts, ends, offsets = array("i"), array("i"), array("i", [0])
    for candidate in found:
        starts += candidate.starts
        ends += candidate.ends
        offsets.append(len(starts))
    numbers = array("d", bytes(8 * width * len(found)))
    measured = _measured(tree, signals, starts, ends, offsets)
    for place, name in enumerate(_FEATURES):
        numbers[place::width] = measured[name]
    related = offsets[: _RELATED + 1]
    lengths = relations.lengths(starts, ends, related, signals.chars)
    similarities = measured["similarity"][:_RELATED]
    inner = relations.inner_advantages(starts, ends, related, lengths, similarities)
    place = len(_FEATURES)
    numbers[place : width * len(inner) : width] = inner
    flags = array("i", [candidate.generators for candidate in found])
    relations.add_bits(numbers, width, place + 1, flags)
    return numbers


def _measured(
    tree: Tree, signals: Signals, starts: array[int], ends: array[int], offsets: array[int]
) -> dict[str, array[float]]:
    """Return a number for each candidate, by feature."""
    arrays = {name: getattr(tree, name) for name in _OF_TREE}
    arrays |= {name: getattr(signals, name) for name in _OF_SIGNALS}
    whole = records.Records(label_groups=_label_groups(tree.names), **arrays)
    return (
        whole.lengths(starts, ends, offsets)
        | whole.places(starts, ends, offsets)
        | columns.Columns(**arrays).measure(starts, ends, offsets)
    )


@lru_cache(maxsize=64)
def _label_groups(names: tuple[str, ...]) -> array[int]:
    return array("i", [1 if n in CELLS else 2 if n in _PIECES else 0 for n in names])


_OF_TREE = ("parents", "sizes", "depths", "labels", "kinds")
_OF_SIGNALS = (
    "chars texts images linked dates headings hashes colons path_hashes class_paths class_labels "
    "child_rows negatives positives"
).split()
