"""Walks a tree and a keyed template side by side; numbers for everything.

What needs a look at words (labels, slots, signatures never seen) is handed back to the caller.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array
from typing import Any
from zlib import crc32

__all__ = [
    "BREAK",
    "COMPLEX",
    "LIST",
    "ORDINAL",
    "SINGLE",
    "Walker",
    "digest",
    "flow",
    "positions",
    "signatures",
]

# How the members of a group get their places; COMPLEX is the caller's work.
SINGLE, LIST, ORDINAL, COMPLEX = 0, 1, 2, 3
_SINGLE = cython.declare(cython.int, 0)
_LIST = cython.declare(cython.int, 1)
_ORDINAL = cython.declare(cython.int, 2)
_COMPLEX = cython.declare(cython.int, 3)
# The signature of a node that is left out.
BREAK = -2
_BREAK = cython.declare(cython.int, -2)


def signatures(
    labels: cython.int[::1],
    starts: cython.int[::1],
    attributes: cython.int[::1],
    wanted: cython.int[::1],
    plain: cython.int[::1],
    buffer: bytes,
    known: dict,  # type: ignore[type-arg]
    unknown: list,  # type: ignore[type-arg]
) -> array[int]:
    """Return a number a node by its label and the *wanted* of its attributes.

    *plain* has the numbers of bare labels, *known* those of labels with attributes, each by its
    label's number and attributes in one text of bytes; nodes it lacks are added to *unknown*.
    """
    count: cython.Py_ssize_t = len(labels)
    result = array("i", bytes(4 * count))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    name: cython.int
    for node in range(count):
        key = b""
        for k in range(3 * starts[node], 3 * starts[node + 1], 3):
            name = wanted[attributes[k]]
            if name:
                key += b"%c" % name + buffer[attributes[k + 1] : attributes[k + 2]]
        if not key and labels[node] < len(plain):
            found[node] = plain[labels[node]]
            continue
        number = known.get((labels[node], key))
        if number is None:
            unknown.append((node, key))
        else:
            found[node] = number
    return result


def positions(
    starts: cython.int[::1], attributes: cython.int[::1], texts: cython.int[::1], end: cython.int
) -> array[int]:
    """Return where in the buffer all that a node says begins; one more at the end."""
    count: cython.Py_ssize_t = len(starts) - 1
    result = array("i", bytes(4 * (count + 1)))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    found[count] = end
    for node in range(count - 1, -1, -1):
        if starts[node] < starts[node + 1]:
            found[node] = attributes[3 * starts[node] + 1]
        elif texts[2 * node] < texts[2 * node + 1]:
            found[node] = texts[2 * node]
        else:
            found[node] = found[node + 1]
    return result


def flow(labels: cython.int[::1], parents: cython.int[::1], known: cython.int[::1]) -> array[int]:
    """Return for every node whether the labels of all nodes below it are *known*."""
    count: cython.Py_ssize_t = len(labels)
    result = array("i", [1]) * count
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    for node in range(count - 1, 0, -1):
        if not (found[node] and known[labels[node]]):
            found[parents[node]] = 0
    return result


def digest(buffer: bytes, start: int, end: int) -> int:
    """Return a number for a stretch of the buffer."""
    return crc32(memoryview(buffer)[start:end])


@cython.cclass
class Walker:
    """A page and a template; the arrays are those of `windrow.wrap.keyed_program`."""

    sizes: cython.int[::1]
    signatures: cython.int[::1]
    starts: cython.int[::1]
    buffer: cython.const[cython.uchar][::1]
    group_starts: cython.int[::1]
    group_signatures: cython.int[::1]
    group_kinds: cython.int[::1]
    group_counts: cython.int[::1]
    group_parts: cython.int[::1]
    parts: cython.int[::1]
    frozen: cython.longlong[::1]
    frozen_sizes: cython.int[::1]
    frozen_lengths: cython.int[::1]
    flags: cython.int[::1]
    counts: cython.int[::1]
    out: cython.int[::1]
    stack: cython.int[::1]
    visits: object  # an array; of the numbers of visits so far
    view: object  # of the buffer

    def __init__(
        self,
        sizes: cython.int[::1],
        node_signatures: cython.int[::1],
        starts: cython.int[::1],
        buffer: bytes,
        group_starts: cython.int[::1],
        group_signatures: cython.int[::1],
        group_kinds: cython.int[::1],
        group_counts: cython.int[::1],
        group_parts: cython.int[::1],
        parts: cython.int[::1],
        frozen: cython.longlong[::1],
        frozen_sizes: cython.int[::1],
        frozen_lengths: cython.int[::1],
        flags: cython.int[::1],
    ) -> None:
        count: cython.Py_ssize_t = len(sizes)
        self.sizes, self.signatures, self.starts, self.buffer = (
            sizes,
            node_signatures,
            starts,
            buffer,
        )
        self.group_starts, self.group_signatures = group_starts, group_signatures
        self.group_kinds, self.group_counts = group_kinds, group_counts
        self.group_parts, self.parts = group_parts, parts
        self.frozen, self.frozen_sizes = frozen, frozen_sizes
        self.view = memoryview(buffer)
        self.frozen_lengths, self.flags = frozen_lengths, flags
        self.counts = array("i", bytes(4 * (len(group_kinds) + 1)))
        self.visits = array("i", bytes(12 * count))
        self.out = self.visits
        self.stack = array("i", bytes(12 * (count + 1)))

    def visit(self, root: cython.int, root_place: cython.int) -> tuple[array[int], array[int]]:
        """Return the visits below *root* and what is left to the caller.

        A visit is three numbers: node, place, and the visit whose row it belongs to (-1: that of
        the root). What is left is four: node, place, visit, and the group, or -1 for all groups
        because a child has a signature that the place does not know. Flags of a place: 1, it may
        say something; 2, it is a row of a list.
        """
        sizes: cython.int[::1] = self.sizes
        node_signatures: cython.int[::1] = self.signatures
        places_of_buffer: cython.int[::1] = self.starts
        buffer: cython.const[cython.uchar][::1] = self.buffer
        group_starts: cython.int[::1] = self.group_starts
        group_signatures: cython.int[::1] = self.group_signatures
        group_kinds: cython.int[::1] = self.group_kinds
        group_counts: cython.int[::1] = self.group_counts
        group_parts: cython.int[::1] = self.group_parts
        parts: cython.int[::1] = self.parts
        frozen: cython.longlong[::1] = self.frozen
        frozen_sizes: cython.int[::1] = self.frozen_sizes
        frozen_lengths: cython.int[::1] = self.frozen_lengths
        flags: cython.int[::1] = self.flags
        out: cython.int[::1] = self.out
        stack: cython.int[::1] = self.stack
        counts: cython.int[::1] = self.counts
        left = array("i")
        said: Any = self.view
        visits: Any = self.visits
        done: cython.Py_ssize_t = 0
        height: cython.Py_ssize_t = 1
        top: cython.Py_ssize_t
        base: cython.Py_ssize_t
        node: cython.int
        place: cython.int
        owner: cython.int
        child: cython.int
        end: cython.int
        group: cython.int
        first: cython.int
        last: cython.int
        kind: cython.int
        count: cython.int
        part: cython.int
        byte: cython.int
        is_known: cython.bint
        stack[0], stack[1], stack[2] = root, root_place, -1
        while height:
            height -= 1
            node, place, owner = stack[3 * height], stack[3 * height + 1], stack[3 * height + 2]
            if (
                frozen_sizes[place]
                and sizes[node] == frozen_sizes[place]
                and places_of_buffer[node + sizes[node]] - places_of_buffer[node]
                == frozen_lengths[place]
                and crc32(said[places_of_buffer[node] : places_of_buffer[node + sizes[node]]])
                == frozen[place]
            ):
                continue
            if flags[place]:
                out[3 * done], out[3 * done + 1], out[3 * done + 2] = node, place, owner
                if flags[place] & 2 and node != root:
                    owner = done
                done += 1
            first, last = group_starts[place], group_starts[place + 1]
            end = node + sizes[node]
            if node + 1 == end:
                continue
            is_known = True
            child = node + 1
            while child < end:
                if node_signatures[child] != _BREAK:
                    group = _find(group_signatures, first, last, node_signatures[child])
                    if group < 0:
                        is_known = False
                        break
                    counts[group] += 1
                    if group_kinds[group] == _LIST:
                        # A colon at its end: it may be a heading of the rows below it.
                        byte = buffer[places_of_buffer[child + sizes[child]] - 1]
                        if byte == 58 or byte == 0x9A:
                            counts[group] = -(1 << 20)
                child += sizes[child]
            if not is_known:
                for group in range(first, last):
                    counts[group] = 0
                left.extend((node, place, owner, -1))
                continue
            for group in range(first, last):
                count = counts[group]
                kind = group_kinds[group]
                if not count:
                    continue
                if (
                    kind == _COMPLEX
                    or count < 0
                    or (kind == _SINGLE and count > 1)
                    or (kind == _ORDINAL and count != group_counts[group])
                ):
                    left.extend((node, place, owner, group))
                    counts[group] = -1
                else:
                    counts[group] = 1
            # Pushed in page order, then turned around, as the last one pushed is taken first.
            base = height
            child = node + 1
            while child < end:
                if node_signatures[child] != _BREAK:
                    group = _find(group_signatures, first, last, node_signatures[child])
                    if counts[group] > 0:
                        part = group_parts[group]
                        if group_kinds[group] == _ORDINAL:
                            part += counts[group] - 1
                            counts[group] += 1
                        part = parts[part]
                        if part >= 0:
                            stack[3 * height] = child
                            stack[3 * height + 1] = part
                            stack[3 * height + 2] = owner
                            height += 1
                child += sizes[child]
            for group in range(first, last):
                counts[group] = 0
            top = height - 1
            while base < top:
                for part in range(3):
                    child = stack[3 * base + part]
                    stack[3 * base + part] = stack[3 * top + part]
                    stack[3 * top + part] = child
                base += 1
                top -= 1
        return visits[: 3 * done], left


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _find(
    group_signatures: cython.int[::1], first: cython.int, last: cython.int, wanted: cython.int
) -> cython.int:
    group: cython.int
    for group in range(first, last):
        if group_signatures[group] == wanted:
            return group
    return -1
