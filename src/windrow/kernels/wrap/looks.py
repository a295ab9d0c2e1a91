"""What nodes look like, as sets of numbers: their texts, and the signatures below them."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.wrap.said import Said
else:
    Said = load("wrap.said", "python").Said

__all__ = ["content", "structure", "texts"]

_TEXT = cython.declare(cython.int, 1)
# Features are numbers of words; what those of each kind begin with. A shape counts twice.
_WORDS, _SHAPE, _SAME_SHAPE, _LENGTH, _NAME, _DIGITS = map(
    crc32, (b"w", b"s", b"S", b"l", b"t", b"d")
)
_ONE, _TWO = crc32(b"1"), crc32(b"2")
# Bounds for hostile pages. Chosen, not measured.
_MOST_WORDS = 30
_MOST_STEPS = 20_000
_LONGEST_SHAPE = 24


def content(text: str, name: str) -> frozenset[int]:
    """Return what *text* looks like, as numbers: words, shape, length; *name* is its label's.

    The numbers are the same in every process, and short in a file.
    """
    found: set[int] = set()
    _add_words(text.casefold(), found)
    shape: list[str] = []
    last: cython.int = 0
    kind: cython.int
    has_digit: cython.bint = False
    for letter in text:
        kind = 2 if letter.isdecimal() else 1 if letter.isalnum() else 0
        if letter.isdigit():
            has_digit = True
        if (kind == 0 or kind != last) and len(shape) < _LONGEST_SHAPE:
            shape.append("0" if kind == 2 else "a" if kind == 1 else letter)
        last = kind
    said = "".join(shape).encode("utf-8", "replace")
    found.add(crc32(said, _SHAPE) + 1)
    found.add(crc32(said, _SAME_SHAPE) + 1)
    found.add(crc32(b"%d" % len(text).bit_length(), _LENGTH) + 1)
    found.add(crc32(name.encode("utf-8", "replace"), _NAME) + 1)
    found.add(crc32(b"True" if has_digit else b"False", _DIGITS) + 1)
    return frozenset(found)


@cython.cfunc
def _add_words(text: str, found: set) -> None:
    """Add the numbers of the words of two letters or more, up to a limit."""
    at: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = -1
    count: cython.int = 0
    for letter in text:
        if letter.isalnum() and not letter.isdecimal():
            if start < 0:
                start = at
        elif start >= 0:
            if at - start > 1:
                found.add(crc32(text[start:at].encode("utf-8", "replace"), _WORDS) + 1)
                count += 1
                if count == _MOST_WORDS:
                    return
            start = -1
        at += 1
    if start >= 0 and at - start > 1:
        found.add(crc32(text[start:at].encode("utf-8", "replace"), _WORDS) + 1)


def structure(
    said: Said, signatures: Any, steps: dict, node: cython.int, end: cython.int, deepest: cython.int
) -> frozenset[int]:
    """Return the paths of signatures from *node* to the nodes before *end*, as numbers.

    No path is longer than *deepest*; *steps* are the signatures as bytes, filled as they come.
    """
    # The number of a path, but for one, is made from that of its parent.
    paths: list[Any] = [0]
    depths: list[int] = [0]
    found: set[int] = set()
    below: cython.int
    above: cython.int
    depth: cython.int
    for below in range(node + 1, end):
        above = said.parents[below] - node
        depth = depths[above] + 1
        depths.append(depth)
        if depth > deepest:
            paths.append(0)
            continue
        signature: Any = signatures[below]
        step: Any = steps.get(signature)
        if step is None:
            step = b"/" + signature.encode("utf-8", "replace")
            if len(steps) < _MOST_STEPS:
                steps[signature] = step
        path: Any = crc32(step, paths[above])
        paths.append(path)
        found.add(path + 1)
    return frozenset(found)


def texts(
    buffer: bytes,
    kinds: cython.int[::1],
    spans: cython.int[::1],
    node: cython.int,
    end: cython.int,
    longest: cython.int,
) -> frozenset[int]:
    """Return the texts shorter than *longest* from *node* to *end* as numbers below 0, two each."""
    found: set[int] = set()
    below: cython.int
    for below in range(node, end):
        if kinds[below] & _TEXT and spans[2 * below + 1] - spans[2 * below] < longest:
            text: bytes = buffer[spans[2 * below] : spans[2 * below + 1]]
            found.add(-1 - crc32(text, _ONE))
            found.add(-1 - crc32(text, _TWO))
    return frozenset(found)
