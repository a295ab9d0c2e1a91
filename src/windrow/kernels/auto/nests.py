"""Nodes inside others of their own kind: comments with their answers, items with items below."""

from __future__ import annotations

from array import array

import cython

__all__ = ["own_parts"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# Fewer records show no list: as few as the shortest list that is chosen without boxes.
_FEWEST = cython.declare(cython.int, 3)


def own_parts(
    keys: cython.int[::1],
    labels: cython.int[::1],
    item: cython.int,
    parents: cython.int[::1],
    sizes: cython.int[::1],
    content: cython.int[::1],
) -> tuple[array[int], array[int], array[int]]:
    """Return what nodes that are inside others of one key say before the next one begins.

    Nodes without a key, which is -1, count if they have the label *item*. *content* counts the
    texts and images before each node. A part is where it starts and ends; the third array has the
    number of parts up to each group. The outermost nodes of a group have one parent.
    """
    count: cython.Py_ssize_t = len(keys)
    node: cython.int
    key: cython.int
    size: cython.int = 1
    for node in range(count):
        if keys[node] >= size:
            size = keys[node] + 1
    nested: cython.int[::1] = _nested(keys, labels, item, sizes, size)
    # Nodes of one key, one after the other, in page order.
    first: cython.int[::1] = _INTS * (size + 3)
    for node in range(count):
        key = _key(keys, labels, item, size, node)
        if key >= 0 and nested[key]:
            first[key + 2] += 1
    for key in range(2, size + 3):
        first[key] += first[key - 1]
    nodes: cython.int[::1] = _INTS * (first[size + 2] + 1)
    for node in range(count):
        key = _key(keys, labels, item, size, node)
        if key >= 0 and nested[key]:
            nodes[first[key + 1]] = node
            first[key + 1] += 1
    starts = _INTS * len(nodes)
    ends = _INTS * len(nodes)
    offsets = array("i", (0,))
    used: cython.int = 0
    for key in range(size + 1):
        if nested[key]:
            used = _add_groups(
                nodes[first[key] : first[key + 1]], parents, sizes, content, starts, ends, offsets
            )
    return starts[:used], ends[:used], offsets


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _key(
    keys: cython.int[::1],
    labels: cython.int[::1],
    item: cython.int,
    other: cython.int,
    node: cython.int,
) -> cython.int:
    """Return the key of a node: *other* for items without one."""
    if keys[node] >= 0:
        return keys[node]
    return other if labels[node] == item else -1


@cython.cfunc
def _nested(
    keys: cython.int[::1],
    labels: cython.int[::1],
    item: cython.int,
    sizes: cython.int[::1],
    size: cython.int,
) -> cython.int[::1]:
    """Return for every key whether a node of it is inside another one."""
    node: cython.int
    key: cython.int
    found: cython.int[::1] = _INTS * (size + 1)
    ends: cython.int[::1] = _INTS * (size + 1)
    for node in range(len(keys)):
        key = _key(keys, labels, item, size, node)
        if key < 0:
            continue
        if node < ends[key]:
            found[key] = 1
        else:
            ends[key] = node + sizes[node]
    return found


@cython.cfunc
def _add_groups(
    nodes: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    content: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: array[int],
) -> cython.int:
    """Add the groups of *nodes*, which are of one key; return how many parts there are now."""
    k: cython.Py_ssize_t
    node: cython.int
    start: cython.int
    end: cython.int
    outermost: cython.int = 0  # where the outermost node ends
    parent: cython.int = -1
    inside: cython.bint = False
    low: cython.int = offsets[len(offsets) - 1]
    used: cython.int = low
    for k in range(len(nodes)):
        node = nodes[k]
        if node >= outermost:
            if parents[node] != parent:
                if inside and used - low >= _FEWEST:
                    offsets.append(used)
                    low = used
                used, inside, parent = low, False, parents[node]
            outermost = node + sizes[node]
        else:
            inside = True
        start = node if sizes[node] == 1 else node + 1
        end = _before(node, nodes[k + 1] if k + 1 < len(nodes) else node + sizes[node], sizes)
        if content[end] > content[start]:
            starts[used], ends[used] = start, end
            used += 1
    if inside and used - low >= _FEWEST:
        offsets.append(used)
        low = used
    return low


@cython.cfunc
@cython.exceptval(check=False)
def _before(node: cython.int, following: cython.int, sizes: cython.int[::1]) -> cython.int:
    """Return where the last child of *node* ends that ends before *following*."""
    end: cython.int = node + sizes[node]
    if following >= end:
        return end
    child: cython.int = node + 1
    while child + sizes[child] <= following:
        child += sizes[child]
    return child
