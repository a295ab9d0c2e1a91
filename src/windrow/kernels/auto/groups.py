"""Nodes all over a page with equal keys: a path, a class, both."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Groups", "added", "at", "without"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# A group all over the page: only its largest parts are tried alone; chosen, not measured.
_MOST_PARTS = cython.declare(cython.int, 8)
# Members whose common ancestor is further up than this do not make a part; chosen, not measured.
_MOST_STEPS = cython.declare(cython.int, 40)


@cython.final
@cython.cclass
class Groups:
    """Finds groups of nodes with equal keys; the arrays of the page are opened once for all keys.

    *content* counts the texts and images before each node.
    """

    parents: cython.int[::1]
    sizes: cython.int[::1]
    content: cython.int[::1]
    # Where branches with members of a group meet: the nodes, and the first member there.
    met: cython.int[::1]
    places: cython.int[::1]
    # By node: the last group whose branches met there.
    stamps: cython.int[::1]
    stamp: cython.int

    def __init__(
        self, parents: cython.int[::1], sizes: cython.int[::1], content: cython.int[::1]
    ) -> None:
        self.parents, self.sizes, self.content = parents, sizes, content
        self.met, self.places = _INTS * len(parents), _INTS * len(parents)
        self.stamps, self.stamp = _INTS * len(parents), 0

    def by_key(self, keys: cython.int[::1], parts: cython.bint) -> tuple[array[int], array[int]]:
        """Return groups of nodes with equal keys: nodes, and three numbers for each group.

        They are where it starts and ends among the nodes, and whether it is a part of another. A
        group has the outermost nodes with one key and some content, in page order; keys below 0
        do not count. With *parts*, those below each node at which smaller groups of them meet are
        groups, too.
        """
        count: cython.Py_ssize_t = len(keys)
        size: cython.Py_ssize_t
        k: cython.Py_ssize_t
        low: cython.Py_ssize_t
        high: cython.Py_ssize_t
        grouped = _INTS * (count + 1)
        nodes: cython.int[::1] = grouped
        first: cython.int[::1] = self._sorted(keys, nodes)
        size = len(first) - 2
        # A group of this many nodes has fewer parts than nodes, so there is room for all.
        edges = _INTS * (3 * (count + 1))
        found: cython.int[::1] = edges
        used: cython.Py_ssize_t = 0
        meetings: cython.Py_ssize_t
        for k in range(size):
            low = first[k]
            high = _outermost(nodes, low, first[k + 1], self.sizes)
            if high - low < 2:
                continue
            found[3 * used], found[3 * used + 1] = low, high
            used += 1
            if parts and high - low > 2:
                meetings = self._meet(nodes, low, high)
                if meetings > 1:
                    used = self._parts(nodes, low, high, meetings, found, used)
        return grouped, edges[: 3 * used]

    @cython.cfunc
    def _sorted(self, keys: cython.int[::1], nodes: cython.int[::1]) -> cython.int[::1]:
        """Put the nodes with content into *nodes*, by key; return where those of each begin."""
        node: cython.int
        size: cython.int = 0
        k: cython.Py_ssize_t
        for node in range(len(keys)):
            if keys[node] >= size:
                size = keys[node] + 1
        first: cython.int[::1] = _INTS * (size + 2)
        for node in range(1, len(keys)):
            if keys[node] >= 0 and self.content[node + self.sizes[node]] > self.content[node]:
                first[keys[node] + 2] += 1
        for k in range(2, size + 2):
            first[k] += first[k - 1]
        for node in range(1, len(keys)):
            if keys[node] >= 0 and self.content[node + self.sizes[node]] > self.content[node]:
                nodes[first[keys[node] + 1]] = node
                first[keys[node] + 1] += 1
        return first

    @cython.cfunc
    @cython.exceptval(check=False)
    def _meet(
        self, nodes: cython.int[::1], low: cython.Py_ssize_t, high: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Find the nodes at which branches with the members low..high meet; return their number.

        They are put into `met`, and into `places` the first member that meets the next one there.
        """
        k: cython.Py_ssize_t
        ancestor: cython.int
        steps: cython.int
        last: cython.int = -1
        found: cython.Py_ssize_t = 0
        self.stamp += 1
        for k in range(low, high - 1):
            ancestor = self.parents[nodes[k]]
            steps = 0
            while (
                ancestor >= 0
                and ancestor + self.sizes[ancestor] <= nodes[k + 1]
                and steps < _MOST_STEPS
            ):
                ancestor = self.parents[ancestor]
                steps += 1
            # Siblings meet where those before them did.
            if ancestor >= 0 and steps < _MOST_STEPS and ancestor != last:
                last = ancestor
                if self.stamps[ancestor] != self.stamp:
                    self.stamps[ancestor] = self.stamp
                    self.met[found] = ancestor
                    self.places[found] = cython.cast(cython.int, k)
                    found += 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _parts(
        self,
        nodes: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
        meetings: cython.Py_ssize_t,
        edges: cython.int[::1],
        used: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Add the subsets of the members low..high below the nodes `met`; return where they end.

        Of the largest there are at most `_MOST_PARTS`, in the order of their size, then of the
        page.
        """
        m: cython.Py_ssize_t
        at: cython.Py_ssize_t
        left: cython.int
        right: cython.int
        top: cython.int
        end: cython.Py_ssize_t = used
        k: cython.Py_ssize_t
        for m in range(meetings):
            left, right, top = self.places[m], self.places[m] + 1, self.met[m]
            while left > low and nodes[left - 1] >= top:
                left -= 1
            while right < high and nodes[right] < top + self.sizes[top]:
                right += 1
            if right - left < 2 or right - left >= high - low:
                continue
            # They are kept sorted, as there are only a few.
            at = end
            while at > used and _is_before(left, right, edges[3 * at - 3], edges[3 * at - 2]):
                at -= 1
            if at == used + _MOST_PARTS:
                continue
            end = min(end + 1, used + _MOST_PARTS)
            for k in range(end - 1, at, -1):
                edges[3 * k], edges[3 * k + 1] = edges[3 * k - 3], edges[3 * k - 2]
            edges[3 * at], edges[3 * at + 1] = left, right
        for m in range(used, end):
            edges[3 * m + 2] = 1
        return end


@cython.cfunc
@cython.exceptval(check=False)
def _outermost(
    nodes: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    sizes: cython.int[::1],
) -> cython.Py_ssize_t:
    """Keep the nodes low..high that are not inside another one of them; return their end."""
    k: cython.Py_ssize_t
    kept: cython.Py_ssize_t = low
    end: cython.int = 0
    # They are in page order, so one look back is enough.
    for k in range(low, high):
        if nodes[k] >= end:
            nodes[kept] = nodes[k]
            kept += 1
            end = nodes[k] + sizes[nodes[k]]
    return kept


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_before(
    left: cython.int, right: cython.int, other_left: cython.int, other_right: cython.int
) -> cython.bint:
    """Return whether a subset is larger than another, or as large and before it."""
    if right - left != other_right - other_left:
        return right - left > other_right - other_left
    return left < other_left


def without(values: cython.int[::1], value: cython.int) -> array[int]:
    """Return a copy of *values* with -1 for every *value*."""
    result = _INTS * len(values)
    found: cython.int[::1] = result
    k: cython.Py_ssize_t
    for k in range(len(values)):
        found[k] = -1 if values[k] == value else values[k]
    return result


def at(values: cython.int[::1], places: cython.int[::1]) -> array[int]:
    """Return the values at *places*; a place below 0 is the last one."""
    result = _INTS * len(places)
    found: cython.int[::1] = result
    k: cython.Py_ssize_t
    for k in range(len(places)):
        found[k] = values[places[k] if places[k] >= 0 else len(values) - 1]
    return result


def added(first: cython.int[::1], second: cython.int[::1]) -> array[int]:
    """Return the sums of two arrays, place by place."""
    result = _INTS * len(first)
    found: cython.int[::1] = result
    k: cython.Py_ssize_t
    for k in range(len(first)):
        found[k] = first[k] + second[k]
    return result
