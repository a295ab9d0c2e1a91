"""Which nodes are outside of the main part of a page: in its menus, sidebars and footers."""

from __future__ import annotations

from array import array

import cython

__all__ = ["HEADING", "MAIN", "OUTER", "outer"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# What a label or a role says of all that is inside it; a heading of level 1 is HEADING + 1.
OUTER, MAIN, HEADING = 1, 2, 2
_OUTER = cython.declare(cython.int, 1)
_MAIN = cython.declare(cython.int, 2)
_HEADING = cython.declare(cython.int, 2)

# A main part has at least one in this many characters of its page, and a menu, sidebar or footer at
# most half of them: an element that was never closed holds everything after it. Chosen, not
# measured.
_LEAST = cython.declare(cython.int, 10)
# A part around the page's heading has at least one in this many. Counted on the labelled pages, see
# `windrow.detect.auto.landmarks`: the list is inside of it on 157 of 161 sites, with 10 on 151.
_HEADED = cython.declare(cython.int, 5)


def outer(
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    said: cython.int[::1],
    kinds: cython.int[::1],
    texts: cython.int[::1],
    chars: cython.int[::1],
) -> array[int]:
    """Return for every node whether it is outside of the page's main part.

    *kinds* says by label, and *texts* by what a node has *said* (-1 for nothing), which
    nodes are MAIN, OUTER or headings. *chars* are sums: characters before a node. Where nothing is
    MAIN, the smallest part around the heading of the page is, if it has one of the highest level.
    """
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    flags: cython.int[::1] = result
    node: cython.Py_ssize_t
    main: cython.Py_ssize_t = -1
    heading: cython.Py_ssize_t = -1
    level: cython.int = 99
    most: cython.longlong = 0
    total: cython.longlong = chars[count]
    own: cython.longlong
    kind: cython.int
    for node in range(count):
        kind = kinds[labels[node]]
        if kind == 0 and said[node] >= 0:
            kind = texts[said[node]]
        own = chars[node + sizes[node]] - chars[node]
        if parents[node] >= 0 and flags[parents[node]]:
            flags[node] = 1
        elif kind == _OUTER:
            flags[node] = 2 * own <= total
        elif kind == _MAIN and own > most and _LEAST * own >= total:
            main, most = node, own
        elif kind > _HEADING and own and kind <= level:
            heading = node if kind < level else -1
            level = kind
    if main < 0 and heading >= 0:
        main = parents[heading]
        while main >= 0 and _HEADED * (chars[main + sizes[main]] - chars[main]) < total:
            main = parents[main]
    if main >= 0:
        for node in range(count):
            if node < main or node >= main + sizes[main]:
                flags[node] = 1
    return result
