"""Whether bytes are UTF-8, without making a text of them; which of them are not ASCII."""

from __future__ import annotations

import re

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy

__all__ = ["continued", "next_high", "past_ascii"]

# The highest bit of each of eight bytes: it is 0 in ASCII.
_HIGH = cython.declare(cython.ulonglong, 0x8080808080808080)
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")


def continued(content: bytes) -> int:
    """Return how many bytes of *content* continue a character; -1 where it is not UTF-8.

    As in Python, there are no surrogates, nothing beyond U+10FFFF, and no longer form of a
    character than it needs.

    >>> continued("fênês".encode()), continued("fênês".encode("latin-1"))
    (2, -1)
    """
    place: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = len(content)
    bytes_of: cython.p_uchar = content
    byte: cython.uchar
    more: cython.int
    low: cython.uchar
    high: cython.uchar
    found: cython.Py_ssize_t = 0
    if not cython.compiled:
        # Uncompiled, Python's own decoder is faster; it is the readable twin as well.
        try:
            return size - len(content.decode())
        except UnicodeDecodeError:
            return -1
    while place < size:
        byte = bytes_of[place]
        if byte < 0x80:
            place = _next_high(bytes_of, place + 1, size)
            if place < 0:
                break
            byte = bytes_of[place]
        place += 1
        # The first byte says how many follow, and bounds the next one.
        low, high = 0x80, 0xBF
        if byte < 0xC2 or byte > 0xF4:
            return -1
        if byte < 0xE0:
            more = 1
        elif byte < 0xF0:
            more = 2
            if byte == 0xE0:
                low = 0xA0
            elif byte == 0xED:
                high = 0x9F
        else:
            more = 3
            if byte == 0xF0:
                low = 0x90
            elif byte == 0xF4:
                high = 0x8F
        if place + more > size:
            return -1
        found += more
        while more > 0:
            if bytes_of[place] < low or bytes_of[place] > high:
                return -1
            low, high = 0x80, 0xBF
            place += 1
            more -= 1
    return found


def next_high(content: bytes, place: cython.Py_ssize_t) -> int:
    """Return where the first byte past ASCII is, at *place* or behind it; -1 if there is none.

    >>> next_high("fênês".encode("latin-1"), 2)
    3
    """
    return _next_high(content, place, len(content))


def past_ascii(content: bytes) -> bytes:
    """Return the bytes past ASCII, with a space wherever there are others between them.

    >>> past_ascii("für die Öfen".encode())
    b'\xc3\xbc \xc3\x96'
    """
    size: cython.Py_ssize_t = len(content)
    bytes_of: cython.p_uchar = content
    start: cython.Py_ssize_t = _next_high(bytes_of, 0, size)
    end: cython.Py_ssize_t
    found: list[bytes] = []
    while start >= 0:
        end = start + 1
        while end < size and bytes_of[end] & 0x80:
            end += 1
        found.append(content[start:end])
        start = _next_high(bytes_of, end, size)
    return b" ".join(found)


@cython.cfunc
@cython.exceptval(check=False)
def _next_high(
    bytes_of: cython.p_uchar, place: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    first: cython.ulonglong = 0
    second: cython.ulonglong = 0
    third: cython.ulonglong = 0
    fourth: cython.ulonglong = 0
    if not cython.compiled:
        found = _HIGH_BYTE.search(bytes_of, place)
        return found.start() if found else -1
    # Most of a page is ASCII: many bytes at once, and few of them where there is another.
    while place + 32 <= size:
        memcpy(cython.address(first), bytes_of + place, 8)
        memcpy(cython.address(second), bytes_of + place + 8, 8)
        memcpy(cython.address(third), bytes_of + place + 16, 8)
        memcpy(cython.address(fourth), bytes_of + place + 24, 8)
        if (first | second | third | fourth) & _HIGH:
            break
        place += 32
    while place + 8 <= size:
        memcpy(cython.address(first), bytes_of + place, 8)
        if first & _HIGH:
            break
        place += 8
    while place < size:
        if bytes_of[place] & 0x80:
            return place
        place += 1
    return -1
