"""Running text of a page, and the signs of a record that stretches of its nodes have."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Signs", "long_texts", "total_within"]

# Bits of a node's kinds.
_TEXT = cython.declare(cython.int, 1)
_LINK = cython.declare(cython.int, 2)


def long_texts(
    chars: cython.int[::1], linked: cython.int[::1], least: cython.int
) -> tuple[array[int], array[int]]:
    """Return the nodes with at least so much text of their own outside links, and how much it is.

    *chars* and *linked* are sums over the nodes before each.
    """
    nodes, lengths = array("i"), array("i")
    node: cython.Py_ssize_t
    for node in range(len(chars) - 1):
        if chars[node + 1] - chars[node] >= least and linked[node + 1] == linked[node]:
            nodes.append(node)
            lengths.append(chars[node + 1] - chars[node])
    return nodes, lengths


def total_within(
    nodes: cython.int[::1],
    lengths: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
) -> int:
    """Return the sum of the *lengths* of those *nodes* that are in one of the stretches.

    Both the nodes and the stretches are in page order.
    """
    total: cython.int = 0
    at: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(len(nodes)):
        while at + 1 < len(starts) and starts[at + 1] <= nodes[k]:
            at += 1
        if starts[at] <= nodes[k] < ends[at]:
            total += lengths[k]
    return total


@cython.cclass
class Signs:
    """Counts the signs of a record: a title that is a link, a number, several short texts.

    Texts belong to the block they are in: the first node around them whose label is not inline.
    A block with a text longer than *sentence* outside links is running text. Inside it, names and
    links are words of a sentence; only what begins it may be a title.
    """

    parents = cython.declare(cython.int[::1])
    labels = cython.declare(cython.int[::1])
    kinds = cython.declare(cython.int[::1])
    texts = cython.declare(cython.int[::1])
    buffer = cython.declare(cython.const[cython.uchar][::1])
    inline = cython.declare(cython.int[::1])
    sentence = cython.declare(cython.int)
    number = cython.declare(cython.int)
    # Of each block: the record it was last seen in, its first text there, whether it is running.
    _seen = cython.declare(cython.int[::1])
    _first = cython.declare(cython.int[::1])
    _running = cython.declare(cython.int[::1])
    _record = cython.declare(cython.int)

    def __init__(
        self,
        parents: cython.int[::1],
        labels: cython.int[::1],
        kinds: cython.int[::1],
        texts: cython.int[::1],
        buffer: cython.const[cython.uchar][::1],
        inline: cython.int[::1],
        sentence: cython.int,
        number: cython.int,
    ) -> None:
        self.parents, self.labels, self.kinds = parents, labels, kinds
        self.texts, self.buffer, self.inline = texts, buffer, inline
        self.sentence, self.number = sentence, number
        room = bytes(4 * len(parents))
        self._seen, self._first, self._running = (
            array("i", room),
            array("i", room),
            array("i", room),
        )
        self._record = 0

    def count(self, start: cython.int, end: cython.int) -> int:
        """Return how many of the three signs the nodes start..end have."""
        self._look(start, end)
        title: cython.bint = False
        digit: cython.bint = False
        short: cython.int = 0
        node: cython.int
        block: cython.int
        running: cython.bint
        seen: cython.bint
        for node in range(start, end):
            if not self.kinds[node] & (_TEXT | _LINK):
                continue
            block = self._block(node)
            seen = self._seen[block] == self._record
            running = seen and self._running[block] != 0
            if self.kinds[node] & _LINK and (not running or node <= self._first[block]):
                title = True
            if not self.kinds[node] & _TEXT or (running and node != self._first[block]):
                continue
            if self._length(node) <= self.sentence:
                short += 1
                digit = digit or (self._length(node) <= self.number and self._has_digit(node))
        return int(title) + int(digit) + int(short >= 2)

    @cython.cfunc
    def _look(self, start: cython.int, end: cython.int) -> cython.void:
        """Note the first text of every block, and which blocks are running text."""
        self._record += 1
        node: cython.int
        block: cython.int
        for node in range(start, end):
            if not self.kinds[node] & _TEXT:
                continue
            block = self._block(node)
            if self._seen[block] != self._record:
                self._seen[block] = self._record
                self._first[block] = node
                self._running[block] = 0
            if self._length(node) > self.sentence and not self.kinds[node] & _LINK:
                self._running[block] = 1

    @cython.cfunc
    def _block(self, node: cython.int) -> cython.int:
        while self.inline[self.labels[node]] and self.parents[node] >= 0:
            node = self.parents[node]
        return node

    @cython.cfunc
    def _length(self, node: cython.int) -> cython.int:
        return self.texts[2 * node + 1] - self.texts[2 * node]

    @cython.cfunc
    def _has_digit(self, node: cython.int) -> cython.bint:
        at: cython.Py_ssize_t
        for at in range(self.texts[2 * node], self.texts[2 * node + 1]):
            if 48 <= self.buffer[at] <= 57:
                return True
        return False
