"""How sure a table is: what the ranking says of it, and whether the page is a list at all.

The ranking compares the candidates of one page, and every article has a best one: its paragraphs
are as regular as any list, and related stories are a list beside it. What tells articles from
lists is running text, long pieces outside links, in the records and even more beside them; and
that paragraphs have none of the signs of a record: a link, a picture, a number, several short
texts, a row of a table.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from operator import sub

from windrow.detect.candidates import Candidate
from windrow.detect.signals import Signals
from windrow.tree import Tree
from windrow.tree.run import INLINE
from windrow.tree.tree import LINK, TEXT

__all__ = ["Doubts", "RunningText", "Sureness", "doubts", "record_signs"]

# A piece of text so long, in characters, is part of a sentence rather than a name or a number.
_SENTENCE = 40
_NUMBER = 30
_DIGIT = re.compile(rb"\d")
# So many records tell of all of them.
_LOOKED_AT = 8
# More signs than these make no list surer.
MOST_SIGNS = 3.0
# Rows of tables and terms with definitions are marked up as records, which counts twice.
_MARKED = frozenset({"tr", "dt"})


@dataclass(frozen=True, slots=True)
class Doubts:
    """What makes a list of a page more or less likely to be what the page is about."""

    outside: float  # running text beside the records, as a share of the text of the page
    inside: float  # running text in the records, as a share of their text
    signs: float  # of a record, 0..3


@dataclass(frozen=True, slots=True)
class Sureness:
    """What is added to the ranking's value before it becomes a probability: factors of `Doubts`."""

    outside: float = 0.0
    inside: float = 0.0
    signs: float = 0.0

    @classmethod
    @cache
    def shipped(cls) -> Sureness:
        """Return the numbers that come with the package; ``bench/fit.py`` finds them."""
        return cls(**json.loads((files(__package__) / "sureness.json").read_text("utf-8")))

    def added(self, doubts: Doubts) -> float:
        """Return what *doubts* add to the value of a candidate.

        >>> Sureness(outside=-6.0, signs=2.0).added(Doubts(outside=0.5, inside=0.0, signs=3.0))
        3.0
        """
        found = self.outside * doubts.outside + self.inside * doubts.inside
        return found + self.signs * doubts.signs


@dataclass(frozen=True, eq=False, slots=True)
class RunningText:
    """The long pieces of text of a page that stand outside links, and how long they are."""

    nodes: list[int]
    lengths: list[int]

    @classmethod
    def of(cls, signals: Signals) -> RunningText:
        """Return the running text of a page."""
        chars, linked = signals.chars, signals.linked
        lengths = enumerate(map(sub, chars[1:], chars))
        long = [(node, own) for node, own in lengths if own >= _SENTENCE]
        kept = [(node, own) for node, own in long if linked[node + 1] == linked[node]]
        return cls([node for node, _ in kept], [own for _, own in kept])

    def within(self, candidate: Candidate) -> int:
        """Return how much of it stands in the records of *candidate*."""
        starts, ends = candidate.starts, candidate.ends
        found = 0
        for node, length in zip(self.nodes, self.lengths, strict=True):
            place = bisect_right(starts, node) - 1
            if place >= 0 and node < ends[place]:
                found += length
        return found


def doubts(tree: Tree, signals: Signals, running: RunningText, candidate: Candidate) -> Doubts:
    """Return what speaks for and against *candidate* being what the page is about."""
    chars = signals.chars
    pairs = zip(candidate.starts, candidate.ends, strict=True)
    text = sum(chars[end] - chars[start] for start, end in pairs)
    inside = running.within(candidate)
    return Doubts(
        outside=(sum(running.lengths) - inside) / max(chars[-1], 1),
        inside=inside / max(text, 1),
        signs=record_signs(tree, signals, candidate),
    )


def record_signs(tree: Tree, signals: Signals, candidate: Candidate) -> float:
    """Return how many signs of a record the records have, on average and at most three."""
    step = max(1, len(candidate) // _LOOKED_AT)
    places = [*range(0, len(candidate), step)]
    found = sum(
        _signs(tree, signals, candidate.starts[place], candidate.ends[place]) for place in places
    )
    return min(found / len(places), MOST_SIGNS)


def _signs(tree: Tree, signals: Signals, start: int, end: int) -> int:
    blocks = _blocks(tree, start, end)
    running = {block for block, nodes in blocks.items() if any(_is_long(tree, n) for n in nodes)}
    # Inside a sentence, names and links are words of it; only what begins it may be a title.
    short = [
        node
        for block, nodes in blocks.items()
        for node in (nodes[:1] if block in running else nodes)
        if _length(tree, node) <= _SENTENCE
    ]
    numbers = (n for n in short if _length(tree, n) <= _NUMBER)
    return (
        any(_is_title(tree, blocks, running, n) for n in range(start, end) if tree.kinds[n] & LINK)
        + (signals.images[end] > signals.images[start])
        + any(_DIGIT.search(tree.buffer, *tree.texts[2 * n : 2 * n + 2]) for n in numbers)
        + (len(short) >= 2)
        + 2 * (tree.label(start) in _MARKED)
    )


def _blocks(tree: Tree, start: int, end: int) -> dict[int, list[int]]:
    """Return the nodes with text by the block they stand in."""
    found: dict[int, list[int]] = {}
    inline = _inline(tree.names)
    for node, kind in enumerate(tree.kinds[start:end], start):
        if kind & TEXT:
            found.setdefault(_block(tree, node, inline), []).append(node)
    return found


@lru_cache(maxsize=64)
def _inline(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(label for label, name in enumerate(names) if name in INLINE)


def _block(tree: Tree, node: int, inline: frozenset[int]) -> int:
    labels, parents = tree.labels, tree.parents
    while labels[node] in inline and parents[node] >= 0:
        node = parents[node]
    return node


def _is_title(tree: Tree, blocks: dict[int, list[int]], running: set[int], link: int) -> bool:
    block = _block(tree, link, _inline(tree.names))
    return block not in running or link <= blocks[block][0]


def _is_long(tree: Tree, node: int) -> bool:
    return _length(tree, node) > _SENTENCE and not tree.kinds[node] & LINK


def _length(tree: Tree, node: int) -> int:
    return tree.texts[2 * node + 1] - tree.texts[2 * node]
