"""Running text of a page, and the signs of a record that its nodes have."""

from __future__ import annotations

from array import array

import cython

__all__ = ["long_texts", "sign_sums", "total_within"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# Bit of a node's kinds.
_LINK = cython.declare(cython.int, 2)


def long_texts(
    chars: cython.int[::1], linked: cython.int[::1], least: cython.int
) -> tuple[array[int], array[int]]:
    """Return the nodes with at least *least* characters of their own outside links, and how many.

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


def sign_sums(
    parents: cython.int[::1],
    labels: cython.int[::1],
    kinds: cython.int[::1],
    inline: cython.int[::1],
    content: dict[str, array[int]],
    sentence: cython.int,
    number: cython.int,
) -> dict[str, array[int]]:
    """Return how many signs of a record are before each node, and in all, by name.

    ``titles`` are links, ``shorts`` texts of at most *sentence* characters, ``figures`` those of
    at most *number* with a digit. A line is the text between two places where a label that is not
    *inline* begins or ends. One with a longer text outside links is running text. Inside it, names
    and links are words of a sentence; only what begins it may be a title.
    """
    count: cython.Py_ssize_t = len(labels)
    result = {name: _INTS * (count + 1) for name in ("titles", "shorts", "figures")}
    titles: cython.int[::1] = result["titles"]
    shorts: cython.int[::1] = result["shorts"]
    figures: cython.int[::1] = result["figures"]
    chars: cython.int[::1] = content["chars"]
    words: cython.int[::1] = content["words"]
    digits: cython.int[::1] = content["digits"]
    # By node: the first text of its line, plus one if the line is running text.
    first: cython.int[::1] = _line_starts(parents, labels, inline, content, sentence)
    node: cython.Py_ssize_t
    begins: cython.bint
    running: cython.bint
    length: cython.int
    short: cython.bint
    for node in range(count):
        running = first[node] & 1
        begins = node <= first[node] >> 1
        length = chars[node + 1] - chars[node]
        short = words[node + 1] > words[node] and length <= sentence and (begins or not running)
        titles[node + 1] = titles[node] + (
            1 if kinds[node] & _LINK and (begins or not running) else 0
        )
        shorts[node + 1] = shorts[node] + short
        figures[node + 1] = figures[node] + (
            short and length <= number and digits[node + 1] > digits[node]
        )
    return result


@cython.cfunc
def _line_starts(
    parents: cython.int[::1],
    labels: cython.int[::1],
    inline: cython.int[::1],
    content: dict[str, array[int]],
    sentence: cython.int,
) -> array[int]:
    """Return twice the first text of each node's line, plus one where the line is running text."""
    chars: cython.int[::1] = content["chars"]
    words: cython.int[::1] = content["words"]
    linked: cython.int[::1] = content["linked"]
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    found: cython.int[::1] = result
    # The node that a line belongs to: the first around it whose label is not inline.
    blocks: cython.int[::1] = _INTS * count
    node: cython.Py_ssize_t
    before: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t = -1
    running: cython.int = 0
    for node in range(count + 1):
        if node < count:
            blocks[node] = cython.cast(cython.int, node)
            if node and inline[labels[node]]:
                blocks[node] = blocks[parents[node]]
        if node == count or (node and blocks[node] != blocks[node - 1]):
            for before in range(start, node):
                found[before] = cython.cast(cython.int, 2 * (text if text >= 0 else node) + running)
            start, text, running = node, -1, 0
        if node < count and words[node + 1] > words[node]:
            if text < 0:
                text = node
            if chars[node + 1] - chars[node] > sentence and linked[node + 1] == linked[node]:
                running = 1
    return result
