"""A list that begins again after its end is shown once.

Sliders and tickers repeat their records, so that they can turn without a gap.
"""

from __future__ import annotations

import re

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import said
from windrow.tree import Tree

__all__ = ["one_turn"]

# Fewer different records, or fewer that come again, may be alike by chance: chosen, not measured.
_FEWEST, _AGAIN = 3, 2
# How common sliders mark the copies: cloned, splide__slide--clone, swiper-slide-duplicate.
_COPY = re.compile("clone|duplicate", re.IGNORECASE)


def one_turn(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without the records that come again in the same order.

    Copies are often marked; then the others are kept.
    """
    starts, ends = candidate.starts, candidate.ends
    # Rows of a table stand still.
    if tree.label(starts[0]) == "tr":
        return candidate
    # Nearly always no other record is as long as the first, which is cheap to check.
    chars = signals.chars
    length = chars[ends[0]] - chars[starts[0]]
    later = zip(starts[_FEWEST:], ends[_FEWEST:], strict=True)
    if all(chars[end] - chars[start] != length for start, end in later):
        return candidate
    links, targets = signals.links, signals.targets
    told = [
        (said(signals, (start, end)), targets[links[start] : links[end]].tobytes())
        for start, end in zip(starts, ends, strict=True)
    ]
    turn = len({*told})
    if not _FEWEST <= turn <= len(told) - _AGAIN or not all(texts for texts, _ in told):
        return candidate
    if told[turn:] != told[:-turn]:
        return candidate
    copies = [_is_copy(tree, start) for start in starts]
    first = next((k for k in range(len(told) - turn + 1) if not any(copies[k : k + turn])), 0)
    kept = slice(first, first + turn)
    return Candidate(starts[kept], ends[kept], candidate.generators)


def _is_copy(tree: Tree, node: int) -> bool:
    if tree.attribute(node, "aria-hidden") == "true":
        return True
    return _COPY.search(tree.attribute(node, "class") or "") is not None
