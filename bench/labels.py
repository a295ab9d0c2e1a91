"""How right a candidate is: its page F1 against a labelled page, by the scorer's rules."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bench.score import ENOUGH, SHORT, loose, values, without_constants
from windrow.detect.auto.candidates import Candidate
from windrow.tree import Tree

__all__ = ["Judge", "Judgement"]

_ATTRIBUTES = ("href", "src", "alt", "title", "value", "datetime")


class Judgement(NamedTuple):
    """How right a candidate is."""

    right: float  # page F1
    cover: float  # the share of the values of the found records that are covered
    true: float  # the share of its records that are true ones


class Judge:
    """Scores the candidates of one page.

    The places of a value are found once for the page; a candidate then only asks which of its
    records each place falls into.
    """

    def __init__(self, tree: Tree, truth: dict[str, Any]) -> None:
        records = without_constants([record for record in truth["records"] if record])
        self.records = [_telling(record) for record in records]
        self.complete = bool(truth.get("complete", True))
        self._places = _Places(tree)
        # Every place of every value: the nodes first..last that hold it, the value, its record.
        values_of = [(number, v) for number, record in enumerate(self.records) for v in record]
        places = [
            (*spot, place) for place, (_, v) in enumerate(values_of) for spot in self._places.of(v)
        ]
        self._record_of = np.array([number for number, _ in values_of], dtype=np.int64)
        self._first, self._last, self._value = np.array(places, dtype=np.int64).reshape(-1, 3).T

    def judge(self, candidate: Candidate, headings: Sequence[tuple[int, ...]] = ()) -> Judgement:
        """Return how right a candidate is, with the *headings* above each of its records."""
        pairs = []
        for number, row, got in self._held(candidate, headings):
            wanted = len(self.records[number])
            if got >= ENOUGH * wanted:
                length = candidate.ends[row] - candidate.starts[row]
                pairs.append((got / wanted, -length, -abs(number - row), number, row))
        taken: set[int] = set()
        rows: set[int] = set()
        cover = 0.0
        for share, _, _, number, row in sorted(pairs, reverse=True):
            if number not in taken and row not in rows:
                taken.add(number)
                rows.add(row)
                cover += share
        hits = len(taken)
        if not hits:
            return Judgement(0.0, 0.0, 0.0)
        true = hits / len(candidate)
        precision = true if self.complete else 1.0
        recall = hits / len(self.records)
        return Judgement(2 * precision * recall / (precision + recall), cover / hits, true)

    def _held(
        self, candidate: Candidate, headings: Sequence[tuple[int, ...]]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield records with rows that hold values of theirs, or are under them, and how many."""
        starts, ends = np.asarray(candidate.starts), np.asarray(candidate.ends)
        row = np.searchsorted(starts, self._first, side="right") - 1
        inside = (row >= 0) & (self._last < ends[row])
        found = [self._value[inside] * len(candidate) + row[inside]]
        left = np.ones(len(row), dtype=bool)
        for start, end, rows in _below(self._places.tree, headings):
            here = left & (start <= self._first) & (self._last < end)
            left &= ~here
            values_here = np.unique(self._value[here])
            found.append((values_here[:, None] * len(candidate) + np.array(rows)).ravel())
        each = np.unique(np.concatenate(found))
        keys = self._record_of[each // len(candidate)] * len(candidate) + each % len(candidate)
        for key, got in zip(*np.unique(keys, return_counts=True), strict=True):
            number, place = divmod(int(key), len(candidate))
            yield number, place, int(got)


def _below(tree: Tree, headings: Sequence[tuple[int, ...]]) -> list[tuple[int, int, list[int]]]:
    """Return for every heading its nodes start..end and the records under it."""
    under: dict[int, list[int]] = defaultdict(list)
    for row, nodes in enumerate(headings):
        for node in nodes:
            under[node].append(row)
    return [(node, node + tree.sizes[node], rows) for node, rows in under.items()]


class _Places:
    """The texts and the attributes of a page as two long strings, and which node is where."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._runs = []
        for pieces in (_texts(tree), _attributes(tree)):
            nodes, offsets, parts, length = [], [], [], 0
            for node, text in pieces:
                nodes.append(node)
                offsets.append(length)
                parts.append(text)
                length += len(text)
            self._runs.append(("".join(parts), nodes, offsets, parts))

    def of(self, value: str) -> list[tuple[int, int]]:
        """Return the first and last nodes of all places that hold *value*."""
        found = []
        for page, nodes, offsets, parts in self._runs:
            if len(value) < 3:
                found += [(n, n) for n, part in zip(nodes, parts, strict=True) if part == value]
                continue
            at = page.find(value)
            while at >= 0 and len(found) < 500:
                first = bisect_right(offsets, at) - 1
                last = bisect_right(offsets, at + len(value) - 1) - 1
                found.append((nodes[first], nodes[last]))
                at = page.find(value, at + 1)
        return found


def _texts(tree: Tree) -> Iterator[tuple[int, str]]:
    for node in range(len(tree)):
        text = loose(tree.text(node))
        if text:
            yield node, text


def _attributes(tree: Tree) -> Iterator[tuple[int, str]]:
    for node in range(len(tree)):
        for name, value in tree.attributes_of(node).items():
            if name in _ATTRIBUTES and value:
                # A mark no value holds keeps values of two attributes apart.
                yield node, loose(value) + "\x00"


def _telling(record: Any) -> list[str]:
    """Return the values of a record; short ones only where it has no others."""
    found = values(record)
    return [value for value in found if len(value) >= SHORT] or found
