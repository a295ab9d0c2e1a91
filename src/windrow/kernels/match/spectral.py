"""How alike the places of symbols are, and how a group of them is best cut in two."""

from __future__ import annotations

from array import array
from math import sqrt

import cython

__all__ = ["best_cut", "likeness"]

# Zeros: to repeat one is the cheapest way to a new array.
_DOUBLES = array("d", (0.0,))


def likeness(
    places: cython.int[::1], starts: cython.int[::1], epsilon: cython.double
) -> array[float]:
    """Return how alike each two symbols are, as a square of numbers, row by row.

    Symbol *k* occurs at ``places[starts[k]] .. places[starts[k + 1] - 1]``, in increasing order.
    Two are alike if their centres are near, or if each occurs evenly between places of the other.
    """
    count: cython.Py_ssize_t = len(starts) - 1
    found = _DOUBLES * (count * count)
    alike: cython.double[::1] = found
    means = _DOUBLES * count
    centres: cython.double[::1] = means
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, at=cython.Py_ssize_t)
    cython.declare(total=cython.double, one=cython.double, other=cython.double)
    for i in range(count):
        total = 0.0
        for at in range(starts[i], starts[i + 1]):
            total += places[at]
        centres[i] = total / (starts[i + 1] - starts[i])
    for i in range(count):
        alike[i * count + i] = 1.0
        for j in range(i):
            one = _unevenness(places, starts[i], starts[i + 1], starts[j], starts[j + 1])
            other = _unevenness(places, starts[j], starts[j + 1], starts[i], starts[i + 1])
            total = centres[i] - centres[j]
            if total < 0.0:
                total = -total
            total = epsilon / (total * (one if one > other else other) + epsilon)
            alike[i * count + j] = total
            alike[j * count + i] = total
    return found


@cython.cfunc
def _unevenness(
    places: cython.int[::1],
    first: cython.Py_ssize_t,
    first_end: cython.Py_ssize_t,
    second: cython.Py_ssize_t,
    second_end: cython.Py_ssize_t,
) -> cython.double:
    """Return the variance of how often one symbol occurs between two places of the other.

    Two or more places before or after all those of the other are added: symbols that are apart are
    not alike.
    """
    cython.declare(at=cython.Py_ssize_t, k=cython.Py_ssize_t, inside=cython.Py_ssize_t)
    cython.declare(total=cython.double, squares=cython.double, count=cython.double)
    cython.declare(mean=cython.double, outside=cython.double)
    at = first
    while at < first_end and places[at] <= places[second]:
        at += 1
    total = squares = 0.0
    for k in range(second + 1, second_end):
        inside = 0
        while at < first_end and places[at] < places[k]:
            inside += 1
            at += 1
        # Two symbols that name the same node have one place, which is in no stretch.
        while at < first_end and places[at] == places[k]:
            at += 1
        total += inside
        squares += inside * inside
    count = second_end - second - 1 if second_end - second > 1 else 1
    mean = total / count
    outside = first_end - first - total
    return squares / count - mean * mean + (outside if outside > 1.0 else 0.0)


def best_cut(
    alike: cython.double[::1],
    count: cython.Py_ssize_t,
    members: cython.int[::1],
    most: cython.double,
    rounds: cython.Py_ssize_t,
) -> list[int]:
    """Return the members on one side of the cheapest normalised cut; none if it costs *most*.

    *alike* has *count* rows of as many numbers. The members are ordered by the second eigenvector
    of their normalised likeness, which *rounds* of the power method approximate, and all cuts of
    that order are tried.
    """
    size: cython.Py_ssize_t = len(members)
    degrees = _DOUBLES * size
    roots = _DOUBLES * size
    degree: cython.double[::1] = degrees
    root: cython.double[::1] = roots
    i: cython.Py_ssize_t
    norm: cython.double = 0.0
    _multiply(alike, count, members, array("d", [1.0]) * size, degrees)
    for i in range(size):
        root[i] = sqrt(degree[i])
        norm += degree[i]
    vector = _second(alike, count, members, roots, norm, rounds)
    values = [vector[i] / roots[i] for i in range(size)]
    order = sorted(range(size), key=values.__getitem__)
    found = _cheapest(alike, count, members, degrees, array("i", order), norm, most)
    return [order[i] for i in range(found)]


@cython.cfunc
@cython.exceptval(-1)
def _multiply(
    alike: cython.double[::1],
    count: cython.Py_ssize_t,
    members: cython.int[::1],
    vector: cython.double[::1],
    product: cython.double[::1],
) -> cython.int:
    """Write the likenesses of the members times *vector* into *product*."""
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, row=cython.Py_ssize_t)
    total: cython.double
    for i in range(len(members)):
        row = members[i] * count
        total = 0.0
        for j in range(len(members)):
            total += alike[row + members[j]] * vector[j]
        product[i] = total
    return 0


@cython.cfunc
def _second(
    alike: cython.double[::1],
    count: cython.Py_ssize_t,
    members: cython.int[::1],
    root: cython.double[::1],
    norm: cython.double,
    rounds: cython.Py_ssize_t,
) -> list[float]:
    """Return an approximation of the second eigenvector; *root* is the first one."""
    size: cython.Py_ssize_t = len(members)
    old: cython.double[::1] = _DOUBLES * size
    scaled: cython.double[::1] = _DOUBLES * size
    product: cython.double[::1] = _DOUBLES * size
    cython.declare(i=cython.Py_ssize_t, total=cython.double, shared=cython.double)
    # Multiples of the golden ratio are spread evenly and orthogonal to no eigenvector.
    for i in range(size):
        old[i] = (i + 1) * 0.6180339887498949 % 1.0 - 0.5
    for _ in range(rounds):
        shared = 0.0
        for i in range(size):
            shared += old[i] * root[i]
        shared /= norm
        total = 0.0
        for i in range(size):
            old[i] -= shared * root[i]
            total += old[i] * old[i]
        total = sqrt(total)
        if total == 0.0:
            break
        for i in range(size):
            old[i] /= total
            scaled[i] = old[i] / root[i]
        _multiply(alike, count, members, scaled, product)
        for i in range(size):
            # Half of the vector itself: eigenvalues below zero must not win.
            old[i] = 0.5 * (old[i] + product[i] / root[i])
    return [old[i] for i in range(size)]


@cython.cfunc
def _cheapest(
    alike: cython.double[::1],
    count: cython.Py_ssize_t,
    members: cython.int[::1],
    degree: cython.double[::1],
    order: cython.int[::1],
    norm: cython.double,
    most: cython.double,
) -> cython.Py_ssize_t:
    """Return how many of the *order* are on one side of the cheapest cut; 0 if it costs *most*."""
    size: cython.Py_ssize_t = len(order)
    best: cython.Py_ssize_t = 0
    cut: cython.double = 0.0
    side: cython.double = 0.0
    cost: cython.double
    row: cython.Py_ssize_t
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(size - 1):
        row = members[order[k]] * count
        cut += degree[order[k]] - alike[row + members[order[k]]]
        for i in range(k):
            cut -= 2.0 * alike[row + members[order[i]]]
        side += degree[order[k]]
        cost = cut / side + cut / (norm - side)
        if cost < most:
            most = cost
            best = k + 1
    return best
