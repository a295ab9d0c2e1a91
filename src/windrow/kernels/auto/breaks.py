"""Children of one node that breaks separate: lines, rules, elements without content."""

from __future__ import annotations

from array import array
from typing import Any

import cython

__all__ = ["separated", "spaced"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# Nodes with fewer nodes below them are skipped: they cannot hold two runs and breaks.
_LEAST_SEPARATED = cython.declare(cython.int, 4)
_LEAST_SPACED = cython.declare(cython.int, 6)


def separated(
    labels: cython.int[::1],
    sizes: cython.int[::1],
    inline: cython.int[::1],
    mark: cython.int,
    marks: cython.int,
    only_text: cython.bint,
) -> tuple[array[int], array[int], array[int]]:
    """Return the runs of children between *marks* adjacent nodes with the label *mark*.

    With *only_text*, a child that is not part of a run of text ends a run, too, and is left out. A
    run is where it starts and ends; the third array has the number of runs up to each parent.
    """
    runs: _Runs = _Runs(len(labels))
    node: cython.int
    child: cython.int
    end: cython.int
    seen: cython.int
    for node in range(len(labels)):
        if sizes[node] < _LEAST_SEPARATED:
            continue
        end = node + sizes[node]
        seen = 0
        child = node + 1
        while child < end and seen < 2:
            seen += labels[child] == mark
            child += sizes[child]
        if seen < 2 - (marks > 1):
            continue
        seen = 0
        child = node + 1
        while child < end:
            if labels[child] == mark:
                seen += 1
                if seen >= marks:
                    runs.close()
            elif only_text and not inline[child]:
                runs.close()
                seen = 0
            else:
                runs.take(child, child + sizes[child])
                seen = 0
            child += sizes[child]
        runs.close_parent()
    return runs.result()


def spaced(
    sizes: cython.int[::1], content: cython.int[::1]
) -> tuple[array[int], array[int], array[int]]:
    """Return the runs of children between children without *content*, if those are many.

    *content* counts the texts and images before each node; runs are as in `separated`.
    """
    runs: _Runs = _Runs(len(sizes))
    node: cython.int
    child: cython.int
    end: cython.int
    empty: cython.int
    count: cython.int
    for node in range(len(sizes)):
        if sizes[node] < _LEAST_SPACED:
            continue
        empty = 0
        count = 0
        child = node + 1
        end = node + sizes[node]
        while child < end:
            count += 1
            empty += content[child + sizes[child]] == content[child]
            child += sizes[child]
        # One in ten, and three others; chosen, not measured.
        if empty < 1 or 10 * empty < count or count - empty < 3:
            continue
        child = node + 1
        while child < end:
            if content[child + sizes[child]] > content[child]:
                runs.take(child, child + sizes[child])
            else:
                runs.close()
            child += sizes[child]
        runs.close_parent()
    return runs.result()


@cython.final
@cython.cclass
class _Runs:
    """Runs under construction."""

    starts: cython.int[::1]
    ends: cython.int[::1]
    offsets: cython.int[::1]
    all_starts: object  # the same as arrays
    all_ends: object
    all_offsets: object
    used: cython.Py_ssize_t
    parents: cython.Py_ssize_t
    start: cython.int  # of the current run; -1 for none
    end: cython.int

    def __init__(self, nodes: cython.Py_ssize_t) -> None:
        # No node is in two runs, so there is room for all.
        self.all_starts = _INTS * (nodes + 1)
        self.all_ends = _INTS * (nodes + 1)
        self.all_offsets = _INTS * (nodes + 1)
        self.starts, self.ends, self.offsets = self.all_starts, self.all_ends, self.all_offsets
        self.used = self.parents = 0
        self.start = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def take(self, start: cython.int, end: cython.int) -> cython.void:
        """Add the nodes start..end to the current run."""
        if self.start < 0:
            self.start = start
        self.end = end

    @cython.cfunc
    @cython.exceptval(check=False)
    def close(self) -> cython.void:
        """End the current run, if there is one."""
        if self.start >= 0:
            self.starts[self.used], self.ends[self.used] = self.start, self.end
            self.used += 1
            self.start = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def close_parent(self) -> cython.void:
        """End the runs of one parent."""
        self.close()
        self.parents += 1
        self.offsets[self.parents] = cython.cast(cython.int, self.used)

    @cython.cfunc
    def result(self) -> tuple[array[int], array[int], array[int]]:
        starts: Any = self.all_starts
        ends: Any = self.all_ends
        offsets: Any = self.all_offsets
        return starts[: self.used], ends[: self.used], offsets[: self.parents + 1]
