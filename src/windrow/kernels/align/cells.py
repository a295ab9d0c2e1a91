"""Records lined up below the places of a template: which node is where."""

from __future__ import annotations

from array import array

import cython

__all__ = [
    "counts",
    "decimals",
    "distinct",
    "ending_with",
    "held",
    "labelled",
    "left_over",
    "neighbours",
    "nodes_of",
    "parting_depths",
    "places",
    "rows",
]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


def nodes_of(
    roots: cython.int[::1], offsets: cython.int[::1], sizes: cython.int[::1]
) -> tuple[array[int], array[int]]:
    """Return the nodes of records, one after the other, and where each record begins.

    The roots of record *k* are ``offsets[k] .. offsets[k + 1]``; its nodes follow a -1, which
    is the made-up root above them.
    """
    count: cython.Py_ssize_t = len(offsets) - 1
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    node: cython.int
    used: cython.Py_ssize_t = count
    for at in range(len(roots)):
        used += sizes[roots[at]]
    nodes = _INTS * used
    starts = _INTS * (count + 1)
    found: cython.int[::1] = nodes
    begins: cython.int[::1] = starts
    used = 0
    for k in range(count):
        begins[k] = used
        found[used] = -1
        used += 1
        for at in range(offsets[k], offsets[k + 1]):
            for node in range(roots[at], roots[at] + sizes[roots[at]]):
                found[used] = node
                used += 1
    begins[count] = used
    return nodes, starts


def counts(
    roots: cython.int[::1], offsets: cython.int[::1], sizes: cython.int[::1], sums: cython.int[::1]
) -> list[int]:
    """Return how many items each record holds; *sums* says how many there are before each node.

    The roots of record *k* are ``offsets[k] .. offsets[k + 1]``.
    """
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.int
    found = []
    for k in range(len(offsets) - 1):
        count = 0
        for at in range(offsets[k], offsets[k + 1]):
            count += sums[roots[at] + sizes[roots[at]]] - sums[roots[at]]
        found.append(count)
    return found


def places(pairs: cython.int[::1], numbers: cython.int[::1], size: cython.int) -> array[int]:
    """Return for *size* places of a record what they are matched with, -1 for nothing.

    *pairs* are two numbers each: a position in the seed and a place; *numbers* name the positions.
    """
    result = array("i", [-1]) * size
    found: cython.int[::1] = result
    k: cython.Py_ssize_t
    for k in range(0, len(pairs), 2):
        found[pairs[k + 1]] = numbers[pairs[k]]
    return result


def held(
    links: cython.int[::1], nodes: cython.int[::1], kinds: cython.int[::1], count: cython.int
) -> array[int]:
    """Return for *count* places of the seed what the records hold there.

    *links* name for each of the *nodes* of the records its place in the seed, -1 for none.
    """
    result = _INTS * count
    bits: cython.int[::1] = result
    k: cython.Py_ssize_t
    for k in range(len(links)):
        if links[k] >= 0 and nodes[k] >= 0:
            bits[links[k]] |= kinds[nodes[k]]
    return result


def rows(
    links: cython.int[::1],
    nodes: cython.int[::1],
    starts: cython.int[::1],
    kinds: cython.int[::1],
    columns: cython.int[::1],
    bits: cython.int[::1],
) -> list[list[int | None]]:
    """Return for each record its cells: nodes that hold what the columns want, or None.

    The columns of the place *p* of the seed are ``columns[2 * p] .. columns[2 * p + 1]``; *bits*
    say which kind of content a column wants.
    """
    width: cython.Py_ssize_t = len(bits)
    record: cython.Py_ssize_t
    k: cython.Py_ssize_t
    column: cython.Py_ssize_t
    node: cython.int
    found = []
    for record in range(len(starts) - 1):
        row: list[int | None] = [None] * width
        for k in range(starts[record], starts[record + 1]):
            node = nodes[k]
            if node < 0 or links[k] < 0 or not kinds[node]:
                continue
            for column in range(columns[2 * links[k]], columns[2 * links[k] + 1]):
                if kinds[node] & bits[column]:
                    row[column] = node
        found.append(row)
    return found


def neighbours(runs: list[dict[int, int]], words: set[int]) -> dict[tuple[int, int], int]:
    """Return how often two columns are neighbours in one run, of which one is among *words*.

    *runs* has for each row the run that each column is in.
    """
    found: dict[tuple[int, int], int] = {}
    for row in runs:
        last: dict[int, int] = {}  # run -> the last column that is in it
        for column, run in row.items():
            if run in last:
                before = last[run]
                if before in words or column in words:
                    found[before, column] = found.get((before, column), 0) + 1
            last[run] = column
    return found


def parting_depths(
    rows: tuple[tuple[object, ...], ...],
    columns: list[int],
    sizes: cython.int[::1],
    parents: cython.int[::1],
    depths: cython.int[::1],
) -> list[list[int]]:
    """Return for each row how deep the lowest node around each two neighbouring cells is.

    Cells that are not nodes, and neighbours with no node around both, are left out.
    """
    above: cython.int
    second: cython.int
    k: cython.Py_ssize_t
    found = []
    for row in rows:
        nodes = [row[column] for column in columns if isinstance(row[column], int)]
        nodes.sort()
        own: list[int] = []
        for k in range(len(nodes) - 1):
            above, second = nodes[k], nodes[k + 1]
            while above >= 0 and above + sizes[above] <= second:
                above = parents[above]
            if above >= 0:
                own.append(depths[above])
        found.append(own)
    return found


def left_over(links: cython.int[::1], nodes: cython.int[::1], kinds: cython.int[::1]) -> array[int]:
    """Return where *nodes* with content have no place in the seed."""
    result = array("i")
    k: cython.Py_ssize_t
    for k in range(len(links)):
        if links[k] < 0 and nodes[k] >= 0 and kinds[nodes[k]]:
            result.append(k)
    return result


def labelled(
    rows: tuple[tuple[object, ...], ...],
    columns: list[int],
    labels: cython.int[::1],
    label: cython.int,
    least: cython.double,
) -> set[int]:
    """Return those of *columns* in which the share *least* of the nodes, or more, has a *label*."""
    some: cython.int
    every: cython.int
    column: cython.Py_ssize_t
    node: cython.Py_ssize_t
    found = set()
    for column in columns:
        some = every = 0
        for row in rows:
            cell = row[column]
            if isinstance(cell, int):
                node = cell
                every += 1
                some += labels[node] == label
        if some and some >= least * every:
            found.add(column)
    return found


def ending_with(
    sign: cython.int,
    rows: tuple[tuple[object, ...], ...],
    columns: list[int],
    spans: cython.int[::1],
    buffer: bytes,
    least: cython.double,
    glance: cython.int,
) -> set[int]:
    """Return those of *columns* in which the share *least* of the texts, or more, ends with a sign.

    The text of a node is ``spans[2 * node] .. spans[2 * node + 1]`` of the *buffer*. A column is
    given up if no text of its first *glance* rows ends with the sign.
    """
    signs: cython.const[cython.uchar][::1] = buffer
    number: cython.int
    some: cython.int
    every: cython.int
    column: cython.Py_ssize_t
    node: cython.Py_ssize_t
    found = set()
    for column in columns:
        number = some = every = 0
        for row in rows:
            if number == glance and not some:
                break
            number += 1
            cell = row[column]
            if isinstance(cell, int):
                node = cell
                every += 1
                if spans[2 * node + 1] > spans[2 * node]:
                    some += signs[spans[2 * node + 1] - 1] == sign
        if some and some >= least * every:
            found.add(column)
    return found


def decimals(
    rows: tuple[tuple[object, ...], ...],
    columns: list[int],
    spans: cython.int[::1],
    buffer: bytes,
) -> list[int]:
    """Return those of *columns* whose texts are two digits each; for *spans* see `ending_with`."""
    signs: cython.p_uchar = buffer
    column: cython.Py_ssize_t
    node: cython.Py_ssize_t
    start: cython.Py_ssize_t
    some: cython.bint
    found = []
    for column in columns:
        some = False
        for row in rows:
            cell = row[column]
            if isinstance(cell, int):
                node = cell
                start = spans[2 * node]
                some = (
                    spans[2 * node + 1] - start == 2
                    and 48 <= signs[start] <= 57
                    and 48 <= signs[start + 1] <= 57
                )
                if not some:
                    break
        if some:
            found.append(column)
    return found


def distinct(runs: list[dict[int, int]], columns: list[int]) -> list[list[int]]:
    """Return for each row the runs that any of *columns* is in, each once, in their order."""
    found = []
    for row in runs:
        own: dict[int, int] = {}
        for column in columns:
            run = row.get(column)
            if run is not None:
                own[run] = run
        found.append([*own])
    return found
