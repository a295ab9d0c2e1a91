"""The flat tree: parallel arrays in preorder, where a node is an index and 0 is the root."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

__all__ = ["IMAGE", "KIND_BITS", "LINK", "TEXT", "TEXT_LABEL", "VALUE", "Box", "Kind", "Tree"]

TEXT_LABEL = "#text"

Kind = Literal["text", "link", "image", "value"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

# The items of a node, as bits of `Tree.kinds`.
TEXT, LINK, IMAGE, VALUE = 1, 2, 4, 8
KIND_BITS: tuple[tuple[int, Kind], ...] = (
    (TEXT, "text"),
    (LINK, "link"),
    (IMAGE, "image"),
    (VALUE, "value"),
)


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """The content of a page as a tree of labels; it holds no parser objects.

    Text that is an element's only content belongs to the element; text beside child elements is a
    separate leaf, labelled ``#text``. A subtree is the run ``node .. node + sizes[node]``.
    Strings live in one UTF-8 buffer and are decoded on demand, so that a page of millions of
    nodes does not need millions of objects.
    """

    names: tuple[str, ...]  # label id -> label
    labels: array[int]
    parents: array[int]  # -1 for the root
    sizes: array[int]  # nodes of the subtree, itself included
    depths: array[int]  # 0 for the root
    kinds: array[int]  # TEXT | LINK | IMAGE | VALUE
    texts: array[int]  # two numbers per node: where its text starts and ends in the buffer
    spacing: array[int]  # white space before (1) and behind (2) the text was folded away
    positions: array[int]  # place among all elements of the HTML5 tree; -1 for #text
    ordinals: array[int]  # place among the siblings of that name, from 1, as XPath counts
    attribute_starts: array[int]  # node -> its first attribute; one more at the end
    attributes: array[int]  # three numbers per attribute: name id, value start, value end
    attribute_names: tuple[str, ...]
    buffer: bytes
    title: str = ""
    # Where lines of preformatted text end in the buffer, in page order; twice for an empty line.
    breaks: array[int] = field(default_factory=lambda: array("i"))
    hides: bool = False  # the tree lacks content that the page hides, besides form fields
    boxes: array[float] | None = (
        None  # four numbers per node: left, top, right, bottom; nan: no box
    )

    @classmethod
    def from_text(cls, text: str) -> Tree:
        """Return the tree written as *text*: see `windrow.tree.text`.

        >>> Tree.from_text('ul(li(a"Ant" b"$1") li(a"Bee"))').label(4)
        'li'
        """
        from windrow.tree.text import from_text

        return from_text(text)

    def to_text(self, node: int = 0, *, width: int | None = None) -> str:
        """Return the subtree at *node* as text that `from_text` reads back."""
        from windrow.tree.text import to_text

        return to_text(self, node, width=width)

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return f"<Tree of {len(self)} nodes>"

    def label(self, node: int) -> str:
        """Return the name of *node*."""
        return self.names[self.labels[node]]

    def text(self, node: int) -> str:
        """Return the text that belongs to *node* itself, white space folded; "" if it has none."""
        return self.buffer[self.texts[2 * node] : self.texts[2 * node + 1]].decode()

    def attribute(self, node: int, name: str) -> str | None:
        """Return the value of one attribute of *node*, or None."""
        for k in range(3 * self.attribute_starts[node], 3 * self.attribute_starts[node + 1], 3):
            if self.attribute_names[self.attributes[k]] == name:
                return self.buffer[self.attributes[k + 1] : self.attributes[k + 2]].decode()
        return None

    def attributes_of(self, node: int) -> dict[str, str]:
        """Return all attributes of *node*, in page order."""
        return {
            self.attribute_names[self.attributes[k]]: self.buffer[
                self.attributes[k + 1] : self.attributes[k + 2]
            ].decode()
            for k in range(3 * self.attribute_starts[node], 3 * self.attribute_starts[node + 1], 3)
        }

    def children(self, node: int) -> list[int]:
        """Return the children of *node*, in page order."""
        found = []
        child, end = node + 1, node + self.sizes[node]
        while child < end:
            found.append(child)
            child += self.sizes[child]
        return found

    def subtree(self, node: int) -> range:
        """Return the nodes of the subtree at *node*, itself first."""
        return range(node, node + self.sizes[node])

    def ancestors(self, node: int) -> Iterator[int]:
        """Yield the parent of *node*, its parent, and so on up to the root."""
        while (node := self.parents[node]) >= 0:
            yield node

    def items(self, node: int) -> list[tuple[Kind, str]]:
        """Return the items of *node* itself: its text, link, image, form value.

        >>> Tree.from_text('a[href=/1]"Ant"').items(0)
        [('text', 'Ant'), ('link', '/1')]
        """
        return [(kind, self.value(node, kind)) for bit, kind in KIND_BITS if self.kinds[node] & bit]

    def value(self, node: int, kind: Kind) -> str:
        """Return the item of one *kind* of *node*, as in the page; "" if it has none."""
        if kind == "text":
            return self.text(node)
        if kind == "link":
            return self.attribute(node, "href") or ""
        if kind == "value":
            return self.attribute(node, "value") or ""
        source = self.attribute(node, "src") or ""
        # Lazy images have a placeholder instead of the address.
        if not source or source.startswith("data:"):
            return self.attribute(node, "data-src") or source
        return source

    def has_items(self, node: int) -> bool:
        """Return whether the subtree at *node* holds any content."""
        return self.item_counts[node + self.sizes[node]] > self.item_counts[node]

    @cached_property
    def item_counts(self) -> array[int]:
        """How many items there are before each node; one more at the end.

        The items of a subtree are ``item_counts[node + sizes[node]] - item_counts[node]``.
        """
        from windrow.kernels.tree import shapes

        return shapes.item_counts(self.kinds)

    @cached_property
    def heights(self) -> array[int]:
        """Levels of each subtree: 1 for a leaf (the papers' depth of a tree)."""
        from windrow.kernels.tree import shapes

        return shapes.heights(self.parents)

    @cached_property
    def shapes(self) -> array[int]:
        """A number per node, equal for subtrees with equal labels (hash-consing)."""
        from windrow.kernels.tree import shapes

        return shapes.shapes(self.labels, self.parents)

    @cached_property
    def inline(self) -> array[int]:
        """Whether each subtree is inline as a whole, so that it can be part of a run of text."""
        from windrow.tree.runs import inline_flags

        return inline_flags(self)

    @cached_property
    def runs(self) -> array[int]:
        """The run of text that each node is in."""
        from windrow.tree.runs import runs

        return runs(self)

    @cached_property
    def blocks(self) -> array[int]:
        """The block with text only that each node is or is in; -1 if there is none."""
        from windrow.tree.runs import blocks

        return blocks(self)

    def box(self, node: int) -> Box | None:
        """Return left, top, right, bottom of *node* as laid out by a browser, or None."""
        if self.boxes is None:
            return None
        left, top, right, bottom = self.boxes[4 * node : 4 * node + 4]
        return None if left != left else (left, top, right, bottom)
