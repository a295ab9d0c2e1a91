"""Which child is which: the members of a split of a template of details get their keys.

*said* is what the nodes of a page say (`windrow.kernels.wrap.said`), and *looks* recognises the
members of slots by what they look like.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.wrap.labels import anchor_text, member_label
    from cython.cimports.windrow.kernels.wrap.said import Said
else:
    Said, _labels = load("wrap.said", "python").Said, load("wrap.labels", "python")
    anchor_text, member_label = _labels.anchor_text, _labels.member_label

__all__ = ["SMALL", "anchors", "assign", "enter", "go_on"]

# Members of more nodes are parts of the page, not rows that carry a label; chosen, not measured.
SMALL = 25
_SMALL = cython.declare(cython.int, 25)
_LONGEST = cython.declare(cython.int, 60)
_COLONS = (":", "：")
# The last byte of either colon.
_COLON = cython.declare(cython.int, 58)
_WIDE_COLON = cython.declare(cython.int, 0x9A)
# Rows of more nodes or characters are not headings; chosen, not measured.
_HEADING_NODES = cython.declare(cython.int, 12)
# What is there twice where one was expected is given as a list, too, unless it is larger than
# this; chosen, not measured.
_TWICE_NODES = cython.declare(cython.int, 80)

# A member: its key, node and label, whether it is a row of a list, and the heading above it.
Member = tuple[str, int, str, bool, str]


@cython.ccall
def anchors(
    split: Any, said: Said, names: Any, signatures: Any, siblings: list, members: list
) -> dict:
    """Return the label before each member, where there is one; "" for members that are labels."""
    wanted = set(members)
    found: dict[int, str] = {}
    now: str = ""
    own: str = split.signature
    is_open: cython.bint = split.is_open
    heads: cython.bint = split.heads
    level: str = split.level
    labels: Any = split.labels
    # Whether something came below the last label, and another may follow.
    inside: cython.bint = False
    text: str
    for child in siblings:
        if child in wanted:
            text = anchor_text(said, names, child) if heads else ""
            if text and text in labels:
                now, inside, found[child] = text, False, ""
            elif now:
                found[child], inside = now, level != ""
        elif signatures[child] != own:
            text = anchor_text(said, names, child)
            if not text:
                if said.last_text(child) >= 0 and _name(said, names, child) == "dt":
                    # A name that is too long for a label: what follows is not the label before.
                    now = ""
                continue
            # Another heading of this level begins a section, unless it is the first in one.
            if text in labels or (
                (is_open or inside) and (not level or _name(said, names, child) == level)
            ):
                now, inside = text, False
    return found


@cython.cfunc
def _name(said: Said, names: Any, node: cython.int) -> str:
    """Return the name of the label of *node*."""
    name: str = names[said.labels[node]]
    return name


@cython.ccall
def assign(
    split: Any,
    said: Said,
    names: Any,
    signatures: Any,
    siblings: list,
    members: list,
    looks: Any,
) -> list:
    """Return the members of *split* with their keys; *siblings* are all children of the parent."""
    found: list[Member] = []
    if split.mode == "pairs":
        return _pairs(split, said, names, signatures, siblings, members)
    if split.position:
        members = _labelled(split, said, members, found)
    if split.anchored and members:
        members = _anchored(split, said, names, signatures, siblings, members, looks, found)
    if members:
        _plain(split, said, names, split.mode, members, "", split.caption, looks, found)
        if split.also:
            _plain(split, said, names, split.also, members, "", "", looks, found)
    return found


@cython.cfunc
def _pairs(
    split: Any, said: Said, names: Any, signatures: Any, siblings: list, members: list
) -> list:
    """Return the members as rows, each with the whole name before it as its heading.

    A name that is too long for a label is still the name of its row, and that of no other.
    """
    wanted = set(members)
    found: list[Member] = []
    own: str = split.signature
    heading: str = ""
    text: str
    for child in siblings:
        if child in wanted:
            found.append(("[]", child, "", True, heading))
        elif _name(said, names, child) == "dt":
            heading = said.whole(child).rstrip(":：").rstrip()
        elif signatures[child] != own:
            text = anchor_text(said, names, child)
            heading = text or heading
    return found


@cython.cfunc
def _labelled(split: Any, said: Said, members: list, found: list) -> list:
    """Add the members with a label of their own to what is *found*; return the others."""
    rest: list[int] = []
    partial: cython.bint = split.partial
    is_open: cython.bint = split.is_open
    position: str = split.position
    labels: Any = split.labels
    is_known: cython.bint
    is_small: cython.bint
    member: cython.int
    for member in members:
        label: str = ""
        is_small = said.sizes[member] <= _SMALL
        if not partial or is_small or said.flow(member):
            label = member_label(said, member, position)
        is_known = label in labels
        if label and (not partial or is_known or (is_small and position == "prefix")):
            if is_known or is_open:
                found.append((f"={label}", member, label, False, ""))
            else:
                found.append(("=*", member, "", False, ""))
        else:
            rest.append(member)
    return rest


@cython.cfunc
def _anchored(
    split: Any,
    said: Said,
    names: Any,
    signatures: Any,
    siblings: list,
    members: list,
    looks: Any,
    found: list,
) -> list:
    """Add the members below a label to what is *found*; return the others."""
    labels: dict[int, str] = anchors(split, said, names, signatures, siblings, members)
    if not labels:
        return members
    rest: list[int] = []
    below: dict[str, list[int]] = {}
    for member in members:
        named: Any = labels.get(member)
        if named is None:
            rest.append(member)
        elif named:
            below.setdefault(named, []).append(member)
    inner_splits: Any = split.inner
    for label, some in below.items():
        inner: Any = inner_splits.get(label)
        if inner is None:
            mode: str = "single" if len(some) == 1 else "list"
            _plain(split, said, names, mode, some, f"={label}", label, looks, found)
            continue
        _plain(inner, said, names, inner.mode, some, f"={label}", label, looks, found)
        if inner.also:
            _plain(inner, said, names, inner.also, some, f"={label}", label, looks, found)
    return rest


@cython.cfunc
def _plain(
    split: Any,
    said: Said,
    names: Any,
    mode: str,
    members: list,
    prefix: str,
    label: str,
    looks: Any,
    found: list,
) -> None:
    """Add the members by number, as rows of a list, or by their looks to what is *found*."""
    if mode == "single":
        for member in members:
            found.append((prefix, member, label, False, ""))
    elif mode == "list":
        _rows(said, names, members, f"{prefix}[]", label, found)
    elif mode == "ordinal" and (len(members) in split.counts or not split.slots):
        number: cython.int = 0
        for member in members:
            number += 1
            found.append((f"{prefix}:{number}", member, label, False, ""))
    elif mode != "skip":
        sign: str = "~" if mode == "slots" else ":"
        for i, j in looks(split, members):
            found.append((f"{prefix}{sign}{i + 1}", members[j], label, False, ""))


@cython.cfunc
def _rows(said: Said, names: Any, members: list, key: str, label: str, found: list) -> None:
    """Add the members as rows; "For the dough:" is a heading of the rows below it."""
    headings: dict[int, str] = {}
    alone: set[int] = set()
    heading: str = ""
    k: cython.Py_ssize_t
    if len(members) > 2:
        for member in members:
            heading = _heading(said, names, member)
            if heading:
                headings[member] = heading
        if 2 * len(headings) >= len(members) or members[len(members) - 1] in headings:
            headings = {}
        # A heading without rows below it is a row: "Lunch" before "Dinner".
        for k in range(len(members) - 1):
            if members[k] in headings and members[k + 1] in headings:
                alone.add(members[k])
    heading = ""
    for member in members:
        if member in alone:
            heading = ""
            found.append((key, member, label, True, ""))
        elif headings and member in headings:
            heading = headings[member]
        else:
            found.append((key, member, label, True, heading))


@cython.cfunc
def _heading(said: Said, names: Any, node: cython.int) -> str:
    """Return the text of a row that is only a heading, or ""."""
    if said.sizes[node] > _HEADING_NODES:
        return ""
    last: cython.int = said.last_text(node)
    if last < 0:
        return ""
    byte: cython.int = said.last_byte(last)
    if byte != _COLON and byte != _WIDE_COLON:
        return anchor_text(said, names, node) if said.sizes[node] > 1 else ""
    text: str = said.whole(node)
    return text if len(text) <= _LONGEST and text.endswith(_COLONS) else ""


def go_on(
    left: list,
    spots: list,
    splits: list,
    wanted: cython.int[::1],
    numbers: cython.int[::1],
    page: tuple,
    descend: Callable[[tuple[Any, ...], list[Any]], None],
) -> list:
    """Return the steps that what a walk *left* leads to.

    *wanted* are the signatures of the splits by number, *numbers* those of the nodes. The *page* is
    what `enter` wants to know of it; *descend* adds the steps to all children of a spot.
    """
    below: list[Any] = []
    number: cython.Py_ssize_t
    signature: cython.int
    child: cython.int
    said: Said = page[0]
    last: cython.int = -1
    children: list[int] = []
    for parent, spot_number, split_number, row, nodes, top in left:
        spot: Any = spots[spot_number]
        step: tuple[Any, ...] = (spot, parent, row, nodes, "", spot.label, top)
        number = split_number
        if number < 0:
            descend(step, below)
            continue
        if parent != last:
            # What is left of one node comes together.
            last = parent
            children = said.children(last)
        signature = wanted[number]
        members: list[int] = []
        for node in children:
            child = node
            if numbers[child] == signature:
                members.append(node)
        enter(step, splits[number], page, children, members, below)
    return below


@cython.ccall
def enter(step: Any, split: Any, page: tuple, siblings: list, members: list, below: list) -> None:
    """Add the steps from *step* into the spots of a *split* to those *below* it.

    A step is spot, node, row, nodes (None if nobody asks for them), prefix, label, and whether the
    row is the page's own. The *page* is what its nodes say, the names of its labels, the signatures
    of its nodes, how members are recognised by their looks, and how signatures are spoken.
    """
    said: Said
    said, names, signatures, looks, spoken = page
    spot, _, row, nodes, own_prefix, own_label, top = step
    found: list[Member] = assign(split, said, names, signatures, siblings, members, looks)
    counts: dict[str, int] = {}
    for key, _, _, _, _ in found:
        counts[key] = counts.get(key, 0) + 1
    started: set[str] = set()
    parts: Any = split.parts
    for key, node, label, is_list, heading in found:
        part: Any = parts.get(key)
        prefix: str = own_prefix
        if part is None:
            part = _stand_in(split, parts, is_list)
            if part is None:
                continue
            # A member without a spot is named by its key.
            prefix = f"{own_prefix}{spot.id}/{spoken(split.signature)}{key}/"
        label = label or ("" if part.is_list else own_label)
        if is_list:
            name: str = own_prefix + part.id if prefix == own_prefix else prefix.rstrip("/")
            new_row: dict[str, Any] = {"heading": heading} if heading else {}
            new_nodes: Any = None
            row.setdefault(name, []).append(new_row)
            if nodes is not None:
                new_nodes = {}
                nodes.setdefault(name, []).append(new_nodes)
            below.append((part, node, new_row, new_nodes, "", label, False))
            continue
        if counts[key] > 1:
            _twice(f"{own_prefix}{part.id}[]", node, said, row, nodes)
        if key not in started:
            started.add(key)
            below.append((part, node, row, nodes, prefix, label, top))


@cython.cfunc
def _stand_in(split: Any, parts: Any, is_list: cython.bint) -> Any:
    """Return the spot that is used for a member whose key is new; None if there is none."""
    part: Any = None
    if is_list:
        part = parts.get("[]")
        if part is None:
            part = next((one for one in parts.values() if one.is_list), None)
    if part is None:
        part = split.any
    if part is None:
        part = next((one for one in parts.values() if not one.is_list), None)
    return part


@cython.cfunc
def _twice(name: str, node: cython.int, said: Said, row: dict, nodes: Any) -> None:
    """Keep a member that occurs again although one was expected."""
    if said.sizes[node] > _TWICE_NODES:
        return
    text: str = said.whole(node)
    if text:
        row.setdefault(name, []).append({".": text})
        if nodes is not None:
            nodes.setdefault(name, []).append({".": node})
