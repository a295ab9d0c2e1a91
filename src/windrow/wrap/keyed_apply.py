"""Reads a page with a keyed template: one walk, places and nodes side by side."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from windrow.model import Value
from windrow.wrap.keyed_assign import Keyed, assign
from windrow.wrap.keyed_labels import clean_label
from windrow.wrap.keyed_learn import grow, number
from windrow.wrap.keyed_locate import locate
from windrow.wrap.keyed_place import Group, Place, mark
from windrow.wrap.keyed_program import Program
from windrow.wrap.keyed_signature import spoken_signature, tag_of, words_of
from windrow.wrap.keyed_slots import jaccard
from windrow.wrap.keyed_values import values
from windrow.wrap.keyed_view import View

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
    nodes: dict[str, Any]
    prefix: str = ""
    label: str = ""
    top: bool = True


def read_tree(program: Program, view: View) -> Reading:
    """Return what the page of *view* says at the places of *program*."""
    reading = Reading()
    walker = program.walker(view)
    _walk(program, walker, view, reading, _Step(program.places[0], 0, reading.row, reading.nodes))
    missing = [one for one, ids in program.named if ids and reading.found.isdisjoint(ids)]
    located = []
    for place, node in locate(missing, view, view.numbers, program.ids, reading.taken):
        step = _Step(place, node, reading.row, reading.nodes, "", place.label)
        _walk(program, walker, view, reading, step)
        located.append(range(node, node + view.tree.sizes[node]))
    for name, node in reading.unseen.items() if located else ():
        # It has its own name now.
        if any(node in part for part in located):
            reading.row.pop(name, None)
            reading.nodes.pop(name, None)
    return reading


def _walk(program: Program, walker: Any, view: View, reading: Reading, start: _Step) -> None:
    stack = [start]
    found, taken = reading.found, reading.taken
    while (todo := walker.read_all(stack, program.numbers, found, taken)) is not None:
        step, left = todo
        below: list[_Step] = []
        if left is None:
            _emit(step, view, reading)
            _descend(step, view, below)
        else:
            _go_on(program, view, left, below)
        stack += reversed(below)


def _go_on(program: Program, view: View, left: list[Any], below: list[_Step]) -> None:
    """Do what the kernel could not: all that needs a look at words."""
    for node, place_number, group_number, row, nodes, top in left:
        place = program.places[place_number]
        step = _Step(place, node, row, nodes, "", place.label, top)
        if group_number < 0:
            _descend(step, view, below)
        else:
            group = program.groups[group_number]
            children = view.children(node)
            wanted, numbers = program.ids[group.signature], view.numbers
            members = [child for child in children if numbers[child] == wanted]
            _enter(step, group, view, children, members, below)


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
            step.nodes[name] = step.node
            if step.top and step.prefix:
                reading.unseen[name] = step.node


def _descend(step: _Step, view: View, below: list[_Step]) -> None:
    place, node = step.place, step.node
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
            _enter(step, group, view, children, some, below)
        elif unknown.get(signature):
            _unseen(step, signature, view, some, below)


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


def _enter(
    step: _Step,
    group: Group,
    view: View,
    children: list[int],
    members: list[int],
    below: list[_Step],
) -> None:
    keyed = assign(group, view, children, members)
    counts: dict[str, int] = {}
    for one in keyed:
        counts[one.key] = counts.get(one.key, 0) + 1
    started: set[str] = set()
    for one in keyed:
        part = group.parts.get(one.key)
        prefix = step.prefix
        if part is None:
            if one.is_list:
                part = group.parts.get("[]") or next(
                    (p for p in group.parts.values() if p.is_list), None
                )
            if part is None:
                part = group.any or next((p for p in group.parts.values() if not p.is_list), None)
            if part is None:
                continue
            signature = spoken_signature(group.signature)
            prefix = f"{step.prefix}{step.place.id}/{signature}{one.key}/"
        _place(step, part, one, prefix, below, counts, started, view)


def _place(
    step: _Step,
    part: Place,
    one: Keyed,
    prefix: str,
    below: list[_Step],
    counts: dict[str, int],
    started: set[str],
    view: View,
) -> None:
    label = one.label or ("" if part.is_list else step.label)
    if one.is_list:
        name = step.prefix + part.id if prefix == step.prefix else prefix.rstrip("/")
        row: dict[str, Any] = {"heading": one.heading} if one.heading else {}
        nodes: dict[str, Any] = {}
        step.row.setdefault(name, []).append(row)
        step.nodes.setdefault(name, []).append(nodes)
        below.append(_Step(part, one.node, row, nodes, "", label, False))
        return
    if counts[one.key] > 1:
        name = f"{step.prefix}{part.id}[]"
        text = view.whole(one.node) if view.tree.sizes[one.node] <= 80 else ""
        if text:
            step.row.setdefault(name, []).append({".": text})
            step.nodes.setdefault(name, []).append({".": one.node})
    if one.key in started:
        return
    started.add(one.key)
    below.append(_Step(part, one.node, step.row, step.nodes, prefix, label, step.top))


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
    _enter(stand_in, group, view, view.children(parent), members, below)


def _grow_group(
    holder: Place,
    view: View,
    parent: int,
    signature: str,
    members: list[int],
) -> None:
    from windrow.wrap.keyed_decide import Instance, decide

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
