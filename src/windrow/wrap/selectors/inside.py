"""A record and the cell in it that a selector has to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from windrow.wrap.selectors.ground import Ground

__all__ = ["Inside", "taken"]


@dataclass(frozen=True)
class Inside:
    """A record: where it begins, its other roots, the node of a cell, and what the cell says.

    *cell* is None if the record has none; *value* is without white space. With *ends* the cell is a
    run: the node and what follows it up to a sibling with one of these labels. With *own* the cell
    is a text of the node that is in no element inside it, by its number, or all of them (0). With
    *line*, too, it is a line of the node: this many of the *ends* are before it.
    A record *may lack* what selectors find if they are for another tree of its page.
    """

    ground: Ground
    roots: Sequence[int]
    cell: int | None
    value: str
    take: str  # "text", or an attribute
    ends: tuple[str, ...] | None = None
    own: int | None = None
    line: int | None = None
    may_lack: bool = False

    def is_said(self, led: Sequence[int]) -> bool:
        """Return whether the nodes that a way leads to have the value of the cell."""
        if self.own:
            return "".join(map(self.ground.said, led[self.own - 1 : self.own])) == self.value
        if self.ends is None and self.own is None:
            return self.is_right(led[0])
        return "".join(map(self.ground.said, led)) == self.value

    def is_right(self, node: int) -> bool:
        """Return whether *node* has the value of the cell."""
        return self.says(node) == self.value

    def says(self, node: int) -> str:
        """Return the text or attribute of *node*, without white space."""
        if self.own is not None:
            texts = self.ground.own_texts(node)
            return "".join(
                map(self.ground.said, texts[self.own - 1 : self.own] if self.own else texts)
            )
        if self.take == "text":
            return self.ground.said(node)
        return "".join((self.ground.tree.attribute(node, self.take) or "").split())


def taken(records: Sequence[tuple[Ground, int, str]], usual: Sequence[str]) -> str | None:
    """Return where all cells get their value: from the text or an attribute, *usual* ones first."""
    names: Mapping[str, None] = dict.fromkeys(usual)
    for ground, node, _ in records[:1]:
        names = {**names, **dict.fromkeys(ground.tree.attributes_of(node))}
    for take in names:
        if all(Inside(g, (n,), n, value, take).is_right(n) for g, n, value in records):
            return take
    return None
