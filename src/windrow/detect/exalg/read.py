"""Reads pages with the classes of a template: where their tokens are, and the data between them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from windrow.detect.exalg.chain import longest_chain
from windrow.detect.exalg.classes import PageWords, first_roles
from windrow.detect.exalg.parts import DataGap, Leaf, Part, fields_in
from windrow.detect.pages import Mark, PageTokens, Stretch, is_tag

__all__ = ["Reader"]

# A page with less of the tokens of a class that pages have once lacks the class. Chosen, not
# measured.
_ENOUGH = 0.5

# A token with more places than this is sought between those with fewer. Chosen, not measured.
_FEW = 3


class Reader:
    """Reads one page.

    On other pages than the learned ones some tokens of a class may be absent, of which
    [arasu2003] says nothing: of a class that pages have once, the longest chain of
    tokens in their order counts; of a list, every part has all its tokens.
    """

    def __init__(self, page: PageTokens) -> None:
        self._words = PageWords.of(page.words)
        self._roles = first_roles(self._words.words)
        self._places: dict[tuple[str, str], list[int]] = {}
        for at, role in enumerate(self._roles):
            self._places.setdefault(role, []).append(at)
        self._widths: dict[int, int] = {}  # how many fields a part has
        self.seen: dict[int, Counter[str]] = {}
        """The paths of data in each gap, by the identity of the gap, and how often one has it."""

    def read(self, top: DataGap) -> tuple[tuple[Mark, ...], float]:
        """Return what a template reads, and which share of what every page had is there."""
        end = len(self._roles)
        sought = found = 0
        for part in top.parts:
            if not part.optional and not part.is_list:
                sought += len(part.roles)
                found += len(self._chain(part, 0, end))
            elif not part.optional:
                sought += 1
                found += next(self._occurrences(part, 0, end), None) is not None
        return tuple(self._gap(top, 0, end)), found / sought if sought else 0.0

    def _gap(self, gap: DataGap, start: int, end: int) -> list[Mark]:
        """Return the marks of a gap from one place to another, in the order of its fields."""
        marks: list[Mark] = []
        taken: list[tuple[int, int]] = []
        for part in gap.parts:
            if part.is_list:
                places = [*self._occurrences(part, start, end)]
                parts = tuple(self._stretch(part, one) for one in places)
                marks += [parts or None] if self._width(part) else []
                taken += [(one[0], one[-1]) for one in places]
                continue
            chain = self._chain(part, start, end)
            if len(chain) < _ENOUGH * len(part.roles):
                marks += [None] * self._width(part)
                continue
            taken.append((chain[0][1], chain[-1][1]))
            marks += self._between(part, chain)
        return [*self._leaves(gap, self._loose(start, end, taken)), *marks]

    def _between(self, part: Part, chain: Sequence[tuple[int, int]]) -> Iterator[Mark]:
        """Yield the marks of the gaps of a part of which these tokens were found."""
        at = 0
        for k, gap in enumerate(part.gaps):
            while at + 1 < len(chain) and chain[at + 1][0] <= k:
                at += 1
            inside = chain[at][0] <= k and at + 1 < len(chain)
            # Where a token is absent, the gaps on both sides of it are one.
            start, end = (chain[at][1] + 1, chain[at + 1][1]) if inside else (0, 0)
            yield from self._gap(gap, start, end)

    def _stretch(self, part: Part, places: Sequence[int]) -> Stretch:
        marks = [*self._between(part, [*enumerate(places)])]
        tokens = self._words.tokens
        return Stretch(tokens[places[0]], tokens[places[-1]] + 1, tuple(marks))

    def _chain(self, part: Part, start: int, end: int) -> list[tuple[int, int]]:
        """Return the tokens of a part that are there, in order: numbers and places.

        The longest chain of those with few places is sure; the others follow each other between.
        """
        pairs = []
        for number, role in enumerate(part.roles):
            places = self._within(role, start, end)
            pairs += [(number, at) for at in places] if len(places) <= _FEW else []
        found: list[tuple[int, int]] = []
        last = start - 1
        for number, place in [*longest_chain(pairs), (len(part.roles), end)]:
            for between in range(found[-1][0] + 1 if found else 0, number):
                if places := self._within(part.roles[between], last + 1, place):
                    last = places[0]
                    found.append((between, last))
            if number < len(part.roles):
                found.append((number, place))
                last = place
        return found

    def _occurrences(self, part: Part, start: int, end: int) -> Iterator[tuple[int, ...]]:
        """Yield the places of the tokens of every occurrence of a list's part."""
        starts = self._within(part.roles[0], start, end)
        # The last one may go on to the end.
        for at, last in zip(starts, [*starts[1:], end], strict=False):
            places = [at]
            for role in part.roles[1:]:
                found = self._within(role, places[-1] + 1, last)
                if not found:
                    break
                places.append(found[0])
            else:
                yield tuple(places)

    def _within(self, role: tuple[str, str], start: int, end: int) -> list[int]:
        """Return the places of a role from *start* up to *end*."""
        places = self._places.get(role, [])
        first = bisect_left(places, start)
        return places[first : bisect_left(places, end, first)]

    def _loose(self, start: int, end: int, taken: list[tuple[int, int]]) -> Iterator[int]:
        """Yield the places of words between the parts that were taken."""
        at = start
        for first, last in [*sorted(taken), (end, end)]:
            for place in range(at, first):
                if not is_tag(self._words.words[place]):
                    yield place
            at = max(at, last + 1)

    def _leaves(self, gap: DataGap, loose: Iterator[int]) -> list[Mark]:
        """Return the texts that the values of a gap are in."""
        found: dict[Leaf, int] = {}
        counts: Counter[str] = Counter()
        before = -1
        for place in loose:
            token = self._words.tokens[place]
            if token != before:
                path = self._roles[place][1]
                found[Leaf(path, counts[path])] = token
                counts[path] += 1
            before = token
        self.seen[id(gap)] = self.seen.get(id(gap), Counter()) | counts
        return [found.get(leaf) for leaf in gap.leaves]

    def _width(self, part: Part) -> int:
        if id(part) not in self._widths:
            self._widths[id(part)] = len([*fields_in(DataGap(parts=(part,)))])
        return self._widths[id(part)]
