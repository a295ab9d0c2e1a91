"""Numbers a node, computed in one pass: equal shapes, heights, items and text before it."""

from __future__ import annotations

from array import array

import cython

__all__ = ["heights", "item_counts", "shapes", "text_sums"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))


def shapes(labels: cython.int[::1], parents: cython.int[::1]) -> array[int]:
    """Return a number for every node, equal for two subtrees exactly if all their labels are.

    Hash-consing: a subtree is its label and the chain of its children's shapes; every distinct
    pair gets a number of its own. Going backwards through the preorder, a node's children are
    done, last one first, when the node is reached.
    """
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    chain_of = _INTS * count
    if cython.compiled:
        _number(labels, parents, result, chain_of)
        return result
    numbers: dict[tuple[int, int], int] = {}
    chains: dict[tuple[int, int], int] = {}
    for node in range(count - 1, -1, -1):
        shape = numbers.setdefault((labels[node], chain_of[node]), len(numbers))
        result[node] = shape
        parent = parents[node]
        if parent >= 0:
            chain_of[parent] = chains.setdefault((shape, chain_of[parent]), len(chains) + 1)
    return result


@cython.cfunc
def _number(
    labels: cython.int[::1],
    parents: cython.int[::1],
    result: cython.int[::1],
    chain_of: cython.int[::1],
) -> cython.void:
    """The loop of `shapes` with hash tables of our own, as no Python object is touched here."""
    node: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    key: cython.longlong
    shape: cython.int
    shape_count: cython.int = 0
    chain_count: cython.int = 0
    table = _LONGS * (2 * 1024)
    slots: cython.longlong[::1] = table
    for node in range(cython.cast(cython.Py_ssize_t, len(labels)) - 1, -1, -1):
        # It grows when half full: longer runs of taken slots would cost more than the copy.
        if 2 * (shape_count + chain_count + 2) > len(slots) // 2:
            table = _grown(slots)
            slots = table
        key = (cython.cast(cython.longlong, labels[node]) * 2 + 1) << 32 | (chain_of[node] + 1)
        slot = _slot(slots, key)
        if slots[2 * slot] == 0:
            slots[2 * slot] = key
            slots[2 * slot + 1] = shape_count
            shape_count += 1
        shape = cython.cast(cython.int, slots[2 * slot + 1])
        result[node] = shape
        if parents[node] < 0:
            continue
        key = (cython.cast(cython.longlong, shape) * 2) << 32 | (chain_of[parents[node]] + 1)
        slot = _slot(slots, key)
        if slots[2 * slot] == 0:
            slots[2 * slot] = key
            slots[2 * slot + 1] = chain_count + 1
            chain_count += 1
        chain_of[parents[node]] = cython.cast(cython.int, slots[2 * slot + 1])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _slot(slots: cython.longlong[::1], key: cython.longlong) -> cython.Py_ssize_t:
    """Return where *key* is in the table, or the empty place where it belongs."""
    mask: cython.ulonglong = len(slots) // 2 - 1
    slot: cython.ulonglong = cython.cast(cython.ulonglong, key)
    slot = (slot ^ (slot >> 29)) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    slot = (slot >> 32) & mask
    while slots[2 * slot] != 0 and slots[2 * slot] != key:
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
def _grown(slots: cython.longlong[::1]) -> object:
    """Return the table with twice the room."""
    table = _LONGS * (2 * len(slots))
    larger: cython.longlong[::1] = table
    old: cython.Py_ssize_t
    new: cython.Py_ssize_t
    for old in range(len(slots) // 2):
        if slots[2 * old] != 0:
            new = _slot(larger, slots[2 * old])
            larger[2 * new] = slots[2 * old]
            larger[2 * new + 1] = slots[2 * old + 1]
    return table


def heights(parents: cython.int[::1]) -> array[int]:
    """Return the number of levels of every subtree; a leaf has one."""
    node: cython.Py_ssize_t
    parent: cython.int
    count: cython.Py_ssize_t = len(parents)
    result = _INTS * count
    levels: cython.int[::1] = result
    for node in range(count - 1, -1, -1):
        levels[node] += 1
        parent = parents[node]
        if parent >= 0 and levels[parent] < levels[node]:
            levels[parent] = levels[node]
    return result


def item_counts(kinds: cython.int[::1]) -> array[int]:
    """Return how many items (bits of *kinds*) are before each node, and in all at the end."""
    node: cython.Py_ssize_t
    bits: cython.int
    total: cython.int = 0
    count: cython.Py_ssize_t = len(kinds)
    result = _INTS * (count + 1)
    before: cython.int[::1] = result
    for node in range(count):
        before[node] = total
        bits = kinds[node]
        while bits:
            total += bits & 1
            bits >>= 1
    before[count] = total
    return result


def text_sums(texts: cython.int[::1]) -> array[int]:
    """Return how many bytes of text are before each node, and in all at the end.

    *texts* has two numbers for each node: where its text starts and ends.
    """
    node: cython.Py_ssize_t
    total: cython.int = 0
    count: cython.Py_ssize_t = len(texts) // 2
    result = _INTS * (count + 1)
    before: cython.int[::1] = result
    for node in range(count):
        before[node] = total
        total += texts[2 * node + 1] - texts[2 * node]
    before[count] = total
    return result
