"""What the markup around a text says: attributes, classes and labels, read upwards from it."""

from __future__ import annotations

from array import array
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import ints
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values


__all__ = ["LIKE_CLASS", "OTHER", "PICTURE", "UNKNOWN", "Markup"]

# Ranks of attributes: those whose words are like classes, and those that say nothing. What names a
# text has a rank from 0 on.
LIKE_CLASS, OTHER = -1, -2
_LIKE_CLASS = cython.declare(cython.int, -1)
# Signs of labels, as bits: elements that HTML does not know, and those small pictures are drawn
# with. Lower bits belong to the caller.
UNKNOWN, PICTURE = 64, 128
_UNKNOWN = cython.declare(cython.int, 64)
_PICTURE = cython.declare(cython.int, 128)


@cython.final
@cython.cclass
class Markup:
    """Reads the nodes around the texts of one table; the arrays are opened once.

    *ranks* are those of the attributes by name, *signs* those of the labels, and *roots* the nodes
    of the records. *owned* are the numbers of the attributes of microdata that begin an item and
    name it.
    """

    held: Any  # what the addresses below belong to
    labels: cython.p_int
    parents: cython.p_int
    sizes: cython.p_int
    depths: cython.p_int
    texts: cython.p_int
    starts: cython.p_int
    attributes: cython.p_int
    ranks: cython.p_int
    signs: cython.p_int
    count: cython.int
    names: tuple
    buffer: bytes
    roots: frozenset
    item: cython.int
    property: cython.int
    class_name: cython.int

    def __init__(
        self,
        tree: tuple[array[int], ...],
        names: tuple[str, ...],
        buffer: bytes,
        ranks: array[int],
        signs: array[int],
        roots: frozenset[int],
        owned: tuple[int, int, int],
    ) -> None:
        self.held = (tree, ranks, signs)
        labels, parents, sizes, depths, texts, starts, attributes = tree
        self.labels, self.parents, self.sizes = ints(labels), ints(parents), ints(sizes)
        self.depths, self.texts = ints(depths), ints(texts)
        self.starts, self.attributes = ints(starts), ints(attributes)
        self.ranks, self.signs, self.count = ints(ranks), ints(signs), len(labels)
        self.names, self.buffer, self.roots = names, buffer, roots
        self.item, self.property, self.class_name = owned

    def sole(self, node: cython.int) -> cython.int:
        """Return the node from *node* on that has all the words of its subtree.

        It is *node* itself where several have some, or none has.
        """
        inner: cython.int
        found: cython.int = -1
        for inner in range(node, node + self.sizes[node]):
            if self._has_words(inner):
                if found >= 0:
                    return node
                found = inner
        return found if found >= 0 else node

    @cython.cfunc
    def _has_words(self, node: cython.int) -> cython.bint:
        start: cython.Py_ssize_t = self.texts[2 * node]
        end: cython.Py_ssize_t = self.texts[2 * node + 1]
        return start < end and bool(self.buffer[start:end].decode("utf-8").strip())

    def around(
        self,
        node: cython.int,
        inner: cython.int,
        texts: list[int],
        most: cython.int,
    ) -> tuple[tuple, tuple, int, bytes]:
        """Return what is said from *inner*, which has the words of *node*, upwards.

        First what nodes say that hold none of the other *texts* of the row, given in page order: a
        rank and a value each, and then the classes of nodes that do. They are followed by the signs
        of all their labels, and by the class of a small picture before the node. Beyond the node,
        *most* nodes are read.
        """
        # The texts before and after the node, or the edges of the tree.
        at: cython.Py_ssize_t = self._first(node, texts)
        low: cython.int = texts[at - 1] if at > 0 else -1
        if at < len(texts) and texts[at] == node:
            at += 1
        high: cython.int = texts[at] if at < len(texts) else self.count
        icon = self._picture(node, low)
        said: list = []
        beyond: list = []
        signs: cython.int = 0
        own: cython.bint = True
        place: cython.int = inner
        for _ in range(most + self.depths[inner] - self.depths[node]):
            label: cython.int = self.labels[place]
            signs |= self.signs[label]
            is_root: cython.bint = place in self.roots
            if own:
                self._read(place, said)
                # Unknown elements, as in feeds, are named after their content.
                if self.signs[label] & _UNKNOWN:
                    name: str = self.names[label]
                    said.append((_LIKE_CLASS, name.encode()))
            elif not is_root:
                self._read_classes(place, beyond)
            place = self.parents[place]
            if is_root or place < 0:
                break
            own = own and place > low and place + self.sizes[place] <= high
        return tuple(said), tuple(beyond), signs & (_UNKNOWN - 1), icon

    @cython.cfunc
    @cython.exceptval(check=False)
    def _first(self, node: cython.int, texts: list) -> cython.Py_ssize_t:
        """Return the place of the first text that does not come before *node*."""
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t = len(texts)
        while first < last:
            middle: cython.Py_ssize_t = (first + last) // 2
            other: cython.int = texts[middle]
            if other < node:
                first = middle + 1
            else:
                last = middle
        return first

    @cython.cfunc
    def _picture(self, node: cython.int, low: cython.int) -> bytes:
        """Return the class of an element without text right before *node*, or b""."""
        before: cython.int = node - 1
        if before <= low or before <= 0 or before in self.roots:
            return b""
        # The node before is the empty element, or the last part of it.
        while self.parents[before] > self.parents[node]:
            before = self.parents[before]
        if self.parents[before] != self.parents[node]:
            return b""
        if not self.signs[self.labels[before]] & _PICTURE:
            return b""
        return self._value(before, self.class_name)

    @cython.cfunc
    def _value(self, node: cython.int, name: cython.int) -> bytes:
        """Return an attribute of a node, or b""."""
        k: cython.Py_ssize_t
        for k in range(3 * self.starts[node], 3 * self.starts[node + 1], 3):
            if self.attributes[k] == name:
                return self.buffer[self.attributes[k + 1] : self.attributes[k + 2]]
        return b""

    @cython.cfunc
    def _read(self, node: cython.int, said: list) -> cython.void:
        """Add the attributes of a node that may name a text."""
        k: cython.Py_ssize_t
        rank: cython.int
        for k in range(3 * self.starts[node], 3 * self.starts[node + 1], 3):
            rank = self.ranks[self.attributes[k]]
            if rank >= _LIKE_CLASS:
                value: bytes = self.buffer[self.attributes[k + 1] : self.attributes[k + 2]]
                if rank >= 0 and value == b"name":
                    value = self._owner(node)
                said.append((rank, value))

    @cython.cfunc
    def _read_classes(self, node: cython.int, said: list) -> cython.void:
        k: cython.Py_ssize_t
        for k in range(3 * self.starts[node], 3 * self.starts[node + 1], 3):
            if self.ranks[self.attributes[k]] == _LIKE_CLASS:
                said.append(self.buffer[self.attributes[k + 1] : self.attributes[k + 2]])

    @cython.cfunc
    def _owner(self, node: cython.int) -> bytes:
        """Return what has the name that is at *node*: of an author's name, "author".

        In microdata a property belongs to the nearest item around it, which may be a property, too.
        """
        while node not in self.roots and node > 0:
            node = self.parents[node]
            if self._has(node, self.item):
                whose = self._value(node, self.property).decode("utf-8").strip().encode()
                return whose if whose and node not in self.roots else b"name"
        return b"name"

    @cython.cfunc
    def _has(self, node: cython.int, name: cython.int) -> cython.bint:
        k: cython.Py_ssize_t
        for k in range(self.starts[node], self.starts[node + 1]):
            if self.attributes[3 * k] == name:
                return True
        return False
