"""Slots: members that are different things although their markup is the same.

``address <br> city <br> phone`` is not a list. The look of its lines tells them apart, so that a
page that lacks one still has the others in their places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated
from zlib import crc32

from windrow.kernels.wrap import looks
from windrow.kernels.wrap import slots as kernel
from windrow.plain import Rule
from windrow.wrap.detail.view import PageView

__all__ = [
    "Features",
    "align",
    "constant_only",
    "familiar",
    "features",
    "learn_looks",
    "sketch",
    "slotness",
    "text_features",
    "words",
]

Features = Annotated[
    frozenset[Annotated[int, Rule(least=-(1 << 33), most=1 << 33)]], Rule(items=500)
]

_NUMBER = re.compile(r"\d+")
# The least similarity of a member and a slot; how many examples a slot keeps, and how many slots a
# split has. Chosen; bench.detail measures the whole.
_PAIR = 0.15
_EXAMPLES = 4
MOST_LOOKS = 16
_STEPS: dict[str, bytes] = {}


def words(text: str) -> frozenset[str]:
    """Return the words of *text*; all numbers are one."""
    return frozenset(_NUMBER.sub("0", word) for word in text.casefold().split()[:60])


def features(view: PageView, node: int) -> Features:
    """Return the features that identify *node* among similar ones.

    Small nodes are known by the look of their text, others by structure and short texts. Features
    of texts are negative numbers: only other pages show whether they mean anything.
    """
    names, signatures = view.tree.names, view.signatures
    found: Features = looks.features(view.said, names, signatures, _STEPS, node)
    return found


def familiar(view: PageView, members: Sequence[int], known: Features) -> list[Features]:
    """Return the features of each of *members*, without texts that are not *known*."""
    names, signatures, some = view.tree.names, view.signatures, [*members]
    found: list[Features] = looks.familiar(view.said, names, signatures, _STEPS, some, known)
    return found


def constant_only(found: Features, known: Features) -> Features:
    """Return the features without texts that are not *known*."""
    if min(found, default=0) > 0:
        return found
    return frozenset([f for f in found if f > 0 or f in known])


def structure(view: PageView, node: int) -> Features:
    """Return the relative signature paths of the subtree at *node*."""
    found: Features = looks.structure(view.said, view.signatures, _STEPS, node)
    return found


def texts(view: PageView, node: int) -> Features:
    """Return the short texts of the subtree at *node*, each twice."""
    found: Features = looks.texts(view.said, node)
    return found


def sketch(view: PageView, node: int, constant: frozenset[str]) -> Features:
    """Return structure and those texts of the subtree at *node* that are *constant*."""
    found = structure(view, node)
    if not constant:
        return found
    known = text_features(constant)
    return found | frozenset(f for f in texts(view, node) if f in known)


# Asked about the same texts for every part of the pages.
@lru_cache(maxsize=4)
def text_features(constant: frozenset[str]) -> Features:
    """Return the features of constant texts."""
    # Numbers that are the same in every process, and short in a file.
    every = (f"{k}{text}".encode("utf-8", "replace") for text in constant for k in "12")
    return frozenset(-crc32(text) - 1 for text in every)


def align(
    first: Sequence[Sequence[Features]], second: Sequence[Features]
) -> tuple[list[tuple[int, int]], list[list[float]]]:
    """Return the pairs of slots and members that fit best in order, and all similarities."""
    found: tuple[list[tuple[int, int]], list[list[float]]] = kernel.align(first, second, _PAIR)
    return found


def slotness(sequences: Sequence[Sequence[Features]]) -> float:
    """Return how much better members fit in order than at random, for pairs of pages."""
    found = []
    for one, other in pairwise(sequences):
        if not one or not other:
            continue
        pairs, similar = align([[member] for member in one], other)
        total = sum(map(sum, similar))
        aligned = sum(similar[i][j] for i, j in pairs)
        shorter = min(len(one), len(other))
        rest = len(one) * len(other) - len(pairs)
        found.append(aligned / shorter - ((total - aligned) / rest if rest else 0.0))
    return sum(found) / len(found) if found else 0.0


def learn_looks(sequences: Sequence[Sequence[Features]]) -> list[list[Features]]:
    """Return the slots: examples of each, in order."""
    ordered = sorted(sequences, key=len, reverse=True)
    slots: list[list[Features]] = [[member] for member in ordered[0]]
    for sequence in ordered[1:]:
        pairs, _ = align(slots, sequence)
        placed = {j: i for i, j in pairs}
        grown: list[list[Features]] = []
        at = 0
        for j, member in enumerate(sequence):
            i = placed.get(j)
            if i is None:
                grown.append([member])
                continue
            grown += slots[at:i]
            kept = slots[i]
            if member not in kept and len(kept) < _EXAMPLES:
                kept.append(member)
            grown.append(kept)
            at = i + 1
        slots = grown + slots[at:]
    return slots[:MOST_LOOKS]
