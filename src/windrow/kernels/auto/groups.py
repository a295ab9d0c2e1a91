"""Nodes all over a page with equal keys: a path, a class, both."""

from __future__ import annotations

from array import array

import cython

__all__ = ["added", "at", "by_key", "without"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# A group all over the page: only its largest parts are tried alone; chosen, not measured.
_MOST_PARTS = cython.declare(cython.int, 8)
# Members whose common ancestor is further up than this do not make a part; chosen, not measured.
_MOST_STEPS = cython.declare(cython.int, 40)


def by_key(
    keys: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    content: cython.int[::1],
    parts: cython.bint,
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return groups of nodes with equal keys: nodes, and for each group where it starts and ends
    among them, and whether it is a part of another.

    A group has the outermost nodes with one key and some *content*, in page order; keys below 0 do
    not count. With *parts*, those below each node at which smaller groups of them meet are groups,
    too. *content* counts the texts and images before each node.
    """
    node: cython.int
    count: cython.Py_ssize_t = len(keys)
    size: cython.int = 0
    k: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    for node in range(count):
        if keys[node] >= size:
            size = keys[node] + 1
    first: cython.int[::1] = _INTS * (size + 2)
    for node in range(1, count):
        if keys[node] >= 0 and content[node + sizes[node]] > content[node]:
            first[keys[node] + 2] += 1
    for k in range(2, size + 2):
        first[k] += first[k - 1]
    grouped = _INTS * (count + 1)
    nodes: cython.int[::1] = grouped
    for node in range(1, count):
        if keys[node] >= 0 and content[node + sizes[node]] > content[node]:
            nodes[first[keys[node] + 1]] = node
            first[keys[node] + 1] += 1
    # A group of this many nodes has fewer parts than nodes, so there is room for all.
    starts = _INTS * (count + 1)
    ends = _INTS * (count + 1)
    are_parts = _INTS * (count + 1)
    lows: cython.int[::1] = starts
    highs: cython.int[::1] = ends
    marks: cython.int[::1] = are_parts
    used: cython.Py_ssize_t = 0
    for k in range(size):
        low = first[k]
        high = _outermost(nodes, low, first[k + 1], sizes)
        if high - low < 2:
            continue
        lows[used], highs[used] = low, high
        used += 1
        if parts and high - low > 2:
            for _, left, right in _parts(nodes, low, high, parents, sizes):
                lows[used], highs[used], marks[used] = left, right, 1
                used += 1
    return grouped, starts[:used], ends[:used], are_parts[:used]


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
def _parts(
    nodes: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    parents: cython.int[::1],
    sizes: cython.int[::1],
) -> list[tuple[int, int, int]]:
    """Return the subsets below the nodes where branches with members meet, the largest first.

    A subset is its length below 0, where it starts and where it ends.
    """
    k: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    ancestor: cython.int
    steps: cython.int
    last: cython.int = -1
    meeting: dict[int, int] = {}
    for k in range(low, high - 1):
        ancestor = parents[nodes[k]]
        steps = 0
        while ancestor >= 0 and ancestor + sizes[ancestor] <= nodes[k + 1] and steps < _MOST_STEPS:
            ancestor = parents[ancestor]
            steps += 1
        # Siblings meet where those before them did.
        if ancestor >= 0 and steps < _MOST_STEPS and ancestor != last:
            last = ancestor
            meeting[ancestor] = meeting.get(ancestor, k)
    if len(meeting) < 2:
        return []
    found = []
    for ancestor, k in meeting.items():
        left = k
        while left > low and nodes[left - 1] >= ancestor:
            left -= 1
        right = k + 1
        while right < high and nodes[right] < ancestor + sizes[ancestor]:
            right += 1
        if right - left >= 2 and right - left < high - low:
            found.append((left - right, left, right))
    found.sort()
    return found[:_MOST_PARTS]


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
