"""Lists inside records: which cells share a box, what the items are, how they look."""

from __future__ import annotations

from typing import Any

import cython

__all__ = ["items", "looks", "outside", "together"]


def together(
    rows: tuple[tuple[object, ...], ...],
    levels: list[int],
    columns: list[int],
    parents: cython.int[::1],
    depths: cython.int[::1],
) -> list[list[int]]:
    """Return the *columns* in groups: two are in one where a row has both in one box.

    The box of a cell in row *k* is the node of the depth ``levels[k]`` around it; cells of a row
    that have no such node share the box -1. Groups are in the order of their first columns.
    """
    group_of = {column: column for column in columns}
    members = {column: [column] for column in columns}
    level: cython.int
    box: cython.int
    for row, depth in zip(rows, levels, strict=True):
        if len(members) == 1:
            # They can only grow together.
            break
        level = depth
        first: dict[int, int] = {}  # box -> the first column in it
        for column in columns:
            cell = row[column]
            if not isinstance(cell, int):
                continue
            box = _box(cell, level, parents, depths)
            old = group_of[column]
            new = group_of[first.setdefault(box, column)]
            if new != old:
                # The smaller group moves, so that no column moves often.
                if len(members[old]) > len(members[new]):
                    old, new = new, old
                for other in members[old]:
                    group_of[other] = new
                members[new] += members.pop(old)
    return sorted([sorted(group) for group in members.values()])


def items(
    rows: tuple[tuple[object, ...], ...],
    records: list[tuple[int, ...]],
    levels: list[int],
    columns: list[int],
    parents: cython.int[::1],
    depths: cython.int[::1],
    sizes: cython.int[::1],
    counts: cython.int[::1],
    marks: cython.int[::1],
) -> list[list[int]] | None:
    """Return for each record what the box around its cells in *columns* holds; None if unclear.

    It is clear where each record has one box at most, and all that holds content there
    has the same mark. *counts* say how much content there is before each node; for *levels*
    see `together`.
    """
    level: cython.int
    box: cython.int
    own: cython.int
    child: cython.int
    end: cython.int
    mark: cython.int = 0
    some: cython.bint = False
    found: list[list[int]] = []
    for row, record, depth in zip(rows, records, levels, strict=True):
        level = depth
        box = -2
        for column in columns:
            cell = row[column]
            if not isinstance(cell, int):
                continue
            own = _box(cell, level, parents, depths)
            if own < 0 or (box >= 0 and own != box):
                return None
            box = own
        # A list may be one of several nodes of a record, but not the record itself.
        if len(record) == 1 and box in record:
            return None
        held: list[int] = []
        child = box + 1
        end = box + sizes[box] if box >= 0 else -1
        while child < end:
            if counts[child + sizes[child]] > counts[child]:
                if some and marks[child] != mark:
                    return None
                some = True
                mark = marks[child]
                held.append(child)
            child += sizes[child]
        found.append(held)
    return found if some else None


def looks(
    nodes: list[int],
    sizes: cython.int[::1],
    kinds: cython.int[::1],
    labels: cython.int[::1],
    spans: cython.int[::1],
    buffer: bytes,
    longest: cython.int,
) -> list[list[int]]:
    """Return how each of *nodes* looks: a number for each value in it, which says three things.

    These are its label, whether its text has a digit in at most *longest* characters, and
    whether it ends with a colon. The text of a node is ``spans[2 * node] .. spans[2 * node + 1]``
    of the *buffer*.
    """
    signs: cython.p_uchar = buffer
    first: cython.int
    node: cython.int
    start: cython.int
    end: cython.int
    look: cython.int
    found = []
    for item in nodes:
        first = item
        own: list[int] = []
        for node in range(first, first + sizes[first]):
            if kinds[node]:
                start, end = spans[2 * node], spans[2 * node + 1]
                look = 4 * labels[node]
                if _is_number(buffer[start:end], longest):
                    look += 2
                if end > start and signs[end - 1] == 58:  # a colon
                    look += 1
                own.append(look)
        found.append(own)
    return found


def outside(
    rows: tuple[tuple[object, ...], ...], items: list[list[int]], sizes: cython.int[::1]
) -> list[list[Any]]:
    """Return *rows* with None for each cell that is in one of the items of its record.

    The items of a record are siblings in page order.
    """
    cell: cython.int
    item: cython.int
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    inside: cython.bint
    found = []
    for row, own in zip(rows, items, strict=True):
        kept: list[Any] = []
        for value in row:
            inside = False
            if isinstance(value, int):
                cell = value
                # The last item that does not begin after the cell is the only one around it.
                low, high = 0, len(own)
                while low < high:
                    middle = (low + high) // 2
                    item = own[middle]
                    if item > cell:
                        high = middle
                    else:
                        low = middle + 1
                if low:
                    item = own[low - 1]
                    inside = cell < item + sizes[item]
            kept.append(None if inside else value)
        found.append(kept)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _box(
    node: cython.int, level: cython.int, parents: cython.int[::1], depths: cython.int[::1]
) -> cython.int:
    """Return the node of depth *level* around *node*; -1 if *node* itself is higher."""
    while depths[node] > level:
        node = parents[node]
    return node if depths[node] == level else -1


@cython.cfunc
def _is_number(text: bytes, longest: cython.Py_ssize_t) -> cython.bint:
    """Return whether a text of at most *longest* characters has a digit."""
    signs: cython.p_uchar = text
    k: cython.Py_ssize_t
    if not text.isascii():
        words = text.decode("utf-8")
        return len(words) <= longest and any(map(str.isdigit, words))
    if len(text) > longest:
        return False
    for k in range(len(text)):
        if 48 <= signs[k] <= 57:
            return True
    return False
