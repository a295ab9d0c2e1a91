"""Results of matched subtrees, remembered by pairs of shapes: a score and two collapsed sizes."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Pairs"]

# Zeros: to repeat one is the cheapest way to a new array.
_LONGS = array("q", (0,))
_DOUBLES = array("d", (0.0,))


@cython.final
@cython.cclass
class Pairs:
    """A table from keys (of two shapes) to results by number.

    A cell is twice the number of a result, plus one where its sides are swapped. The types are in
    ``pairs.pxd``, as other kernels use them, too.
    """

    def __init__(self) -> None:
        self.scores = _DOUBLES * 256
        self.first_sizes = _DOUBLES * 256
        self.second_sizes = _DOUBLES * 256
        self.count = 0
        self.keys = _LONGS * 1024  # 0 where a slot is empty
        self.numbers = _LONGS * 1024

    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, key: cython.longlong) -> cython.longlong:
        """Return the number of the result of *key*, or -1."""
        slot: cython.Py_ssize_t = self._slot(key)
        return self.numbers[slot] if self.keys[slot] == key else -1

    @cython.cfunc
    @cython.exceptval(-1)
    def remember(
        self,
        key: cython.longlong,
        score: cython.double,
        first_size: cython.double,
        second_size: cython.double,
    ) -> cython.longlong:
        """Store a result; return its number."""
        number: cython.longlong = self.count
        slot: cython.Py_ssize_t
        self._make_room()
        self.scores[number] = score
        self.first_sizes[number] = first_size
        self.second_sizes[number] = second_size
        self.count += 1
        slot = self._slot(key)
        self.keys[slot] = key
        self.numbers[slot] = number
        return number

    @cython.cfunc
    @cython.exceptval(check=False)
    def score(self, cell: cython.longlong) -> cython.double:
        """Return the score of a cell."""
        return self.scores[cell >> 1]

    @cython.cfunc
    @cython.exceptval(check=False)
    def size(self, cell: cython.longlong, side: cython.int) -> cython.double:
        """Return the collapsed size of one side of a cell."""
        if (cell & 1) ^ side:
            return self.second_sizes[cell >> 1]
        return self.first_sizes[cell >> 1]

    @cython.cfunc
    @cython.exceptval(check=False)
    def similarity(self, cell: cython.longlong) -> cython.double:
        """Return the score as a share of the larger size."""
        first: cython.double = self.first_sizes[cell >> 1]
        second: cython.double = self.second_sizes[cell >> 1]
        return self.scores[cell >> 1] / (first if first > second else second)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong) -> cython.Py_ssize_t:
        """Return where the table keeps *key*, or has room for it."""
        mask: cython.longlong = len(self.keys) - 1
        # A mix of both halves that stays below 63 bits, compiled and uncompiled alike.
        slot: cython.longlong = ((key >> 32) * 40503 + (key & 0xFFFFFFF) * 7919) & mask
        while self.keys[slot] != 0 and self.keys[slot] != key:
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    @cython.exceptval(-1)
    def _make_room(self) -> cython.int:
        """Keep room for one more result."""
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        if self.count == len(self.scores):
            self.scores = _doubled(self.scores)
            self.first_sizes = _doubled(self.first_sizes)
            self.second_sizes = _doubled(self.second_sizes)
        # It grows when half full: longer runs of taken slots would cost more than the copy.
        if 2 * (self.count + 1) > len(self.keys):
            old_keys: cython.longlong[::1] = self.keys
            old_numbers: cython.longlong[::1] = self.numbers
            self.keys = _LONGS * (2 * len(old_keys))
            self.numbers = _LONGS * (2 * len(old_keys))
            for k in range(len(old_keys)):
                if old_keys[k] != 0:
                    slot = self._slot(old_keys[k])
                    self.keys[slot] = old_keys[k]
                    self.numbers[slot] = old_numbers[k]
        return 0


@cython.cfunc
def _doubled(values: cython.double[::1]) -> object:
    larger = _DOUBLES * (2 * len(values))
    view: cython.double[::1] = larger
    view[: len(values)] = values
    return larger
