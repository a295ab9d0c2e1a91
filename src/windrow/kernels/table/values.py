"""What the cells of a column say, read in one go."""

from __future__ import annotations

import cython

__all__ = ["attributes", "run_texts", "texts"]

_TEXT = cython.declare(cython.int, 1)


def texts(cells: tuple[object, ...], spans: cython.int[::1], buffer: bytes) -> list[str | None]:
    """Return the texts of *cells*; None where the text is empty or the cell is not a node.

    The text of a node is ``spans[2 * node] .. spans[2 * node + 1]`` of the *buffer*.
    """
    node: cython.Py_ssize_t
    found: list[str | None] = []
    for cell in cells:
        text: str | None = None
        if isinstance(cell, int):
            node = cell
            if spans[2 * node + 1] > spans[2 * node]:
                text = buffer[spans[2 * node] : spans[2 * node + 1]].decode("utf-8")
        found.append(text)
    return found


def attributes(
    cells: tuple[object, ...],
    name: cython.int,
    starts: cython.int[::1],
    numbers: cython.int[::1],
    buffer: bytes,
) -> list[str | None]:
    """Return an attribute of *cells*; None where it is empty or missing, or the cell is not a node.

    The attributes of a node are ``starts[node] .. starts[node + 1]``, three *numbers* each: name,
    and where the value begins and ends in the *buffer*.
    """
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    found: list[str | None] = []
    for cell in cells:
        text: str | None = None
        if isinstance(cell, int):
            node = cell
            for k in range(starts[node], starts[node + 1]):
                if numbers[3 * k] == name:
                    if numbers[3 * k + 2] > numbers[3 * k + 1]:
                        text = buffer[numbers[3 * k + 1] : numbers[3 * k + 2]].decode("utf-8")
                    break
        found.append(text)
    return found


def run_texts(
    cells: tuple[object, ...],
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    kinds: cython.int[::1],
    spans: cython.int[::1],
    spacing: cython.int[::1],
    known: cython.int[::1],
    inline: cython.int[::1],
    buffer: bytes,
) -> list[str | None]:
    """Return the texts of the runs named by *cells*, with spaces where the page shows any.

    *known* says by label, *inline* by node, what is in a run of text.
    """
    node: cython.int
    end: cython.int
    last: cython.int
    found: list[str | None] = []
    for cell in cells:
        if not isinstance(cell, int):
            found.append(None)
            continue
        node = cell
        end = _run_end(node, labels, parents, sizes, known, inline)
        parts: list[bytes] = []
        last = -1
        while node < end:
            if kinds[node] & _TEXT:
                if last >= 0 and _apart(last, node, labels, parents, sizes, spacing, known):
                    parts.append(b" ")
                parts.append(buffer[spans[2 * node] : spans[2 * node + 1]])
                last = node
            node += 1
        found.append(b"".join(parts).decode("utf-8") or None)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _run_end(
    run: cython.int,
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    known: cython.int[::1],
    inline: cython.int[::1],
) -> cython.int:
    """Return where the run named by a node ends: after it, or after its inline siblings."""
    end: cython.int = run + sizes[run]
    stop: cython.int
    if not known[labels[run]] or parents[run] < 0:
        return end
    stop = parents[run] + sizes[parents[run]]
    while end < stop and inline[end]:
        end += sizes[end]
    return end


@cython.cfunc
@cython.exceptval(check=False)
def _apart(
    last: cython.int,
    node: cython.int,
    labels: cython.int[::1],
    parents: cython.int[::1],
    sizes: cython.int[::1],
    spacing: cython.int[::1],
    known: cython.int[::1],
) -> cython.bint:
    """Return whether white space, a line break or the edge of a block is between two texts."""
    between: cython.int
    if spacing[last] & 2 or spacing[node] & 1:
        return True
    for between in range(last + 1, node + 1):
        if not known[labels[between]]:
            return True
    # Blocks that ended before *node*: the ancestors of *last* that do not hold it.
    while last + sizes[last] <= node:
        if not known[labels[last]]:
            return True
        last = parents[last]
    return False
