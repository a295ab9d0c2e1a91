"""Links to places of the same page, such as the marks of footnotes."""

from __future__ import annotations

import cython

__all__ = ["inner_links"]


def inner_links(
    attribute_starts: cython.int[::1],
    attributes: cython.int[::1],
    address: cython.int,
    name: cython.int,
    buffer: bytes,
) -> dict[int, int]:
    """Return the nodes whose *address* is ``#`` and a *name* that a node has, with this node.

    Of several nodes with one name the last counts. Most pages have few such addresses, or none.
    """
    count: cython.Py_ssize_t = len(attribute_starts) - 1
    bytes_of: cython.const[cython.uchar][::1] = buffer
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    links: list[tuple[int, bytes]] = []
    places: dict[bytes, int] = {}
    for node in range(count):
        for k in range(3 * attribute_starts[node], 3 * attribute_starts[node + 1], 3):
            if attributes[k] == address and attributes[k + 2] > attributes[k + 1]:
                if bytes_of[attributes[k + 1]] == 35:
                    links.append((node, buffer[attributes[k + 1] + 1 : attributes[k + 2]]))
    if links:
        for node in range(count):
            for k in range(3 * attribute_starts[node], 3 * attribute_starts[node + 1], 3):
                if attributes[k] == name:
                    places[buffer[attributes[k + 1] : attributes[k + 2]]] = node
    return {link: places[place] for link, place in links if place in places}
