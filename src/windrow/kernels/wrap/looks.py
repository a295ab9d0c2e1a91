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

__all__ = ["content", "familiar", "features", "structure", "texts"]

_TEXT = cython.declare(cython.int, 1)
# Features are numbers of words; what those of each kind begin with. A shape counts twice.
_WORDS, _SHAPE, _SAME_SHAPE, _LENGTH, _NAME, _DIGITS = map(
    crc32, (b"w", b"s", b"S", b"l", b"t", b"d")
)
_DISTANCE = int.__abs__
_ONE, _TWO = crc32(b"1"), crc32(b"2")
_HAS_DIGIT, _NO_DIGIT = crc32(b"True", _DIGITS) + 1, crc32(b"False", _DIGITS) + 1
_LENGTHS = [crc32(b"%d" % bits, _LENGTH) + 1 for bits in range(64)]
# Bounds for hostile pages. Chosen, not measured.
_MOST_STEPS = 20_000
_MOST_WORDS = cython.declare(cython.int, 30)
_LONGEST_SHAPE = cython.declare(cython.int, 24)
# How many nodes and levels of a member are looked at; up to how many nodes it counts as a text, and
# of how many characters; and how many features are kept. Chosen; bench.detail measures the whole.
_SKETCH_NODES = cython.declare(cython.int, 120)
_SKETCH_DEPTH = cython.declare(cython.int, 4)
_CONTENT_NODES = cython.declare(cython.int, 3)
_CONTENT_LENGTH = cython.declare(cython.int, 200)
_MOST = cython.declare(cython.int, 32)
# Longer texts, in bytes, are not the same on two pages. Chosen, not measured.
_SHORT = cython.declare(cython.int, 80)


def features(
    said: Said, names: Any, signatures: Any, steps: dict, node: cython.int
) -> frozenset[int]:
    """Return the features that identify *node* among similar ones.

    *names* are those of the labels of nodes; *signatures* and *steps* as for `structure`.
    """
    return _features(said, names, signatures, steps, node)


def familiar(
    said: Said,
    names: Any,
    signatures: Any,
    steps: dict,
    members: list,
    known: frozenset,
) -> list[frozenset[int]]:
    """Return the features of each of *members*, without texts that are not *known*."""
    every: list[frozenset[int]] = []
    for node in members:
        own: frozenset[int] = _features(said, names, signatures, steps, node)
        if said.sizes[node] > _CONTENT_NODES:
            own = frozenset([one for one in own if one > 0 or one in known])
        every.append(own)
    return every


@cython.cfunc
def _features(said: Said, names: Any, signatures: Any, steps: dict, node: cython.int) -> frozenset:
    if said.sizes[node] <= _CONTENT_NODES:
        return content(said.whole(node)[:_CONTENT_LENGTH], names[said.labels[node]])
    end: cython.int = _end(said, node)
    found: set[int] = _structure(said, signatures, steps, node, end)
    _add_texts(said, node, end, found)
    if len(found) <= _MOST:
        return frozenset(found)
    # A limited number, chosen consistently for similar sets.
    return frozenset(sorted(found, key=_DISTANCE)[:_MOST])


@cython.ccall
def content(text: str, name: str) -> frozenset:
    """Return what *text* looks like, as numbers: words, shape, length; *name* is its label's.

    The numbers are the same in every process, and short in a file.
    """
    found: set[int] = set()
    has_digit: cython.bint = False
    shape: list[str] = []
    last: cython.int = 0
    kind: cython.int
    code: cython.int
    _add_words(text.casefold(), found)
    for letter in text:
        code = ord(letter)
        if code < 128:
            kind = 2 if 48 <= code <= 57 else 1 if 97 <= (code | 32) <= 122 else 0
            has_digit = has_digit or kind == 2
        else:
            kind = 2 if letter.isdecimal() else 1 if letter.isalnum() else 0
            has_digit = has_digit or letter.isdigit()
        if (kind == 0 or kind != last) and len(shape) < _LONGEST_SHAPE:
            shape.append("0" if kind == 2 else "a" if kind == 1 else letter)
        last = kind
    said = "".join(shape).encode("utf-8", "replace")
    found.add(crc32(said, _SHAPE) + 1)
    found.add(crc32(said, _SAME_SHAPE) + 1)
    found.add(_LENGTHS[len(text).bit_length()])
    found.add(crc32(name.encode("utf-8", "replace"), _NAME) + 1)
    found.add(_HAS_DIGIT if has_digit else _NO_DIGIT)
    return frozenset(found)


@cython.cfunc
def _add_words(text: str, found: set) -> None:
    """Add the numbers of the words of two letters or more, up to a limit."""
    at: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = -1
    count: cython.int = 0
    code: cython.int
    is_letter: cython.bint
    for letter in text:
        code = ord(letter)
        if code < 128:
            is_letter = 97 <= (code | 32) <= 122
        else:
            is_letter = letter.isalnum() and not letter.isdecimal()
        if is_letter:
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


def structure(said: Said, signatures: Any, steps: dict, node: cython.int) -> frozenset[int]:
    """Return the paths of signatures in the subtree at *node*, as numbers.

    *steps* are the signatures as bytes, filled as they come.
    """
    return frozenset(_structure(said, signatures, steps, node, _end(said, node)))


def texts(said: Said, node: cython.int) -> frozenset[int]:
    """Return the short texts of the subtree at *node* as numbers below 0, two each."""
    found: set[int] = set()
    _add_texts(said, node, _end(said, node), found)
    return frozenset(found)


@cython.cfunc
@cython.exceptval(check=False)
def _end(said: Said, node: cython.int) -> cython.int:
    """Return the node behind those of the subtree at *node* that are looked at."""
    size: cython.int = said.sizes[node]
    return node + (size if size < _SKETCH_NODES else _SKETCH_NODES)


@cython.cfunc
def _structure(said: Said, signatures: Any, steps: dict, node: cython.int, end: cython.int) -> set:
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
        if depth > _SKETCH_DEPTH:
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
    return found


@cython.cfunc
def _add_texts(said: Said, node: cython.int, end: cython.int, found: set) -> None:
    below: cython.int
    for below in range(node, end):
        if said.kinds[below] & _TEXT and said.spans[2 * below + 1] - said.spans[2 * below] < _SHORT:
            text: bytes = said.buffer[said.spans[2 * below] : said.spans[2 * below + 1]]
            found.add(-1 - crc32(text, _ONE))
            found.add(-1 - crc32(text, _TWO))
