"""The seed: the template that grows while records are aligned, kept to align others by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from windrow.model import Alignment, Record
from windrow.tree import Tree

__all__ = ["Seed", "SeedNode"]

# A seed from a file may not nest deeper than pages, which are cut at 512 levels: chosen.
_DEEPEST = 600


class SeedNode:
    """A node of a seed: the only part of an alignment that changes."""

    __slots__ = ("children", "kinds", "label", "optional")

    def __init__(self, label: str, *, optional: bool = False, kinds: int = 0) -> None:
        self.label = label
        self.optional = optional
        self.kinds = kinds  # what records hold here: bits as in Tree.kinds
        self.children: list[SeedNode] = []

    def walk(self) -> Iterator[SeedNode]:
        """Yield the nodes of this subtree in preorder."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class Seed:
    """The union of the records of a region: every place any of them has, in order.

    Printed, optional places are marked with ``?`` and places that hold items with their kinds.
    """

    def __init__(self, root: SeedNode) -> None:
        self.root = root

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return _text(self.root)

    def to_json(self) -> dict[str, Any]:
        """Return the seed as plain data: label, optional, kinds, children."""
        return _data(self.root)

    @classmethod
    def from_json(cls, data: object) -> Seed:
        """Return the seed that *data* describes; ValueError if it describes none."""
        return cls(_node(data, 0))

    def align(self, tree: Tree, records: Sequence[Record]) -> Alignment:
        """Return *records* below the fields of this seed; other items are left out."""
        # The aligner imports seeds, so a seed imports the aligner late.
        from windrow.align import partial

        return partial.line_up(tree, records, self)


def _text(node: SeedNode) -> str:
    mark = "?" if node.optional else ""
    below = f"({' '.join(map(_text, node.children))})" if node.children else ""
    return f"{node.label}{mark}{below}"


def _data(node: SeedNode) -> dict[str, Any]:
    data: dict[str, Any] = {"label": node.label}
    if node.optional:
        data["optional"] = True
    if node.kinds:
        data["kinds"] = node.kinds
    if node.children:
        data["children"] = [_data(child) for child in node.children]
    return data


def _node(data: object, depth: int) -> SeedNode:
    if not isinstance(data, dict) or not isinstance(data.get("label"), str) or depth > _DEEPEST:
        raise ValueError(f"not a node of a seed: {str(data)[:60]}")
    kinds, children = data.get("kinds", 0), data.get("children", [])
    if not isinstance(kinds, int) or not isinstance(children, list):
        raise ValueError(f"not a node of a seed: {str(data)[:60]}")
    node = SeedNode(data["label"], optional=data.get("optional") is True, kinds=kinds & 15)
    node.children = [_node(child, depth + 1) for child in children]
    return node
