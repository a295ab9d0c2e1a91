"""Decides whether members carry labels inside themselves: "Price: 12", a name in the first cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from windrow.wrap.detail.labels import (
    Position,
    is_colon_label,
    is_enumeration,
    is_strong,
    member_label,
)
from windrow.wrap.detail.several import NEARLY, Instance
from windrow.wrap.detail.spot import SMALL, Split
from windrow.wrap.detail.view import PageView

__all__ = ["FEW", "STRONG", "are_amounts", "labels_at", "partial_pivot", "pivot", "shared_labels"]

# Labels of members must be at least this good. Chosen; bench.detail measures the whole.
_PIVOT = 0.4
# This share of the members has a label, and one that looks like a label. Chosen; bench.detail
# measures the whole.
STRONG = 0.6
# More members than this are a list if the pages share none of their labels. Chosen, not measured.
FEW = 2
# On a page alone, this share of the members has a label; labels at the end of members must be the
# same on this share of the pages. Chosen; bench.detail measures the whole.
_ALONE, _LAST_SHARE = 0.4, 0.75


def pivot(split: Split, instances: Sequence[Instance], size: float) -> bool:
    """Use the labels inside members, if other pages have the same."""
    best: tuple[float, Position] | None = None
    order: tuple[Position, ...] = ("prefix", "first", "last")
    for preference, position in zip((0.1, 0.05, 0.0), order, strict=True):
        quality = _label_quality(instances, position, size)
        if quality >= _PIVOT and (best is None or quality + preference > best[0]):
            best = (quality + preference, position)
    if best is None:
        return False
    if len({one.view.page for one in instances}) > 1:
        share = shared_labels([labels_at(one, best[1]) for one in instances])
        if share == 0 and max(len(one.members) for one in instances) > FEW:
            # Rows whose labels no other page has are a list: the labels are part of the data.
            return False
    split.position = best[1]
    labels = (member_label(one.view, m, best[1]) for one in instances for m in one.members)
    split.labels = frozenset(filter(None, labels))
    split.is_open = size <= SMALL
    # A member without a label still counts.
    split.mode = "list"
    return True


def partial_pivot(split: Split, instances: Sequence[Instance]) -> None:
    """Use labels such as "Price: 12" of single members, although most have no label."""
    holders: Counter[str] = Counter()
    twice = set()
    for one in instances:
        labels = Counter(
            label
            for node in one.members
            if (label := member_label(one.view, node, "prefix"))
            and (one.view.tree.sizes[node] <= SMALL or _begins_with_label(one.view, node))
        )
        twice |= {label for label, n in labels.items() if n > 1}
        holders.update(labels.keys())
    # On a single page, labels are trusted if many members have one.
    alone = len(instances) == 1 and len(holders) >= max(2, _ALONE * len(instances[0].members))
    least = 1 if alone else 2
    wanted = [label for label, n in holders.items() if n >= least and label not in twice]
    if wanted and not is_enumeration([*holders]):
        split.position, split.partial = "prefix", True
        if not split.anchored:
            split.labels = frozenset(wanted)


def _label_quality(instances: Sequence[Instance], position: Position, size: float) -> float:
    per = [labels_at(one, position) for one in instances]
    every = [label for labels in per for label in labels if label]
    total = sum(map(len, per))
    if len(every) < max(2, STRONG * total) or is_enumeration(every):
        return 0.0
    unique, share = _unique(per), shared_labels(per)
    holders = Counter(label for labels in unique for label in labels)
    common = sum(count >= 2 for count in holders.values())
    strong = sum(
        label in only and is_strong(one.view, node, position)
        for one, labels, only in zip(instances, per, unique, strict=True)
        for node, label in zip(one.members, labels, strict=True)
    )
    if len(per) == 1 and position == "first" and _is_two_columns(instances[0], unique[0]):
        return 0.5
    if position != "last" and strong >= STRONG * total and size <= SMALL:
        return max(share, 0.5 + 0.5 * share)
    if common < 2 or (position == "last" and share < _LAST_SHARE) or are_amounts(every):
        return 0.0
    return share


def labels_at(one: Instance, position: Position) -> list[str]:
    """Return the label of each member at a *position*, or ""."""
    return [member_label(one.view, node, position) for node in one.members]


def _unique(per: Sequence[Sequence[str]]) -> list[set[str]]:
    """Return the labels that are on a page once, by page."""
    return [{label for label, n in Counter(labels).items() if label and n == 1} for labels in per]


def shared_labels(per: Sequence[Sequence[str]]) -> float:
    """Return the share of the members whose label the other pages have, too."""
    unique = _unique(per)
    holders = Counter(label for labels in unique for label in labels)
    others = max(1, len(per) - 1)
    shares = sum((holders[label] - 1) / others for labels in unique for label in labels)
    return shares / max(1, sum(map(len, per)))


def are_amounts(labels: Sequence[str]) -> bool:
    """Return whether most *labels* have digits, as "2 cups" has: they are values."""
    return 2 * sum(any(map(str.isdigit, label)) for label in labels) > len(labels)


def _is_two_columns(one: Instance, unique: set[str]) -> bool:
    """Return whether the rows of a page alone are pairs of a name and a value."""
    pairs = sum(len(one.view.children(node)) == 2 for node in one.members)
    plain = sum(not any(letter.isdigit() for letter in label) for label in unique)
    enough = NEARLY * len(one.members)
    return one.view.label(one.members[0]) == "tr" and pairs >= enough and plain >= enough


def _begins_with_label(view: PageView, node: int) -> bool:
    """Return whether a text begins with a label alone: lines that follow it may be many."""
    return view.flow(node) and is_colon_label(view.text(view.first_leaf(node)))
