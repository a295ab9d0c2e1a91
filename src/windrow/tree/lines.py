"""The lines of preformatted text as parts of a tree, where some stage needs them as nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from windrow.tree.builder import TreeBuilder
from windrow.tree.tree import TEXT, TEXT_LABEL, Box, Tree
from windrow.tree.walk import PREFORMATTED

__all__ = ["PART", "Lined", "has_lines", "with_lines"]

_NO_BOX = (float("nan"),) * 4

# Origins that are not nodes; by definition any numbers below 0. A part is one of the lines of a
# text; a new node is a break.
PART = -2
_NEW = -1


@dataclass(frozen=True, slots=True)
class Lined:
    """A tree with lines, and the node of the page that each of its nodes was.

    That is -1 for a new ``br``, and `PART` for one of several lines of a text.
    """

    tree: Tree
    origins: Sequence[int]


def with_lines(tree: Tree) -> Lined:
    r"""Return *tree* with a ``br`` wherever a line of preformatted text ends.

    The tree is *tree* itself if it has no such lines. A new ``br`` has the ordinal 0, as the page
    does not have it; a line has the ordinal of the text that it is a part of.

    >>> from windrow.tree import parse
    >>> tree = parse("<pre>Ant  1 g\nBee  <b>2</b> g\n</pre>")
    >>> with_lines(tree).tree.to_text(2)
    'pre("Ant 1 g" br "Bee" b"2" "g")'
    """
    if not tree.breaks:
        return Lined(tree, range(len(tree)))
    return _Lines(tree).lined()


def has_lines(tree: Tree) -> bool:
    r"""Return whether *tree* is one that `with_lines` has made of a page with such lines.

    >>> from windrow.tree import parse
    >>> tree = parse("<pre>Ant  1 g\nBee  2 g</pre><br>")
    >>> has_lines(tree), has_lines(with_lines(tree).tree)
    (False, True)
    """
    labels = {number for number, name in enumerate(tree.names) if name == "br"}
    return any(
        label in labels and not place
        for label, place in zip(tree.labels, tree.ordinals, strict=True)
    )


class _Lines:
    """Builds the tree with lines; *next* is the first of the breaks that is not passed yet."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._builder = TreeBuilder()
        self._boxes = array("d")
        self._origins = array("i")
        self._next = 0

    def lined(self) -> Lined:
        tree, builder = self._tree, self._builder
        firsts = _first_bytes(tree)
        inside = _preformatted(tree)
        ends: list[int] = []
        for node in range(len(tree)):
            while ends and ends[-1] <= node:
                builder.close()
                ends.pop()
            for _ in self._passed(firsts[node]):
                if inside[node]:
                    self._break()
            if tree.label(node) == TEXT_LABEL:
                self._text(node)
                continue
            builder.open(
                tree.label(node),
                tree.attributes_of(node),
                position=tree.positions[node],
                ordinal=tree.ordinals[node],
            )
            self._add(node, tree.box(node))
            ends.append(node + tree.sizes[node])
            if tree.text(node):
                self._text(node)
        for _ in ends:
            builder.close()
        boxes = self._boxes if tree.boxes is not None else None
        found = builder.tree(tree.title, hides=tree.hides)
        return Lined(replace(found, boxes=boxes), self._origins)

    def _passed(self, place: int) -> Iterator[int]:
        """Yield the breaks up to a byte of the buffer, each once."""
        breaks = self._tree.breaks
        while self._next < len(breaks) and breaks[self._next] <= place:
            self._next += 1
            yield breaks[self._next - 1]

    def _text(self, node: int) -> None:
        """Add the text of *node*, line by line."""
        tree = self._tree
        start, end = tree.texts[2 * node : 2 * node + 2]
        is_leaf = tree.label(node) == TEXT_LABEL
        before = [*self._passed(start)]
        for _ in before:
            self._break()
        lines = [start, *self._passed(end - 1), end]
        # A text that is all of its element is not a node.
        is_node = is_leaf or bool(before) or len(lines) > 2
        for k, (first, last) in enumerate(pairwise(lines)):
            if k:
                self._break()
                first += 1  # the space that the break was folded to
            if first >= last:
                continue
            self._builder.text(
                tree.buffer[first:last].decode(),
                spacing=tree.spacing[node],
                ordinal=tree.ordinals[node] if is_leaf else 1,
            )
            if is_node:
                self._add(node if len(lines) == 2 else PART, tree.box(node))

    def _break(self) -> None:
        self._builder.open("br", ordinal=0)
        self._builder.close()
        self._add(_NEW, None)

    def _add(self, origin: int, box: Box | None) -> None:
        """Note the origin and the box of the last node."""
        self._origins.append(origin)
        self._boxes.extend(box or _NO_BOX)


def _first_bytes(tree: Tree) -> list[int]:
    """Return where in the buffer the content of each subtree begins: attributes or text."""
    found = [len(tree.buffer)] * len(tree)
    for node in reversed(range(len(tree))):
        first = 3 * tree.attribute_starts[node]
        if first < 3 * tree.attribute_starts[node + 1]:
            found[node] = tree.attributes[first + 1]
        elif tree.kinds[node] & TEXT:
            found[node] = tree.texts[2 * node]
        elif node + 1 < len(tree):
            # An empty element begins where what follows it does.
            found[node] = found[node + 1]
    return found


def _preformatted(tree: Tree) -> bytearray:
    """Return for each node whether it is inside preformatted text."""
    found = bytearray(len(tree))
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        found[node] = found[parent] or tree.label(parent) in PREFORMATTED
    return found
