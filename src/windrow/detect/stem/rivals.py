"""Which patterns of tag paths keep their records where those of several patterns overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from windrow.detect.stem.patterns import SAMPLE, PathSequence, Pattern, are_alike

__all__ = ["PatternRecords", "Rival", "strongest"]


@dataclass(frozen=True, slots=True)
class PatternRecords:
    """Records of one pattern under one parent, as places in the sequence: the roots of each."""

    pattern: Pattern
    parent: int
    records: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Rival:
    """The records of a pattern, and how many of them are the pattern itself.

    *cut* says that the records are the roots of a pattern that was a bundle.
    """

    group: PatternRecords
    matches: int
    cut: bool = False

    @cached_property
    def record_of(self) -> dict[int, int]:
        """Root -> the number of its record."""
        return {root: k for k, roots in enumerate(self.group.records) for root in roots}


def strongest(sequence: PathSequence, rivals: Sequence[Rival], least: int) -> list[PatternRecords]:
    """Return the groups that share no node, those of the patterns with the most records first.

    All *rivals* are below one parent. Ties go to the shorter pattern. Two kinds of patterns do not
    compete: bundles of another pattern's records, and patterns inside the records of another.
    Groups of fewer than *least* records are left out and take no nodes.

    References
    ----------
    [fang2017] says that regions do not overlap, but not which of two patterns wins.
    """
    single = [one for one in rivals if not any(_is_bundle(sequence, one, b) for b in rivals)]
    whole = [one for one in single if not any(_is_part(one, other) for other in single)]
    whole.sort(key=lambda one: (-len(one.group.records), len(one.group.pattern)))
    return [*_disjoint([one.group for one in whole], least)]


def _is_part(inner: Rival, outer: Rival) -> bool:
    """Return whether most records of a shorter pattern are inside those of a longer one.

    Then they are a part of each record or a list inside it, even if a header or a pager beside the
    list looks like that part, too. But the roots of a bundle are all records, even if the longer
    pattern describes most of them, each as a record.
    """
    count, holders = _inside(inner, outer)
    return 2 * count > len(inner.group.records) and not (inner.cut and count == holders)


def _is_bundle(sequence: PathSequence, outer: Rival, inner: Rival) -> bool:
    """Return whether each record of *outer* consists of several records of *inner*.

    They are, if those are alike, or if one record of *outer* holds at least as many of *inner* as
    *outer* has matches: the list with more records wins, and the shorter pattern on ties. Three
    times two different rows are three records; twice five uneven paragraphs are ten.
    """
    count, holders = _inside(inner, outer)
    if 2 * count <= len(inner.group.records) or count <= holders:
        return False
    covered = len(outer.record_of.keys() & inner.record_of.keys())
    if 2 * covered <= len(outer.record_of):
        return False
    return count >= holders * outer.matches or _holds_alike(sequence, outer, inner)


def _inside(inner: Rival, outer: Rival) -> tuple[int, int]:
    """Return how many records of a shorter pattern are inside how many of a longer one."""
    if len(inner.group.pattern) >= len(outer.group.pattern):
        return 0, 0
    known = outer.record_of.get
    holders = [
        holder
        for roots in inner.group.records
        if (holder := known(roots[0])) is not None and holder == known(roots[-1])
    ]
    return len(holders), len(set(holders))


def _holds_alike(sequence: PathSequence, outer: Rival, inner: Rival) -> bool:
    """Return whether most records of *outer* consist of several similar records of *inner*."""
    starts = {roots[0] for roots in inner.group.records}
    sample = outer.group.records[:SAMPLE]
    alike = sum(
        are_alike(sequence, [root for root in roots if root in starts], sequence.ends[roots[-1]])
        for roots in sample
    )
    return 2 * alike > len(sample)


def _disjoint(groups: Sequence[PatternRecords], least: int) -> Iterator[PatternRecords]:
    """Yield the groups, the best first, without the records that better groups have."""
    taken: set[int] = set()
    for group in groups:
        records = tuple(record for record in group.records if taken.isdisjoint(record))
        if len(records) >= least:
            taken.update(place for record in records for place in record)
            yield PatternRecords(group.pattern, group.parent, records)
