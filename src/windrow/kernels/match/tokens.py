"""Tokens of a page put in order, and how alike those of two rows are."""

from __future__ import annotations

from array import array

import cython

__all__ = ["running_totals", "similarities", "token_order"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))

_UNLIKE = cython.declare(cython.double, -1.0 / 3.0)


def similarities(
    a: cython.int[::1],
    b: cython.int[::1],
    features: cython.int[::1],
    lengths: cython.int[::1],
    masks: cython.longlong[::1],
) -> array[float]:
    """Return the similarity of every token of *a* with every token of *b*, row by row.

    Tokens are numbers of an alphabet, described by three arrays: *features* (a tag: twice its
    level, plus one if it closes; a text: -1), and for texts *lengths* and the sets of their
    character classes as bits, *masks*.
    """
    n: cython.Py_ssize_t = len(a)
    m: cython.Py_ssize_t = len(b)
    result = _DOUBLES * (n * m)
    table: cython.double[::1] = result
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for i in range(n):
        for j in range(m):
            table[i * m + j] = _similarity(a[i], b[j], features, lengths, masks)
    return result


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _similarity(
    x: cython.int,
    y: cython.int,
    features: cython.int[::1],
    lengths: cython.int[::1],
    masks: cython.longlong[::1],
) -> cython.double:
    cython.declare(one=cython.bint, other=cython.bint, apart=cython.longlong)
    if x == y:
        return 1.0
    if (features[x] < 0) != (features[y] < 0):
        return _UNLIKE
    if features[x] >= 0:
        one = features[x] >> 1 == features[y] >> 1
        other = features[x] & 1 == features[y] & 1
    else:
        apart = lengths[x] - lengths[y]
        if apart < 0:
            apart = -apart
        # |x - y| / (x + y + 1) < 0.2 without a division
        one = 5 * apart < lengths[x] + lengths[y] + 1
        other = masks[x] & masks[y] == masks[x] or masks[x] & masks[y] == masks[y]
    if one and other:
        return 0.5
    return 0.3 if one or other else 0.0


def token_order(
    parents: cython.int[::1],
    opening: cython.int[::1],
    texts: cython.int[::1],
    closing: cython.int[::1],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the tokens of a tree in page order, their nodes, and each node's first and end.

    *opening*, *texts* and *closing* number the tokens of a node; -1 where it has none.
    """
    count: cython.Py_ssize_t = len(parents)
    symbols = _INTS * (3 * count)
    nodes = _INTS * (3 * count)
    starts = _INTS * count
    ends = _INTS * count
    symbols_view: cython.int[::1] = symbols
    nodes_view: cython.int[::1] = nodes
    starts_view: cython.int[::1] = starts
    ends_view: cython.int[::1] = ends
    node: cython.int
    inner: cython.int = -1
    place: cython.Py_ssize_t = 0
    # One step more than there are nodes: it closes what is still open.
    for node in range(count + 1):
        while inner >= 0 and (node == count or inner != parents[node]):
            if closing[inner] >= 0:
                symbols_view[place] = closing[inner]
                nodes_view[place] = inner
                place += 1
            ends_view[inner] = place
            inner = parents[inner]
        if node < count:
            starts_view[node] = place
            if opening[node] >= 0:
                symbols_view[place] = opening[node]
                nodes_view[place] = node
                place += 1
            if texts[node] >= 0:
                symbols_view[place] = texts[node]
                nodes_view[place] = node
                place += 1
            inner = node
    return symbols[:place], nodes[:place], starts, ends


def running_totals(
    symbols: cython.int[::1], features: cython.int[::1], lengths: cython.int[::1]
) -> tuple[array[int], array[int]]:
    """Return how many texts and characters are before each token; one more at the end."""
    count: cython.Py_ssize_t = len(symbols)
    texts = _INTS * (count + 1)
    characters = _INTS * (count + 1)
    texts_view: cython.int[::1] = texts
    characters_view: cython.int[::1] = characters
    k: cython.Py_ssize_t
    for k in range(count):
        texts_view[k + 1] = texts_view[k] + (1 if features[symbols[k]] < 0 else 0)
        characters_view[k + 1] = characters_view[k] + lengths[symbols[k]]
    return texts, characters
