"""Reads a page with a template of detail pages: one walk, spots and nodes side by side."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from windrow.kernels.wrap import members as kernel
from windrow.model import Value
from windrow.wrap.detail.decide import decide
from windrow.wrap.detail.fields import WHOLE
from windrow.wrap.detail.grow import grow, number
from windrow.wrap.detail.labels import clean_label
from windrow.wrap.detail.locate import locate
from windrow.wrap.detail.program import Program
from windrow.wrap.detail.several import Instance
from windrow.wrap.detail.signature import label_of, spoken_signature, words_of
from windrow.wrap.detail.spot import Member, Spot, assign, mark, pairs
from windrow.wrap.detail.view import PageView
from windrow.wrap.outline import jaccard

__all__ = ["DetailReading", "read_tree"]

# Members whose words agree this much with those of a known signature belong to it.
# Chosen; bench.detail measures the whole.
_SOFT = 0.3
# Unseen parts are learned from the page itself, up to this many nodes and signatures. Chosen;
# bench.detail measures the whole.
_UNSEEN_NODES = 150
_MOST_UNSEEN = 50


@dataclass(slots=True)
class DetailReading:
    """What was read: the row, where its values are, and which spots were found."""

    row: dict[str, Value] = field(default_factory=dict)
    nodes: dict[str, Any] = field(default_factory=dict)  # none for linked data
    found: set[str] = field(default_factory=set)  # ids of values of spots
    taken: bytearray = field(default_factory=bytearray)  # by node: 1 where a spot was found
    unseen: dict[str, int] = field(default_factory=dict)  # fields that no spot has
    # How well the page fits, 0..1: the found share of values that differ between pages. Values that
    # all pages of a site share are also on pages of other templates.
    confidence: float = 1.0


class _Visit(NamedTuple):
    spot: Spot
    node: int
    row: dict[str, Any]
    nodes: dict[str, Any] | None  # where the values are, if asked for
    prefix: str = ""
    label: str = ""
    top: bool = True


def read_tree(program: Program, view: PageView, *, where: bool = False) -> DetailReading:
    """Return the values of the page of *view* at the spots of *program*; *where*: with nodes."""
    reading = DetailReading(taken=bytearray(len(view.tree)))
    walker = program.rows(view)
    nodes = reading.nodes if where else None
    _walk(program, walker, view, reading, _Visit(program.spots[0], 0, reading.row, nodes))
    missing = [one for one, ids in program.named if ids and reading.found.isdisjoint(ids)]
    located = []
    for spot, node in locate(missing, view, view.numbers, program.ids, reading.taken):
        step = _Visit(spot, node, reading.row, nodes, "", spot.label)
        _walk(program, walker, view, reading, step)
        located.append(range(node, node + view.tree.sizes[node]))
    for name, node in reading.unseen.items() if located else ():
        # It has its own name now.
        if any(node in part for part in located):
            reading.row.pop(name, None)
            reading.nodes.pop(name, None)
    return reading


def _walk(
    program: Program, walker: Any, view: PageView, reading: DetailReading, start: _Visit
) -> None:
    stack: list[Any] = [start]
    found, taken = reading.found, reading.taken
    page = _page(view)
    descend = partial(_descend, view)
    tables = (program.spots, program.splits, program.wanted, view.numbers, page, descend)
    while (todo := walker.read_all(stack, program.numbers, found, taken)) is not None:
        step, left = todo
        if left is None:
            # Its spot has no number, because it was learned from this page alone.
            below: list[Any] = []
            one = _Visit(*step)
            if not one.spot.closed:
                _emit(one, view, reading)
                _descend(view, one, below)
        else:
            # Everything that depends on words.
            below = kernel.go_on(left, *tables)
        below.reverse()
        stack += below


def _page(view: PageView) -> tuple[Any, ...]:
    """Return what the kernel needs of a page."""
    if view.page_parts is None:
        page = (view.said, view.tree.names, view.signatures, partial(pairs, view))
        view.page_parts = (*page, spoken_signature)
    return view.page_parts


def _emit(step: _Visit, view: PageView, reading: DetailReading) -> None:
    spot = step.spot
    for suffix, text in view.values(step.node, spot.is_list).items():
        held = spot.held.get(suffix)
        if step.top and not step.prefix:
            reading.found.add(spot.id + suffix)
            reading.taken[step.node] = 1
        if held is not None:
            if held.constant is not None and not held.labelled and held.constant == mark(text):
                continue
            if not held.show:
                continue
        if step.label and clean_label(text) == step.label:
            continue
        base = "" if spot.is_list else (step.prefix + spot.id).rstrip("/")
        name = base + suffix or WHOLE
        if name not in step.row:
            step.row[name] = text
            if step.nodes is not None:
                step.nodes[name] = step.node
            if step.top and step.prefix:
                reading.unseen[name] = step.node


def _descend(view: PageView, step: tuple[Any, ...], below: list[Any]) -> None:
    spot, node = step[0], step[1]
    children = view.children(node)
    if not children:
        return
    members: dict[str, list[int]] = {}
    for child in children:
        members.setdefault(view.signatures[child], []).append(child)
    unknown = {s: some for s, some in members.items() if s not in spot.splits}
    if len(unknown) > _MOST_UNSEEN:
        unknown = dict(itertools.islice(unknown.items(), _MOST_UNSEEN))
    if unknown:
        for signature, some in _recognised(spot, members, unknown).items():
            members.setdefault(signature, []).extend(some)
            members[signature].sort()
    for signature, some in members.items():
        split = spot.splits.get(signature)
        if split is not None:
            kernel.enter(step, split, _page(view), children, some, below)
        elif signature in unknown:
            _unseen(_Visit(*step), signature, view, some, below)


def _recognised(
    spot: Spot, members: dict[str, list[int]], unknown: dict[str, list[int]]
) -> dict[str, list[int]]:
    """Return members by their most similar known signature, and remove them from *members*."""
    found: dict[str, list[int]] = {}
    labels = Counter(label_of(signature) for signature in unknown)
    for signature, some in unknown.items():
        kept = spot.aliases.get(signature)
        if kept is None:
            label = label_of(signature)
            free = [
                s
                for s in spot.splits
                if label_of(s) == label and s not in members and s not in found
            ]
            scored = [(jaccard(words_of(s), words_of(signature)), s) for s in free]
            best = max(scored, default=(0.0, ""))
            if best[0] >= _SOFT and best[1]:
                kept = best[1]
            elif len(free) == 1 and labels[label] == 1 and label != "#text":
                kept = free[0]
        if kept is not None:
            found.setdefault(kept, []).extend(some)
            del members[signature]
    return found


def _unseen(
    step: _Visit, signature: str, view: PageView, members: list[int], below: list[_Visit]
) -> None:
    """Learn unseen parts from this page alone."""
    tree = view.tree
    if sum(tree.sizes[node] for node in members) > _UNSEEN_NODES:
        return
    if not any(tree.has_items(node) for node in members):
        return
    siblings = view.children(step.node)
    split = decide(signature, [Instance(view, siblings, members)], frozenset())
    by_key: dict[str, list[Member]] = {}
    for member in assign(split, view, siblings, members):
        by_key.setdefault(member.key, []).append(member)
    for key, some in by_key.items():
        is_list, label = some[0].is_list, some[0].label
        part = split.parts[key] = Spot(signature + key, is_list=is_list, label=label)
        grow(part, [(view, one.node) for one in (some if is_list else some[:1])])
    holder = Spot("", splits={signature: split})
    number(holder)
    prefix = f"{step.prefix}{step.spot.id}/" if step.spot.id else step.prefix
    stand_in = step._replace(spot=holder, prefix=prefix)
    kernel.enter(stand_in, split, _page(view), siblings, members, below)
