"""Where the head of a page names the address that links are relative to."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

__all__ = ["first_base"]

_BASE = cython.declare(bytes, b"base")
_BODY = cython.declare(bytes, b"body")


def first_base(content: bytes, limit: cython.Py_ssize_t) -> int:
    """Return where the first ``base`` tag before the body begins, outside of comments, or -1.

    Only the first *limit* bytes are looked at.

    >>> first_base(b"<title>Hay</title><BASE href=/shop/><body>", 100)
    18
    >>> first_base(b"<!-- <base href=/shop/> --><body><base href=/shop/>", 100)
    -1
    """
    size: cython.Py_ssize_t = min(len(content), limit)
    place: cython.Py_ssize_t = 0
    byte: cython.int
    bytes_of: cython.p_uchar = content
    while True:
        place = _next(content, bytes_of, place, size)
        # The shortest of what is sought has five bytes.
        if place < 0 or place + 5 > size:
            return -1
        byte = bytes_of[place + 1]
        if byte == 33 and content[place : place + 4] == b"<!--":
            place = content.find(b"-->", place + 4, size)
            if place < 0:
                return -1
        elif byte | 32 == 98:  # b
            if _is_word(bytes_of, place + 1, _BASE):
                return place
            if place + 5 < size and _is_word(bytes_of, place + 1, _BODY):
                byte = bytes_of[place + 5]
                if byte == 62 or byte == 32 or 9 <= byte <= 13:
                    return -1
        place += 1


@cython.cfunc
def _next(
    content: bytes,
    bytes_of: cython.p_uchar,
    place: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return where the next ``<`` is, or -1."""
    if not cython.compiled:
        return content.find(b"<", place, size)
    if place >= size:
        return -1
    hit: cython.p_uchar = cython.cast(cython.p_uchar, memchr(bytes_of + place, 60, size - place))
    return -1 if hit == cython.NULL else hit - bytes_of


@cython.cfunc
@cython.exceptval(check=False)
def _is_word(bytes_of: cython.p_uchar, place: cython.Py_ssize_t, word: bytes) -> cython.bint:
    """Return whether four letters, of either case, are those of *word*."""
    letters: cython.p_uchar = word
    k: cython.Py_ssize_t
    for k in range(4):
        if bytes_of[place + k] | 32 != letters[k]:
            return False
    return True
