"""Definition lists below each other, one for each letter or subject: the terms are the records.

A glossary has a ``dl`` below every letter. The lists are as regular as any records, so the formula
may prefer them. But each of them holds terms that no other one has. Where a ``dl`` is a record,
its ``dt`` are labels, which come again in the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, best_of, said, text_of
from windrow.tree import Tree

__all__ = ["terms_in_lists"]

# A list has at least this many terms on average: with fewer, the list itself may be the record.
# Chosen, not measured.
_IN_A_LIST = 1.5
# The share of terms that no other term repeats: a glossary may explain a word twice.
# Chosen, not measured.
_DIFFERENT = 0.9
# The share of the text of the lists that the terms have with what explains them: a card may hold a
# list of facts beside other things. Chosen, not measured.
_FILLED = 0.8


def terms_in_lists(
    tree: Tree, signals: Signals, found: Sequence[Span], values: Sequence[float]
) -> int | None:
    """Return the candidate whose records are the terms of the lists that the best one has.

    None if the best candidate does not consist of lists of different terms.
    """
    term = tree.label_numbers.get("dt")
    if not found or term is None or not tree.has_label(term):
        return None
    lists = found[best_of(values)]
    terms = [
        node
        for start, end in zip(*lists, strict=True)
        for node in compress(range(start, end), map(term.__eq__, tree.labels[start:end]))
    ]
    if len(terms) < _IN_A_LIST * len(lists[0]):
        return None
    different = {said(signals, (node, node + tree.sizes[node])) for node in terms}
    if len(different) < _DIFFERENT * len(terms):
        return None
    least = _FILLED * text_of(signals, lists)
    inside = [
        k for k, span in enumerate(found) if [*span[0]] == terms and text_of(signals, span) >= least
    ]
    return max(inside, key=values.__getitem__, default=None)
