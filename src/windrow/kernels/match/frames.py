"""Two rows of siblings that are being compared: a frame of the matching of trees."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Frame"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))


@cython.final
@cython.cclass
class Frame:
    """Two rows of siblings; what is known of the second row follows that of the first.

    Siblings of equal shape are one *distinct* node. By child: *children*, the place among the
    distinct ones of its row (-1 for none). By distinct node: *nodes*, one of its nodes; *times*,
    how many children it is; *classes*, the first distinct node that it matches, also by way of
    others (-1 for none); *best* and *best_sizes*, its highest similarity to a node of the other
    row, and its size there. *cells* are the results of all pairs. By class: *first_seen* and
    *second_seen*, how often either row has it; *lists*, whether it is a list; *list_scores* and
    *list_sizes*, the means of its pairs. The types are in ``frames.pxd``.
    """

    def __init__(self) -> None:
        self.first_count = self.second_count = self.first_distinct = self.distinct = 0
        self.children = _ints(16)
        self.nodes = _ints(16)
        self.cells = _ints(64)
        self._make_distinct(16)

    @cython.cfunc
    @cython.exceptval(-1)
    def make_room(self, children: cython.Py_ssize_t) -> cython.int:
        """Make room for this many children of both rows; what they were is lost."""
        if children > len(self.children):
            self.children = _ints(2 * children)
            self.nodes = _ints(2 * children)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def make_cells(self) -> cython.int:
        """Make room for what is known of the distinct nodes and their pairs."""
        second: cython.Py_ssize_t = self.distinct - self.first_distinct
        if self.first_distinct * second > len(self.cells):
            self.cells = _ints(2 * self.first_distinct * second)
        if self.distinct > len(self.times):
            self._make_distinct(2 * self.distinct)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _make_distinct(self, count: cython.Py_ssize_t) -> cython.int:
        self.times, self.classes, self.lists = _ints(count), _ints(count), _ints(count)
        self.first_seen, self.second_seen = _ints(count), _ints(count)
        self.best, self.best_sizes = _reals(count), _reals(count)
        self.list_scores, self.list_sizes = _reals(count), _reals(count)
        return 0


@cython.cfunc
def _ints(count: cython.Py_ssize_t) -> object:
    return _INTS * count


@cython.cfunc
def _reals(count: cython.Py_ssize_t) -> object:
    return _DOUBLES * count
