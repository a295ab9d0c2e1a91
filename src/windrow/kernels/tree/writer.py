"""The arrays of a tree while it is written: nodes, their texts with white space folded.

There is no uncompiled form: ``walk`` alone writes, and it has none.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy
    from cython.cimports.windrow.kernels.tree.ints import ints

__all__ = ["Writer"]

# In each of eight bytes: the highest bit, all other bits, a space.
_HIGH = cython.declare(cython.ulonglong, 0x8080808080808080)
_LOW = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_SPACES = cython.declare(cython.ulonglong, 0x2020202020202020)


@cython.final
@cython.cclass
class Writer:
    """The arrays under construction; the types are in ``writer.pxd``."""

    def __init__(self, arrays: dict[str, array[int]], buffer: Any) -> None:
        self.held = (arrays, buffer)
        self.labels, self.parents = ints(arrays["labels"]), ints(arrays["parents"])
        self.sizes, self.depths = ints(arrays["sizes"]), ints(arrays["depths"])
        self.kinds, self.texts = ints(arrays["kinds"]), ints(arrays["texts"])
        self.spacing, self.positions = ints(arrays["spacing"]), ints(arrays["positions"])
        self.ordinals, self.starts = ints(arrays["ordinals"]), ints(arrays["attribute_starts"])
        self.attributes, self.buffer = ints(arrays["attributes"]), buffer
        self.nodes = self.bytes = self.count = self.found_spacing = 0
        self.space = self.lined = False
        self.breaks = array("i")

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, label: cython.int, parent: cython.int, depth: cython.int) -> cython.int:
        """Add a node."""
        node: cython.int = self.nodes
        self.labels[node] = label
        self.parents[node] = parent
        self.sizes[node] = 1
        self.depths[node] = depth
        self.positions[node] = -1
        self.starts[node] = self.count
        self.nodes = node + 1
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_text(
        self,
        parent: cython.int,
        depth: cython.int,
        start: cython.int,
        end: cython.int,
        spacing: cython.int,
        ordinal: cython.int,
    ) -> cython.int:
        """Add a leaf of text."""
        node: cython.int = self.add(0, parent, depth)
        self.set_text(node, start, end, spacing)
        self.ordinals[node] = ordinal
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_text(
        self, node: cython.int, start: cython.int, end: cython.int, spacing: cython.int
    ) -> cython.int:
        """Make start..end the text of a node."""
        self.texts[2 * node] = start
        self.texts[2 * node + 1] = end
        self.spacing[node] = spacing
        self.kinds[node] |= 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def fold(self, data: cython.p_uchar, length: cython.size_t) -> cython.bint:
        """Append the text with white space folded; False (and nothing appended) if it is blank."""
        k: cython.size_t = 0
        wide: cython.int
        taken: cython.size_t
        pending: cython.bint = False
        spaced: cython.bint = False
        start: cython.int = self.bytes
        at: cython.int = start
        shown: cython.bint = False
        spacing: cython.int = 0
        while k < length:
            wide = _space(data, k, length)
            if wide:
                if self.lined and data[k] == 10:
                    self.add_break(at)
                pending = spaced = True
                k += wide
                while k < length and data[k] == 32:
                    k += 1
                continue
            if pending:
                if at == start:
                    spacing |= 1
                else:
                    self.buffer[at] = 32
                    at += 1
                pending = False
            wide = _invisible(data, k, length)
            if wide:
                # A zero-width mark alone is not text, inside a text it stays.
                self.buffer[at] = data[k]
                self.buffer[at + 1] = data[k + 1]
                self.buffer[at + 2] = data[k + 2]
                at += 3
                k += 3
                continue
            shown = True
            self.buffer[at] = data[k]
            taken = 1 + _copied(data + k + 1, length - k - 1, self.buffer + at + 1)
            at += cython.cast(cython.int, taken)
            k += taken
        if not shown:
            # White space between two elements belongs to the text after it.
            self.space = self.space or spaced
            if self.lined:
                self._move_breaks(start)
            return False
        if pending:
            spacing |= 2
        if self.space:
            spacing |= 1
        self.space = False
        self.found_spacing = spacing
        self.bytes = at
        return True

    @cython.cfunc
    def _move_breaks(self, start: cython.int) -> cython.int:
        """Let the breaks inside a blank text lie where the next text begins."""
        moved: cython.Py_ssize_t = len(self.breaks)
        while self.breaks and self.breaks[len(self.breaks) - 1] > start:
            self.breaks.pop()
        for _ in range(moved - len(self.breaks)):
            self.add_break(start)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def join(self, before: cython.int, behind: cython.int, start: cython.int) -> cython.int:
        """Put a space between two runs of text, the later of which was appended at *start*."""
        k: cython.int
        if before & 2 or behind & 1:
            k = self.bytes
            while k > start:
                self.buffer[k] = self.buffer[k - 1]
                k -= 1
            self.buffer[start] = 32
            self.bytes += 1
            k = len(self.breaks) - 1
            while k >= 0 and self.breaks[k] > start:
                self.breaks[k] += 1
                k -= 1
        return 0

    @cython.cfunc
    def add_break(self, place: cython.int) -> cython.int:
        """Note that a line ends at byte *place*; of several empty lines only one is kept."""
        count: cython.Py_ssize_t = len(self.breaks)
        if count < 2 or self.breaks[count - 2] != place:
            self.breaks.append(place)
        return 0


@cython.cfunc
@cython.exceptval(check=False)
def _copied(data: cython.p_uchar, length: cython.size_t, to: cython.p_uchar) -> cython.size_t:
    """Copy text up to where white space or a mark may need work; return how many bytes.

    The byte before it is not white space, so that a single space between two words stays as it
    is. There is room for eight bytes more than it copies.
    """
    k: cython.size_t = 0
    end: cython.size_t
    byte: cython.uchar
    eight: cython.ulonglong = 0
    spaces: cython.ulonglong
    while True:
        # Eight bytes at once, if all are ASCII from the space on and no two spaces are neighbours.
        while k + 8 <= length:
            memcpy(cython.address(eight), data + k, 8)
            if (eight | (eight - _SPACES)) & _HIGH:
                break
            spaces = ~((eight ^ _SPACES) + _LOW) & _HIGH
            if spaces & (spaces << 8):
                break
            memcpy(to + k, cython.address(eight), 8)
            # A space at the end waits for the byte behind it.
            if data[k + 7] == 32:
                k += 7
                break
            k += 8
        end = min(k + 8, length)
        while k < end:
            byte = data[k]
            if byte == 32:
                if k + 1 == length or not _is_plain(data[k + 1]):
                    return k
            elif not _is_plain(byte):
                return k
            to[k] = byte
            k += 1
        if k == length:
            return k


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_plain(byte: cython.uchar) -> cython.bint:
    """Return whether a byte is no white space and begins none, nor a mark."""
    return byte > 32 and byte != 0xC2 and byte != 0xE2 and byte != 0xEF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _space(data: cython.p_uchar, k: cython.size_t, length: cython.size_t) -> cython.int:
    """Return how many bytes of white space are at *k*: ASCII's, or a no-break space."""
    if data[k] == 32 or 9 <= data[k] <= 13:
        return 1
    if data[k] == 0xC2 and k + 1 < length and data[k + 1] == 0xA0:
        return 2
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _invisible(data: cython.p_uchar, k: cython.size_t, length: cython.size_t) -> cython.int:
    """Return 3 where a zero-width space, (non-)joiner, word joiner or byte order mark is."""
    if k + 2 >= length:
        return 0
    if data[k] == 0xE2:
        if data[k + 1] == 0x80 and 0x8B <= data[k + 2] <= 0x8D:
            return 3
        if data[k + 1] == 0x81 and data[k + 2] == 0xA0:
            return 3
    if data[k] == 0xEF and data[k + 1] == 0xBB and data[k + 2] == 0xBF:
        return 3
    return 0
