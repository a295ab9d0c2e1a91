"""Decides whether siblings before members are their labels, or members name those that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

from windrow.tree.markup import CELLS, HEADINGS
from windrow.wrap.detail.labels import anchor_text, is_enumeration
from windrow.wrap.detail.pivot import FEW
from windrow.wrap.detail.several import Instance, are_groups, decide_several
from windrow.wrap.detail.signature import label_of
from windrow.wrap.detail.spot import Split, anchors_of

__all__ = [
    "are_names",
    "are_unnamed",
    "is_constant_label",
    "outside",
    "take_headings",
    "take_sections",
    "unnamed",
]

# If more than this share of the labels are different ones, they name persons. Chosen, not measured.
_NAMES = 0.6
# One heading among paragraphs may be the same by coincidence. Chosen, not measured.
_SECTIONS = 2


def take_headings(
    split: Split, instances: Sequence[Instance], constant: frozenset[str], cover: float, least: int
) -> bool:
    """Use siblings with the same text on all pages as labels of what follows them."""
    probe = Split(split.signature)
    pages = {one.view.page for one in instances}
    if len(pages) > 1:
        # Between a label that the pages share and its members may be headings of their groups.
        shared = {one for one in _labels_of_several(instances) if is_constant_label(one, constant)}
        probe.is_open, probe.labels = False, frozenset(shared)
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    wanted = {label for labels in found for label in labels.values()}
    if are_names(found, instances):
        return False
    # What is a heading on one page may be a paragraph on another.
    members = ((one.view, node) for one in instances for node in one.members)
    probe.heads = any(anchor_text(view, node) in wanted for view, node in members)
    # Below a heading that all pages have, other headings are those of its parts.
    probe.is_open, probe.labels = False, frozenset(wanted)
    probe.level = _level(instances, probe)
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    total = sum(len(one.members) for one in instances)
    covered = sum(map(len, found))
    if not cover and (len(pages) < 2 or probe.level not in HEADINGS or not wanted):
        return False
    if len(wanted) < least or covered < cover * total or is_enumeration([*wanted]):
        return False
    # If the labels have a special form, others of that form are labels, too.
    colons = sum(f"{label}:" in constant or f"{label} :" in constant for label in wanted)
    is_open = colons > len(wanted) / 2 or _all_heads(instances)
    probe.is_open = is_open and not any(_has_parts(one, wanted) for one in instances)
    if not probe.is_open and probe.level not in HEADINGS:
        probe.level = ""
    _take(split, probe, instances, constant)
    split.mode = "list" if label_of(split.signature) not in CELLS else "ordinal"
    return True


def take_sections(split: Split, instances: Sequence[Instance], constant: frozenset[str]) -> None:
    """Use members that are headings on all pages as labels of the members that follow them.

    So it is in running text: the heading is a paragraph in bold type.
    """
    if len({one.view.page for one in instances}) < 2:
        return
    per = [Counter(anchor_text(one.view, node) for node in one.members) for one in instances]
    wanted = {
        label
        for label in set().union(*per)
        if label
        and is_constant_label(label, constant)
        and all(counts[label] == 1 for counts in per)
    }
    if len(wanted) < _SECTIONS or is_enumeration([*wanted]):
        return
    probe = Split(split.signature, is_open=False, labels=frozenset(wanted), heads=True)
    _take(split, probe, instances, constant)


def are_unnamed(
    instances: Sequence[Instance], constant: frozenset[str], shared: frozenset[str]
) -> bool:
    """Return whether the members are groups of rows on a single page, below headings of its own."""
    alone = len({one.view.page for one in instances}) == 1 and bool(constant)
    if not alone or not are_groups(instances):
        return False
    probe = Split(instances[0].view.signatures[instances[0].members[0]])
    found = [anchors_of(probe, one.view, one.siblings, one.members) for one in instances]
    return shared.isdisjoint(label for labels in found for label in labels.values())


def are_names(found: Sequence[Mapping[int, str]], instances: Sequence[Instance]) -> bool:
    """Return whether labels differ from row to row: "Ann says:", "Bob says:".

    Rows with several labels have fields, and a page alone does not show which labels others have.
    """
    if len({one.view.page for one in instances}) < 2 or any(
        len({*one.values()}) > 1 for one in found
    ):
        return False
    holders = Counter(label for labels in found for label in {*labels.values()})
    return len(found) > FEW and len(holders) > _NAMES * sum(holders.values())


def unnamed(split: Split, instances: Sequence[Instance]) -> Sequence[Instance]:
    """Return the instances without the members that headings among them name."""
    return (outside(split, instances) if split.heads else []) or instances


def outside(split: Split, instances: Sequence[Instance]) -> list[Instance]:
    """Return the instances that have members without a label before them, with these alone."""
    found = []
    for one in instances:
        named = anchors_of(split, one.view, one.siblings, one.members)
        if members := [node for node in one.members if node not in named]:
            found.append(Instance(one.view, one.siblings, members))
    return found


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


def _has_parts(one: Instance, wanted: Container[str]) -> bool:
    """Return whether another label comes right after a wanted one, and names a list."""
    members, below = {*one.members}, 0
    is_wanted = is_part = False
    for child in one.siblings:
        if child in members:
            below += 1
            if is_part and below > FEW:
                return True
        elif text := anchor_text(one.view, child):
            is_part = is_wanted and not below and text not in wanted
            is_wanted, below = text in wanted, 0
    return False


def _labels_of_several(instances: Sequence[Instance]) -> frozenset[str]:
    """Return the labels among the siblings that two pages have, or more."""
    found: dict[str, set[int]] = {}
    for one in instances:
        for child in one.siblings:
            if text := anchor_text(one.view, child):
                found.setdefault(text, set()).add(one.view.page)
    return frozenset(text for text, pages in found.items() if len(pages) > 1)


def is_constant_label(label: str, constant: frozenset[str]) -> bool:
    """Return whether a label is among the texts that the pages share, with a colon or without."""
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
