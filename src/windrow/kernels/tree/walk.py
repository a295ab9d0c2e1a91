"""Turns the parser's tree into flat arrays by reading its nodes where they lie in memory.

There is no uncompiled form: it follows the pointers of lexbor's nodes, whose structs are in
``lexbor.pxd``. Its readable twin is ``windrow.tree.walk``, which does the same through the parser's
Python objects; `windrow.tree.parse` uses this kernel only with the parser version the structs were
taken from, and only after both twins gave the same tree for a test page.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcpy
    from cython.cimports.windrow.kernels.tree.ints import ints
    from cython.cimports.windrow.kernels.tree.lexbor import (
        ELEMENT,
        KNOWN,
        TEXT,
        AttributeAt,
        ElementAt,
        NameAt,
        NodeAt,
        TextAt,
        WordsAt,
        elements,
        equals,
        hides,
        says_hidden,
    )
    from cython.cimports.windrow.kernels.tree.names import Names, Ordinals
    from cython.cimports.windrow.kernels.tree.writer import Writer

__all__ = ["walk"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# Flags of a label; windrow.tree.walk has the lists.
_LEFT_OUT = cython.declare(cython.int, 1)
_OPAQUE = cython.declare(cython.int, 2)
_NOSCRIPT = cython.declare(cython.int, 4)
_ANCHOR = cython.declare(cython.int, 8)
_PICTURE = cython.declare(cython.int, 16)
_INPUT = cython.declare(cython.int, 32)
_FOREIGN = cython.declare(cython.int, 64)
_PREFORMATTED = cython.declare(cython.int, 128)

# Flags of an attribute name.
_HREF = cython.declare(cython.int, 1)
_SOURCE = cython.declare(cython.int, 2)
_VALUE = cython.declare(cython.int, 4)
_STYLE = cython.declare(cython.int, 16)
_TYPE = cython.declare(cython.int, 32)

# A noscript with more elements is the page itself; chosen, not measured.
_NOSCRIPT_CONTENT = cython.declare(cython.int, 50)


def walk(
    address: int,
    room: tuple[int, int, int, int],
    tag_table: array[int],
    label_names: tuple[str, ...],
    label_flags: array[int],
    attribute_table: array[int],
    attribute_names: tuple[str, ...],
    attribute_flags: array[int],
    hidden: cython.bint = False,
) -> dict[str, object] | None:
    """Return the arrays of a Tree for the element at *address*, by the names of its fields.

    The *room* is what `windrow.kernels.tree.measure` says of it. The tables give the numbers of the
    names the parser knows; *label_names* and *attribute_names* are what the numbering starts with.
    With *hidden*, what the page hides is kept. None if a known name is missing in a table.
    """
    nodes, attributes, size, deepest = room
    arrays = {
        name: _INTS * nodes
        for name in ("labels", "parents", "sizes", "depths", "kinds", "spacing", "positions")
    }
    arrays["ordinals"] = _INTS * nodes
    arrays["texts"] = _INTS * (2 * nodes)
    arrays["attribute_starts"] = _INTS * (nodes + 1)
    arrays["attributes"] = _INTS * (3 * attributes)
    # Nobody else has these bytes yet, and those that are not written are cut off.
    buffer: bytes = PyBytes_FromStringAndSize(cython.NULL, size + 8)
    labels = Names(tag_table, label_names)
    names = Names(attribute_table, attribute_names)
    root: NodeAt = cython.cast(NodeAt, cython.cast(cython.size_t, address))
    out: Writer = Writer(arrays, buffer)
    try:
        flags = (label_flags, attribute_flags)
        way: _Walk = _Walk(out, labels, names, *flags, nodes, deepest + 2, hidden)
        way.fill(root)
    except LookupError:
        return None
    count, used, stored = out.nodes, out.count, out.bytes
    out.starts[count] = used
    result: dict[str, object] = {**arrays, "hides": way.hides, "breaks": out.breaks}
    # Arrays that nobody looks into can be cut to their true length.
    out = way = None
    for name, values in arrays.items():
        wanted = {"texts": 2 * count, "attribute_starts": count + 1, "attributes": 3 * used}
        del values[wanted.get(name, count) :]
    result["names"] = labels.every()
    result["attribute_names"] = names.every()
    result["buffer"] = buffer[:stored]
    return result


@cython.final
@cython.cclass
class _Frames:
    """What is known of the elements that are open, by depth."""

    held: list[Any]  # what the addresses below belong to
    node: cython.p_int
    kids: cython.p_int
    child: cython.p_int
    base: cython.p_int
    lined: cython.p_int  # whether line breaks are shown
    # The text that waits, as it may be the element's only content; its end is 0 if no text waits.
    text_start: cython.p_int
    text_end: cython.p_int
    text_spacing: cython.p_int
    text_ordinal: cython.p_int

    def __init__(self, depth: int) -> None:
        self.held = [_INTS * depth for _ in range(9)]
        self.node, self.kids, self.child, self.base, self.lined = (
            ints(self.held[0]),
            ints(self.held[1]),
            ints(self.held[2]),
            ints(self.held[3]),
            ints(self.held[4]),
        )
        self.text_start, self.text_end = ints(self.held[5]), ints(self.held[6])
        self.text_spacing, self.text_ordinal = ints(self.held[7]), ints(self.held[8])


@cython.final
@cython.cclass
class _Walk:
    """One way through the parser's tree, in preorder."""

    out: Writer
    labels: Names
    names: Names
    held: tuple[Any, ...]  # what the addresses below belong to
    label_flags: cython.p_int
    name_flags: cython.p_int
    flagged_labels: cython.int
    flagged_names: cython.int
    frames: _Frames
    counter: Ordinals
    hidden: cython.bint
    hides: cython.bint  # more than fields of forms is hidden
    depth: cython.int
    position: cython.int

    def __init__(
        self,
        out: Writer,
        labels: Names,
        names: Names,
        label_flags: array[int],
        name_flags: array[int],
        nodes: cython.int,
        deepest: cython.int,
        hidden: cython.bint,
    ) -> None:
        self.out, self.labels, self.names, self.hidden = out, labels, names, hidden
        self.held = (label_flags, name_flags)
        self.label_flags, self.name_flags = ints(label_flags), ints(name_flags)
        self.flagged_labels, self.flagged_names = len(label_flags), len(name_flags)
        self.frames = _Frames(deepest)
        self.counter = Ordinals(nodes)
        self.depth = self.position = 0
        self.hides = False

    @cython.cfunc
    @cython.exceptval(-1)
    def fill(self, root: NodeAt) -> cython.int:
        """Write the whole tree below *root*."""
        here: NodeAt = root
        child: NodeAt = cython.cast(NodeAt, root.first)
        node: cython.int = self.out.add(self.labels.number(root.name), -1, 0)
        self.out.positions[0] = 0
        self.out.ordinals[0] = 1
        self._attributes(node, cython.cast(ElementAt, root), 0)
        self.frames.base[0] = self.counter.enter(root)
        while True:
            if child == cython.NULL:
                self._close()
                if self.depth == 0:
                    return 0
                self.depth -= 1
                child = cython.cast(NodeAt, here.next)
                here = cython.cast(NodeAt, here.parent)
                continue
            if child.type == TEXT:
                self._add_run(cython.cast(TextAt, child), self._ordinal())
            elif child.type == ELEMENT and self._open(child, self._ordinal()):
                here = child
                child = cython.cast(NodeAt, child.first)
                continue
            child = cython.cast(NodeAt, child.next)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ordinal(self) -> cython.int:
        """Return the ordinal of the next child of the innermost element."""
        frames: _Frames = self.frames
        frames.child[self.depth] += 1
        return self.counter.ordinals[frames.base[self.depth] + frames.child[self.depth] - 1]

    @cython.cfunc
    @cython.exceptval(-1)
    def _close(self) -> cython.int:
        """End the innermost element: text that waited is its only content."""
        frames: _Frames = self.frames
        depth: cython.int = self.depth
        node: cython.int = frames.node[depth]
        if frames.text_end[depth]:
            self.out.set_text(
                node, frames.text_start[depth], frames.text_end[depth], frames.text_spacing[depth]
            )
        self.out.sizes[node] = self.out.nodes - node
        self.counter.top = frames.base[depth]
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _open(self, child: NodeAt, ordinal: cython.int) -> cython.bint:
        """Write an element unless it is left out; return whether to go on inside it."""
        out: Writer = self.out
        frames: _Frames = self.frames
        element: ElementAt = cython.cast(ElementAt, child)
        label: cython.int = _number(self.labels, child.name)
        depth: cython.int = self.depth
        flags: cython.int
        node: cython.int
        self.position += 1
        if label < 0:
            raise LookupError("label")
        flags = self.label_flags[label] if label < self.flagged_labels else 0
        if flags & _NOSCRIPT and elements(child) > _NOSCRIPT_CONTENT:
            flags = 0
        if flags & (_LEFT_OUT | _NOSCRIPT) or not (
            self.hidden or depth == 0 or not self._is_hidden(element, flags)
        ):
            self.hides = self.hides or not flags & (_LEFT_OUT | _NOSCRIPT | _INPUT)
            self.position += elements(child)
            return False
        self._flush()
        node = out.add(label, frames.node[depth], depth + 1)
        if not flags & _FOREIGN:
            self._attributes(node, element, flags)
        frames.kids[depth] += 1
        out.positions[node] = self.position
        out.ordinals[node] = ordinal
        if flags & _OPAQUE:
            self.position += elements(child)
            return False
        depth += 1
        frames.node[depth] = node
        frames.kids[depth] = frames.child[depth] = frames.text_end[depth] = 0
        frames.base[depth] = self.counter.enter(child)
        frames.lined[depth] = frames.lined[depth - 1] or flags & _PREFORMATTED
        self.depth = depth
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def _is_hidden(self, element: ElementAt, flags: cython.int) -> cython.bint:
        """Return whether the attributes of an element hide it."""
        name: cython.int
        flag: cython.int
        words: WordsAt
        entry: NameAt
        attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
        while attribute != cython.NULL:
            if attribute.node.name < KNOWN:
                name = _number(self.names, attribute.node.name)
                if name < 0:
                    raise LookupError("attribute")
                flag = self.name_flags[name] if name < self.flagged_names else 0
                words = cython.cast(WordsAt, attribute.value)
                if flag & _STYLE and words != cython.NULL and hides(words):
                    return True
                if flag & _TYPE and flags & _INPUT and words != cython.NULL and says_hidden(words):
                    return True
            else:
                # Of the names the parser does not know, this one alone matters.
                entry = cython.cast(NameAt, attribute.node.name)
                if entry.length == 6 and equals(cython.cast(cython.p_uchar, entry), b"hidden", 6):
                    return True
            attribute = cython.cast(AttributeAt, attribute.next)
        return False

    @cython.cfunc
    @cython.exceptval(-1)
    def _attributes(self, node: cython.int, element: ElementAt, flags: cython.int) -> cython.int:
        """Store the attributes of an element, and what kind of content they make it."""
        out: Writer = self.out
        name: cython.int
        flag: cython.int
        words: WordsAt
        attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
        while attribute != cython.NULL:
            name = _number(self.names, attribute.node.name)
            if name < 0:
                raise LookupError("attribute")
            flag = self.name_flags[name] if name < self.flagged_names else 0
            words = cython.cast(WordsAt, attribute.value)
            attribute = cython.cast(AttributeAt, attribute.next)
            if flag & _STYLE:
                continue
            out.attributes[3 * out.count] = name
            out.attributes[3 * out.count + 1] = out.bytes
            if words != cython.NULL and words.length:
                memcpy(cython.address(out.buffer[out.bytes]), words.data, words.length)
                out.bytes += cython.cast(cython.int, words.length)
                if flag & _HREF and flags & _ANCHOR:
                    out.kinds[node] |= 2
                elif flag & _SOURCE and flags & _PICTURE:
                    out.kinds[node] |= 4
                elif flag & _VALUE and flags & _INPUT:
                    out.kinds[node] |= 8
            out.attributes[3 * out.count + 2] = out.bytes
            out.count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _flush(self) -> cython.int:
        """Make the waiting text a #text leaf: an element follows it."""
        frames: _Frames = self.frames
        depth: cython.int = self.depth
        if frames.text_end[depth]:
            self.out.add_text(
                frames.node[depth],
                depth + 1,
                frames.text_start[depth],
                frames.text_end[depth],
                frames.text_spacing[depth],
                frames.text_ordinal[depth],
            )
            frames.kids[depth] += 1
            frames.text_end[depth] = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _add_run(self, text: TextAt, ordinal: cython.int) -> cython.int:
        """Add a run of text to the innermost element."""
        out: Writer = self.out
        frames: _Frames = self.frames
        depth: cython.int = self.depth
        start: cython.int = out.bytes
        last: cython.int = out.nodes - 1
        spacing: cython.int
        out.lined = frames.lined[depth] != 0
        if not out.fold(text.data, text.length):
            return 0
        spacing = out.found_spacing
        if frames.text_end[depth]:
            # Only left-out content was between two runs of text: they are one.
            out.join(frames.text_spacing[depth], spacing, start)
            frames.text_end[depth] = out.bytes
            frames.text_spacing[depth] = (frames.text_spacing[depth] & 1) | (spacing & 2)
        elif frames.kids[depth] == 0:
            frames.text_start[depth], frames.text_end[depth] = start, out.bytes
            frames.text_spacing[depth], frames.text_ordinal[depth] = spacing, ordinal
        elif out.labels[last] == 0 and out.parents[last] == frames.node[depth]:
            out.join(out.spacing[last], spacing, start)
            out.texts[2 * last + 1] = out.bytes
            out.spacing[last] = (out.spacing[last] & 1) | (spacing & 2)
        else:
            out.add_text(frames.node[depth], depth + 1, start, out.bytes, spacing, ordinal)
        return 0


@cython.cfunc
@cython.inline
@cython.exceptval(-2)
def _number(names: Names, name: cython.size_t) -> cython.int:
    """Return the number of a name: that of a known one without a call."""
    return names.table[name] if name < names.known else names.number(name)
