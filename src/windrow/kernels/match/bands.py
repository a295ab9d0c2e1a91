"""What simple tree matching asks of nodes: children, boxes, places in a matrix and in a table."""

from __future__ import annotations

from array import array

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import longs
else:
    longs = load("tree.tags", "python").longs

__all__ = [
    "band",
    "conflict",
    "count_children",
    "equal",
    "fill_children",
    "high_end",
    "larger",
    "longer",
    "low_end",
    "slot",
    "traced",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS, _LONGS = array("i", (0,)), array("q", (0,))

# Boxes that differ by more than this are a visual conflict: widths, heights.
_WIDTH_RATIO = cython.declare(cython.double, 2.0)
_HEIGHT_RATIO = cython.declare(cython.double, 8.0)
# Subtrees the product of whose sizes is larger are matched only near the diagonal of the matrix of
# their children: the narrower, the larger they are. Chosen, not measured.
_MOST_CELLS = cython.declare(cython.longlong, 4_000_000)


@cython.cfunc
@cython.exceptval(check=False)
def conflict(
    boxes_a: cython.double[::1], boxes_b: cython.double[::1], a: cython.int, b: cython.int
) -> cython.bint:
    """Return whether the boxes of two nodes are too unlike for nodes of one kind."""
    wide_a: cython.double = boxes_a[4 * a + 2] - boxes_a[4 * a]
    wide_b: cython.double = boxes_b[4 * b + 2] - boxes_b[4 * b]
    high_a: cython.double = boxes_a[4 * a + 3] - boxes_a[4 * a + 1]
    high_b: cython.double = boxes_b[4 * b + 3] - boxes_b[4 * b + 1]
    # A node without a box has not-a-number here: every comparison with it is false.
    if wide_a > _WIDTH_RATIO * wide_b or wide_b > _WIDTH_RATIO * wide_a:
        return True
    return high_a > _HEIGHT_RATIO * high_b or high_b > _HEIGHT_RATIO * high_a


@cython.cfunc
@cython.exceptval(check=False)
def band(
    size_a: cython.longlong, size_b: cython.longlong, count_a: cython.int, count_b: cython.int
) -> cython.int:
    """Return how far from its diagonal the matrix of two nodes is filled; -1: everywhere."""
    widest: cython.longlong = count_a if count_a > count_b else count_b
    cells: cython.longlong = size_a * size_b
    if cells <= _MOST_CELLS:
        return -1
    # The share of the matrix that may be filled, on both sides of the diagonal.
    return cython.cast(cython.int, widest * _MOST_CELLS // cells // 2)


@cython.cfunc
@cython.exceptval(check=False)
def low_end(
    band: cython.int, turn: cython.longlong, count_a: cython.longlong, count_b: cython.longlong
) -> cython.int:
    """Return where the row of a child begins: *band* before the diagonal."""
    low: cython.longlong = turn * count_b // count_a - band
    if low > count_b - 1:
        low = count_b - 1
    return cython.cast(cython.int, low if low > 0 else 0)


@cython.cfunc
@cython.exceptval(check=False)
def high_end(
    band: cython.int, turn: cython.longlong, count_a: cython.longlong, count_b: cython.longlong
) -> cython.int:
    """Return where the row of a child ends; without a band, with the last child."""
    high: cython.longlong = (turn + 1) * count_b // count_a + band + 1
    return cython.cast(cython.int, high if band >= 0 and high < count_b else count_b)


@cython.cfunc
@cython.exceptval(check=False)
def count_children(sizes: cython.p_int, node: cython.int) -> cython.int:
    """Return how many children a node has."""
    count: cython.int = 0
    child: cython.int = node + 1
    end: cython.int = node + sizes[node]
    while child < end:
        count += 1
        child += sizes[child]
    return count


@cython.cfunc
def longer(numbers: array[int], count: cython.Py_ssize_t) -> array[int]:
    """Return a copy of *numbers* with room for twice *count*."""
    return numbers + _INTS * (2 * count - len(numbers))


@cython.cfunc
@cython.exceptval(check=False)
def fill_children(found: cython.int[::1], sizes: cython.p_int, node: cython.int) -> cython.void:
    """Put the children of a node into *found*."""
    count: cython.Py_ssize_t = 0
    child: cython.int = node + 1
    end: cython.int = node + sizes[node]
    while child < end:
        found[count] = child
        count += 1
        child += sizes[child]


@cython.cfunc
def traced(
    origin: cython.uchar[::1],
    begins: cython.longlong[::1],
    lows: cython.int[::1],
    highs: cython.int[::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
) -> object:
    """Return the pairs of places that the best way through a matrix takes, last pair first."""
    at: cython.longlong
    found: list[tuple[int, int]] = []
    while i > 0 and j > 0:
        if j > highs[i]:
            j = highs[i]
        if j <= lows[i]:
            i -= 1
            continue
        at = begins[i] + j - lows[i] - 1
        if origin[at] == 0:
            j -= 1
        elif origin[at] == 1:
            i -= 1
        else:
            found.append((i - 1, j - 1))
            i -= 1
            j -= 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def equal(
    numbers_a: cython.p_int,
    numbers_b: cython.p_int,
    a: cython.int,
    b: cython.int,
    count: cython.int,
) -> cython.bint:
    """Return whether *count* numbers from *a* on are those from *b* on."""
    k: cython.int
    for k in range(count):
        if numbers_a[a + k] != numbers_b[b + k]:
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def slot(
    slots: cython.p_longlong, room: cython.longlong, key: cython.longlong
) -> cython.Py_ssize_t:
    """Return where a table of *room* keys, two numbers each, has *key*, or a place for it."""
    mask: cython.longlong = room - 1
    # A mix of both halves that stays below 63 bits, compiled and uncompiled alike.
    place: cython.longlong = ((key >> 32) * 40503 + (key & 0xFFFFFFF) * 7919) & mask
    while slots[2 * place] != 0 and slots[2 * place] != key:
        place = (place + 1) & mask
    return place


@cython.cfunc
def larger(table: array[int], room: cython.longlong) -> array[int]:
    """Return a copy of a *table* with *room* for more keys."""
    copy = _LONGS * (2 * room)
    old: cython.p_longlong = longs(table)
    new: cython.p_longlong = longs(copy)
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for k in range(len(table) // 2):
        if old[2 * k] != 0:
            place = slot(new, room, old[2 * k])
            new[2 * place] = old[2 * k]
            new[2 * place + 1] = old[2 * k + 1]
    return copy
