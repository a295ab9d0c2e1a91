"""Every plausible way to cut a page into records; `windrow.detect.auto.rank` chooses.

A record is a run of siblings, so it is one stretch of the preorder: start..end. A candidate is a
list of such stretches, in page order, that do not overlap.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.libc.math import log, sqrt
else:
    from math import log, sqrt

__all__ = ["Candidates"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))
_DOUBLES = array("d", (0.0,))

# Which generator proposed a candidate, as bits.
_SIBLINGS = cython.declare(cython.int, 1)
_PIVOT = cython.declare(cython.int, 8)
_JOIN = cython.declare(cython.int, 16)
_PART = cython.declare(cython.int, 128)

# A parent with many kinds of children: only the most frequent ones are tried as record starts.
_MOST_KEYS = cython.declare(cython.int, 20)
_MOST_CHILDREN = cython.declare(cython.int, 50000)


@cython.final
@cython.cclass
class Candidates:
    """Collects candidates; the same records proposed twice are one candidate."""

    starts: cython.int[::1]
    ends: cython.int[::1]
    used: cython.Py_ssize_t  # records stored
    count: cython.int  # candidates
    offsets: cython.int[::1]  # candidate -> its first record; one more at the end
    flags: cython.int[::1]  # candidate -> generators
    # Hash of the records' content and candidate, two numbers a slot; the first is 0 where empty.
    slots: cython.longlong[::1]
    parents: cython.int[::1]
    sizes: cython.int[::1]
    depths: cython.int[::1]
    texts: cython.int[::1]
    images: cython.int[::1]
    chars: cython.int[::1]
    begun: cython.Py_ssize_t  # where the current candidate begins
    pivots: dict[object, list[int]]
    turn: cython.int  # raised for each pivot

    def __init__(
        self,
        parents: cython.int[::1],
        sizes: cython.int[::1],
        depths: cython.int[::1],
        chars: cython.int[::1],
        texts: cython.int[::1],
        images: cython.int[::1],
    ) -> None:
        self.parents, self.sizes, self.depths = parents, sizes, depths
        self.chars, self.texts, self.images = chars, texts, images
        self.starts, self.ends = _INTS * 1024, _INTS * 1024
        self.used = self.begun = self.count = self.turn = 0
        self.offsets, self.flags = _INTS * 1024, _INTS * 1024
        self.slots = _LONGS * (2 * 1024)
        self.pivots = {}

    def __len__(self) -> int:
        return self.count

    def strengths(self) -> array[float]:
        """Return for every candidate a number that is high for much text and many records."""
        result = _DOUBLES * self.count
        found: cython.double[::1] = result
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        low: cython.Py_ssize_t
        high: cython.Py_ssize_t
        length: cython.longlong
        for k in range(self.count):
            low, high, length = self.offsets[k], self.offsets[k + 1], 0
            for at in range(low, high):
                length += self.chars[self.ends[at]] - self.chars[self.starts[at]]
            found[k] = sqrt(length) * log(1 + high - low)
        return result

    def result(
        self, order: cython.int[::1]
    ) -> tuple[array[int], array[int], array[int], array[int]]:
        """Return candidates by their numbers, in this *order*.

        All their starts and ends, where those of each begin (and one more), and their flags.
        """
        flags, offsets = _INTS * len(order), _INTS * (len(order) + 1)
        starts, ends = _INTS * self.used, _INTS * self.used
        begins: cython.int[::1] = starts
        behind: cython.int[::1] = ends
        edges: cython.int[::1] = offsets
        own_flags: cython.int[::1] = flags
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        used: cython.Py_ssize_t = 0
        for place in range(len(order)):
            for at in range(self.offsets[order[place]], self.offsets[order[place] + 1]):
                begins[used] = self.starts[at]
                behind[used] = self.ends[at]
                used += 1
            edges[place + 1] = cython.cast(cython.int, used)
            own_flags[place] = self.flags[order[place]]
        return starts[:used], ends[:used], offsets, flags

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _has(self, start: cython.int, end: cython.int) -> cython.bint:
        return self.texts[end] > self.texts[start] or self.images[end] > self.images[start]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add(self, start: cython.int, end: cython.int) -> cython.int:
        """Add a record with content to the current candidate."""
        if not self._has(start, end):
            return 0
        if self.used >= len(self.starts):
            self.starts = _doubled(self.starts)
            self.ends = _doubled(self.ends)
        self.starts[self.used], self.ends[self.used] = start, end
        self.used += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-2, check=False)
    def _finish(self, flag: cython.int) -> cython.int:
        """Keep the current candidate if it is new and has two records; return its number, or -1."""
        count: cython.Py_ssize_t = self.used - self.begun
        high: cython.longlong = 1
        low: cython.longlong = count
        k: cython.Py_ssize_t
        old: cython.Py_ssize_t
        found: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        key: cython.longlong
        if count < 2:
            self.used = self.begun
            return -1
        # Records are the same if they hold the same texts and images, whatever is around them.
        for k in range(self.begun, self.used):
            high = (high * 1000003 + self.texts[self.starts[k]] * 31
                    + self.texts[self.ends[k]]) % 2147483647  # fmt: skip
            low = (low * 998244 + self.images[self.starts[k]] * 37 + self.images[self.ends[k]]
                   + self.texts[self.starts[k]]) % 2147483629  # fmt: skip
        key = high << 31 | low
        slot = self._slot(key)
        if self.slots[2 * slot]:
            found = self.slots[2 * slot + 1]
            self.flags[found] |= flag
            old = self.offsets[found]
            # Higher in the tree is better: the record gets the link around it.
            if self.depths[self.starts[self.begun]] < self.depths[self.starts[old]]:
                for k in range(count):
                    self.starts[old + k] = self.starts[self.begun + k]
                    self.ends[old + k] = self.ends[self.begun + k]
            self.used = self.begun
            return cython.cast(cython.int, found)
        self.slots[2 * slot] = key
        self.slots[2 * slot + 1] = self.count
        self.flags[self.count] = flag
        self.begun = self.used
        self.count += 1
        self.offsets[self.count] = cython.cast(cython.int, self.used)
        self._make_room()
        return self.count - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong) -> cython.Py_ssize_t:
        """Return where the table keeps *key*, or has room for it."""
        mask: cython.longlong = len(self.slots) // 2 - 1
        slot: cython.longlong = (key ^ (key >> 31)) & mask
        while self.slots[2 * slot] != 0 and self.slots[2 * slot] != key:
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    def _make_room(self) -> cython.int:
        """Make room for one more candidate; the table grows when it is half full."""
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        if self.count + 2 > len(self.flags):
            self.flags = _doubled(self.flags)
            self.offsets = _doubled(self.offsets)
        if 4 * self.count > len(self.slots):
            old: cython.longlong[::1] = self.slots
            self.slots = _LONGS * (2 * len(old))
            for k in range(len(old) // 2):
                if old[2 * k]:
                    slot = self._slot(old[2 * k])
                    self.slots[2 * slot] = old[2 * k]
                    self.slots[2 * slot + 1] = old[2 * k + 1]
        return 0

    def add_groups(self, nodes: cython.int[::1], edges: cython.int[::1], flag: cython.int) -> None:
        """Propose groups of *nodes*; *edges* has three numbers for each.

        They are where it starts and ends among the nodes, and whether it is a part of another.
        """
        group: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for group in range(0, len(edges), 3):
            for k in range(edges[group], edges[group + 1]):
                self._add(nodes[k], nodes[k] + self.sizes[nodes[k]])
            self._finish(flag | _PART if edges[group + 2] else flag)

    def add_runs(
        self,
        starts: cython.int[::1],
        ends: cython.int[::1],
        offsets: cython.int[::1],
        flag: cython.int,
    ) -> None:
        """Propose runs of siblings, ``offsets[k] .. offsets[k + 1]`` as one candidate each."""
        parent: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for parent in range(len(offsets) - 1):
            for k in range(offsets[parent], offsets[parent + 1]):
                self._add(starts[k], ends[k])
            self._finish(flag)

    def siblings(self, keys: cython.int[::1]) -> None:
        """Propose the children of one parent with equal keys."""
        self._each_parent(keys, keys, 0)

    def pivots_by(self, keys: cython.int[::1], paths: cython.int[::1], number: cython.int) -> None:
        """Propose records that begin at children of one key and reach to the next of them."""
        self._each_parent(keys, paths, number)

    @cython.cfunc
    def _each_parent(
        self, keys: cython.int[::1], paths: cython.int[::1], pivot: cython.int
    ) -> cython.int:
        node: cython.int
        child: cython.int
        key: cython.int
        count: cython.Py_ssize_t
        kinds: cython.Py_ssize_t
        k: cython.Py_ssize_t
        place: cython.Py_ssize_t
        frequent: cython.Py_ssize_t
        found: cython.int
        most: cython.int = 0
        for node in range(len(keys)):
            most = max(most, keys[node])
        children: cython.int[::1] = _INTS * (len(keys) + 1)
        # How often a key occurs among the current children; the stamp says of which parent.
        tally: cython.int[::1] = _INTS * (most + 2)
        stamps: cython.int[::1] = _INTS * (most + 2)
        distinct: cython.int[::1] = _INTS * (most + 2)
        turns: cython.int[::1] = _INTS * (most + 2)
        for node in range(len(keys)):
            if self.sizes[node] < 3:
                continue  # It has no two children.
            count = 0
            kinds = 0
            child = node + 1
            while child < node + self.sizes[node] and count < _MOST_CHILDREN:
                if self._has(child, child + self.sizes[child]):
                    children[count] = child
                    count += 1
                    key = keys[child] + 1
                    if stamps[key] != node + 1:
                        stamps[key] = node + 1
                        tally[key] = 0
                        distinct[kinds] = key
                        kinds += 1
                    tally[key] += 1
                child += self.sizes[child]
            if count < 2 or (pivot and kinds == 1):
                continue
            frequent = _most_frequent(distinct, kinds, tally)
            for place in range(frequent):
                key = distinct[place] - 1
                if pivot:
                    found = self._pivot(children, count, keys, key, turns)
                    if found >= 0:
                        self.pivots.setdefault((pivot, key, paths[node]), []).append(found)
                    continue
                for k in range(count):
                    child = children[k]
                    if keys[child] == key:
                        self._add(child, child + self.sizes[child])
                self._finish(_SIBLINGS)
            if not pivot and kinds > 1:
                for k in range(count):
                    self._add(children[k], children[k] + self.sizes[children[k]])
                self._finish(_SIBLINGS)
        return 0

    @cython.cfunc
    def _pivot(
        self,
        children: cython.int[::1],
        count: cython.Py_ssize_t,
        keys: cython.int[::1],
        key: cython.int,
        turns: cython.int[::1],
    ) -> cython.int:
        """Propose the runs that begin at children with *key*; return their number, or -1."""
        k: cython.Py_ssize_t
        start: cython.Py_ssize_t = -1
        longest: cython.Py_ssize_t = 0
        last: cython.int
        for k in range(count):
            if keys[children[k]] == key:
                if start >= 0:
                    longest = max(longest, k - start)
                    last = children[k - 1]
                    self._add(children[start], last + self.sizes[last])
                start = k
        if longest < 2:
            self.used = self.begun
            return -1
        self.turn += 1
        for k in range(start + 1):
            turns[keys[children[k]] + 1] = self.turn
        k = start + 1
        # The last record ends before a part that no earlier record has, and is not the longest.
        while k < count and k - start < longest and turns[keys[children[k]] + 1] == self.turn:
            k += 1
        last = children[k - 1]
        self._add(children[start], last + self.sizes[last])
        return self._finish(_PIVOT)

    def joined_pivots(self) -> None:
        """Propose the records of one pivot key below all parents of one path as one list."""
        k: cython.Py_ssize_t
        candidate: cython.int
        for group in list(self.pivots.values()):
            if len(group) < 2:
                continue
            end = 0
            for candidate in group:
                for k in range(self.offsets[candidate], self.offsets[candidate + 1]):
                    # Parents of one path may be inside each other.
                    if self.starts[k] >= end:
                        self._add(self.starts[k], self.ends[k])
                        end = self.ends[k]
            self._finish(_PIVOT | _JOIN)


@cython.cfunc
def _most_frequent(
    keys: cython.int[::1], count: cython.Py_ssize_t, tally: cython.int[::1]
) -> cython.Py_ssize_t:
    """Put the keys that occur most often first, and return how many of them are to be tried.

    Only keys that occur twice count; of equally frequent ones the smaller comes first.
    """
    kept: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    key: cython.int
    for k in range(count):
        key = keys[k]
        if tally[key] < 2:
            continue
        # The first ones are kept sorted; the list is short, whatever the page has.
        at = min(kept, _MOST_KEYS)
        if at == _MOST_KEYS:
            if _before(keys[at - 1], key, tally):
                continue
            at -= 1
        while at > 0 and _before(key, keys[at - 1], tally):
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
        kept = min(kept + 1, _MOST_KEYS)
    return kept


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _before(key: cython.int, other: cython.int, tally: cython.int[::1]) -> cython.bint:
    return tally[key] > tally[other] or (tally[key] == tally[other] and key < other)


@cython.cfunc
def _doubled(values: cython.int[::1]) -> object:
    larger = _INTS * (2 * len(values))
    view: cython.int[::1] = larger
    view[: len(values)] = values
    return larger
