"""CTVS: tags find the records, and values line up their items [su2012].

Children of a node with similar tag strings are a region, even where something else lies between
them; a run of tags that repeats is one record. Items of two records pair if they lie on the same
path and their values are of like types; columns are what pairs over all records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from windrow.detect.score import item_path, text_score
from windrow.match.sequence import normalised_distance
from windrow.model import Alignment, Cell, Field, Record, Region
from windrow.tree import Tree
from windrow.tree.tree import KIND_BITS

__all__ = ["CTVS", "kind_of_value", "pair_values", "value_similarity"]

# Least similarity of the tag strings of two records, or two regions, as we remember [su2012]; not
# measured.
_SIMILAR = 0.6
# The longest run of siblings that is one record. Chosen, not measured.
_LONGEST = 6
# The least similarity of two values in one column: a type and its parent. Chosen, not measured.
_PAIR = 0.3

# [su2012]: a tree of types; a value is like one of the same type, or of its parent.
_PARENTS = {"price": "number", "date": "string", "number": "string", "string": "", "image": ""}
_PRICE = re.compile(
    r"^\W{0,3}(?:[$€£¥]|usd|eur|gbp)\s*[\d.,]+$|^[\d.,]+\s*(?:[$€£¥]|usd|eur)$", re.I
)
_NUMBER = re.compile(r"^[-+#(]?\d[\d.,]*[%)]?$")
_DATE = re.compile(r"\b(?:19|20)\d\d\b.*\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}")


def kind_of_value(text: str) -> str:
    """Return the type of a value.

    >>> [kind_of_value(text) for text in ("$4.95", "1997", "12/06/97", "Canning Jars")]
    ['price', 'number', 'date', 'string']
    """
    if _PRICE.match(text):
        return "price"
    if _NUMBER.match(text):
        return "number"
    return "date" if len(text) < 30 and _DATE.search(text) else "string"


def value_similarity(first: str, second: str) -> float:
    """Return how alike two values are: by words if they are strings, else by their types."""
    kinds = kind_of_value(first), kind_of_value(second)
    if kinds[0] != kinds[1]:
        return 0.5 if _PARENTS[kinds[0]] == kinds[1] or _PARENTS[kinds[1]] == kinds[0] else 0.0
    if kinds[0] != "string":
        return 1.0
    words = Counter(first.lower().split()), Counter(second.lower().split())
    shared = sum((words[0] & words[1]).values())
    # Strings without a common word are still both strings.
    return 0.5 + 0.5 * shared / max(1, max(sum(one.values()) for one in words))


def pair_values(
    first: Sequence[tuple[str, str]], second: Sequence[tuple[str, str]]
) -> list[tuple[int, int]]:
    """Return which values of two records pair, both given as paths and texts in order.

    >>> pair_values([("a", "Jars"), ("b", "$4.95")], [("a", "Rack"), ("b", "new"), ("b", "$5")])
    [(0, 0), (1, 2)]

    References
    ----------
    [su2012]: values pair only on the same path, in order, and the sum is the largest.
    """
    best = [[0.0] * (len(second) + 1) for _ in range(len(first) + 1)]
    weights = [[_weight(a, b) for b in second] for a in first]
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            paired = best[i + 1][j + 1] + weights[i][j] if weights[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    pairs = []
    i = j = 0
    while i < len(first) and j < len(second):
        if weights[i][j] and best[i][j] == best[i + 1][j + 1] + weights[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return pairs


def _weight(first: tuple[str, str], second: tuple[str, str]) -> float:
    if first[0] != second[0]:
        return 0.0
    alike = value_similarity(first[1], second[1])
    return alike if alike >= _PAIR else 0.0


@dataclass(frozen=True)
class CTVS:
    """Finds records by tags and lines up their values."""

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order."""
        tags = [*map(hash, (tree.label(node) for node in range(len(tree))))]
        numbers = {tag: k for k, tag in enumerate(dict.fromkeys(tags))}
        strings = [numbers[tag] for tag in tags]
        found: list[list[Record]] = []
        waiting = [0]
        while waiting:
            node = waiting.pop()
            children = [child for child in tree.children(node) if tree.has_items(child)]
            records = _records(tree, strings, children)
            if len(records) > 1:
                found.append(records)
            inside = {root for record in records for root in record} if len(records) > 1 else set()
            waiting += [child for child in reversed(children) if child not in inside]
        regions = [
            Region(
                tuple(records),
                "ctvs",
                score=text_score(tree, records),
                alignment=_alignment(tree, records),
            )
            for records in _merged(tree, strings, found)
        ]
        return sorted(regions, key=lambda region: region.records[0])


def _similar(tree: Tree, strings: Sequence[int], first: int, second: int) -> bool:
    one = strings[first : first + tree.sizes[first]]
    other = strings[second : second + tree.sizes[second]]
    if one[0] != other[0]:
        return False
    return normalised_distance(one, other) <= 1 - _SIMILAR


def _records(tree: Tree, strings: Sequence[int], children: Sequence[int]) -> list[Record]:
    """Return the records among the children of a node: the kind with most text, or what repeats."""
    if len(children) < 2 or all(tree.sizes[child] == 1 for child in children):
        return []
    leaders: list[int] = []
    kinds = []
    for child in children:
        for k, leader in enumerate(leaders[:24]):
            if _similar(tree, strings, leader, child):
                kinds.append(k)
                break
        else:
            kinds.append(len(leaders))
            leaders.append(child)
    for span in range(2, min(_LONGEST, len(children) // 2) + 1):
        # A tandem repeat: [su2012]. Cut at the first kind of it.
        starts = [k for k in range(len(kinds)) if kinds[k : k + span] == kinds[:span]]
        if (
            len({*kinds[:span]}) == span
            and len(starts) * span >= 0.8 * len(kinds)
            and len(starts) > 1
        ):
            return [tuple(children[k : k + span]) for k in starts]
    counts: Counter[int] = Counter()
    for kind, child in zip(kinds, children, strict=True):
        counts[kind] += tree.sizes[child]
    often = Counter(kinds)
    many = [kind for kind, _ in counts.most_common() if often[kind] > 1]
    return (
        [(child,) for child, kind in zip(children, kinds, strict=True) if kind == many[0]]
        if many
        else []
    )


def _merged(tree: Tree, strings: Sequence[int], found: list[list[Record]]) -> list[list[Record]]:
    """Return regions, similar ones next to each other joined: [su2012]."""
    merged: list[list[Record]] = []
    for records in sorted(found):
        last = merged[-1] if merged else None
        if (
            last
            and len(last[-1]) == len(records[0])
            and tree.depths[last[-1][0]] == tree.depths[records[0][0]]
            and _similar(tree, strings, last[-1][0], records[0][0])
        ):
            last += records
        else:
            merged.append([*records])
    return merged


def _alignment(tree: Tree, records: Sequence[Record]) -> Alignment:
    """Return the items of the records in columns: what pairs, directly or through others.

    [su2012], lines up all pairs of records; here each is paired with the one that has most
    items and with the one before it, which is linear in the records.
    """
    items = [_items(tree, record) for record in records]
    texts = [[(path, text) for path, text, _, _ in own] for own in items]
    longest = max(range(len(items)), key=lambda k: len(items[k]))
    groups = {(longest, k): k for k in range(len(items[longest]))}
    number = len(groups)
    order = [longest, *(k for k in range(len(items)) if k != longest)]
    for before, own in pairwise(order):
        used: set[int] = set()
        for other in (longest, before):
            for mine, theirs in pair_values(texts[own], texts[other]):
                group = groups[other, theirs]
                if (own, mine) not in groups and group not in used:
                    groups[own, mine] = group
                    used.add(group)
        for mine in range(len(items[own])):
            if (own, mine) not in groups:
                groups[own, mine] = number
                number += 1
    heads: dict[int, tuple[str, str]] = {}
    rows: list[list[Cell]] = [[None] * number for _ in records]
    for (row, at), group in groups.items():
        path, _, kind, node = items[row][at]
        heads.setdefault(group, (kind, path))
        rows[row][group] = node
    kinds = {kind: kind for _, kind in KIND_BITS}
    fields = tuple(Field(kinds[heads[k][0]], heads[k][1]) for k in range(number))  # type: ignore[index]
    return Alignment(tree, fields, tuple(map(tuple, rows)))


def _items(tree: Tree, record: Record) -> list[tuple[str, str, str, int]]:
    return [
        (f"{item_path(tree, record, node)}@{kind}", text, kind, node)
        for root in record
        for node in tree.subtree(root)
        for kind, text in tree.items(node)
    ]
