"""Rows of numbers that lead to pages: 1 [2] 3 4 ... 20; one is the current page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import TypeAlias

from windrow.crawl.addresses import identity, same_page
from windrow.crawl.links import PageLink, as_number, numbers_in, without_numbers, words
from windrow.tree import Tree
from windrow.tree.tree import TEXT

__all__ = ["Numbered", "numbered"]

_Counted: TypeAlias = Mapping[int, int]
"""The numbers that count in an address, by their places in it."""

# Nodes between two numbers of one row. Chosen, not measured.
_APART = 8
# Boxes above a number that can mark it as the current one. Chosen, not measured.
_ABOVE = 3
# Bytes of a text that may be a number with signs around it. Chosen, not measured.
_SHORT = 16
_YEARS = range(1900, 2100)
_CURRENT = frozenset("current currentpage active selected here on cur this aktiv actual".split())


@dataclass(frozen=True, slots=True)
class _Number:
    node: int
    value: int
    link: PageLink | None  # the link around it, if that leads anywhere
    look: tuple[object, ...]  # how it is marked up
    marked: bool  # as the current one, by a class or by aria-current


@dataclass(frozen=True, slots=True)
class Numbered:
    """The rows of numbers on a page."""

    following: frozenset[int]  # the links right after the current page's number
    certain: frozenset[int]  # those in rows that mark the current page, with counting addresses
    addresses: frozenset[str]  # of all links in rows
    beside: frozenset[int] = frozenset()  # links with words beside rows that have a next number
    next: Mapping[str, _Counted] = field(default_factory=dict)  # by address, with # for numbers
    fixed: Mapping[str, Sequence[_Counted]] = field(default_factory=dict)  # numbers all links share

    def is_like(self, address: str) -> bool:
        """Return whether *address* differs from those of a row only in what its numbers count.

        >>> rows = Numbered(frozenset(), frozenset(), frozenset(), fixed={"/l?p=#&t=#": [{1: 7}]})
        >>> rows.is_like("/l?t=7&p=3"), rows.is_like("/l?t=8&p=3")
        (True, False)
        """
        rows = self.fixed.get(_kind(address), ()) if self.fixed else ()
        numbers = numbers_in(identity(address)) if rows else []
        return any(all(numbers[k] == value for k, value in row.items()) for row in rows)

    def passes(self, address: str) -> bool:
        """Return whether *address* is of a page of a row, but not of the one after the current."""
        counted = self.next.get(_kind(address)) if self.next else None
        if not counted:
            return False
        numbers = numbers_in(identity(address))
        return all(numbers[place] != value for place, value in counted.items())


def numbered(tree: Tree, links: Mapping[int, PageLink], own: str = "") -> Numbered:
    """Return the links in rows of numbers, and those that follow the current page there.

    >>> tree = Tree.from_text('p(b"1" a[href=/2]"2" a[href=/3]"3")')
    >>> from windrow.crawl.links import links_of
    >>> numbered(tree, {link.node: link for link in links_of(tree, "")}).following
    frozenset({2})
    """
    following, certain, addresses, beside = set[int](), set[int](), set[str](), set[int]()
    counted: dict[str, _Counted] = {}
    fixed: dict[str, list[_Counted]] = {}
    for row in _rows(tree, links):
        # Years lead to archives.
        if all(one.value in _YEARS for one in row):
            continue
        here = _current(row, same_page(own) if own else "")
        links_after = [one.link for one in row if one.link and one.value == here + 1]
        after = {link.node for link in links_after}
        following |= after
        if _is_certain(row, here):
            certain |= after
            for link in links_after:
                counted[_kind(link.address)] = _counting(row, link.address)
        if len(row) > 1:
            addresses |= {one.link.address for one in row if one.link}
            for kind, numbers in _fixed(row):
                fixed.setdefault(kind, []).append(numbers)
            beside |= {*_beside(row, links)} if after else set()
    return Numbered(
        frozenset(following), frozenset(certain), frozenset(addresses), frozenset(beside), counted,
        fixed,
    )  # fmt: skip


def _counting(row: Sequence[_Number], address: str) -> _Counted:
    """Return the numbers of *address* in which the addresses of a row differ."""
    every = [numbers_in(identity(one.link.address)) for one in row if one.link]
    places = [place for place, some in enumerate(zip(*every, strict=True)) if len({*some}) > 1]
    numbers = numbers_in(identity(address))
    return {place: numbers[place] for place in places}


def _fixed(row: Sequence[_Number]) -> Iterator[tuple[str, _Counted]]:
    """Yield each kind of addresses of a row with the numbers that do not count its pages."""
    kinds: dict[str, list[tuple[int, list[int]]]] = {}
    for one in row:
        if one.link:
            kind, numbers = _kind(one.link.address), numbers_in(identity(one.link.address))
            kinds.setdefault(kind, []).append((one.value, numbers))
    for kind, some in kinds.items():
        first_value, first = some[0]
        shared = (
            place
            for place, number in enumerate(first)
            if all(numbers[place] == number for _, numbers in some[1:])
            # A single address says what it counts by the number that leads there.
            and (len(some) > 1 or number != first_value)
        )
        yield kind, {place: first[place] for place in shared}


def _beside(row: Sequence[_Number], links: Mapping[int, PageLink]) -> Iterator[int]:
    """Yield the links right before and right after a row of numbers."""
    first, last = row[0].node, row[-1].node
    for node in (*range(first - _APART, first), *range(last + 1, last + _APART + 1)):
        if node in links and links[node].number is None:
            yield node


def _is_certain(row: Sequence[_Number], here: int) -> bool:
    """Return whether a row marks the current page, and its addresses grow with the numbers."""
    marked = any(one.value == here and (one.link is None or one.marked) for one in row)
    linked = [(one.value, one.link.address) for one in row if one.link]
    return marked and len(row) > 2 and _counts_along(linked)


def _counts_along(linked: Sequence[tuple[int, str]]) -> bool:
    """Return whether all numbers in which addresses differ grow with the number of the link.

    >>> _counts_along([(2, "/l?start=20"), (3, "/l?start=40"), (9, "/l?start=160")])
    True
    >>> _counts_along([(2, "/l?page=2&start=20"), (3, "/l?page=3&start=40")])
    True
    >>> _counts_along([(1, "/hay/1870"), (2, "/hay/1540"), (3, "/hay/2010")])
    False
    """
    if len({_kind(address) for _, address in linked}) != 1:
        return False
    numbers = [numbers_in(identity(address)) for _, address in linked]
    varying = [place for place in zip(*numbers, strict=True) if len({*place}) > 1]
    if not varying:
        return len(linked) == 1
    return all(_is_even(place, [number for number, _ in linked]) for place in varying)


def _is_even(values: Sequence[int], numbers: Sequence[int]) -> bool:
    """Return whether *values* grow by the same amount from each of the *numbers* to the next."""
    first, step = numbers[1] - numbers[0], values[1] - values[0]
    steps = zip(pairwise(values), pairwise(numbers), strict=True)
    return step > 0 and all((b - a) * first == step * (n - m) for (a, b), (m, n) in steps)


def _rows(tree: Tree, links: Mapping[int, PageLink]) -> Iterator[list[_Number]]:
    row: list[_Number] = []
    for one in _numbers(tree, links):
        if row and not (one.node - row[-1].node <= _APART and one.value > row[-1].value):
            yield row
            row = []
        row.append(one)
    yield row


def _kind(address: str) -> str:
    """Return what the addresses of the pages of a list share, in whatever order they ask for it."""
    return without_numbers(identity(address))


def _numbers(tree: Tree, links: Mapping[int, PageLink]) -> Iterator[_Number]:
    for node in range(len(tree)):
        if (value := _value(tree, node)) is None:
            continue
        above = [node, *islice(tree.ancestors(node), _ABOVE)]
        link = next((links[place] for place in above if place in links), None)
        # A link to nowhere does not count: some pages have one on the current number.
        link = link if link and link.address else None
        classes = [tree.attribute(place, "class") or "" for place in above[:_ABOVE]]
        marked = any(tree.attribute(place, "aria-current") for place in above) or any(
            _CURRENT & {*words(names)} for names in classes
        )
        look = (link is not None, tree.label(node), *classes[:2])
        yield _Number(node, value, link, look, marked)


def _value(tree: Tree, node: int) -> int | None:
    """Return the number that a node shows, as text or as a picture that is called so."""
    if tree.kinds[node] & TEXT:
        short = tree.texts[2 * node + 1] - tree.texts[2 * node] <= _SHORT
        return as_number(tree.text(node)) if short else None
    return as_number(tree.attribute(node, "alt") or "") if tree.label(node) == "img" else None


def _current(row: Sequence[_Number], own: str) -> int:
    """Return the number of the current page; an impossible one if it is unknown."""
    looks = Counter(one.look for one in row)
    ways = (
        [one.value for one in row if one.link is None],
        [one.value for one in row if one.marked],
        [one.value for one in row if own and one.link and same_page(one.link.address) == own],
        [one.value for one in row if looks[one.look] == 1] if len(row) > 2 else [],
    )
    for found in ways:
        if len(found) == 1:
            return found[0]
    if any(ways[:2]):
        return -1
    if row and row[0].value == 2:
        return 1
    left_out = [one.value + 1 for one, after in pairwise(row) if after.value == one.value + 2]
    return left_out[0] if len(left_out) == 1 else -1
