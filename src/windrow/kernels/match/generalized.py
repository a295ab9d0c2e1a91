"""Tree matching that knows lists: how alike two trees are when every list counts as one element."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.match.frames import Frame
    from cython.cimports.windrow.kernels.match.lists import WIDTH, Lists
    from cython.cimports.windrow.kernels.match.pairs import Pairs
else:
    Frame = load("match.frames", "python").Frame
    _lists = load("match.lists", "python")
    WIDTH, Lists = _lists.WIDTH, _lists.Lists
    Pairs = load("match.pairs", "python").Pairs

__all__ = ["ListMatching"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))

# Bounds for hostile pages, far above what real ones need; chosen, not measured. Distinct children
# compared with one another, the first few that the others are then compared with, and pairs of
# subtrees, after which only a few distinct children are examined; after twice as many, none.
_DISTINCT = cython.declare(cython.int, 192)
_LEADERS = cython.declare(cython.int, 24)
_PAIRS = cython.declare(cython.longlong, 250_000)

# What a list weighs in an alignment: more than any two nodes that are not one.
_LIST_WEIGHT = cython.declare(cython.double, 4.0)
# Where a pair of an alignment comes from: the row above, or both.
_ABOVE = cython.declare(cython.int, 1)
_BOTH = cython.declare(cython.int, 2)


@cython.cclass
class ListMatching:
    """Matches the subtrees of one tree, remembering results by pairs of shapes.

    The tree is given by labels, subtree sizes and shapes in preorder; *counts* are the sizes
    after folding, 0 for what is folded away. *find_lists* gets two strings of symbols and the
    guarded symbols, and returns those that belong to a list. A result is a score and two
    collapsed sizes ([jindal2010]).
    """

    labels: cython.int[::1]
    sizes: cython.int[::1]
    counts: cython.int[::1]
    shapes: cython.int[::1]
    tau2: cython.double
    pairs: Pairs
    lists: Lists
    # Where a shape was met first among the children looked at, if its stamp is the present one.
    stamps: cython.int[::1]
    places: cython.int[::1]
    stamp: cython.int
    # Frames of the unfinished comparisons.
    frames: list[Any]
    depth: cython.Py_ssize_t

    def __init__(
        self,
        labels: cython.int[::1],
        sizes: cython.int[::1],
        counts: cython.int[::1],
        shapes: cython.int[::1],
        tags: cython.uchar[::1],
        tau1: cython.double,
        tau2: cython.double,
        guard: cython.bint,
        literal: cython.bint,
        always_ask: cython.bint,
        find_lists: Any,
    ) -> None:
        self.labels, self.sizes, self.counts, self.shapes = labels, sizes, counts, shapes
        self.tau2 = tau2
        self.pairs = Pairs()
        self.lists = Lists(
            self.pairs, labels, counts, tags, tau1, tau2, guard, literal, always_ask, find_lists
        )
        self.stamps = _INTS * (len(labels) + 1)
        self.places = _INTS * (len(labels) + 1)
        self.stamp = 0
        self.frames = []
        self.depth = 0

    def match(self, a: cython.int, b: cython.int) -> tuple[float, float, float]:
        """Return score and collapsed sizes of the subtrees at *a* and *b*."""
        cell: cython.longlong
        if self.labels[a] != self.labels[b]:
            return 0.0, max(1.0, self.counts[a]), max(1.0, self.counts[b])
        cell = self._match(a, b)
        return self.pairs.score(cell), self.pairs.size(cell, 0), self.pairs.size(cell, 1)

    def symbols(self, first: cython.int[::1], second: cython.int[::1]) -> array[int]:
        """Return a symbol for each node of *first*, then of *second*.

        Nodes that match, also by way of others, get the same symbol; every other node has one of
        its own. With the same array twice, a node's best partner is itself.
        """
        frame: Frame = self._next_frame()
        k: cython.Py_ssize_t
        frame.first_count, frame.second_count = len(first), len(second)
        frame.make_room(frame.first_count + frame.second_count)
        for k in range(frame.first_count):
            frame.children[k] = first[k]
        for k in range(frame.second_count):
            frame.children[frame.first_count + k] = second[k]
        self._open(frame)
        self._fill(frame, False)
        self.lists.group(frame)
        self.depth -= 1
        found = _INTS * (frame.first_count + frame.second_count)
        view: cython.int[::1] = found
        for k in range(frame.first_count + frame.second_count):
            view[k] = self.lists.symbol(frame, k)
        return found

    def align(self, first: cython.int[::1], second: cython.int[::1]) -> array[int]:
        """Return the places of *first* and *second* paired by the heaviest ordered matching.

        Two nodes weigh their score; numbers below zero stand for lists and match only themselves.
        Of several heaviest matchings the earliest in *second* is taken.
        """
        rows: cython.Py_ssize_t = min(len(first), WIDTH)
        width: cython.Py_ssize_t = min(len(second), WIDTH) + 1
        origin: cython.uchar[::1] = bytearray((rows + 1) * width)
        values: cython.double[::1] = _DOUBLES * width
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        diagonal: cython.double
        above: cython.double
        pair: cython.double
        for i in range(1, rows + 1):
            diagonal = 0
            for j in range(1, width):
                above = values[j]
                pair = diagonal + self._weight(first[i - 1], second[j - 1])
                if values[j - 1] >= above and values[j - 1] >= pair:
                    pair = values[j - 1]
                elif above >= pair:
                    pair = above
                    origin[i * width + j] = _ABOVE
                else:
                    origin[i * width + j] = _BOTH
                values[j] = pair
                diagonal = above
        found = array("i")
        i, j = rows, width - 1
        while i > 0 and j > 0:
            if origin[i * width + j] == _BOTH:
                found.append(i - 1)
                found.append(j - 1)
                i -= 1
                j -= 1
            elif origin[i * width + j] == _ABOVE:
                i -= 1
            else:
                j -= 1
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _weight(self, a: cython.int, b: cython.int) -> cython.double:
        if a < 0 or b < 0:
            return _LIST_WEIGHT if a == b else 0.0
        if self.labels[a] != self.labels[b]:
            return 0.0
        return self.pairs.score(self._match(a, b))

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _match(self, a: cython.int, b: cython.int) -> cython.longlong:
        """Return twice the number of the result, plus one where its sides are swapped.

        The only function that calls itself, by way of others: one level of the tree, one frame.
        """
        swapped: cython.longlong = self.shapes[a] > self.shapes[b]
        same: cython.bint = self.shapes[a] == self.shapes[b]
        key: cython.longlong
        number: cython.longlong
        if swapped:
            a, b = b, a
        key = (cython.cast(cython.longlong, self.shapes[a]) + 1) << 32 | (self.shapes[b] + 1)
        number = self.pairs.find(key)
        if number >= 0:
            return 2 * number + swapped
        if self.counts[a] <= 1 or self.counts[b] <= 1:
            number = self.pairs.remember(key, 1.0, max(1, self.counts[a]), max(1, self.counts[b]))
        elif self.pairs.count > 2 * _PAIRS:
            # Only on hostile pages: equal trees match; of others only the roots do.
            number = self.pairs.remember(
                key, self.counts[a] if same else 1.0, self.counts[a], self.counts[b]
            )
        else:
            number = self._compare(key, a, b, same)
        return 2 * number + swapped

    @cython.cfunc
    @cython.exceptval(-1)
    def _compare(
        self, key: cython.longlong, a: cython.int, b: cython.int, same: cython.bint
    ) -> cython.longlong:
        """Return the number of the result for *a* and *b*, by comparing their children."""
        number: cython.longlong
        frame: Frame = self._next_frame()
        # No node has more children than nodes below it.
        frame.make_room(self.counts[a] + self.counts[b])
        frame.first_count = self._write_children(frame, a, 0)
        frame.second_count = self._write_children(frame, b, frame.first_count)
        self._open(frame)
        self._fill(frame, same)
        self.lists.group(frame)
        number = self.lists.close(frame, key, a, b, same)
        self.depth -= 1
        return number

    @cython.cfunc
    def _next_frame(self) -> Frame:
        """Return the frame of the next comparison; its user counts the depth down again."""
        if self.depth == len(self.frames):
            self.frames.append(Frame())
        self.depth += 1
        return self.frames[self.depth - 1]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _write_children(
        self, frame: Frame, node: cython.int, to: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Write the children of *node* into a frame; return their number."""
        start: cython.Py_ssize_t = to
        child: cython.int = node + 1
        while child < node + self.sizes[node]:
            if self.counts[child]:
                frame.children[to] = child
                to += 1
            child += self.sizes[child]
        return to - start

    @cython.cfunc
    @cython.exceptval(-1)
    def _open(self, frame: Frame) -> cython.int:
        """Find the distinct nodes of a frame in which two rows of siblings are written."""
        limit: cython.Py_ssize_t = _DISTINCT if self.pairs.count < _PAIRS else _LEADERS
        end: cython.Py_ssize_t = frame.first_count + frame.second_count
        k: cython.Py_ssize_t
        place: cython.int
        frame.first_distinct = self._distinct(frame, 0, frame.first_count, 0, limit)
        frame.distinct = frame.first_distinct + self._distinct(
            frame, frame.first_count, end, frame.first_distinct, limit
        )
        frame.make_cells()
        for k in range(frame.distinct):
            frame.times[k] = 0
        for k in range(end):
            place = frame.children[k]
            if place >= 0:
                frame.times[place if k < frame.first_count else frame.first_distinct + place] += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _distinct(
        self,
        frame: Frame,
        start: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        kept: cython.Py_ssize_t,
        limit: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Put numbers of shapes in the place of nodes, and keep a node of each from *kept* on.

        Beyond *limit* shapes, one more takes the number of the first it is like, or -1.
        """
        count: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        node: cython.int
        shape: cython.int
        self.stamp += 1
        for k in range(start, end):
            node = frame.children[k]
            shape = self.shapes[node]
            if self.stamps[shape] != self.stamp:
                if count >= limit:
                    frame.children[k] = -2 - node
                    continue
                self.stamps[shape] = self.stamp
                self.places[shape] = cython.cast(cython.int, count)
                frame.nodes[kept + count] = node
                count += 1
            frame.children[k] = self.places[shape]
        if count >= limit:
            for k in range(start, end):
                if frame.children[k] <= -2:
                    frame.children[k] = self._leader(frame, -2 - frame.children[k], kept, count)
        return count

    @cython.cfunc
    @cython.exceptval(-3, check=True)
    def _leader(
        self,
        frame: Frame,
        node: cython.int,
        kept: cython.Py_ssize_t,
        count: cython.Py_ssize_t,
    ) -> cython.int:
        """Return the first of the distinct nodes from *kept* on that is like *node*, or -1."""
        tried: cython.int = 0
        k: cython.Py_ssize_t
        for k in range(count):
            if self.labels[frame.nodes[kept + k]] != self.labels[node]:
                continue
            if self.pairs.similarity(self._match(frame.nodes[kept + k], node)) > self.tau2:
                return cython.cast(cython.int, k)
            tried += 1
            if tried >= _LEADERS:
                break
        return -1

    @cython.cfunc
    @cython.exceptval(-1)
    def _fill(self, frame: Frame, same: cython.bint) -> cython.int:
        """Match all pairs of distinct nodes; *same*: for equal rows half of them suffice."""
        p: cython.Py_ssize_t = frame.first_distinct
        q: cython.Py_ssize_t = frame.distinct - p
        u: cython.Py_ssize_t
        v: cython.Py_ssize_t
        first: cython.int
        second: cython.int
        cell: cython.longlong
        for u in range(p):
            for v in range(q):
                first, second = frame.nodes[u], frame.nodes[p + v]
                if self.labels[first] != self.labels[second]:
                    cell = -1
                elif same and v < u:
                    cell = frame.cells[v * q + u] ^ 1
                else:
                    cell = self._match(first, second)
                frame.cells[u * q + v] = cython.cast(cython.int, cell)
        return 0
