"""The flat tree: parallel arrays in preorder, where a node is an index and 0 is the root."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

# Kernels of the package are loaded when they are first used.
from windrow.kernels import tree as kernels

if TYPE_CHECKING:
    from windrow.kernels.tree import shapes as shapes
    from windrow.kernels.tree.nodes import Nodes

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


_Fact = TypeVar("_Fact")


class _kept(Generic[_Fact]):
    """A `functools.cached_property` without the lock that it has before Python 3.12.

    Two threads may both find a fact out, and find the same.
    """

    def __init__(self, find: Callable[[Any], _Fact]) -> None:
        self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    def __get__(self, tree: Any, owner: type[Any] | None = None) -> _Fact:
        if tree is None:
            return self  # type: ignore[return-value]
        found = tree.__dict__[self._name] = self._find(tree)
        return found


# Pages of one site have the same names.
@lru_cache(maxsize=64)
def _numbers(names: tuple[str, ...]) -> dict[str, int]:
    return dict(zip(names, range(len(names)), strict=True))


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

    # The questions below are asked hundreds of times per page, so the kernel itself answers.

    @_kept
    def label(self) -> Callable[[int], str]:
        """``label(node)`` is the name of a node."""
        return self._nodes.label

    @_kept
    def text(self) -> Callable[[int], str]:
        """``text(node)`` is the text of a node itself, white space folded; "" if it has none."""
        return self._nodes.text

    @_kept
    def words(self) -> Callable[[int, int], str]:
        """``words(node, end)`` are the texts of the nodes up to *end*, with spaces between them."""
        return self._nodes.words

    @_kept
    def sole(self) -> Callable[[int, int], int]:
        """``sole(node, end)`` is the only node up to *end* with a text; negative: not just one."""
        return self._nodes.sole

    @_kept
    def attribute(self) -> Callable[[int, str], str | None]:
        """``attribute(node, name)`` is the value of one attribute of a node, or None."""
        return self._nodes.attribute

    @_kept
    def has_label(self) -> Callable[[int], bool]:
        """``has_label(number)`` says whether any node has a label, given by its number."""
        return self._nodes.has_label

    @_kept
    def has_attribute(self) -> Callable[[int, int, str], bool]:
        """``has_attribute(start, end, name)``: does one of the nodes start..end have it?"""
        return self._nodes.has_attribute

    @_kept
    def values(self) -> Callable[[int, int, int, str], list[str]]:
        """``values(start, end, label, name)``: those of an attribute of nodes with a label."""
        return self._nodes.values

    @_kept
    def children(self) -> Callable[[int], list[int]]:
        """``children(node)`` are the children of a node, in page order."""
        return self._nodes.children

    @_kept
    def _nodes(self) -> Nodes:
        return kernels.nodes.Nodes(
            self.names,
            self.labels,
            self.sizes,
            self.texts,
            self.attribute_starts,
            self.attributes,
            self.attribute_numbers,
            self.buffer,
        )

    def __getstate__(self) -> dict[str, object]:
        # What the arrays tell is found out again where the tree is sent to.
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def attributes_of(self, node: int) -> dict[str, str]:
        """Return all attributes of *node*, in page order."""
        return {
            self.attribute_names[self.attributes[k]]: self.buffer[
                self.attributes[k + 1] : self.attributes[k + 2]
            ].decode()
            for k in range(3 * self.attribute_starts[node], 3 * self.attribute_starts[node + 1], 3)
        }

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

    @_kept
    def label_numbers(self) -> dict[str, int]:
        """The number of each label in `names`."""
        return _numbers(self.names)

    @_kept
    def attribute_numbers(self) -> dict[str, int]:
        """The number of each name in `attribute_names`."""
        return _numbers(self.attribute_names)

    @_kept
    def text_sums(self) -> array[int]:
        """How many bytes of text there are before each node; one more at the end."""
        return kernels.shapes.text_sums(self.texts)

    @_kept
    def item_counts(self) -> array[int]:
        """How many items there are before each node; one more at the end.

        The items of a subtree are ``item_counts[node + sizes[node]] - item_counts[node]``.
        """
        return kernels.shapes.item_counts(self.kinds)

    @_kept
    def heights(self) -> array[int]:
        """Levels of each subtree: 1 for a leaf (the papers' depth of a tree)."""
        return kernels.shapes.heights(self.parents)

    @_kept
    def shapes(self) -> array[int]:
        """A number per node, equal for subtrees with equal labels (hash-consing)."""
        return kernels.shapes.shapes(self.labels, self.parents)

    @_kept
    def inline(self) -> array[int]:
        """Whether each subtree is inline as a whole, so that it can be part of a run of text."""
        from windrow.tree.runs import inline_flags

        return inline_flags(self)

    @_kept
    def runs(self) -> array[int]:
        """The run of text that each node is in."""
        from windrow.tree.runs import runs

        return runs(self)

    @_kept
    def blocks(self) -> array[int]:
        """The block with text only that each node is or is in; -1 if there is none."""
        from windrow.tree.runs import blocks

        return blocks(self)

    @_kept
    def titles(self) -> dict[tuple[int, int, tuple[int, ...]], str]:
        """The titles that `windrow.tree.titles` has found, by where it looked for them."""
        return {}

    def box(self, node: int) -> Box | None:
        """Return left, top, right, bottom of *node* as laid out by a browser, or None."""
        if self.boxes is None:
            return None
        left, top, right, bottom = self.boxes[4 * node : 4 * node + 4]
        return None if left != left else (left, top, right, bottom)
