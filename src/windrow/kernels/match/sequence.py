"""Integer sequences compared: edit distance, longest common subsequence, local alignment.

Distances and subsequences are bit-parallel: one machine word holds a strip of 64 rows of the
table. Uncompiled, one long Python integer holds all rows at once, as a step costs the same there.
"""

from __future__ import annotations

from array import array

import cython

__all__ = ["edit_distance", "lcs_length", "local_alignment", "slice_distance"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))


def edit_distance(a: cython.int[::1], b: cython.int[::1], limit: cython.Py_ssize_t = -1) -> int:
    """Return the least insertions, deletions and changes from *a* to *b*.

    A distance above *limit* is returned as ``limit + 1``; a negative *limit* means no limit.
    """
    return _compare(a, b, limit, False)


def slice_distance(
    symbols: cython.int[::1],
    start_a: cython.Py_ssize_t,
    end_a: cython.Py_ssize_t,
    start_b: cython.Py_ssize_t,
    end_b: cython.Py_ssize_t,
    limit: cython.Py_ssize_t = -1,
) -> int:
    """Return the `edit_distance` of two slices of *symbols*."""
    return _compare(symbols[start_a:end_a], symbols[start_b:end_b], limit, False)


def lcs_length(a: cython.int[::1], b: cython.int[::1]) -> int:
    """Return the length of the longest common subsequence of *a* and *b*."""
    return _compare(a, b, -1, True)


def local_alignment(
    a: cython.int[::1], b: cython.int[::1], table: cython.double[::1], width: cython.Py_ssize_t
) -> tuple[float, array[int], array[int]]:
    """Return the best local alignment of *a* and *b*: its score and two arrays of places.

    Classes x of *a* and y of *b* score ``table[x * width + y]``; a gap of k places costs
    1 + k/3. The arrays name the places in *a* and in *b* paired with each other, -1 for a gap.
    Ties: the end first met, by rows of *a*, wins; on the way back a stop goes before a pair,
    a pair before a gap in *b*, that before a gap in *a*, and a shorter gap before a longer.

    References
    ----------
    [gao2003], the gap costs; three tables keep them exact for every k at the price of one cell.
    """
    n: cython.Py_ssize_t = len(a)
    m: cython.Py_ssize_t = len(b)
    moves: cython.uchar[::1] = array("B", bytes((n + 1) * (m + 1)))
    score: cython.double[::1] = _DOUBLES * (m + 1)
    above: cython.double[::1] = array("d", [_NEVER]) * (m + 1)
    end: cython.longlong[::1] = array("q", [0])
    best: cython.double
    with cython.nogil:
        best = _fill(a, b, table, width, moves, score, above, end)
    left, right = _walk_back(moves, end[0] // (m + 1), end[0] % (m + 1), m + 1)
    return best / _UNIT, left, right


# Scores are whole multiples of a third of a millionth, so that sums are exact in a double and
# a tie is a tie on every machine: with thirds and tenths, rounding would choose the alignment.
_UNIT = cython.declare(cython.double, 3_000_000.0)
_OPEN = cython.declare(cython.double, 4_000_000.0)
_EXTEND = cython.declare(cython.double, 1_000_000.0)
_NEVER = cython.declare(cython.double, -1e300)
# Adding and taking away 1.5 * 2**52 rounds a double to a whole number, compiled or not.
_ROUND = cython.declare(cython.double, 6755399441055744.0)

_PAIR = cython.declare(cython.int, 1)
_UP = cython.declare(cython.int, 2)
_LEFT = cython.declare(cython.int, 3)
_UP_AGAIN = cython.declare(cython.int, 4)
_LEFT_AGAIN = cython.declare(cython.int, 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    a: cython.int[::1],
    b: cython.int[::1],
    table: cython.double[::1],
    width: cython.Py_ssize_t,
    moves: cython.uchar[::1],
    score: cython.double[::1],
    above: cython.double[::1],
    end: cython.longlong[::1],
) -> cython.double:
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, move=cython.int)
    cython.declare(here=cython.double, pair=cython.double)
    cython.declare(diagonal=cython.double, beside=cython.double)
    m: cython.Py_ssize_t = len(b)
    best: cython.double = 0.0
    for i in range(len(a)):
        diagonal = 0.0
        beside = _NEVER
        for j in range(m):
            move = 0
            if above[j + 1] - _EXTEND > score[j + 1] - _OPEN:
                above[j + 1] -= _EXTEND
                move = _UP_AGAIN
            else:
                above[j + 1] = score[j + 1] - _OPEN
            if beside - _EXTEND > score[j] - _OPEN:
                beside -= _EXTEND
                move |= _LEFT_AGAIN
            else:
                beside = score[j] - _OPEN
            pair = diagonal + ((table[a[i] * width + b[j]] * _UNIT + _ROUND) - _ROUND)
            diagonal = score[j + 1]
            here = max(pair, above[j + 1], beside)
            if here <= 0.0:
                here = 0.0
            elif here == pair:
                move |= _PAIR
            elif here == above[j + 1]:
                move |= _UP
            else:
                move |= _LEFT
            score[j + 1] = here
            moves[(i + 1) * (m + 1) + j + 1] = move
            if here > best:
                best = here
                end[0] = (i + 1) * (m + 1) + j + 1
    return best


@cython.cfunc
def _walk_back(
    moves: cython.uchar[::1], i: cython.Py_ssize_t, j: cython.Py_ssize_t, width: cython.Py_ssize_t
) -> tuple[array[int], array[int]]:
    left = array("i")
    right = array("i")
    move: cython.int = moves[i * width + j] & 3
    last: cython.int
    while move != 0:
        last = moves[i * width + j]
        left.append(-1 if move == _LEFT else i - 1)
        right.append(-1 if move == _UP else j - 1)
        i -= move != _LEFT
        j -= move != _UP
        # Inside a gap the next move was settled when the gap was opened, not by this cell.
        if move == _PAIR or not last & (_UP_AGAIN if move == _UP else _LEFT_AGAIN):
            move = moves[i * width + j] & 3
    left.reverse()
    right.reverse()
    return left, right


@cython.cfunc
def _compare(
    a: cython.int[::1], b: cython.int[::1], limit: cython.Py_ssize_t, subsequence: cython.bint
) -> cython.Py_ssize_t:
    """Trim what both ends share, then choose: words or integers, subsequence or distance."""
    if len(a) > len(b):
        a, b = b, a
    n: cython.Py_ssize_t = len(a)
    m: cython.Py_ssize_t = len(b)
    start: cython.Py_ssize_t = 0
    found: cython.Py_ssize_t
    while start < n and a[start] == b[start]:
        start += 1
    while start < n and a[n - 1] == b[m - 1]:
        n -= 1
        m -= 1
    shared: cython.Py_ssize_t = start + len(a) - n
    a = a[start:n]
    b = b[start:m]
    if start == n or 0 <= limit < m - n:
        found = 0 if subsequence else m - start
    elif cython.compiled:
        found = _compare_in_words(a, b, limit, subsequence)
    elif subsequence:
        found = _subsequence_in_integers(a, b)
    else:
        found = _distance_in_integers(a, b, limit)
    if subsequence:
        return shared + found
    return limit + 1 if 0 <= limit < found else found


@cython.cfunc
def _compare_in_words(
    a: cython.int[::1], b: cython.int[::1], limit: cython.Py_ssize_t, subsequence: cython.bint
) -> cython.Py_ssize_t:
    n: cython.Py_ssize_t = len(a)
    m: cython.Py_ssize_t = len(b)
    rows: cython.int[::1] = _INTS * (n + m)
    distinct: cython.Py_ssize_t = _number(a, b, rows)
    masks: cython.ulonglong[::1] = array("Q", bytes(8 * (distinct + 1)))
    steps: cython.schar[::1] = array("b", bytes(m) if subsequence else b"\x01" * m)
    found: cython.Py_ssize_t
    with cython.nogil:
        if subsequence:
            found = _subsequence_in_words(rows, n, m, masks, steps)
        else:
            found = _distance_in_words(rows, n, m, masks, steps, limit)
    return found


@cython.cfunc
def _number(a: cython.int[::1], b: cython.int[::1], rows: cython.int[::1]) -> cython.Py_ssize_t:
    """Number the symbols of *a* from 1 into *rows*, then those of *b* (0: not in *a*)."""
    n: cython.Py_ssize_t = len(a)
    size: cython.Py_ssize_t = 2
    while size < 2 * n:
        size *= 2
    # An open hash table of places in *a*, plus one; half of it stays empty.
    slots: cython.int[::1] = _INTS * size
    distinct: cython.int = 0
    cython.declare(i=cython.Py_ssize_t, slot=cython.Py_ssize_t)
    for i in range(n):
        slot = _slot(a, a[i], slots)
        if slots[slot] == 0:
            slots[slot] = i + 1
            distinct += 1
            rows[i] = distinct
        else:
            rows[i] = rows[slots[slot] - 1]
    for i in range(len(b)):
        slot = _slot(a, b[i], slots)
        rows[n + i] = 0 if slots[slot] == 0 else rows[slots[slot] - 1]
    return distinct


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _slot(a: cython.int[::1], symbol: cython.int, slots: cython.int[::1]) -> cython.Py_ssize_t:
    last: cython.Py_ssize_t = len(slots) - 1
    slot: cython.Py_ssize_t = symbol & last
    while slots[slot] != 0 and a[slots[slot] - 1] != symbol:
        slot = (slot + 1) & last
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distance_in_words(
    rows: cython.int[::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    masks: cython.ulonglong[::1],
    steps: cython.schar[::1],
    limit: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Myers' bit-vectors strip by strip; *steps* hands a strip's last row of differences down."""
    cython.declare(i=cython.Py_ssize_t, top=cython.Py_ssize_t, height=cython.Py_ssize_t)
    cython.declare(least=cython.Py_ssize_t, ahead=cython.Py_ssize_t, gap=cython.Py_ssize_t)
    one: cython.ulonglong = 1
    found: cython.Py_ssize_t = 0
    for top in range(0, n, 64):
        height = min(n - top, 64)
        for i in range(height):
            masks[rows[top + i]] |= one << i
        _distance_strip(rows, n, m, masks, steps, height - 1)
        for i in range(height):
            masks[rows[top + i]] = 0
        # Every path crosses this row, and from there needs at least the difference in length.
        found = top + height
        ahead = n - found
        least = found + m - ahead
        for i in range(m):
            found += steps[i]
            gap = ahead - (m - 1 - i)
            if gap < 0:
                gap = -gap
            if found + gap < least:
                least = found + gap
        if 0 <= limit < least:
            return limit + 1
    return found


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _distance_strip(
    rows: cython.int[::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    masks: cython.ulonglong[::1],
    steps: cython.schar[::1],
    last: cython.Py_ssize_t,
) -> cython.void:
    cython.declare(j=cython.Py_ssize_t, step=cython.int)
    cython.declare(equal=cython.ulonglong, level=cython.ulonglong)
    cython.declare(right_up=cython.ulonglong, right_down=cython.ulonglong)
    down: cython.ulonglong = 0
    up: cython.ulonglong = ~down
    for j in range(m):
        step = steps[j]
        equal = masks[rows[n + j]] | (step < 0)
        level = (((equal & up) + up) ^ up) | equal
        right_up = down | ~(level | up)
        right_down = up & level
        equal = masks[rows[n + j]] | down
        steps[j] = ((right_up >> last) & 1) - ((right_down >> last) & 1)
        right_up = (right_up << 1) | (step > 0)
        right_down = (right_down << 1) | (step < 0)
        up = right_down | ~(equal | right_up)
        down = right_up & equal


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _subsequence_in_words(
    rows: cython.int[::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    masks: cython.ulonglong[::1],
    carries: cython.schar[::1],
) -> cython.Py_ssize_t:
    """Count the zero bits that a row of additions leaves; *carries* go from strip to strip."""
    cython.declare(i=cython.Py_ssize_t, top=cython.Py_ssize_t, height=cython.Py_ssize_t)
    cython.declare(state=cython.ulonglong, total=cython.ulonglong, carried=cython.ulonglong)
    cython.declare(equal=cython.ulonglong, zero=cython.ulonglong)
    one: cython.ulonglong = 1
    found: cython.Py_ssize_t = 0
    zero = 0
    for top in range(0, n, 64):
        height = min(n - top, 64)
        for i in range(height):
            masks[rows[top + i]] |= one << i
        state = ~zero
        for i in range(m):
            equal = masks[rows[n + i]]
            total = state + (state & equal)
            carried = total + carries[i]
            carries[i] = 1 if total < state or carried < total else 0
            state = carried | (state & ~equal)
        for i in range(height):
            masks[rows[top + i]] = 0
            found += 1 - ((state >> i) & 1)
    return found


def _distance_in_integers(a: array[int], b: array[int], limit: int) -> int:
    """The same bit-vectors, all rows in one integer."""
    ones = (1 << len(a)) - 1
    last = len(a) - 1
    masks: dict[int, int] = {}
    for i, symbol in enumerate(a):
        masks[symbol] = masks.get(symbol, 0) | 1 << i
    up, down, found, rest = ones, 0, len(a), len(b)
    for symbol in b:
        equal = masks.get(symbol, 0)
        level = (((equal & up) + up) ^ up) | equal
        right_up = down | (ones & ~(level | up))
        right_down = up & level
        found += (right_up >> last & 1) - (right_down >> last & 1)
        rest -= 1
        if 0 <= limit < found - rest:
            return limit + 1
        equal |= down
        right_up = right_up << 1 | 1
        up = (right_down << 1 | ~(equal | right_up)) & ones
        down = right_up & equal & ones
    return found


def _subsequence_in_integers(a: array[int], b: array[int]) -> int:
    ones = (1 << len(a)) - 1
    masks: dict[int, int] = {}
    for i, symbol in enumerate(a):
        masks[symbol] = masks.get(symbol, 0) | 1 << i
    state = ones
    for symbol in b:
        taken = state & masks.get(symbol, 0)
        state = ((state + taken) | (state - taken)) & ones
    return len(a) - state.bit_count()
