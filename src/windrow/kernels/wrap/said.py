"""What the nodes of a page say: their own text, all text below them, their attributes."""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import ints
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values


__all__ = ["ROLES", "Said", "flow"]

# To repeat one is the cheapest way to a new array.
_ONE = array("i", (1,))

# What a node holds, as bits; what its attributes are, as numbers.
_TEXT = cython.declare(cython.int, 1)
_LINK = cython.declare(cython.int, 2)
_IMAGE = cython.declare(cython.int, 4)
_VALUE = cython.declare(cython.int, 8)
ROLES = {"href": 1, "src": 2, "data-src": 3, "value": 4, "content": 5, "datetime": 6, "alt": 7}
_HREF = cython.declare(cython.int, 1)
_SRC = cython.declare(cython.int, 2)
_DATA_SRC = cython.declare(cython.int, 3)
_VALUE_OF = cython.declare(cython.int, 4)
_CONTENT = cython.declare(cython.int, 5)
_DATETIME = cython.declare(cython.int, 6)
_ALT = cython.declare(cython.int, 7)

# Of a larger subtree only this many nodes are read: nobody compares pages by longer texts. All
# numbers here are chosen, not measured.
_WHOLE_NODES = cython.declare(cython.int, 400)
# The text of a list member is given as a whole unless the member is larger than this.
_MEMBER_NODES = cython.declare(cython.int, 80)
_FLOW_NODES = cython.declare(cython.int, 300)
_LONGEST = cython.declare(cython.int, 3000)


def flow(labels: array[int], parents: array[int], known: array[int]) -> array[int]:
    """Return for every node whether the labels of all nodes below it are *known*."""
    count: cython.Py_ssize_t = len(labels)
    result = _ONE * count
    own, above = ints(labels), ints(parents)
    flowing, found = ints(known), ints(result)
    node: cython.Py_ssize_t
    for node in range(count - 1, 0, -1):
        if not (found[node] and flowing[own[node]]):
            found[above[node]] = 0
    return result


@cython.final
@cython.cclass
class Said:
    """What the nodes of a page say; the arrays are those of a tree.

    *roles* are the numbers of attribute names in `ROLES`, 0 for others. By label: *inline*, what
    can be part of a run of text; *flowing*, the same with line breaks; *breaks*, what is not
    counted as a child; *title* is that of the page. The types are in ``said.pxd``, as other kernels
    use them, too.
    """

    def __init__(
        self,
        labels: array[int],
        parents: array[int],
        sizes: array[int],
        kinds: array[int],
        spans: array[int],
        spacing: array[int],
        starts: array[int],
        attributes: array[int],
        roles: array[int],
        inline: array[int],
        flowing: array[int],
        breaks: array[int],
        buffer: bytes,
        title: str = "",
    ) -> None:
        flows = flow(labels, parents, flowing)
        own = (labels, parents, sizes, kinds, spans, spacing, starts, attributes)
        self.held = (own, roles, inline, breaks, flows)
        self.labels, self.parents, self.sizes = ints(labels), ints(parents), ints(sizes)
        self.kinds, self.spans, self.spacing = ints(kinds), ints(spans), ints(spacing)
        self.starts, self.attributes, self.roles = ints(starts), ints(attributes), ints(roles)
        self.inline, self.breaks, self.flows = ints(inline), ints(breaks), ints(flows)
        self.buffer, self.title = buffer, title
        self.wholes: dict[int, str] = {}

    @cython.ccall
    @cython.exceptval(check=False)
    def last_byte(self, node: cython.int) -> cython.int:
        """Return the last byte of the node's own text, or -1."""
        if self.spans[2 * node + 1] == self.spans[2 * node]:
            return -1
        return self.buffer[self.spans[2 * node + 1] - 1]

    @cython.ccall
    def text(self, node: cython.int) -> str:
        """Return the node's own text."""
        return self.buffer[self.spans[2 * node] : self.spans[2 * node + 1]].decode("utf-8")

    @cython.ccall
    def whole(self, node: cython.int) -> str:
        """Return all text below *node* as one, with spaces where the page shows any."""
        kept = self.wholes.get(node)
        if kept is not None:
            text: str = kept
            return text
        size: cython.int = self.sizes[node]
        below: cython.int
        last: cython.int = -1
        if size == 1:
            text = self.text(node)
        else:
            if size > _WHOLE_NODES:
                size = _WHOLE_NODES
            parts: list[bytes] = []
            for below in range(node, node + size):
                if self.kinds[below] & _TEXT:
                    if last >= 0 and self._apart(last, below):
                        parts.append(b" ")
                    parts.append(self.buffer[self.spans[2 * below] : self.spans[2 * below + 1]])
                    last = below
            text = b"".join(parts).decode("utf-8")
        self.wholes[node] = text
        return text

    @cython.cfunc
    @cython.exceptval(check=False)
    def _apart(self, last: cython.int, node: cython.int) -> cython.bint:
        """Return whether white space, a line break or the edge of a block is between two texts."""
        between: cython.int
        if self.spacing[last] & 2 or self.spacing[node] & 1:
            return True
        for between in range(last + 1, node + 1):
            if not self.inline[self.labels[between]]:
                return True
        # Blocks that ended before *node*: the ancestors of *last* that do not hold it.
        while last + self.sizes[last] <= node:
            if not self.inline[self.labels[last]]:
                return True
            last = self.parents[last]
        return False

    @cython.ccall
    def children(self, node: cython.int) -> list:
        """Return the children of *node*, breaks left out."""
        found: list[int] = []
        child: cython.int = node + 1
        end: cython.int = node + self.sizes[node]
        while child < end:
            if not self.breaks[self.labels[child]]:
                found.append(child)
            child += self.sizes[child]
        return found

    @cython.ccall
    @cython.exceptval(check=False)
    def first(self, start: cython.int, end: cython.int, kinds: cython.int) -> cython.int:
        """Return the first node from *start* to *end* that holds any of *kinds*, or -1."""
        node: cython.int
        for node in range(start, end):
            if self.kinds[node] & kinds:
                return node
        return -1

    @cython.ccall
    @cython.exceptval(check=False)
    def last_text(self, node: cython.int) -> cython.int:
        """Return the last node with text at or below *node*, or -1."""
        below: cython.int = node + self.sizes[node] - 1
        while below >= node:
            if self.kinds[below] & _TEXT:
                return below
            below -= 1
        return -1

    @cython.ccall
    @cython.exceptval(check=False)
    def flow(self, node: cython.int) -> cython.bint:
        """Return whether all below *node* is text and inline markup, so that it reads as one."""
        return self.flows[node] != 0

    @cython.cfunc
    def _attribute(self, node: cython.int, role: cython.int) -> str:
        k: cython.Py_ssize_t
        for k in range(3 * self.starts[node], 3 * self.starts[node + 1], 3):
            if self.roles[self.attributes[k]] == role:
                return self.buffer[self.attributes[k + 1] : self.attributes[k + 2]].decode("utf-8")
        return ""

    @cython.ccall
    def values(self, node: cython.int, member: cython.bint) -> dict:
        """Return what *node* says by suffixes: "" for its text, ``@href`` for where it leads.

        *member*: it is a row of a list.
        """
        found: dict[str, str] = {}
        kinds: cython.int = self.kinds[node]
        size: cython.int = self.sizes[node]
        k: cython.Py_ssize_t
        role: cython.int
        if kinds & _TEXT:
            found[""] = self.text(node)
        elif size > 1 and (
            (self.flows[node] and size <= _FLOW_NODES) or (member and size <= _MEMBER_NODES)
        ):
            text: str = self.whole(node)
            if text and len(text) <= _LONGEST:
                found[""] = text
        if kinds & _LINK:
            found["@href"] = self._attribute(node, _HREF)
        if kinds & _IMAGE:
            text = self._attribute(node, _SRC)
            # Lazy images carry a placeholder where the address belongs.
            if not text or text.startswith("data:"):
                text = self._attribute(node, _DATA_SRC) or text
            found["@src"] = text
        if kinds & _VALUE:
            found["@value"] = self._attribute(node, _VALUE_OF)
        for k in range(3 * self.starts[node], 3 * self.starts[node + 1], 3):
            role = self.roles[self.attributes[k]]
            if role < _CONTENT or (role == _ALT and not kinds & _IMAGE):
                continue
            text = self.buffer[self.attributes[k + 1] : self.attributes[k + 2]].decode("utf-8")
            text = text.strip()
            if text:
                if role == _CONTENT:
                    found["@content"] = text
                elif role == _DATETIME:
                    found["@datetime"] = text
                else:
                    found["@alt"] = text
        return found
