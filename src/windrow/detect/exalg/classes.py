"""Equivalence classes: words and tags that occur equally often on every page, in one order."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from windrow.detect.pages import is_tag

__all__ = ["EquivalenceClass", "PageWords", "classes_of", "first_roles"]

# SizeThres and SupThres, the least tokens and pages of a class; [arasu2003], as we remember it: the
# text of the paper was not at hand.
_SIZE = 3
_SUPPORT = 3
# Rounds of classes and roles: real pages need a few. Chosen, not measured.
_ROUNDS = 6

Role: TypeAlias = Hashable
Gap: TypeAlias = tuple[int, int]
"""A class, and the token of it that the gap follows."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """A page as tags and single words, and the token that each is of."""

    words: tuple[str, ...]
    tokens: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Sequence[str]) -> PageWords:
        """Return the words of a page that is given as tags and texts.

        >>> PageWords.of(["<b>", "Book Name", "</b>"]).words
        ('<b>', 'Book', 'Name', '</b>')
        """
        found = [
            (word, at)
            for at, token in enumerate(tokens)
            for word in ([token] if is_tag(token) else token.split())
        ]
        return cls(tuple(word for word, _ in found), tuple(at for _, at in found))


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Tokens that occur equally often on every page, in the order of one occurrence."""

    roles: tuple[tuple[str, str], ...]  # words and the paths they are on
    vector: tuple[int, ...]
    places: tuple[tuple[tuple[int, ...], ...], ...]  # page, occurrence, place of each token
    around: Gap | None = None  # where all of it lies; None outside of all classes
    is_list: bool = False  # it occurs there several times
    optional: bool = False  # it may not occur there


def first_roles(page: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first role of each word: itself on its path of tags.

    >>> first_roles(["<p>", "<b>", "Ant", "</b>", "</p>"])[2]
    ('Ant', '<p><b>')
    """
    around: list[str] = []
    paths = [""]
    roles = []
    for word in page:
        if word.startswith("</") and around and around[-1] == f"<{word[2:]}":
            around.pop()
            paths.pop()
        roles.append((word, paths[-1]))
        if is_tag(word) and not word.startswith("</") and not word.endswith("/>"):
            around.append(word)
            paths.append(paths[-1] + word)
    return roles


def classes_of(pages: Sequence[Sequence[str]]) -> dict[int, EquivalenceClass]:
    """Return the classes of pages given as words, by the numbers that their gaps are named by.

    References
    ----------
    [arasu2003]. Equal tokens on different paths have different roles. Tokens with the same number
    of occurrences on each page are a class; of classes that cross, the smaller ones are left out.
    The occurrences of a class cut pages into gaps, and equal tokens in different gaps have
    different roles, too, until no role is new.
    """
    first = [first_roles(page) for page in pages]
    roles, known = _numbered(first)
    classes: dict[int, EquivalenceClass] = {}
    for _ in range(_ROUNDS):
        apart = _Apart([len(page) for page in pages])
        for one in _by_weight(_classes(first, roles)):
            apart.add(one)
        classes = apart.placed()
        roles, count = _numbered(
            [[*zip(own, gaps, strict=True)] for own, gaps in zip(roles, apart.gaps(), strict=True)]
        )
        if count == known:
            break
        known = count
    return classes


def _numbered(roles: Sequence[Sequence[Role]]) -> tuple[list[list[int]], int]:
    """Return the roles as numbers, and how many there are: nested ones would only grow."""
    numbers: dict[Role, int] = {}
    found = [[numbers.setdefault(role, len(numbers)) for role in page] for page in roles]
    return found, len(numbers)


def _classes(
    first: Sequence[Sequence[tuple[str, str]]], roles: Sequence[Sequence[int]]
) -> Iterator[EquivalenceClass]:
    """Yield the large and frequent classes, each with those tokens that come in one order."""
    places: dict[int, list[list[int]]] = defaultdict(lambda: [[] for _ in roles])
    names: dict[int, tuple[str, str]] = {}
    for page, own in enumerate(roles):
        for at, role in enumerate(own):
            places[role][page].append(at)
            names[role] = first[page][at]
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for role, found in places.items():
        groups[tuple(map(len, found))].append(role)
    for vector, group in groups.items():
        if sum(map(bool, vector)) < min(_SUPPORT, len(roles)) or len(group) < _SIZE:
            continue
        chosen = [group[k] for k in _ordered([places[role] for role in group])]
        if len(chosen) >= _SIZE:
            spans = tuple(
                tuple(zip(*(places[role][page] for role in chosen), strict=True))
                for page in range(len(roles))
            )
            yield EquivalenceClass(tuple(names[role] for role in chosen), vector, spans)


def _ordered(places: Sequence[list[list[int]]]) -> list[int]:
    """Return which of the tokens come in one order in every occurrence, none of them crossing."""
    page = next(k for k, found in enumerate(places[0]) if found)
    order = sorted(range(len(places)), key=lambda k: places[k][page][0])
    kept = [order[0]]
    first = places[order[0]]
    for k in order[1:]:
        last = places[kept[-1]]
        if all(
            before < here and (n + 1 == len(own) or here < start[n + 1])
            for own, previous, start in zip(places[k], last, first, strict=True)
            for n, (before, here) in enumerate(zip(previous, own, strict=True))
        ):
            kept.append(k)
    return kept


def _by_weight(classes: Iterator[EquivalenceClass]) -> list[EquivalenceClass]:
    """Return classes, those with many tokens on many pages first."""
    return sorted(
        classes, key=lambda one: (-len(one.roles) * sum(map(bool, one.vector)), one.vector)
    )


class _Apart:
    """Classes that do not cross, and for each place of the pages the innermost gap around it."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self._classes: list[EquivalenceClass] = []
        # Numbers of gaps, each of one occurrence: 0 is outside of all.
        self._inside = [array("i", bytes(4 * length)) for length in lengths]
        self._gaps: list[Gap | None] = [None]

    def add(self, one: EquivalenceClass) -> None:
        """Add a class, if it and every other one are apart, or all of one is in a gap of the other.

        What is in several gaps is several classes in the next round.
        """
        counts: Counter[int] = Counter()
        for inside, occurrences in zip(self._inside, one.places, strict=True):
            for places in occurrences:
                if len({inside[at] for at in places}) > 1:
                    return
                counts[inside[places[0]]] += 1
        if len({self._gaps[number] for number in counts}) > 1 or self._divides(one):
            return
        self._classes.append(one)
        for inside, occurrences in zip(self._inside, one.places, strict=True):
            for places in occurrences:
                self._cut(inside, places)

    def _divides(self, one: EquivalenceClass) -> bool:
        """Return whether a class has some occurrences of another one in a gap, and not all."""
        starts = [[places[0] for places in page] for page in one.places]
        for other in self._classes:
            found = {
                _gap_of(one.places[page], starts[page], places[0])
                for page, occurrences in enumerate(other.places)
                for places in occurrences
            }
            if len(found) > 1:
                return True
        return False

    def _cut(self, inside: array[int], places: Sequence[int]) -> None:
        """Number the gaps of an occurrence; what is in another class inside stays there."""
        outer = inside[places[0]]
        for gap, (start, end) in enumerate(pairwise(places)):
            self._gaps.append((len(self._classes) - 1, gap))
            new = len(self._gaps) - 1
            for at in range(start + 1, end):
                if inside[at] == outer:
                    inside[at] = new

    def placed(self) -> dict[int, EquivalenceClass]:
        """Return the classes by number, each with the gap that it lies in."""
        # How many gaps there are of each class and place, and how many pages.
        instances = Counter(self._gaps[1:])
        instances[None] = len(self._inside)
        found = {}
        for number, one in enumerate(self._classes):
            counts = Counter(
                (page, inside[places[0]])
                for page, (inside, occurrences) in enumerate(
                    zip(self._inside, one.places, strict=True)
                )
                for places in occurrences
            )
            gap = self._gaps[next(iter(counts))[1]]
            found[number] = replace(
                one,
                around=gap,
                is_list=max(counts.values()) > 1,
                optional=len(counts) < instances[gap],
            )
        return found

    def gaps(self) -> list[list[Gap | None]]:
        """Return for each place of the pages the gap it is in; None outside of all."""
        return [[self._gaps[number] for number in inside] for inside in self._inside]


def _gap_of(occurrences: Sequence[Sequence[int]], starts: Sequence[int], place: int) -> int | None:
    """Return in which gap of any of the *occurrences* a place is; None outside of them."""
    k = bisect_right(starts, place) - 1
    if k < 0 or place > occurrences[k][-1]:
        return None
    return bisect_right(occurrences[k], place) - 1
