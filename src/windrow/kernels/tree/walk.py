"""Turns the parser's tree into flat arrays by reading its nodes where they lie in memory.

The only kernel with no uncompiled form: it follows the pointers of lexbor's nodes. Its readable
twin is ``windrow.tree.walk``, which does the same through the parser's Python objects. The structs
below are the beginning of lexbor's own; `windrow.tree.parse` uses this kernel only with the parser
version they were taken from, and only after both twins gave the same tree for a test page.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy

__all__ = ["attribute_ids", "walk"]

Node = cython.struct(
    events=cython.p_void,
    name=cython.size_t,
    prefix=cython.size_t,
    space=cython.size_t,
    document=cython.p_void,
    next=cython.p_void,
    previous=cython.p_void,
    parent=cython.p_void,
    first=cython.p_void,
    last=cython.p_void,
    user=cython.p_void,
    type=cython.int,
)
Element = cython.struct(
    node=Node,
    upper=cython.size_t,
    qualified=cython.size_t,
    custom=cython.p_void,
    first_attribute=cython.p_void,
)
Text = cython.struct(node=Node, data=cython.p_uchar, length=cython.size_t)
Words = cython.struct(data=cython.p_uchar, length=cython.size_t)
Attribute = cython.struct(
    node=Node,
    upper=cython.size_t,
    qualified=cython.size_t,
    value=cython.p_void,
    owner=cython.p_void,
    next=cython.p_void,
)
# A name the parser did not know: up to 16 bytes stand in place, longer ones elsewhere.
Name = cython.struct(long=cython.p_uchar, b=cython.size_t, c=cython.size_t, length=cython.size_t)

NodeAt = cython.typedef(cython.pointer(Node))
ElementAt = cython.typedef(cython.pointer(Element))
TextAt = cython.typedef(cython.pointer(Text))
WordsAt = cython.typedef(cython.pointer(Words))
AttributeAt = cython.typedef(cython.pointer(Attribute))
NameAt = cython.typedef(cython.pointer(Name))

_ELEMENT = cython.declare(cython.int, 1)
_TEXT = cython.declare(cython.int, 3)
# Names the parser knows have small ids; the id of any other name is its address.
_KNOWN = cython.declare(cython.size_t, 4096)

# Flags of a label; windrow.tree.walk has the lists.
_LEFT_OUT = cython.declare(cython.int, 1)
_OPAQUE = cython.declare(cython.int, 2)
_NOSCRIPT = cython.declare(cython.int, 4)
_ANCHOR = cython.declare(cython.int, 8)
_PICTURE = cython.declare(cython.int, 16)
_INPUT = cython.declare(cython.int, 32)
_FOREIGN = cython.declare(cython.int, 64)

# Flags of an attribute name.
_HREF = cython.declare(cython.int, 1)
_SOURCE = cython.declare(cython.int, 2)
_VALUE = cython.declare(cython.int, 4)
_STYLE = cython.declare(cython.int, 16)
_TYPE = cython.declare(cython.int, 32)

_NOSCRIPT_CONTENT = cython.declare(cython.int, 50)


@cython.cclass
class _Writer:
    """The arrays under construction."""

    labels: cython.int[::1]
    parents: cython.int[::1]
    sizes: cython.int[::1]
    depths: cython.int[::1]
    kinds: cython.int[::1]
    texts: cython.int[::1]
    spacing: cython.int[::1]
    positions: cython.int[::1]
    ordinals: cython.int[::1]
    starts: cython.int[::1]
    attributes: cython.int[::1]
    buffer: cython.uchar[::1]
    nodes: cython.int
    bytes: cython.int
    count: cython.int
    found_spacing: cython.int
    space: cython.bint

    @cython.cfunc
    def add(self, label: cython.int, parent: cython.int, depth: cython.int) -> cython.int:
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
    def add_text(
        self,
        parent: cython.int,
        depth: cython.int,
        start: cython.int,
        end: cython.int,
        spacing: cython.int,
        ordinal: cython.int,
    ) -> cython.int:
        node: cython.int = self.add(0, parent, depth)
        self.set_text(node, start, end, spacing)
        self.ordinals[node] = ordinal
        return node

    @cython.cfunc
    def set_text(
        self, node: cython.int, start: cython.int, end: cython.int, spacing: cython.int
    ) -> cython.void:
        self.texts[2 * node] = start
        self.texts[2 * node + 1] = end
        self.spacing[node] = spacing
        self.kinds[node] |= 1

    @cython.cfunc
    def fold(self, data: cython.p_uchar, length: cython.size_t) -> cython.bint:
        """Append the text with white space folded; False (and nothing appended) if it is blank."""
        k: cython.size_t = 0
        wide: cython.int
        pending: cython.bint = False
        spaced: cython.bint = False
        start: cython.int = self.bytes
        at: cython.int = start
        shown: cython.bint = False
        spacing: cython.int = 0
        while k < length:
            wide = _space(data, k, length)
            if wide:
                pending = spaced = True
                k += wide
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
                # A zero-width mark alone is no text, inside a text it stays.
                self.buffer[at] = data[k]
                self.buffer[at + 1] = data[k + 1]
                self.buffer[at + 2] = data[k + 2]
                at += 3
                k += 3
                continue
            shown = True
            self.buffer[at] = data[k]
            at += 1
            k += 1
        if not shown:
            # White space between two elements belongs to the text behind it.
            self.space = self.space or spaced
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
    def join(self, before: cython.int, behind: cython.int, start: cython.int) -> cython.void:
        """Put a space between two runs of text, the later of which was appended at *start*."""
        k: cython.int
        if before & 2 or behind & 1:
            k = self.bytes
            while k > start:
                self.buffer[k] = self.buffer[k - 1]
                k -= 1
            self.buffer[start] = 32
            self.bytes += 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _space(data: cython.p_uchar, k: cython.size_t, length: cython.size_t) -> cython.int:
    """Return how many bytes of white space stand at *k*: ASCII's, or a no-break space."""
    if data[k] == 32 or 9 <= data[k] <= 13:
        return 1
    if data[k] == 0xC2 and k + 1 < length and data[k + 1] == 0xA0:
        return 2
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _invisible(data: cython.p_uchar, k: cython.size_t, length: cython.size_t) -> cython.int:
    """Return 3 where a zero-width space, (non-)joiner, word joiner or byte order mark stands."""
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


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _after(node: NodeAt, root: NodeAt) -> NodeAt:
    """Return the node behind *node* and everything below it; NULL at the end of *root*."""
    while node != root:
        if node.next != cython.NULL:
            return cython.cast(NodeAt, node.next)
        node = cython.cast(NodeAt, node.parent)
    return cython.cast(NodeAt, cython.NULL)


@cython.cfunc
@cython.exceptval(check=False)
def _elements(root: NodeAt) -> cython.int:
    """Return how many elements stand below *root*."""
    count: cython.int = 0
    node: NodeAt = root
    while True:
        if node.first != cython.NULL:
            node = cython.cast(NodeAt, node.first)
        else:
            node = _after(node, root)
            if node == cython.NULL:
                return count
        count += node.type == _ELEMENT


@cython.cfunc
@cython.exceptval(check=False)
def _says_hidden(value: WordsAt) -> cython.bint:
    """Return whether a style hides its element: display:none, visibility:hidden."""
    k: cython.size_t = 0
    at: cython.int = 0
    found = cython.declare(cython.uchar[24])
    byte: cython.uchar
    # Declarations one by one, lower case, without white space; only short ones matter.
    while k <= value.length:
        byte = value.data[k] if k < value.length else 59
        k += 1
        if byte == 59:
            if at >= 12 and _equals(found, b"display:none", 12) and (at == 12 or found[12] == 33):
                return True
            if (
                at >= 17
                and _equals(found, b"visibility:hidden", 17)
                and (at == 17 or found[17] == 33)
            ):
                return True
            at = 0
        elif byte == 32 or 9 <= byte <= 13:
            continue
        elif at < 24:
            found[at] = byte | 32 if 65 <= byte <= 90 else byte
            at += 1
    return False


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_hidden(value: cython.pointer(Words)) -> cython.bint:
    """Return whether a value is the word "hidden", in letters of any size."""
    k: cython.int
    if value.length != 6:
        return False
    for k in range(6):
        if (value.data[k] | 32) != cython.cast(cython.p_uchar, b"hidden")[k]:
            return False
    return True


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _equals(a: cython.p_uchar, b: cython.p_uchar, length: cython.int) -> cython.bint:
    k: cython.int
    for k in range(length):
        if a[k] != b[k]:
            return False
    return True


@cython.cfunc
def _name(address: cython.size_t) -> str:
    """Return the name whose entry stands at *address*."""
    entry: NameAt = cython.cast(NameAt, address)
    data: cython.p_uchar = cython.cast(cython.p_uchar, entry) if entry.length <= 16 else entry.long
    return data[: entry.length].decode("utf-8", "replace")


_NUMBERED: dict[tuple[str, ...], dict[str, int]] = {}


@cython.cclass
class _Names:
    """Numbers for the parser's names: a table for the known ones, a dictionary for the rest."""

    table: cython.int[::1]
    ids: dict[str, int]
    others: dict[int, object]

    def __init__(self, table: array[int], names: tuple[str, ...]) -> None:
        self.table = table
        # Every page starts with the same names: they are numbered once.
        if names not in _NUMBERED:
            _NUMBERED[names] = {name: k for k, name in enumerate(names)}
        self.ids = dict(_NUMBERED[names])
        self.others = {}

    @cython.cfunc
    def number(self, name: cython.size_t) -> cython.int:
        """Return the number of a name; -1 for a known one that is not in the table."""
        if name < _KNOWN:
            return self.table[name] if name < cython.cast(cython.size_t, len(self.table)) else -1
        found = self.others.get(name)
        if found is None:
            text = _name(name)
            found = self.ids.setdefault(text, len(self.ids))
            self.others[name] = found
        return found


@cython.cclass
class _Frames:
    """What is known of the elements that are open, by depth."""

    node: cython.int[::1]
    kids: cython.int[::1]
    # The text that waits: is it the element's only content? start, end, spacing, ordinal.
    waiting: cython.int[::1]
    child: cython.int[::1]
    base: cython.int[::1]

    def __init__(self, depth: int) -> None:
        self.node = array("i", bytes(4 * depth))
        self.kids = array("i", bytes(4 * depth))
        self.waiting = array("i", bytes(16 * depth))
        self.child = array("i", bytes(4 * depth))
        self.base = array("i", bytes(4 * depth))


@cython.cclass
class _Counter:
    """Ordinals of the children of every open element, as XPath counts them."""

    ordinals: cython.int[::1]
    stamps: cython.int[::1]
    counts: cython.int[::1]
    others: dict[int, object]
    serial: cython.int
    top: cython.int

    def __init__(self, nodes: int) -> None:
        self.ordinals = array("i", bytes(4 * nodes))
        self.stamps = array("i", bytes(4 * 4096))
        self.counts = array("i", bytes(4 * 4096))
        self.others = {}
        self.serial = 0
        self.top = 0

    @cython.cfunc
    def enter(self, parent: NodeAt) -> cython.int:
        """Number the children of *parent*; return where their ordinals begin."""
        base: cython.int = self.top
        key: cython.size_t
        child: NodeAt = cython.cast(NodeAt, parent.first)
        self.serial += 1
        while child != cython.NULL:
            if child.type == _ELEMENT or child.type == _TEXT:
                # No element has the name 0, so texts are counted there.
                key = child.name if child.type == _ELEMENT else 0
                if key < _KNOWN:
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
def _hidden(
    element: ElementAt,
    flags: cython.int,
    names: _Names,
    name_flags: cython.int[::1],
) -> cython.bint:
    """Return whether the attributes of an element hide it."""
    name: cython.int
    flag: cython.int
    words: WordsAt
    entry: NameAt
    attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
    while attribute != cython.NULL:
        if attribute.node.name < _KNOWN:
            name = names.number(attribute.node.name)
            if name < 0:
                raise LookupError("attribute")
            flag = name_flags[name] if name < len(name_flags) else 0
            words = cython.cast(WordsAt, attribute.value)
            if flag & _STYLE and words != cython.NULL and _says_hidden(words):
                return True
            if flag & _TYPE and flags & _INPUT and words != cython.NULL and _is_hidden(words):
                return True
        else:
            # Of the names the parser does not know, this one alone matters: no need to number it.
            entry = cython.cast(NameAt, attribute.node.name)
            if entry.length == 6 and _equals(cython.cast(cython.p_uchar, entry), b"hidden", 6):
                return True
        attribute = cython.cast(AttributeAt, attribute.next)
    return False


@cython.cfunc
def _attributes(
    out: _Writer,
    node: cython.int,
    element: ElementAt,
    flags: cython.int,
    names: _Names,
    name_flags: cython.int[::1],
) -> cython.int:
    """Store the attributes of an element, and what kind of content they make it."""
    name: cython.int
    flag: cython.int
    words: WordsAt
    attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
    while attribute != cython.NULL:
        name = names.number(attribute.node.name)
        if name < 0:
            raise LookupError("attribute")
        flag = name_flags[name] if name < len(name_flags) else 0
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
def _measure(root: NodeAt) -> tuple[int, int, int, int]:
    """Return how many nodes, attributes and bytes there are at most, and how deep they stand."""
    nodes: cython.longlong = 1
    attributes: cython.longlong = 0
    size: cython.longlong = 0
    depth: cython.longlong = 1
    deepest: cython.longlong = 1
    node: NodeAt = root
    attribute: AttributeAt
    words: WordsAt
    while True:
        if node.type == _ELEMENT:
            nodes += 1
            attribute = cython.cast(
                AttributeAt,
                cython.cast(ElementAt, node).first_attribute,
            )
            while attribute != cython.NULL:
                attributes += 1
                words = cython.cast(WordsAt, attribute.value)
                if words != cython.NULL:
                    size += words.length
                attribute = cython.cast(AttributeAt, attribute.next)
        elif node.type == _TEXT:
            nodes += 1
            # One more byte for the space that may join it to its neighbour.
            size += cython.cast(TextAt, node).length + 1
        if node.first != cython.NULL:
            node = cython.cast(NodeAt, node.first)
            depth += 1
            if depth > deepest:
                deepest = depth
            continue
        while node != root and node.next == cython.NULL:
            node = cython.cast(NodeAt, node.parent)
            depth -= 1
        if node == root:
            return nodes, attributes, size, deepest
        node = cython.cast(NodeAt, node.next)


def attribute_ids(address: int) -> list[int]:
    """Return the parser's numbers for the attribute names of the element at *address*."""
    element: ElementAt = cython.cast(ElementAt, cython.cast(cython.size_t, address))
    attribute: AttributeAt = cython.cast(AttributeAt, element.first_attribute)
    found = []
    while attribute != cython.NULL:
        found.append(attribute.node.name)
        attribute = cython.cast(AttributeAt, attribute.next)
    return found


def walk(
    address: int,
    tag_table: array[int],
    label_names: tuple[str, ...],
    label_flags: array[int],
    attribute_table: array[int],
    attribute_names: tuple[str, ...],
    attribute_flags: array[int],
    hidden: cython.bint = False,
) -> dict[str, object] | None:
    """Return the arrays of a Tree for the element at *address*, by the names of its fields.

    The tables give the numbers of the names the parser knows; *label_names* and *attribute_names*
    are what the numbering starts with. With *hidden*, what the page hides is kept. None if a
    known name is missing in a table.
    """
    root: NodeAt = cython.cast(NodeAt, cython.cast(cython.size_t, address))
    nodes, attributes, size, deepest = _measure(root)
    arrays = {
        name: array("i", bytes(4 * nodes))
        for name in ("labels", "parents", "sizes", "depths", "kinds", "spacing", "positions")
    }
    arrays["ordinals"] = array("i", bytes(4 * nodes))
    arrays["texts"] = array("i", bytes(8 * nodes))
    arrays["attribute_starts"] = array("i", bytes(4 * (nodes + 1)))
    arrays["attributes"] = array("i", bytes(12 * attributes))
    buffer = bytearray(size + 8)
    out = _writer(arrays, buffer)
    labels = _Names(tag_table, label_names)
    names = _Names(attribute_table, attribute_names)
    try:
        _fill(root, out, labels, names, label_flags, attribute_flags, deepest + 2, hidden)
    except LookupError:
        return None
    count, used, stored = out.nodes, out.count, out.bytes
    out.starts[count] = used
    _release(out)
    result: dict[str, object] = dict(arrays)
    for name, values in arrays.items():
        wanted = {"texts": 2 * count, "attribute_starts": count + 1, "attributes": 3 * used}
        del values[wanted.get(name, count) :]
    result["names"] = tuple(labels.ids)
    result["attribute_names"] = tuple(names.ids)
    result["buffer"] = bytes(memoryview(buffer)[:stored])
    return result


@cython.cfunc
def _writer(arrays: dict[str, array[int]], buffer: bytearray) -> _Writer:
    out: _Writer = _Writer()
    out.labels = arrays["labels"]
    out.parents = arrays["parents"]
    out.sizes = arrays["sizes"]
    out.depths = arrays["depths"]
    out.kinds = arrays["kinds"]
    out.texts = arrays["texts"]
    out.spacing = arrays["spacing"]
    out.positions = arrays["positions"]
    out.ordinals = arrays["ordinals"]
    out.starts = arrays["attribute_starts"]
    out.attributes = arrays["attributes"]
    out.buffer = buffer
    return out


@cython.cfunc
def _release(out: _Writer) -> cython.void:
    """Let go of the arrays, so that they can be cut to their true length."""
    out.labels = out.parents = out.sizes = out.depths = out.kinds = None
    out.texts = out.spacing = out.positions = out.ordinals = None
    out.starts = out.attributes = None
    out.buffer = None


@cython.cfunc
def _fill(
    root: NodeAt,
    out: _Writer,
    labels: _Names,
    names: _Names,
    label_flags: cython.int[::1],
    name_flags: cython.int[::1],
    deepest: cython.int,
    hidden: cython.bint,
) -> cython.int:
    """Write the whole tree, in preorder."""
    frames = _Frames(deepest)
    counter = _Counter(len(out.labels))
    here: NodeAt = root
    child: NodeAt
    element: ElementAt
    depth: cython.int = 0
    position: cython.int = 0
    label: cython.int = labels.number(root.name)
    node: cython.int = out.add(label, -1, 0)
    flags: cython.int
    ordinal: cython.int
    out.positions[0] = 0
    out.ordinals[0] = 1
    _attributes(out, node, cython.cast(ElementAt, root), 0, names, name_flags)
    frames.base[0] = counter.enter(root)
    child = cython.cast(NodeAt, root.first)
    while True:
        if child == cython.NULL:
            # The element ends: text that waited was its only content.
            node = frames.node[depth]
            if frames.waiting[4 * depth + 1]:
                out.set_text(
                    node,
                    frames.waiting[4 * depth],
                    frames.waiting[4 * depth + 1],
                    frames.waiting[4 * depth + 2],
                )
            out.sizes[node] = out.nodes - node
            counter.top = frames.base[depth]
            if depth == 0:
                return 0
            depth -= 1
            child = cython.cast(NodeAt, here.next)
            here = cython.cast(NodeAt, here.parent)
            continue
        if child.type == _TEXT:
            ordinal = counter.ordinals[frames.base[depth] + frames.child[depth]]
            frames.child[depth] += 1
            _add_run(out, frames, depth, cython.cast(TextAt, child), ordinal)
        elif child.type == _ELEMENT:
            ordinal = counter.ordinals[frames.base[depth] + frames.child[depth]]
            frames.child[depth] += 1
            position += 1
            label = labels.number(child.name)
            if label < 0:
                raise LookupError("label")
            flags = label_flags[label] if label < len(label_flags) else 0
            if flags & _NOSCRIPT and _elements(child) > _NOSCRIPT_CONTENT:
                flags = 0
            element = cython.cast(ElementAt, child)
            if not flags & (_LEFT_OUT | _NOSCRIPT) and (
                hidden or depth == 0 or not _hidden(element, flags, names, name_flags)
            ):
                _flush(out, frames, depth)
                node = out.add(label, frames.node[depth], depth + 1)
                if not flags & _FOREIGN:
                    _attributes(out, node, element, flags, names, name_flags)
                frames.kids[depth] += 1
                out.positions[node] = position
                out.ordinals[node] = ordinal
                if not flags & _OPAQUE:
                    depth += 1
                    frames.node[depth] = node
                    frames.kids[depth] = 0
                    frames.child[depth] = 0
                    frames.waiting[4 * depth + 1] = 0
                    frames.base[depth] = counter.enter(child)
                    here = child
                    child = cython.cast(NodeAt, child.first)
                    continue
            position += _elements(child)
        child = cython.cast(NodeAt, child.next)


@cython.cfunc
def _flush(out: _Writer, frames: _Frames, depth: cython.int) -> cython.void:
    """Make the text that waits a #text leaf: an element stands beside it."""
    if frames.waiting[4 * depth + 1]:
        out.add_text(
            frames.node[depth],
            depth + 1,
            frames.waiting[4 * depth],
            frames.waiting[4 * depth + 1],
            frames.waiting[4 * depth + 2],
            frames.waiting[4 * depth + 3],
        )
        frames.kids[depth] += 1
        frames.waiting[4 * depth + 1] = 0


@cython.cfunc
def _add_run(
    out: _Writer,
    frames: _Frames,
    depth: cython.int,
    text: TextAt,
    ordinal: cython.int,
) -> cython.void:
    """Add a run of text to the innermost element."""
    start: cython.int = out.bytes
    last: cython.int = out.nodes - 1
    spacing: cython.int
    if not out.fold(text.data, text.length):
        return
    spacing = out.found_spacing
    if frames.waiting[4 * depth + 1]:
        # Only left-out content stood between two runs of text: they are one.
        out.join(frames.waiting[4 * depth + 2], spacing, start)
        frames.waiting[4 * depth + 1] = out.bytes
        frames.waiting[4 * depth + 2] = (frames.waiting[4 * depth + 2] & 1) | (spacing & 2)
    elif frames.kids[depth] == 0:
        frames.waiting[4 * depth] = start
        frames.waiting[4 * depth + 1] = out.bytes
        frames.waiting[4 * depth + 2] = spacing
        frames.waiting[4 * depth + 3] = ordinal
    elif out.labels[last] == 0 and out.parents[last] == frames.node[depth]:
        out.join(out.spacing[last], spacing, start)
        out.texts[2 * last + 1] = out.bytes
        out.spacing[last] = (out.spacing[last] & 1) | (spacing & 2)
    else:
        out.add_text(frames.node[depth], depth + 1, start, out.bytes, spacing, ordinal)
