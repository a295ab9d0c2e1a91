"""What the records of lists are made of: siblings, the labels on top, the ways to their texts."""

from __future__ import annotations

from array import array

import cython

__all__ = [
    "are_nodes",
    "beginning_with",
    "built_of",
    "by_content",
    "changed",
    "gaps",
    "leaves",
    "of_siblings",
    "silent",
    "ways",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))
# A prime, so large that hashes hardly ever meet, and so small that a step does not overflow.
_MODULUS = cython.declare(cython.longlong, 4398046511093)


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
    # 1 for lists that are left out, 2 for those that are replaced.
    changes: cython.int[::1] = _INTS * len(flags)
    for k in new:
        if k < len(flags):
            changes[k] = 2
    for k in left_out:
        if k < len(flags):
            changes[k] = 1
    for k in range(len(flags)):
        if changes[k] == 1:
            continue
        if changes[k]:
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
    kinds: cython.int[::1],
    labels: cython.int[::1],
    sizes: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
    offsets: cython.int[::1],
) -> list[tuple[int, int, int, bool]]:
    """Return the lists whose first or last record begins with a node of one of some kinds.

    *kinds* has by label a number for its kind, 0 for none; each list comes with those of its first
    and its last record, and whether every record is one whole node of the first kind. The records
    of list *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*.
    """
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    first: cython.int
    last: cython.int
    found = []
    for k in range(len(offsets) - 1):
        first = kinds[labels[starts[offsets[k]]]]
        last = kinds[labels[starts[offsets[k + 1] - 1]]]
        if first == 0 and last == 0:
            continue
        at = offsets[k]
        while at < offsets[k + 1] and (
            kinds[labels[starts[at]]] == first and starts[at] + sizes[starts[at]] == ends[at]
        ):
            at += 1
        found.append((k, first, last, at == offsets[k + 1]))
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


def gaps(
    chars: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
    longest: cython.int,
) -> list[int]:
    """Return the records with text before them, after the last one: less than *longest*.

    *chars* are the sums of the characters before each node.
    """
    k: cython.Py_ssize_t
    found = []
    for k in range(1, len(starts)):
        if 0 < chars[starts[k]] - chars[ends[k - 1]] < longest:
            found.append(k)
    return found


def leaves(sizes: cython.int[::1], starts: cython.int[::1]) -> list[int]:
    """Return the first node without children of each record."""
    k: cython.Py_ssize_t
    node: cython.int
    found = []
    for k in range(len(starts)):
        node = starts[k]
        while sizes[node] > 1:
            node += 1
        found.append(node)
    return found


def silent(
    words: cython.int[::1],
    links: cython.int[::1],
    starts: cython.int[::1],
    ends: cython.int[::1],
) -> list[int]:
    """Return the records without a word or link; the arrays are sums of them before each node."""
    k: cython.Py_ssize_t
    found = []
    for k in range(len(starts)):
        if words[starts[k]] == words[ends[k]] and links[starts[k]] == links[ends[k]]:
            found.append(k)
    return found


def built_of(
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    changing: cython.int[::1],
    spans: list[tuple[int, int]],
) -> list[tuple[int, ...]]:
    """Return the labels in each of *spans*, start..end, ignoring emphasis around the whole.

    *changing* says by label whether it only changes how words look.
    """
    node: cython.int
    first: cython.int
    last: cython.int
    found: list[tuple[int, ...]] = []
    for start, end in spans:
        first, last = start, end
        own: list[int] = []
        for node in range(first, last):
            if not changing[labels[node]] or sizes[parents[node]] > sizes[node] + 1:
                own.append(labels[node])
        found.append(tuple(own))
    return found


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


def ways(
    labels: cython.int[::1],
    parents: cython.int[::1],
    texts: cython.int[::1],
    spans: list[tuple[int, int]],
) -> list[set[int]]:
    """Return for each of *spans*, start..end, a number for each way from its top down to a text.

    A way is the sequence of labels.
    """
    longest: cython.Py_ssize_t = max([end - start for start, end in spans], default=0)
    hashes: cython.longlong[::1] = _LONGS * (max(longest, 0) + 1)
    node: cython.int
    first: cython.int
    last: cython.int
    above: cython.longlong
    found: list[set[int]] = []
    for start, end in spans:
        first, last = start, end
        own: set[int] = set()
        for node in range(first, last):
            # The tops of a record are siblings, so the way to their parent is the same for all.
            above = hashes[parents[node] - first] if parents[node] >= first else 1
            hashes[node - first] = (above * 1000003 + labels[node] + 7) % _MODULUS
            if texts[node + 1] > texts[node]:
                own.add(hashes[node - first])
        found.append(own)
    return found
