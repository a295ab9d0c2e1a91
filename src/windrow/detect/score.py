"""A simple order for the regions of a page, for detectors without a ranking of their own."""

from collections.abc import Sequence
from math import log, sqrt

from windrow.model import Record
from windrow.tree import Tree

__all__ = ["text_score"]


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
