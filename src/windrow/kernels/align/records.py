"""Records of one shape, and where records are in their page."""

from __future__ import annotations

from array import array

import cython

__all__ = ["alike", "shares"]


def alike(
    roots: cython.int[::1],
    ends: cython.int[::1],
    shapes: cython.int[::1],
    sizes: cython.int[::1],
    marks: array[int] | None,
) -> list[int]:
    """Return for each record the first one that has the same shapes, and *marks* where given.

    The roots of record *k* are ``ends[k] .. ends[k + 1]``.
    """
    known: dict[tuple[object, ...], int] = {}
    told = b"" if marks is None else marks.tobytes()
    width: cython.Py_ssize_t = 0 if marks is None else marks.itemsize
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    root: cython.Py_ssize_t
    found: list[int] = []
    for k in range(len(ends) - 1):
        key: list[object] = []
        for at in range(ends[k], ends[k + 1]):
            root = roots[at]
            key.append(shapes[root])
            if width:
                key.append(told[width * root : width * (root + sizes[root])])
        found.append(known.setdefault(tuple(key), k))
    return found


def shares(
    records: tuple[tuple[int, ...], ...], step: cython.Py_ssize_t, sizes: cython.int[::1]
) -> tuple[tuple[float, float], ...]:
    """Return where records begin and end, as shares of all nodes; of each *step* records one.

    >>> shares(((1,), (2, 3)), 1, array("i", [4, 1, 1, 1]))
    ((0.25, 0.5), (0.5, 1.0))
    """
    whole: cython.Py_ssize_t = len(sizes)
    place: cython.Py_ssize_t
    last: cython.Py_ssize_t
    found = []
    for place in range(0, len(records), step):
        record = records[place]
        if record:
            last = record[len(record) - 1]
            found.append((_share(record[0], whole), _share(last + sizes[last], whole)))
    return tuple(found)


@cython.cfunc
def _share(part: cython.longlong, whole: cython.longlong) -> float:
    """Return ``round(part / whole, 3)``, which takes far longer, as it must hold for any number."""
    twice: cython.longlong = 2000 * part + whole
    if twice % (2 * whole):
        return (twice // (2 * whole)) / 1000.0
    # Compiled, the division of two whole numbers would be one.
    return round(part / float(whole), 3)
