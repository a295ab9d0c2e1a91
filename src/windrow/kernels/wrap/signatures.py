"""Signatures of the nodes of a page as numbers, and what is found by them."""

from __future__ import annotations

from array import array
from typing import Any
from zlib import crc32

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy
    from cython.cimports.windrow.kernels.tree.ints import ints, longs
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values

    longs = ints

__all__ = ["Known", "Signatures", "digest", "gather", "positions", "saying", "signatures"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS, _LONGS = array("i", (0,)), array("q", (0,))


@cython.final
@cython.cclass
class Signatures:
    """Signatures by node; *sign* finds one out, which is remembered."""

    sign: Any
    found: dict
    names: list
    held: Any  # what the addresses below belong to
    numbers: cython.p_int
    count: cython.Py_ssize_t

    def __init__(self, sign: Any) -> None:
        self.sign, self.found, self.names, self.count = sign, {}, [], 0

    def know(self, numbers: array[int], names: list) -> None:
        """Take over the signatures of nodes whose *numbers*, above 0, are those of *names*."""
        self.held, self.names, self.count = numbers, names, len(numbers)
        self.numbers = ints(numbers)

    def __getitem__(self, node: cython.Py_ssize_t) -> str:
        """Return the signature of a node."""
        number: cython.Py_ssize_t = self.numbers[node] if 0 <= node < self.count else 0
        kept: Any = self.names[number] if number > 0 else self.found.get(node)
        if kept is None:
            kept = self.found[node] = self.sign(node)
        signature: str = kept
        return signature


# The number of a key that is not known; below all signatures.
_NEW = cython.declare(cython.int, -3)
# Places of a table that is empty. A power of two; chosen, not measured.
_PLACES = 256


@cython.final
@cython.cclass
class Known:
    """Numbers by keys: labels of nodes with their attributes, as `signatures` makes them.

    A table with free places, as a number that a dictionary knows takes longer to make than to find.
    Uncompiled it is a dictionary.
    """

    kept: dict
    held: Any  # what the addresses below belong to
    keys: cython.p_longlong
    numbers: cython.p_int
    mask: cython.longlong
    count: cython.longlong

    def __init__(self) -> None:
        self.kept, self.count = {}, 0
        self._clear(_PLACES)

    def __len__(self) -> int:
        return self.count

    def __reduce__(self) -> tuple[Any, ...]:
        # Elsewhere, the numbers are learned again.
        return Known, ()

    def learn(self, key: Any, number: int) -> None:
        """Remember the *number* of a *key*."""
        if not cython.compiled:
            self.kept[key] = number
            self.count = len(self.kept)
            return
        if self.number(key) != _NEW:
            return
        self.count += 1
        if 4 * self.count > 3 * self.mask:
            keys, numbers = self.held
            self._clear(2 * len(keys))
            for one, known in zip(keys, numbers, strict=True):
                if known != _NEW:
                    self._put(one, known)
        self._put(key, number)

    @cython.cfunc
    def _clear(self, places: int) -> None:
        keys, numbers = _LONGS * places, array("i", (_NEW,)) * places
        self.held = (keys, numbers)
        self.keys, self.numbers, self.mask = longs(keys), ints(numbers), places - 1

    @cython.cfunc
    def _put(self, key: cython.longlong, number: cython.int) -> None:
        place: cython.longlong = key & self.mask
        while self.numbers[place] != _NEW:
            place = (place + 1) & self.mask
        self.keys[place], self.numbers[place] = key, number

    @cython.ccall
    @cython.exceptval(check=False)
    def number(self, key: cython.longlong) -> cython.int:
        """Return the number of a *key*; `_NEW` if it is not known."""
        place: cython.longlong = key & self.mask
        while self.numbers[place] != _NEW and self.keys[place] != key:
            place = (place + 1) & self.mask
        return self.numbers[place]


_SEED = cython.declare(cython.ulonglong, 14695981039346656037)
_FACTOR = cython.declare(cython.ulonglong, 6364136223846793005)


def signatures(
    labels: cython.int[::1],
    starts: cython.int[::1],
    attributes: cython.int[::1],
    wanted: cython.int[::1],
    plain: cython.int[::1],
    buffer: bytes,
    known: Known,
    unknown: list,
) -> array[int]:
    """Return a number a node by its label and the *wanted* of its attributes.

    *plain* has the numbers of bare labels, *known* those of labels with attributes, each by a key
    of the label's number and the attributes; nodes it lacks are added to *unknown* with their keys.
    """
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    found: cython.int[::1] = result
    said: cython.const[cython.uchar][::1] = buffer
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    is_bare: cython.bint
    key: cython.longlong
    for node in range(count):
        is_bare = labels[node] < len(plain)
        if is_bare:
            for k in range(3 * starts[node], 3 * starts[node + 1], 3):
                if wanted[attributes[k]]:
                    is_bare = False
                    break
        if is_bare:
            found[node] = plain[labels[node]]
            continue
        if cython.compiled:
            key = _digest(labels[node], starts[node], starts[node + 1], attributes, wanted, said)
            found[node] = known.number(key)
        else:
            key = _words(labels[node], starts[node], starts[node + 1], attributes, wanted, said)
            found[node] = known.kept.get(key, _NEW)
        if found[node] == _NEW:
            unknown.append((node, key))
    return result


def _words(
    label: int, start: int, end: int, attributes: Any, wanted: Any, said: Any
) -> tuple[Any, ...]:
    """Return a key for a node's label and wanted attributes."""
    key: list[Any] = [label]
    for k in range(3 * start, 3 * end, 3):
        if wanted[attributes[k]]:
            key += (wanted[attributes[k]], bytes(said[attributes[k + 1] : attributes[k + 2]]))
    return tuple(key)


@cython.cfunc
@cython.exceptval(check=False)
def _digest(
    label: cython.int,
    start: cython.int,
    end: cython.int,
    attributes: cython.int[::1],
    wanted: cython.int[::1],
    said: cython.const[cython.uchar][::1],
) -> cython.longlong:
    """Return a digest of a node's label and wanted attributes."""
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    last: cython.Py_ssize_t
    state: cython.ulonglong
    eight: cython.ulonglong = 0
    state = _mixed(_SEED, label)
    for k in range(3 * start, 3 * end, 3):
        if wanted[attributes[k]]:
            p = attributes[k + 1]
            last = attributes[k + 2]
            # With its length, so that no value can look like the next attribute.
            eight = last - p
            state = _mixed(state, (eight << 8) | wanted[attributes[k]])
            while p + 8 <= last:
                memcpy(cython.address(eight), cython.address(said[p]), 8)
                state = _mixed(state, eight)
                p += 8
            eight = 0
            while p < last:
                eight = (eight << 8) | said[p]
                p += 1
            state = _mixed(state, eight)
    return cython.cast(cython.longlong, state)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mixed(state: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    state = (state ^ value) * _FACTOR
    return state ^ (state >> 29)


def positions(
    starts: cython.int[::1], attributes: cython.int[::1], texts: cython.int[::1], end: cython.int
) -> array[int]:
    """Return where in the buffer all that a node says begins; one more at the end."""
    count: cython.Py_ssize_t = len(starts) - 1
    result = _INTS * (count + 1)
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    found[count] = end
    for node in range(count - 1, -1, -1):
        if starts[node] < starts[node + 1]:
            found[node] = attributes[3 * starts[node] + 1]
        elif texts[2 * node] < texts[2 * node + 1]:
            found[node] = texts[2 * node]
        else:
            found[node] = found[node + 1]
    return result


def gather(numbers: cython.int[::1], found: dict) -> None:
    """Add the nodes of each number above 0 in *found* to its list."""
    node: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(numbers)
    most: cython.int = max(found)
    flags = _INTS * (most + 1)
    for number in found:
        flags[number] = 1
    wanted: cython.int[::1] = flags
    for node in range(count):
        if 0 < numbers[node] <= most and wanted[numbers[node]]:
            found[numbers[node]].append(node)


def saying(
    buffer: bytes, wanted: bytes, starts: cython.int[::1], texts: cython.int[::1]
) -> list[int]:
    """Return the nodes whose own text has *wanted* in it, by where they begin in the buffer."""
    found: list[int] = []
    place: cython.Py_ssize_t = buffer.find(wanted)
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(starts) - 1
    while place >= 0:
        # The last node that begins here or before; those without words begin where the next does.
        high = count
        while low < high:
            middle = (low + high) // 2
            if starts[middle] <= place:
                low = middle + 1
            else:
                high = middle
        low -= 1
        if low >= 0 and texts[2 * low] <= place < texts[2 * low + 1]:
            found.append(low)
            place = texts[2 * low + 1]
        else:
            place += 1
        low = max(low, 0)
        place = buffer.find(wanted, place)
    return found


def digest(buffer: bytes, start: int, end: int) -> int:
    """Return a number for a stretch of the buffer."""
    return crc32(memoryview(buffer)[start:end])
