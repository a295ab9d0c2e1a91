"""Grows the spots of a template of detail pages: pages are walked together, from the root down."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from windrow.median import median
from windrow.wrap.detail.decide import decide
from windrow.wrap.detail.labels import anchor_text, clean_label
from windrow.wrap.detail.lines import path_of
from windrow.wrap.detail.program import digest_of
from windrow.wrap.detail.several import Instance
from windrow.wrap.detail.signature import label_of, spoken_signature, words_of
from windrow.wrap.detail.slots import sketch
from windrow.wrap.detail.spot import SMALL, Held, Split, Spot, assign, mark
from windrow.wrap.detail.view import PageView, quorum
from windrow.wrap.outline import jaccard

__all__ = ["common_labels", "constant_texts", "grow", "number", "thaw"]

# A spot that is met more often is learned from this many instances; a template has at most this
# many spots. Chosen, not measured.
_MOST_INSTANCES = 48
_MOST_PLACES = 20_000
# Children of a spot by signature: further ones are not learned. Chosen, not measured.
_MOST_GROUPS = 200
# Signatures that agree this much mean the same: those never together, and those that complete each
# other. Chosen; bench.detail measures the whole.
_ALIAS, _VARIANT = 0.6, 0.5
# A value in lists is constant if this many rows say the same. Chosen; bench.detail measures the
# whole.
_CONSTANT_ROWS = 3
_FURNITURE = frozenset({"nav", "footer"})
# Keys of an id at most: with all keys of deep pages, the work grows with the square of the depth.
# Chosen, not measured.
_LONGEST_ID = 32
# A label with its value has at most this many nodes; larger parts are sections with a heading.
# Chosen; bench.detail measures the whole.
_PAIR = 12


def constant_texts(views: Sequence[PageView]) -> frozenset[str]:
    """Return the short texts that enough pages share; none if there is only one page."""
    if len(views) < 2:
        return frozenset()
    counts: Counter[str] = Counter()
    for view in views:
        texts = {text for node in view.leaves(0) if len(text := view.text(node)) < 80}
        # A label may have a colon on some pages only.
        counts.update(texts | {clean_label(text) for text in texts})
    return frozenset(text for text, count in counts.items() if count >= quorum(len(views)))


def common_labels(views: Sequence[PageView]) -> frozenset[str]:
    """Return the labels for what follows them that two pages have, or more."""
    counts: Counter[str] = Counter()
    for view in views:
        counts.update({anchor_text(view, node) for node in range(len(view.tree))})
    return frozenset(label for label, count in counts.items() if label and count > 1)


@dataclass(slots=True)
class _Growth:
    spot: Spot
    nodes: list[tuple[PageView, int]]
    label: str = ""  # of the nearest spot above that has one and is small
    member: bool = False
    in_list: bool = False
    furniture: bool = False  # part of the frame that all pages of a site share


@dataclass(slots=True)
class _Grower:
    constant: frozenset[str]
    labels: frozenset[str]
    paths: bool
    spots: int = 0
    tasks: list[_Growth] = field(default_factory=list)

    def run(self, task: _Growth) -> None:
        self.tasks.append(task)
        while self.tasks and self.spots < _MOST_PLACES:
            self.one(self.tasks.pop())

    def one(self, task: _Growth) -> None:
        self.spots += 1
        spot, nodes = task.spot, task.nodes
        spot.pages = len({view.page for view, _ in nodes})
        _hold(task)
        if self.paths and any(h.show and h.constant is None for h in spot.held.values()):
            spot.path = path_of(nodes[0][0].tree, nodes[0][1])
        if spot.pages > 1 and not task.in_list:
            said = {digest_of(view.tree, view.starts, node) for view, node in nodes}
            # This whole part is the same on all pages.
            spot.frozen = said.pop() if len(said) == 1 else None
        members, siblings = _members(spot, nodes, self.constant)
        every = {
            signature: [Instance(nodes[k][0], siblings[k], some) for k, some in found.items()]
            for signature, found in itertools.islice(members.items(), _MOST_GROUPS)
        }
        for signature, instances in every.items():
            some = _spread(instances)
            spot.splits[signature] = decide(signature, some, self.constant, self.labels)
        for signature, instances in every.items():
            if _only_labels(spot.splits[signature], instances, spot):
                spot.splits[signature] = Split(signature, "skip")
            else:
                self.partition(spot.splits[signature], instances, task)

    def partition(self, split: Split, instances: list[Instance], task: _Growth) -> None:
        parts: dict[str, _Growth] = {}
        every: list[tuple[PageView, int]] = []
        for one in instances:
            taken = set()
            for member in assign(split, one.view, one.siblings, one.members):
                part = parts.get(member.key)
                if part is None:
                    step, label = split.signature + member.key, member.label or task.label
                    spot = Spot(step, is_list=member.is_list, label=member.label)
                    inside = member.is_list or task.in_list
                    furniture = task.furniture or label_of(split.signature) in _FURNITURE
                    part = _Growth(spot, [], label, member.is_list, inside, furniture)
                    parts[member.key] = part
                if member.is_list or member.key not in taken:
                    taken.add(member.key)
                    part.nodes.append((one.view, member.node))
                if member.heading:
                    part.spot.held.setdefault("heading", Held("heading"))
                if member.label and not member.is_list:
                    every.append((one.view, member.node))
        for key, part in parts.items():
            split.parts[key] = part.spot
            part.nodes = _some(part.nodes)
            size = median(view.tree.sizes[node] for view, node in part.nodes)
            if part.label and size > _PAIR and not part.member:
                part.label = ""
            self.tasks.append(part)
        if every and split.is_open and (split.position or split.anchored):
            some = _some(every)
            if median(view.tree.sizes[node] for view, node in some) <= SMALL:
                split.any = Spot(f"{split.signature}=*")
                self.tasks.append(_Growth(split.any, some, "*", False, task.in_list))


def _only_labels(split: Split, instances: list[Instance], spot: Spot) -> bool:
    """Return whether the members only name what follows them."""
    named = [other for other in spot.splits.values() if other.anchored and other is not split]
    if not named:
        return False
    labels = frozenset().union(*(other.labels for other in named))
    heads = label_of(split.signature) in ("dt", "th")
    found = [anchor_text(one.view, node) for one in instances for node in one.members]
    return sum(text in labels or (heads and bool(text)) for text in found) >= 0.8 * len(found)


def grow(
    spot: Spot,
    nodes: list[tuple[PageView, int]],
    constant: frozenset[str] = frozenset(),
    labels: frozenset[str] = frozenset(),
    *,
    paths: bool = False,
) -> None:
    """Grow *spot* from its nodes; with *paths*, keep examples.

    *constant* and *labels* are the texts and labels that the pages share.
    """
    _Grower(constant, labels, paths).run(
        _Growth(spot, nodes, spot.label, spot.is_list, spot.is_list)
    )


def _hold(task: _Growth) -> None:
    """Record the values of the spot, and whether they are the same on all pages."""
    seen: dict[str, list[tuple[PageView, int, str]]] = {}
    for view, node in task.nodes:
        for suffix, text in view.values(node, task.member).items():
            seen.setdefault(suffix, []).append((view, node, text))
    for suffix, found in seen.items():
        texts = {text for _, _, text in found}
        on = {view.page for view, _, _ in found}
        held = Held(suffix, pages=len(on))
        often = len(found) >= _CONSTANT_ROWS if task.in_list else len(on) > 1
        if len(texts) == 1 and often:
            held.constant = mark(next(iter(texts)))
        if task.label:
            labels = {clean_label(text) for text in texts}
            held.labelled = suffix == "" and task.label not in labels and not task.furniture
            if not held.labelled and labels == {task.label}:
                held.show = False
        if suffix == "" and not task.member and _says_what_its_parent_says(found):
            held.show = False
        task.spot.held[suffix] = held


def thaw(root: Spot) -> None:
    """Unfreeze spots that matter although nothing differs: values with labels."""
    order = [root]
    for spot in order:
        for split in spot.splits.values():
            order += split.parts.values()
    said: set[int] = set()
    for spot in reversed(order):
        below = any(id(p) in said for g in spot.splits.values() for p in g.parts.values())
        labelled = any(held.labelled and held.show for held in spot.held.values())
        if below or labelled or (spot.is_list and spot.label):
            said.add(id(spot))
            spot.frozen = None
        elif spot.frozen:
            # If all learned pages agree, only pages with more or fewer members need slots.
            for split in spot.splits.values():
                split.slots = () if split.mode == "ordinal" else split.slots


def _says_what_its_parent_says(found: list[tuple[PageView, int, str]]) -> bool:
    parents = [(view, view.tree.parents[node], text) for view, node, text in found]
    return all(p >= 0 and view.flow(p) and view.whole(p) == text for view, p, text in parents)


def _members(
    spot: Spot, nodes: list[tuple[PageView, int]], constant: frozenset[str]
) -> tuple[dict[str, dict[int, list[int]]], list[list[int]]]:
    """Return the children by signature and parent; signatures that mean the same are one."""
    members: dict[str, dict[int, list[int]]] = {}
    siblings = []
    for k, (view, node) in enumerate(nodes):
        children = view.children(node)
        siblings.append(children)
        signatures = view.signatures
        for child in children:
            members.setdefault(signatures[child], {}).setdefault(k, []).append(child)
    if len(members) > 1 and len(nodes) > 1:
        for other, kept in _aliases(members, nodes, constant):
            spot.aliases[other] = kept
            for k, some in members.pop(other).items():
                members[kept][k] = sorted((*members[kept].get(k, ()), *some))
            members[kept] = dict(sorted(members[kept].items()))
    return members, siblings


def _aliases(
    members: dict[str, dict[int, list[int]]],
    nodes: list[tuple[PageView, int]],
    constant: frozenset[str],
) -> Iterator[tuple[str, str]]:
    """Yield pairs of similar signatures of one label that never occur together."""
    by_label: dict[str, list[str]] = {}
    for signature, per_parent in members.items():
        if len(per_parent) < len(nodes) or len({len(x) for x in per_parent.values()}) > 1:
            by_label.setdefault(label_of(signature), []).append(signature)
    found = []
    for some in by_label.values():
        if not 1 < len(some) <= 8:
            continue
        for i, one in enumerate(some):
            for other in some[i + 1 :]:
                if _complete_each_other(members[one], members[other], len(nodes)):
                    alike = jaccard(words_of(one), words_of(other))
                    if alike >= _VARIANT:
                        found.append((-1 - alike, one, other))
                elif members[one].keys().isdisjoint(members[other].keys()):
                    k, first = next(iter(members[one].items()))
                    m, second = next(iter(members[other].items()))
                    alike = jaccard(words_of(one), words_of(other)) + jaccard(
                        sketch(nodes[k][0], first[0], constant),
                        sketch(nodes[m][0], second[0], constant),
                    )
                    if alike >= _ALIAS:
                        found.append((-alike, one, other))
    used: set[str] = set()
    for _, one, other in sorted(found):
        if one not in used and other not in used:
            used |= {one, other}
            yield other, one


def _complete_each_other(
    one: dict[int, list[int]], other: dict[int, list[int]], parents: int
) -> bool:
    """Return whether two signatures vary, but their total is the same below all parents."""
    counts = [(len(one.get(k, ())), len(other.get(k, ()))) for k in range(parents)]
    return len(set(counts)) > 1 and len({a + b for a, b in counts}) == 1


def _some(nodes: list[tuple[PageView, int]]) -> list[tuple[PageView, int]]:
    """Return a limited number of nodes, equally many of each page, and those with other children.

    A page that is a list of blocks may have what it is about in a late one.
    """
    if len(nodes) <= _MOST_INSTANCES:
        return nodes
    pages = {view.page for view, _ in nodes}
    most = max(2, _MOST_INSTANCES // len(pages))
    taken: Counter[int] = Counter()
    known: set[str] = set()
    found = []
    for view, node in nodes:
        kinds = {view.signatures[below] for below in view.tree.subtree(node)}
        if taken[view.page] < most or (taken[view.page] < 2 * most and not kinds <= known):
            taken[view.page] += 1
            known |= kinds
            found.append((view, node))
    return found


def _spread(instances: list[Instance]) -> list[Instance]:
    """Return the instances of different pages in turn, so that the first few cover all pages."""
    turns: dict[int, int] = {}
    order = []
    for one in instances:
        turn = turns[one.view.page] = turns.get(one.view.page, -1) + 1
        order.append(turn)
    return [one for _, one in sorted(zip(order, instances, strict=True), key=lambda pair: pair[0])]


# Names of spots


def number(root: Spot) -> None:
    """Give every spot an id: the shortest end of its path of keys that no other spot has.

    Where the last 32 keys are not enough, spots are counted.
    """
    scopes = [root]
    while scopes:
        scope = scopes.pop()
        paths: list[tuple[Spot, tuple[str, ...]]] = []
        stack: list[tuple[Spot, tuple[str, ...]]] = [(scope, ())]
        while stack:
            spot, path = stack.pop()
            if path:
                paths.append((spot, path))
            if spot.is_list and spot is not scope:
                scopes.append(spot)
                continue
            for split in reversed(spot.splits.values()):
                stack += [
                    (part, (*path, spoken_signature(split.signature) + key)[-_LONGEST_ID:])
                    for key, part in reversed(split.parts.items())
                ]
                if split.any is not None:
                    scopes.append(split.any)
        _shortest(paths)


def _shortest(paths: list[tuple[Spot, tuple[str, ...]]]) -> None:
    # An end of a path is a number: its last key and the number of the end one key shorter.
    ends: dict[tuple[int, str], int] = {}
    left = [(spot, path, 0) for spot, path in paths]
    length = 1
    while left:
        longer = [
            (spot, path, ends.setdefault((end, path[-length]), len(ends) + 1))
            for spot, path, end in left
        ]
        counts = Counter(end for _, _, end in longer)
        left = []
        for spot, path, end in longer:
            if counts[end] == 1:
                spot.id = "/".join(path[-length:])
            elif length >= len(path):
                # The same path twice: only words that ids leave out differ, or what is far above.
                counts[end] += 1
                spot.id = f"{'/'.join(path)}'{counts[end]}"
            else:
                left.append((spot, path, end))
        length += 1
