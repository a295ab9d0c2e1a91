"""Siblings that lead to a page of the same kind each are records of one list, however they look.

A first story has a larger picture and another class, videos among texts have another element. What
they share with the others is where they lead: every record to one page of its own, all pages in one
folder. Such siblings, and such parts with a heading just before the list, are added to its records.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.links import kind_of
from windrow.detect.auto.signals import Signals
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["with_kindred"]

# Fewer records do not show where the others lead, and these many do: chosen, not measured.
_FEWEST, _LOOKED_AT = 3, 6
# The list is among at most this many siblings per record, so that a page takes time in its size
# only; and a first record is at most this many times as long as the mean. Chosen, not measured.
_MOST, _LONGEST = 8, 12
# How far up the part before the list may be: it is in a box, and so is the list. Chosen.
_LEVELS = 3
# What the list fills alone.
_WHOLE = frozenset(("body", "table", "tbody"))


def with_kindred(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* with its siblings that lead to a page of the same kind.

    >>> from windrow.detect.auto.signals import measure
    >>> story = '(h3(a[href=/n/{0}]"Story {0}") p"Day {0}")'.format
    >>> stories = [name + story(k) for k, name in enumerate("bddbdd")]
    >>> tree = Tree.from_text(f"ul({' '.join(stories)})")
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
    siblings = reader.siblings(parent)
    spans = siblings or [*zip(starts, ends, strict=True)]
    leads = reader.before(parent, spans)
    if not siblings and not leads:
        return candidate
    first, last = zip(*leads, *spans, strict=True)
    return Candidate(array("i", first), array("i", last), candidate.generators)


_Span = tuple[int, int]


class _Leading:
    """Knows where the records of one list lead."""

    def __init__(self, tree: Tree, signals: Signals, candidate: Candidate) -> None:
        self._tree, self._signals = tree, signals
        self._own = [*zip(candidate.starts, candidate.ends, strict=True)]
        self._link = tree.label_numbers["a"]
        # Where each part leads is asked several times.
        self._found: dict[_Span, list[str]] = {}
        self._led: dict[_Span, set[str]] = {}

    def siblings(self, parent: int) -> list[_Span]:
        """Return the records and their siblings, if all records lead to a page of their own.

        The list is empty if there are no others.
        """
        own, units = self._own, self._parts(parent)
        if len(units) == len(own) or len(units) > _MOST * len(own) or not self._kind:
            return []
        known = {*own}
        # Mostly the others are headings and the like, which is cheap to see.
        if not any(self._is_kindred(*unit) for unit in units if unit not in known):
            return []
        first, last = own[0][0], own[-1][1]
        # Parts between the records that lead to such pages are records, or everything stays.
        between = (unit for unit in units if first <= unit[0] < last)
        if any(self._targets(*unit) and not self._is_kindred(*unit) for unit in between):
            return []
        found = [unit for unit in units if self._is_kindred(*unit)]
        pages = {address for unit in found for address in self._targets(*unit)}
        return found if len(own) < len(found) == len(pages) else []

    def before(self, parent: int, spans: Sequence[_Span]) -> list[_Span]:
        """Return the parts just before the list that have a heading and lead to one page each."""
        above, node = self._around(parent, spans[0][0])
        found: list[_Span] = []
        known: set[str] = set()
        for start, end in reversed(self._parts(above) if above >= 0 else []):
            if start >= node:
                continue
            if len(found) >= len(spans) or not self._is_lead(start, end, parent):
                break
            # Most pages have no such part, so the other addresses are read late.
            known = known or {address for span in spans for address in self._targets(*span)}
            own = self._targets(start, end)
            if own <= known:
                break
            known |= own
            found.append((start, end))
        return found[::-1]

    def _parts(self, parent: int) -> list[_Span]:
        """Return the children with content, each with its end."""
        sizes = self._tree.sizes
        spans = [(child, child + sizes[child]) for child in self._tree.children(parent)]
        return [span for span in spans if self._signals.has(*span)]

    def _around(self, parent: int, first: int) -> tuple[int, int]:
        """Return the nearest node with more before the list, and its child that the list is in."""
        tree, node = self._tree, parent
        if tree.label(parent) in _WHOLE:
            return -1, -1
        for _ in range(_LEVELS):
            above = tree.parents[node]
            if above < 0 or tree.label(above) in ("html", "tr"):
                break
            if self._signals.has(above + 1, first):
                return above, node
            node = above
        return -1, -1

    def _is_lead(self, start: int, end: int, parent: int) -> bool:
        """Return whether a part is like a record, but more prominent."""
        signals, labels = self._signals, self._tree.labels
        if signals.links[start] == signals.links[end]:
            return False
        if signals.outer[start] != signals.outer[parent]:
            return False
        if signals.chars[end] - signals.chars[start] > _LONGEST * self._mean:
            return False
        names = map(self._tree.names.__getitem__, labels[start:end])
        headings = [name for name in names if name in HEADINGS]
        return len(headings) == 1 and headings != ["h1"] and self._is_kindred(start, end)

    def _is_kindred(self, start: int, end: int) -> bool:
        """Return whether a part says enough for a record, and leads to one page of their kind."""
        signals = self._signals
        if signals.links[start] == signals.links[end] or not self._kind:
            return False
        if self._dated and signals.dates[start] == signals.dates[end]:
            return False
        return signals.words[end] - signals.words[start] > 1 == len(self._targets(start, end))

    @cached_property
    def _mean(self) -> float:
        chars = self._signals.chars
        return sum(chars[end] - chars[start] for start, end in self._own) / len(self._own)

    @cached_property
    def _dated(self) -> bool:
        dates = self._signals.dates
        return all(dates[end] > dates[start] for start, end in self._own)

    @cached_property
    def _kind(self) -> str:
        """The kind of pages to which each of the first records leads; "" for none."""
        first, *others = self._own[:_LOOKED_AT]
        kinds = [{*map(kind_of, self._addresses(*span))} for span in others]
        for kind in map(kind_of, self._addresses(*first)):
            if kind and all(kind in own for own in kinds):
                return kind
        return ""

    def _targets(self, start: int, end: int) -> set[str]:
        """Return the pages of the kind that a part leads to."""
        found = self._led.get((start, end))
        if found is None:
            addresses = {*self._addresses(start, end)}
            found = {address for address in addresses if kind_of(address) == self._kind}
            self._led[start, end] = found
        return found

    def _addresses(self, start: int, end: int) -> list[str]:
        found = self._found.get((start, end))
        if found is None:
            addresses = self._tree.values(start, end, self._link, "href")
            found = self._found[start, end] = [*filter(None, addresses)]
        return found
