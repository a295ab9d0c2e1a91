"""Runs of text for every node of a tree at once."""

from __future__ import annotations

from array import array

import cython

__all__ = ["BrokenRuns", "blocks", "cell_runs", "inline_flags", "runs"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


def inline_flags(
    labels: cython.int[::1], parents: cython.int[::1], inline: cython.int[::1]
) -> array[int]:
    """Return for every node whether all labels of its subtree are *inline* (by label: 1 if so)."""
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    flags: cython.int[::1] = result
    node: cython.Py_ssize_t
    for node in range(count):
        flags[node] = inline[labels[node]]
    for node in range(count - 1, 0, -1):
        if not flags[node]:
            flags[parents[node]] = 0
    return result


def runs(inline: cython.int[::1], sizes: cython.int[::1]) -> array[int]:
    """Return for every node the run it is in, by the flags of `inline_flags`.

    The run of inline siblings is named by their parent where it has no other children, otherwise
    by the first of them; that of a block by itself.
    """
    count: cython.Py_ssize_t = len(inline)
    result = _INTS * count
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    end: cython.Py_ssize_t
    first: cython.Py_ssize_t
    whole: cython.bint
    for node in range(count):
        end = node + sizes[node]
        child = node + 1
        whole = True
        while child < end and whole:
            whole = inline[child] != 0
            child += sizes[child]
        first = -1
        child = node + 1
        while child < end:
            if inline[node]:
                found[child] = found[node]
            elif not inline[child]:
                found[child] = child
                first = -1
            else:
                if first < 0:
                    first = child
                found[child] = node if whole else first
            child += sizes[child]
    return result


def blocks(
    labels: cython.int[::1],
    parents: cython.int[::1],
    inline: cython.int[::1],
    text: cython.int[::1],
) -> array[int]:
    """Return for every node the block it names or is in if that has only text in it, or -1.

    *inline* and *text* say by label what can be in a run, and what may be among text.
    """
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    found: cython.int[::1] = result
    other: cython.uchar[::1] = bytearray(count)
    node: cython.Py_ssize_t
    block: cython.int
    for node in range(count - 1, 0, -1):
        if other[node] or not text[labels[node]]:
            other[parents[node]] = 1
    for node in range(count):
        block = parents[node] if inline[labels[node]] else node
        found[node] = -1 if block < 0 or other[block] else block
    return result


def cell_runs(
    rows: tuple[tuple[object, ...], ...],
    starts: list[int],
    columns: list[int],
    runs: cython.int[::1],
    blocks: cython.int[::1],
) -> list[dict[int, int]]:
    """Return for each row of cells the run that the cell of each of the *columns* is in.

    *starts* are the first nodes of the rows' records. Records of inline nodes are in runs that
    go on beyond them: those do not count.
    """
    start: cython.int
    cell: cython.int
    run: cython.int
    found = []
    for row, begin in zip(rows, starts, strict=True):
        start = begin
        own: dict[int, int] = {}
        for column in columns:
            node = row[column]
            if not isinstance(node, int):
                continue
            cell = node
            run = runs[cell]
            if blocks[run] >= 0 and not blocks[run] < start <= cell:
                run = blocks[run]
            own[column] = cell if run < start <= cell else run
        found.append(own)
    return found


@cython.cclass
class BrokenRuns:
    """Divides the runs of one tree into lines; *line_break* and *link* are labels."""

    labels: cython.int[::1]
    parents: cython.int[::1]
    sizes: cython.int[::1]
    inline: cython.int[::1]
    line_break: cython.int
    link: cython.int

    def __init__(
        self,
        labels: array[int],
        parents: array[int],
        sizes: array[int],
        inline: array[int],
        line_break: int,
        link: int,
    ) -> None:
        self.labels, self.parents, self.sizes, self.inline = labels, parents, sizes, inline
        self.line_break, self.link = line_break, link

    def broken(self, run: cython.int, goes_on: bool) -> list[list[int]]:
        """Return the nodes of each line of a run, ignoring markup around several lines.

        *goes_on*: the run may continue with the inline siblings of the node that names it.
        """
        node: cython.int = run
        end: cython.int = run + self.sizes[run]
        stop: cython.int
        around: cython.int = -1
        if self.sizes[run] > 1 and not self.inline[run]:
            node += 1
        if goes_on and self.parents[run] >= 0:
            stop = self.parents[run] + self.sizes[self.parents[run]]
            while end < stop and self.inline[end]:
                end += self.sizes[end]
        found: list[list[int]] = []
        line: list[int] = []
        while node < end:
            if self.sizes[node] > 1 and not self.inline[node] and self.labels[node] != self.link:
                node += 1
                continue
            if line and (self.labels[node] == self.line_break or self.parents[node] != around):
                found.append(line)
                line = []
            if self.labels[node] != self.line_break:
                if not line:
                    around = self.parents[node]
                line.append(node)
            node += self.sizes[node]
        if line:
            found.append(line)
        return found
