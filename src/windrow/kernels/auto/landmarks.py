"""Which nodes belong to the frame of a page: its menus, sidebars and footers."""

from __future__ import annotations

from array import array

import cython

__all__ = ["FRAME", "MAIN", "framed"]

# What an element or a role says of all that is inside it.
FRAME, MAIN = 1, 2
_FRAME = cython.declare(cython.int, 1)
_MAIN = cython.declare(cython.int, 2)

# A main part has at least one in this many characters of its page, and an element of the frame at
# most half of them: an element that was never closed holds everything behind it. Measured on the
# labelled pages: where the main part has less than a twentieth, the list is never inside it.
_LEAST = cython.declare(cython.int, 10)


def framed(
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    said: cython.int[::1],
    elements: cython.int[::1],
    texts: cython.int[::1],
    chars: cython.int[::1],
) -> array[int]:
    """Return for every node whether it is in the frame of the page, or outside of its main part.

    *elements* says by label, and *texts* by what a node has *said* (-1 for nothing), which
    nodes are MAIN and which are FRAME. *chars* are sums: characters before a node.
    """
    count: cython.Py_ssize_t = len(labels)
    result = array("i", bytes(4 * count))
    flags: cython.int[::1] = result
    node: cython.Py_ssize_t
    main: cython.Py_ssize_t = -1
    most: cython.longlong = 0
    total: cython.longlong = chars[count]
    own: cython.longlong
    kind: cython.int
    for node in range(count):
        kind = elements[labels[node]]
        if kind == 0 and said[node] >= 0:
            kind = texts[said[node]]
        own = chars[node + sizes[node]] - chars[node]
        if parents[node] >= 0 and flags[parents[node]]:
            flags[node] = 1
        elif kind == _FRAME:
            flags[node] = 2 * own <= total
        elif kind == _MAIN and own > most and _LEAST * own >= total:
            main, most = node, own
    if main >= 0:
        for node in range(count):
            if node < main or node >= main + sizes[main]:
                flags[node] = 1
    return result
