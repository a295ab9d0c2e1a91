"""The union-free grammar of a string of symbols: which parts repeat, and the records in it.

A grammar is a chain of symbols, each once, in order of first appearance; some are optional, and
groups of neighbours repeat: ``(a(bc?)+)+``. Groups are nested in one another or apart.
"""

from array import array
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from windrow.match.sequence import occurrences

__all__ = [
    "Grammar",
    "GrammarGroup",
    "ListMatch",
    "ListRecord",
    "RecordList",
    "generate_grammar",
    "list_symbols",
    "match_lists",
]

# Bounds for strings without any order: the groups that are kept, and the levels of groups inside a
# group. Chosen, not measured: real strings have a handful of both.
_MOST_GROUPS = 1000
_MOST_LEVELS = 16


class GrammarGroup(NamedTuple):
    """A part of the chain that repeats: the symbols at places *start* to *end* - 1 of it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ListRecord:
    """One record of a list: places *start* to *end* - 1 of the string, and the lists in it."""

    start: int
    end: int
    lists: tuple["RecordList", ...] = ()


@dataclass(frozen=True, slots=True)
class RecordList:
    """A run of records of one group, one directly after the other."""

    group: GrammarGroup
    records: tuple[ListRecord, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The grammar of *string*.

    *groups* come in order of start, outer before inner. *dropped* are groups that crossed a kept
    one and cannot be written with it: if there are any, the expression may not fit the string.
    *lists* are the outermost lists of records in the string.
    """

    string: tuple[int, ...]
    chain: tuple[int, ...]
    optional: tuple[bool, ...]
    groups: tuple[GrammarGroup, ...]
    dropped: tuple[GrammarGroup, ...]
    lists: tuple[RecordList, ...]

    def expression(self, name: Callable[[int], str] = str) -> str:
        """Return the grammar as text, each symbol written as *name* says.

        >>> generate_grammar(b"abcbcababcab").expression(chr)
        '(a(bc?)+)+'
        """
        opened = Counter(group.start for group in self.groups)
        closed = Counter(group.end for group in self.groups)
        return "".join(
            "(" * opened[place]
            + name(symbol)
            + "?" * self.optional[place]
            + ")+" * closed[place + 1]
            for place, symbol in enumerate(self.chain)
        )

    def body(self, group: GrammarGroup) -> tuple[int, ...]:
        """Return the symbols of *group*, each once, in order."""
        return self.chain[group.start : group.end]


def generate_grammar(string: Sequence[int]) -> Grammar:
    """Return the grammar of *string*, assuming that the first record of a list has all symbols.

    Linear in the string: the number and the depth of groups have bounds.

    >>> grammar = generate_grammar(b"abaab")
    >>> grammar.expression(chr)
    '(ab?)+'
    >>> [(record.start, record.end) for record in grammar.lists[0].records]
    [(0, 2), (2, 3), (3, 5)]

    References
    ----------
    [jindal2010], GrammarGeneration. Where the printed algorithm cannot run: an edge back is
    direct, an unseen symbol first skips to the end of the chain, and of several edges back the
    nearest is taken.
    Beyond the paper: crossing groups are resolved, and the run of the automaton gives the records.
    """
    run = _Automaton()
    for symbol in string:
        run.read(symbol)
    run.skip(run.state, len(run.chain))
    groups, dropped = _resolve_crossings(run.taken)
    return Grammar(
        tuple(string),
        tuple(run.chain),
        tuple(map(bool, run.optional)),
        groups,
        dropped,
        _segment(run.trace, groups, len(run.chain)),
    )


@dataclass(frozen=True, slots=True)
class ListMatch:
    """A group found on both sides; None on the side where it is a list of length one.

    *symbols* are those that belong to the list on either side, each once.
    """

    first: GrammarGroup | None
    second: GrammarGroup | None
    symbols: tuple[int, ...]


def match_lists(
    first: Grammar, second: Grammar, *, list_match: Literal["each", "all"] = "each"
) -> tuple[ListMatch, ...]:
    """Return the groups of the two grammars that are the same list.

    Bodies are compared as sequences of the symbols that both sides have; what is optional does
    not matter. A group matches an equal group or at least one occurrence of its body on the other
    side. With *list_match* "all" either every group has a match, or none counts.

    >>> match_lists(generate_grammar(b"xxy"), generate_grammar(b"xy"))
    (ListMatch(first=GrammarGroup(start=0, end=1), second=None, symbols=(120,)),)

    References
    ----------
    [jindal2010] asks for equal expressions, but its own example matches a list with a single
    element, and one chance repetition must not disable a real list: hence "each".
    """
    if list_match not in ("each", "all"):
        raise ValueError(f"list_match={list_match!r}: give 'each' or 'all'")
    shared = {*first.chain} & {*second.chain}
    own, others = _by_body(first, shared), _by_body(second, shared)
    own_texts, other_texts = _texts(first, shared), _texts(second, shared)
    matches = []
    for body in {**own, **others}:
        if (body in own or _occurs(body, own_texts)) and (
            body in others or _occurs(body, other_texts)
        ):
            matches += _pair(first, own.get(body, [None]), second, others.get(body, [None]))
    found = {match.first for match in matches}, {match.second for match in matches}
    complete = found[0] >= {*first.groups} and found[1] >= {*second.groups}
    return tuple(matches) if list_match == "each" or complete else ()


def list_symbols(matches: Sequence[ListMatch]) -> tuple[int, ...]:
    """Return the symbols of all *matches*, each once: nested groups share theirs."""
    return tuple(dict.fromkeys(symbol for match in matches for symbol in match.symbols))


@dataclass(slots=True)
class _Automaton:
    """The chain as states: *state* k lies before the symbol at place k."""

    state: int = 0
    chain: list[int] = field(default_factory=list)
    optional: bytearray = field(default_factory=bytearray)
    place: dict[int, int] = field(default_factory=dict)
    ends: dict[int, list[int]] = field(default_factory=dict)
    taken: Counter[GrammarGroup] = field(default_factory=Counter)
    trace: list[tuple[int, GrammarGroup | None]] = field(default_factory=list)

    def read(self, symbol: int) -> None:
        """Move over *symbol*; *trace* keeps its place and the group whose edge led back to it."""
        state, place, group = self.state, self.place.get(symbol), None
        if place is None:
            place = len(self.chain)
            self.skip(state, place)
            self.chain.append(symbol)
            self.optional.append(False)
            self.place[symbol] = place
        elif place != state:
            group = self.group_back(state, place)
            if group:
                self.skip(state, group.end)
                self.taken[group] += 1
            else:
                self.skip(state, place)
        self.state = place + 1
        self.trace.append((place, group))

    def group_back(self, state: int, place: int) -> GrammarGroup | None:
        """Return the group whose edge leads from *state* or later back to *place*, if needed."""
        ends = self.ends.setdefault(place, [])
        nearest = bisect_left(ends, state)
        if nearest < len(ends):
            return GrammarGroup(place, ends[nearest])
        if place > state:
            return None
        insort(ends, state)
        return GrammarGroup(place, state)

    def skip(self, start: int, end: int) -> None:
        """Make the symbols at places *start* to *end* - 1 optional."""
        self.optional[start:end] = b"\x01" * (end - start)


def _resolve_crossings(
    taken: Counter[GrammarGroup],
) -> tuple[tuple[GrammarGroup, ...], tuple[GrammarGroup, ...]]:
    """Return the groups to keep, often taken and short ones first of all, and the rest.

    Only a limited number is kept, and only those with few levels of others inside them.
    """
    length = max((group.end for group in taken), default=0)
    furthest = [0] * (length + 1)
    earliest = [length] * (length + 1)
    order = sorted(taken, key=lambda g: (-taken[g], g.end - g.start, g.start))
    kept, dropped = [], order[_MOST_GROUPS:]
    for group in order[:_MOST_GROUPS]:
        start, end = group
        # A kept group crosses this one if it has one border inside and the other one outside.
        inside = slice(start + 1, end)
        if max(furthest[inside], default=0) > end or min(earliest[inside], default=length) < start:
            dropped.append(group)
            continue
        kept.append(group)
        furthest[start] = max(furthest[start], end)
        earliest[end] = min(earliest[end], start)
    shallow, deep = _by_levels(sorted(kept, key=lambda g: (g.start, -g.end)))
    return tuple(shallow), (*dropped, *deep)


def _by_levels(
    groups: Sequence[GrammarGroup],
) -> tuple[list[GrammarGroup], list[GrammarGroup]]:
    """Return the groups with few levels of others inside, and the rest; outer come before inner."""
    above: list[int] = []
    around: list[int] = []
    for k, group in enumerate(groups):
        while around and not _contains(groups[around[-1]], group):
            around.pop()
        above.append(around[-1] if around else -1)
        around.append(k)
    levels = [0] * len(groups)
    for k in range(len(groups) - 1, -1, -1):
        if above[k] >= 0:
            levels[above[k]] = max(levels[above[k]], levels[k] + 1)
    pairs = [*zip(groups, levels, strict=True)]
    shallow = [group for group, level in pairs if level < _MOST_LEVELS]
    return shallow, [group for group, level in pairs if level >= _MOST_LEVELS]


@dataclass(slots=True)
class _OpenList:
    group: GrammarGroup
    starts: list[int]
    lists: list[list[RecordList]] = field(default_factory=lambda: [[]])

    def begin(self, start: int) -> None:
        self.starts.append(start)
        self.lists.append([])

    def close(self, end: int) -> RecordList:
        ends = [*self.starts[1:], end]
        parts = zip(self.starts, ends, map(tuple, self.lists), strict=True)
        return RecordList(self.group, tuple(ListRecord(*part) for part in parts))


def _segment(
    trace: Sequence[tuple[int, GrammarGroup | None]], groups: Sequence[GrammarGroup], length: int
) -> tuple[RecordList, ...]:
    """Return the outermost lists of the string of which *trace* is the run."""
    if not groups:
        return ()
    around = _nesting(groups, length)
    kept = {*groups}
    # The whole string is one record of a list that holds all others and never closes.
    stack = [_OpenList(GrammarGroup(0, length + 1), [0])]
    for at, (place, back) in enumerate(trace):
        new = back if back in kept else None
        inner = new or GrammarGroup(place, place + 1)
        while not _contains(stack[-1].group, inner):
            closed = stack.pop()
            stack[-1].lists[-1].append(closed.close(at))
        if stack[-1].group == new:
            stack[-1].begin(at)
        # Entering a group from outside starts a record, even if its first symbol is missing.
        for group in around[place][len(stack) - 1 :]:
            stack.append(_OpenList(group, [at]))
    while len(stack) > 1:
        closed = stack.pop()
        stack[-1].lists[-1].append(closed.close(len(trace)))
    return tuple(stack[0].lists[0])


def _nesting(groups: Sequence[GrammarGroup], length: int) -> list[list[GrammarGroup]]:
    """Return for each place of the chain the groups around it, outer before inner."""
    around: list[list[GrammarGroup]] = [[] for _ in range(length)]
    for group in groups:
        for place in range(*group):
            around[place].append(group)
    return around


def _contains(outer: GrammarGroup, inner: GrammarGroup) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _by_body(
    grammar: Grammar, shared: set[int]
) -> dict[tuple[int, ...], list[GrammarGroup | None]]:
    found: dict[tuple[int, ...], list[GrammarGroup | None]] = {}
    for group in grammar.groups:
        body = tuple(symbol for symbol in grammar.body(group) if symbol in shared)
        if body:
            found.setdefault(body, []).append(group)
    return found


def _texts(grammar: Grammar, shared: set[int]) -> list["array[int]"]:
    # In the chain inner lists are written once, so their length does not hide an occurrence.
    texts = grammar.chain, grammar.string
    return [array("i", [symbol for symbol in text if symbol in shared]) for text in texts]


def _occurs(body: Sequence[int], texts: Sequence["array[int]"]) -> bool:
    return any(len(occurrences(text, body)) for text in texts)


def _pair(
    first: Grammar,
    own: Sequence[GrammarGroup | None],
    second: Grammar,
    others: Sequence[GrammarGroup | None],
) -> list[ListMatch]:
    """Pair groups of the same body in order; the last of the shorter side takes what is left."""
    pairs = []
    for i in range(max(len(own), len(others))):
        a, b = own[min(i, len(own) - 1)], others[min(i, len(others) - 1)]
        bodies = (first.body(a) if a else ()) + (second.body(b) if b else ())
        pairs.append(ListMatch(a, b, tuple(dict.fromkeys(bodies))))
    return pairs
