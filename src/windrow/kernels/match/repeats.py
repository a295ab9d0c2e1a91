"""How often the strings of a suffix tree occur, and how often something like them follows."""

from __future__ import annotations

from array import array

import cython

__all__ = ["followers", "locate"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))

# Bits of a mask in one number: two are spare, so that a sum never overflows, compiled or not.
_BITS = cython.declare(cython.longlong, 62)
_ALL = cython.declare(cython.longlong, (1 << 62) - 1)


def followers(
    symbols: cython.int[::1],
    suffixes: cython.int[::1],
    shared: cython.int[::1],
    lengths: cython.int[::1],
    lows: cython.int[::1],
    highs: cython.int[::1],
    shortest: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
    share: cython.double,
    primitive: cython.bint,
) -> tuple[array[int], array[int]]:
    """Return two numbers a suffix-tree node: its separate occurrences, and how many are followed.

    An occurrence is followed if the next symbols, as many as the node's string has, hold a common
    subsequence with it of *share* of its length. Both numbers are 0 for strings shorter than
    *shortest*, longer than *longest*, or (with *primitive*) made of a shorter one repeated.
    Symbols are 0 or more; *shared* is what `common_prefixes` of the suffix array gives.
    """
    count: cython.Py_ssize_t = len(lengths)
    apart_made = _INTS * count
    followed_made = _INTS * count
    apart: cython.int[::1] = apart_made
    followed: cython.int[::1] = followed_made
    cython.declare(top=cython.Py_ssize_t, i=cython.Py_ssize_t, k=cython.Py_ssize_t)
    cython.declare(start=cython.Py_ssize_t, length=cython.Py_ssize_t, shift=cython.Py_ssize_t)
    top = 0
    for i in range(len(symbols)):
        top = max(top, symbols[i])
    words: cython.Py_ssize_t = (min(longest, len(symbols)) + _BITS - 1) // _BITS
    masks: cython.longlong[::1] = _LONGS * (top + 1) * words
    rows: cython.longlong[::1] = _LONGS * words
    border: cython.int[::1] = _INTS * (min(longest, len(symbols)) + 1)
    for i in range(count):
        length = lengths[i]
        if length < shortest or length > longest or highs[i] - lows[i] < 2:
            continue
        start = suffixes[lows[i]]
        shift = _period(symbols, start, length, border)
        if primitive and shift < length and length % shift == 0:
            continue
        # Only a string with a border can overlap itself.
        if shift == length:
            apart[i] = highs[i] - lows[i]
        else:
            apart[i] = _apart(sorted(suffixes[lows[i] : highs[i]]), length)
        if apart[i] < 2:
            continue
        for k in range(length):
            masks[symbols[start + k] * words + k // _BITS] |= cython.cast(cython.longlong, 1) << (
                k % _BITS
            )
        followed[i] = _followed(
            symbols, suffixes, shared, lows[i], highs[i], length, share, masks, rows, words
        )
        for k in range(length):
            masks[symbols[start + k] * words + k // _BITS] = 0
    return apart_made, followed_made


def locate(
    symbols: cython.int[::1], suffixes: cython.int[::1], pattern: cython.int[::1]
) -> tuple[int, int]:
    """Return the part of the suffix array whose suffixes begin with *pattern*: low, high."""
    low: cython.Py_ssize_t = _first(symbols, suffixes, pattern, False)
    return low, max(low, _first(symbols, suffixes, pattern, True))


@cython.cfunc
@cython.exceptval(check=False)
def _first(
    symbols: cython.int[::1],
    suffixes: cython.int[::1],
    pattern: cython.int[::1],
    behind: cython.bint,
) -> cython.Py_ssize_t:
    """Return the place of the first suffix from *pattern* on; *behind*: after those it begins."""
    cython.declare(low=cython.Py_ssize_t, high=cython.Py_ssize_t, middle=cython.Py_ssize_t)
    cython.declare(at=cython.Py_ssize_t, k=cython.Py_ssize_t, below=cython.bint)
    length: cython.Py_ssize_t = len(pattern)
    low = 0
    high = len(suffixes)
    while low < high:
        middle = (low + high) // 2
        at = suffixes[middle]
        k = 0
        while k < length and at + k < len(symbols) and symbols[at + k] == pattern[k]:
            k += 1
        if k == length:
            below = behind
        else:
            below = at + k >= len(symbols) or symbols[at + k] < pattern[k]
        if below:
            low = middle + 1
        else:
            high = middle
    return low


@cython.cfunc
@cython.exceptval(check=False)
def _period(
    symbols: cython.int[::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    border: cython.int[::1],
) -> cython.Py_ssize_t:
    """Return the least shift under which a slice agrees with itself."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    border[0] = 0
    for i in range(1, length):
        while k > 0 and symbols[start + i] != symbols[start + k]:
            k = border[k - 1]
        if symbols[start + i] == symbols[start + k]:
            k += 1
        border[i] = k
    return length - k


@cython.cfunc
def _apart(starts: list[int], length: cython.Py_ssize_t) -> cython.int:
    found: cython.int = 0
    free: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in starts:
        if at >= free:
            found += 1
            free = at + length
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _followed(
    symbols: cython.int[::1],
    suffixes: cython.int[::1],
    shared: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    share: cython.double,
    masks: cython.longlong[::1],
    rows: cython.longlong[::1],
    words: cython.Py_ssize_t,
) -> cython.int:
    found: cython.int = 0
    alike: cython.bint = False
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    for i in range(low, high):
        at = suffixes[i] + length
        if at + length > len(symbols):
            alike = False
        # Neighbours in the suffix array that share this much continue alike: one comparison does.
        elif i == low or shared[i] < 2 * length:
            alike = _common(symbols, at, length, masks, rows, words) >= share * length - 1e-9
        if alike:
            found += 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _common(
    symbols: cython.int[::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    masks: cython.longlong[::1],
    rows: cython.longlong[::1],
    words: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the longest common subsequence of a slice with the string in *masks*, bit-parallel."""
    cython.declare(i=cython.Py_ssize_t, w=cython.Py_ssize_t, used=cython.Py_ssize_t)
    cython.declare(mask=cython.longlong, total=cython.longlong, carry=cython.longlong)
    used = (length + _BITS - 1) // _BITS
    for w in range(used):
        rows[w] = _ALL
    for i in range(start, start + length):
        carry = 0
        for w in range(used):
            mask = masks[symbols[i] * words + w]
            total = rows[w] + (rows[w] & mask) + carry
            carry = total >> _BITS
            rows[w] = (total & _ALL) | (rows[w] & ~mask)
    found: cython.Py_ssize_t = 0
    for i in range(length):
        if not (rows[i // _BITS] >> (i % _BITS)) & 1:
            found += 1
    return found
