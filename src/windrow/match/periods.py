"""Strings that repeat exactly: runs of one unit, which may say a symbol twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["UnitRun", "runs"]

# A unit has at most this many symbols and comes at least this many times: chosen, not measured.
_LONGEST = 24
_TIMES = 3


class UnitRun(NamedTuple):
    """A stretch of a string, from *start* to *end*, in which *unit* symbols come again and again.

    The last unit may be cut short.
    """

    start: int
    end: int
    unit: int


def runs(string: Sequence[Hashable]) -> Iterator[UnitRun]:
    """Yield the runs of units of several different symbols, from left to right.

    >>> [*runs("xabcadcabcadcabcadcy")]
    [UnitRun(start=1, end=19, unit=6)]
    """
    found = []
    for unit in range(2, min(_LONGEST, len(string) // _TIMES) + 1):
        start = 0
        for here in range(unit, len(string) + 1):
            if here == len(string) or string[here] != string[here - unit]:
                long = here - start >= _TIMES * unit
                if long and len({*string[start : start + unit]}) > 1:
                    found.append(UnitRun(start, here, unit))
                start = here - unit + 1
    taken: list[UnitRun] = []
    # Of the units of one run the shortest is its record, the others are several records.
    for run in sorted(found, key=lambda run: (run.start - run.end, run.unit)):
        if all(run.end <= other.start or other.end <= run.start for other in taken):
            taken.append(run)
    yield from sorted(taken)
