"""How candidates relate to each other: inside, overlapping, ahead."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

__all__ = [
    "bit",
    "inner_advantages",
    "lengths",
    "lists",
    "order_ties",
    "overlapping",
    "rotations",
    "shared_starts",
    "strongest",
    "weighted",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))


def inner_advantages(
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
    lengths: cython.double[::1],
    similarities: cython.double[::1],
) -> array[float]:
    """Return how much more alike the records inside a candidate's records are than those.

    Rows of cards against cards: for each candidate the best other one that has all its records
    inside, clearly more of them, and most of the text. 0 if no other one is like that.
    """
    count: cython.Py_ssize_t = len(offsets) - 1
    result = _DOUBLES * count
    found: cython.double[::1] = result
    outer: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    m: cython.Py_ssize_t
    n: cython.Py_ssize_t
    value: cython.double
    best: cython.double
    for outer in range(count):
        best = 0.0
        m = offsets[outer + 1] - offsets[outer]
        for inner in range(count):
            n = offsets[inner + 1] - offsets[inner]
            if 5 * n <= 6 * m or lengths[inner] <= 0.7 * lengths[outer]:
                continue
            value = lengths[inner] / lengths[outer] * similarities[inner]
            if value > best and _inside(
                starts, ends, offsets[inner], offsets[inner + 1], offsets[outer], offsets[outer + 1]
            ):
                best = value
                found[outer] = similarities[inner] - similarities[outer]
    return result


@cython.cfunc
@cython.exceptval(check=False)
def _inside(
    starts: cython.int[::1],
    ends: cython.int[::1],
    inner: cython.int,
    inner_end: cython.int,
    outer: cython.int,
    outer_end: cython.int,
) -> cython.bint:
    """Return whether records inner.. are inside records outer.., by a sample of them."""
    sample: cython.int = min(8, inner_end - inner)
    k: cython.int
    at: cython.int
    low: cython.int
    high: cython.int
    middle: cython.int
    for k in range(sample):
        at = inner + k * (inner_end - inner) // sample
        low, high = outer, outer_end
        while low < high:
            middle = (low + high) // 2
            if starts[middle] <= starts[at]:
                low = middle + 1
            else:
                high = middle
        if low == outer or ends[low - 1] < ends[at]:
            return False
    return True


def lengths(
    starts: cython.int[::1], ends: cython.int[::1], offsets: cython.int[::1], sums: cython.int[::1]
) -> array[float]:
    """Return how much the records of each list hold together, by *sums*; at least 1."""
    count: cython.Py_ssize_t = len(offsets) - 1
    result = _DOUBLES * count
    found: cython.double[::1] = result
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    total: cython.longlong
    for k in range(count):
        total = 0
        for at in range(offsets[k], offsets[k + 1]):
            total += sums[ends[at]] - sums[starts[at]]
        found[k] = max(total, 1)
    return result


def bit(flags: cython.int[::1], place: cython.int) -> array[float]:
    """Return whether the bit at *place* is set in each of the *flags*, as 1 and 0."""
    result = _DOUBLES * len(flags)
    found: cython.double[::1] = result
    k: cython.Py_ssize_t
    for k in range(len(flags)):
        found[k] = flags[k] >> place & 1
    return result


def weighted(numbers: cython.double[::1], weights: cython.double[::1]) -> array[float]:
    """Return the weighted sums of columns of numbers, which come one after the other."""
    width: cython.Py_ssize_t = len(weights)
    count: cython.Py_ssize_t = len(numbers) // width if width else 0
    result = _DOUBLES * count
    sums: cython.double[::1] = result
    row: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for k in range(width):
        for row in range(count):
            sums[row] += weights[k] * numbers[k * count + row]
    return result


def lists(
    similarities: cython.double[::1],
    offsets: cython.int[::1],
    least: cython.double,
    few: cython.int,
) -> list[int]:
    """Return the candidates that are alike by *least* or more, or have more than a *few* records.

    The records of candidate *k* are ``offsets[k] .. offsets[k + 1]``.
    """
    k: cython.Py_ssize_t
    found = []
    for k in range(len(offsets) - 1):
        if similarities[k] >= least or offsets[k + 1] - offsets[k] > few:
            found.append(k)
    return found


def strongest(strengths: cython.double[::1], most: cython.Py_ssize_t) -> array[int]:
    """Return the places of the highest *strengths*, at most this many, the highest first.

    Of equal ones the first comes first.
    """
    count: cython.Py_ssize_t = len(strengths)
    # Sorted runs of this many places become runs of twice as many, from one array into the other.
    width: cython.Py_ssize_t = 1
    first, second = _INTS * count, _INTS * count
    runs: cython.int[::1] = first
    merged: cython.int[::1] = second
    low: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    high: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for k in range(count):
        runs[k] = cython.cast(cython.int, k)
    while width < count:
        low = 0
        while low < count:
            middle, high = min(low + width, count), min(low + 2 * width, count)
            left, right = low, middle
            for k in range(low, high):
                if left < middle and (
                    right >= high or strengths[runs[left]] >= strengths[runs[right]]
                ):
                    merged[k] = runs[left]
                    left += 1
                else:
                    merged[k] = runs[right]
                    right += 1
            low = high
        first, second = second, first
        runs, merged = first, second
        width *= 2
    return first[:most]


def order_ties(
    order: list[int], values: Sequence[float], starts: cython.int[::1], offsets: cython.int[::1]
) -> None:
    """Put candidates of equal value, neighbours in *order*, in page order, the longest first.

    The records of candidate *k* start at ``starts[offsets[k]] .. starts[offsets[k + 1] - 1]``.
    """
    place: cython.Py_ssize_t
    at: cython.Py_ssize_t
    moved: cython.Py_ssize_t
    before: cython.Py_ssize_t
    value: cython.double
    above: cython.double
    for place in range(1, len(order)):
        moved, at = order[place], place
        value = values[moved]
        while at > 0:
            before = order[at - 1]
            above = values[before]
            if above != value or not _is_before(starts, offsets, moved, before):
                break
            order[at] = before
            at -= 1
        if at < place:
            order[at] = moved


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_before(
    starts: cython.int[::1],
    offsets: cython.int[::1],
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether a candidate starts before another one, or there and has more records."""
    start: cython.int = starts[offsets[one]]
    if start != starts[offsets[other]]:
        return start < starts[offsets[other]]
    return offsets[one + 1] - offsets[one] > offsets[other + 1] - offsets[other]


def overlapping(
    starts: cython.int[::1],
    ends: cython.int[::1],
    other_starts: cython.int[::1],
    other_ends: cython.int[::1],
) -> bool:
    """Return whether more than half of the records of one list share nodes with the other's."""
    count: cython.Py_ssize_t = len(starts)
    others: cython.Py_ssize_t = len(other_starts)
    shared: cython.Py_ssize_t = 0
    other_shared: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = 0
    last_i: cython.Py_ssize_t = -1
    last_j: cython.Py_ssize_t = -1
    while i < count and j < others:
        if ends[i] <= other_starts[j]:
            i += 1
        elif other_ends[j] <= starts[i]:
            j += 1
        else:
            shared += i != last_i
            other_shared += j != last_j
            last_i, last_j = i, j
            if ends[i] <= other_ends[j]:
                i += 1
            else:
                j += 1
    return 2 * shared > count or 2 * other_shared > others


def shared_starts(starts: cython.int[::1], other_starts: cython.int[::1]) -> int:
    """Return how many records of two lists, both in page order, begin at the same node."""
    shared: cython.int = 0
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = 0
    while i < len(starts) and j < len(other_starts):
        if starts[i] == other_starts[j]:
            shared += 1
            i += 1
            j += 1
        elif starts[i] < other_starts[j]:
            i += 1
        else:
            j += 1
    return shared


def rotations(
    groups: list[list[int]],
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
) -> list[list[tuple[int, int]]]:
    """Return for each group of lists pairs that take turns.

    Most records begin inside one of the other's. The records of list *k* are
    ``offsets[k] .. offsets[k + 1]``.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    one: cython.int
    other: cython.int
    fewest: cython.int
    most: cython.int
    found = []
    for lists in groups:
        pairs: list[tuple[int, int]] = []
        for i in range(len(lists)):
            one = lists[i]
            for j in range(i + 1, len(lists)):
                other = lists[j]
                most = offsets[one + 1] - offsets[one]
                fewest = offsets[other + 1] - offsets[other]
                if most < fewest:
                    most, fewest = fewest, most
                # As many as 4 in 5 of the longer list have to begin inside the shorter one.
                if (
                    5 * fewest >= 4 * (most - 1)
                    and 5 * _begun_inside(other, one, starts, ends, offsets) >= 4 * (most - 1)
                    and 5 * _begun_inside(one, other, starts, ends, offsets) >= 4 * (most - 1)
                ):
                    pairs.append((one, other))
        found.append(pairs)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _begun_inside(
    one: cython.int,
    other: cython.int,
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
) -> cython.Py_ssize_t:
    """Return how many records of *other* have a start of *one* inside; 0 if two start alike."""
    found: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t = offsets[one]
    last: cython.Py_ssize_t = offsets[one + 1]
    r: cython.Py_ssize_t
    for r in range(offsets[other], offsets[other + 1]):
        while k < last and starts[k] < starts[r]:
            k += 1
        if k < last and starts[k] == starts[r]:
            return 0
        found += k < last and starts[k] < ends[r]
    return found
