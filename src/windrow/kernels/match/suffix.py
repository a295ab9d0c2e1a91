"""What repeats in an integer sequence: suffix array, suffix tree nodes, occurrences, period.

The suffix tree is never built. Its explicit internal nodes are the intervals of the suffix array
in which neighbours share more than at the borders; all steps are linear in time.
"""

from __future__ import annotations

from array import array

import cython

__all__ = [
    "common_prefixes",
    "internal_nodes",
    "keep_apart",
    "occurrences",
    "period",
    "suffix_array",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


def suffix_array(symbols: cython.int[::1]) -> array[int]:
    """Return the starts of all suffixes of *symbols* in ascending order of the suffixes."""
    n: cython.Py_ssize_t = len(symbols)
    if n == 0:
        return array("i")
    low: cython.longlong = symbols[0]
    high: cython.longlong = symbols[0]
    values: cython.int[::1] = _INTS * n
    i: cython.Py_ssize_t
    for i in range(n):
        low = min(low, symbols[i])
        high = max(high, symbols[i])
    if high - low < 2 * n + 256:
        for i in range(n):
            values[i] = symbols[i] - low
        return _sort_suffixes(values, high - low)
    # Buckets are counted for every value: far-flung symbols are replaced by their ranks.
    rank = {symbol: i for i, symbol in enumerate(sorted(set(symbols)))}
    for i in range(n):
        values[i] = rank[symbols[i]]
    return _sort_suffixes(values, len(rank) - 1)


def common_prefixes(symbols: cython.int[::1], suffixes: cython.int[::1]) -> array[int]:
    """Return for each place of the suffix array how much its suffix shares with the one before."""
    n: cython.Py_ssize_t = len(symbols)
    made = _INTS * n
    shared: cython.int[::1] = made
    place: cython.int[::1] = _INTS * n
    cython.declare(i=cython.Py_ssize_t, before=cython.Py_ssize_t)
    length: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(n):
            place[suffixes[i]] = i
        for i in range(n):
            if place[i] == 0:
                length = 0
                continue
            before = suffixes[place[i] - 1]
            while (
                i + length < n
                and before + length < n
                and symbols[i + length] == symbols[before + length]
            ):
                length += 1
            shared[place[i]] = length
            # The suffix one further on shares at least all but the first symbol of this.
            if length > 0:
                length -= 1
    return made


def internal_nodes(
    shared: cython.int[::1],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the explicit internal nodes of the suffix tree: depths, lows, highs, parents.

    *shared* is what `common_prefixes` gives. A node is a string of ``depth`` symbols with which
    exactly the suffixes at the places ``low`` to ``high - 1`` of the suffix array begin. Node 0
    is the root (parent -1); parents come before children, siblings ascend by first symbol.
    An empty sequence has no node.
    """
    n: cython.Py_ssize_t = len(shared)
    depth: cython.int[::1] = _INTS * (n + 1)
    low: cython.int[::1] = _INTS * (n + 1)
    high: cython.int[::1] = _INTS * (n + 1)
    closed: cython.Py_ssize_t
    with cython.nogil:
        closed = _intervals(shared, depth, low, high)
    depths = _INTS * closed
    lows = _INTS * closed
    highs = _INTS * closed
    parents = _INTS * closed
    order: cython.int[::1] = _by_low(low, closed, n)
    new_depth: cython.int[::1] = depths
    new_low: cython.int[::1] = lows
    new_high: cython.int[::1] = highs
    parent: cython.int[::1] = parents
    cython.declare(i=cython.Py_ssize_t, above=cython.Py_ssize_t)
    for i in range(closed):
        new_depth[i] = depth[order[i]]
        new_low[i] = low[order[i]]
        new_high[i] = high[order[i]]
        above = i - 1
        while above >= 0 and new_high[above] <= new_low[i]:
            above = parent[above]
        parent[i] = above
    return depths, lows, highs, parents


def occurrences(symbols: cython.int[::1], pattern: cython.int[::1]) -> array[int]:
    """Return where *pattern* starts in *symbols*, greedily from the left and without overlap."""
    found = array("i")
    length: cython.Py_ssize_t = len(pattern)
    if length == 0:
        return found
    border: cython.int[::1] = _borders(pattern)
    i: cython.Py_ssize_t
    matched: cython.Py_ssize_t = 0
    for i in range(len(symbols)):
        while matched > 0 and symbols[i] != pattern[matched]:
            matched = border[matched - 1]
        if symbols[i] == pattern[matched]:
            matched += 1
        if matched == length:
            found.append(i + 1 - length)
            # From nothing, not from the border: occurrences must not overlap.
            matched = 0
    return found


def keep_apart(starts: cython.int[::1], length: cython.Py_ssize_t) -> array[int]:
    """Return those of the ascending *starts* that are *length* or more past the last one kept."""
    i: cython.Py_ssize_t
    free: cython.Py_ssize_t = 0
    kept = array("i")
    for i in range(len(starts)):
        if starts[i] >= free:
            kept.append(starts[i])
            free = starts[i] + length
    return kept


def period(pattern: cython.int[::1]) -> int:
    """Return the least p > 0 with ``pattern[i] == pattern[i + p]`` throughout; 0 if it is empty."""
    if len(pattern) == 0:
        return 0
    border: cython.int[::1] = _borders(pattern)
    return len(pattern) - border[len(pattern) - 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _intervals(
    shared: cython.int[::1], depth: cython.int[::1], low: cython.int[::1], high: cython.int[::1]
) -> cython.Py_ssize_t:
    """Write the nodes in the order in which they end, inner ones first; return their number."""
    n: cython.Py_ssize_t = len(shared)
    cython.declare(i=cython.Py_ssize_t, level=cython.Py_ssize_t, start=cython.Py_ssize_t)
    closed: cython.Py_ssize_t = 0
    # Open nodes wait on a stack at the far end of the arrays that take the closed ones.
    top: cython.Py_ssize_t = n
    depth[top] = 0
    low[top] = 0
    for i in range(1, n + 1):
        level = shared[i] if i < n else -1
        start = i - 1
        while top <= n and depth[top] > level:
            start = low[top]
            depth[closed], low[closed], high[closed] = depth[top], start, i
            closed += 1
            top += 1
        if level >= 0 and (top > n or depth[top] < level):
            top -= 1
            depth[top] = level
            low[top] = start
    return closed


@cython.cfunc
def _borders(pattern: cython.int[::1]) -> array[int]:
    """Return for each prefix of *pattern* the longest proper prefix that also ends it."""
    made = _INTS * len(pattern)
    border: cython.int[::1] = made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    for i in range(1, len(pattern)):
        while k > 0 and pattern[i] != pattern[k]:
            k = border[k - 1]
        if pattern[i] == pattern[k]:
            k += 1
        border[i] = k
    return made


@cython.cfunc
def _by_low(low: cython.int[::1], nodes: cython.Py_ssize_t, n: cython.Py_ssize_t) -> array[int]:
    """Return the nodes by ascending *low*; of equal ones, the last closed is the outer: first."""
    made = _INTS * nodes
    order: cython.int[::1] = made
    ends: cython.int[::1] = _INTS * (n + 1)
    i: cython.Py_ssize_t
    for i in range(nodes):
        ends[low[i]] += 1
    for i in range(1, n + 1):
        ends[i] += ends[i - 1]
    for i in range(nodes):
        ends[low[i]] -= 1
        order[ends[low[i]]] = i
    return made


@cython.cfunc
def _sort_suffixes(values: cython.int[::1], top: cython.Py_ssize_t) -> array[int]:
    """Return the suffix array of *values*, all in 0..*top*, by induced sorting (SA-IS).

    A suffix *rises* if it is smaller than the next one, else it falls; a *valley* is the first
    of a run of rising ones. Sorted valleys give all other suffixes their places in two sweeps.
    """
    n: cython.Py_ssize_t = len(values)
    made = _INTS * n
    order: cython.int[::1] = made
    rising: cython.uchar[::1] = array("B", bytes(n))
    # In the bucket of a value falling suffixes come first: where they start, where rising ones do.
    falls: cython.int[::1] = _INTS * (top + 2)
    rises: cython.int[::1] = _INTS * (top + 2)
    free: cython.int[::1] = _INTS * (top + 2)
    number: cython.int[::1] = _INTS * n
    found: cython.Py_ssize_t
    with cython.nogil:
        found = _classify(values, rising, falls, rises, number)
    valleys: cython.int[::1] = _INTS * found
    sorted_valleys: cython.int[::1] = _INTS * found
    reduced: cython.int[::1] = _INTS * found
    cython.declare(i=cython.Py_ssize_t, names=cython.Py_ssize_t)
    with cython.nogil:
        for i in range(n):
            if number[i]:
                valleys[number[i] - 1] = i
        _induce(values, rising, falls, rises, free, valleys, order)
        names = _name_valleys(values, order, number, valleys, sorted_valleys, reduced)
    if names < found:
        rank: cython.int[::1] = _sort_suffixes(reduced, names - 1)
        for i in range(found):
            sorted_valleys[i] = valleys[rank[i]]
    with cython.nogil:
        _induce(values, rising, falls, rises, free, sorted_valleys, order)
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _classify(
    values: cython.int[::1],
    rising: cython.uchar[::1],
    falls: cython.int[::1],
    rises: cython.int[::1],
    number: cython.int[::1],
) -> cython.Py_ssize_t:
    """Fill in the kinds, the buckets and the numbers (from 1) of the valleys; return how many."""
    n: cython.Py_ssize_t = len(values)
    i: cython.Py_ssize_t
    found: cython.Py_ssize_t = 0
    for i in range(n - 2, -1, -1):
        if values[i] == values[i + 1]:
            rising[i] = rising[i + 1]
        else:
            rising[i] = values[i] < values[i + 1]
    for i in range(n):
        if rising[i]:
            falls[values[i] + 1] += 1
        else:
            rises[values[i]] += 1
        if i > 0 and rising[i] and not rising[i - 1]:
            found += 1
            number[i] = found
    for i in range(len(falls) - 1):
        rises[i] += falls[i]
        falls[i + 1] += rises[i]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _induce(
    values: cython.int[::1],
    rising: cython.uchar[::1],
    falls: cython.int[::1],
    rises: cython.int[::1],
    free: cython.int[::1],
    valleys: cython.int[::1],
    order: cython.int[::1],
) -> cython.void:
    """Sort all suffixes into *order*, given the valleys in an order."""
    n: cython.Py_ssize_t = len(values)
    cython.declare(i=cython.Py_ssize_t, at=cython.Py_ssize_t, value=cython.Py_ssize_t)
    for i in range(n):
        order[i] = -1
    free[:] = rises
    for i in range(len(valleys)):
        value = values[valleys[i]]
        order[free[value]] = valleys[i]
        free[value] += 1
    free[:] = falls
    # The last suffix falls to the empty one, which is smaller than all.
    order[free[values[n - 1]]] = n - 1
    free[values[n - 1]] += 1
    for i in range(n):
        at = order[i] - 1
        if at >= 0 and not rising[at]:
            order[free[values[at]]] = at
            free[values[at]] += 1
    free[:] = falls
    for i in range(n - 1, -1, -1):
        at = order[i] - 1
        if at >= 0 and rising[at]:
            free[values[at] + 1] -= 1
            order[free[values[at] + 1]] = at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _name_valleys(
    values: cython.int[::1],
    order: cython.int[::1],
    number: cython.int[::1],
    valleys: cython.int[::1],
    sorted_valleys: cython.int[::1],
    reduced: cython.int[::1],
) -> cython.Py_ssize_t:
    """Give equal stretches from valley to valley equal names, ascending; return how many."""
    n: cython.Py_ssize_t = len(values)
    count: cython.Py_ssize_t = len(valleys)
    cython.declare(i=cython.Py_ssize_t, at=cython.Py_ssize_t, length=cython.Py_ssize_t)
    cython.declare(end=cython.Py_ssize_t, name=cython.Py_ssize_t, same=cython.Py_ssize_t)
    seen: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t = -1
    length_before: cython.Py_ssize_t = -1
    names: cython.Py_ssize_t = 0
    for i in range(n):
        at = order[i]
        if not number[at]:
            continue
        sorted_valleys[seen] = at
        seen += 1
        end = valleys[number[at]] if number[at] < count else n
        length = end - at
        same = 0
        if length == length_before and end < n and before + length < n:
            while same <= length and values[at + same] == values[before + same]:
                same += 1
        if same <= length:
            names += 1
        reduced[number[at] - 1] = names - 1
        before = at
        length_before = length
    return names
