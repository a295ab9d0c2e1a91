"""Reads a page with a keyed template: one walk, places and nodes side by side."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from windrow.kernels.wrap import members as kernel
from windrow.model import Value
from windrow.wrap.detail.assign import assign, pairs
from windrow.wrap.detail.grow import grow, number
from windrow.wrap.detail.labels import clean_label
from windrow.wrap.detail.locate import locate
from windrow.wrap.detail.place import Place, mark
from windrow.wrap.detail.program import Program
from windrow.wrap.detail.signature import spoken_signature, tag_of, words_of
from windrow.wrap.detail.slots import jaccard
from windrow.wrap.detail.values import values
from windrow.wrap.detail.view import View

__all__ = ["Reading", "read_tree"]

_SOFT = 0.3
# What was never seen is learned from the page itself, unless it is a page of its own.
_UNSEEN_NODES = 150
_MOST_UNSEEN = 50


@dataclass(slots=True)
class Reading:
    """What was read: the row, where its values stand, and which places were found."""

    row: dict[str, Value] = field(default_factory=dict)
    nodes: dict[str, Any] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)  # ids of what places hold
    taken: set[int] = field(default_factory=set)  # nodes that places were found at
    unseen: dict[str, int] = field(default_factory=dict)  # fields that no place has
    confidence: float = 1.0


class _Step(NamedTuple):
    place: Place
    node: int
    row: dict[str, Any]
    nodes: dict[str, Any] | None  # where the values stand, if somebody asks
    prefix: str = ""
    label: str = ""
    top: bool = True


def read_tree(program: Program, view: View, *, where: bool = False) -> Reading:
    """Return what the page of *view* says at the places of *program*; *where*: with the nodes."""
    reading = Reading()
    walker = program.rows(view)
    nodes = reading.nodes if where else None
    _walk(program, walker, view, reading, _Step(program.places[0], 0, reading.row, nodes))
    missing = [one for one, ids in program.named if ids and reading.found.isdisjoint(ids)]
    located = []
    for place, node in locate(missing, view, view.numbers, program.ids, reading.taken):
        step = _Step(place, node, reading.row, nodes, "", place.label)
        _walk(program, walker, view, reading, step)
        located.append(range(node, node + view.tree.sizes[node]))
    for name, node in reading.unseen.items() if located else ():
        # It has its own name now.
        if any(node in part for part in located):
            reading.row.pop(name, None)
            reading.nodes.pop(name, None)
    return reading


def _walk(program: Program, walker: Any, view: View, reading: Reading, start: _Step) -> None:
    stack: list[Any] = [start]
    found, taken = reading.found, reading.taken
    page = _page(view)
    descend = partial(_descend, view)
    tables = (program.places, program.groups, program.wanted, view.numbers, page, descend)
    while (todo := walker.read_all(stack, program.numbers, found, taken)) is not None:
        step, left = todo
        if left is None:
            # Its place has no number: it was learned from this page alone.
            below: list[Any] = []
            one = _Step(*step)
            if not one.place.closed:
                _emit(one, view, reading)
                _descend(view, one, below)
        else:
            # All that needs a look at words.
            below = kernel.go_on(left, *tables)
        below.reverse()
        stack += below


def _page(view: View) -> tuple[Any, ...]:
    """Return what the kernel wants to know of a page."""
    if view.page_parts is None:
        looks = partial(pairs, view)
        view.page_parts = (view.said, view.tree.names, view.signatures, looks, spoken_signature)
    return view.page_parts


def _emit(step: _Step, view: View, reading: Reading) -> None:
    place = step.place
    for suffix, text in values(view, step.node, member=place.is_list).items():
        held = place.held.get(suffix)
        if step.top and not step.prefix:
            reading.found.add(place.id + suffix)
            reading.taken.add(step.node)
        if held is not None:
            if held.constant is not None and not held.labelled and held.constant == mark(text):
                continue
            if not held.show:
                continue
        if step.label and clean_label(text) == step.label:
            continue
        base = "" if place.is_list else (step.prefix + place.id).rstrip("/")
        name = base + suffix or "."
        if name not in step.row:
            step.row[name] = text
            if step.nodes is not None:
                step.nodes[name] = step.node
            if step.top and step.prefix:
                reading.unseen[name] = step.node


def _descend(view: View, step: tuple[Any, ...], below: list[Any]) -> None:
    place, node = step[0], step[1]
    children = view.children(node)
    if not children:
        return
    members: dict[str, list[int]] = {}
    for child in children:
        members.setdefault(view.signatures[child], []).append(child)
    unknown = {s: some for s, some in members.items() if s not in place.groups}
    if len(unknown) > _MOST_UNSEEN:
        unknown = dict(itertools.islice(unknown.items(), _MOST_UNSEEN))
    if unknown:
        for signature, some in _recognised(place, members, unknown).items():
            members.setdefault(signature, []).extend(some)
            members[signature].sort()
    for signature, some in members.items():
        group = place.groups.get(signature)
        if group is not None:
            kernel.enter(step, group, _page(view), children, some, below)
        elif unknown.get(signature):
            _unseen(_Step(*step), signature, view, some, below)


def _recognised(
    place: Place, members: dict[str, list[int]], unknown: dict[str, list[int]]
) -> dict[str, list[int]]:
    """Return members by the known signature they are taken for, and empty their entries."""
    found: dict[str, list[int]] = {}
    tags = Counter(tag_of(signature) for signature in unknown)
    for signature, some in unknown.items():
        kept = place.aliases.get(signature)
        if kept is None:
            tag = tag_of(signature)
            free = [
                s for s in place.groups if tag_of(s) == tag and s not in members and s not in found
            ]
            scored = [(jaccard(words_of(s), words_of(signature)), s) for s in free]
            best = max(scored, default=(0.0, ""))
            if best[0] >= _SOFT and best[1]:
                kept = best[1]
            elif len(free) == 1 and tags[tag] == 1 and tag != "#text":
                kept = free[0]
        if kept is not None:
            found.setdefault(kept, []).extend(some)
    for taken in found.values():
        for signature in [*unknown]:
            if unknown[signature] and unknown[signature][0] in taken:
                unknown[signature] = []
                members.pop(signature, None)
    return found


def _unseen(
    step: _Step,
    signature: str,
    view: View,
    members: list[int],
    below: list[_Step],
) -> None:
    """Learn what was never seen here from this page alone."""
    tree = view.tree
    if sum(tree.sizes[node] for node in members) > _UNSEEN_NODES:
        return
    if not any(tree.has_items(node) for node in members):
        return
    holder = Place("")
    parent = step.node
    _grow_group(holder, view, parent, signature, members)
    number(holder)
    prefix = f"{step.prefix}{step.place.id}/" if step.place.id else step.prefix
    group = holder.groups[signature]
    stand_in = _Step(holder, parent, step.row, step.nodes, prefix, step.label, step.top)
    kernel.enter(stand_in, group, _page(view), view.children(parent), members, below)


def _grow_group(
    holder: Place,
    view: View,
    parent: int,
    signature: str,
    members: list[int],
) -> None:
    from windrow.wrap.detail.decide import Instance, decide

    siblings = view.children(parent)
    group = decide(signature, [Instance(view, siblings, members)], frozenset())
    holder.groups[signature] = group
    for keyed in assign(group, view, siblings, members):
        part = group.parts.get(keyed.key)
        if part is None:
            part = Place(signature + keyed.key, is_list=keyed.is_list, label=keyed.label)
            group.parts[keyed.key] = part
            nodes = [k.node for k in assign(group, view, siblings, members) if k.key == keyed.key]
            grow(part, [(view, n) for n in (nodes if keyed.is_list else nodes[:1])])
