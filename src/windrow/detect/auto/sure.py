"""How sure a table is: its rank, and whether the page is about a list at all.

The ranking compares the candidates of one page, and every article has a best one: its paragraphs
are as regular as any list, and related stories are a list beside it. Two things distinguish
articles from lists. Articles have running text (long pieces outside links) in the records and
even more beside them; and their paragraphs lack the signs of a record: a link, a picture, a
number, several short texts, a row of a table.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import Signals, label_flags
from windrow.kernels.auto import signs as kernel
from windrow.tree import Tree
from windrow.tree.markup import INLINE

__all__ = ["Doubting", "Doubts", "Sureness"]

# A text of this many characters is part of a sentence, not a name; one shorter than the second
# number may be a number: chosen, not measured.
_SENTENCE = 40
_NUMBER = 30
# A page with less text than this is not an article, even if a sentence introduces its list:
# chosen, not measured.
_SHORTEST = 1500
# This many records are enough to judge the rest: chosen, not measured.
_LOOKED_AT = 8
# Signs beyond this number do not make a list surer: chosen, not measured.
MOST_SIGNS = 3.0
# Rows of tables and terms with definitions are marked up as records, which counts twice.
_MARKED = frozenset({"tr", "dt"})


@dataclass(frozen=True, slots=True)
class Doubts:
    """What makes it more or less likely that the page is about this list."""

    outside: float  # running text beside the records, as a share of the text of the page
    inside: float  # running text in the records, as a share of their text
    signs: float  # of a record, 0..3


@dataclass(frozen=True, slots=True)
class Sureness:
    """Factors of `Doubts`, added to the ranking's value before it becomes a probability."""

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


class Doubting:
    """Judges for the candidates of one page how likely the page is about them."""

    def __init__(self, tree: Tree, signals: Signals) -> None:
        self._signals = signals
        # Running text: the long pieces that are not in links, as nodes and their lengths.
        self.running, self._lengths = kernel.long_texts(signals.chars, signals.linked, _SENTENCE)
        self._total = sum(self._lengths)
        self._marked = {tree.names.index(name) for name in _MARKED if name in tree.names}
        self._labels = tree.labels
        self._signs = kernel.Signs(
            tree.parents,
            tree.labels,
            tree.kinds,
            tree.texts,
            tree.buffer,
            label_flags(tree.names, INLINE),
            _SENTENCE,
            _NUMBER,
        )

    def doubts(self, candidate: Candidate) -> Doubts:
        """Return what counts for and against *candidate*."""
        chars = self._signals.chars
        pairs = zip(candidate.starts, candidate.ends, strict=True)
        text = sum(chars[end] - chars[start] for start, end in pairs)
        inside = kernel.total_within(self.running, self._lengths, candidate.starts, candidate.ends)
        beside = self._total - inside
        return Doubts(
            outside=beside / max(chars[-1], _SHORTEST),
            inside=inside / max(text, 1),
            signs=self.signs(candidate),
        )

    def signs(self, candidate: Candidate) -> float:
        """Return how many signs of a record the records have, on average and at most three."""
        step = max(1, len(candidate) // _LOOKED_AT)
        pairs = [*zip(candidate.starts[::step], candidate.ends[::step], strict=True)]
        images, found = self._signals.images, 0
        for start, end in pairs:
            found += self._signs.count(start, end) + (images[end] > images[start])
            found += 2 * (self._labels[start] in self._marked)
        return min(found / len(pairs), MOST_SIGNS)
