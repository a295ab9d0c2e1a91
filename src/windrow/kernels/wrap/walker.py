"""Walks a tree and a template of details side by side; numbers for everything.

What needs a look at words (labels, slots, signatures never seen) is handed back to the caller.
"""

from __future__ import annotations

from array import array
from typing import Any
from zlib import crc32

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import ints, longs
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values

    longs = ints

__all__ = ["BREAK", "COMPLEX", "LIST", "ORDINAL", "SINGLE", "SKIP", "Walker"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# How the members of a group get their spots; COMPLEX is the caller's work.
SINGLE, LIST, ORDINAL, COMPLEX, SKIP = 0, 1, 2, 3, 4
_SINGLE = cython.declare(cython.int, 0)
_LIST = cython.declare(cython.int, 1)
_ORDINAL = cython.declare(cython.int, 2)
_COMPLEX = cython.declare(cython.int, 3)
_SKIP = cython.declare(cython.int, 4)
# The signature of a node that is left out: chosen, below all others.
BREAK = -2
_BREAK = cython.declare(cython.int, -2)

# Flags of a spot.
_SPEAKS = cython.declare(cython.int, 1)  # it may say something
_IS_LIST = cython.declare(cython.int, 2)  # it is a row of a list
_CLOSED = cython.declare(cython.int, 4)  # nothing at it or below it is wanted
# The last bytes of ":" and of the wide colon.
_COLON = cython.declare(cython.int, 58)
_WIDE_COLON = cython.declare(cython.int, 0x9A)
# The count of a group that is left to the caller, whatever is added to it.
_LEFT = cython.declare(cython.int, -(1 << 20))


@cython.final
@cython.cclass
class Walker:
    """A page and a template; the arrays are those of `windrow.wrap.detail.program`.

    A walk writes its *visits* into *visit_nodes*, *visit_spots* and *visit_owners*: a node, a spot,
    and the visit whose row it belongs to (-1: the row of the root). The types are in
    ``walker.pxd``, as another kernel uses them, too.
    """

    def __init__(
        self,
        sizes: array[int],
        buffer: bytes,
        node_signatures: array[int],
        starts: array[int],
        group_starts: array[int],
        group_signatures: array[int],
        group_kinds: array[int],
        group_counts: array[int],
        group_parts: array[int],
        parts: array[int],
        frozen: array[int],
        frozen_sizes: array[int],
        frozen_lengths: array[int],
        flags: array[int],
    ) -> None:
        count: cython.Py_ssize_t = len(sizes)
        own = [_INTS * count for _ in range(3)]
        stacks = [_INTS * (count + 1) for _ in range(3)]
        counts = _INTS * (len(group_kinds) + 1)
        groups = (group_starts, group_signatures, group_kinds, group_counts, group_parts, parts)
        rules = (frozen, frozen_sizes, frozen_lengths, flags)
        self.held = (sizes, node_signatures, starts, buffer, groups, rules, own, stacks, counts)
        self.sizes, self.signatures, self.starts = ints(sizes), ints(node_signatures), ints(starts)
        self.buffer, self.view = buffer, memoryview(buffer)
        self.group_starts, self.group_signatures = ints(group_starts), ints(group_signatures)
        self.group_kinds, self.group_counts = ints(group_kinds), ints(group_counts)
        self.group_parts, self.parts = ints(group_parts), ints(parts)
        self.frozen, self.frozen_sizes = longs(frozen), ints(frozen_sizes)
        self.frozen_lengths, self.flags = ints(frozen_lengths), ints(flags)
        self.counts = ints(counts)
        self.visit_nodes, self.visit_spots = ints(own[0]), ints(own[1])
        self.visit_owners = ints(own[2])
        self.stack_nodes, self.stack_spots = ints(stacks[0]), ints(stacks[1])
        self.stack_owners = ints(stacks[2])
        # The visits, for those who look at them from outside.
        self.visits = own

    @cython.ccall
    def walk(self, root: cython.int, root_spot: cython.int, left: list) -> cython.Py_ssize_t:
        """Note the visits below *root*, and in *left* what the caller must do; return how many.

        What is left is node, spot, owner, and the group, or -1 for all groups because a child
        has a signature that the spot does not know.
        """
        done: cython.Py_ssize_t = 0
        height: cython.Py_ssize_t = 1
        node: cython.int
        spot: cython.int
        owner: cython.int
        flags: cython.int
        self.stack_nodes[0], self.stack_spots[0], self.stack_owners[0] = root, root_spot, -1
        while height:
            height -= 1
            node, spot = self.stack_nodes[height], self.stack_spots[height]
            owner = self.stack_owners[height]
            flags = self.flags[spot]
            if flags & _CLOSED or (self.frozen_sizes[spot] and self._is_frozen(node, spot)):
                continue
            if flags:
                self.visit_nodes[done], self.visit_spots[done] = node, spot
                self.visit_owners[done] = owner
                if flags & _IS_LIST and node != root:
                    owner = cython.cast(cython.int, done)
                done += 1
            if self.sizes[node] == 1:
                continue
            if self._count(node, spot):
                self._choose(node, spot, owner, left)
                height = self._push(node, spot, owner, height)
            else:
                left.append((node, spot, owner, -1))
            self._forget(spot)
        return done

    @cython.cfunc
    def _is_frozen(self, node: cython.int, spot: cython.int) -> cython.bint:
        """Return whether all that the subtree at *node* says is what all learned pages say."""
        start: cython.int = self.starts[node]
        end: cython.int = self.starts[node + self.sizes[node]]
        if self.sizes[node] != self.frozen_sizes[spot] or end - start != self.frozen_lengths[spot]:
            return False
        view: Any = self.view
        digest: cython.longlong = crc32(view[start:end])
        return digest == self.frozen[spot]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count(self, node: cython.int, spot: cython.int) -> cython.bint:
        """Count the children by group; return whether every one has a group."""
        first: cython.int = self.group_starts[spot]
        last: cython.int = self.group_starts[spot + 1]
        child: cython.int = node + 1
        end: cython.int = node + self.sizes[node]
        group: cython.int
        byte: cython.int
        while child < end:
            if self.signatures[child] != _BREAK:
                group = _find(self.group_signatures, first, last, self.signatures[child])
                if group < 0:
                    return False
                self.counts[group] += 1
                if self.group_kinds[group] == _LIST:
                    # A colon at its end: it may be a heading of the rows below it.
                    byte = self.buffer[self.starts[child + self.sizes[child]] - 1]
                    if byte == _COLON or byte == _WIDE_COLON:
                        self.counts[group] = _LEFT
            child += self.sizes[child]
        return True

    @cython.cfunc
    def _choose(self, node: cython.int, spot: cython.int, owner: cython.int, left: list) -> None:
        """Turn counts into 1 for groups to go into; others are nothing, or *left* to the caller."""
        group: cython.int
        count: cython.int
        kind: cython.int
        for group in range(self.group_starts[spot], self.group_starts[spot + 1]):
            count, kind = self.counts[group], self.group_kinds[group]
            if not count or kind == _SKIP:
                self.counts[group] = 0
            elif (
                kind == _COMPLEX
                or count < 0
                or (kind == _SINGLE and count > 1)
                or (kind == _ORDINAL and count != self.group_counts[group])
            ):
                left.append((node, spot, owner, group))
                self.counts[group] = -1
            else:
                self.counts[group] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _push(
        self, node: cython.int, spot: cython.int, owner: cython.int, height: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Push the children of the chosen groups, the first one on top; return the new height."""
        first: cython.int = self.group_starts[spot]
        last: cython.int = self.group_starts[spot + 1]
        child: cython.int = node + 1
        end: cython.int = node + self.sizes[node]
        base: cython.Py_ssize_t = height
        top: cython.Py_ssize_t
        group: cython.int
        part: cython.int
        while child < end:
            if self.signatures[child] != _BREAK:
                group = _find(self.group_signatures, first, last, self.signatures[child])
                if self.counts[group] > 0:
                    part = self.group_parts[group]
                    if self.group_kinds[group] == _ORDINAL:
                        part += self.counts[group] - 1
                        self.counts[group] += 1
                    part = self.parts[part]
                    if part >= 0:
                        self.stack_nodes[height], self.stack_spots[height] = child, part
                        self.stack_owners[height] = owner
                        height += 1
            child += self.sizes[child]
        # Pushed in page order, then turned around, as the last one pushed is taken first. All have
        # one owner.
        top = height - 1
        while base < top:
            child, part = self.stack_nodes[base], self.stack_spots[base]
            self.stack_nodes[base] = self.stack_nodes[top]
            self.stack_spots[base] = self.stack_spots[top]
            self.stack_nodes[top], self.stack_spots[top] = child, part
            base += 1
            top -= 1
        return height

    @cython.cfunc
    @cython.exceptval(check=False)
    def _forget(self, spot: cython.int) -> cython.void:
        """Set the counts of a spot's groups back."""
        group: cython.int
        for group in range(self.group_starts[spot], self.group_starts[spot + 1]):
            self.counts[group] = 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _find(
    group_signatures: cython.p_int, first: cython.int, last: cython.int, wanted: cython.int
) -> cython.int:
    group: cython.int
    for group in range(first, last):
        if group_signatures[group] == wanted:
            return group
    return -1
