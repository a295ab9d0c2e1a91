"""Finds the parts of a page's bytes that speak to machines: ``meta`` elements, JSON scripts."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

__all__ = ["META", "SCRIPT", "meta", "spans"]

META, SCRIPT = 0, 1
_OPEN = cython.declare(cython.int, 60)
_CLOSE = cython.declare(cython.int, 62)
_DOUBLE = cython.declare(cython.int, 34)
_SINGLE = cython.declare(cython.int, 39)
# A longer tag ends here, whatever it holds.
_LONGEST_TAG = cython.declare(cython.int, 5_000)


def spans(content: bytes) -> list[tuple[int, int, int, int]]:
    """Return `META` or `SCRIPT`, where its attributes begin and end, and where its text ends.

    Comments and scripts that are not JSON are passed over; a script without an end goes to the end
    of the page.
    """
    said: cython.const[cython.uchar][::1] = content
    count: cython.Py_ssize_t = len(content)
    place: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    byte: cython.int
    found: list[tuple[int, int, int, int]] = []
    while True:
        place = _next(content, said, place, count)
        if place < 0 or place + 4 > count:
            return found
        byte = said[place + 1]
        if byte == 33 and said[place + 2] == 45 and said[place + 3] == 45:
            place = content.find(b"-->", place + 4)
            if place < 0:
                return found
            place += 3
        elif byte | 32 == 109 and _is_tag(said, place + 1, count, b"meta"):  # m
            start = place + 5
            place = _tag_end(said, start, count)
            found.append((0, start, place, place))
        elif byte | 32 == 115 and _is_tag(said, place + 1, count, b"script"):  # s
            start = place + 7
            end = _tag_end(said, start, count)
            place = _script_end(content, said, end, count)
            # Most scripts are programs.
            if _has_json(said, start, end):
                found.append((1, start, end, place))
        else:
            place += 1


def meta(content: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tuple[bytes, bytes]:
    """Return the name and the content that the attributes from *start* to *end* give, or b"".

    The name is a ``property`` or else a ``name``.
    """
    said: cython.const[cython.uchar][::1] = content
    place: cython.Py_ssize_t = start
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    value: cython.Py_ssize_t
    quote: cython.int
    name: bytes = b""
    plain_name: bytes = b""
    found: bytes = b""
    while place < end:
        first = place
        while place < end and _in_name(said[place]):
            place += 1
        if place == first:
            place += 1
            continue
        last = place
        value = _past_space(said, place, end)
        if value >= end or said[value] != 61:
            continue
        value = _past_space(said, value + 1, end)
        if value >= end:
            break
        quote = said[value]
        if quote == _DOUBLE or quote == _SINGLE:
            value += 1
            place = value
            while place < end and said[place] != quote:
                place += 1
            if place >= end:
                # A quote that is never closed gives nothing.
                place = value
                continue
        else:
            place = value
            while place < end and not _ends_value(said[place]):
                place += 1
        if last - first == 7 and _is_word(said, first, end, b"content"):
            found = content[value:place]
        elif last - first == 8 and _is_word(said, first, end, b"property"):
            name = content[value:place]
        elif last - first == 4 and _is_word(said, first, end, b"name"):
            plain_name = content[value:place]
        if quote == _DOUBLE or quote == _SINGLE:
            place += 1
    return name or plain_name, found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _in_name(byte: cython.int) -> cython.bint:
    return 97 <= (byte | 32) <= 122 or byte == 58 or byte == 45 or byte == 95


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _ends_value(byte: cython.int) -> cython.bint:
    is_space: cython.bint = byte == 32 or 9 <= byte <= 13
    return is_space or byte == _CLOSE or byte == _DOUBLE or byte == _SINGLE


@cython.cfunc
@cython.exceptval(check=False)
def _past_space(
    said: cython.const[cython.uchar][::1], place: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    while place < end and (said[place] == 32 or 9 <= said[place] <= 13):
        place += 1
    return place


@cython.cfunc
def _next(
    content: bytes,
    said: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return where the next ``<`` is, or -1."""
    if not cython.compiled:
        return content.find(b"<", place)
    if place >= count:
        return -1
    first: cython.p_uchar = content
    hit: cython.p_uchar = cython.cast(cython.p_uchar, memchr(first + place, _OPEN, count - place))
    return -1 if hit == cython.NULL else hit - first


@cython.cfunc
@cython.exceptval(check=False)
def _is_word(
    said: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    word: bytes,
) -> cython.bint:
    """Return whether *word*, of small letters, is here in letters of either case."""
    letters: cython.p_uchar = word
    k: cython.Py_ssize_t
    length: cython.Py_ssize_t = len(word)
    if place + length > count:
        return False
    for k in range(length):
        if said[place + k] | 32 != letters[k]:
            return False
    return True


@cython.cfunc
def _is_tag(
    said: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    word: bytes,
) -> cython.bint:
    after: cython.Py_ssize_t = place + len(word)
    if after >= count:
        return False
    byte: cython.int = said[after]
    if byte != 32 and byte != _CLOSE and byte != 47 and not 9 <= byte <= 13:
        return False
    return _is_word(said, place, count, word)


@cython.cfunc
@cython.exceptval(check=False)
def _tag_end(
    said: cython.const[cython.uchar][::1], start: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return where the tag ends whose attributes begin at *start*; quotes may hold a ``>``."""
    limit: cython.Py_ssize_t = min(count, start + _LONGEST_TAG)
    place: cython.Py_ssize_t
    first: cython.Py_ssize_t = -1
    quote: cython.int = 0
    for place in range(start, limit):
        if said[place] == _CLOSE:
            if not quote:
                return place + 1
            if first < 0:
                first = place
        elif quote:
            if said[place] == quote:
                quote = 0
        elif said[place] == _DOUBLE or said[place] == _SINGLE:
            quote = said[place]
    # A quote is never closed: it ends where it seems to.
    return limit if first < 0 else first + 1


@cython.cfunc
def _script_end(
    content: bytes,
    said: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    while True:
        place = _next(content, said, place, count)
        if place < 0 or place + 8 > count:
            return count
        if said[place + 1] == 47 and _is_word(said, place + 2, count, b"script"):
            return place
        place += 1


@cython.cfunc
def _has_json(
    said: cython.const[cython.uchar][::1], start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    place: cython.Py_ssize_t
    for place in range(start, end - 3):
        if said[place] | 32 == 106 and _is_word(said, place, end, b"json"):
            return True
    return False
