"""Numbers for the parser's names, and for the places of children among those of their name.

There is no uncompiled form: it follows the pointers of lexbor's nodes, as ``walk`` does.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import ints
    from cython.cimports.windrow.kernels.tree.lexbor import ELEMENT, KNOWN, TEXT, NameAt, NodeAt

__all__ = ["Names", "Ordinals"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# The parser's own names of elements, some 200, have lower numbers; more would cost each page time.
_FEW = cython.declare(cython.size_t, 256)

_NUMBERED: dict[tuple[str, ...], dict[str, int]] = {}


@cython.final
@cython.cclass
class Names:
    """Numbers for the parser's names: a table for the known ones, a dictionary for the rest.

    The types are in ``names.pxd``, as those of `Ordinals` are.
    """

    def __init__(self, table: array[int], names: tuple[str, ...]) -> None:
        self.held, self.table, self.known = table, ints(table), len(table)
        # Every page starts with the same names: they are numbered once. A look-up of so many
        # takes as long as a few nodes, so there is one.
        numbered = _NUMBERED.get(names)
        if numbered is None:
            numbered = _NUMBERED[names] = {name: k for k, name in enumerate(names)}
        self.first, self.numbered = names, numbered
        self.new, self.others = dict[str, int](), dict[int, Any]()

    @cython.cfunc
    @cython.exceptval(-2)
    def number(self, name: cython.size_t) -> cython.int:
        """Return the number of a name; -1 for a known one that is not in the table."""
        if name < KNOWN:
            return self.table[name] if name < self.known else -1
        found = self.others.get(name)
        if found is None:
            text = _name(name)
            found = self.numbered.get(text)
            if found is None:
                found = self.new.setdefault(text, len(self.numbered) + len(self.new))
            self.others[name] = found
        return found

    @cython.cfunc
    def every(self) -> tuple:
        """Return all names in the order of their numbers."""
        return self.first + tuple(self.new) if self.new else self.first


@cython.final
@cython.cclass
class Ordinals:
    """Ordinals of the children of every open element, as XPath counts them."""

    def __init__(self, nodes: int) -> None:
        ordinals, stamps, counts = _INTS * nodes, _INTS * _FEW, _INTS * _FEW
        self.held = (ordinals, stamps, counts)
        self.ordinals, self.stamps, self.counts = ints(ordinals), ints(stamps), ints(counts)
        self.others = dict[int, Any]()
        self.serial = 0
        self.top = 0

    @cython.cfunc
    @cython.exceptval(-1)
    def enter(self, parent: NodeAt) -> cython.int:
        """Number the children of *parent*; return where their ordinals begin."""
        base: cython.int = self.top
        key: cython.size_t
        child: NodeAt = cython.cast(NodeAt, parent.first)
        self.serial += 1
        while child != cython.NULL:
            if child.type == ELEMENT or child.type == TEXT:
                # No element has the name 0, so texts are counted there.
                key = child.name if child.type == ELEMENT else 0
                if key < _FEW:
                    if self.stamps[key] != self.serial:
                        self.stamps[key] = self.serial
                        self.counts[key] = 0
                    self.counts[key] += 1
                    self.ordinals[self.top] = self.counts[key]
                else:
                    serial, count = self.others.get(key, (0, 0))
                    count = count + 1 if serial == self.serial else 1
                    self.others[key] = (self.serial, count)
                    self.ordinals[self.top] = count
                self.top += 1
            child = cython.cast(NodeAt, child.next)
        return base


@cython.cfunc
def _name(address: cython.size_t) -> str:
    """Return the name whose entry is at *address*."""
    entry: NameAt = cython.cast(NameAt, address)
    data: cython.p_uchar = cython.cast(cython.p_uchar, entry) if entry.length <= 16 else entry.long
    return data[: entry.length].decode("utf-8", "replace")
