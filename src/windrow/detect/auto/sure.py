"""How sure a table is: its rank, and whether the page is about a list at all.

The ranking compares the candidates of one page, and every article has a best one: its paragraphs
are as regular as any list, and related stories are a list beside it. Two things distinguish
articles from lists. Articles have running text (long pieces outside links) in the records and
even more beside them; and their paragraphs lack the signs of a record: a link, a picture, a
number, several short texts, a row of a table. And a list may be cut wrong: then text is left
between its records, or one of them is as long as many.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import exp, log
from pathlib import Path

from windrow.detect.auto.beside import is_called_beside
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.facts import are_explained, are_facts, are_inputs
from windrow.detect.auto.main_part import is_line
from windrow.detect.auto.margins import Margins
from windrow.detect.auto.rank import NAMES, Ranked
from windrow.detect.auto.signals import SENTENCE, Signals
from windrow.kernels.auto import signs as kernel
from windrow.tree import Tree

__all__ = ["UNSURE", "Doubting", "Doubts", "Sureness"]

# A page with less text than this is not an article, even if a sentence introduces its list:
# chosen, not measured.
_SHORTEST = 1500
# Records with this many signs may describe a thing at length: chosen, not measured.
_TWO_SIGNS = 2.0
# More records do not make a list surer: chosen, not measured.
_ENOUGH = log(8)
# A menu alone is not surer than this: a page without a list has no sure table. By definition.
UNSURE = 0.5
# Counted on the labelled pages, sites set aside not among them: 23 right lists are bare links; none
# is outside of the main part of its page, or has a class like "menu". The share of records that are
# only links is chosen, not measured.
_BARE = 0.9
# A list with this share of the text of the page is not beside the point: chosen, not measured.
_MOST = 0.5
_SINGLE, _LINKED, _AGAINST, _SIMILAR, _LINK, _PICTURES, _DIGIT, _LONGEST_COLUMN, _SHARE = map(
    NAMES.index,
    "single all_link negative similarity link pictures digit longest_column page_share".split(),
)
# This few records that share less than this with each other are the parts of a page: chosen, not
# measured.
_FEW, _UNLIKE = 6, 0.2
# This few records without a link or a digit, one of whose columns has texts of more characters on
# average (as a logarithm), are the advantages of something. Chosen, not measured: on the labelled
# pages, sites set aside not among them, no wanted list is like this.
_PRAISE, _SAYS = 4, log(1 + 20)
_SIGNS, _RECORDS, _KEY, _DATED, _GAPS, _LONGEST = map(
    NAMES.index, ("signs", "records", "key", "dated", "gaps", "most_share")
)


@dataclass(slots=True)
class Doubts:
    """What makes it more or less likely that the page is about this list; it never changes."""

    outside: float  # running text beside the records, as a share of the text of the page
    inside: float  # running text in records that lack signs, as a share of their text
    signs: float  # of a record, 0..3
    records: float  # ln(records), of at most 8: two or three may be the blocks of a page
    key: float  # the largest share of different values in a column
    apart: float  # share of neighbours with text between them: parts that the records may lack
    longest: float  # ln(longest / mean length): the longest may be several records
    outer: float  # 1 outside of the page's main part: in its menu, beside it, in its footer


_DOUBTS = tuple(field.name for field in fields(Doubts))


@dataclass(frozen=True, slots=True)
class Sureness:
    """Turns the rank of a candidate, and `Doubts`, into a probability."""

    value: float = 1.0
    cut: float = 0.0
    lists: float = 0.0
    outside: float = 0.0
    inside: float = 0.0
    signs: float = 0.0
    records: float = 0.0
    key: float = 0.0
    apart: float = 0.0
    longest: float = 0.0
    outer: float = 0.0
    offset: float = 0.0
    behind: float = 1.0
    after: float = 0.0

    @classmethod
    @cache
    def shipped(cls) -> Sureness:
        """Return the numbers that come with the package; ``bench/fit.py`` finds them."""
        return cls(**json.loads(Path(__file__).with_name("sureness.json").read_text("utf-8")))

    def score(self, value: float, ahead: Margins, doubts: Doubts) -> float:
        """Return how sure it is that a candidate is right: 0.9 is right nine times in ten.

        *value* is the result of the ranking's formula, *ahead* the lead over the rivals.

        >>> doubts = Doubts(0.5, inside=0, signs=3, records=2, key=1, apart=0, longest=0.1, outer=0)
        >>> Sureness(outside=-4.0).score(2.0, Margins(0.0, 0.0), doubts)
        0.5
        """
        power = self.value * value + self.cut * ahead.cut + self.lists * ahead.lists + self.offset
        power += self.added(doubts)
        return 1 / (1 + exp(-max(-30.0, min(30.0, power))))

    def further(self, behind: float) -> float:
        """Return how likely a list after the first is also wanted, if a page has several.

        *behind* is its value by the ranking's formula minus that of the first, so mostly negative.

        >>> Sureness(behind=0.5, after=1.0).further(-2.0)
        0.5
        """
        return 1 / (1 + exp(-max(-30.0, self.behind * behind + self.after)))

    def added(self, doubts: Doubts) -> float:
        """Return what *doubts* add before the sum becomes a probability."""
        return sum(float(getattr(self, n)) * float(getattr(doubts, n)) for n in _DOUBTS)


class Doubting:
    """Judges for the candidates of one page how likely the page is about them."""

    def __init__(self, tree: Tree, signals: Signals) -> None:
        self._tree, self._signals = tree, signals
        # Running text: the long pieces that are not in links, as nodes and their lengths.
        self.running, self._lengths = kernel.long_texts(signals.chars, signals.linked, SENTENCE)
        self._total = sum(self._lengths)

    def doubts(self, entry: Ranked) -> Doubts:
        """Return what counts for and against the candidate of *entry*."""
        chars, candidate = self._signals.chars, entry.candidate
        text = sum(map(chars.__getitem__, candidate.ends))
        text -= sum(map(chars.__getitem__, candidate.starts))
        inside = kernel.total_within(self.running, self._lengths, candidate.starts, candidate.ends)
        beside = self._total - inside
        signs, dated = entry.numbers[_SIGNS], entry.numbers[_DATED]
        # Lines that all have a date are not paragraphs, whatever else they lack.
        lacking = max(0.0, min(1.0, _TWO_SIGNS * (1 - dated) - signs))
        if inside and lacking and are_explained(self._tree, candidate):
            lacking = 0.0
        return Doubts(
            outside=beside / max(chars[-1], _SHORTEST),
            inside=inside / max(text, 1) * lacking,
            signs=signs,
            records=min(entry.numbers[_RECORDS], _ENOUGH),
            key=entry.numbers[_KEY],
            apart=entry.numbers[_GAPS],
            longest=log(max(entry.numbers[_LONGEST], 1e-3)) + entry.numbers[_RECORDS],
            outer=float(any(self._signals.outer[candidate.starts[k]] for k in (0, -1))),
        )

    def is_no_list(self, entry: Ranked) -> bool:
        """Return whether a list is a menu, parts of a page, facts, or called beside the point."""
        candidate, numbers = entry.candidate, entry.numbers
        if len(candidate) <= _FEW and numbers[_SIMILAR] < _UNLIKE:
            return True
        if numbers[_LINK] < 1 - _BARE and self._is_about_one(candidate, numbers):
            return True
        if self._is_menu(entry):
            return True
        # Mostly the list has most of the text, which means nothing where there is hardly any.
        if numbers[_SHARE] >= _MOST and self._signals.chars[-1] >= _SHORTEST:
            return False
        return is_called_beside(self._tree, (candidate.starts, candidate.ends))

    def _is_about_one(self, candidate: Candidate, numbers: Sequence[float]) -> bool:
        """Return whether records without links praise one thing, tell about it, or ask."""
        tree = self._tree
        if len(candidate) <= _PRAISE and numbers[_DIGIT] == 0 and numbers[_LONGEST_COLUMN] > _SAYS:
            return tree.label(candidate.starts[0]) != "tr"
        if numbers[_SINGLE] >= _BARE and are_inputs(tree, candidate):
            return True
        return numbers[_PICTURES] < 1 - _BARE and are_facts(tree, candidate)

    def _is_menu(self, entry: Ranked) -> bool:
        """Return whether a list is a menu: bare links, and their place or class says so."""
        candidate, numbers = entry.candidate, entry.numbers
        if min(numbers[_SINGLE], numbers[_LINKED]) < _BARE:
            return False
        outer = self._signals.outer
        return (
            numbers[_AGAINST] > 0
            or any(outer[candidate.starts[k]] for k in (0, -1))
            or is_line(self._tree, self._signals, (candidate.starts, candidate.ends))
        )
