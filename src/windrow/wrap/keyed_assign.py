"""Which child is which: the members of a group get their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from windrow.wrap.keyed_labels import anchor_text, member_label
from windrow.wrap.keyed_place import Group, Mode
from windrow.wrap.keyed_slots import align, constant_only, features
from windrow.wrap.keyed_view import View

__all__ = ["SMALL", "Keyed", "anchors_of", "assign"]

# Members of more nodes are parts of the page, not rows that carry a label.
SMALL = 25
_HEADING, _HEADING_NODES = 60, 12
# The last byte of either colon.
_COLON_BYTES = (b":"[-1], "：".encode()[-1])
# Slots are few; a page with more members than this is another page.
_MOST = 60


class Keyed(NamedTuple):
    """A member with its key among those of its signature."""

    key: str
    node: int
    label: str = ""
    is_list: bool = False
    heading: str = ""  # the row above it that is no row of its own


def assign(group: Group, view: View, siblings: Sequence[int], members: list[int]) -> list[Keyed]:
    """Return the members of *group* with their keys; *siblings* are all children of the parent."""
    found: list[Keyed] = []
    if group.position:
        members, found = _labelled(group, view, members)
    if group.anchored and members:
        members, anchored = _anchored(group, view, siblings, members)
        found += anchored
    if members:
        found += _plain(group, view, group.mode, members, "", group.caption)
        if group.also:
            found += _plain(group, view, group.also, members, "", "")
    return found


def _labelled(group: Group, view: View, members: list[int]) -> tuple[list[int], list[Keyed]]:
    rest, found = [], []
    for member in members:
        small = not group.partial or view.tree.sizes[member] <= SMALL
        label = member_label(view, member, group.position) if small else ""
        if label and (not group.partial or group.position == "prefix" or label in group.labels):
            known = label in group.labels or group.is_open
            found.append(Keyed(f"={label}" if known else "=*", member, label if known else ""))
        else:
            rest.append(member)
    return rest, found


def anchors_of(
    group: Group, view: View, siblings: Sequence[int], members: Sequence[int]
) -> dict[int, str]:
    """Return the label before each member, where there is one."""
    wanted = set(members)
    found: dict[int, str] = {}
    now = ""
    signatures = view.signatures
    for child in siblings:
        if child in wanted:
            if now:
                found[child] = now
        elif signatures[child] != group.signature:
            text = anchor_text(view, child)
            if text and (group.is_open or text in group.labels):
                now = text
    return found


def _anchored(
    group: Group, view: View, siblings: Sequence[int], members: list[int]
) -> tuple[list[int], list[Keyed]]:
    labels = anchors_of(group, view, siblings, members)
    rest = [member for member in members if member not in labels]
    below: dict[str, list[int]] = {}
    for member in members:
        if member in labels:
            below.setdefault(labels[member], []).append(member)
    found: list[Keyed] = []
    for label, some in below.items():
        inner = group.inner.get(label)
        if inner is None:
            mode: Mode = "single" if len(some) == 1 else "list"
            found += _plain(group, view, mode, some, f"={label}", label)
            continue
        found += _plain(inner, view, inner.mode, some, f"={label}", label)
        if inner.also:
            found += _plain(inner, view, inner.also, some, f"={label}", label)
    return rest, found


def _plain(
    group: Group, view: View, mode: Mode, members: list[int], prefix: str, label: str
) -> list[Keyed]:
    if mode == "skip":
        return []
    if mode == "single":
        return [Keyed(prefix, member, label) for member in members]
    if mode == "list":
        return _rows(view, members, f"{prefix}[]", label)
    if mode == "ordinal" and (len(members) in group.counts or not group.slots):
        return [Keyed(f"{prefix}:{k}", member, label) for k, member in enumerate(members, 1)]
    known = group.known
    if known is None:
        known = frozenset(f for slot in group.slots for example in slot for f in example)
        group.known = known
    looks = [constant_only(features(view, member), known) for member in members[:_MOST]]
    pairs, _ = align(group.slots, looks)
    sign = "~" if mode == "slots" else ":"
    return [Keyed(f"{prefix}{sign}{i + 1}", members[j], label) for i, j in pairs]


def _rows(view: View, members: list[int], key: str, label: str) -> list[Keyed]:
    """Return the members as rows; "For the dough:" is a heading of the rows below it."""
    headings = {m: view.whole(m) for m in members if len(members) > 2 and _is_heading(view, m)}
    if len(headings) > len(members) / 3 or (headings and members[-1] in headings):
        headings = {}
    found, heading = [], ""
    for member in members:
        if member in headings:
            heading = headings[member]
        else:
            found.append(Keyed(key, member, label, True, heading))
    return found


def _is_heading(view: View, node: int) -> bool:
    tree = view.tree
    if tree.sizes[node] > _HEADING_NODES:
        return False
    last = view.last_leaf(node)
    if last < 0 or tree.buffer[tree.texts[2 * last + 1] - 1] not in _COLON_BYTES:
        return False
    text = view.whole(node)
    return len(text) <= _HEADING and text.endswith((":", "："))
