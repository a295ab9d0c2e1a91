"""Where the records of alternating siblings begin, and what that leaves out."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Phases"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


@cython.final
@cython.cclass
class Phases:
    """Judges where the records of a page's lists begin.

    The records of list *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*; *worth*
    says how clearly each label begins a record. The arrays are opened once for all lists.
    """

    labels: cython.int[::1]
    sizes: cython.int[::1]
    parents: cython.int[::1]
    texts: cython.int[::1]
    images: cython.int[::1]
    worth: cython.int[::1]
    starts: cython.int[::1]
    ends: cython.int[::1]
    offsets: cython.int[::1]
    # By label: how many records have it on top, and the last record in which it was counted.
    times: cython.int[::1]
    stamps: cython.int[::1]
    stamp: cython.int

    def __init__(
        self,
        labels: cython.int[::1],
        sizes: cython.int[::1],
        parents: cython.int[::1],
        texts: cython.int[::1],
        images: cython.int[::1],
        worth: cython.int[::1],
        starts: cython.int[::1],
        ends: cython.int[::1],
        offsets: cython.int[::1],
    ) -> None:
        self.labels, self.sizes, self.parents = labels, sizes, parents
        self.texts, self.images, self.worth = texts, images, worth
        self.starts, self.ends, self.offsets = starts, ends, offsets
        self.times, self.stamps = _INTS * len(worth), _INTS * len(worth)
        self.stamp = 0

    def faults(
        self, k: cython.Py_ssize_t, usual: cython.double, looked_at: cython.Py_ssize_t
    ) -> tuple[int, float, int]:
        """Return the faults of a list: missing parts, weak beginnings, a late start.

        A part is missing if the share *usual* of all records but the last have its label on top,
        and the last lacks it or it is right before the first. Of the beginnings about *looked_at*
        are examined.
        """
        first: cython.int = self.starts[self.offsets[k]]
        count: cython.Py_ssize_t = self.offsets[k + 1] - self.offsets[k]
        step: cython.Py_ssize_t = max(1, count // looked_at)
        at: cython.Py_ssize_t
        total: cython.double = 0.0
        for at in range(0, count, step):
            total += self._opening(self.starts[self.offsets[k] + at])
        return self._missing(k, usual), -total / ((count + step - 1) // step), first

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tops(self, start: cython.int, end: cython.int) -> cython.Py_ssize_t:
        """Return how many of the highest nodes in start..end hold a text or an image.

        Each of their labels is counted once.
        """
        behind: cython.int
        found: cython.Py_ssize_t = 0
        self.stamp += 1
        while start < end:
            behind = start + self.sizes[start]
            if self.texts[behind] > self.texts[start] or self.images[behind] > self.images[start]:
                found += 1
                if self.stamps[self.labels[start]] != self.stamp:
                    self.stamps[self.labels[start]] = self.stamp
                    self.times[self.labels[start]] += 1
            start = behind
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _missing(self, k: cython.Py_ssize_t, usual: cython.double) -> cython.int:
        """Return how often a list lacks a usual part: in its last record, and before its first.

        A label is usual if the share *usual* of all records but the last have it on top. The last
        one lacks a part, too, if it has fewer than any other.
        """
        low: cython.Py_ssize_t = self.offsets[k]
        count: cython.Py_ssize_t = self.offsets[k + 1] - low
        at: cython.Py_ssize_t
        own: cython.Py_ssize_t
        label: cython.Py_ssize_t
        shortest: cython.Py_ssize_t = -1
        least: cython.double = max(1.0, usual * (count - 1))
        lacks: cython.bint
        for label in range(len(self.times)):
            self.times[label] = 0
        for at in range(count - 1):
            own = self._tops(self.starts[low + at], self.ends[low + at])
            if shortest < 0 or own < shortest:
                shortest = own
        label = self._last_top(self.parents[self.starts[low]] + 1, self.starts[low])
        result: cython.int = 1 if label >= 0 and self.times[label] >= least else 0
        lacks = self._tops(self.starts[low + count - 1], self.ends[low + count - 1]) < shortest
        for label in range(len(self.times)):
            # What the last record has was counted once more.
            if self.stamps[label] != self.stamp and self.times[label] >= least:
                lacks = True
        return result + 1 if lacks else result

    @cython.cfunc
    @cython.exceptval(check=False)
    def _last_top(self, start: cython.int, end: cython.int) -> cython.Py_ssize_t:
        """Return the label of the last of the highest nodes with a text or an image; -1: none."""
        behind: cython.int
        found: cython.Py_ssize_t = -1
        while start < end:
            behind = start + self.sizes[start]
            if self.texts[behind] > self.texts[start] or self.images[behind] > self.images[start]:
                found = self.labels[start]
            start = behind
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _opening(self, start: cython.int) -> cython.int:
        """Return the worth of a record: that of the best label around its first text."""
        node: cython.int = start
        last: cython.int = start + self.sizes[start] - 1
        best: cython.int = 0
        while node < last and self.texts[node + 1] == self.texts[start]:
            node += 1
        while node >= start:
            if self.worth[self.labels[node]] > best:
                best = self.worth[self.labels[node]]
            node = self.parents[node]
        return best
