"""How much room the parser's tree needs, and the parser's numbers for attribute names.

There is no uncompiled form: it follows the pointers of lexbor's nodes, as ``walk`` does.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.lexbor import (
        ELEMENT,
        TEXT,
        AttributeAt,
        ElementAt,
        NodeAt,
        TextAt,
        WordsAt,
    )

__all__ = ["attribute_ids", "measure"]


def measure(address: int) -> tuple[int, int, int, int]:
    """Return how many nodes, attributes and bytes the element at *address* has at most, and how
    deep it nests."""
    root: NodeAt = cython.cast(NodeAt, cython.cast(cython.size_t, address))
    nodes: cython.longlong = 1
    attributes: cython.longlong = 0
    size: cython.longlong = 0
    depth: cython.longlong = 1
    deepest: cython.longlong = 1
    node: NodeAt = root
    attribute: AttributeAt
    words: WordsAt
    while True:
        if node.type == ELEMENT:
            nodes += 1
            attribute = cython.cast(
                AttributeAt,
                cython.cast(ElementAt, node).first_attribute,
            )
            while attribute != cython.NULL:
                attributes += 1
                words = cython.cast(WordsAt, attribute.value)
                if words != cython.NULL:
                    size += words.length
                attribute = cython.cast(AttributeAt, attribute.next)
        elif node.type == TEXT:
            nodes += 1
            # One more byte for the space that may join it to its neighbour.
            size += cython.cast(TextAt, node).length + 1
        if node.first != cython.NULL:
            node = cython.cast(NodeAt, node.first)
            depth += 1
            if depth > deepest:
                deepest = depth
            continue
        while node != root and node.next == cython.NULL:
            node = cython.cast(NodeAt, node.parent)
            depth -= 1
        if node == root:
            return nodes, attributes, size, deepest
        node = cython.cast(NodeAt, node.next)


def attribute_ids(address: int) -> list[int]:
    """Return the parser's numbers for the attribute names of the element at *address*."""
    element: ElementAt = cython.cast(ElementAt, cython.cast(cython.size_t, address))
    attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
    found = []
    while attribute != cython.NULL:
        found.append(attribute.node.name)
        attribute = cython.cast(AttributeAt, attribute.next)
    return found
