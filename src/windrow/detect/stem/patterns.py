"""A page as a sequence of tag paths, and the patterns that repeat in it."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from windrow.kernels.match import repeats as _stem
from windrow.kernels.match import suffix as _suffix
from windrow.match.sequence import as_symbols, common_subsequence, is_repetition
from windrow.tree import Tree
from windrow.tree.tree import TEXT_LABEL

__all__ = [
    "DECORATION",
    "SAMPLE",
    "FollowedRepeat",
    "Mode",
    "PathSequence",
    "Pattern",
    "are_alike",
    "patterns",
    "repeats",
]

Mode: TypeAlias = Literal["resolved", "literal"]

Pattern: TypeAlias = tuple[int, ...]
"""Path ids in page order; the first is that of a record's first root."""

DECORATION = frozenset(("b", "em", "i", "u"))
"""Elements that only change how text looks ([fang2017], cleaning of the page)."""

# Parts of a pattern that are this similar are records of their own; this many occurrences are
# compared. Chosen, not measured: the two rows of a record are seldom that similar, two records
# mostly are.
_ALIKE = 0.7
SAMPLE = 8


@dataclass(frozen=True)
class PathSequence:
    """The elements of a page in page order, each by the id of its path of labels.

    Ids count from 1 in order of first appearance, so that a path has a greater id than the paths
    it begins with. A *place* is an index into *symbols*.

    >>> PathSequence.of(Tree.from_text("ul(li(a b) li(a))"), {"b"}).symbols
    array('i', [1, 2, 3, 2, 3])

    References
    ----------
    [fang2017], web page sequence and HTML tag path indices.
    """

    symbols: array[int]
    labels: Sequence[str]  # path id -> its last label
    above: Sequence[int]  # path id -> the id of the path without its last label, 0 for none
    nodes: array[int]  # place -> node of the tree

    @classmethod
    def of(cls, tree: Tree, decoration: Collection[str] = ()) -> PathSequence:
        """Return the sequence of *tree*; elements named in *decoration* are unwrapped."""
        labels, above = [""], [0]
        ids: dict[tuple[int, int], int] = {}
        symbols, nodes = array("i"), array("i")
        unseen = {k for k, name in enumerate(tree.names) if name in decoration}
        text = {k for k, name in enumerate(tree.names) if name == TEXT_LABEL}
        # The path a node hands down to its children: that of its parent, if it is unwrapped.
        path_of = array("i", bytes(4 * len(tree)))
        for node, (label, parent) in enumerate(zip(tree.labels, tree.parents, strict=True)):
            outer = path_of[parent] if parent >= 0 else 0
            if label in unseen:
                path_of[node] = outer
            elif label not in text:
                path = ids.get((outer, label))
                if path is None:
                    path = ids[outer, label] = len(labels)
                    labels.append(tree.names[label])
                    above.append(outer)
                path_of[node] = path
                symbols.append(path)
                nodes.append(node)
        return cls(symbols, labels, above, nodes)

    def path(self, number: int) -> str:
        """Return the path with the id *number* as text: ``/html/body/ul``."""
        steps = []
        while number:
            steps.append(self.labels[number])
            number = self.above[number]
        return "/" + "/".join(reversed(steps))

    @cached_property
    def parents(self) -> array[int]:
        """The place of each place's parent element, -1 for none."""
        last = [-1] * len(self.above)
        found = array("i")
        for place, symbol in enumerate(self.symbols):
            # In page order the parent is the nearest element before with the shorter path.
            found.append(last[self.above[symbol]])
            last[symbol] = place
        return found

    @cached_property
    def ends(self) -> array[int]:
        """The place after each place's last descendant."""
        found = array("i", range(1, len(self.symbols) + 1))
        for place in range(len(found) - 1, -1, -1):
            parent = self.parents[place]
            if parent >= 0 and found[place] > found[parent]:
                found[parent] = found[place]
        return found

    def children(self, place: int) -> list[int]:
        """Return the places of the elements right below *place*; -1 is above the root."""
        found = []
        child, end = place + 1, self.ends[max(place, 0)]
        while child < end:
            found.append(child)
            child = self.ends[child]
        return found

    @cached_property
    def _suffixes(self) -> array[int]:
        found: array[int] = _suffix.suffix_array(self.symbols)
        return found

    def matches(self, pattern: Pattern) -> array[int]:
        """Return where *pattern* occurs, greedily from the left and without overlap."""
        wanted = array("i", pattern)
        low, high = _stem.locate(self.symbols, self._suffixes, wanted)
        starts = array("i", sorted(self._suffixes[low:high]))
        found: array[int] = _suffix.keep_apart(starts, len(pattern))
        return found

    @cached_property
    def _ranges(self) -> tuple[list[int], list[int]]:
        # Paths numbered in the preorder of their own tree: descendants are one run.
        below: list[list[int]] = [[] for _ in self.above]
        for number in range(len(self.above) - 1, 0, -1):
            below[self.above[number]].append(number)
        first, last = [0] * len(self.above), [0] * len(self.above)
        order: list[int] = []
        waiting = [0]
        while waiting:
            number = waiting.pop()
            first[number] = len(order)
            order.append(number)
            waiting += below[number]
        for number in reversed(order):
            last[number] = max([first[number], *(last[k] for k in below[number])])
        return first, last

    def roots(self, pattern: Sequence[int]) -> list[int]:
        """Return which members of *pattern* are roots: not below the root before them."""
        first, last = self._ranges
        found: list[int] = []
        start, end = 0, -1
        for k, path in enumerate(pattern):
            if not start < first[path] <= end:
                found.append(k)
                start, end = first[path], last[path]
        return found


@dataclass(frozen=True, slots=True)
class FollowedRepeat:
    """A string of the suffix tree with its pattern frequency and its followers ([fang2017], h)."""

    pattern: Pattern
    frequency: int
    followers: int


def repeats(
    sequence: PathSequence, *, alpha: float = 0.6, longest: int = 100, primitive: bool = False
) -> Iterator[FollowedRepeat]:
    """Yield what occurs at least twice, parents in the suffix tree first, then by ascending ids.

    With *primitive*, strings that are a shorter one repeated are left out.

    References
    ----------
    [fang2017], frequency filter and first half of the gap filter. Followers are counted over all
    occurrences, overlapping ones too, as the nodes below in the suffix tree would count them.
    """
    symbols, suffixes = sequence.symbols, sequence._suffixes
    shared = _suffix.common_prefixes(symbols, suffixes)
    lengths, lows, highs, _ = _suffix.internal_nodes(shared)
    apart, followed = _stem.followers(
        symbols, suffixes, shared, lengths, lows, highs, 2, longest, alpha, primitive
    )
    for node, frequency in enumerate(apart):
        if frequency >= 2:
            start = suffixes[lows[node]]
            pattern = tuple(symbols[start : start + lengths[node]])
            yield FollowedRepeat(pattern, frequency, followed[node])


def patterns(
    sequence: PathSequence,
    *,
    alpha: float = 0.6,
    beta: float = 0.6,
    longest: int = 100,
    mode: Mode = "resolved",
) -> list[Pattern]:
    """Return the patterns that pass the filters, in the order of the suffix tree.

    References
    ----------
    [fang2017], the four filters. Resolved, a list of two records passes the gap filter (the last
    record of a list has no follower), a pattern must still occur once it is rotated, and rows of
    equal cells are not a nested repetition. The printed gap filter has the wrong sign.
    """
    literal = mode == "literal"
    found: dict[Pattern, bool] = {}
    seen: set[Pattern] = set()
    for repeat in repeats(sequence, alpha=alpha, longest=longest, primitive=not literal):
        followed = repeat.followers if literal else repeat.followers + (repeat.followers > 0)
        if not followed or followed < beta * repeat.frequency - 1e-9:
            continue
        turned = _turned(repeat.pattern)
        if turned not in seen:
            seen.add(turned)
            rest = tuple(path for path in turned if path != turned[0])
            pattern = (turned[0], *rest) if literal else _as_record(sequence, turned)
            if pattern and pattern not in found:
                found[pattern] = not _is_repetition(sequence, pattern, mode)
    return [pattern for pattern, good in found.items() if good]


def _turned(pattern: Pattern) -> Pattern:
    """Return *pattern* from its first root on, with the part before it moved to the end.

    That root has the least id of all, as paths below a path get later ids.
    """
    at = pattern.index(min(pattern))
    return pattern[at:] + pattern[:at]


def _as_record(sequence: PathSequence, turned: Pattern) -> Pattern | None:
    """Return a *turned* pattern as the shape of a record, or None if it is not one."""
    if len({sequence.above[turned[k]] for k in sequence.roots(turned)}) > 1:
        return None
    matches = len(sequence.matches(turned))
    once = turned[: _suffix.period(as_symbols(turned))]
    if len(once) > 1 and len(sequence.matches(once)) > matches:
        # A record and the beginning of the next, or several records: what repeats occurs more
        # often. If it does not, the end of the pattern belongs to the record.
        return once
    if turned[-1] == turned[0] and len(turned) > 2 and len(sequence.matches(turned[:-1])) >= 2:
        # The first node of the next record. Removing every other root, as the paper does, would
        # turn a record of two rows into something that never occurs.
        return turned[:-1]
    # A string of the suffix tree occurs at least twice; turned, it may not occur at all.
    return turned if matches >= 2 else None


def _is_repetition(sequence: PathSequence, pattern: Pattern, mode: Mode) -> bool:
    """Return whether *pattern*, or all of it below its only root, is a shorter unit repeated.

    References
    ----------
    [fang2017], simple and nested repetition. Taken literally, the cells of every plain table are
    a nested one: resolved, a nested unit has two paths or more.
    """
    single, rest = len(sequence.roots(pattern)) == 1, pattern[1:]
    if is_repetition(pattern):
        return True
    if single and is_repetition(rest) and (mode == "literal" or len(set(rest)) > 1):
        return True
    return mode == "resolved" and _holds_records(sequence, pattern)


def _holds_records(sequence: PathSequence, pattern: Pattern) -> bool:
    """Return whether most complete occurrences of *pattern* consist of several similar parts.

    Beyond the paper: if records differ a little, no repetition is exact, and a pattern may end
    inside its second record.
    """
    sample = sequence.matches(pattern)[:SAMPLE]
    roots = sequence.roots(pattern)
    seen: dict[bytes, bool] = {}
    count = 0
    for start in sample:
        end = sequence.ends[start + roots[-1]]
        shape = sequence.symbols[start:end].tobytes()
        if shape not in seen:
            parts = [start + k for k in roots if pattern[k] == pattern[0]]
            if len(roots) == 1:
                parts = _inner_parts(sequence, start)
            seen[shape] = are_alike(sequence, parts, end)
        count += seen[shape]
    return 2 * count > len(sample)


def _inner_parts(sequence: PathSequence, place: int) -> list[int]:
    """Return where the parts below *place* start, ignoring nodes that wrap all of them."""
    while place + 1 < (end := sequence.ends[place]):
        if sequence.ends[place + 1] < end:
            first = sequence.symbols[place + 1]
            return [p for p in sequence.children(place) if sequence.symbols[p] == first]
        place += 1
    return []


def are_alike(sequence: PathSequence, starts: list[int], end: int) -> bool:
    """Return whether there are several parts from *starts* to *end*, each like the one before."""
    parts = [sequence.symbols[p:q] for p, q in pairwise([*starts, end])]
    return (
        len(parts) > 1
        and max(map(len, parts)) > 1
        and all(
            common_subsequence(one, other) >= _ALIKE * max(len(one), len(other))
            for one, other in pairwise(parts)
        )
    )
