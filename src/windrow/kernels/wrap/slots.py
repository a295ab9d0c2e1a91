"""Members of a split and the slots they may fill: which fit best in order."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

__all__ = ["align"]

# Zeros: to repeat one is the cheapest way to a new array.
_DOUBLES = array("d", (0.0,))


def align(
    first: Sequence[Sequence[frozenset[int]]],
    second: Sequence[frozenset[int]],
    least: cython.double,
) -> tuple[list[tuple[int, int]], list[list[float]]]:
    """Return the pairs of slots and members that fit best in order, and all similarities.

    A slot is as similar to a member as the best of its examples; a pair has at least *least*.
    """
    rows: cython.Py_ssize_t = len(first)
    columns: cython.Py_ssize_t = len(second)
    width: cython.Py_ssize_t = columns + 1
    all_similar = _DOUBLES * (rows * columns)
    all_best = _DOUBLES * (rows + 1) * width
    if not rows or not columns:
        return [], [[] for _ in first]
    similar: cython.double[::1] = all_similar
    best: cython.double[::1] = all_best
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    value: cython.double
    found: cython.double
    for i in range(rows):
        for j in range(columns):
            value = 0.0
            for example in first[i]:
                found = _alike(example, second[j])
                if found > value:
                    value = found
            similar[i * columns + j] = value
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            value = best[(i + 1) * width + j]
            if best[i * width + j + 1] > value:
                value = best[i * width + j + 1]
            if similar[i * columns + j] >= least:
                found = best[(i + 1) * width + j + 1] + similar[i * columns + j]
                if found > value:
                    value = found
            best[i * width + j] = value
    pairs = []
    i, j = 0, 0
    while i < rows and j < columns:
        value = best[i * width + j]
        found = similar[i * columns + j]
        if found >= least and value == best[(i + 1) * width + j + 1] + found:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif value == best[(i + 1) * width + j]:
            i += 1
        else:
            j += 1
    return pairs, [all_similar[i * columns : (i + 1) * columns].tolist() for i in range(rows)]


@cython.cfunc
def _alike(one: frozenset, other: frozenset) -> cython.double:
    """Return how alike two sets are, 0..1; two empty ones are."""
    size: cython.Py_ssize_t = len(one)
    size_of_other: cython.Py_ssize_t = len(other)
    both: cython.Py_ssize_t = 0
    if not size and not size_of_other:
        return 1.0
    if size > size_of_other:
        one, other = other, one
    for feature in one:
        if feature in other:
            both += 1
    return cython.cast(cython.double, both) / (size + size_of_other - both)
