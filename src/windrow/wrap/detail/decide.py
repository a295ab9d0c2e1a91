"""Is it one thing, a list, or several things each with a name or a place of its own?

Decided for the children of one signature, from the instances of their parent on all pages.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from windrow.tree.markup import CELLS
from windrow.wrap.detail.assign import SMALL, anchors_of
from windrow.wrap.detail.labels import (
    Position,
    anchor_text,
    is_colon_label,
    is_enumeration,
    is_strong,
    member_label,
)
from windrow.wrap.detail.place import Group
from windrow.wrap.detail.signature import tag_of
from windrow.wrap.detail.slots import (
    MOST_SLOTS,
    Features,
    constant_only,
    features,
    jaccard,
    learn_slots,
    sketch,
    slotness,
    words,
)
from windrow.wrap.detail.view import View

__all__ = ["Instance", "decide"]


@dataclass(frozen=True, slots=True)
class Instance:
    """A parent on a page with its members of one signature; *siblings* are all its children."""

    view: View
    siblings: Sequence[int]
    members: list[int]


# Looked at for a decision; more bring nothing but time.
_LOOKED_AT = 12
_LIST_TAGS = frozenset("li tr dd option article dl p".split())
# A share of instances that agree counts as all of them.
_NEARLY = 0.8

_PIVOT = 0.4
_STRONG = 0.6
_ALONE = 0.4
_LAST_SHARE = 0.75
_COVER_LOUD, _COVER = 0.8, 0.5
_AFFINITY = 0.15
_ALIKE = 0.3
_SLOTNESS = 0.1
_SLOT_TEXT = 60
_UNIFORM = 0.6
_CERTAIN, _SURE = 0.35, 0.3
# A member of more nodes is a thing of its own; so many of them are a list.
_THING, _SHELF = 8, 4


def decide(signature: str, instances: Sequence[Instance], constant: frozenset[str]) -> Group:
    """Return how the members of *signature* are told apart.

    *constant* are the short texts that the pages share.
    """
    group = Group(signature)
    looked_at = [one for one in instances if one.members][:_LOOKED_AT]
    counts = [len(one.members) for one in looked_at]
    size = median(one.view.tree.sizes[node] for one in looked_at for node in one.members)
    single = sum(n == 1 for n in counts) >= _NEARLY * len(counts) and len(counts) > 1
    if max(counts) == 1 or single:
        _decide_single(group, looked_at, size, constant)
        return group
    tag = tag_of(signature)
    if _anchors(group, looked_at, constant, _COVER_LOUD, 2):
        return group
    if (size <= SMALL or len(set(counts)) > 1) and _pivot(group, looked_at, size):
        return group
    if size <= SMALL:
        _partial_pivot(group, looked_at)
    if tag not in CELLS or max(counts) > 2:
        _anchors(group, looked_at, constant, _COVER, 1)
    _list_or_slots(group, tag, looked_at, constant)
    return group


def _decide_single(
    group: Group, instances: Sequence[Instance], size: float, constant: frozenset[str]
) -> None:
    """One member each; but if their labels differ, they are different things."""
    group.mode = "single"
    group.caption = _caption(instances, constant)
    if size > SMALL or len(instances) < 2:
        return
    labels = [member_label(one.view, one.members[0], "prefix") for one in instances]
    if all(labels) and len(set(labels)) > 1 and not is_enumeration(labels):
        group.position, group.labels = "prefix", frozenset(labels)
        return
    anchors = [anchors_of(group, one.view, one.siblings, one.members[:1]) for one in instances]
    found = {label for some in anchors for label in some.values()}
    if len(found) > 1 and all(_strong_anchors(one) for one in instances):
        group.anchored, group.labels = True, frozenset(found)


def _caption(instances: Sequence[Instance], constant: frozenset[str]) -> str:
    """Return the label right before the member, if it is the same on all pages."""
    found = set()
    for one in instances:
        before = [c for c in one.siblings if c < one.members[0] and one.view.label(c) != "br"]
        text = anchor_text(one.view, before[-1]) if before else ""
        if not text or (constant and one.view.whole(before[-1]) not in constant):
            return ""
        found.add(text)
    several = len({one.view.page for one in instances}) > 1
    return found.pop() if len(found) == 1 and (several or not constant) else ""


def _strong_anchors(one: Instance) -> bool:
    """Return whether a sibling before the first member has the form of a label."""
    before = [child for child in one.siblings if child < one.members[0]]
    return any(
        one.view.label(child) in ("dt", "th")
        or (one.view.tree.sizes[child] < 4 and is_colon_label(one.view.whole(child)))
        for child in before[-3:]
    )


# Labels inside members


def _pivot(group: Group, instances: Sequence[Instance], size: float) -> bool:
    """Take the labels that members carry, if they are the same on other pages."""
    best: tuple[float, Position] | None = None
    order: tuple[Position, ...] = ("prefix", "first", "last")
    for preference, position in zip((0.1, 0.05, 0.0), order, strict=True):
        quality = _label_quality(instances, position, size)
        if quality >= _PIVOT and (best is None or quality + preference > best[0]):
            best = (quality + preference, position)
    if best is None:
        return False
    group.position = best[1]
    group.labels = _labels(instances, best[1])
    group.is_open = size <= SMALL
    # A member without a label is still something.
    group.mode = "list"
    return True


def _labels(instances: Sequence[Instance], position: Position) -> frozenset[str]:
    return frozenset(
        label
        for one in instances
        for node in one.members
        if (label := member_label(one.view, node, position))
    )


def _label_quality(instances: Sequence[Instance], position: Position, size: float) -> float:
    per = [[member_label(one.view, node, position) for node in one.members] for one in instances]
    every = [label for labels in per for label in labels if label]
    total = sum(map(len, per))
    if len(every) < max(2, _STRONG * total) or is_enumeration(every):
        return 0.0
    unique = [{label for label, n in Counter(labels).items() if label and n == 1} for labels in per]
    holders = Counter(label for labels in unique for label in labels)
    others = max(1, len(per) - 1)
    share = sum(
        (holders[label] - 1) / others for labels in unique for label in labels if label
    ) / max(1, total)
    common = sum(count >= 2 for count in holders.values())
    strong = (
        sum(
            bool(label) and label in only and is_strong(one.view, node, position)
            for one, labels, only in zip(instances, per, unique, strict=True)
            for node, label in zip(one.members, labels, strict=True)
        )
        / total
    )
    if len(per) == 1 and position == "first" and _is_two_columns(instances[0], unique[0]):
        return 0.5
    if position != "last" and strong >= _STRONG and size <= SMALL:
        return max(share, 0.5 + 0.5 * share)
    if common < 2 or (position == "last" and share < _LAST_SHARE):
        return 0.0
    return share


def _is_two_columns(one: Instance, unique: set[str]) -> bool:
    """Return whether the rows of a page alone are pairs of a name and a value."""
    pairs = sum(len(one.view.children(node)) == 2 for node in one.members)
    plain = sum(not any(letter.isdigit() for letter in label) for label in unique)
    enough = _NEARLY * len(one.members)
    return one.view.label(one.members[0]) == "tr" and pairs >= enough and plain >= enough


def _partial_pivot(group: Group, instances: Sequence[Instance]) -> None:
    """Take "Price: 12" out of members most of which have no label."""
    holders: Counter[str] = Counter()
    twice = set()
    for one in instances:
        labels = Counter(
            label
            for node in one.members
            if one.view.tree.sizes[node] <= SMALL
            and (label := member_label(one.view, node, "prefix"))
        )
        twice |= {label for label, n in labels.items() if n > 1}
        holders.update(labels.keys())
    # On a page alone, labels are believed where many members have one.
    alone = len(instances) == 1 and len(holders) >= max(2, _ALONE * len(instances[0].members))
    least = 1 if alone else 2
    wanted = [label for label, n in holders.items() if n >= least and label not in twice]
    if wanted and not is_enumeration([*holders]):
        group.position, group.partial = "prefix", True
        group.labels = frozenset(wanted)


# Labels before members


def _anchors(
    group: Group,
    instances: Sequence[Instance],
    constant: frozenset[str],
    cover: float,
    least: int,
) -> bool:
    """Take siblings that say the same on all pages for labels of what follows them."""
    probe = Group(group.signature)
    pages = {one.view.page for one in instances}
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    holders: Counter[str] = Counter()
    for labels in found:
        holders.update(set(labels.values()))
    if len(pages) > 1:
        wanted = {
            label
            for label in holders
            if label in constant or f"{label}:" in constant or f"{label} :" in constant
        }
    else:
        wanted = set(holders)
    total = sum(len(one.members) for one in instances)
    covered = sum(label in wanted for labels in found for label in labels.values())
    if len(wanted) < least or covered < cover * total or is_enumeration([*wanted]):
        return False
    group.anchored, group.labels = True, frozenset(wanted)
    # Where the labels are of a form of their own, others of that form are labels as well.
    colons = sum(f"{label}:" in constant or f"{label} :" in constant for label in wanted)
    group.is_open = colons > len(wanted) / 2 or _all_heads(instances)
    tag = tag_of(group.signature)
    for label in sorted(wanted):
        below = [
            Instance(one.view, one.siblings, [m for m in one.members if labels.get(m) == label])
            for one, labels in zip(instances, found, strict=True)
        ]
        below = [one for one in below if one.members]
        inner = group.inner[label] = Group(group.signature)
        if max(len(one.members) for one in below) > 1:
            _list_or_slots(inner, tag, below, constant)
    group.mode = "list" if tag not in CELLS else "ordinal"
    return True


def _all_heads(instances: Sequence[Instance]) -> bool:
    return all(
        one.view.label(child) in ("dt", "th", "label")
        for one in instances
        for child in one.siblings
        if child not in set(one.members) and one.view.tree.kinds[child] & 1
    )


# Lists


def _list_or_slots(
    group: Group, tag: str, instances: Sequence[Instance], constant: frozenset[str]
) -> None:
    counts = [len(one.members) for one in instances]
    common = Counter(counts).most_common(1)[0][1]
    equal = common >= _NEARLY * len(counts) and len(counts) > 1
    if tag in CELLS:
        group.mode = "ordinal"
        if max(counts) <= MOST_SLOTS and len({one.view.page for one in instances}) > 1:
            _remember(group, instances, constant)
        return
    several = len({one.view.page for one in instances}) > 1
    alike = _homogeneity(instances, constant)
    if tag in _LIST_TAGS:
        fixed = equal and max(counts) <= 12 and _affinity(instances) >= _AFFINITY
        group.mode = "ordinal" if fixed else "list"
    elif equal:
        group.mode = "ordinal"
    elif len(counts) == 1:
        group.mode = "list" if alike >= 0.6 else "ordinal"
    else:
        group.mode = "list"
    if group.mode == "list" and alike < _ALIKE:
        group.mode = "ordinal"
    if max(counts) > MOST_SLOTS or not several:
        return
    if group.mode == "list" or (group.mode == "ordinal" and not equal):
        _slots(group, tag, instances, constant, alike)
    else:
        _remember(group, instances, constant)
        if not tag.startswith("#") and max(counts) > 2 and alike >= 0.6:
            # Equal numbers may be an accident.
            group.also = "list" if _affinity(instances) < _AFFINITY else None
        if group.also and _are_things(instances):
            # Whole things side by side, as many on every page: what is shown of a longer list.
            group.mode, group.also = "list", None
            group.counts, group.slots = frozenset(), ()


def _are_things(instances: Sequence[Instance]) -> bool:
    sizes = [one.view.tree.sizes[node] for one in instances for node in one.members]
    return median(sizes) > _THING and max(len(one.members) for one in instances) >= _SHELF


def _slots(
    group: Group,
    tag: str,
    instances: Sequence[Instance],
    constant: frozenset[str],
    alike: float,
) -> None:
    """Take a short list for different things if its members fit other pages' in order."""
    size = median(one.view.tree.sizes[node] for one in instances for node in one.members)
    texts = [len(one.view.whole(node)) for one in instances for node in one.members]
    if size <= 3 and mean(texts) > _SLOT_TEXT:
        return
    if size > 3 and alike >= _UNIFORM and max(len(one.members) for one in instances) > 2:
        # Parts of one make, more on one page than on the other: a list.
        return
    sequences = _looks(instances, constant)
    found = slotness(sequences)
    counts = [len(one.members) for one in instances]
    listed = tag == "li" or (tag in _LIST_TAGS and max(counts) > min(counts) + 1)
    if listed and max(counts) > 3 and alike >= _ALIKE and found < _SURE:
        # Items of a list, some of which happen to be alike.
        return
    if found >= _SLOTNESS or alike < _ALIKE:
        group.slots = tuple(tuple(slot) for slot in learn_slots(sequences))
        group.mode = "slots"
        if alike >= _ALIKE and (size <= SMALL or found < _CERTAIN or tag in _LIST_TAGS):
            group.also = "list"


def _remember(group: Group, instances: Sequence[Instance], constant: frozenset[str]) -> None:
    """Keep how numbered members look, for pages that have more or fewer of them."""
    group.counts = frozenset(len(one.members) for one in instances)
    group.slots = tuple(tuple(slot) for slot in _in_order(_looks(instances, constant)))


def _in_order(sequences: Sequence[Sequence[Features]]) -> list[list[Features]]:
    most = max(map(len, sequences))
    slots: list[list[Features]] = [[] for _ in range(most)]
    for sequence in sequences[:4]:
        for slot, member in zip(slots, sequence, strict=False):
            if not slot:
                slot.append(member)
            elif common := slot[0] & member:
                # What they have in common is what a page with more or fewer of them will have.
                slot[0] = common
            elif len(slot) < 3:
                slot.append(member)
    return slots


def _looks(instances: Sequence[Instance], constant: frozenset[str]) -> list[list[Features]]:
    first_of_page = {one.view.page: one for one in reversed(instances)}
    chosen = [*first_of_page.values()] if len(first_of_page) > 1 else instances
    return [
        [
            constant_only(features(one.view, node), one.view.known_texts(constant))
            for node in one.members
        ]
        for one in reversed(chosen)
    ]


def _homogeneity(instances: Sequence[Instance], constant: frozenset[str]) -> float:
    """Return how alike neighbours are."""
    found = []
    for one in instances[:6]:
        sketches = [sketch(one.view, node, constant) for node in one.members[:8]]
        found += [jaccard(a, b) for a, b in itertools.pairwise(sketches)]
    return mean(found) if found else 1.0


def _affinity(instances: Sequence[Instance]) -> float:
    """Return how much more alike members at the same place are than others, by their words."""
    same: list[float] = []
    other: list[float] = []
    for one, two in itertools.pairwise(instances):
        first = [words(one.view.whole(node)[:300]) for node in one.members[:12]]
        second = [words(two.view.whole(node)[:300]) for node in two.members[:12]]
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                (same if i == j else other).append(jaccard(a, b))
    return mean(same) - mean(other) if same and other else 0.0
