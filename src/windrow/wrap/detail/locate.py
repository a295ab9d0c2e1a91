"""Finds spots that the walk did not reach: by their words, or by their labels.

A page with an additional or missing level loses everything below it. A spot with a unique name
can still be found, if nothing else on the page has that name.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from windrow.kernels.wrap import signatures as kernel
from windrow.wrap.detail.labels import clean_label, prefix_label
from windrow.wrap.detail.signature import label_of, signature_of, words_of
from windrow.wrap.detail.spot import Split, Spot
from windrow.wrap.detail.view import PageView

__all__ = ["NamedSpot", "locate", "mark_unique", "named_spots"]

# How many nodes up from its label a value may begin, and how long a label may be. Chosen;
# bench.detail measures the whole.
_CLIMB = 3
_LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class NamedSpot:
    """A spot that can be found by name: the signatures of its parent and its own, or a label."""

    spot: Spot
    parent: str
    signature: str
    label: str = ""
    follows: bool = False  # the label is before the value, not inside it


def mark_unique(root: Spot, views: Sequence[PageView]) -> None:
    """Mark the spots whose signature, with that of their parent, nothing else on a page has."""
    counts: list[Counter[tuple[str, str]]] = []
    for view in views:
        parents, signatures = view.tree.parents, view.signatures
        nodes = range(1, len(view.tree))
        counts.append(Counter((signatures[parents[node]], signatures[node]) for node in nodes))
    for parent, split, key, spot in _below(root):
        if key == "" and words_of(split.signature):
            pair = (signature_of(parent.step), split.signature)
            spot.unique = all(count[pair] <= 1 for count in counts)


def named_spots(root: Spot) -> list[NamedSpot]:
    """Return the spots that can be found by name, in page order."""
    found = []
    for parent, split, key, spot in _below(root):
        if spot.frozen or spot.is_list:
            continue
        above = signature_of(parent.step)
        if spot.unique:
            found.append(NamedSpot(spot, above, split.signature))
        elif spot.label and key == f"={spot.label}":
            found.append(NamedSpot(spot, above, split.signature, spot.label, split.anchored))
    return found


def _below(root: Spot) -> Iterator[tuple[Spot, Split, str, Spot]]:
    stack = [root]
    while stack:
        parent = stack.pop()
        for split in parent.splits.values():
            for key, spot in split.parts.items():
                yield parent, split, key, spot
        stack += [
            spot
            for split in reversed(parent.splits.values())
            for spot in reversed(split.parts.values())
            if not spot.is_list
        ]


def locate(
    named: Sequence[NamedSpot],
    view: PageView,
    numbers: array[int],
    ids: Mapping[str, int],
    visited: Sequence[int],
) -> Iterator[tuple[Spot, int]]:
    """Yield the spots with the one node of the page that has their name.

    *numbers* are the signatures of the nodes, *ids* what the numbers mean. Nodes that were
    *visited* are left out.
    """
    by_number: dict[int, list[int]] = {ids[one.signature]: [] for one in named if not one.label}
    if by_number:
        kernel.gather(numbers, by_number)
    # Most missing labels are nowhere on the page, which is quick to see.
    buffer = view.tree.buffer
    named = [one for one in named if not one.label or one.label.encode() in buffer]
    parents = view.tree.parents
    for one in named:
        if one.label:
            leaves = _labelled(view, one.label)
            node = _near(view, leaves[0], one) if len(leaves) == 1 else -1
        else:
            above = ids.get(one.parent, 0)
            found = by_number[ids[one.signature]]
            nodes = [n for n in found if n and numbers[parents[n]] == above]
            node = nodes[0] if len(nodes) == 1 else -1
        if node >= 0 and not visited[node]:
            yield one.spot, node


def _labelled(view: PageView, label: str) -> list[int]:
    """Return the nodes whose text is *label*, or begins with it and a colon."""
    tree = view.tree
    found: list[int] = []
    for node in kernel.saying(tree.buffer, label.encode(), view.starts, tree.texts):
        text = view.text(node)
        short = clean_label(text) if len(text) <= _LONGEST_LABEL else ""
        if label in (short, prefix_label(text)):
            found.append(node)
    return found


def _near(view: PageView, leaf: int, one: NamedSpot) -> int:
    """Return the node with the wanted label that *leaf* names, or -1."""
    label, parents = label_of(one.signature), view.tree.parents
    node = leaf
    for _ in range(_CLIMB):
        if one.follows:
            siblings = view.children(parents[node]) if parents[node] >= 0 else []
            behind = siblings[siblings.index(node) + 1 :][:1] if node in siblings else []
            if behind and view.label(behind[0]) == label:
                return behind[0]
        elif view.label(node) == label and view.first_leaf(node) == leaf:
            return node
        node = parents[node]
        if node <= 0:
            return -1
    return -1
