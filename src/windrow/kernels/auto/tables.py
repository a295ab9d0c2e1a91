"""Tables of a page: their rows and cells, how wide they are, and which have the same headers."""

from __future__ import annotations

from array import array

import cython

__all__ = ["cell_texts", "table_kinds", "widths", "with_wide_rows"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_LONGS = array("q", (0,))

_PRIME = cython.declare(cython.longlong, 2147483647)
_BASE = cython.declare(cython.longlong, 1000003)

# This many header cells distinguish one kind of table from another: chosen, not measured.
_MOST_HEADERS = cython.declare(cython.int, 8)
# A single header cell names its row, or the table; two and more in a row name columns.
_FEWEST_HEADERS = cython.declare(cython.int, 2)


def table_kinds(
    parents: cython.int[::1],
    sizes: cython.int[::1],
    labels: cython.int[::1],
    hashes: cython.int[::1],
    table: cython.int,
    row: cython.int,
    header: cython.int,
) -> dict[str, array[int]]:
    """Return ``row_tables``, by row the table it is in plus one, and ``header_kinds``, by table.

    The kind of a table is a number for the first cells that name its columns and the cells of its
    first row; it is negative where no cell names a column. *hashes* distinguish texts.
    """
    count: cython.Py_ssize_t = len(labels)
    result = {name: _INTS * count for name in ("row_tables", "header_kinds")}
    row_tables: cython.int[::1] = result["row_tables"]
    kinds: cython.int[::1] = result["header_kinds"]
    tables: cython.int[::1] = _INTS * count
    keys: cython.longlong[::1] = _LONGS * count
    headers: cython.int[::1] = _INTS * count
    # By row: how many of its cells are header cells.
    in_row: cython.int[::1] = _INTS * count
    known: dict[int, int] = {}
    node: cython.Py_ssize_t
    at: cython.int
    child: cython.int
    cells: cython.int
    for node in range(1, count):
        at = parents[node]
        tables[node] = at + 1 if labels[at] == table else tables[at]
        at = tables[node] - 1
        if at < 0:
            continue
        if labels[node] == row:
            row_tables[node] = tables[node]
            cells = 0
            child = cython.cast(cython.int, node) + 1
            while child < node + sizes[node]:
                cells += 1
                in_row[node] += labels[child] == header
                child += sizes[child]
            if keys[at] == 0:
                keys[at] = cells + 1
        elif (
            labels[node] == header
            and headers[at] < _MOST_HEADERS
            and in_row[parents[node]] >= _FEWEST_HEADERS
        ):
            headers[at] += 1
            for child in range(node, node + sizes[node]):
                keys[at] = (keys[at] * _BASE + hashes[child] + 1) % _PRIME
    for node in range(count):
        if labels[node] == table:
            kinds[node] = known.setdefault(keys[node], len(known)) + 1
            if headers[node] == 0:
                kinds[node] = -kinds[node]
    return result


def with_wide_rows(
    row_tables: cython.int[::1],
    sizes: cython.int[::1],
    starts: cython.int[::1],
    attributes: cython.int[::1],
    number: cython.int,
) -> list[int]:
    """Return the tables with a row that is one cell with an attribute, given by its *number*.

    *row_tables* has for every row its table, plus one, and 0 for other nodes; the attributes of a
    node are those from *starts* on, three numbers each.
    """
    row: cython.int
    k: cython.Py_ssize_t
    found: set[int] = set()
    for row in range(len(row_tables)):
        if row_tables[row] == 0 or sizes[row] < 2 or sizes[row + 1] + 1 < sizes[row]:
            continue
        for k in range(starts[row + 1], starts[row + 2]):
            if attributes[3 * k] == number:
                found.add(row_tables[row] - 1)
                break
    return sorted(found)


def widths(
    row_tables: cython.int[::1],
    sizes: cython.int[::1],
    rows: cython.int[::1],
    looked_at: cython.Py_ssize_t,
) -> list[tuple[int, int, int]]:
    """Return the tables of *rows* in page order, each with how many of the rows it has, and cells.

    Most of the first *looked_at* rows of a table have this number of cells. *row_tables* has for
    every row its table, by the number that is returned. Nothing is returned if all rows are in one
    table, as nearly always.
    """
    counts: dict[int, int] = {}
    cells: dict[int, list[int]] = {}
    k: cython.Py_ssize_t
    row: cython.int
    child: cython.int
    width: cython.int
    k = 1
    while k < len(rows) and row_tables[rows[k]] == row_tables[rows[0]]:
        k += 1
    if k >= len(rows):
        return []
    for k in range(len(rows)):
        row = rows[k]
        table = row_tables[row]
        if table not in counts:
            counts[table], cells[table] = 0, []
        counts[table] += 1
        if counts[table] <= looked_at:
            width, child = 0, row + 1
            while child < row + sizes[row]:
                width += 1
                child += sizes[child]
            cells[table].append(width)
    return [(own, counts[own], max(cells[own], key=cells[own].count)) for own in sorted(counts)]


def cell_texts(
    rows: cython.int[::1],
    sizes: cython.int[::1],
    texts: cython.int[::1],
    buffer: bytes,
) -> list[dict[int, str]]:
    """Return for each of *rows* the texts of its cells, by their place in it, without empty ones.

    The text of a node is in *buffer*, between two numbers of *texts*.
    """
    k: cython.Py_ssize_t
    row: cython.int
    cell: cython.int
    node: cython.int
    first: cython.int
    last: cython.int
    place: cython.int
    found: list[dict[int, str]] = []
    for k in range(len(rows)):
        row, place = rows[k], 0
        own: dict[int, str] = {}
        cell = row + 1
        while cell < row + sizes[row]:
            said: list[bytes] = []
            for node in range(cell, cell + sizes[cell]):
                first, last = texts[2 * node], texts[2 * node + 1]
                if first < last:
                    said.append(buffer[first:last])
            if said:
                text = b" ".join(said).decode("utf-8").strip()
                if text:
                    own[place] = text
            place += 1
            cell += sizes[cell]
        found.append(own)
    return found
