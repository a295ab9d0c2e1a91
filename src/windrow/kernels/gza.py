"""How alike the tokens of two rows are, all pairs at once."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

__all__ = ["agreeing", "similarities"]

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
    result = array("d", bytes(8 * n * m))
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


def agreeing(
    a: cython.int[::1],
    b: cython.int[::1],
    left: cython.int[::1],
    right: cython.int[::1],
    names: cython.int[::1],
) -> int:
    """Return how many aligned pairs (*left*, *right*: places in *a* and *b*) have one name."""
    count: cython.int = 0
    k: cython.Py_ssize_t
    for k in range(len(left)):
        if left[k] >= 0 and right[k] >= 0 and names[a[left[k]]] == names[b[right[k]]]:
            count += 1
    return count
