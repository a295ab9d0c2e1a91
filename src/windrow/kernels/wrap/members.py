"""Which child is which: the members of a group of a keyed template get their keys.

*said* is what the nodes of a page say (`windrow.kernels.keyed.Said`), a group is one of
`windrow.wrap.detail.place`, and *looks* tells the members of slots apart by what they look like.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

import re
from collections.abc import Callable
from typing import Any

__all__ = [
    "SMALL",
    "anchor_text",
    "anchors",
    "assign",
    "clean_label",
    "enter",
    "go_on",
    "member_label",
    "prefix_label",
]

# Members of more nodes are parts of the page, not rows that carry a label; chosen, not measured.
SMALL = 25
_SMALL = cython.declare(cython.int, 25)
_LOUD = frozenset("th dt label b strong h1 h2 h3 h4 h5 h6 legend caption".split())
_LONGEST = cython.declare(cython.int, 60)
_PREFIX = re.compile(r"\s*([^\W\d_][^:：]{1,39}?)\s*[:：](?!//|\d\d)")
_COLONS = (":", "：")
# The last byte of either colon.
_COLON = cython.declare(cython.int, 58)
_WIDE_COLON = cython.declare(cython.int, 0x9A)
# Kinds of what a node holds: text; images; anything.
_TEXT = cython.declare(cython.int, 1)
_IMAGE = cython.declare(cython.int, 4)
_ANYTHING = cython.declare(cython.int, 15)
# A sibling of more nodes is no mere label, a row of more no heading.
_LABEL_NODES = cython.declare(cython.int, 5)
_HEADING_NODES = cython.declare(cython.int, 12)
# What stands twice where one was expected is given as a list, too, unless it is large.
_TWICE_NODES = cython.declare(cython.int, 80)

# A member: its key, node and label, whether it is a row of a list, and the heading above it.
Member = tuple[str, int, str, bool, str]


@cython.ccall
def clean_label(text: str) -> str:
    """Return a label as a key: without its colon.

    >>> clean_label(" Price : ")
    'Price'
    """
    return text.strip().rstrip(":：").strip()


@cython.ccall
def prefix_label(text: str) -> str:
    """Return what stands before the first colon of *text* if that can be a label, or "".

    >>> prefix_label("Price: 12"), prefix_label("12:30"), prefix_label("See http://hay.test")
    ('Price', '', '')
    """
    text = text[:60]
    # Most texts have no colon at all, which is soon known.
    if ":" not in text and "：" not in text:
        return ""
    match: Any = _PREFIX.match(text)
    if match is None:
        return ""
    found: str = match[1]
    return found.strip()


@cython.ccall
def member_label(said: Any, node: cython.int, position: str) -> str:
    """Return the label that *node* carries at a *position* inside itself, or "".

    A member that is nothing but its label has none.
    """
    end: cython.int = node + said.size(node)
    leaf: cython.int
    if position == "last":
        leaf = said.last_text(node)
        if leaf < 0 or said.first(node, end, _TEXT) == leaf:
            return ""
        text: str = said.text(leaf)
        return clean_label(text) if len(text) <= _LONGEST else ""
    leaf = said.first(node, end, _TEXT)
    if leaf < 0:
        return ""
    text = said.text(leaf)
    if position == "prefix":
        label: str = prefix_label(text)
        if label and len(text) <= len(label) + 3 and text.rstrip().endswith(_COLONS):
            return label if said.first(leaf + 1, end, _ANYTHING) >= 0 else ""
        return label
    if len(text) > _LONGEST or said.first(leaf + 1, end, _ANYTHING) < 0:
        return ""
    # A link or picture before the label means that the label is the value's own.
    if said.first(node, leaf, _IMAGE) >= 0:
        return ""
    return clean_label(text)


@cython.ccall
def anchor_text(said: Any, names: Any, node: cython.int) -> str:
    """Return the text of *node* if it can be a label for what follows it, or "".

    *names* are those of the labels of nodes.
    """
    size: cython.int = said.size(node)
    if size > _LABEL_NODES:
        return ""
    text: str = said.whole(node)
    if not 1 < len(text) <= _LONGEST:
        return ""
    if text.endswith(_COLONS) or names[said.label(node)] in _LOUD:
        return clean_label(text)
    first: cython.int = said.first(node, node + size, _TEXT)
    while first > node:
        if names[said.label(first)] in _LOUD and said.last_text(node) == said.last_text(first):
            return clean_label(text)
        first = said.parent(first)
    return ""


@cython.ccall
def anchors(
    group: Any,
    said: Any,
    names: Any,
    signatures: Any,
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
) -> dict:  # type: ignore[type-arg]
    """Return the label before each member, where there is one."""
    wanted = set(members)
    found: dict[int, str] = {}
    now: str = ""
    own: str = group.signature
    is_open: cython.bint = group.is_open
    labels: Any = group.labels
    for child in siblings:
        if child in wanted:
            if now:
                found[child] = now
        elif signatures[child] != own:
            text: str = anchor_text(said, names, child)
            if text and (is_open or text in labels):
                now = text
    return found


def assign(
    group: Any,
    said: Any,
    names: Any,
    signatures: Any,
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
    looks: Callable[[Any, list[int]], list[tuple[int, int]]],
) -> list:  # type: ignore[type-arg]
    """Return the members of *group* with their keys; *siblings* are all children of the parent."""
    return _assign(group, said, names, signatures, siblings, members, looks)


@cython.cfunc
def _assign(
    group: Any,
    said: Any,
    names: Any,
    signatures: Any,
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
    looks: Any,
) -> list:  # type: ignore[type-arg]
    found: list[Member] = []
    if group.position:
        members = _labelled(group, said, members, found)
    if group.anchored and members:
        members = _anchored(group, said, names, signatures, siblings, members, looks, found)
    if members:
        _plain(group, said, group.mode, members, "", group.caption, looks, found)
        if group.also:
            _plain(group, said, group.also, members, "", "", looks, found)
    return found


@cython.cfunc
def _labelled(
    group: Any,
    said: Any,
    members: list,  # type: ignore[type-arg]
    found: list,  # type: ignore[type-arg]
) -> list:  # type: ignore[type-arg]
    """Add the members with a label of their own to what is *found*; return the others."""
    rest: list[int] = []
    partial: cython.bint = group.partial
    is_open: cython.bint = group.is_open
    position: str = group.position
    labels: Any = group.labels
    is_known: cython.bint
    for member in members:
        label: str = ""
        if not partial or said.size(member) <= _SMALL:
            label = member_label(said, member, position)
        is_known = label in labels
        if label and (not partial or is_known or position == "prefix"):
            if is_known or is_open:
                found.append((f"={label}", member, label, False, ""))
            else:
                found.append(("=*", member, "", False, ""))
        else:
            rest.append(member)
    return rest


@cython.cfunc
def _anchored(
    group: Any,
    said: Any,
    names: Any,
    signatures: Any,
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
    looks: Any,
    found: list,  # type: ignore[type-arg]
) -> list:  # type: ignore[type-arg]
    """Add the members below a label to what is *found*; return the others."""
    labels: dict[int, str] = anchors(group, said, names, signatures, siblings, members)
    if not labels:
        return members
    rest: list[int] = []
    below: dict[str, list[int]] = {}
    for member in members:
        named: Any = labels.get(member)
        if named is None:
            rest.append(member)
        else:
            below.setdefault(named, []).append(member)
    inner_groups: Any = group.inner
    for label, some in below.items():
        inner: Any = inner_groups.get(label)
        if inner is None:
            mode: str = "single" if len(some) == 1 else "list"
            _plain(group, said, mode, some, f"={label}", label, looks, found)
            continue
        _plain(inner, said, inner.mode, some, f"={label}", label, looks, found)
        if inner.also:
            _plain(inner, said, inner.also, some, f"={label}", label, looks, found)
    return rest


@cython.cfunc
def _plain(
    group: Any,
    said: Any,
    mode: str,
    members: list,  # type: ignore[type-arg]
    prefix: str,
    label: str,
    looks: Any,
    found: list,  # type: ignore[type-arg]
) -> None:
    """Add the members by number, as rows of a list, or by their looks to what is *found*."""
    if mode == "single":
        for member in members:
            found.append((prefix, member, label, False, ""))
    elif mode == "list":
        _rows(said, members, f"{prefix}[]", label, found)
    elif mode == "ordinal" and (len(members) in group.counts or not group.slots):
        number: cython.int = 0
        for member in members:
            number += 1
            found.append((f"{prefix}:{number}", member, label, False, ""))
    elif mode != "skip":
        sign: str = "~" if mode == "slots" else ":"
        for i, j in looks(group, members):
            found.append((f"{prefix}{sign}{i + 1}", members[j], label, False, ""))


@cython.cfunc
def _rows(
    said: Any,
    members: list,  # type: ignore[type-arg]
    key: str,
    label: str,
    found: list,  # type: ignore[type-arg]
) -> None:
    """Add the members as rows; "For the dough:" is a heading of the rows below it."""
    headings: dict[int, str] = {}
    heading: str = ""
    if len(members) > 2:
        for member in members:
            heading = _heading(said, member)
            if heading:
                headings[member] = heading
        if len(headings) > len(members) / 3 or (headings and members[len(members) - 1] in headings):
            headings = {}
    heading = ""
    for member in members:
        if headings and member in headings:
            heading = headings[member]
        else:
            found.append((key, member, label, True, heading))


@cython.cfunc
def _heading(said: Any, node: cython.int) -> str:
    """Return the text of a row that is nothing but a heading, or ""."""
    if said.size(node) > _HEADING_NODES:
        return ""
    last: cython.int = said.last_text(node)
    if last < 0:
        return ""
    byte: cython.int = said.last_byte(last)
    if byte != _COLON and byte != _WIDE_COLON:
        return ""
    text: str = said.whole(node)
    return text if len(text) <= _LONGEST and text.endswith(_COLONS) else ""


def go_on(
    left: list,  # type: ignore[type-arg]
    places: list,  # type: ignore[type-arg]
    groups: list,  # type: ignore[type-arg]
    wanted: cython.int[::1],
    numbers: cython.int[::1],
    page: tuple,  # type: ignore[type-arg]
    descend: Callable[[tuple[Any, ...], list[Any]], None],
) -> list:  # type: ignore[type-arg]
    """Return the steps that what a walk *left* leads to.

    *wanted* are the signatures of the groups by number, *numbers* those of the nodes. The *page* is
    what `enter` wants to know of it; *descend* adds the steps to all children of a place.
    """
    below: list[Any] = []
    number: cython.Py_ssize_t
    signature: cython.int
    child: cython.int
    said: Any = page[0]
    last: cython.int = -1
    children: list[int] = []
    for one in left:
        place: Any = places[one[1]]
        step: tuple[Any, ...] = (place, one[0], one[3], one[4], "", place.label, one[5])
        number = one[2]
        if number < 0:
            descend(step, below)
            continue
        if one[0] != last:
            # What is left of one node comes together.
            last = one[0]
            children = said.children(last)
        signature = wanted[number]
        members: list[int] = []
        for node in children:
            child = node
            if numbers[child] == signature:
                members.append(node)
        _enter(step, groups[number], page, children, members, below)
    return below


def enter(
    step: Any,
    group: Any,
    page: tuple,  # type: ignore[type-arg]
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
    below: list,  # type: ignore[type-arg]
) -> None:
    """Add the steps from *step* into the places of a *group* to those *below* it.

    A step is place, node, row, nodes (None if nobody asks for them), prefix, label, and whether the
    row is the page's own. The
    *page* is what its nodes say, the names of its labels, the signatures of its nodes, how members
    are told by their looks, and how signatures are spoken.
    """
    _enter(tuple(step), group, page, siblings, members, below)


@cython.cfunc
def _enter(
    step: tuple,  # type: ignore[type-arg]
    group: Any,
    page: tuple,  # type: ignore[type-arg]
    siblings: list,  # type: ignore[type-arg]
    members: list,  # type: ignore[type-arg]
    below: list,  # type: ignore[type-arg]
) -> None:
    said: Any = page[0]
    keyed: list[Member] = _assign(group, said, page[1], page[2], siblings, members, page[3])
    counts: dict[str, int] = {}
    for one in keyed:
        key: str = one[0]
        counts[key] = counts.get(key, 0) + 1
    started: set[str] = set()
    parts: Any = group.parts
    own_prefix: str = step[4]
    for one in keyed:
        key = one[0]
        part: Any = parts.get(key)
        prefix: str = own_prefix
        if part is None:
            part = _stand_in(group, parts, one[3])
            if part is None:
                continue
            # What no place is for is called by its key.
            prefix = f"{own_prefix}{step[0].id}/{page[4](group.signature)}{key}/"
        if one[3]:
            _row(step, part, one, prefix, below)
            continue
        if counts[key] > 1:
            _twice(step, part, one[1], said)
        if key not in started:
            started.add(key)
            label: str = one[2] or ("" if part.is_list else step[5])
            below.append((part, one[1], step[2], step[3], prefix, label, step[6]))


@cython.cfunc
def _stand_in(group: Any, parts: Any, is_list: cython.bint) -> Any:
    """Return the place that tells most of a member with a key never seen."""
    part: Any = None
    if is_list:
        part = parts.get("[]")
        if part is None:
            part = next((one for one in parts.values() if one.is_list), None)
    if part is None:
        part = group.any
    if part is None:
        part = next((one for one in parts.values() if not one.is_list), None)
    return part


@cython.cfunc
def _row(
    step: tuple,  # type: ignore[type-arg]
    part: Any,
    one: tuple,  # type: ignore[type-arg]
    prefix: str,
    below: list,  # type: ignore[type-arg]
) -> None:
    """Add a row of a list to the row of *step*."""
    name: str = step[4] + part.id if prefix == step[4] else prefix.rstrip("/")
    row: dict[str, Any] = {"heading": one[4]} if one[4] else {}
    nodes: Any = None
    step[2].setdefault(name, []).append(row)
    if step[3] is not None:
        nodes = {}
        step[3].setdefault(name, []).append(nodes)
    label: str = one[2] or ("" if part.is_list else step[5])
    below.append((part, one[1], row, nodes, "", label, False))


@cython.cfunc
def _twice(step: tuple, part: Any, node: cython.int, said: Any) -> None:  # type: ignore[type-arg]
    """Keep what stands several times where one was expected."""
    if said.size(node) > _TWICE_NODES:
        return
    text: str = said.whole(node)
    if text:
        name: str = f"{step[4]}{part.id}[]"
        step[2].setdefault(name, []).append({".": text})
        if step[3] is not None:
            step[3].setdefault(name, []).append({".": node})
