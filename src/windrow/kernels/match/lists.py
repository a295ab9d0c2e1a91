"""What repeats among siblings: two rows of them matched with every list as one element.

The results of all pairs of siblings are known here ([jindal2010]).
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.match.frames import Frame
    from cython.cimports.windrow.kernels.match.pairs import Pairs
else:
    Frame = load("match.frames", "python").Frame
    Pairs = load("match.pairs", "python").Pairs

__all__ = ["WIDTH", "Lists"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))

# Bits of `tags`: a run of such leaves may be a list; such nodes are the cells of a row.
_LIST_TAG = cython.declare(cython.int, 1)
_CELL_TAG = cython.declare(cython.int, 2)

# A bound for hostile pages, far above what real ones need: siblings of one row that take part.
WIDTH = cython.declare(cython.int, 1000)
# Grammars of strings in which equal symbols are apart; after that, whatever repeats is a
# list, which differs only for groups in an order that the other side lacks. Chosen, not measured.
_QUESTIONS = cython.declare(cython.int, 2000)


@cython.final
@cython.cclass
class Lists:
    """Finds the lists of two rows of siblings, and how much of the rows matches.

    *find_lists* gets two strings of symbols and the guarded symbols, and returns those that belong
    to a list. The types are in ``lists.pxd``, as another kernel uses them, too.
    """

    def __init__(
        self,
        pairs: Pairs,
        labels: cython.int[::1],
        counts: cython.int[::1],
        tags: cython.uchar[::1],
        tau1: cython.double,
        tau2: cython.double,
        guard: cython.bint,
        raw_sizes: cython.bint,
        always_ask: cython.bint,
        find_lists: Any,
    ) -> None:
        self.pairs, self.labels, self.counts, self.tags = pairs, labels, counts, tags
        self.tau1, self.tau2, self.guard, self.raw_sizes = tau1, tau2, guard, raw_sizes
        self.always_ask, self.find_lists = always_ask, find_lists
        self.questions = 0
        self.row = _DOUBLES * (WIDTH + 2)
        self.taking = _INTS * 64

    @cython.cfunc
    @cython.exceptval(check=False)
    def group(self, frame: Frame) -> cython.int:
        """Put distinct nodes that match into one class; nodes without a match get -1."""
        p: cython.Py_ssize_t = frame.first_distinct
        q: cython.Py_ssize_t = frame.distinct - p
        u: cython.Py_ssize_t
        v: cython.Py_ssize_t
        cell: cython.int
        similarity: cython.double
        for u in range(p + q):
            frame.best[u] = 0
            frame.best_sizes[u] = max(1, self.counts[frame.nodes[u]])
            frame.classes[u] = -1
        for u in range(p):
            for v in range(q):
                cell = frame.cells[u * q + v]
                if cell < 0:
                    continue
                similarity = self.pairs.similarity(cell)
                if similarity > frame.best[u]:
                    frame.best[u] = similarity
                    frame.best_sizes[u] = self.pairs.size(cell, 0)
                if similarity > frame.best[p + v]:
                    frame.best[p + v] = similarity
                    frame.best_sizes[p + v] = self.pairs.size(cell, 1)
        for u in range(p):
            for v in range(q):
                cell = frame.cells[u * q + v]
                if cell < 0:
                    continue
                similarity = self.pairs.similarity(cell)
                if (
                    similarity > self.tau1
                    and similarity > self.tau2 * frame.best[u]
                    and similarity > self.tau2 * frame.best[p + v]
                ):
                    _unite(frame.classes, u, p + v)
        for u in range(p + q):
            if frame.classes[u] >= 0:
                frame.classes[u] = _root(frame.classes, u)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def symbol(self, frame: Frame, k: cython.Py_ssize_t) -> cython.int:
        """Return the class of child *k*, or a symbol of its own."""
        place: cython.Py_ssize_t = frame.children[k]
        symbol: cython.int = -1
        if place >= 0:
            if k >= frame.first_count:
                place += frame.first_distinct
            symbol = frame.classes[place]
        if symbol < 0:
            symbol = cython.cast(cython.int, frame.distinct + k)
        return symbol

    @cython.cfunc
    @cython.exceptval(-1)
    def close(
        self,
        frame: Frame,
        key: cython.longlong,
        a: cython.int,
        b: cython.int,
        same: cython.bint,
    ) -> cython.longlong:
        """Work out and remember score and sizes of *a* and *b*, whose children are grouped."""
        lists: cython.bint = self._mark_lists(frame)
        first_size: cython.double
        second_size: cython.double
        u: cython.Py_ssize_t
        if not lists and self.raw_sizes:
            first_size, second_size = self.counts[a], self.counts[b]
        else:
            first_size = self._collapsed(frame, False)
            second_size = self._collapsed(frame, True)
        if lists:
            for u in range(frame.distinct):
                if self._is_list(frame, u) and frame.classes[u] == u:
                    self._average(frame, u)
                    first_size += frame.list_sizes[u]
                    second_size += frame.list_sizes[u]
        return self.pairs.remember(
            key, self._heaviest(frame, lists, same) + 1, first_size, second_size
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_list(self, frame: Frame, u: cython.Py_ssize_t) -> cython.bint:
        """Return whether distinct node *u* belongs to a list."""
        return frame.classes[u] >= 0 and frame.lists[frame.classes[u]] != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _collapsed(self, frame: Frame, second: cython.bint) -> cython.double:
        """Return the size of one side without lists: a child is as large as its partner says."""
        start: cython.Py_ssize_t = frame.first_count if second else 0
        end: cython.Py_ssize_t = start + (frame.second_count if second else frame.first_count)
        shift: cython.Py_ssize_t = frame.first_distinct if second else 0
        total: cython.double = 1
        k: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for k in range(start, end):
            place = frame.children[k]
            if place < 0:
                # Only on hostile pages: a child too unlike the others to be looked at.
                total += 1
            elif not self._is_list(frame, place + shift):
                total += frame.best_sizes[place + shift]
        return total

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _mark_lists(self, frame: Frame) -> cython.bint:
        """Find the classes that are lists; return whether there are any."""
        apart: cython.bint = False
        repeated: cython.bint = False
        found: cython.bint = False
        k: cython.Py_ssize_t
        symbol: cython.int
        before: cython.int = -1
        seen: cython.int[::1] = frame.first_seen
        for k in range(frame.distinct):
            frame.first_seen[k] = frame.second_seen[k] = frame.lists[k] = 0
        for k in range(frame.first_count + frame.second_count):
            symbol = self.symbol(frame, k)
            if k == frame.first_count:
                before = -1
                seen = frame.second_seen
            if symbol < frame.distinct:
                if seen[symbol] > 0:
                    repeated = True
                    apart = apart or before != symbol
                seen[symbol] += 1
            before = symbol
        if not repeated:
            return False
        if self.always_ask or (apart and self.questions < _QUESTIONS):
            self.questions += 1
            return self._ask(frame)
        for k in range(frame.distinct):
            if (frame.first_seen[k] > 1 or frame.second_seen[k] > 1) and not self._guarded(
                frame, k
            ):
                frame.lists[k] = 1
                found = True
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _ask(self, frame: Frame) -> cython.bint:
        """Let the grammars of the two strings say what is a list."""
        k: cython.Py_ssize_t
        symbol: cython.int
        found: cython.bint = False
        # Numbered in order of appearance, so that equal situations are recognised as such.
        numbers: dict[int, int] = {}
        string = []
        guarded = []
        for k in range(frame.first_count + frame.second_count):
            symbol = self.symbol(frame, k)
            if symbol not in numbers:
                if symbol < frame.distinct and self._guarded(frame, symbol):
                    guarded.append(len(numbers))
                numbers[symbol] = len(numbers)
            string.append(numbers[symbol])
        first, second = string[: frame.first_count], string[frame.first_count :]
        wanted = self.find_lists(tuple(first), tuple(second), tuple(guarded))
        for symbol, number in numbers.items():
            if symbol < frame.distinct and number in wanted:
                frame.lists[symbol] = 1
                found = True
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _guarded(self, frame: Frame, root: cython.Py_ssize_t) -> cython.bint:
        """Return whether a class is columns: as many on both sides, cells or plain leaves."""
        tag: cython.int
        u: cython.Py_ssize_t
        if not self.guard:
            return False
        tag = self.tags[self.labels[frame.nodes[root]]]
        if tag & _CELL_TAG:
            # th and td are cells alike: a row with one in the place of the other is as long.
            return frame.first_count == frame.second_count
        if frame.first_seen[root] != frame.second_seen[root] or tag & _LIST_TAG:
            return False
        for u in range(root, frame.distinct):
            if frame.classes[u] == root and self.counts[frame.nodes[u]] > 1:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _average(self, frame: Frame, root: cython.Py_ssize_t) -> cython.int:
        """Write the mean score and the mean size of all pairs of a list."""
        p: cython.Py_ssize_t = frame.first_distinct
        q: cython.Py_ssize_t = frame.distinct - p
        u: cython.Py_ssize_t
        v: cython.Py_ssize_t
        cell: cython.int
        times: cython.double
        pairs: cython.double = 0
        score: cython.double = 0
        size: cython.double = 0
        for u in range(p):
            if frame.classes[u] != root:
                continue
            for v in range(q):
                if frame.classes[p + v] != root:
                    continue
                cell = frame.cells[u * q + v]
                times = cython.cast(cython.double, frame.times[u]) * frame.times[p + v]
                pairs += times
                score += times * self.pairs.score(cell)
                size += times * (self.pairs.size(cell, 0) + self.pairs.size(cell, 1)) / 2
        frame.list_scores[root] = score / pairs
        frame.list_sizes[root] = size / pairs
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _heaviest(self, frame: Frame, lists: cython.bint, same: cython.bint) -> cython.double:
        """Return the weight of the heaviest ordered matching of the two rows."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        first: cython.Py_ssize_t
        second: cython.Py_ssize_t
        diagonal: cython.double
        above: cython.double
        pair: cython.double
        if frame.first_count + frame.second_count > len(self.taking):
            self.taking = _INTS * (2 * (frame.first_count + frame.second_count))
        first = self._taking_part(frame, False, 0, lists)
        second = min(self._taking_part(frame, True, first, lists), WIDTH)
        for j in range(second + 1):
            self.row[j] = 0
        if same and first > WIDTH:
            for i in range(first):
                self.row[0] += self._weight(frame, self.taking[i], self.taking[i], lists)
            return self.row[0]
        for i in range(min(first, WIDTH)):
            diagonal = 0
            for j in range(1, second + 1):
                above = self.row[j]
                pair = diagonal + self._weight(
                    frame, self.taking[i], self.taking[first + j - 1], lists
                )
                if above > pair:
                    pair = above
                if self.row[j - 1] > pair:
                    pair = self.row[j - 1]
                self.row[j] = pair
                diagonal = above
        return self.row[second]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _taking_part(
        self, frame: Frame, second: cython.bint, to: cython.Py_ssize_t, lists: cython.bint
    ) -> cython.Py_ssize_t:
        """Write the places of the children of one side, of a list only the first; count them."""
        start: cython.Py_ssize_t = frame.first_count if second else 0
        end: cython.Py_ssize_t = start + (frame.second_count if second else frame.first_count)
        shift: cython.Py_ssize_t = frame.first_distinct if second else 0
        # How often classes occur is not needed any more.
        seen: cython.int[::1] = frame.second_seen
        count: cython.Py_ssize_t = 0
        place: cython.int
        root: cython.int
        k: cython.Py_ssize_t
        if lists:
            for k in range(frame.distinct):
                seen[k] = 0
        for k in range(start, end):
            place = frame.children[k]
            if place < 0:
                continue
            if lists and self._is_list(frame, place + shift):
                root = frame.classes[place + shift]
                if seen[root]:
                    continue
                seen[root] = 1
            self.taking[to + count] = place
            count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _weight(
        self, frame: Frame, u: cython.Py_ssize_t, v: cython.Py_ssize_t, lists: cython.bint
    ) -> cython.double:
        """Return what a child of the first row and one of the second weigh as a pair."""
        p: cython.Py_ssize_t = frame.first_distinct
        cell: cython.int
        if lists and self._is_list(frame, u) and frame.classes[p + v] == frame.classes[u]:
            return frame.list_scores[frame.classes[u]]
        cell = frame.cells[u * (frame.distinct - p) + v]
        return self.pairs.score(cell) if cell >= 0 else 0.0


@cython.cfunc
@cython.exceptval(check=False)
def _root(classes: cython.int[::1], u: cython.Py_ssize_t) -> cython.int:
    while classes[u] != u:
        u = classes[u]
    return cython.cast(cython.int, u)


@cython.cfunc
@cython.exceptval(check=False)
def _unite(classes: cython.int[::1], u: cython.Py_ssize_t, v: cython.Py_ssize_t) -> cython.int:
    one: cython.int
    two: cython.int
    if classes[u] < 0:
        classes[u] = cython.cast(cython.int, u)
    if classes[v] < 0:
        classes[v] = cython.cast(cython.int, v)
    one = _root(classes, u)
    two = _root(classes, v)
    # The earlier one is the root, and paths are kept short by pointing straight at it.
    if one < two:
        classes[two] = one
        classes[v] = one
    elif two < one:
        classes[one] = two
        classes[u] = two
    return 0
