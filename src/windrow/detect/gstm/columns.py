"""Rows of siblings become columns: partial alignment of nodes and lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from windrow.align.partial import insertion_point
from windrow.detect.gstm.anchors import Anchors, align_anchored
from windrow.match.generalized import GeneralizedMatching

__all__ = ["GrowingColumns", "RowEntry"]


@dataclass(slots=True)
class RowEntry:
    """A node of a bundle, or a list in it: the records are places of the bundle."""

    token: int  # the node, or a number below zero for the list
    records: list[list[int]] = field(default_factory=list)


class GrowingColumns:
    """The columns of rows of siblings, while they grow: partial alignment."""

    def __init__(self, matching: GeneralizedMatching, anchors: Anchors | None) -> None:
        self._align = matching.align
        if anchors:
            self._align = partial(align_anchored, matching.align, anchors)
        self._tokens: list[int] = []
        self._columns: list[list[tuple[int, RowEntry]]] = []

    def line_up(self, items: Sequence[int], lines: list[list[RowEntry]]) -> None:
        """Align all *lines*, the one with the most *items* first."""
        waiting = sorted(range(len(lines)), key=lambda k: -items[k])
        while waiting:
            left = [index for index in waiting if not self._add(index, lines[index])]
            if len(left) == len(waiting):
                # No place is certain any more: insert one line where it is.
                self._add(left.pop(0), lines[waiting[0]], certain=False)
            waiting = left

    def found(self) -> Iterator[tuple[int, list[tuple[int, RowEntry]]]]:
        """Yield node or list of each column, and who has it, by the number of the line."""
        return zip(self._tokens, self._columns, strict=True)

    def _add(self, index: int, line: list[RowEntry], *, certain: bool = True) -> bool:
        """Add a line to the columns; with *certain*, only if all of it has one certain place."""
        pairs = self._align(self._tokens, [entry.token for entry in line])
        runs = [*_gaps(pairs, len(line))]
        places = [insertion_point(left, right, len(self._tokens)) for left, right, _, _ in runs]
        if certain and None in places:
            return False
        for column, entry in pairs:
            self._columns[column].append((index, line[entry]))
        for (left, _, start, end), place in zip(reversed(runs), reversed(places), strict=True):
            at = place if place is not None else 0 if left is None else left + 1
            self._tokens[at:at] = [entry.token for entry in line[start:end]]
            self._columns[at:at] = [[(index, entry)] for entry in line[start:end]]
        return True


def _gaps(
    pairs: list[tuple[int, int]], length: int
) -> Iterator[tuple[int | None, int | None, int, int]]:
    """Yield the runs of unpaired places with the columns of their neighbours."""
    left, start = None, 0
    for column, place in pairs:
        if place > start:
            yield left, column, start, place
        left, start = column, place + 1
    if length > start:
        yield left, None, start, length
