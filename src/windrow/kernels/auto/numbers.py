"""Numbers for combinations: labels with classes, paths, pairs, a node with its children."""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcmp

__all__ = [
    "child_row_numbers",
    "child_set_numbers",
    "opening_numbers",
    "pair_numbers",
    "path_numbers",
    "spans",
    "target_numbers",
    "texts_of",
    "word_signals",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))

# Hashes are kept below 2^31, so that a product fits a C integer and Python agrees with C.
_PRIME = cython.declare(cython.longlong, 2147483647)
_BASE = cython.declare(cython.longlong, 1000003)
_LOW = cython.declare(cython.longlong, (1 << 48) - 1)
# Odd numbers that no page can know: Python chooses how it hashes texts anew in every process. With
# known ones, a page could choose class names that all fall into one slot.
_MIX = cython.declare(cython.ulonglong, hash("pair") & ((1 << 64) - 1) | 1)
_TURN = cython.declare(cython.ulonglong, hash("text") & ((1 << 64) - 1) | 1)


def word_signals(
    labels: cython.int[::1],
    parents: cython.int[::1],
    said: cython.int[::1],
    classes: cython.int[::1],
    first_classes: cython.int[::1],
    against: cython.int[::1],
    in_favour: cython.int[::1],
    base: cython.int,
) -> tuple[array[int], ...]:
    """Return labels with classes as numbers (three ways), and words against and for on the way.

    *said* is a number a node, -1 for none. By this number: its class (-1 for none), its first
    class, and whether it speaks against a list or in favour of one.
    """
    count: cython.Py_ssize_t = len(labels)
    results = [_INTS * count for _ in range(5)]
    class_labels: cython.int[::1] = results[0]
    classed: cython.int[::1] = results[1]
    marks: cython.int[::1] = results[2]
    negatives: cython.int[::1] = results[3]
    positives: cython.int[::1] = results[4]
    numbers: _Numbers = _Numbers()
    node: cython.Py_ssize_t
    fact: cython.Py_ssize_t
    above: cython.int
    for node in range(count):
        above = parents[node]
        class_labels[node] = marks[node] = labels[node]
        classed[node] = -1
        # The body is around everything and says nothing of a part.
        if above > 0:
            negatives[node], positives[node] = negatives[above], positives[above]
        if said[node] < 0:
            continue
        fact = said[node]
        if classes[fact] >= 0:
            class_labels[node] = base + numbers.number(labels[node], classes[fact])
            classed[node] = class_labels[node]
            marks[node] = base + numbers.number(labels[node], first_classes[fact])
        if above > 0:
            negatives[node] += against[fact]
            positives[node] += in_favour[fact]
    return tuple(results)


@cython.final
@cython.cclass
class _Numbers:
    """Numbers pairs of numbers, 0 .. 2^63, in the order they come."""

    # Three numbers a slot: the pair and its number; the last is 0 where the slot is empty.
    slots: cython.longlong[::1]
    shift: cython.int
    count: cython.longlong
    known: dict[tuple[int, int], int]

    def __init__(self) -> None:
        self.count = 0
        if cython.compiled:
            # 2 ** 7 slots for the 7 highest bits of a number.
            self.slots = _LONGS * (3 * 128)
            self.shift = 64 - 7
        else:
            self.known = {}

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1, check=False)
    def number(self, first: cython.longlong, second: cython.longlong) -> cython.int:
        """Return the number of a pair: the next one if it is new."""
        slot: cython.Py_ssize_t
        if not cython.compiled:
            return self.known.setdefault((first, second), len(self.known))
        slot = self._slot(first, second)
        if self.slots[3 * slot + 2] == 0:
            # It grows when half full: longer runs of taken slots would cost more than the copy.
            if 6 * (self.count + 1) > len(self.slots):
                self._grow()
                slot = self._slot(first, second)
            self.count += 1
            self.slots[3 * slot] = first
            self.slots[3 * slot + 1] = second
            self.slots[3 * slot + 2] = self.count
        return cython.cast(cython.int, self.slots[3 * slot + 2] - 1)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, first: cython.longlong, second: cython.longlong) -> cython.Py_ssize_t:
        mask: cython.longlong = len(self.slots) // 3 - 1
        mixed: cython.ulonglong = first * _MIX + second * _TURN
        # Only the highest bits of a product depend on all bits of its factors.
        slot: cython.longlong = mixed >> self.shift
        while self.slots[3 * slot + 2] != 0 and (
            self.slots[3 * slot] != first or self.slots[3 * slot + 1] != second
        ):
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    def _grow(self) -> cython.int:
        old: cython.longlong[::1] = self.slots
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        self.slots = _LONGS * (2 * len(old))
        self.shift -= 1
        for k in range(0, len(old), 3):
            if old[k + 2]:
                slot = self._slot(old[k], old[k + 1])
                self.slots[3 * slot] = old[k]
                self.slots[3 * slot + 1] = old[k + 1]
                self.slots[3 * slot + 2] = old[k + 2]
        return 0


def path_numbers(own: cython.int[::1], parents: cython.int[::1]) -> array[int]:
    """Return a number for every path: the numbers *own* from the root down to each node."""
    result = _INTS * len(own)
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        found[node] = numbers.number(own[node], found[parents[node]] + 1 if node else 0)
    return result


def pair_numbers(first: cython.int[::1], second: cython.int[::1]) -> array[int]:
    """Return a number for every pair of numbers; -1 where one of them is below 0."""
    result = _INTS * len(first)
    found: cython.int[::1] = result
    numbers: _Numbers = _Numbers()
    k: cython.Py_ssize_t
    for k in range(len(first)):
        found[k] = -1
        if first[k] >= 0 and second[k] >= 0:
            found[k] = numbers.number(first[k], second[k])
    return result


def child_set_numbers(own: cython.int[::1], sizes: cython.int[::1]) -> array[int]:
    """Return a number for every node's label with the set of its children's labels."""
    result = _INTS * len(own)
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    mask: cython.longlong
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        mask = 0
        child = node + 1
        while child < node + sizes[node]:
            if own[child]:
                # A set as bits: two labels may share one, which is rare and does no harm.
                mask |= cython.cast(cython.longlong, 1) << (own[child] % 61)
            child += sizes[child]
        found[node] = numbers.number(own[node], mask)
    return result


def child_row_numbers(
    own: cython.int[::1], sizes: cython.int[::1], text_counts: cython.int[::1], most: cython.int
) -> array[int]:
    """Return a number for every node's label with its first children: label, and if it has text."""
    result = _INTS * len(own)
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    key: cython.longlong
    k: cython.int
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        key = own[node] + 1
        k = 0
        child = node + 1
        while child < node + sizes[node] and k < most:
            if own[child]:
                key = (key * _BASE + 2 * own[child]) % _PRIME
                key += text_counts[child + sizes[child]] > text_counts[child]
                k += 1
            child += sizes[child]
        found[node] = numbers.number(key, 0)
    return result


def opening_numbers(
    labels: cython.int[::1],
    parents: cython.int[::1],
    text_counts: cython.int[::1],
    worth: cython.int[::1],
) -> array[int]:
    """Return for every node its label and what the labels around its first text are worth at most.

    *worth* has a number of 0 .. 3 for every label.
    """
    result = _INTS * len(labels)
    found: cython.int[::1] = result
    # By node: what its first child with a text is worth; children come last to first.
    below: cython.int[::1] = _INTS * len(labels)
    node: cython.Py_ssize_t
    best: cython.int
    for node in range(len(labels) - 1, -1, -1):
        best = below[node] - 1 if below[node] else 0
        if below[node] or text_counts[node + 1] > text_counts[node]:
            best = max(best, worth[labels[node]])
            below[parents[node] if node else 0] = best + 1
        found[node] = 4 * labels[node] + best
    return result


def target_numbers(
    links: cython.int[::1], addresses: cython.int[::1], buffer: cython.const[cython.uchar][::1]
) -> array[int]:
    """Return a number for every link, in page order; links to one address have the same.

    *links* are sums over the nodes before each, *addresses* where the address of each node is.
    """
    count: cython.Py_ssize_t = len(links) - 1
    result = _INTS * (links[count] + 1)
    found: cython.int[::1] = result
    known: dict[int, int] = {}
    node: cython.Py_ssize_t
    k: cython.int
    value: cython.longlong
    for node in range(count):
        if links[node + 1] > links[node]:
            value = 7
            for k in range(addresses[2 * node], addresses[2 * node + 1]):
                value = (value * 257 + buffer[k]) & _LOW
            found[links[node]] = known.setdefault(value, len(known))
    return result


def spans(
    attribute_starts: cython.int[::1], attributes: cython.int[::1], name: cython.int
) -> array[int]:
    """Return for every node where the value of one attribute starts and ends; 0, 0 for none."""
    count: cython.Py_ssize_t = len(attribute_starts) - 1
    result = _INTS * (2 * count)
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for node in range(count):
        for k in range(attribute_starts[node], attribute_starts[node + 1]):
            if attributes[3 * k] == name:
                found[2 * node] = attributes[3 * k + 1]
                found[2 * node + 1] = attributes[3 * k + 2]
    return result


def texts_of(
    first: cython.int[::1], second: cython.int[::1], third: cython.int[::1], buffer: bytes
) -> tuple[array[int], list[bytes], list[int]]:
    """Return a number for what three spans of a node say, -1 for nothing, and the texts by number.

    The first text is before a zero byte, the other two, if any, after it. Third come the numbers of
    those that have the last of the three.
    """
    count: cython.Py_ssize_t = len(first) // 2
    result = _INTS * count
    found: cython.int[::1] = result
    bytes_of: cython.const[cython.uchar][::1] = buffer
    node: cython.Py_ssize_t
    at: cython.Py_ssize_t
    own: cython.ulonglong
    numbers: _Numbers = _Numbers()
    lengths: cython.longlong
    # By number, the first node that has it.
    nodes: cython.int[::1] = _INTS * count
    texts: list[bytes] = []
    full: list[int] = []
    for node in range(count):
        at = 2 * node
        found[node] = -1
        if not (first[at + 1] or second[at + 1] or third[at + 1]):
            continue
        own = _hash(bytes_of, first[at], first[at + 1], 7)
        lengths = first[at + 1] - first[at]
        if second[at + 1] or third[at + 1]:
            own = _hash(bytes_of, second[at], second[at + 1], own + 1)
            own = _hash(bytes_of, third[at], third[at + 1], own + 1)
            lengths = lengths << 20 | (second[at + 1] - second[at] + 1)
            lengths = lengths << 20 | (third[at + 1] - third[at] + 1)
        found[node] = numbers.number(own >> 1, lengths)
        # Different texts may have one hash: the later one then tries the next.
        while found[node] < len(texts) and not (
            _same(bytes_of, first, node, nodes[found[node]])
            and _same(bytes_of, second, node, nodes[found[node]])
            and _same(bytes_of, third, node, nodes[found[node]])
        ):
            own += 2
            found[node] = numbers.number(own >> 1, lengths)
        if found[node] == len(texts):
            nodes[found[node]] = node
            text = buffer[first[at] : first[at + 1]]
            if third[at + 1]:
                full.append(len(texts))
            if second[at + 1] or third[at + 1]:
                text += b"\0" + buffer[second[at] : second[at + 1]]
                text += b" " + buffer[third[at] : third[at + 1]]
            texts.append(text)
    return result, texts, full


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _hash(
    buffer: cython.const[cython.uchar][::1],
    start: cython.int,
    end: cython.int,
    before: cython.ulonglong,
) -> cython.ulonglong:
    """Return a hash of the bytes start..end and of what is *before* them."""
    k: cython.Py_ssize_t
    if not cython.compiled:
        return hash((before, bytes(buffer[start:end]))) & ((1 << 63) - 1)
    for k in range(start, end):
        before = (before ^ buffer[k]) * _TURN
    return before ^ (before >> 29)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _same(
    buffer: cython.const[cython.uchar][::1],
    spans: cython.int[::1],
    node: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether the spans of two nodes have the same bytes."""
    start: cython.Py_ssize_t = spans[2 * node]
    begin: cython.Py_ssize_t = spans[2 * other]
    length: cython.Py_ssize_t = spans[2 * node + 1] - start
    if length != spans[2 * other + 1] - begin:
        return False
    if not cython.compiled:
        return bytes(buffer[start : start + length]) == bytes(buffer[begin : begin + length])
    return length == 0 or not memcmp(
        cython.address(buffer[start]), cython.address(buffer[begin]), length
    )
