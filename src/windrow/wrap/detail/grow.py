"""Grows the places of a keyed template: pages are walked together, from the root down."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from windrow.tree import xpath
from windrow.wrap.detail.assign import SMALL, assign
from windrow.wrap.detail.decide import Instance, decide
from windrow.wrap.detail.labels import anchor_text, clean_label
from windrow.wrap.detail.place import Group, Held, Place, mark
from windrow.wrap.detail.program import digest_of
from windrow.wrap.detail.signature import spoken_signature, tag_of, words_of
from windrow.wrap.detail.slots import jaccard, sketch
from windrow.wrap.detail.values import values
from windrow.wrap.detail.view import View, quorum

__all__ = ["constant_texts", "grow", "number", "thaw"]

# A place that is met more often is learned from some of its instances.
_MOST_INSTANCES = 48
_MOST_PLACES = 20_000
# A place whose children have more signatures is no template's.
_MOST_GROUPS = 200
_ALIAS, _VARIANT = 0.6, 0.5
_CONSTANT_ROWS = 3
_FURNITURE = frozenset({"nav", "footer"})
# A label with its value is at most this large; larger parts are sections with a heading.
_PAIR = 12


def constant_texts(views: Sequence[View]) -> frozenset[str]:
    """Return the short texts that enough pages share; none where there is only one page."""
    if len(views) < 2:
        return frozenset()
    counts: Counter[str] = Counter()
    for view in views:
        nodes = view.leaves(0)
        counts.update({text for node in nodes if len(text := view.text(node)) < 80})
    return frozenset(text for text, count in counts.items() if count >= quorum(len(views)))


@dataclass(slots=True)
class _Task:
    place: Place
    nodes: list[tuple[View, int]]
    label: str = ""  # of the nearest place above that has one and is small
    member: bool = False
    in_list: bool = False
    furniture: bool = False  # what frames every page of a site


@dataclass(slots=True)
class _Grower:
    constant: frozenset[str]
    paths: bool
    places: int = 0
    tasks: list[_Task] = field(default_factory=list)

    def run(self, task: _Task) -> None:
        self.tasks.append(task)
        while self.tasks and self.places < _MOST_PLACES:
            self.one(self.tasks.pop())

    def one(self, task: _Task) -> None:
        self.places += 1
        place, nodes = task.place, task.nodes
        place.pages = len({view.page for view, _ in nodes})
        _hold(task)
        if self.paths and any(h.show and h.constant is None for h in place.held.values()):
            place.path = xpath(nodes[0][0].tree, nodes[0][1])
        if place.pages > 1 and not task.in_list:
            _freeze(place, nodes)
        members, siblings = _members(place, nodes, self.constant)
        every = {
            signature: [Instance(nodes[k][0], siblings[k], some) for k, some in found.items()]
            for signature, found in itertools.islice(members.items(), _MOST_GROUPS)
        }
        for signature, instances in every.items():
            place.groups[signature] = decide(signature, _spread(instances), self.constant)
        for signature, instances in every.items():
            if _only_labels(place.groups[signature], instances, place):
                place.groups[signature] = Group(signature, "skip")
            else:
                self.partition(place.groups[signature], instances, task)

    def partition(self, group: Group, instances: list[Instance], task: _Task) -> None:
        parts: dict[str, _Task] = {}
        every: list[tuple[View, int]] = []
        for one in instances:
            taken = set()
            for keyed in assign(group, one.view, one.siblings, one.members):
                part = parts.get(keyed.key)
                if part is None:
                    place = Place(group.signature + keyed.key, is_list=keyed.is_list)
                    place.label = keyed.label
                    label = keyed.label or task.label
                    inside = keyed.is_list or task.in_list
                    furniture = task.furniture or tag_of(group.signature) in _FURNITURE
                    part = _Task(place, [], label, keyed.is_list, inside, furniture)
                    parts[keyed.key] = part
                if keyed.is_list or keyed.key not in taken:
                    taken.add(keyed.key)
                    part.nodes.append((one.view, keyed.node))
                if keyed.heading:
                    part.place.held.setdefault("heading", Held("heading"))
                if keyed.label and not keyed.is_list:
                    every.append((one.view, keyed.node))
        for key, part in parts.items():
            group.parts[key] = part.place
            part.nodes = _some(part.nodes)
            size = median(view.tree.sizes[node] for view, node in part.nodes)
            if part.label and size > _PAIR and not part.member:
                part.label = ""
            self.tasks.append(part)
        if every and group.is_open and (group.position or group.anchored):
            some = _some(every)
            if median(view.tree.sizes[node] for view, node in some) <= SMALL:
                group.any = Place(f"{group.signature}=*")
                self.tasks.append(_Task(group.any, some, "*", False, task.in_list))


def _only_labels(group: Group, instances: list[Instance], place: Place) -> bool:
    """Return whether the members do nothing but name what follows them."""
    named = [other for other in place.groups.values() if other.anchored and other is not group]
    if not named:
        return False
    labels = frozenset().union(*(other.labels for other in named))
    heads = tag_of(group.signature) in ("dt", "th")
    found = [anchor_text(one.view, node) for one in instances for node in one.members]
    return sum(text in labels or (heads and bool(text)) for text in found) >= 0.8 * len(found)


def grow(
    place: Place,
    nodes: list[tuple[View, int]],
    constant: frozenset[str] = frozenset(),
    *,
    paths: bool = False,
) -> None:
    """Grow *place* from the nodes that stand for it; with *paths*, keep examples."""
    _Grower(constant, paths).run(_Task(place, nodes, place.label, place.is_list, place.is_list))


def _hold(task: _Task) -> None:
    """Note what the place holds, and whether it says the same on all pages."""
    seen: dict[str, list[tuple[View, int, str]]] = {}
    for view, node in task.nodes:
        for suffix, text in values(view, node, member=task.member).items():
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
        task.place.held[suffix] = held


def _freeze(place: Place, nodes: list[tuple[View, int]]) -> None:
    """Note that the whole part of the page is the same on all pages, if it is."""
    said = {digest_of(view.tree, view.starts, node) for view, node in nodes}
    if len(said) == 1:
        place.frozen = said.pop()


def thaw(root: Place) -> None:
    """Unfreeze places that have something to say all the same: values with labels."""
    order = [root]
    for place in order:
        for group in place.groups.values():
            order += group.parts.values()
    said: set[int] = set()
    for place in reversed(order):
        below = any(id(p) in said for g in place.groups.values() for p in g.parts.values())
        labelled = any(held.labelled and held.show for held in place.held.values())
        if below or labelled or (place.is_list and place.label):
            said.add(id(place))
            place.frozen = None
        elif place.frozen:
            _forget(place)


def _forget(place: Place) -> None:
    """Drop what only pages with more or fewer members need, where all learned pages agree."""
    for group in place.groups.values():
        if group.mode == "ordinal":
            group.slots = ()


def _says_what_its_parent_says(found: list[tuple[View, int, str]]) -> bool:
    for view, node, text in found:
        parent = view.tree.parents[node]
        if parent < 0 or not view.flow(parent) or view.whole(parent) != text:
            return False
    return True


def _members(
    place: Place, nodes: list[tuple[View, int]], constant: frozenset[str]
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
            place.aliases[other] = kept
            for k, some in members.pop(other).items():
                members[kept][k] = sorted((*members[kept].get(k, ()), *some))
            members[kept] = dict(sorted(members[kept].items()))
    return members, siblings


def _aliases(
    members: dict[str, dict[int, list[int]]],
    nodes: list[tuple[View, int]],
    constant: frozenset[str],
) -> Iterator[tuple[str, str]]:
    """Yield pairs of signatures of one label, never met together, that look alike."""
    by_tag: dict[str, list[str]] = {}
    for signature, per_parent in members.items():
        if len(per_parent) < len(nodes) or len({len(x) for x in per_parent.values()}) > 1:
            by_tag.setdefault(tag_of(signature), []).append(signature)
    found = []
    for some in by_tag.values():
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
    """Return whether two signatures vary, but are together equally many below all parents."""
    counts = [(len(one.get(k, ())), len(other.get(k, ()))) for k in range(parents)]
    return len(set(counts)) > 1 and len({a + b for a, b in counts}) == 1


def _some(nodes: list[tuple[View, int]]) -> list[tuple[View, int]]:
    """Return at most so many nodes, of all pages alike."""
    if len(nodes) <= _MOST_INSTANCES:
        return nodes
    pages = {view.page for view, _ in nodes}
    most = max(2, _MOST_INSTANCES // len(pages))
    taken: Counter[int] = Counter()
    found = []
    for view, node in nodes:
        if taken[view.page] < most:
            taken[view.page] += 1
            found.append((view, node))
    return found


def _spread(instances: list[Instance]) -> list[Instance]:
    """Return the instances with those of different pages in turn, so that the first few do."""
    turns: dict[int, int] = {}
    order = []
    for one in instances:
        turn = turns[one.view.page] = turns.get(one.view.page, -1) + 1
        order.append(turn)
    return [one for _, one in sorted(zip(order, instances, strict=True), key=lambda pair: pair[0])]


# Names of places


def number(root: Place) -> None:
    """Give every place an id: the shortest end of its path of keys that no other place has."""
    scopes = [root]
    while scopes:
        scope = scopes.pop()
        paths: list[tuple[Place, tuple[str, ...]]] = []
        stack: list[tuple[Place, tuple[str, ...]]] = [(scope, ())]
        while stack:
            place, path = stack.pop()
            if path:
                paths.append((place, path))
            if place.is_list and place is not scope:
                scopes.append(place)
                continue
            for group in reversed(place.groups.values()):
                stack += [
                    (part, (*path, spoken_signature(group.signature) + key))
                    for key, part in reversed(group.parts.items())
                ]
                if group.any is not None:
                    scopes.append(group.any)
        _shortest(paths)


def _shortest(paths: list[tuple[Place, tuple[str, ...]]]) -> None:
    length = 1
    while paths:
        counts = Counter(path[-length:] for _, path in paths)
        left = []
        for place, path in paths:
            if counts[path[-length:]] == 1:
                place.id = "/".join(path[-length:])
            elif length >= len(path):
                # The same path twice: words that ids leave out tell them apart.
                counts[path] += 1
                place.id = f"{'/'.join(path)}'{counts[path]}"
            else:
                left.append((place, path))
        paths, length = left, length + 1
