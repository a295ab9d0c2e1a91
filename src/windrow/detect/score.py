"""What all systems say of their regions alike: parent, paths of items, and a simple score."""

from collections.abc import Iterable, Sequence
from math import log, sqrt

from windrow.model import Record
from windrow.tree import Tree

__all__ = ["item_path", "shared_parent", "text_score"]


def text_score(tree: Tree, records: Sequence[Record]) -> float:
    """Return sqrt(text) x (ln records)^2, the best of six one-line formulas we measured.

    None of the papers says which of the regions it finds is the main one; [fang2017] takes the one
    with the most text, which prefers two halves of a page to any list.
    """
    characters = sum(
        tree.texts[2 * node + 1] - tree.texts[2 * node]
        for record in records
        for root in record
        for node in tree.subtree(root)
    )
    return sqrt(characters) * log(max(len(records), 1)) ** 2


def shared_parent(tree: Tree, records: Iterable[Record]) -> int | None:
    """Return the node whose children all records are; None if they lie below several."""
    parents = {tree.parents[record[0]] for record in records}
    return parents.pop() if len(parents) == 1 else None


def item_path(tree: Tree, record: Record, node: int) -> str:
    """Return the labels from a root of *record* down to *node*, or from the page's root."""
    labels = [tree.label(node)]
    while node not in record and (node := tree.parents[node]) >= 0:
        labels.append(tree.label(node))
    return "/".join(reversed(labels))
