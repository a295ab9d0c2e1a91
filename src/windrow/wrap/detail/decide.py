"""Decides: one thing, a list, or several things that each have a name or a fixed place?

Decided for the children of one signature, from the instances of their parent on all pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.median import median
from windrow.tree.markup import CELLS
from windrow.wrap.detail.goods import are_goods, are_unlike_groups, pairs_of_goods
from windrow.wrap.detail.headings import (
    are_names,
    are_unnamed,
    is_constant_label,
    outside,
    take_headings,
    take_sections,
    unnamed,
)
from windrow.wrap.detail.labels import anchor_text, is_colon_label, is_enumeration, member_label
from windrow.wrap.detail.pivot import partial_pivot, pivot
from windrow.wrap.detail.several import NEARLY, Instance, are_groups, decide_several
from windrow.wrap.detail.signature import label_of
from windrow.wrap.detail.spot import SMALL, Split, anchors_of

__all__ = ["decide"]

# Instances used for a decision; more take time and change nothing. Chosen, not measured.
_LOOKED_AT = 12
# Labels before members must lead to this share of them, more if nothing else was tried. Chosen;
# bench.detail measures the whole.
_COVER_LOUD, _COVER = 0.8, 0.5


def decide(
    signature: str,
    instances: Sequence[Instance],
    constant: frozenset[str],
    shared: frozenset[str] = frozenset(),
) -> Split:
    """Return how the members of *signature* get their keys.

    *constant* are the short texts that the pages share, *shared* the labels that several pages
    have anywhere.
    """
    split = Split(signature)
    looked_at = [one for one in instances if one.members][:_LOOKED_AT]
    counts = [len(one.members) for one in looked_at]
    size = median(_sizes(looked_at))
    single = sum(n == 1 for n in counts) >= NEARLY * len(counts) and len(counts) > 1
    if max(counts) == 1 or single:
        _decide_single(split, looked_at, size, constant, shared)
        return split
    label = label_of(signature)
    if label == "dd" and pairs_of_goods(split, looked_at):
        return split
    if not are_unnamed(looked_at, constant, shared) and take_headings(
        split, looked_at, constant, _COVER_LOUD, 2
    ):
        _pivot_outside(split, looked_at)
        return split
    rows = are_goods(looked_at)
    goods = rows or are_unlike_groups(looked_at)
    if (size <= SMALL or len(set(counts)) > 1) and not goods and pivot(split, looked_at, size):
        return split
    many = label not in CELLS or max(counts) > 2
    if are_unnamed(looked_at, constant, shared):
        many = False
    if many and not take_headings(split, looked_at, constant, _COVER, 1):
        take_sections(split, looked_at, constant)
        if not split.anchored:
            take_headings(split, looked_at, constant, 0.0, 1)
    if size <= SMALL and not goods:
        partial_pivot(split, looked_at)
    if split.anchored:
        _pivot_outside(split, looked_at)
    if rows and not split.anchored:
        split.mode = "list"
    else:
        decide_several(split, label, unnamed(split, looked_at), constant)
    return split


def _pivot_outside(split: Split, instances: Sequence[Instance]) -> None:
    """Use labels such as "Serves: 4" of single members that no heading names."""
    others = outside(split, instances)
    probe = Split(split.signature)
    if not others or median(_sizes(others)) > SMALL:
        return
    partial_pivot(probe, others)
    named = {
        member_label(one.view, node, "prefix")
        for one in instances
        for node in anchors_of(split, one.view, one.siblings, one.members)
    }
    if labels := probe.labels - named:
        split.position, split.partial, split.labels = "prefix", True, split.labels | labels


def _decide_single(
    split: Split,
    instances: Sequence[Instance],
    size: float,
    constant: frozenset[str],
    shared: frozenset[str],
) -> None:
    """One member each; but if their labels differ, they are different things."""
    split.mode = "single"
    split.caption = _caption(instances, constant, shared)
    if size > SMALL or len(instances) < 2 or are_groups(instances):
        # What holds rows is not named by the first of them.
        return
    labels = [member_label(one.view, one.members[0], "prefix") for one in instances]
    if all(labels) and len(set(labels)) > 1 and not is_enumeration(labels):
        split.position, split.labels = "prefix", frozenset(labels)
        return
    anchors = [anchors_of(split, one.view, one.siblings, one.members[:1]) for one in instances]
    found = {label for some in anchors for label in some.values()}
    if are_names(anchors, instances):
        return
    if len(found) > 1 and all(_strong_anchors(one) for one in instances):
        split.anchored, split.labels = True, frozenset(found)


def _caption(
    instances: Sequence[Instance], constant: frozenset[str], shared: frozenset[str]
) -> str:
    """Return the label right before the member, if it is the same on all pages."""
    found = set()
    for one in instances:
        before = [c for c in one.siblings if c < one.members[0] and one.view.label(c) != "br"]
        text = anchor_text(one.view, before[-1]) if before else ""
        if not text or (constant and not is_constant_label(text, constant)):
            return ""
        found.add(text)
    several = len({one.view.page for one in instances}) > 1
    # A page alone may have below the label what other pages have in other markup.
    known = several or not constant or found <= shared
    return found.pop() if len(found) == 1 and known else ""


def _strong_anchors(one: Instance) -> bool:
    """Return whether a sibling before the first member has the form of a label."""
    before = [child for child in one.siblings if child < one.members[0]]
    return any(
        one.view.label(child) in ("dt", "th")
        or (one.view.tree.sizes[child] < 4 and is_colon_label(one.view.whole(child)))
        for child in before[-3:]
    )


def _sizes(instances: Sequence[Instance]) -> list[int]:
    return [one.view.tree.sizes[node] for one in instances for node in one.members]
