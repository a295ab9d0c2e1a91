"""What the cells of a column say, read in one go."""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import ints
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values


__all__ = ["attributes", "run_texts", "texts"]

_TEXT = cython.declare(cython.int, 1)


def texts(cells: tuple[object, ...], spans: array[int], buffer: bytes) -> list[str | None]:
    """Return the texts of *cells*; None where the text is empty or the cell is not a node.

    The text of a node is ``spans[2 * node] .. spans[2 * node + 1]`` of the *buffer*.
    """
    node: cython.Py_ssize_t
    found: list[str | None] = []
    edges = ints(spans)
    for cell in cells:
        text: str | None = None
        if isinstance(cell, int):
            node = cell
            if edges[2 * node + 1] > edges[2 * node]:
                text = buffer[edges[2 * node] : edges[2 * node + 1]].decode("utf-8")
        found.append(text)
    return found


def attributes(
    cells: tuple[object, ...],
    name: cython.int,
    starts: array[int],
    numbers: array[int],
    buffer: bytes,
) -> list[str | None]:
    """Return an attribute of *cells*; None where it is empty or missing, or the cell is not a node.

    The attributes of a node are ``starts[node] .. starts[node + 1]``, three *numbers* each: name,
    and where the value begins and ends in the *buffer*.
    """
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    found: list[str | None] = []
    first, said = ints(starts), ints(numbers)
    for cell in cells:
        text: str | None = None
        if isinstance(cell, int):
            node = cell
            for k in range(3 * first[node], 3 * first[node + 1], 3):
                if said[k] == name:
                    if said[k + 2] > said[k + 1]:
                        text = buffer[said[k + 1] : said[k + 2]].decode("utf-8")
                    break
        found.append(text)
    return found


def run_texts(
    cells: tuple[object, ...],
    labels: array[int],
    parents: array[int],
    sizes: array[int],
    kinds: array[int],
    spans: array[int],
    spacing: array[int],
    known: array[int],
    inline: array[int],
    buffer: bytes,
    part: cython.bint = False,
) -> list[str | None]:
    """Return the texts of the runs named by *cells*, with spaces where the page shows any.

    *known* says by label, *inline* by node, what is in a run of text. Of a *part* of a run only the
    node itself is read.
    """
    node: cython.int
    end: cython.int
    last: cython.int
    found: list[str | None] = []
    own, above, below = ints(labels), ints(parents), ints(sizes)
    held, edges, spaces = ints(kinds), ints(spans), ints(spacing)
    flows, whole = ints(known), ints(inline)
    for cell in cells:
        if not isinstance(cell, int):
            found.append(None)
            continue
        node = cell
        if part:
            end = node + below[node]
        else:
            end = _run_end(node, own, above, below, flows, whole)
        parts: list[bytes] = []
        last = -1
        while node < end:
            if held[node] & _TEXT:
                if last >= 0 and _apart(last, node, own, above, below, spaces, flows):
                    parts.append(b" ")
                parts.append(buffer[edges[2 * node] : edges[2 * node + 1]])
                last = node
            node += 1
        found.append(b"".join(parts).decode("utf-8") or None)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _run_end(
    run: cython.int,
    labels: cython.p_int,
    parents: cython.p_int,
    sizes: cython.p_int,
    known: cython.p_int,
    inline: cython.p_int,
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
    labels: cython.p_int,
    parents: cython.p_int,
    sizes: cython.p_int,
    spacing: cython.p_int,
    known: cython.p_int,
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
