"""Every plausible segmentation of a page: which nodes, how joined, where cut.

No boundary is decided here. Rows, cells and cards, a list and its parts, and every phase of
alternating siblings compete as candidates; the ranking chooses among all of them at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

from windrow.detect.auto.bands import Bands
from windrow.detect.auto.signals import Signals, opening_worth
from windrow.detect.auto.tables import TableHeadings
from windrow.detect.auto.weeks import are_weeks
from windrow.kernels.auto import breaks, cuts, groups, nests, numbers, relations
from windrow.kernels.auto import candidates as kernel
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows

__all__ = ["GENERATORS", "Candidate", "CandidateList", "are_rows", "candidates"]

# The generators of candidates, in the order of the bits of `Candidate.generators`.
GENERATORS = ("siblings", "path", "class", "pivot", "join", "break", "empty", "part")
_PATH, _CLASS, _BREAK, _EMPTY = 2, 4, 32, 64

# What pages are divided into. Two kinds of them are not records of one list.
_LANDMARKS = ("header", "nav", "main", "aside", "footer")
# What a record may begin with: a row, an option, or one of the landmarks, from the last number on.
_ROW, _OPTION, _MARK = 1, 2, 3

# Measured: on every page of the corpus the right list is among the 200 candidates with the most
# text and records.
_MOST = 200


@dataclass(eq=False, slots=True)
class Candidate:
    """Records as ranges of the preorder, start..end, and the generators that proposed them.

    It never changes; it is not frozen, because creating frozen ones takes twice as long.
    """

    starts: array[int]
    ends: array[int]
    generators: int

    def __len__(self) -> int:
        return len(self.starts)

    def only(self, kept: Sequence[int]) -> Candidate:
        """Return the candidate with these records alone, given by their numbers."""
        starts, ends = ([some[k] for k in kept] for some in (self.starts, self.ends))
        return Candidate(array("i", starts), array("i", ends), self.generators)


@dataclass(eq=False, slots=True)
class CandidateList(Sequence[Candidate]):
    """The candidates of a page, with their records one after the other in arrays.

    Those of candidate *k* are ``offsets[k] .. offsets[k + 1]``. Candidates become objects on
    demand, because only a few of two hundred are needed. It never changes either.
    """

    starts: array[int]
    ends: array[int]
    offsets: array[int]
    flags: array[int]

    def __len__(self) -> int:
        return len(self.flags)

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> list[Candidate]: ...
    def __getitem__(self, place: int | slice) -> Candidate | list[Candidate]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        flag = self.flags[place]
        place = place if place >= 0 else place + len(self)
        low, high = self.offsets[place], self.offsets[place + 1]
        return Candidate(self.starts[low:high], self.ends[low:high], flag)

    def changed(self, new: Mapping[int, Candidate], left_out: set[int]) -> CandidateList:
        """Return the list with some candidates replaced by shorter ones, and without some."""
        if not new and not left_out:
            return self
        spans = {k: (candidate.starts, candidate.ends) for k, candidate in new.items()}
        return CandidateList(
            *cuts.changed(self.starts, self.ends, self.offsets, self.flags, spans, left_out)
        )


def candidates(tree: Tree, signals: Signals) -> CandidateList:
    """Return the candidates of a page, those with much text and many records first."""
    found = kernel.Candidates(
        tree.parents, tree.sizes, tree.depths, signals.chars, signals.texts, signals.images
    )
    content = groups.added(signals.texts, signals.images)
    grouped = groups.Groups(tree.parents, tree.sizes, content)

    def by_key(keys: array[int], flag: int, parts: bool) -> None:
        found.add_groups(*grouped.by_key(keys, parts), flag)

    found.siblings(groups.without(tree.labels, 0))
    found.siblings(signals.class_labels)
    by_key(signals.paths, _PATH, True)
    by_key(signals.class_paths, _PATH | _CLASS, True)
    by_key(numbers.pair_numbers(signals.paths, signals.child_sets), _PATH, False)
    by_key(signals.classed, _CLASS, True)
    above = groups.at(signals.classed, tree.parents)
    by_key(numbers.pair_numbers(signals.classed, above), _CLASS, False)
    item = tree.label_numbers["li"]
    own = nests.own_parts(signals.classed, tree.labels, item, tree.parents, tree.sizes, content)
    found.add_runs(*own, _CLASS)
    opening = numbers.opening_numbers(
        tree.labels, tree.parents, signals.texts, opening_worth(tree.names)
    )
    pivots = tree.labels, signals.class_labels, signals.child_rows, opening
    for number, keys in enumerate(pivots, 1):
        found.pivots_by(keys, signals.paths, number)
    found.joined_pivots()
    _separators(tree, signals, found)
    found.add_runs(*breaks.spaced(tree.sizes, content), _EMPTY)
    order = relations.strongest(found.strengths(), _MOST)
    return _refined(tree, signals, CandidateList(*found.result(order)))


def _refined(tree: Tree, signals: Signals, found: CandidateList) -> CandidateList:
    """Return the candidates with only those table rows that are records, of one kind."""
    headers, headings = HeaderRows(tree), TableHeadings(tree, signals.row_tables)
    bands = Bands(tree, signals, headers)
    new: dict[int, Candidate] = {}
    left_out: set[int] = set()
    if bands.rows:
        left_out = {k for k, own in enumerate(found) if bands.are_mixed(own.starts, own.ends)}
    spans = found.starts, found.ends, found.offsets
    begun = cuts.beginning_with(_kinds(tree.names), tree.labels, tree.sizes, *spans)
    for k, first, last, are_nodes in begun:
        # The options of a form are not what a page is about.
        if first == _OPTION or (max(first, last) >= _MARK and _are_parts(tree, found[k])):
            left_out.add(k)
        if _ROW not in (first, last):
            continue
        own = named = found[k]
        if are_weeks(tree, own.starts):
            left_out.add(k)
            continue
        if are_nodes:
            named = _without_headers(own, headers, bands.rows)
        refined = _one_kind(headings, named)
        if refined is not named and are_rows(tree, refined):
            # Now the first row is that of another table.
            refined = _without_headers(refined, headers, bands.rows)
        if refined is not own:
            new[k] = refined
    return found.changed(new, left_out)


@lru_cache(maxsize=64)
def _kinds(names: tuple[str, ...]) -> array[int]:
    """Return for every label of a page what records that begin with it may be; 0 for records."""
    marks = {name: _MARK + k for k, name in enumerate(_LANDMARKS)}
    kinds = marks | {"tr": _ROW, "option": _OPTION}
    return array("i", [kinds.get(name, 0) for name in names])


def _are_parts(tree: Tree, candidate: Candidate) -> bool:
    """Return whether records are two kinds of landmarks, such as header and footer."""
    kinds = _kinds(tree.names)
    return (
        len({kind for start in candidate.starts if (kind := kinds[tree.labels[start]]) >= _MARK})
        > 1
    )


def _without_headers(candidate: Candidate, headers: HeaderRows, bands: Sequence[int]) -> Candidate:
    """Return *candidate*, rows of tables, without those that only name columns or groups."""
    starts = candidate.starts
    found = headers.among(starts)
    if bands:
        found |= {*bands}.intersection(starts)
    if not found:
        return candidate
    kept = [k for k, start in enumerate(starts) if start not in found]
    if len(kept) < 2:
        return candidate
    return candidate.only(kept)


def are_rows(tree: Tree, candidate: Candidate) -> bool:
    """Return whether each record is one row of a table."""
    starts, ends = candidate.starts, candidate.ends
    row = tree.label_numbers["tr"]
    if tree.labels[starts[0]] != row:
        return False
    return cuts.are_nodes(row, tree.labels, tree.sizes, starts, ends)


def _one_kind(headings: TableHeadings, candidate: Candidate) -> Candidate:
    """Return *candidate* with only the rows of tables that have the same headings."""
    kept = headings.largest_kind(candidate.starts)
    if len(kept) < 2 or len(kept) == len(candidate):
        return candidate
    return candidate.only(kept)


def _separators(tree: Tree, signals: Signals, found: kernel.Candidates) -> None:
    for name, mark in (("br", 1), ("br", 2), ("hr", 1)):
        label = tree.label_numbers[name]
        if tree.has_label(label):
            for only_text in (False, True) if name == "br" else (False,):
                runs = breaks.separated(
                    tree.labels, tree.sizes, signals.inline, label, mark, only_text
                )
                found.add_runs(*runs, _BREAK)
