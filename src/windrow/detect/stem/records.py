"""From patterns of tag paths to records: exact occurrences, and stretches near enough to one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import TypeAlias

from windrow.detect.stem.patterns import PathSequence, Pattern
from windrow.detect.stem.rivals import PatternRecords, Rival, strongest
from windrow.match.sequence import common_subsequence
from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["groups", "literal_group", "near_groups", "record_nodes"]

# Bounds for hostile pages, where thousands of patterns could share a parent: the most patterns
# searched under a parent, and the most starts tried for one. Chosen, not measured.
_MOST_PATTERNS = 16
_MOST_TURNS = 8

# Labels that mark a beginning by themselves.
_OPENING = HEADINGS | {"dt"}

_Parts: TypeAlias = list[tuple[int, list[int]]]


def groups(
    sequence: PathSequence,
    patterns: Sequence[Pattern],
    *,
    alpha: float = 0.6,
    least: int = 2,
    turn: bool = False,
) -> list[PatternRecords]:
    """Return the records of *patterns*, parent by parent, those of the most records first.

    Under one parent a node belongs to one pattern. Groups of fewer records than *least* are left
    out and take no nodes. With *turn*, a pattern of several roots may start with another of them.

    References
    ----------
    [fang2017], extraction. Beyond the paper: patterns may not overlap under a parent, and of those
    that would, the one with the most records wins (`strongest`). Five uneven records that occur
    twice in the same order are ten records, not two. Stretches between matches are cut at every
    root before they are compared, and only under that parent.
    """
    by_parent: dict[int, list[tuple[Pattern, list[int]]]] = {}
    for pattern in patterns:
        for parent, starts in _by_parent(sequence, sequence.matches(pattern)):
            by_parent.setdefault(parent, []).append((pattern, starts))
    cutters = {pattern: _Cutter(sequence, pattern, alpha) for pattern in patterns}
    found: list[PatternRecords] = []
    for parent, matched in by_parent.items():
        rivals = []
        for pattern, starts in _promising(matched):
            cutter = cutters[pattern]
            if turn and len(cutter.offsets) > 1:
                cutter, starts = _best_turn(cutter, parent, starts)
            records = cutter.records(parent, starts)
            pattern = cutter.pattern
            if bundle := cutter.is_bundle(len(starts)):
                records, pattern = [(root,) for roots in records for root in roots], pattern[:1]
            if len(records) >= least:
                group = PatternRecords(pattern, parent, tuple(records))
                rivals.append(Rival(group, len(records) if bundle else len(starts), bundle))
        kept = strongest(sequence, rivals, least)
        found += _children_of_one_path(sequence, parent, kept) if turn else kept
    return found


def _children_of_one_path(
    sequence: PathSequence, parent: int, groups: list[PatternRecords]
) -> list[PatternRecords]:
    """Return *groups*, or all children of *parent* as records where no pattern describes them.

    Beyond the paper: children of one path most of which are records, but few of them the pattern
    itself, are uneven records. Where most are the pattern itself, what differs is an advert. Rows
    of a table are not joined, as some of them are headers and pagers.
    """
    if not groups or any(len(record) > 1 for group in groups for record in group.records):
        return groups
    main = max(groups, key=lambda group: len(group.records))
    starts = [start for (start,) in main.records]
    same = sum(sequence.ends[start] - start == len(main.pattern) for start in starts)
    if 2 * same >= len(starts) or sequence.labels[main.pattern[0]] == "tr":
        return groups
    held = sorted(place for group in groups for record in group.records for place in record)
    # An empty element before or after all records may be the rest of a record that was cut off.
    children = [
        child
        for child in sequence.children(parent)
        if sequence.ends[child] > child + 1 or held[0] <= child <= held[-1]
    ]
    symbols = {sequence.symbols[child] for child in children}
    if len(symbols) > 1 or 2 * len(held) <= len(children):
        return groups
    # A list that lies entirely before or after the main one is another list.
    if any(g.records[-1][0] < starts[0] or g.records[0][0] > starts[-1] for g in groups):
        return groups
    return [PatternRecords((*symbols,), parent, tuple((child,) for child in children))]


def _promising(
    matched: list[tuple[Pattern, list[int]]],
) -> list[tuple[Pattern, list[int]]]:
    """Return the patterns that match most often, and those whose matches cover most."""
    if len(matched) <= _MOST_PATTERNS:
        return matched
    half = _MOST_PATTERNS // 2
    often = nlargest(half, matched, key=lambda pair: (len(pair[1]), len(pair[0])))
    wide = nlargest(half, matched, key=lambda pair: len(pair[1]) * len(pair[0]))
    return [*dict((*often, *wide)).items()]


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
    _known: dict[bytes, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.offsets = self.sequence.roots(self.pattern)
        self._others = {self.pattern[k] for k in self.offsets} - {self.pattern[0]}

    def roots(self, starts: Sequence[int]) -> Iterator[int]:
        """Yield the places of all roots of the matches at *starts*."""
        return (start + offset for start in starts for offset in self.offsets)

    def is_bundle(self, matches: int) -> bool:
        """Return whether the roots of the pattern are records, not parts of *matches* records.

        Beyond the paper: where as many roots of one path as the pattern has matches, or more, come
        in the same order again, that is weaker evidence than their common path.
        """
        return len(self.offsets) > 1 and len(self.offsets) >= matches and not self._others

    @property
    def opens(self) -> bool:
        """Whether a label that begins things begins the pattern."""
        return self.sequence.labels[self.pattern[0]] in _OPENING

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
        least = self.alpha * len(self.pattern) - 1e-9
        return stop - start >= least and self._common(start, stop) >= least

    def _common(self, start: int, stop: int) -> int:
        """Return how many symbols of the pattern a stretch holds in order."""
        key = self.sequence.symbols[start:stop].tobytes()
        found = self._known.get(key)
        if found is None:
            found = common_subsequence(self.pattern, self.sequence.symbols[start:stop])
            self._known[key] = found
        return found


def _nearness(sequence: PathSequence, pattern: Pattern, start: int, stop: int) -> float:
    """Return the share of *pattern* that a stretch holds in order ([fang2017], rvr)."""
    return common_subsequence(pattern, sequence.symbols[start:stop]) / len(pattern)


def _best_turn(cutter: _Cutter, parent: int, starts: list[int]) -> tuple[_Cutter, list[int]]:
    """Return the start of the pattern that matches most often under *parent*, and its matches.

    [fang2017] starts with the root seen first on the page, which may be inside a record.
    """
    best, most = (cutter, starts), (len(starts), cutter.opens, 0)
    for k in cutter.offsets[1:_MOST_TURNS]:
        pattern = cutter.pattern[k:] + cutter.pattern[:k]
        other = _Cutter(cutter.sequence, pattern, cutter.alpha)
        turned = dict(_by_parent(cutter.sequence, cutter.sequence.matches(pattern)))
        matches = turned.get(parent, [])
        count = len(matches), other.opens, -k
        if count > most:
            best, most = (other, matches), count
    return best


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
