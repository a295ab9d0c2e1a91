"""Decides: one thing, a list, or several things that each have a name or a fixed place?

Decided for the children of one signature, from the instances of their parent on all pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from windrow.median import median
from windrow.tree.markup import CELLS
from windrow.wrap.detail.labels import (
    Position,
    anchor_text,
    is_colon_label,
    is_enumeration,
    is_strong,
    member_label,
)
from windrow.wrap.detail.several import NEARLY, Instance, are_groups, decide_several
from windrow.wrap.detail.signature import label_of
from windrow.wrap.detail.spot import SMALL, Split, anchors_of

__all__ = ["decide"]


# Instances used for a decision; more take time and change nothing. Chosen, not measured.
_LOOKED_AT = 12
# Labels of members must be at least this good. Chosen; bench.detail measures the whole.
_PIVOT = 0.4
# This share of the members has a label, and one that looks like a label. Chosen; bench.detail
# measures the whole.
_STRONG = 0.6
# More members than this are a list if the pages share none of their labels. Chosen, not measured.
_FEW = 2
# On a page alone, this share of the members has a label; labels at the end of members must be the
# same on this share of the pages. Chosen; bench.detail measures the whole.
_ALONE, _LAST_SHARE = 0.4, 0.75
# Labels before members must lead to this share of them, more if nothing else was tried. Chosen;
# bench.detail measures the whole.
_COVER_LOUD, _COVER = 0.8, 0.5
# One heading among paragraphs may be the same by coincidence. Chosen, not measured.
_SECTIONS = 2
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


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
    size = median(one.view.tree.sizes[node] for one in looked_at for node in one.members)
    single = sum(n == 1 for n in counts) >= NEARLY * len(counts) and len(counts) > 1
    if max(counts) == 1 or single:
        _decide_single(split, looked_at, size, constant, shared)
        return split
    label = label_of(signature)
    if not _are_unnamed(looked_at, constant, shared) and _anchors(
        split, looked_at, constant, _COVER_LOUD, 2
    ):
        return split
    if (size <= SMALL or len(set(counts)) > 1) and _pivot(split, looked_at, size):
        return split
    if size <= SMALL:
        _partial_pivot(split, looked_at)
    many = label not in CELLS or max(counts) > 2
    if _are_unnamed(looked_at, constant, shared):
        many = False
    if many and not _anchors(split, looked_at, constant, _COVER, 1):
        _sections(split, looked_at, constant)
    decide_several(split, label, _unnamed(split, looked_at), constant)
    return split


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
        if not text or (constant and not _is_constant(text, constant)):
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


# Labels inside members


def _pivot(split: Split, instances: Sequence[Instance], size: float) -> bool:
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
        share = _shared([_labels_at(one, best[1]) for one in instances])
        if share == 0 and max(len(one.members) for one in instances) > _FEW:
            # Rows whose labels no other page has are a list: the labels are part of the data.
            return False
    split.position = best[1]
    labels = (member_label(one.view, m, best[1]) for one in instances for m in one.members)
    split.labels = frozenset(filter(None, labels))
    split.is_open = size <= SMALL
    # A member without a label still counts.
    split.mode = "list"
    return True


def _label_quality(instances: Sequence[Instance], position: Position, size: float) -> float:
    per = [_labels_at(one, position) for one in instances]
    every = [label for labels in per for label in labels if label]
    total = sum(map(len, per))
    if len(every) < max(2, _STRONG * total) or is_enumeration(every):
        return 0.0
    unique, share = _unique(per), _shared(per)
    holders = Counter(label for labels in unique for label in labels)
    common = sum(count >= 2 for count in holders.values())
    strong = sum(
        label in only and is_strong(one.view, node, position)
        for one, labels, only in zip(instances, per, unique, strict=True)
        for node, label in zip(one.members, labels, strict=True)
    )
    if len(per) == 1 and position == "first" and _is_two_columns(instances[0], unique[0]):
        return 0.5
    if position != "last" and strong >= _STRONG * total and size <= SMALL:
        return max(share, 0.5 + 0.5 * share)
    if common < 2 or (position == "last" and share < _LAST_SHARE) or _are_amounts(every):
        return 0.0
    return share


def _labels_at(one: Instance, position: Position) -> list[str]:
    return [member_label(one.view, node, position) for node in one.members]


def _unique(per: Sequence[Sequence[str]]) -> list[set[str]]:
    """Return the labels that are on a page once, by page."""
    return [{label for label, n in Counter(labels).items() if label and n == 1} for labels in per]


def _shared(per: Sequence[Sequence[str]]) -> float:
    """Return the share of the members whose label the other pages have, too."""
    unique = _unique(per)
    holders = Counter(label for labels in unique for label in labels)
    others = max(1, len(per) - 1)
    shares = sum((holders[label] - 1) / others for labels in unique for label in labels)
    return shares / max(1, sum(map(len, per)))


def _are_amounts(labels: Sequence[str]) -> bool:
    """Return whether most *labels* have digits, as "2 cups" has: they are values."""
    return 2 * sum(any(map(str.isdigit, label)) for label in labels) > len(labels)


def _is_two_columns(one: Instance, unique: set[str]) -> bool:
    """Return whether the rows of a page alone are pairs of a name and a value."""
    pairs = sum(len(one.view.children(node)) == 2 for node in one.members)
    plain = sum(not any(letter.isdigit() for letter in label) for label in unique)
    enough = NEARLY * len(one.members)
    return one.view.label(one.members[0]) == "tr" and pairs >= enough and plain >= enough


def _partial_pivot(split: Split, instances: Sequence[Instance]) -> None:
    """Use labels such as "Price: 12" of single members, although most have no label."""
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
    # On a single page, labels are trusted if many members have one.
    alone = len(instances) == 1 and len(holders) >= max(2, _ALONE * len(instances[0].members))
    least = 1 if alone else 2
    wanted = [label for label, n in holders.items() if n >= least and label not in twice]
    if wanted and not is_enumeration([*holders]):
        split.position, split.partial = "prefix", True
        split.labels = frozenset(wanted)


# Labels before members


def _anchors(
    split: Split, instances: Sequence[Instance], constant: frozenset[str], cover: float, least: int
) -> bool:
    """Use siblings with the same text on all pages as labels of what follows them."""
    probe = Split(split.signature)
    pages = {one.view.page for one in instances}
    if len(pages) > 1:
        # Between a label that the pages share and its members may be headings of their groups.
        shared = {one for one in _labels_of_several(instances) if _is_constant(one, constant)}
        probe.is_open, probe.labels = False, frozenset(shared)
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    wanted = {label for labels in found for label in labels.values()}
    # What is a heading on one page may be a paragraph on another.
    members = ((one.view, node) for one in instances for node in one.members)
    probe.heads = any(anchor_text(view, node) in wanted for view, node in members)
    # Below a heading that all pages have, other headings are those of its parts.
    probe.is_open, probe.labels = False, frozenset(wanted)
    probe.level = _level(instances, probe)
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    total = sum(len(one.members) for one in instances)
    covered = sum(map(len, found))
    if len(wanted) < least or covered < cover * total or is_enumeration([*wanted]):
        return False
    # If the labels have a special form, others of that form are labels, too.
    colons = sum(f"{label}:" in constant or f"{label} :" in constant for label in wanted)
    probe.is_open = colons > len(wanted) / 2 or _all_heads(instances)
    if not probe.is_open and probe.level not in _HEADINGS:
        probe.level = ""
    _take(split, probe, instances, constant)
    split.mode = "list" if label_of(split.signature) not in CELLS else "ordinal"
    return True


def _are_unnamed(
    instances: Sequence[Instance], constant: frozenset[str], shared: frozenset[str]
) -> bool:
    """Return whether the members are groups of rows on a single page, below headings of its own."""
    alone = len({one.view.page for one in instances}) == 1 and bool(constant)
    if not alone or not are_groups(instances):
        return False
    probe = Split(instances[0].view.signatures[instances[0].members[0]])
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    return shared.isdisjoint(label for labels in found for label in labels.values())


def _sections(split: Split, instances: Sequence[Instance], constant: frozenset[str]) -> None:
    """Use members that are headings on all pages as labels of the members that follow them.

    So it is in running text: the heading is a paragraph in bold type.
    """
    if len({one.view.page for one in instances}) < 2:
        return
    per = [Counter(anchor_text(one.view, node) for node in one.members) for one in instances]
    wanted = {
        label
        for label in set().union(*per)
        if label and _is_constant(label, constant) and all(counts[label] == 1 for counts in per)
    }
    if len(wanted) < _SECTIONS or is_enumeration([*wanted]):
        return
    probe = Split(split.signature, is_open=False, labels=frozenset(wanted), heads=True)
    _take(split, probe, instances, constant)


def _take(
    split: Split, probe: Split, instances: Sequence[Instance], constant: frozenset[str]
) -> None:
    """Use the labels of *probe*, and decide how the members below each of them get their keys."""
    split.anchored, split.labels, split.is_open = True, probe.labels, probe.is_open
    split.heads, split.level = probe.heads, probe.level
    by_label: dict[str, list[Instance]] = {}
    for one in instances:
        labels = anchors_of(split, one.view, one.siblings, one.members)
        members: dict[str, list[int]] = {}
        for member in one.members:
            members.setdefault(labels.get(member, ""), []).append(member)
        for label, some in members.items():
            by_label.setdefault(label, []).append(Instance(one.view, one.siblings, some))
    for label in sorted(split.labels):
        below = by_label.get(label, [])
        inner = split.inner[label] = Split(split.signature)
        if below and max(len(one.members) for one in below) > 1:
            decide_several(inner, label_of(split.signature), below, constant)


def _unnamed(split: Split, instances: Sequence[Instance]) -> Sequence[Instance]:
    """Return the instances without the members that headings among them name."""
    if not split.heads:
        return instances
    found = []
    for one in instances:
        named = anchors_of(split, one.view, one.siblings, one.members)
        if members := [node for node in one.members if node not in named]:
            found.append(Instance(one.view, one.siblings, members))
    return found or instances


def _labels_of_several(instances: Sequence[Instance]) -> frozenset[str]:
    """Return the labels among the siblings that two pages have, or more."""
    found: dict[str, set[int]] = {}
    for one in instances:
        for child in one.siblings:
            if text := anchor_text(one.view, child):
                found.setdefault(text, set()).add(one.view.page)
    return frozenset(text for text, pages in found.items() if len(pages) > 1)


def _is_constant(label: str, constant: frozenset[str]) -> bool:
    return not constant.isdisjoint((label, f"{label}:", f"{label} :"))


def _level(instances: Sequence[Instance], probe: Split) -> str:
    """Return the label of all siblings that *probe* knows as labels, or ""."""
    found = {
        one.view.label(child)
        for one in instances
        for child in one.siblings
        if one.view.signatures[child] != probe.signature
        and anchor_text(one.view, child) in probe.labels
    }
    return found.pop() if len(found) == 1 else ""


def _all_heads(instances: Sequence[Instance]) -> bool:
    found = {
        one.view.label(child)
        for one in instances
        for child in {*one.siblings}.difference(one.members)
        if one.view.tree.kinds[child] & 1
    }
    return bool(found) and found <= {"dt", "th", "label"}
