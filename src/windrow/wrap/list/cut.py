"""Where records begin and end: found on the page they are learned from, applied to others."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from windrow.model import Record
from windrow.tree import Tree
from windrow.wrap.list.starts import RecordStarts, learn_signs
from windrow.wrap.list.template import Cut
from windrow.wrap.steps import Steps

__all__ = ["between", "cut_records", "headings_of", "likely_cuts", "located"]

# A rule holds if this share of the records follows it; a record has at most this many roots.
# Chosen, not measured.
_MOSTLY = 0.9
_LONGEST = 50


def cut_records(steps: Steps, cut: Cut, nodes: Sequence[int], phase: int = 0) -> list[Record]:
    """Return the records that begin at *nodes*, or that the nodes hold, as *cut* says."""
    tree = steps.tree
    if cut.mode == "single":
        return [(node,) for node in nodes]
    if cut.mode == "starts":
        nodes = RecordStarts(steps, cut.signs).begin(nodes) if cut.signs else nodes
        starts = {*nodes}
        return [_followed(tree, cut, node, starts) for node in nodes]
    if cut.mode == "every":
        return _grouped(tree, nodes, cut.span, phase)
    return [record for node in nodes for record in _separated(tree, cut, node)]


def likely_cuts(steps: Steps, records: Sequence[Record], reached: Sequence[int]) -> list[Cut]:
    """Return how *records* may be cut, given the nodes that locators have *reached*."""
    tree = steps.tree
    spans = Counter(map(len, records))
    if set(spans) == {1}:
        return [Cut()]
    starts = {record[0] for record in records}
    inside = {node for record in records for node in record[1:]}
    follow = Counter(tree.label(node) for node in inside)
    labels = tuple(sorted(follow))
    longest = min(max(spans), _LONGEST)
    if not inside.intersection(reached):
        return [Cut("starts", longest, labels)]
    found = []
    span, count = spans.most_common(1)[0]
    if count >= _MOSTLY * len(records) and span > 1 and {*reached} <= starts | inside:
        found.append(Cut("every", span))
    separator = _separator(tree, records)
    if separator and separator not in labels:
        found.append(Cut("between", longest, labels, separator))
    signs = learn_signs(steps, sorted(starts), {*reached} - starts)
    return [*found, Cut("starts", longest, labels, signs=signs)]


def located(tree: Tree, cut: Cut, records: Sequence[Record]) -> list[int]:
    """Return the nodes that locators must lead to for *cut* to give *records*."""
    if cut.mode == "between":
        return sorted({tree.parents[record[0]] for record in records})
    if cut.mode == "every":
        return [node for record in records for node in record]
    return [record[0] for record in records]


def between(tree: Tree, nodes: Iterable[int], records: Sequence[Record]) -> list[int]:
    """Return those of *nodes* that are neither in a record nor around one."""
    starts = [record[0] for record in records]
    found = []
    for node in nodes:
        before = bisect_right(starts, node)
        if before < len(starts) and starts[before] < node + tree.sizes[node]:
            continue
        if before:
            last = records[before - 1][-1]
            if node < last + tree.sizes[last]:
                continue
        found.append(node)
    return found


def headings_of(headings: Sequence[int], records: Iterable[Record]) -> list[int | None]:
    """Return for each record the last of the *headings* before it.

    >>> headings_of([1, 8], [(0,), (3,), (5, 6), (9,)])
    [None, 1, 1, 8]
    """
    before = (bisect_right(headings, record[0] - 1) for record in records)
    return [headings[count - 1] if count else None for count in before]


def _followed(tree: Tree, cut: Cut, node: int, starts: set[int]) -> Record:
    found = [node]
    end = tree.parents[node] + tree.sizes[tree.parents[node]]
    node += tree.sizes[node]
    while node < end and node not in starts and len(found) < cut.span:
        if tree.label(node) not in cut.follow:
            break
        found.append(node)
        node += tree.sizes[node]
    return tuple(found)


def _grouped(tree: Tree, nodes: Sequence[int], span: int, phase: int) -> list[Record]:
    found = []
    for _, group in groupby(nodes, key=lambda node: tree.parents[node]):
        siblings = [*group][phase:]
        found += [tuple(siblings[k : k + span]) for k in range(0, len(siblings), span)]
    return found


def _separated(tree: Tree, cut: Cut, parent: int) -> list[Record]:
    found: list[Record] = []
    current: list[int] = []
    for child in tree.children(parent):
        if tree.label(child) != cut.separator:
            current.append(child)
        elif current:
            found.append(tuple(current))
            current = []
    return [*found, tuple(current)] if current else found


def _separator(tree: Tree, records: Sequence[Record]) -> str:
    """Return the label of the node before every record except the first."""
    before: Counter[str] = Counter()
    for record in records:
        siblings = tree.children(tree.parents[record[0]])
        at = siblings.index(record[0])
        if at:
            before[tree.label(siblings[at - 1])] += 1
    if not before:
        return ""
    label, count = before.most_common(1)[0]
    return label if count >= _MOSTLY * sum(before.values()) else ""
