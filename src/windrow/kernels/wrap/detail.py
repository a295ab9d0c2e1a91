"""Walks a tree and a keyed template side by side; numbers for everything.

What needs a look at words (labels, slots, signatures never seen) is handed back to the caller.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array
from hashlib import blake2b
from typing import Any
from zlib import crc32

__all__ = [
    "BREAK",
    "COMPLEX",
    "LIST",
    "ORDINAL",
    "ROLES",
    "SINGLE",
    "SKIP",
    "Said",
    "Walker",
    "flow",
]

# How the members of a group get their places; COMPLEX is the caller's work.
SINGLE, LIST, ORDINAL, COMPLEX, SKIP = 0, 1, 2, 3, 4
_SINGLE = cython.declare(cython.int, 0)
_LIST = cython.declare(cython.int, 1)
_ORDINAL = cython.declare(cython.int, 2)
_COMPLEX = cython.declare(cython.int, 3)
_SKIP = cython.declare(cython.int, 4)
# The signature of a node that is left out.
BREAK = -2
_BREAK = cython.declare(cython.int, -2)


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

# Longer texts are cut: nobody compares pages by them.
_WHOLE_NODES = cython.declare(cython.int, 400)
# A list member is given as a whole, too, unless it is a part of the page.
_MEMBER_NODES = cython.declare(cython.int, 80)
_FLOW_NODES = cython.declare(cython.int, 300)
_LONGEST = cython.declare(cython.int, 3000)


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


@cython.cclass
class Said:
    """What the nodes of a page say; the arrays are those of a tree.

    *roles* are the numbers of attribute names in `ROLES`, 0 for others. By label: *inline*, what
    stands in a run of text; *flowing*, the same with line breaks; *breaks*, what is no child.
    """

    labels: cython.int[::1]
    parents: cython.int[::1]
    sizes: cython.int[::1]
    kinds: cython.int[::1]
    spans: cython.int[::1]
    spacing: cython.int[::1]
    starts: cython.int[::1]
    attributes: cython.int[::1]
    roles: cython.int[::1]
    inline: cython.int[::1]
    breaks: cython.int[::1]
    flows: cython.int[::1]
    buffer: bytes
    wholes: dict  # type: ignore[type-arg]

    def __init__(
        self,
        labels: cython.int[::1],
        parents: cython.int[::1],
        sizes: cython.int[::1],
        kinds: cython.int[::1],
        spans: cython.int[::1],
        spacing: cython.int[::1],
        starts: cython.int[::1],
        attributes: cython.int[::1],
        roles: cython.int[::1],
        inline: cython.int[::1],
        flowing: cython.int[::1],
        breaks: cython.int[::1],
        buffer: bytes,
    ) -> None:
        self.labels, self.parents, self.sizes, self.kinds = labels, parents, sizes, kinds
        self.spans, self.spacing, self.starts = spans, spacing, starts
        self.attributes, self.roles = attributes, roles
        self.inline, self.breaks, self.buffer = inline, breaks, buffer
        self.flows = flow(labels, parents, flowing)
        self.wholes = {}

    @cython.ccall
    @cython.exceptval(check=False)
    def size(self, node: cython.int) -> cython.int:
        """Return how many nodes the subtree at *node* has."""
        return self.sizes[node]

    @cython.ccall
    @cython.exceptval(check=False)
    def label(self, node: cython.int) -> cython.int:
        """Return the number of the node's label."""
        return self.labels[node]

    @cython.ccall
    @cython.exceptval(check=False)
    def parent(self, node: cython.int) -> cython.int:
        """Return the parent of *node*; -1 for the root's."""
        return self.parents[node]

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
    def children(self, node: cython.int) -> list:  # type: ignore[type-arg]
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
    def values(self, node: cython.int, member: cython.bint) -> dict:  # type: ignore[type-arg]
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


@cython.cclass
class Walker:
    """A page and a template; the arrays are those of `windrow.wrap.detail.program`."""

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
    said: Said
    told: list  # type: ignore[type-arg]

    def __init__(
        self,
        sizes: cython.int[::1],
        node_signatures: cython.int[::1],
        starts: cython.int[::1],
        buffer: bytes,
        said: Said,
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
        told: list,  # type: ignore[type-arg]
    ) -> None:
        count: cython.Py_ssize_t = len(sizes)
        self.told, self.said = told, said
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
        say something; 2, it is a row of a list; 4, nothing at it or below it is wanted.
        """
        left = array("i")
        visits: Any = self.visits
        done: cython.Py_ssize_t = self._walk(root, root_place, left)
        return visits[: 3 * done], left

    def read_all(
        self,
        stack: list,  # type: ignore[type-arg]
        numbers: dict,  # type: ignore[type-arg]
        found: set,  # type: ignore[type-arg]
        taken: set,  # type: ignore[type-arg]
    ) -> tuple[Any, list[Any] | None] | None:
        """Read the steps on a *stack*, the last first, up to one that the kernel cannot finish.

        Return that step and what is left of it; None for what is left if its place has no number;
        None where nothing remains. A step is place, node, row, nodes, prefix, label, top.
        """
        while stack:
            step: Any = stack.pop()
            number: Any = None if step[4] else numbers.get(id(step[0]))
            if number is None:
                return step, None
            left = self.read(step[1], number, step[2], step[3], step[6], step[5], found, taken)
            if left:
                return step, left
        return None

    @cython.ccall
    def read(
        self,
        root: cython.int,
        root_place: cython.int,
        row: dict,  # type: ignore[type-arg]
        nodes: Any,
        top: cython.bint,
        label: str,
        found: set,  # type: ignore[type-arg]
        taken: set,  # type: ignore[type-arg]
    ) -> list:  # type: ignore[type-arg]
        """Fill the *row* of the root with what the visits below it say; return what is left.

        *nodes* is a row of where the values stand, or None if nobody asks. What is left is a tuple
        each: node, place, group or -1, row, nodes and whether that row is the page's own.
        """
        said: Said = self.said
        out: cython.int[::1] = self.out
        rows: dict[int, Any] = {}
        left = array("i")
        done: cython.Py_ssize_t = self._walk(root, root_place, left)
        k: cython.Py_ssize_t
        node: cython.int
        owner: cython.int
        is_list: cython.bint
        is_top: cython.bint
        for k in range(done):
            node, owner = out[3 * k], out[3 * k + 2]
            told: tuple[Any, ...] = self.told[out[3 * k + 1]]
            is_list = told[1]
            held: dict[str, Any] = told[3]
            here: dict[str, Any] = row
            here_nodes: Any = nodes
            is_top = top
            if owner >= 0:
                here, here_nodes = rows[owner]
                is_top = False
            if is_list and node != root:
                above, above_nodes = here, here_nodes
                here, here_nodes, is_top = {}, None, False
                above.setdefault(told[0], []).append(here)
                if above_nodes is not None:
                    here_nodes = {}
                    above_nodes.setdefault(told[0], []).append(here_nodes)
                rows[k] = (here, here_nodes)
            if said.sizes[node] == 1 and said.kinds[node] == _TEXT and "" in held:
                # By far the most common: a leaf that holds nothing but a text.
                rule: tuple[Any, ...] = held[""]
                name: str = rule[3]
                if is_top:
                    found.add(rule[2])
                    taken.add(node)
                if rule[1] and name not in here:
                    text: str = said.text(node)
                    if rule[0] is None or not _is_mark(text, rule[0]):
                        here[name] = text
                        if here_nodes is not None:
                            here_nodes[name] = node
                continue
            spoken: dict[str, str] = said.values(node, is_list)
            if spoken:
                if is_top:
                    taken.add(node)
                own: str = told[2] or (label if node == root else "")
                _tell(node, told, spoken, own, here, here_nodes, found if is_top else None)
        result: list[Any] = []
        for k in range(0, len(left), 4):
            owner = left[k + 2]
            here, here_nodes = (row, nodes) if owner < 0 else rows[owner]
            is_top = top and owner < 0
            result.append((left[k], left[k + 1], left[k + 3], here, here_nodes, is_top))
        return result

    @cython.cfunc
    def _walk(
        self, root: cython.int, root_place: cython.int, left: array[int]
    ) -> cython.Py_ssize_t:
        """Note the visits below *root*, and in *left* what the caller must do; return how many."""
        out: cython.int[::1] = self.out
        stack: cython.int[::1] = self.stack
        done: cython.Py_ssize_t = 0
        height: cython.Py_ssize_t = 1
        node: cython.int
        place: cython.int
        owner: cython.int
        flags: cython.int
        stack[0], stack[1], stack[2] = root, root_place, -1
        while height:
            height -= 1
            node, place, owner = stack[3 * height], stack[3 * height + 1], stack[3 * height + 2]
            flags = self.flags[place]
            if flags & 4 or (self.frozen_sizes[place] and self._is_frozen(node, place)):
                continue
            if flags:
                out[3 * done], out[3 * done + 1], out[3 * done + 2] = node, place, owner
                if flags & 2 and node != root:
                    owner = done
                done += 1
            if self.sizes[node] == 1:
                continue
            if self._count(node, place):
                self._choose(node, place, owner, left)
                height = self._push(node, place, owner, height)
            else:
                left.extend((node, place, owner, -1))
            self._forget(place)
        return done

    @cython.cfunc
    def _is_frozen(self, node: cython.int, place: cython.int) -> cython.bint:
        """Return whether all that the subtree at *node* says is what all learned pages say."""
        start: cython.int = self.starts[node]
        end: cython.int = self.starts[node + self.sizes[node]]
        if (
            self.sizes[node] != self.frozen_sizes[place]
            or end - start != self.frozen_lengths[place]
        ):
            return False
        view: Any = self.view
        digest: cython.longlong = crc32(view[start:end])
        return digest == self.frozen[place]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count(self, node: cython.int, place: cython.int) -> cython.bint:
        """Count the children by group; return whether every one has a group."""
        first: cython.int = self.group_starts[place]
        last: cython.int = self.group_starts[place + 1]
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
                    if byte == 58 or byte == 0x9A:
                        self.counts[group] = -(1 << 20)
            child += self.sizes[child]
        return True

    @cython.cfunc
    def _choose(
        self, node: cython.int, place: cython.int, owner: cython.int, left: array[int]
    ) -> None:
        """Turn counts into 1 for groups to go into; others are nothing, or *left* to the caller."""
        group: cython.int
        count: cython.int
        kind: cython.int
        for group in range(self.group_starts[place], self.group_starts[place + 1]):
            count, kind = self.counts[group], self.group_kinds[group]
            if not count or kind == _SKIP:
                self.counts[group] = 0
            elif (
                kind == _COMPLEX
                or count < 0
                or (kind == _SINGLE and count > 1)
                or (kind == _ORDINAL and count != self.group_counts[group])
            ):
                left.extend((node, place, owner, group))
                self.counts[group] = -1
            else:
                self.counts[group] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _push(
        self,
        node: cython.int,
        place: cython.int,
        owner: cython.int,
        height: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Push the children of the chosen groups, the first one on top; return the new height."""
        first: cython.int = self.group_starts[place]
        last: cython.int = self.group_starts[place + 1]
        child: cython.int = node + 1
        end: cython.int = node + self.sizes[node]
        stack: cython.int[::1] = self.stack
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
                        stack[3 * height], stack[3 * height + 1] = child, part
                        stack[3 * height + 2] = owner
                        height += 1
            child += self.sizes[child]
        # Pushed in page order, then turned around, as the last one pushed is taken first.
        top = height - 1
        while base < top:
            for part in range(3):
                child = stack[3 * base + part]
                stack[3 * base + part] = stack[3 * top + part]
                stack[3 * top + part] = child
            base += 1
            top -= 1
        return height

    @cython.cfunc
    @cython.exceptval(check=False)
    def _forget(self, place: cython.int) -> None:
        """Set the counts of a place's groups back."""
        group: cython.int
        for group in range(self.group_starts[place], self.group_starts[place + 1]):
            self.counts[group] = 0


@cython.cfunc
def _tell(
    node: cython.int,
    told: tuple,  # type: ignore[type-arg]
    spoken: dict,  # type: ignore[type-arg]
    label: str,
    row: dict,  # type: ignore[type-arg]
    nodes: Any,
    found: Any,
) -> None:
    """Add what a node says to its *row*; *found* takes the ids, if the row is the page's own."""
    held: dict[str, Any] = told[3]
    for suffix, value in spoken.items():
        text: str = value
        rule: Any = held.get(suffix)
        if found is not None:
            found.add(told[0] + suffix if rule is None else rule[2])
        if rule is not None and (not rule[1] or (rule[0] is not None and _is_mark(text, rule[0]))):
            continue
        if label and _clean(text) == label:
            continue
        name: str = (told[4] + suffix or ".") if rule is None else rule[3]
        if name not in row:
            row[name] = text
            if nodes is not None:
                nodes[name] = node


@cython.cfunc
def _is_mark(text: str, mark: str) -> cython.bint:
    """Return whether *mark* is what is kept of *text*: itself, or its start and a digest."""
    if len(text) <= 40:
        return text == mark
    if len(mark) != 37 or mark[:20] != text[:20] or mark[20] != "\0":
        return False
    digest: str = blake2b(text.encode(), digest_size=8).hexdigest()
    return mark[21:] == digest


@cython.cfunc
def _clean(text: str) -> str:
    return text.strip().rstrip(":：").strip()


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
