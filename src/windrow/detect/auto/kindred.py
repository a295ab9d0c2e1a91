"""Siblings that lead to a page of the same kind each are records of one list, however they look.

A first story has a larger picture and another class, videos among texts have another element. What
they share with the others is where they lead: every record to one page of its own, all pages in one
folder. Such siblings, and one such part just before the list, are added to its records.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.links import kind_of
from windrow.detect.auto.signals import Signals
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["with_kindred"]

# Fewer records do not show where the others lead: chosen, not measured.
_FEWEST = 3
# The list is among at most this many siblings per record, so that a page takes time in its size
# only; and a first record is at most this many times as long as the mean. Chosen, not measured.
_MOST, _LONGEST = 8, 12
# How far up the part before the list may be: it is in a box, and so is the list. Chosen.
_LEVELS = 3
_LEADS = HEADINGS - {"h1"}


def with_kindred(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* with its siblings that lead to a page of the same kind.

    >>> from windrow.detect.auto.signals import measure
    >>> story = '(h3(a[href=/n/{0}]"Story {0}") p"Day {0}")'.format
    >>> tree = Tree.from_text("ul(" + " ".join(f"{n}{story(k)}" for k, n in enumerate("bddbdd")) + ")")
    >>> starts = [n for n in range(len(tree)) if tree.label(n) == "d"]
    >>> found = Candidate(array("i", starts), array("i", [n + tree.sizes[n] for n in starts]), 0)
    >>> len(with_kindred(tree, measure(tree), found))
    6
    """
    starts, ends = candidate.starts, candidate.ends
    links, parents = signals.links, tree.parents
    parent = parents[starts[0]]
    if len(starts) < _FEWEST or any(parents[start] != parent for start in starts):
        return candidate
    if any(map(int.__eq__, map(links.__getitem__, starts), map(links.__getitem__, ends))):
        return candidate
    reader = _Leading(tree, signals, candidate)
    if not reader.kind:
        return candidate
    found = reader.siblings(parent)
    lead = reader.before(parent, found[0])
    if lead >= 0:
        found = [lead, *found]
    if found == [*starts]:
        return candidate
    sizes = tree.sizes
    if len(found) <= len(starts):
        return candidate
    return Candidate(
        array("i", found), array("i", [node + sizes[node] for node in found]), candidate.generators
    )


class _Leading:
    """Knows where the records of one list lead."""

    def __init__(self, tree: Tree, signals: Signals, candidate: Candidate) -> None:
        self._tree, self._signals, self._own = tree, signals, candidate
        spans = [*zip(candidate.starts, candidate.ends, strict=True)]
        self.kind = self._kind(spans[: 2 * _FEWEST])
        self._known: set[str] = set()
        self._dated = all(signals.dates[end] > signals.dates[start] for start, end in spans)
        self._headed = all(self._headings(start, end) for start, end in spans[:_FEWEST])
        chars = signals.chars
        self._mean = sum(chars[end] - chars[start] for start, end in spans) / len(spans)

    def siblings(self, parent: int) -> list[int]:
        """Return the records and their siblings, if each leads to a page of its own."""
        tree, own = self._tree, self._own
        known = [*own.starts]
        units = [c for c in tree.children(parent) if self._signals.has(c, c + tree.sizes[c])]
        if len(units) == len(known) or len(units) > _MOST * len(known):
            self._known = self._targets_of(zip(own.starts, own.ends, strict=True))
            return known
        leading = {unit: self.targets(unit, unit + tree.sizes[unit]) for unit in units}
        kept = [unit for unit in units if len(leading[unit]) == 1 and self._says_enough(unit)]
        everywhere = [address for unit in kept for address in leading[unit]]
        self._known = {*everywhere}
        inside = [unit for unit in units if known[0] <= unit < own.ends[-1]]
        if len(everywhere) > len(self._known) or not {*known, *inside} <= {*kept}:
            self._known = self._targets_of(zip(own.starts, own.ends, strict=True))
            return known
        return kept

    def before(self, parent: int, first: int) -> int:
        """Return the part just before the list that leads to one page of the same kind, or -1."""
        tree, signals = self._tree, self._signals
        sizes, node = tree.sizes, parent
        if tree.label(parent) in ("body", "table", "tbody"):
            return -1
        for _ in range(_LEVELS):
            above = tree.parents[node]
            if above < 0 or tree.label(above) in ("html", "tr"):
                return -1
            if signals.has(above + 1, first):
                break
            node = above
        else:
            return -1
        before = [c for c in tree.children(above) if c < node and signals.has(c, c + sizes[c])]
        if not before or signals.outer[before[-1]] != signals.outer[parent]:
            return -1
        lead = before[-1]
        return lead if self._is_lead(lead, lead + sizes[lead]) else -1

    def _is_lead(self, start: int, end: int) -> bool:
        chars = self._signals.chars
        if not self._headed or chars[end] - chars[start] > _LONGEST * self._mean:
            return False
        own = self.targets(start, end)
        if len(own) != 1 or own <= self._known or not self._says_enough(start):
            return False
        labels = Counter(map(self._tree.label, range(start, end)))
        return not labels["h1"] and self._headings(start, end) == 1

    def _says_enough(self, node: int) -> bool:
        """Return whether a part has two texts or more, and a date if all records have one."""
        signals, end = self._signals, node + self._tree.sizes[node]
        if self._dated and signals.dates[node] == signals.dates[end]:
            return False
        return signals.words[end] - signals.words[node] > 1

    def _headings(self, start: int, end: int) -> int:
        return sum(self._tree.label(node) in _LEADS for node in range(start, end))

    def _kind(self, spans: Sequence[tuple[int, int]]) -> str:
        """Return the kind of pages to which each of the first records leads; "" for none."""
        kinds = [{kind_of(address) for address in self._addresses(*span)} for span in spans]
        shared = set.intersection(*kinds) - {""}
        first = [k for address in self._addresses(*spans[0]) if (k := kind_of(address)) in shared]
        return first[0] if first else ""

    def targets(self, start: int, end: int) -> set[str]:
        """Return the pages of the kind that a part leads to."""
        return {
            address for address in self._addresses(start, end) if kind_of(address) == self.kind
        }

    def _targets_of(self, spans: Iterator[tuple[int, int]]) -> set[str]:
        return {address for span in spans for address in self.targets(*span)}

    def _addresses(self, start: int, end: int) -> list[str]:
        if self._signals.links[start] == self._signals.links[end]:
            return []
        addresses = (self._tree.attribute(node, "href") for node in range(start, end))
        return [address for address in addresses if address]


