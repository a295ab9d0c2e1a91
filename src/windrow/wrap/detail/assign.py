"""Which child is which: the members of a group get their keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from windrow.kernels.wrap import members as kernel
from windrow.wrap.detail.place import Group
from windrow.wrap.detail.slots import align, constant_only, features
from windrow.wrap.detail.view import View

__all__ = ["SMALL", "Keyed", "anchors_of", "assign", "pairs"]

SMALL = kernel.SMALL
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
    page = (view.said, view.tree.names, view.signatures)
    found = kernel.assign(group, *page, [*siblings], members, partial(pairs, view))
    return [Keyed(*one) for one in found]


def anchors_of(
    group: Group, view: View, siblings: Sequence[int], members: Sequence[int]
) -> dict[int, str]:
    """Return the label before each member, where there is one."""
    names, some = view.tree.names, [*members]
    found: dict[int, str] = kernel.anchors(group, view.said, names, view.signatures, siblings, some)
    return found


def pairs(view: View, group: Group, members: list[int]) -> list[tuple[int, int]]:
    """Return the slots of *group* with the members that look like them."""
    known = group.known
    if known is None:
        known = frozenset(f for slot in group.slots for example in slot for f in example)
        group.known = known
    looks = [constant_only(features(view, member), known) for member in members[:_MOST]]
    return align(group.slots, looks)[0]
