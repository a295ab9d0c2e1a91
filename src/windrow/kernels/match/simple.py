"""Simple tree matching: the largest ordered, label-true matching of two trees."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.match import bands
    from cython.cimports.windrow.kernels.tree.ints import ints, longs
else:
    bands = load("match.bands", "python")
    ints = longs = load("tree.tags", "python").ints

__all__ = ["Matching"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS, _LONGS = array("i", (0,)), array("q", (0,))

# Where the numbers of an unfinished matrix are: its pair, the children it has come to, the start of
# its row, the place in it, and the value diagonally before that place; then how far from the
# diagonal it is filled (-1: everywhere), how many children there are, which of the first is at
# turn, and where its row begins and ends; and how many numbers they are.
_FIRST_NODE = cython.declare(cython.int, 0)
_SECOND_NODE = cython.declare(cython.int, 1)
_FIRST_CHILD = cython.declare(cython.int, 2)
_SECOND_CHILD = cython.declare(cython.int, 3)
_ROW = cython.declare(cython.int, 4)
_PLACE = cython.declare(cython.int, 5)
_DIAGONAL = cython.declare(cython.int, 6)
_BAND = cython.declare(cython.int, 7)
_FIRST_COUNT = cython.declare(cython.int, 8)
_SECOND_COUNT = cython.declare(cython.int, 9)
_TURN = cython.declare(cython.int, 10)
_LOW = cython.declare(cython.int, 11)
_LOW_CHILD = cython.declare(cython.int, 12)
_HIGH = cython.declare(cython.int, 13)
_LENGTH = cython.declare(cython.int, 14)


@cython.cclass
class Matching:
    """Matches subtrees of one tree with subtrees of another, or of the same.

    A tree is given by its labels and subtree sizes in preorder and by keys under which scores are
    remembered. With *shared* keys (shapes of one numbering) equal keys mean equal subtrees, and
    repeated markup is matched once; otherwise the keys only have to distinguish nodes.
    *boxes* (four numbers a node: left, top, right, bottom) let a pair of nodes conflict visually;
    equal keys must then mean equal box sizes, too. *marks* (a number a node) decide between
    matchings that are equally large by labels; keys must not be shared then.
    """

    held: tuple[Any, ...]  # what the addresses below belong to
    labels_a: cython.p_int
    sizes_a: cython.p_int
    keys_a: cython.p_int
    labels_b: cython.p_int
    sizes_b: cython.p_int
    keys_b: cython.p_int
    marks_a: cython.p_int
    marks_b: cython.p_int
    boxes_a: cython.double[::1]
    boxes_b: cython.double[::1]
    shared: cython.bint
    visual: cython.bint
    marked: cython.bint
    # Remembered scores: two numbers a slot, pair of keys and score; the first is 0 where empty.
    own_slots: array[int]
    slots: cython.p_longlong
    room: cython.Py_ssize_t
    taken: cython.Py_ssize_t
    # Rows of the unfinished matrices, one after the other; `top` is the first free place.
    own_rows: array[int]
    rows: cython.p_int
    top: cython.int
    # The unfinished matrices, `_LENGTH` numbers each.
    own_levels: array[int]
    levels: cython.p_int
    height: cython.Py_ssize_t

    def __init__(
        self,
        labels_a: array[int],
        sizes_a: array[int],
        keys_a: array[int],
        labels_b: array[int],
        sizes_b: array[int],
        keys_b: array[int],
        shared: cython.bint,
        boxes_a: array[float] | None = None,
        boxes_b: array[float] | None = None,
        marks_a: array[int] | None = None,
        marks_b: array[int] | None = None,
    ) -> None:
        # Opening memory views would take longer than to match most records.
        self.held = (labels_a, sizes_a, keys_a, labels_b, sizes_b, keys_b, marks_a, marks_b)
        self.labels_a, self.sizes_a, self.keys_a = ints(labels_a), ints(sizes_a), ints(keys_a)
        self.labels_b, self.sizes_b, self.keys_b = ints(labels_b), ints(sizes_b), ints(keys_b)
        self.shared = shared
        self.visual = boxes_a is not None and boxes_b is not None
        if self.visual:
            self.boxes_a, self.boxes_b = boxes_a, boxes_b
        self.marked = marks_a is not None and marks_b is not None
        if self.marked:
            self.marks_a, self.marks_b = ints(marks_a), ints(marks_b)
        self.room = 64
        self.own_slots = _LONGS * (2 * 64)
        self.own_rows, self.own_levels = _INTS * 256, _INTS * 256
        self.slots = longs(self.own_slots)
        self.rows, self.levels = ints(self.own_rows), ints(self.own_levels)
        self.taken = self.top = self.height = 0

    def score(self, a: cython.int, b: cython.int) -> int:
        """Return how many nodes of the subtrees at *a* and *b* match at most."""
        return self._score(a, b)

    def scores(self, first: cython.int[::1], second: cython.int[::1]) -> array[int]:
        """Return the scores of all pairs, row by row."""
        count_a: cython.Py_ssize_t = len(first)
        count_b: cython.Py_ssize_t = len(second)
        result = _INTS * (count_a * count_b)
        view: cython.int[::1] = result
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        for i in range(count_a):
            for j in range(count_b):
                view[i * count_b + j] = self._score(first[i], second[j])
        return result

    def pairs(self, a: cython.int, b: cython.int) -> array[int]:
        """Return the matched nodes, two numbers a pair, parents before children, in tree order.

        Of several largest matchings the one earliest in the second tree is taken: tracing back,
        the last child of *b* is given up first, then that of *a*.
        """
        found = array("i")
        if self.labels_a[a] != self.labels_b[b] or (
            self.visual and bands.conflict(self.boxes_a, self.boxes_b, a, b)
        ):
            return found
        waiting = [(a, b)]
        while waiting:
            a, b = waiting.pop()
            found.append(a)
            found.append(b)
            if self._is_same(a, b):
                for k in range(1, self.sizes_a[a]):
                    found.append(a + k)
                    found.append(b + k)
            elif self.sizes_a[a] > 1 and self.sizes_b[b] > 1:
                waiting.extend(self._children_pairs(a, b))
        return found

    @cython.cfunc
    @cython.exceptval(-1)
    def _score(self, a: cython.int, b: cython.int) -> cython.int:
        """Return the score of a pair: no recursion, as pages nest deeper than Python's stack."""
        score: cython.int = self._known(a, b)
        if score >= 0:
            return score
        self._begin(a, b)
        while self.height:
            self._fill()
        return self._known(a, b)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _known(self, a: cython.int, b: cython.int) -> cython.int:
        """Return the score of a pair that needs no matrix, or was remembered; otherwise -1."""
        key: cython.longlong
        slot: cython.Py_ssize_t
        if self.labels_a[a] != self.labels_b[b]:
            return 0
        if self.visual and bands.conflict(self.boxes_a, self.boxes_b, a, b):
            return 0
        if self.sizes_a[a] == 1 or self.sizes_b[b] == 1:
            return self._worth(a, b)
        # Most subtrees are the same in several records, which is cheaper to see than to match.
        if self._is_same(a, b):
            return self.sizes_a[a] * self._worth(a, b)
        key = self._key(a, b)
        slot = bands.slot(self.slots, self.room, key)
        if self.slots[2 * slot] == key:
            return cython.cast(cython.int, self.slots[2 * slot + 1])
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_same(self, a: cython.int, b: cython.int) -> cython.bint:
        """Return whether two subtrees are equal, so that only all their nodes match best."""
        size: cython.int = self.sizes_a[a]
        if self.visual or size != self.sizes_b[b]:
            return False
        if self.shared:
            return self.keys_a[a] == self.keys_b[b]
        if not bands.equal(self.labels_a, self.labels_b, a, b, size):
            return False
        if not bands.equal(self.sizes_a, self.sizes_b, a, b, size):
            return False
        return not self.marked or bands.equal(self.marks_a, self.marks_b, a, b, size)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _worth(self, a: cython.int, b: cython.int) -> cython.int:
        """Return what a matched pair counts: 1; with marks 2, and 3 if theirs are equal."""
        if not self.marked:
            return 1
        return 3 if self.marks_a[a] == self.marks_b[b] else 2

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _key(self, a: cython.int, b: cython.int) -> cython.longlong:
        first: cython.longlong = self.keys_a[a]
        second: cython.longlong = self.keys_b[b]
        if self.shared and first > second:
            first, second = second, first
        return (first + 1) << 32 | (second + 1)

    @cython.cfunc
    @cython.exceptval(-1)
    def _begin(self, a: cython.int, b: cython.int) -> cython.int:
        """Put the matrix of the children of *a* and *b* on top of the unfinished ones."""
        j: cython.int = b + 1
        end: cython.int = b + self.sizes_b[b]
        at: cython.int
        level: cython.Py_ssize_t = _LENGTH * self.height
        row: cython.int = self.top
        while j < end:
            self.top += 1
            j += self.sizes_b[j]
        self.top += 1
        if self.top > len(self.own_rows):
            self.own_rows = bands.longer(self.own_rows, self.top)
            self.rows = ints(self.own_rows)
        if level + _LENGTH > len(self.own_levels):
            self.own_levels = bands.longer(self.own_levels, level + _LENGTH)
            self.levels = ints(self.own_levels)
        for at in range(row, self.top):
            self.rows[at] = 0
        self.levels[level + _FIRST_NODE] = a
        self.levels[level + _SECOND_NODE] = b
        self.levels[level + _FIRST_CHILD] = a + 1
        self.levels[level + _SECOND_CHILD] = b + 1
        self.levels[level + _ROW] = row
        self.levels[level + _PLACE] = row + 1
        self.levels[level + _DIAGONAL] = 0
        at = bands.count_children(self.sizes_a, a)
        j = self.top - row - 1
        self.levels[level + _BAND] = bands.band(self.sizes_a[a], self.sizes_b[b], at, j)
        self.levels[level + _FIRST_COUNT] = at
        self.levels[level + _SECOND_COUNT] = j
        self.levels[level + _TURN] = 0
        self.levels[level + _LOW] = 0
        self.levels[level + _LOW_CHILD] = b + 1
        self.levels[level + _HIGH] = bands.high_end(self.levels[level + _BAND], 0, at, j)
        self.height += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _fill(self) -> cython.int:
        """Go on with the topmost matrix, up to its end or to a pair that needs one of its own."""
        level: cython.Py_ssize_t = _LENGTH * (self.height - 1)
        a: cython.int = self.levels[level + _FIRST_NODE]
        b: cython.int = self.levels[level + _SECOND_NODE]
        i: cython.int = self.levels[level + _FIRST_CHILD]
        j: cython.int = self.levels[level + _SECOND_CHILD]
        row: cython.int = self.levels[level + _ROW]
        at: cython.int = self.levels[level + _PLACE]
        diagonal: cython.int = self.levels[level + _DIAGONAL]
        band: cython.int = self.levels[level + _BAND]
        end: cython.int = row + 1 + self.levels[level + _HIGH]
        end_a: cython.int = a + self.sizes_a[a]
        above: cython.int
        pair: cython.int
        while i < end_a:
            while at < end:
                above = self.rows[at]
                pair = 0
                # Unlike labels are most pairs: they need no call.
                if self.labels_a[i] == self.labels_b[j]:
                    pair = self._known(i, j)
                    if pair < 0:
                        self.levels[level + _FIRST_CHILD] = i
                        self.levels[level + _SECOND_CHILD] = j
                        self.levels[level + _PLACE] = at
                        self.levels[level + _DIAGONAL] = diagonal
                        return self._begin(i, j)
                    pair += diagonal
                if above > pair:
                    pair = above
                if self.rows[at - 1] > pair:
                    pair = self.rows[at - 1]
                self.rows[at] = pair
                diagonal = above
                at += 1
                j += self.sizes_b[j]
            i += self.sizes_a[i]
            if band < 0:
                j = b + 1
                at = row + 1
                diagonal = 0
                continue
            self._next_row(level)
            j = self.levels[level + _LOW_CHILD]
            at = row + 1 + self.levels[level + _LOW]
            diagonal = self.rows[at - 1]
            end = row + 1 + self.levels[level + _HIGH]
        self._remember(self._key(a, b), self.rows[self.top - 1] + self._worth(a, b))
        self.top = row
        self.height -= 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_row(self, level: cython.Py_ssize_t) -> cython.void:
        """Move the row of a matrix: the next one begins and ends further to the right."""
        band: cython.int = self.levels[level + _BAND]
        turn: cython.int = self.levels[level + _TURN] + 1
        count_a: cython.int = self.levels[level + _FIRST_COUNT]
        count_b: cython.int = self.levels[level + _SECOND_COUNT]
        low: cython.int = bands.low_end(band, turn, count_a, count_b)
        while self.levels[level + _LOW] < low:
            self.levels[level + _LOW] += 1
            self.levels[level + _LOW_CHILD] += self.sizes_b[self.levels[level + _LOW_CHILD]]
        self.levels[level + _TURN] = turn
        self.levels[level + _HIGH] = bands.high_end(band, turn, count_a, count_b)

    @cython.cfunc
    def _children_pairs(self, a: cython.int, b: cython.int) -> list[tuple[int, int]]:
        """Return the matched children of *a* and *b*, last pair first."""
        rows: cython.Py_ssize_t = bands.count_children(self.sizes_a, a)
        width: cython.Py_ssize_t = bands.count_children(self.sizes_b, b) + 1
        if rows == width - 1 == 1:
            return [(a + 1, b + 1)] if self._score(a + 1, b + 1) > 0 else []  # No matrix is needed.
        band: cython.int = bands.band(self.sizes_a[a], self.sizes_b[b], rows, width - 1)
        # One array for all, as opening an array takes longer than filling a short one.
        work: cython.int[::1] = _INTS * (3 * rows + 2 * width + 2)
        first: cython.int[::1] = work[:rows]
        second: cython.int[::1] = work[rows : rows + width]
        values: cython.int[::1] = work[rows + width : rows + 2 * width]
        # Where the row of each child of *a* begins and ends, and where it is in `origin`.
        lows: cython.int[::1] = work[rows + 2 * width : 2 * rows + 2 * width + 1]
        highs: cython.int[::1] = work[2 * rows + 2 * width + 1 :]
        begins: cython.longlong[::1] = _LONGS * (rows + 2)
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        bands.fill_children(first, self.sizes_a, a)
        bands.fill_children(second, self.sizes_b, b)
        for i in range(1, rows + 1):
            lows[i] = 0 if band < 0 else bands.low_end(band, i - 1, rows, width - 1)
            highs[i] = width - 1 if band < 0 else bands.high_end(band, i - 1, rows, width - 1)
            begins[i + 1] = begins[i] + highs[i] - lows[i]
        # Where the best value of a cell comes from: 0 left, 1 above, 2 the pair itself.
        origin: cython.uchar[::1] = bytearray(begins[rows + 1] + 1)
        at: cython.longlong
        diagonal: cython.int
        above: cython.int
        pair: cython.int
        for i in range(1, rows + 1):
            diagonal = values[lows[i]]
            at = begins[i]
            for j in range(lows[i] + 1, highs[i] + 1):
                above = values[j]
                pair = diagonal + self._score(first[i - 1], second[j - 1])
                if values[j - 1] >= above and values[j - 1] >= pair:
                    pair = values[j - 1]
                elif above >= pair:
                    pair = above
                    origin[at] = 1
                else:
                    origin[at] = 2
                values[j] = pair
                diagonal = above
                at += 1
        pairs = bands.traced(origin, begins, lows, highs, rows, width - 1)
        return [(first[i], second[j]) for i, j in pairs]

    @cython.cfunc
    @cython.exceptval(-1)
    def _remember(self, key: cython.longlong, score: cython.int) -> cython.int:
        slot: cython.Py_ssize_t
        self.taken += 1
        # It grows when half full: longer runs of taken slots would cost more than the copy.
        if 2 * self.taken > self.room:
            self.room *= 2
            self.own_slots = bands.larger(self.own_slots, self.room)
            self.slots = longs(self.own_slots)
        slot = bands.slot(self.slots, self.room, key)
        self.slots[2 * slot] = key
        self.slots[2 * slot + 1] = score
        return 0
