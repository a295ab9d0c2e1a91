"""What single nodes of a tree are and say, for callers that ask about one after the other."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Nodes"]


# Callers give any number, so these loops check it as Python does; others trust theirs.
@cython.boundscheck(True)
@cython.wraparound(True)
@cython.cclass
class Nodes:
    """Reads the arrays of one tree, which are opened once for all questions."""

    names: tuple[str, ...]
    labels: cython.int[::1]
    sizes: cython.int[::1]
    texts: cython.int[::1]
    starts: cython.int[::1]
    attributes: cython.int[::1]
    numbers: dict[str, int]
    buffer: bytes

    def __init__(
        self,
        names: tuple[str, ...],
        labels: array[int],
        sizes: array[int],
        texts: array[int],
        starts: array[int],
        attributes: array[int],
        numbers: dict[str, int],
        buffer: bytes,
    ) -> None:
        self.names, self.labels, self.sizes, self.texts = names, labels, sizes, texts
        self.starts, self.attributes, self.numbers = starts, attributes, numbers
        self.buffer = buffer

    def label(self, node: cython.Py_ssize_t) -> str:
        """Return the name of a node."""
        return self.names[self.labels[node]]

    def text(self, node: cython.Py_ssize_t) -> str:
        """Return the text of a node itself."""
        start: cython.Py_ssize_t = self.texts[2 * node]
        end: cython.Py_ssize_t = self.texts[2 * node + 1]
        return self.buffer[start:end].decode("utf-8")

    def words(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        """Return the texts of the nodes up to *end*, with spaces between them."""
        said: list[bytes] = []
        node: cython.Py_ssize_t
        first: cython.Py_ssize_t
        last: cython.Py_ssize_t
        for node in range(start, end):
            first, last = self.texts[2 * node], self.texts[2 * node + 1]
            if first < last:
                said.append(self.buffer[first:last])
        return b" ".join(said).decode("utf-8")

    def sole(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the only node up to *end* with a text; -1 if there is none, -2 for several."""
        found: cython.Py_ssize_t = -1
        node: cython.Py_ssize_t
        for node in range(start, end):
            if self.texts[2 * node] < self.texts[2 * node + 1]:
                if found >= 0:
                    return -2
                found = node
        return found

    def attribute(self, node: cython.Py_ssize_t, name: str) -> str | None:
        """Return the value of one attribute of a node; None if it has none of this name."""
        found = self.numbers.get(name)
        if found is None:
            return None
        number: cython.int = found
        k: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        for k in range(self.starts[node], self.starts[node + 1]):
            if self.attributes[3 * k] == number:
                start, end = self.attributes[3 * k + 1], self.attributes[3 * k + 2]
                return self.buffer[start:end].decode("utf-8")
        return None

    def has_label(self, label: cython.int) -> bool:
        """Return whether a node has a label, given by its number."""
        node: cython.Py_ssize_t
        for node in range(len(self.labels)):
            if self.labels[node] == label:
                return True
        return False

    def has_attribute(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, name: str) -> bool:
        """Return whether one of the nodes start..end has an attribute of this name."""
        found = self.numbers.get(name)
        if found is None:
            return False
        number: cython.int = found
        k: cython.Py_ssize_t
        for k in range(self.starts[start], self.starts[end]):
            if self.attributes[3 * k] == number:
                return True
        return False

    def values(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, label: cython.int, name: str
    ) -> list[str]:
        """Return the values of an attribute of the nodes start..end that have a label."""
        values: list[str] = []
        found = self.numbers.get(name)
        if found is None:
            return values
        number: cython.int = found
        node: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for node in range(start, end):
            if self.labels[node] != label:
                continue
            for k in range(self.starts[node], self.starts[node + 1]):
                if self.attributes[3 * k] == number:
                    first: cython.Py_ssize_t = self.attributes[3 * k + 1]
                    last: cython.Py_ssize_t = self.attributes[3 * k + 2]
                    values.append(self.buffer[first:last].decode("utf-8"))
                    break
        return values

    def children(self, node: cython.Py_ssize_t) -> list[int]:
        """Return the children of a node, in page order."""
        found: list[int] = []
        child: cython.Py_ssize_t = node + 1
        end: cython.Py_ssize_t = node + self.sizes[node]
        while child < end:
            found.append(child)
            child += self.sizes[child]
        return found
