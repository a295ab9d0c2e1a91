"""From patterns of tag paths to records: exact occurrences, and stretches near enough to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from windrow.detect.stem.patterns import PathSequence, Pattern
from windrow.match.sequence import common_subsequence
from windrow.model import Record
from windrow.tree import Tree

__all__ = ["PatternRecords", "groups", "literal_group", "near_groups", "record_nodes"]

# Bounds for hostile pages, where thousands of patterns could share a parent: the most patterns
# searched under a parent, and the most starts tried for one. Chosen, not measured.
_MOST_PATTERNS = 16
_MOST_TURNS = 8

_Parts: TypeAlias = list[tuple[int, list[int]]]


@dataclass(frozen=True, slots=True)
class PatternRecords:
    """Records of one pattern under one parent, as places in the sequence: the roots of each."""

    pattern: Pattern
    parent: int
    records: tuple[tuple[int, ...], ...]


def groups(
    sequence: PathSequence,
    patterns: Sequence[Pattern],
    *,
    alpha: float = 0.6,
    least: int = 2,
    turn: bool = False,
) -> list[PatternRecords]:
    """Return the records of *patterns*, parent by parent, the patterns that cover most first.

    Under one parent a node belongs to one pattern, the one that covers more. Groups of fewer
    records than *least* are left out and take no nodes. With *turn*, a pattern of several roots
    may start with another of them.

    References
    ----------
    [fang2017], extraction. Beyond the paper: patterns may not overlap under a parent; stretches
    between matches are cut at every root before they are compared, and only under that parent.
    """
    found = []
    taken = bytearray(len(sequence.symbols))
    uses: Counter[int] = Counter()

    def is_free(cutter: _Cutter, parent: int, starts: Sequence[int]) -> bool:
        return uses[parent] < _MOST_PATTERNS and not any(taken[p] for p in cutter.roots(starts))

    matched = [(pattern, sequence.matches(pattern)) for pattern in patterns]
    matched.sort(key=lambda pair: (-len(pair[1]) * len(pair[0]), -len(pair[0]), pair[0]))
    for pattern, matches in matched:
        cutter = _Cutter(sequence, pattern, alpha)
        free = [part for part in _by_parent(sequence, matches) if is_free(cutter, *part)]
        if turn and free and len(cutter.offsets) > 1:
            cutter, free = _best_turn(cutter, free)
        for parent, starts in free:
            uses[parent] += 1
            records = tuple(
                record
                for record in cutter.records(parent, starts)
                if not any(taken[place] for place in record)
            )
            if len(records) >= least:
                found.append(PatternRecords(cutter.pattern, parent, records))
                for record in records:
                    for place in record:
                        taken[place] = True
    return found


def near_groups(
    sequence: PathSequence, pattern: Pattern, *, alpha: float = 0.6
) -> list[PatternRecords]:
    """Return the records that are near enough to *pattern*, under every parent of its path."""
    places = [p for p, symbol in enumerate(sequence.symbols) if symbol == pattern[0]]
    cutter = _Cutter(sequence, pattern, alpha)
    cut = (
        PatternRecords(pattern, parent, tuple(cutter.records(parent, [])))
        for parent, _ in _by_parent(sequence, places)
    )
    return [group for group in cut if group.records]


def literal_group(
    sequence: PathSequence, pattern: Pattern, *, alpha: float = 0.6
) -> PatternRecords:
    """Return all records of *pattern* on the page, as [fang2017] has it: one list, no parents.

    A stretch between two matches is one record or none.
    """
    records: list[tuple[int, ...]] = []
    free = 0
    for start, stop, is_match in _stretches(sequence, pattern):
        if not is_match and _nearness(sequence, pattern, start, stop) < alpha:
            continue
        roots, free = _tops(sequence, max(start, free), stop, free, whole=not is_match)
        if roots:
            records.append(roots)
    return PatternRecords(pattern, -1, tuple(records))


def record_nodes(
    tree: Tree, sequence: PathSequence, decoration: Collection[str], places: Sequence[int]
) -> Record:
    """Return all nodes of the record with its roots at *places*, with text and decoration."""
    nodes, before = sequence.nodes, places[0] - 1
    after = sequence.ends[places[-1]]
    start = nodes[before] if before >= 0 else -1
    stop = nodes[after] if after < len(nodes) else len(tree)
    found = dict.fromkeys(_unwrapped(tree, decoration, nodes[p], start, stop) for p in places)
    roots = list(found)
    parent = tree.parents[roots[0]]
    if len(roots) < 2 or any(tree.parents[node] != parent for node in roots):
        return tuple(roots)
    # Text and decoration beside the roots have no path of their own, but belong to the record.
    between, node = [], roots[0]
    while node <= roots[-1]:
        between.append(node)
        node += tree.sizes[node]
    return tuple(between)


@dataclass(slots=True)
class _Cutter:
    """Cuts the children of a parent into records of one pattern."""

    sequence: PathSequence
    pattern: Pattern
    alpha: float
    offsets: list[int] = field(init=False)
    _others: set[int] = field(init=False)
    _known: dict[bytes, bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.offsets = self.sequence.roots(self.pattern)
        self._others = {self.pattern[k] for k in self.offsets} - {self.pattern[0]}

    def roots(self, starts: Sequence[int]) -> Iterator[int]:
        """Yield the places of all roots of the matches at *starts*."""
        return (start + offset for start in starts for offset in self.offsets)

    def records(self, parent: int, starts: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the records under *parent*: the matches at *starts* and what is near enough."""
        symbols, matched = self.sequence.symbols, set(starts)
        children = self.sequence.children(parent)
        found: list[tuple[int, ...]] = []
        at, longest = 0, len(self.offsets)
        while at < len(children):
            start = children[at]
            if symbols[start] != self.pattern[0]:
                at += 1
                continue
            end = at + (len(self.offsets) if start in matched else 1)
            while end < len(children) and symbols[children[end]] in self._others:
                end += 1
            # Nothing follows the last record, so it is at most as long as the longest before it.
            stop = min(end, at + longest) if end == len(children) else end
            roots = tuple(children[at:stop])
            if start in matched or self._is_near(roots):
                found.append(roots)
                longest = max(longest, len(roots))
            at = end
        return found

    def _is_near(self, roots: tuple[int, ...]) -> bool:
        start, stop = roots[0], self.sequence.ends[roots[-1]]
        if stop - start < self.alpha * len(self.pattern) - 1e-9:
            return False
        key = self.sequence.symbols[start:stop].tobytes()
        near = self._known.get(key)
        if near is None:
            near = _nearness(self.sequence, self.pattern, start, stop) >= self.alpha - 1e-9
            self._known[key] = near
        return near


def _nearness(sequence: PathSequence, pattern: Pattern, start: int, stop: int) -> float:
    """Return the share of *pattern* that a stretch holds in order ([fang2017], rvr)."""
    return common_subsequence(pattern, sequence.symbols[start:stop]) / len(pattern)


def _best_turn(cutter: _Cutter, parts: _Parts) -> tuple[_Cutter, _Parts]:
    """Return the start of the pattern that finds the most records, and its matches by parent.

    [fang2017] starts with the root seen first on the page, which may be inside a record.
    """
    parents = {parent for parent, _ in parts}
    best, most = (cutter, parts), _count(cutter, parts)
    for k in cutter.offsets[1:_MOST_TURNS]:
        pattern = cutter.pattern[k:] + cutter.pattern[:k]
        other = _Cutter(cutter.sequence, pattern, cutter.alpha)
        matches = cutter.sequence.matches(pattern)
        turned = [p for p in _by_parent(cutter.sequence, matches) if p[0] in parents]
        count = _count(other, turned)
        if count > most:
            best, most = (other, turned), count
    return best


def _count(cutter: _Cutter, parts: _Parts) -> tuple[int, int]:
    """Return how many records there are, and how many of them match exactly."""
    records = sum(len(cutter.records(parent, starts)) for parent, starts in parts)
    return records, sum(len(starts) for _, starts in parts)


def _by_parent(sequence: PathSequence, starts: Sequence[int]) -> _Parts:
    found: dict[int, list[int]] = {}
    for start in starts:
        found.setdefault(sequence.parents[start], []).append(start)
    return list(found.items())


def _stretches(sequence: PathSequence, pattern: Pattern) -> Iterator[tuple[int, int, bool]]:
    """Yield the matches of *pattern* and the stretches between: start, end, whether a match."""
    end = 0
    for start in sequence.matches(pattern):
        yield end, start, False
        end = start + len(pattern)
        yield start, end, True
    yield end, len(sequence.symbols), False


def _tops(
    sequence: PathSequence, place: int, stop: int, free: int, *, whole: bool
) -> tuple[tuple[int, ...], int]:
    """Return the uppermost places of a stretch and the end of the last one; *whole*: uncut ones."""
    found = []
    while place < stop:
        if whole and sequence.ends[place] > stop:
            place += 1
        else:
            found.append(place)
            place = free = sequence.ends[place]
    return tuple(found), free


def _unwrapped(tree: Tree, decoration: Collection[str], node: int, start: int, stop: int) -> int:
    """Return *node*, or the decoration around it that lies within start and stop."""
    parent = tree.parents[node]
    while (
        parent > start and tree.label(parent) in decoration and parent + tree.sizes[parent] <= stop
    ):
        node, parent = parent, tree.parents[parent]
    return node
