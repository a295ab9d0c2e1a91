"""Items that head the items below them are not records: "3 October" above the talks of that day.

They are siblings of the records, or the first lines of the groups that hold these. Once they are
left out, they become a column of the records below them, as other headings do.
"""

from __future__ import annotations

from itertools import pairwise

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import SENTENCE, Signals
from windrow.tree import Tree

__all__ = ["without_heads"]

# The fewest heads, and the most of the records that may be: chosen, not measured.
_FEWEST, _MOST = 2, 0.4


def without_heads(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without records of one short text, if each heads records of several.

    >>> from array import array
    >>> from windrow.detect.auto.signals import measure
    >>> day = 'li"3 May" li(a[href=/1]"Hay" i"9:00") li(a[href=/2]"Oats" i"10:00") '
    >>> tree = Tree.from_text(f"ul({2 * day})")
    >>> nodes = tree.children(0)
    >>> found = Candidate(array("i", nodes), array("i", [n + tree.sizes[n] for n in nodes]), 0)
    >>> len(without_heads(tree, measure(tree), found))
    4
    """
    starts, ends, words = candidate.starts, candidate.ends, signals.words
    # Nearly always the first record says more than one thing.
    if words[ends[0]] - words[starts[0]] != 1 or tree.label(starts[0]) in ("tr", "td"):
        return candidate
    heads = [words[end] - words[start] == 1 for start, end in zip(starts, ends, strict=True)]
    count = sum(heads)
    if not _FEWEST <= count <= _MOST * len(heads) or heads[-1]:
        return candidate
    if any(one and other for one, other in pairwise(heads)):
        return candidate
    chars, links = signals.chars, signals.links
    spans = [*zip(starts, ends, strict=True)]
    headed = [span for span, head in zip(spans, heads, strict=True) if not head]
    above = [span for span, head in zip(spans, heads, strict=True) if head]
    if any(chars[end] - chars[start] > SENTENCE for start, end in above):
        return candidate
    # What a record of one text lacks may just be missing; heads are of another kind.
    kinds = {signals.classed[start] for start, _ in above}
    differ = kinds.isdisjoint(signals.classed[start] for start, _ in headed)
    linked = [links[end] > links[start] for start, end in headed]
    if not differ and not all(linked):
        return candidate
    # Among records with links, what has a link is a smaller record.
    if 2 * sum(linked) >= len(linked) and any(links[end] > links[start] for start, end in above):
        return candidate
    return candidate.only([k for k, head in enumerate(heads) if not head])
