"""What makes two records read alike: their labels, nesting, items and classes, as a number."""

from __future__ import annotations

from array import array

import cython

__all__ = ["digests", "path_numbers"]

# Multipliers of two independent polynomial hashes modulo 2**64: the standard ones of FNV and of
# Knuth's MMIX.
_FIRST = cython.declare(cython.ulonglong, 1099511628211)
_SECOND = cython.declare(cython.ulonglong, 6364136223846793005)
# Compiled, numbers have 64 bits by definition.
_MASK = (1 << 64) - 1


def digests(
    names: cython.ulonglong[::1],
    labels: cython.int[::1],
    sizes: cython.int[::1],
    kinds: cython.int[::1],
    attribute_starts: cython.int[::1],
    attributes: cython.int[::1],
    buffer: cython.const[cython.uchar][::1],
    class_name: cython.int,
    starts: cython.int[::1],
    ends: cython.int[::1],
) -> array[int]:
    """Return two numbers for every stretch of nodes from *starts* to *ends*.

    Equal numbers mean, but for bad luck, the same labels (*names* has a number for each), nesting,
    kinds of items and classes. Digits in a class do not count: ``item-17`` is ``item-18``.
    *class_name* is the number of the attribute ``class``, -1 for none.
    """
    count: cython.Py_ssize_t = len(starts)
    result = array("Q", bytes(16 * count))
    found: cython.ulonglong[::1] = result
    k: cython.Py_ssize_t
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    p: cython.Py_ssize_t
    one: cython.ulonglong
    two: cython.ulonglong
    byte: cython.ulonglong
    for k in range(count):
        one = 14695981039346656037
        two = 88172645463325252
        for node in range(starts[k], ends[k]):
            byte = names[labels[node]]
            one = _mixed(one, byte, _FIRST)
            two = _mixed(two, byte, _SECOND)
            byte = 16 * cython.cast(cython.ulonglong, sizes[node]) + kinds[node]
            one = _mixed(one, byte, _FIRST)
            two = _mixed(two, byte, _SECOND)
            for a in range(attribute_starts[node], attribute_starts[node + 1]):
                if attributes[3 * a] != class_name:
                    continue
                for p in range(attributes[3 * a + 1], attributes[3 * a + 2]):
                    byte = buffer[p]
                    if not 48 <= byte <= 57:
                        one = _mixed(one, byte, _FIRST)
                        two = _mixed(two, byte, _SECOND)
        found[2 * k] = one
        found[2 * k + 1] = two
    return result


def path_numbers(
    names: cython.ulonglong[::1], labels: cython.int[::1], parents: cython.int[::1]
) -> array[int]:
    """Return a number for every node, equal for equal paths of labels from the root."""
    count: cython.Py_ssize_t = len(labels)
    result = array("Q", bytes(8 * count))
    found: cython.ulonglong[::1] = result
    node: cython.Py_ssize_t
    above: cython.ulonglong
    for node in range(count):
        above = 14695981039346656037 if parents[node] < 0 else found[parents[node]]
        found[node] = _mixed(above, names[labels[node]], _FIRST)
    return result


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mixed(
    state: cython.ulonglong, value: cython.ulonglong, factor: cython.ulonglong
) -> cython.ulonglong:
    if cython.compiled:
        state = (state ^ value) * factor
        return state ^ (state >> 29)
    state = ((state ^ value) * factor) & _MASK
    return state ^ (state >> 29)
