"""Features of candidates from lining up the texts of their records by their paths."""

from __future__ import annotations

from array import array

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.libc.math import log
    from cython.cimports.windrow.kernels.auto import samples
else:
    from math import log

    samples = load("auto.samples", "python")

__all__ = ["Columns"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))
_DOUBLES = array("d", (0.0,))

# Those of the path hashes in `windrow.kernels.auto.signals`.
_PRIME = cython.declare(cython.longlong, 2147483647)
_BASE = cython.declare(cython.longlong, 1000003)

# Texts of a record that are looked at. Enough to judge the rest; chosen, not measured.
_NODE_TEXTS = cython.declare(cython.int, 80)

_NAMES = (
    "similarity single multiplicity variety longest_column labels number_columns key varied kin"
).split()


@cython.final
@cython.cclass
class Columns:
    """Measures candidates of one page; the arrays are those of a tree and of its signals."""

    parents: cython.int[::1]
    sizes: cython.int[::1]
    depths: cython.int[::1]
    chars: cython.int[::1]
    words: cython.int[::1]
    numerics: cython.int[::1]
    hashes: cython.int[::1]
    colons: cython.int[::1]
    path_hashes: cython.int[::1]
    paths: cython.int[::1]
    text_nodes: cython.int[::1]  # the nodes with a letter or digit, in order
    path_texts: cython.int[::1]  # by path: how many of these it has
    path_stamps: cython.int[::1]
    kin: cython.longlong  # texts of the page with a path that the current candidate has
    powers: cython.longlong[::1]
    # A small hash table: key -> column, emptied by raising the stamp.
    keys: cython.longlong[::1]
    stamps: cython.int[::1]
    slots: cython.int[::1]
    stamp: cython.int
    # A set of keys, emptied in the same way.
    seen: cython.longlong[::1]
    seen_stamps: cython.int[::1]
    # By column: records that have it, last of these, how often there, text length, values.
    filled: cython.int[::1]
    last: cython.int[::1]
    times: cython.int[::1]
    length: cython.longlong[::1]
    values: cython.int[::1]
    numbers: cython.int[::1]
    columns: cython.int
    # Of the current record: its keys, those that the record before has too, and how often the most
    # frequent one occurs.
    own: cython.int
    shared: cython.int
    most: cython.int

    def __init__(self, **arrays: array[int]) -> None:
        self.parents, self.sizes = arrays["parents"], arrays["sizes"]
        self.depths, self.chars, self.words = arrays["depths"], arrays["chars"], arrays["words"]
        self.hashes, self.colons = arrays["hashes"], arrays["colons"]
        self.numerics, self.paths = arrays["numerics"], arrays["paths"]
        self.path_hashes = arrays["path_hashes"]
        self.text_nodes = self._nodes_with_text()
        deepest: cython.int = 0
        node: cython.Py_ssize_t
        for node in range(len(self.depths)):
            deepest = max(deepest, self.depths[node])
        deepest += 2
        self.powers = array("q", [1]) * (deepest + 1)
        for node in range(1, deepest + 1):
            self.powers[node] = self.powers[node - 1] * _BASE % _PRIME
        # No candidate has more keys than sampled texts.
        columns = min(len(self.text_nodes), samples.SAMPLE * _NODE_TEXTS) + 1
        room = 256
        while room < 2 * columns:
            room *= 2
        self.keys = _LONGS * room
        self.stamps = _INTS * room
        self.slots = _INTS * room
        self.seen = _LONGS * room
        self.seen_stamps = _INTS * room
        self.stamp = 0
        self.filled = _INTS * columns
        self.last = _INTS * columns
        self.times = _INTS * columns
        self.length = _LONGS * columns
        self.values = _INTS * columns
        self.numbers = _INTS * columns

    @cython.cfunc
    def _nodes_with_text(self) -> cython.int[::1]:
        """Return the nodes with a letter or digit, and the number of all nodes after them."""
        count: cython.Py_ssize_t = len(self.parents)
        nodes: cython.int[::1] = _INTS * (self.words[count] + 1)
        node: cython.Py_ssize_t
        used: cython.Py_ssize_t = 0
        # Paths are numbered in the order of the nodes that have them first.
        self.path_texts = _INTS * count
        self.path_stamps = _INTS * count
        for node in range(count):
            if self.words[node + 1] > self.words[node]:
                nodes[used] = cython.cast(cython.int, node)
                used += 1
                self.path_texts[self.paths[node]] += 1
        nodes[used] = cython.cast(cython.int, count)
        return nodes

    def measure(
        self, starts: cython.int[::1], ends: cython.int[::1], offsets: cython.int[::1]
    ) -> dict[str, array[float]]:
        """Return the features by name: a number for each candidate.

        The records of candidate *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*.
        """
        count: cython.Py_ssize_t = len(offsets) - 1
        result = {name: _DOUBLES * count for name in _NAMES}
        similarity: cython.double[::1] = result["similarity"]
        single: cython.double[::1] = result["single"]
        multiplicity: cython.double[::1] = result["multiplicity"]
        labels: cython.double[::1] = result["labels"]
        variety: cython.double[::1] = result["variety"]
        longest_column: cython.double[::1] = result["longest_column"]
        number_columns: cython.double[::1] = result["number_columns"]
        key: cython.double[::1] = result["key"]
        varied: cython.double[::1] = result["varied"]
        kin: cython.double[::1] = result["kin"]
        inside: cython.longlong
        k: cython.Py_ssize_t
        for k in range(count):
            self._line_up(
                k,
                starts,
                ends,
                offsets[k],
                offsets[k + 1],
                similarity,
                single,
                multiplicity,
                labels,
            )
            sample: cython.int = min(offsets[k + 1] - offsets[k], samples.SAMPLE)
            self._sum_up(k, sample, variety, longest_column)
            self._sum_up_values(k, sample, number_columns, key, varied)
            inside = self._texts_inside(starts, ends, offsets[k], offsets[k + 1])
            kin[k] = log(1 + samples.share(max(self.kin - inside, 0), inside))
        return result

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _first_text(self, node: cython.int) -> cython.int:
        """Return the place in `text_nodes` of the first text at or after *node*."""
        return self.words[node]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _path(self, node: cython.int, root: cython.int) -> cython.longlong:
        """Return a key for the labels from *root* down to *node*."""
        above: cython.longlong = self.path_hashes[self.parents[root]] if root else 1
        steps: cython.int = self.depths[node] - self.depths[root] + 1
        # The prime is written out, as in the path hashes: to divide by a name is slow.
        key: cython.longlong = (self.path_hashes[node] - above * self.powers[steps]) % 2147483647
        return key + 2147483647 if key < 0 else key

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong) -> cython.int:
        """Return where the table keeps *key*, or has room for it."""
        mask: cython.longlong = len(self.keys) - 1
        slot: cython.longlong = (key ^ (key >> 15)) & mask
        while self.stamps[slot] == self.stamp and self.keys[slot] != key:
            slot = (slot + 1) & mask
        return cython.cast(cython.int, slot)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_new(self, key: cython.longlong) -> cython.bint:
        """Return whether *key* was not seen since the stamp was raised; it is now."""
        mask: cython.longlong = len(self.seen) - 1
        slot: cython.longlong = (key ^ (key >> 31)) & mask
        while self.seen_stamps[slot] == self.stamp and self.seen[slot] != key:
            slot = (slot + 1) & mask
        if self.seen_stamps[slot] == self.stamp:
            return False
        self.seen_stamps[slot] = self.stamp
        self.seen[slot] = key
        return True

    @cython.cfunc
    def _line_up(
        self,
        k: cython.Py_ssize_t,
        starts: cython.int[::1],
        ends: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
        similarity: cython.double[::1],
        single: cython.double[::1],
        multiplicity: cython.double[::1],
        labels: cython.double[::1],
    ) -> cython.int:
        """Line up a sample of the records low..high, and write the features of candidate *k*."""
        m: cython.int = high - low
        sample: cython.int = min(m, samples.SAMPLE)
        r: cython.int
        record: cython.Py_ssize_t
        first: cython.int
        end: cython.int
        node: cython.int
        before: cython.int = 0
        overlap: cython.double = 0.0
        most: cython.double = 0.0
        alone: cython.int = 0
        different: cython.int = 0
        colons: cython.int = 0
        self.stamp += 1
        self.columns = 0
        self.kin = 0
        for r in range(sample):
            record = low + r * m // sample
            first = self._first_text(starts[record])
            end = self._first_text(ends[record])
            alone += end - first <= 1
            if end > first:
                node = self.text_nodes[first]
                colons += self.colons[node]
                different += self._is_new(self.hashes[node] * 4 + 1)
            self._add_record(r, starts[record], first, min(end, first + _NODE_TEXTS))
            if r > 0 and self.own + before > 0:
                overlap += samples.share(self.shared, self.own + before - self.shared)
            before = self.own
            most += self.most
        similarity[k] = overlap / (sample - 1) if sample > 1 else 0.0
        single[k] = samples.share(alone, sample)
        multiplicity[k] = log(1 + most / sample)
        labels[k] = samples.share(different, sample) * samples.share(colons, sample)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_record(
        self, r: cython.int, root: cython.int, first: cython.int, end: cython.int
    ) -> cython.void:
        """Put the texts first..end of record *r* into their columns; its first node is *root*."""
        t: cython.int
        node: cython.int
        slot: cython.int
        column: cython.int
        key: cython.longlong
        self.own = self.shared = self.most = 0
        for t in range(first, end):
            node = self.text_nodes[t]
            while root + self.sizes[root] <= node:
                root += self.sizes[root]
            key = self._path(node, root)
            slot = self._slot(key)
            if self.stamps[slot] != self.stamp:
                column = self.columns
                self.columns += 1
                self.stamps[slot], self.keys[slot], self.slots[slot] = self.stamp, key, column
                self.filled[column], self.last[column] = 0, -1
                self.length[column], self.values[column], self.numbers[column] = 0, 0, 0
            column = self.slots[slot]
            if self.last[column] != r:
                self.shared += self.last[column] == r - 1 and r > 0
                self.last[column] = r
                self.times[column] = 0
                self.filled[column] += 1
                self.length[column] += self.chars[node + 1] - self.chars[node]
                self.numbers[column] += self.numerics[node + 1] - self.numerics[node]
                key = (cython.cast(cython.longlong, column) << 32) + self.hashes[node]
                self.values[column] += self._is_new(key * 4 + 2)
                self.own += 1
            if self.path_stamps[self.paths[node]] != self.stamp:
                self.path_stamps[self.paths[node]] = self.stamp
                self.kin += self.path_texts[self.paths[node]]
            self.times[column] += 1
            self.most = max(self.most, self.times[column])

    @cython.cfunc
    def _sum_up(
        self,
        k: cython.Py_ssize_t,
        sample: cython.int,
        variety: cython.double[::1],
        longest_column: cython.double[::1],
    ) -> cython.int:
        """Write what the columns say that half of the *sample* or more fill."""
        column: cython.int
        full: cython.int = 0
        different: cython.double = 0.0
        longest: cython.double = 0.0
        for column in range(self.columns):
            if 2 * self.filled[column] >= sample:
                full += 1
                different += samples.share(self.values[column], self.filled[column])
                if 2 * self.values[column] > self.filled[column]:
                    longest = max(longest, samples.share(self.length[column], self.filled[column]))
        variety[k] = different / full if full else 1.0
        longest_column[k] = log(1 + longest)
        return 0

    @cython.cfunc
    def _sum_up_values(
        self,
        k: cython.Py_ssize_t,
        sample: cython.int,
        number_columns: cython.double[::1],
        key: cython.double[::1],
        varied: cython.double[::1],
    ) -> cython.int:
        """Write in how many columns the records of the *sample* say different things."""
        column: cython.int
        filled: cython.int
        values: cython.int
        numbers: cython.int = 0
        different: cython.int = 0
        for column in range(self.columns):
            filled, values = self.filled[column], self.values[column]
            if 5 * filled >= 4 * sample:
                key[k] = max(key[k], samples.share(values, filled))
            if 2 * filled >= sample:
                numbers += 2 * self.numbers[column] > filled and 10 * values > 3 * filled
                different += 2 * values > filled
        number_columns[k] = log(1 + numbers)
        varied[k] = log(1 + different)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _texts_inside(
        self,
        starts: cython.int[::1],
        ends: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
    ) -> cython.longlong:
        """Return how many texts the records low..high have."""
        r: cython.Py_ssize_t
        total: cython.longlong = 0
        for r in range(low, high):
            total += self.words[ends[r]] - self.words[starts[r]]
        return total
