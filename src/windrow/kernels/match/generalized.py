"""Tree matching that knows lists: how alike two trees are when every list counts as one element."""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array
from typing import Any

__all__ = ["Matching", "fold"]

# Bits of `tags`: a run of such leaves may be a list; such nodes are the cells of a row.
_LIST_TAG = cython.declare(cython.int, 1)
_CELL_TAG = cython.declare(cython.int, 2)

# Bounds for hostile pages, far above what real ones need: distinct children compared with one
# another, the first few that the others are then compared with, cells of one matrix of children,
# and pairs of subtrees, after which only a few distinct children are looked at; after twice as
# many, none.
_DISTINCT = cython.declare(cython.int, 192)
_LEADERS = cython.declare(cython.int, 24)
_WIDTH = cython.declare(cython.int, 1000)
_PAIRS = cython.declare(cython.longlong, 250_000)
# Grammars of strings in which symbols of a kind stand apart; later, whatever repeats is a list,
# which is the same but for groups whose order the other side does not have.
_QUESTIONS = cython.declare(cython.int, 2000)

# A frame: eight numbers, then the children of both sides as places among the distinct ones, ...
_HEAD = cython.declare(cython.int, 8)


def fold(
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    phrases: cython.uchar[::1],
    text: cython.int,
) -> tuple[array[int], array[int], array[int]]:
    """Return labels, parents and sizes with every run of text as one leaf.

    *phrases* marks the labels that may be part of a text, *text* is the label of text itself. A
    run of two or more such siblings, text among them, is its first node, and that of an element
    which holds nothing else is the element. Nodes that are folded away have the parent -1 and the
    size 0.
    """
    count: cython.Py_ssize_t = len(labels)
    new_labels = array("i", labels)
    new_parents = array("i", parents)
    new_sizes = array("i", bytes(4 * count))
    names: cython.int[::1] = new_labels
    above: cython.int[::1] = new_parents
    counts: cython.int[::1] = new_sizes
    cython.declare(node=cython.Py_ssize_t, child=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cython.declare(first=cython.Py_ssize_t, run=cython.int, texts=cython.int)
    for node in range(count - 1, -1, -1):
        end = node + sizes[node]
        child = node + 1
        counts[node] = 1
        while child < end:
            first, run, texts = child, 0, 0
            while child < end and phrases[labels[child]] and counts[child] == 1:
                texts += labels[child] == text
                run += 1
                child += sizes[child]
            if run > 1 and texts:
                if first == node + 1 and child == end:
                    names[first] = labels[first]
                    above[first] = -1
                    counts[first] = 0
                else:
                    names[first] = text
                    counts[node] += 1
                first += sizes[first]
                while first < child:
                    above[first] = -1
                    counts[first] = 0
                    first += sizes[first]
            else:
                counts[node] += run
            if child < end and not (phrases[labels[child]] and counts[child] == 1):
                counts[node] += counts[child]
                child += sizes[child]
    return new_labels, new_parents, new_sizes


@cython.cclass
class Matching:
    """Matches the subtrees of one tree, remembering results by pairs of shapes.

    The tree is given by labels, subtree sizes and shapes in preorder; *counts* are the sizes
    after folding, 0 for what is folded away. *find_lists* gets two
    strings of symbols and the guarded symbols, and returns those that belong to a list.
    A result is a score and two collapsed sizes ([jindal2010]).
    """

    labels: cython.int[::1]
    sizes: cython.int[::1]
    counts: cython.int[::1]
    shapes: cython.int[::1]
    tags: cython.uchar[::1]
    tau1: cython.double
    tau2: cython.double
    guard: cython.bint
    raw_sizes: cython.bint
    always_ask: cython.bint
    find_lists: Any  # called with two strings and the guarded symbols
    questions: cython.int
    # Remembered pairs: key and number of the result; a result is three numbers.
    slots: cython.longlong[::1]
    results: cython.double[::1]
    taken: cython.Py_ssize_t
    # Where a shape was met first among the children looked at, if its stamp is the present one.
    stamps: cython.int[::1]
    places: cython.int[::1]
    stamp: cython.int
    # Frames of the comparisons under way, one behind the other; `top` is the first free place.
    ints: cython.int[::1]
    reals: cython.double[::1]
    top: cython.Py_ssize_t

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
        self.labels, self.sizes, self.counts = labels, sizes, counts
        self.shapes, self.tags = shapes, tags
        self.tau1, self.tau2, self.guard, self.raw_sizes = tau1, tau2, guard, literal
        self.always_ask = always_ask
        self.find_lists = find_lists
        self.questions = 0
        self.slots = array("q", bytes(16 * 1024))
        self.results = array("d", bytes(24 * 256))
        self.taken = 0
        self.stamps = array("i", bytes(4 * (len(labels) + 1)))
        self.places = array("i", bytes(4 * (len(labels) + 1)))
        self.stamp = 0
        self.ints = array("i", bytes(4 * 4096))
        self.reals = array("d", bytes(8 * 4096))
        self.top = 0

    def match(self, a: cython.int, b: cython.int) -> tuple[float, float, float]:
        """Return score and collapsed sizes of the subtrees at *a* and *b*."""
        cython.declare(cell=cython.longlong)
        if self.labels[a] != self.labels[b]:
            return 0.0, max(1.0, self.counts[a]), max(1.0, self.counts[b])
        cell = self._match(a, b)
        return self._score(cell), self._size(cell, 0), self._size(cell, 1)

    def symbols(self, first: cython.int[::1], second: cython.int[::1]) -> array[int]:
        """Return a symbol for each node of *first*, then of *second*.

        Nodes that match, also by way of others, get the same symbol; every other node has one of
        its own. With the same array twice, a node's best partner is itself.
        """
        base: cython.Py_ssize_t = self.top
        count_a: cython.Py_ssize_t = len(first)
        count_b: cython.Py_ssize_t = len(second)
        cython.declare(k=cython.Py_ssize_t, symbol=cython.int)
        self.top = base + _HEAD + count_a + count_b
        self._make_room()
        self.ints[base] = cython.cast(cython.int, count_a)
        self.ints[base + 1] = cython.cast(cython.int, count_b)
        for k in range(count_a):
            self.ints[base + _HEAD + k] = first[k]
        for k in range(count_b):
            self.ints[base + _HEAD + count_a + k] = second[k]
        self._open(base)
        self._fill(base)
        self._group(base)
        found = array("i", bytes(4 * (count_a + count_b)))
        view: cython.int[::1] = found
        for k in range(count_a + count_b):
            symbol = self._symbol(base, k)
            view[k] = symbol
        self.top = base
        return found

    def align(self, first: cython.int[::1], second: cython.int[::1]) -> array[int]:
        """Return the places of *first* and *second* paired by the heaviest ordered matching.

        Two nodes weigh their score; numbers below zero stand for lists and match only themselves.
        Of several heaviest matchings the earliest in *second* is taken.
        """
        rows: cython.Py_ssize_t = min(len(first), _WIDTH)
        width: cython.Py_ssize_t = min(len(second), _WIDTH) + 1
        origin: cython.uchar[::1] = bytearray((rows + 1) * width)
        values: cython.double[::1] = array("d", bytes(8 * width))
        cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, diagonal=cython.double)
        cython.declare(above=cython.double, pair=cython.double)
        for i in range(1, rows + 1):
            diagonal = 0
            for j in range(1, width):
                above = values[j]
                pair = diagonal + self._weight(first[i - 1], second[j - 1])
                if values[j - 1] >= above and values[j - 1] >= pair:
                    pair = values[j - 1]
                elif above >= pair:
                    pair = above
                    origin[i * width + j] = 1
                else:
                    origin[i * width + j] = 2
                values[j] = pair
                diagonal = above
        found = array("i")
        i, j = rows, width - 1
        while i > 0 and j > 0:
            if origin[i * width + j] == 2:
                found.append(i - 1)
                found.append(j - 1)
                i -= 1
                j -= 1
            elif origin[i * width + j] == 1:
                i -= 1
            else:
                j -= 1
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _weight(self, a: cython.int, b: cython.int) -> cython.double:
        if a < 0 or b < 0:
            return 4.0 if a == b else 0.0
        if self.labels[a] != self.labels[b]:
            return 0.0
        return self._score(self._match(a, b))

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _match(self, a: cython.int, b: cython.int) -> cython.longlong:
        """Return twice the number of the result, plus one where its sides are swapped.

        The only function that calls itself: one level of the tree is one frame of the stack.
        """
        swapped: cython.longlong = self.shapes[a] > self.shapes[b]
        cython.declare(key=cython.longlong, slot=cython.Py_ssize_t, base=cython.Py_ssize_t)
        cython.declare(cells=cython.Py_ssize_t, first=cython.Py_ssize_t, u=cython.Py_ssize_t)
        cython.declare(v=cython.Py_ssize_t, p=cython.Py_ssize_t, q=cython.Py_ssize_t, x=cython.int)
        cython.declare(y=cython.int, cell=cython.longlong)
        same: cython.bint = self.shapes[a] == self.shapes[b]
        if swapped:
            a, b = b, a
        key = (cython.cast(cython.longlong, self.shapes[a]) + 1) << 32 | (self.shapes[b] + 1)
        slot = self._slot(key)
        if self.slots[2 * slot] == key:
            return 2 * self.slots[2 * slot + 1] + swapped
        if self.counts[a] <= 1 or self.counts[b] <= 1:
            return (
                2 * self._remember(key, 1.0, max(1, self.counts[a]), max(1, self.counts[b]))
                + swapped
            )
        if self.taken > 2 * _PAIRS:
            return 2 * self._give_up(key, a, b, same) + swapped
        base = self.top
        self._write_children(a, b)
        self._open(base)
        p, q = self.ints[base + 2], self.ints[base + 3]
        first, cells = self.ints[base + 4], self.ints[base + 5]
        for u in range(p):
            for v in range(q):
                x = self.ints[first + u]
                y = self.ints[first + p + v]
                if self.labels[x] != self.labels[y]:
                    cell = -1
                elif same and v < u:
                    cell = self.ints[cells + v * q + u] ^ 1
                else:
                    cell = self._match(x, y)
                self.ints[cells + u * q + v] = cython.cast(cython.int, cell)
        self._group(base)
        cell = self._close(base, key, a, b)
        self.top = base
        return 2 * cell + swapped

    @cython.cfunc
    @cython.exceptval(-1)
    def _give_up(
        self, key: cython.longlong, a: cython.int, b: cython.int, same: cython.bint
    ) -> cython.longlong:
        """Only on hostile pages: equal trees match, others do not but for their roots."""
        score: cython.double = self.counts[a] if same else 1.0
        return self._remember(key, score, self.counts[a], self.counts[b])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def _score(self, cell: cython.longlong) -> cython.double:
        return self.results[3 * (cell >> 1)]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def _size(self, cell: cython.longlong, side: cython.int) -> cython.double:
        return self.results[3 * (cell >> 1) + 1 + ((cell & 1) ^ side)]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def _normal(self, cell: cython.longlong) -> cython.double:
        one: cython.double = self.results[3 * (cell >> 1) + 1]
        two: cython.double = self.results[3 * (cell >> 1) + 2]
        return self.results[3 * (cell >> 1)] / (one if one > two else two)

    # -- frames ------------------------------------------------------------------------------
    # 0 children of a, 1 of b, 2 distinct of a, 3 of b, 4 where the distinct nodes are, 5 the
    # matrix of cells, 6 the classes (one a distinct node), 7 how often each class occurs on either
    # side, and behind that each distinct node; the children begin at 8. In `reals`, from the same
    # base on: the best similarity of each distinct node and its size there, then those of lists.

    @cython.cfunc
    @cython.exceptval(-1)
    def _write_children(self, a: cython.int, b: cython.int) -> cython.int:
        """Begin a frame with the children of *a* and *b*."""
        base: cython.Py_ssize_t = self.top
        to: cython.Py_ssize_t = base + _HEAD
        cython.declare(child=cython.int)
        # No node has more children than nodes below it.
        self.top = to + self.counts[a] + self.counts[b]
        self._make_room()
        child = a + 1
        while child < a + self.sizes[a]:
            if self.counts[child]:
                self.ints[to] = child
                to += 1
            child += self.sizes[child]
        self.ints[base] = cython.cast(cython.int, to - base - _HEAD)
        child = b + 1
        while child < b + self.sizes[b]:
            if self.counts[child]:
                self.ints[to] = child
                to += 1
            child += self.sizes[child]
        self.ints[base + 1] = cython.cast(cython.int, to - base - _HEAD - self.ints[base])
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _open(self, base: cython.Py_ssize_t) -> cython.int:
        """Lay out the frame at *base*, in which two rows of siblings are written already."""
        count_a: cython.Py_ssize_t = self.ints[base]
        count_b: cython.Py_ssize_t = self.ints[base + 1]
        nodes: cython.Py_ssize_t = base + _HEAD + count_a + count_b
        limit: cython.Py_ssize_t = _DISTINCT if self.taken < _PAIRS else _LEADERS
        cython.declare(p=cython.Py_ssize_t, q=cython.Py_ssize_t, room=cython.Py_ssize_t)
        self.top = nodes + count_a + count_b
        self._make_room()
        p = self._distinct(base + _HEAD, count_a, nodes, limit)
        q = self._distinct(base + _HEAD + count_a, count_b, nodes + p, limit)
        room = p + q
        self.top = nodes + 5 * room + p * q
        self._make_room()
        self.ints[base + 2] = cython.cast(cython.int, p)
        self.ints[base + 3] = cython.cast(cython.int, q)
        self.ints[base + 4] = cython.cast(cython.int, nodes)
        self.ints[base + 5] = cython.cast(cython.int, nodes + 5 * room)
        self.ints[base + 6] = cython.cast(cython.int, nodes + room)
        self.ints[base + 7] = cython.cast(cython.int, nodes + 2 * room)
        self._count(base + _HEAD, count_a, nodes + 4 * room, p)
        self._count(base + _HEAD + count_a, count_b, nodes + 4 * room + p, q)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count(
        self,
        start: cython.Py_ssize_t,
        count: cython.Py_ssize_t,
        to: cython.Py_ssize_t,
        distinct: cython.Py_ssize_t,
    ) -> cython.int:
        """Write how many children have each of the distinct shapes."""
        cython.declare(k=cython.Py_ssize_t)
        for k in range(distinct):
            self.ints[to + k] = 0
        for k in range(start, start + count):
            if self.ints[k] >= 0:
                self.ints[to + self.ints[k]] += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _distinct(
        self,
        start: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        kept: cython.Py_ssize_t,
        limit: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Put numbers of shapes in the place of nodes, and keep a node of each from *kept* on.

        Beyond *limit* shapes, one more takes the number of the first it is like, or -1.
        """
        count: cython.Py_ssize_t = 0
        cython.declare(k=cython.Py_ssize_t, node=cython.int, shape=cython.int, stamp=cython.int)
        self.stamp += 1
        stamp = self.stamp
        for k in range(start, start + length):
            node = self.ints[k]
            shape = self.shapes[node]
            if self.stamps[shape] != stamp:
                if count >= limit:
                    self.ints[k] = -2 - node
                    continue
                self.stamps[shape] = stamp
                self.places[shape] = cython.cast(cython.int, count)
                self.ints[kept + count] = node
                count += 1
            self.ints[k] = self.places[shape]
        if count >= limit:
            for k in range(start, start + length):
                if self.ints[k] <= -2:
                    node = -2 - self.ints[k]
                    self.ints[k] = self._leader(node, kept, count)
        return count

    @cython.cfunc
    @cython.exceptval(-3, check=True)
    def _leader(
        self, node: cython.int, kept: cython.Py_ssize_t, count: cython.Py_ssize_t
    ) -> cython.int:
        tried: cython.int = 0
        cython.declare(k=cython.Py_ssize_t)
        for k in range(count):
            if self.labels[self.ints[kept + k]] != self.labels[node]:
                continue
            if self._normal(self._match(self.ints[kept + k], node)) > self.tau2:
                return cython.cast(cython.int, k)
            tried += 1
            if tried >= _LEADERS:
                break
        return -1

    @cython.cfunc
    @cython.exceptval(-1)
    def _fill(self, base: cython.Py_ssize_t) -> cython.int:
        p: cython.Py_ssize_t = self.ints[base + 2]
        q: cython.Py_ssize_t = self.ints[base + 3]
        first: cython.Py_ssize_t = self.ints[base + 4]
        cells: cython.Py_ssize_t = self.ints[base + 5]
        cython.declare(cell=cython.longlong, u=cython.Py_ssize_t, v=cython.Py_ssize_t)
        for u in range(p):
            for v in range(q):
                cell = -1
                if self.labels[self.ints[first + u]] == self.labels[self.ints[first + p + v]]:
                    cell = self._match(self.ints[first + u], self.ints[first + p + v])
                self.ints[cells + u * q + v] = cython.cast(cython.int, cell)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _group(self, base: cython.Py_ssize_t) -> cython.int:
        """Put distinct nodes that match into one class; -1 is the class of those without match."""
        p: cython.Py_ssize_t = self.ints[base + 2]
        q: cython.Py_ssize_t = self.ints[base + 3]
        cells: cython.Py_ssize_t = self.ints[base + 5]
        classes: cython.Py_ssize_t = self.ints[base + 6]
        cython.declare(u=cython.Py_ssize_t, v=cython.Py_ssize_t, cell=cython.int)
        cython.declare(normal=cython.double)
        for u in range(p + q):
            self.reals[base + 2 * u] = 0
            self.reals[base + 2 * u + 1] = max(1, self.counts[self.ints[self.ints[base + 4] + u]])
            self.ints[classes + u] = -1
        for u in range(p):
            for v in range(q):
                cell = self.ints[cells + u * q + v]
                if cell < 0:
                    continue
                normal = self._normal(cell)
                if normal > self.reals[base + 2 * u]:
                    self.reals[base + 2 * u] = normal
                    self.reals[base + 2 * u + 1] = self._size(cell, 0)
                if normal > self.reals[base + 2 * (p + v)]:
                    self.reals[base + 2 * (p + v)] = normal
                    self.reals[base + 2 * (p + v) + 1] = self._size(cell, 1)
        for u in range(p):
            for v in range(q):
                cell = self.ints[cells + u * q + v]
                if cell < 0:
                    continue
                normal = self._normal(cell)
                if (
                    normal > self.tau1
                    and normal > self.tau2 * self.reals[base + 2 * u]
                    and normal > self.tau2 * self.reals[base + 2 * (p + v)]
                ):
                    self._unite(classes, u, p + v)
        for u in range(p + q):
            if self.ints[classes + u] >= 0:
                self.ints[classes + u] = self._root(classes, u)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _root(self, classes: cython.Py_ssize_t, u: cython.Py_ssize_t) -> cython.int:
        while self.ints[classes + u] != u:
            u = self.ints[classes + u]
        return cython.cast(cython.int, u)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _unite(
        self, classes: cython.Py_ssize_t, u: cython.Py_ssize_t, v: cython.Py_ssize_t
    ) -> cython.int:
        cython.declare(one=cython.int, two=cython.int)
        if self.ints[classes + u] < 0:
            self.ints[classes + u] = cython.cast(cython.int, u)
        if self.ints[classes + v] < 0:
            self.ints[classes + v] = cython.cast(cython.int, v)
        one = self._root(classes, u)
        two = self._root(classes, v)
        # The earlier one is the root, and paths are kept short by pointing straight at it.
        if one < two:
            self.ints[classes + two] = one
            self.ints[classes + v] = one
        elif two < one:
            self.ints[classes + one] = two
            self.ints[classes + u] = two
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _symbol(self, base: cython.Py_ssize_t, k: cython.Py_ssize_t) -> cython.int:
        """Return the class of child *k* (those of b come after those of a) or a new symbol."""
        place: cython.Py_ssize_t = self.ints[base + _HEAD + k]
        symbol: cython.int = -1
        if place >= 0:
            if k >= self.ints[base]:
                place += self.ints[base + 2]
            symbol = self.ints[self.ints[base + 6] + place]
        if symbol < 0:
            symbol = cython.cast(cython.int, self.ints[base + 2] + self.ints[base + 3] + k)
        return symbol

    @cython.cfunc
    @cython.exceptval(-1)
    def _close(
        self, base: cython.Py_ssize_t, key: cython.longlong, a: cython.int, b: cython.int
    ) -> cython.longlong:
        """Work out score and sizes of a frame whose classes are known, and remember them."""
        p: cython.Py_ssize_t = self.ints[base + 2]
        q: cython.Py_ssize_t = self.ints[base + 3]
        lists: cython.bint = self._mark_lists(base)
        cython.declare(score=cython.double, size_a=cython.double, size_b=cython.double)
        cython.declare(u=cython.Py_ssize_t)
        if not lists and self.raw_sizes:
            size_a, size_b = self.counts[a], self.counts[b]
        else:
            size_a = self._collapsed(base, 0)
            size_b = self._collapsed(base, 1)
        # The averages of the lists stand behind the best partners.
        if lists:
            for u in range(p + q):
                if self._is_list(base, u) and self.ints[self.ints[base + 6] + u] == u:
                    self._average(base, u)
                    size_a += self.reals[base + 2 * (p + q + u) + 1]
                    size_b += self.reals[base + 2 * (p + q + u) + 1]
        score = self._best(base, lists, self.shapes[a] == self.shapes[b])
        return self._remember(key, score + 1, size_a, size_b)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def _is_list(self, base: cython.Py_ssize_t, u: cython.Py_ssize_t) -> cython.bint:
        """Return whether distinct node *u* belongs to a list: its count is marked below zero."""
        root: cython.int = self.ints[self.ints[base + 6] + u]
        return root >= 0 and self.ints[self.ints[base + 7] + root] < 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _collapsed(self, base: cython.Py_ssize_t, side: cython.int) -> cython.double:
        """Return the size of one side without lists: a child is as large as its partner says."""
        start: cython.Py_ssize_t = self.ints[base] * side
        total: cython.double = 1
        shift: cython.Py_ssize_t = self.ints[base + 2] * side
        cython.declare(k=cython.Py_ssize_t, place=cython.Py_ssize_t)
        for k in range(start, start + self.ints[base + side]):
            place = self.ints[base + _HEAD + k]
            if place < 0:
                # Only on hostile pages: a child too unlike the others to be looked at.
                total += 1
            elif not self._is_list(base, place + shift):
                total += self.reals[base + 2 * (place + shift) + 1]
        return total

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _mark_lists(self, base: cython.Py_ssize_t) -> cython.bint:
        """Find the classes that are lists; their counts become negative."""
        count_a: cython.Py_ssize_t = self.ints[base]
        count_b: cython.Py_ssize_t = self.ints[base + 1]
        room: cython.Py_ssize_t = self.ints[base + 2] + self.ints[base + 3]
        counts: cython.Py_ssize_t = self.ints[base + 7]
        apart: cython.bint = False
        repeated: cython.bint = False
        found: cython.bint = False
        cython.declare(k=cython.Py_ssize_t, symbol=cython.int, before=cython.int)
        # Behind each other: how often a class occurs in a, in b.
        for k in range(2 * room):
            self.ints[counts + k] = 0
        before = -1
        for k in range(count_a + count_b):
            symbol = self._symbol(base, k)
            if k == count_a:
                before = -1
            if symbol < room:
                symbol += cython.cast(cython.int, room) if k >= count_a else 0
                if self.ints[counts + symbol] > 0:
                    repeated = True
                    if before != symbol:
                        apart = True
                self.ints[counts + symbol] += 1
            before = symbol
        if not repeated:
            return False
        if self.always_ask or (apart and self.questions < _QUESTIONS):
            self.questions += 1
            return self._ask(base)
        for k in range(room):
            if self.ints[counts + k] > 1 or self.ints[counts + room + k] > 1:
                if not self._guarded(base, k):
                    self.ints[counts + k] = -1
                    found = True
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _ask(self, base: cython.Py_ssize_t) -> cython.bint:
        """Let the grammars of the two strings say what is a list."""
        count_a: cython.Py_ssize_t = self.ints[base]
        count: cython.Py_ssize_t = count_a + self.ints[base + 1]
        room: cython.Py_ssize_t = self.ints[base + 2] + self.ints[base + 3]
        cython.declare(k=cython.Py_ssize_t, symbol=cython.int)
        found: cython.bint = False
        # Numbered in order of appearance, so that equal situations are recognised as such.
        numbers: dict[int, int] = {}
        string = []
        guarded = []
        for k in range(count):
            symbol = self._symbol(base, k)
            if symbol not in numbers:
                if symbol < room and self._guarded(base, symbol):
                    guarded.append(len(numbers))
                numbers[symbol] = len(numbers)
            string.append(numbers[symbol])
        wanted = self.find_lists(tuple(string[:count_a]), tuple(string[count_a:]), tuple(guarded))
        for symbol, number in numbers.items():
            if symbol < room and number in wanted:
                self.ints[self.ints[base + 7] + symbol] = -1
                found = True
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _guarded(self, base: cython.Py_ssize_t, root: cython.Py_ssize_t) -> cython.bint:
        """Return whether a class is columns: as many on both sides, cells or plain leaves."""
        room: cython.Py_ssize_t = self.ints[base + 2] + self.ints[base + 3]
        counts: cython.Py_ssize_t = self.ints[base + 7]
        classes: cython.Py_ssize_t = self.ints[base + 6]
        nodes: cython.Py_ssize_t = self.ints[base + 4]
        cython.declare(tag=cython.int, u=cython.Py_ssize_t)
        if not self.guard:
            return False
        tag = self.tags[self.labels[self.ints[nodes + root]]]
        if tag & _CELL_TAG:
            # th and td are cells alike: a row with one in the place of the other is as long.
            return self.ints[base] == self.ints[base + 1]
        if self.ints[counts + root] != self.ints[counts + room + root]:
            return False
        if tag & _LIST_TAG:
            return False
        for u in range(root, room):
            if self.ints[classes + u] == root and self.counts[self.ints[nodes + u]] > 1:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _average(self, base: cython.Py_ssize_t, root: cython.Py_ssize_t) -> cython.int:
        """Put mean score and mean size of all pairs of a list behind the best partners."""
        p: cython.Py_ssize_t = self.ints[base + 2]
        q: cython.Py_ssize_t = self.ints[base + 3]
        cells: cython.Py_ssize_t = self.ints[base + 5]
        classes: cython.Py_ssize_t = self.ints[base + 6]
        counted: cython.Py_ssize_t = self.ints[base + 4] + 4 * (p + q)
        cython.declare(u=cython.Py_ssize_t, v=cython.Py_ssize_t, cell=cython.int)
        cython.declare(times=cython.double)
        pairs: cython.double = 0
        score: cython.double = 0
        size: cython.double = 0
        for u in range(p):
            if self.ints[classes + u] != root:
                continue
            for v in range(q):
                if self.ints[classes + p + v] != root:
                    continue
                cell = self.ints[cells + u * q + v]
                times = (
                    cython.cast(cython.double, self.ints[counted + u]) * self.ints[counted + p + v]
                )
                pairs += times
                score += times * self._score(cell)
                size += times * (self._size(cell, 0) + self._size(cell, 1)) / 2
        self.reals[base + 2 * (p + q + root)] = score / pairs
        self.reals[base + 2 * (p + q + root) + 1] = size / pairs
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _best(
        self, base: cython.Py_ssize_t, lists: cython.bint, same: cython.bint
    ) -> cython.double:
        """Return the weight of the heaviest ordered matching of the children."""
        room: cython.Py_ssize_t = self.ints[base + 2] + self.ints[base + 3]
        # Places of the children that take part, then one row of the matrix.
        rows: cython.Py_ssize_t = self.top
        cython.declare(count_a=cython.Py_ssize_t, count_b=cython.Py_ssize_t)
        values: cython.Py_ssize_t = base + 4 * room
        cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, diagonal=cython.double)
        cython.declare(above=cython.double, pair=cython.double)
        self.top = rows + self.ints[base] + self.ints[base + 1] + 4 * room + 2
        self._make_room()
        count_a = self._taking_part(base, 0, rows, lists)
        count_b = self._taking_part(base, 1, rows + count_a, lists)
        for j in range(count_b + 1):
            self.reals[values + j] = 0
        if same and count_a > _WIDTH:
            for i in range(count_a):
                self.reals[values] += self._cell_weight(
                    base, self.ints[rows + i], self.ints[rows + i], lists
                )
            return self.reals[values]
        for i in range(min(count_a, _WIDTH)):
            diagonal = 0
            for j in range(1, min(count_b, _WIDTH) + 1):
                above = self.reals[values + j]
                pair = diagonal + self._cell_weight(
                    base, self.ints[rows + i], self.ints[rows + count_a + j - 1], lists
                )
                if above > pair:
                    pair = above
                if self.reals[values + j - 1] > pair:
                    pair = self.reals[values + j - 1]
                self.reals[values + j] = pair
                diagonal = above
        return self.reals[values + min(count_b, _WIDTH)]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _taking_part(
        self,
        base: cython.Py_ssize_t,
        side: cython.int,
        to: cython.Py_ssize_t,
        lists: cython.bint,
    ) -> cython.Py_ssize_t:
        """Write the places of the children of one side: of a list only the first."""
        start: cython.Py_ssize_t = self.ints[base] * side
        shift: cython.Py_ssize_t = self.ints[base + 2] * side
        room: cython.Py_ssize_t = self.ints[base + 2] + self.ints[base + 3]
        seen: cython.Py_ssize_t = self.ints[base + 7] + room
        count: cython.Py_ssize_t = 0
        cython.declare(place=cython.int, root=cython.int, k=cython.Py_ssize_t)
        if lists:
            for k in range(room):
                self.ints[seen + k] = 0
        for k in range(start, start + self.ints[base + side]):
            place = self.ints[base + _HEAD + k]
            if place < 0:
                continue
            if lists and self._is_list(base, place + shift):
                root = self.ints[self.ints[base + 6] + place + shift]
                if self.ints[seen + root]:
                    continue
                self.ints[seen + root] = 1
            self.ints[to + count] = place
            count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def _cell_weight(
        self,
        base: cython.Py_ssize_t,
        u: cython.Py_ssize_t,
        v: cython.Py_ssize_t,
        lists: cython.bint,
    ) -> cython.double:
        p: cython.Py_ssize_t = self.ints[base + 2]
        q: cython.Py_ssize_t = self.ints[base + 3]
        classes: cython.Py_ssize_t = self.ints[base + 6]
        cython.declare(cell=cython.int)
        if (
            lists
            and self._is_list(base, u)
            and self.ints[classes + p + v] == self.ints[classes + u]
        ):
            return self.reals[base + 2 * (p + q + self.ints[classes + u])]
        cell = self.ints[self.ints[base + 5] + u * q + v]
        return self._score(cell) if cell >= 0 else 0.0

    # -- memory ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong) -> cython.Py_ssize_t:
        mask: cython.longlong = len(self.slots) // 2 - 1
        # A mix of both halves that stays below 63 bits, compiled and uncompiled alike.
        slot: cython.longlong = ((key >> 32) * 40503 + (key & 0xFFFFFFF) * 7919) & mask
        while self.slots[2 * slot] != 0 and self.slots[2 * slot] != key:
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    @cython.exceptval(-1)
    def _remember(
        self,
        key: cython.longlong,
        score: cython.double,
        size_a: cython.double,
        size_b: cython.double,
    ) -> cython.longlong:
        number: cython.longlong = self.taken
        cython.declare(slot=cython.Py_ssize_t)
        if 3 * number + 3 > len(self.results):
            old: cython.double[::1] = self.results
            self.results = array("d", bytes(16 * len(old)))
            self.results[: len(old)] = old
        self.results[3 * number] = score
        self.results[3 * number + 1] = size_a
        self.results[3 * number + 2] = size_b
        self.taken += 1
        # Half full is full: longer runs of taken slots would cost more than the copy.
        if 4 * self.taken > len(self.slots):
            self._grow()
        slot = self._slot(key)
        self.slots[2 * slot] = key
        self.slots[2 * slot + 1] = number
        return number

    @cython.cfunc
    def _grow(self) -> cython.int:
        old: cython.longlong[::1] = self.slots
        cython.declare(k=cython.Py_ssize_t, slot=cython.Py_ssize_t)
        self.slots = array("q", bytes(16 * len(old)))
        for k in range(len(old) // 2):
            if old[2 * k] != 0:
                slot = self._slot(old[2 * k])
                self.slots[2 * slot] = old[2 * k]
                self.slots[2 * slot + 1] = old[2 * k + 1]
        return 0

    @cython.cfunc
    def _make_room(self) -> cython.int:
        if 2 * self.top + 64 > len(self.ints):
            old: cython.int[::1] = self.ints
            self.ints = array("i", bytes(4 * (4 * self.top + 64)))
            self.ints[: len(old)] = old
            past: cython.double[::1] = self.reals
            self.reals = array("d", bytes(8 * (4 * self.top + 64)))
            self.reals[: len(past)] = past
        return 0
