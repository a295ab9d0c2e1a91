"""Which child is which: the members of a split get their keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from windrow.kernels.wrap import members as kernel
from windrow.wrap.detail.labels import prefix_label
from windrow.wrap.detail.slots import align, constant_only, features
from windrow.wrap.detail.spot import Split
from windrow.wrap.detail.view import PageView

__all__ = ["SMALL", "Member", "anchors_of", "assign", "pairs"]

SMALL = kernel.SMALL
# Slots are few; further members are not compared. Chosen, not measured.
_MOST = 60


class Member(NamedTuple):
    """A member with its key among those of its signature."""

    key: str
    node: int
    label: str = ""
    is_list: bool = False
    heading: str = ""  # the row above it that is only its heading


def assign(
    split: Split, view: PageView, siblings: Sequence[int], members: list[int]
) -> list[Member]:
    """Return the members of *split* with their keys; *siblings* are all children of the parent."""
    page = (view.said, view.tree.names, view.signatures)
    found = kernel.assign(split, *page, [*siblings], members, partial(pairs, view), prefix_label)
    return [Member(*one) for one in found]


def anchors_of(
    split: Split, view: PageView, siblings: Sequence[int], members: Sequence[int]
) -> dict[int, str]:
    """Return the label before each member, where there is one."""
    names, some = view.tree.names, [*members]
    found: dict[int, str] = kernel.anchors(split, view.said, names, view.signatures, siblings, some)
    return found


def pairs(view: PageView, split: Split, members: list[int]) -> list[tuple[int, int]]:
    """Return the slots of *split* with the members that look like them."""
    known = split.known
    if known is None:
        known = frozenset(f for slot in split.slots for example in slot for f in example)
        split.known = known
    looks = [constant_only(features(view, member), known) for member in members[:_MOST]]
    return align(split.slots, looks)[0]
