"""Decides whether several members of one signature are a list, or things in a fixed order."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import mean

from windrow.median import median
from windrow.tree.markup import CELLS
from windrow.wrap.detail.labels import anchor_text, is_enumeration
from windrow.wrap.detail.signature import label_of, words_of
from windrow.wrap.detail.slots import (
    MOST_LOOKS,
    Features,
    constant_only,
    features,
    learn_looks,
    sketch,
    slotness,
    text_features,
    words,
)
from windrow.wrap.detail.spot import SMALL, Split
from windrow.wrap.detail.view import PageView
from windrow.wrap.outline import jaccard

__all__ = ["NEARLY", "Instance", "are_groups", "begin_with_rows", "decide_several"]

_LIST_LABELS = frozenset("li tr dd option article dl p".split())
# Things side by side are mostly these.
_THINGS = frozenset("li div article section figure".split())
# Members of these labels are rows, also if there is only one.
_ROWS = frozenset("li tr dd article".split())
# This share of the instances counts as all of them. Chosen, not measured.
NEARLY = 0.8
# Members at the same place are this much more alike on two pages than others: their order means
# something. Chosen; bench.detail measures the whole.
_AFFINITY = 0.15
# Neighbours in a list are at least this similar; parts of one kind this much. Chosen;
# bench.detail measures the whole.
_ALIKE, _UNIFORM = 0.3, 0.6
# Members fit other pages' members in order by this much better than at random; by less than these
# they may still be a list. Chosen; bench.detail measures the whole.
_SLOTNESS, _SURE, _CERTAIN = 0.1, 0.3, 0.35
# Longer texts, on average, are not slots. Chosen; bench.detail measures the whole.
_LONGEST_MEAN = 60
# A member of more nodes is a separate thing; this many of them are a list. Chosen; bench.detail
# measures the whole.
_THING, _SHELF = 8, 4
# A smaller member is a value, perhaps with its label. Chosen; bench.detail measures the whole.
_PART = 3
_STOPS = frozenset(".!?。！？…")
# What is no word of a line.
_NO_WORDS = re.compile(r"[\W\d_]+")
_DIGIT = re.compile(r"\d")
# How a line of text looks.
_LINE = frozenset({0})


@dataclass(frozen=True, slots=True)
class Instance:
    """A parent on a page with its members of one signature; *siblings* are all its children."""

    view: PageView
    siblings: Sequence[int]
    members: list[int]


def decide_several(
    split: Split, label: str, instances: Sequence[Instance], constant: frozenset[str]
) -> None:
    """Set whether the members of *split* are a list, or different things in a fixed order."""
    counts = [len(one.members) for one in instances]
    common = Counter(counts).most_common(1)[0][1]
    equal = common >= NEARLY * len(counts) and len(counts) > 1
    several = len({one.view.page for one in instances}) > 1
    constant = _without_numbers(constant)
    if label in CELLS:
        split.mode = "ordinal"
        if max(counts) <= MOST_LOOKS and several:
            _remember(split, instances, constant)
        return
    alike = _homogeneity(_filled(instances), constant)
    if label in _LIST_LABELS:
        fixed = equal and max(counts) <= 12 and _affinity(instances) >= _AFFINITY
        split.mode = "ordinal" if fixed else "list"
    elif equal:
        split.mode = "list" if several and _are_lines(label, instances, constant) else "ordinal"
    elif len(counts) == 1:
        split.mode = "list" if alike >= 0.6 or are_groups(instances) else "ordinal"
    else:
        split.mode = "list"
    if split.mode == "list" and alike < _ALIKE and not are_groups(instances):
        split.mode = "ordinal"
    if max(counts) > MOST_LOOKS or not several:
        return
    grouped = are_groups(instances)
    if grouped and not equal and words_of(split.signature):
        split.mode = "list"
        return
    if split.mode == "list" or (split.mode == "ordinal" and not equal):
        _by_looks(split, label, instances, constant, alike)
        split.also = "list" if grouped and split.slots else split.also
    else:
        _remember(split, instances, constant)
        several_things = max(counts) > 2 or _median_size(instances) > 3
        if not label.startswith("#") and several_things and (alike >= _UNIFORM or grouped):
            # Equal counts may be a coincidence.
            split.also = "list" if _affinity(instances) < _AFFINITY else None
        if split.also and max(counts) >= _SHELF and _are_things(split, instances, constant):
            # Whole things side by side, as many on every page: the visible part of a longer list.
            split.mode, split.also = "list", None
            split.counts, split.slots = frozenset(), ()
        elif equal and _may_be_rows(label, instances):
            # And so may equal rows: two recipes for biscuits.
            split.also = "list"


def _are_things(split: Split, instances: Sequence[Instance], constant: frozenset[str]) -> bool:
    """Return whether members are whole things: large ones, or those of a class without an order.

    Facts have an order: each looks like those at its place on other pages. Reviews do not.
    """
    size = _median_size(instances)
    if size > _THING:
        return True
    has_class = bool(words_of(split.signature))
    return size > _PART and has_class and slotness(_looks(instances, constant)) < _SLOTNESS


# Asked about the same texts for every part of the pages.
@lru_cache(maxsize=4)
def _without_numbers(texts: frozenset[str]) -> frozenset[str]:
    """Return those of *texts* that may be labels: pages share ratings by chance."""
    return frozenset(text for text in texts if not _DIGIT.search(text))


def _may_be_rows(label: str, instances: Sequence[Instance]) -> bool:
    """Return whether members are several lines of text, as rows may be that are alike by chance."""
    lines = [[one.view.whole(node) for node in one.members] for one in instances]
    if not any(_is_line(one.view, node) for one in instances for node in one.members):
        # Things side by side of which some are on all pages: tools, awards.
        same = sum(len(set(some)) == 1 for some in zip(*lines, strict=False))
        mixed = label in _THINGS and 0 < same < len(lines[0])
        return mixed and _homogeneity(instances, frozenset()) >= _UNIFORM
    if max(map(len, lines)) <= _SHELF or not (_are_sentences(lines) or _are_amounts(lines)):
        return False
    # "3 beds", "4 baths" differ in numbers alone: fields. Lines of an address are no amounts.
    places = zip(*lines, strict=False)
    if not any(len({_NO_WORDS.sub("", line) for line in some}) > 1 for some in places):
        return False
    return all(_is_line(one.view, node) for one in instances for node in one.members)


def _are_amounts(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether lines begin with an amount, as those of goods do."""
    begins = [line[:1].isnumeric() for some in lines for line in some]
    return sum(begins) >= NEARLY * len(begins)


def _are_sentences(lines: Sequence[Sequence[str]]) -> bool:
    ends = [line[-1:] in _STOPS for some in lines for line in some]
    return sum(ends) >= NEARLY * len(ends)


def _filled(instances: Sequence[Instance]) -> Sequence[Instance]:
    """Return the instances without members that are empty, or only headings of others."""
    found = []
    for one in instances:
        view = one.view
        full = [node for node in one.members if view.tree.has_items(node)]
        if members := [node for node in full if not anchor_text(view, node)]:
            found.append(Instance(one.view, one.siblings, members))
    return found or instances


def _median_size(instances: Sequence[Instance]) -> float:
    return median(one.view.tree.sizes[node] for one in instances for node in one.members)


def are_groups(instances: Sequence[Instance]) -> bool:
    """Return whether all members hold rows of one kind: they are groups of one longer list."""
    ways = {_way_to_rows(one.view, node) for one in instances for node in one.members}
    return len(ways) == 1 and () not in ways


def _are_lines(label: str, instances: Sequence[Instance], constant: frozenset[str]) -> bool:
    """Return whether texts between breaks are rows, as many on each page by coincidence.

    Lines of an address look like the same lines of other pages; those of a recipe do not.
    """
    texts = [len(one.view.whole(node)) for one in instances for node in one.members]
    most = max(len(one.members) for one in instances)
    if label != "#text" or most <= (2 if mean(texts) > _LONGEST_MEAN else _SHELF):
        return False
    unordered = _affinity(instances) < _AFFINITY
    return unordered and slotness(_looks(instances, constant)) < _SLOTNESS


def begin_with_rows(instances: Sequence[Instance]) -> bool:
    """Return whether members are groups without headings: what they begin with is a row."""
    return are_groups(instances) and all(
        _begins_with_rows(one.view, node) for one in instances for node in one.members
    )


def _begins_with_rows(view: PageView, node: int) -> bool:
    """Return whether a group begins with the first of several rows; a row alone may be a name."""
    siblings = [node]
    for signature in _way_to_rows(view, node):
        full = [child for child in view.children(siblings[0]) if view.tree.has_items(child)]
        siblings = [child for child in full if view.signatures[child] == signature]
        if not siblings or full[0] != siblings[0]:
            return False
    return len(siblings) > 1 and view.label(siblings[0]) in _ROWS | {"dt", "dd"}


def _way_to_rows(view: PageView, node: int) -> tuple[str, ...]:
    """Return the signatures from a member to the rows that are most of it; () if it has none."""
    way: list[str] = []
    least = _items(view, node) / 2
    while True:
        kinds: dict[str, list[int]] = {}
        for child in view.children(node):
            kinds.setdefault(view.signatures[child], []).append(child)
        items = {name: sum(_items(view, one) for one in some) for name, some in kinds.items()}
        name = max(items, key=lambda one: items[one], default="")
        if not name or items[name] < least:
            return ()
        way.append(name)
        if len(kinds[name]) > 1 or label_of(name) in _ROWS:
            return tuple(way)
        node = kinds[name][0]


def _items(view: PageView, node: int) -> int:
    counts = view.tree.item_counts
    return counts[node + view.tree.sizes[node]] - counts[node]


def _by_looks(
    split: Split, label: str, instances: Sequence[Instance], constant: frozenset[str], alike: float
) -> None:
    """Treat a short list as different things if its members fit those of other pages in order."""
    size = _median_size(instances)
    full = _filled(instances)
    texts = [len(one.view.whole(node)) for one in full for node in one.members]
    if size <= 3 and mean(texts) > _LONGEST_MEAN:
        return
    counts = [len(one.members) for one in instances]
    if size > 3 and alike >= _UNIFORM and max(counts) > 2:
        # Parts of one kind, in different numbers: a list.
        return
    sequences = _looks(instances, constant)
    found = slotness(sequences)
    listed = label == "li" or (label in _LIST_LABELS and max(counts) > min(counts) + 1)
    if listed and max(counts) > 3 and alike >= _ALIKE and found < _SURE:
        # Items of a list, some of which happen to be alike.
        return
    if found >= _SLOTNESS or alike < _ALIKE:
        split.slots = tuple(map(tuple, learn_looks(sequences)))
        split.mode = "slots"
        sure = found >= _CERTAIN and alike < _UNIFORM and label not in _LIST_LABELS
        if alike >= _ALIKE and (size <= SMALL or not sure):
            split.also = "list"


def _remember(split: Split, instances: Sequence[Instance], constant: frozenset[str]) -> None:
    """Keep how numbered members look, for pages that have more or fewer of them."""
    split.counts = frozenset(len(one.members) for one in instances)
    split.slots = tuple(map(tuple, _in_order(_looks(instances, constant))))


def _in_order(sequences: Sequence[Sequence[Features]]) -> list[list[Features]]:
    longest = max(sequences, key=len)
    slots: list[list[Features]] = [[] for _ in longest]
    # A few show what all of them share, and the longest has a member for each place.
    for sequence in (*sequences[:4], longest):
        for seen, member in zip(slots, sequence, strict=False):
            if not seen:
                seen.append(member)
            elif common := seen[0] & member:
                # A page with more or fewer of them will have their common features.
                seen[0] = common
            elif len(seen) < 3:
                seen.append(member)
    return slots


def _looks(instances: Sequence[Instance], constant: frozenset[str]) -> list[list[Features]]:
    first_of_page = {one.view.page: one for one in reversed(instances)}
    chosen = [*first_of_page.values()] if len(first_of_page) > 1 else instances
    return [
        [constant_only(features(one.view, node), text_features(constant)) for node in one.members]
        for one in reversed(chosen)
    ]


def _homogeneity(instances: Sequence[Instance], constant: frozenset[str]) -> float:
    """Return how alike neighbours are; numbers that count them do not matter."""
    leaves = [(one.view, one.view.first_leaf(m)) for one in instances for m in one.members]
    if is_enumeration([view.text(leaf) for view, leaf in leaves if leaf >= 0]):
        constant = frozenset()
    found = []
    for one in instances[:6]:
        looks = [
            (sketch(one.view, node, constant), _is_line(one.view, node)) for node in one.members[:8]
        ]
        found += [_alike(*a, *b) for a, b in itertools.pairwise(looks)]
    return mean(found) if found else 1.0


def _alike(one: Features, is_line: bool, other: Features, are_lines: bool) -> float:
    """Return how alike two members look; lines of text do, whatever is marked up in them."""
    alike = jaccard(one, other)
    if not (is_line and are_lines):
        return alike
    # Texts that pages share tell lines apart: those are the features below 0.
    plain, others = (_LINE.union(f for f in some if f < 0) for some in (one, other))
    return max(alike, jaccard(plain, others))


def _is_line(view: PageView, node: int) -> bool:
    """Return whether a member is one text, in a block of its own or not."""
    while not view.flow(node):
        children = view.children(node)
        if len(children) != 1:
            return False
        node = children[0]
    return view.tree.has_items(node)


def _affinity(instances: Sequence[Instance]) -> float:
    """Return how much more alike members at the same spot are than others, by their words."""
    same: list[float] = []
    other: list[float] = []
    for one, two in itertools.pairwise(instances):
        first = [words(one.view.whole(node)[:300]) for node in one.members[:12]]
        second = [words(two.view.whole(node)[:300]) for node in two.members[:12]]
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                (same if i == j else other).append(jaccard(a, b))
    return mean(same) - mean(other) if same and other else 0.0
