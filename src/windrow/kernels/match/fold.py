"""Runs of text as one leaf: marks inside a text (bold words, line breaks) come and go with it."""

from __future__ import annotations

from array import array

import cython

__all__ = ["fold"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


def fold(
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    phrases: cython.uchar[::1],
    text: cython.int,
) -> tuple[array[int], array[int], array[int]]:
    """Return labels, parents and sizes with every run of text as one leaf.

    *phrases* marks the labels that may be part of a text, *text* is the label of text itself. A
    run of two or more such siblings, text among them, is its first node, and that of an element
    which holds nothing else is the element. Nodes that are folded away have the parent -1 and the
    size 0.
    """
    count: cython.Py_ssize_t = len(labels)
    new_labels = array("i", labels)
    new_parents = array("i", parents)
    new_sizes = _INTS * count
    names: cython.int[::1] = new_labels
    above: cython.int[::1] = new_parents
    counts: cython.int[::1] = new_sizes
    cython.declare(node=cython.Py_ssize_t, child=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cython.declare(first=cython.Py_ssize_t, run=cython.int, texts=cython.int)
    for node in range(count - 1, -1, -1):
        end = node + sizes[node]
        child = node + 1
        counts[node] = 1
        while child < end:
            first, run, texts = child, 0, 0
            while child < end and phrases[labels[child]] and counts[child] == 1:
                texts += labels[child] == text
                run += 1
                child += sizes[child]
            if run > 1 and texts:
                if first == node + 1 and child == end:
                    names[first] = labels[first]
                    above[first] = -1
                    counts[first] = 0
                else:
                    names[first] = text
                    counts[node] += 1
                first += sizes[first]
                while first < child:
                    above[first] = -1
                    counts[first] = 0
                    first += sizes[first]
            else:
                counts[node] += run
            if child < end and not (phrases[labels[child]] and counts[child] == 1):
                counts[node] += counts[child]
                child += sizes[child]
    return new_labels, new_parents, new_sizes
