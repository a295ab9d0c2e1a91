"""What the records of lists are made of: siblings, the labels on top, the ways to their texts."""

from __future__ import annotations

from array import array

import cython

__all__ = [
    "are_nodes",
    "beginning_with",
    "by_content",
    "changed",
    "of_siblings",
    "openings",
    "tops",
    "usual_tops",
    "ways",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))


def changed(
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
    flags: cython.int[::1],
    new: dict[int, tuple[array[int], array[int]]],
    left_out: set[int],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return lists of records with some replaced by *new* ones, not longer, and some left out.

    The records of list *k* are ``offsets[k] .. offsets[k + 1]``; *flags* has a number for each.
    """
    found_starts, found_ends = _INTS * len(starts), _INTS * len(ends)
    first: cython.int[::1] = found_starts
    last: cython.int[::1] = found_ends
    found_offsets = _INTS * len(offsets)
    found_flags = _INTS * len(flags)
    behind: cython.int[::1] = found_offsets
    own_flags: cython.int[::1] = found_flags
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    used: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    own_starts: cython.int[::1]
    own_ends: cython.int[::1]
    for k in range(len(flags)):
        if k in left_out:
            continue
        if k in new:
            own_starts, own_ends = new[k]
            for at in range(len(own_starts)):
                first[used + at] = own_starts[at]
                last[used + at] = own_ends[at]
            used += len(own_starts)
        else:
            for at in range(offsets[k], offsets[k + 1]):
                first[used] = starts[at]
                last[used] = ends[at]
                used += 1
        own_flags[count] = flags[k]
        count += 1
        behind[count] = cython.cast(cython.int, used)
    return found_starts[:used], found_ends[:used], found_offsets[: count + 1], found_flags[:count]


def beginning_with(
    label: cython.int,
    labels: cython.int[::1],
    starts: cython.int[::1],
    offsets: cython.int[::1],
) -> list[int]:
    """Return the lists whose first or last record begins with a node of one *label*.

    The records of list *k* start at ``starts[offsets[k]] .. starts[offsets[k + 1] - 1]``.
    """
    k: cython.Py_ssize_t
    found = []
    for k in range(len(offsets) - 1):
        if label == labels[starts[offsets[k]]] or label == labels[starts[offsets[k + 1] - 1]]:
            found.append(k)
    return found


def are_nodes(
    label: cython.int,
    labels: cython.int[::1],
    sizes: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
) -> bool:
    """Return whether every record is one whole node with this *label*."""
    k: cython.Py_ssize_t
    for k in range(len(starts)):
        if labels[starts[k]] != label or starts[k] + sizes[starts[k]] != ends[k]:
            return False
    return True


def by_content(
    words: cython.int[::1],
    images: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
) -> dict[tuple[int, int, int, int], tuple[int, int]]:
    """Return records by the sums of *words* and *images* before and behind them.

    Nodes at the end of a record that add nothing to the sums are left out.
    """
    k: cython.Py_ssize_t
    start: cython.int
    end: cython.int
    found = {}
    for k in range(len(starts)):
        start, end = starts[k], ends[k]
        content = words[start], words[end], images[start], images[end]
        while end - start > 1 and words[end - 1] == words[end] and images[end - 1] == images[end]:
            end -= 1
        found[content] = start, end
    return found


def of_siblings(
    parents: cython.int[::1],
    sizes: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
) -> list[list[int]]:
    """Return the lists whose first record, or the last but one, is several siblings.

    Those of one group have the same parent of the first record, and of the last.
    """
    k: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    found: dict[tuple[int, int], list[int]] = {}
    for k in range(len(offsets) - 1):
        first, last = offsets[k], offsets[k + 1] - 2
        if starts[first] + sizes[starts[first]] < ends[first] or (
            starts[last] + sizes[starts[last]] < ends[last]
        ):
            key = parents[starts[first]], parents[starts[last + 1]]
            found.setdefault(key, []).append(k)
    return list(found.values())


def tops(
    labels: cython.int[::1],
    sizes: cython.int[::1],
    texts: cython.int[::1],
    images: cython.int[::1],
    start: cython.int,
    end: cython.int,
) -> list[int]:
    """Return the labels of the highest nodes in start..end that hold a text or an image."""
    return _tops(labels, sizes, texts, images, start, end)


@cython.cfunc
def _tops(
    labels: cython.int[::1],
    sizes: cython.int[::1],
    texts: cython.int[::1],
    images: cython.int[::1],
    start: cython.int,
    end: cython.int,
) -> list[int]:
    behind: cython.int
    found: list[int] = []
    while start < end:
        behind = start + sizes[start]
        if texts[behind] > texts[start] or images[behind] > images[start]:
            found.append(labels[start])
        start = behind
    return found


def usual_tops(
    labels: cython.int[::1],
    sizes: cython.int[::1],
    texts: cython.int[::1],
    images: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
    usual: cython.double,
) -> tuple[set[int], bool]:
    """Return the labels that the share *usual* of all records but the last have on top.

    The second value says whether the last record lacks one of them, or has fewer than any other.
    """
    count: cython.Py_ssize_t = len(starts)
    k: cython.Py_ssize_t
    times: dict[int, int] = {}
    own: list[int] = []
    shortest: cython.Py_ssize_t = -1
    for k in range(count):
        own = _tops(labels, sizes, texts, images, starts[k], ends[k])
        if k < count - 1:
            if shortest < 0 or len(own) < shortest:
                shortest = len(own)
            for label in set(own):
                times[label] = times.get(label, 0) + 1
    found = {label for label, many in times.items() if many >= usual * (count - 1)}
    return found, not found.issubset(own) or len(own) < shortest


def openings(
    worth: cython.int[::1],
    labels: cython.int[::1],
    sizes: cython.int[::1],
    parents: cython.int[::1],
    texts: cython.int[::1],
    starts: cython.int[::1],
    step: cython.Py_ssize_t,
) -> tuple[int, int]:
    """Return the total *worth* of records, and how many were examined: every *step*-th one.

    A record is worth as much as the best label around its first text.
    """
    total: cython.int = 0
    count: cython.int = 0
    k: cython.Py_ssize_t
    node: cython.int
    last: cython.int
    best: cython.int
    for k in range(0, len(starts), step):
        node = starts[k]
        last = node + sizes[node] - 1
        while node < last and texts[node + 1] == texts[starts[k]]:
            node += 1
        best = 0
        while node >= starts[k]:
            if worth[labels[node]] > best:
                best = worth[labels[node]]
            node = parents[node]
        total += best
        count += 1
    return total, count


def ways(
    labels: cython.int[::1],
    parents: cython.int[::1],
    texts: cython.int[::1],
    start: cython.int,
    end: cython.int,
) -> set[int]:
    """Return a number for each sequence of labels from the top of start..end down to a text."""
    count: cython.Py_ssize_t = max(end - start, 0)
    hashes: cython.longlong[::1] = _LONGS * (count + 1)
    node: cython.int
    above: cython.longlong
    found = set()
    for node in range(start, end):
        # The tops of a record are siblings, so the way to their parent is the same for all.
        above = hashes[parents[node] - start] if parents[node] >= start else 1
        hashes[node - start] = (above * 1000003 + labels[node] + 7) % 4398046511093
        if texts[node + 1] > texts[node]:
            found.add(hashes[node - start])
    return found
