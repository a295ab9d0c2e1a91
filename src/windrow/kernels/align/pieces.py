"""What the pieces of lines say and how they look, for callers that ask again and again."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import cython

__all__ = ["Pieces"]


@cython.cclass
class Pieces:
    """Reads nodes of one tree, each once.

    *several* returns the text of a node that may hold several, *decoration* says whether a text
    that begins with a sign is only that, *stable* returns the lasting part of a class, and *plain*
    is how bare text looks.
    """

    names: tuple[str, ...]
    labels: cython.int[::1]
    sizes: cython.int[::1]
    kinds: cython.int[::1]
    spans: cython.int[::1]
    starts: cython.int[::1]
    attributes: cython.int[::1]
    buffer: bytes
    class_name: cython.int
    plain: tuple[str, bytes]
    several: Callable[[int], str]
    decoration: Callable[[str], object]
    stable: Callable[[bytes], bytes]
    texts: dict[int, str]
    marks: dict[int, tuple[str, bytes]]
    classes: dict[bytes, bytes]

    def __init__(
        self,
        names: tuple[str, ...],
        labels: array[int],
        sizes: array[int],
        kinds: array[int],
        spans: array[int],
        starts: array[int],
        attributes: array[int],
        buffer: bytes,
        class_name: int,
        plain: tuple[str, bytes],
        several: Callable[[int], str],
        decoration: Callable[[str], object],
        stable: Callable[[bytes], bytes],
    ) -> None:
        self.names, self.labels, self.sizes, self.kinds = names, labels, sizes, kinds
        self.spans, self.starts, self.attributes, self.buffer = spans, starts, attributes, buffer
        self.class_name, self.plain = class_name, plain
        self.several, self.decoration, self.stable = several, decoration, stable
        self.texts = dict[int, str]()
        self.marks = dict[int, tuple[str, bytes]]()
        self.classes = dict[bytes, bytes]()

    def text(self, node: cython.int) -> str:
        """Return the whole text of a node."""
        return self._text(node)

    def mark(self, node: cython.int) -> tuple[str, bytes]:
        """Return how a node looks: its label and the lasting part of its class."""
        return self._mark(node)

    def line(self, nodes: list[int]) -> tuple[list[int], str]:
        """Return those of *nodes* that hold more than decoration, and the text of the first."""
        node: cython.int
        found: list[int] = []
        begin = ""
        for one in nodes:
            node = one
            if self.sizes[node] > 1 or self.kinds[node] & 1:
                text = self._text(node)
                if text and (text[0].isalnum() or not self.decoration(text)):
                    found.append(one)
                    begin = begin or text
        return found, begin

    def keys(self, pieces: tuple[int, ...]) -> list[tuple[tuple[str, bytes], int]]:
        """Return the marks of a line with how often each came before; bare text by its words."""
        counts: dict[tuple[str, bytes], int] = {}
        found = []
        for piece in pieces:
            mark = self._mark(piece)
            if mark is self.plain:
                mark = (mark[0], self._text(piece).encode())
            count = counts.get(mark, 0)
            found.append((mark, count))
            counts[mark] = count + 1
        return found

    @cython.cfunc
    def _text(self, node: cython.int) -> str:
        found = self.texts.get(node)
        if found is not None:
            return found
        start: cython.int = -1
        end: cython.int = -1
        k: cython.int
        for k in range(node, node + self.sizes[node]):
            if self.spans[2 * k] < self.spans[2 * k + 1]:
                if start >= 0:
                    text: str = self.several(node)
                    self.texts[node] = text
                    return text
                start, end = self.spans[2 * k], self.spans[2 * k + 1]
        alone: str = self.buffer[start:end].decode("utf-8") if start >= 0 else ""
        self.texts[node] = alone
        return alone

    @cython.cfunc
    def _mark(self, node: cython.int) -> tuple:
        found = self.marks.get(node)
        if found is not None:
            return found
        k: cython.int
        mark = self.plain
        label = self.names[self.labels[node]]
        if label != mark[0]:
            words = b""
            for k in range(self.starts[node], self.starts[node + 1]):
                if self.attributes[3 * k] == self.class_name:
                    words = self.buffer[self.attributes[3 * k + 1] : self.attributes[3 * k + 2]]
                    break
            mark = (label, self._stable(words) if words else b"")
        self.marks[node] = mark
        return mark

    @cython.cfunc
    def _stable(self, words: bytes) -> bytes:
        found = self.classes.get(words)
        if found is None:
            found = self.classes[words] = self.stable(words)
        return found
