"""The members of a spot's splits on the pages before and after a redesign, with their keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from windrow.wrap.detail.likeness import Groups, Member, Side
from windrow.wrap.detail.slots import (
    MOST_LOOKS,
    Features,
    align,
    constant_only,
    features,
    text_features,
)
from windrow.wrap.detail.spot import Split, Spot, assign
from windrow.wrap.detail.view import PageView

__all__ = ["Instances", "MergedSplit", "by_key", "groups_of", "instances_of", "looks_now", "merge"]

# Examples of looks that a slot keeps. Chosen, not measured.
_EXAMPLES = 4

Instances: TypeAlias = list[tuple[Side, list[int], list[int]]]


def groups_of(members: Sequence[Member], spot: Spot | None = None) -> Groups:
    """Return the children of *members* by their signatures, those of a spot's aliases as one."""
    found: Groups = defaultdict(list)
    for side, node in members:
        for child in side.view.children(node):
            signature = side.view.signatures[child]
            if spot is not None:
                signature = spot.aliases.get(signature, signature)
            found[signature].append((side, child))
    return {**found}


def instances_of(members: Sequence[Member], name: str, aliases: Mapping[str, str]) -> Instances:
    """Return the children of each of *members*, and those of one signature among them."""
    found = []
    for side, node in members:
        children = side.view.children(node)
        signatures = side.view.signatures
        own = [c for c in children if aliases.get(signatures[c], signatures[c]) == name]
        if own:
            found.append((side, children, own))
    return found


def by_key(split: Split, instances: Instances) -> dict[str, list[Member]]:
    """Return the members of *split* by their keys."""
    found: dict[str, list[Member]] = defaultdict(list)
    for side, siblings, members in instances:
        for member in assign(split, side.view, siblings, members):
            found[member.key].append((side, member.node))
    return found


def looks_now(
    split: Split, before: Instances, after: Instances
) -> tuple[tuple[Features, ...], ...]:
    """Return how the members of slots look now, and how they looked."""
    bare: list[list[Features]] = [[*looks] for looks in split.slots]
    for side, siblings, members in before:
        for member in assign(split, side.view, siblings, members):
            at = member.key.lstrip("~:")
            if at.isdigit() and int(at) <= len(bare):
                bare[int(at) - 1].append(_look(side, side.bare, member.node))
    found: list[list[Features]] = [[] for _ in bare]
    known = 0
    for side, _, members in after:
        seen = [_look(side, side.bare, member) for member in members]
        known += len(align(split.slots, [_look(side, side.view, node) for node in members])[0])
        for i, j in align(bare, seen)[0]:
            found[i].append(_look(side, side.view, members[j]))
    if known >= sum(map(len, found)):
        # They look as before.
        return split.slots
    return tuple(
        tuple(dict.fromkeys([*now, *was]))[:_EXAMPLES]
        for now, was in zip(found, split.slots, strict=True)
    )


def _with_keys(
    split: Split, side: Side, siblings: list[int], members: list[int]
) -> Iterator[tuple[str, int]]:
    """Yield the members of *split* with their keys; those that are skipped have none but a number.

    Others may have the same signature now, so they still count.
    """
    if split.mode == "skip":
        yield from ((f"!{k}", node) for k, node in enumerate(members))
    else:
        found = assign(split, side.view, siblings, members)
        yield from ((member.key, member.node) for member in found)


def _look(side: Side, view: PageView, node: int) -> Features:
    return constant_only(features(view, node), text_features(side.common))


@dataclass(frozen=True)
class MergedSplit:
    """A split for members with different old signatures: by key, the spots and their nodes."""

    split: Split
    parts: dict[str, tuple[Spot, list[Member], list[Member]]]


def merge(
    splits: Sequence[Split],
    name: str,
    before: Sequence[Member],
    after: Sequence[Member],
    aliases: Mapping[str, str],
) -> MergedSplit | None:
    """Return the split of members that now all have the signature *name*; None if impossible.

    Those with labels keep them. Others are told apart by their number, if all pages have all of
    them, and by their looks.
    """
    labelled = [split for split in splits if split.position]
    others = [split for split in splits if not split.position]
    listed = any(part.is_list for split in others for part in split.parts.values())
    if listed or len({split.position for split in labelled}) > 1:
        return None
    made = Split(name, "ordinal" if others else "list")
    now = instances_of(after, name, {})
    parts: dict[str, tuple[Spot, list[Member], list[Member]]] = {}
    if labelled:
        made.position, made.is_open = labelled[0].position, any(one.is_open for one in labelled)
        made.partial = bool(others) or all(split.partial for split in labelled)
        made.labels = frozenset().union(*(split.labels for split in labelled))
        found = by_key(made, now)
        for split in labelled:
            olds = by_key(split, instances_of(before, split.signature, aliases))
            for key, part in split.parts.items():
                if key.startswith("="):
                    parts.setdefault(key, (part, olds.get(key, []), found.get(key, [])))
        taken = {one for key, some in found.items() if key.startswith("=") for one in some}
        now = [(side, siblings, [node for node in own if (side, node) not in taken])
               for side, siblings, own in now]  # fmt: skip
    known = _Numbered.of(others, before, aliases)
    if others and not _tell_apart(made, known, now, parts):
        return None
    return MergedSplit(made, parts)


@dataclass(frozen=True)
class _Numbered:
    """Members without labels in the order they had: their spots, and their nodes."""

    parts: list[Spot]
    members: list[list[Member]]
    counts: frozenset[int]  # how many there were together

    @classmethod
    def of(
        cls, splits: Sequence[Split], before: Sequence[Member], aliases: Mapping[str, str]
    ) -> _Numbered:
        places: dict[tuple[int, str], list[float]] = defaultdict(list)
        members: dict[tuple[int, str], list[Member]] = defaultdict(list)
        counts = set()
        for parent in before:
            size = 0
            for at, split in enumerate(splits):
                for side, siblings, own in instances_of([parent], split.signature, aliases):
                    size += len(own)
                    for key, node in _with_keys(split, side, siblings, own):
                        places[at, key].append(siblings.index(node) / len(siblings))
                        members[at, key].append((side, node))
            counts.add(size)
        order = sorted(places, key=lambda key: sum(places[key]) / len(places[key]))
        # Unwanted members still count.
        parts = [splits[at].parts.get(key) or Spot(closed=True) for at, key in order]
        return cls(parts, [members[one] for one in order], frozenset(counts))


def _tell_apart(
    made: Split,
    known: _Numbered,
    now: Instances,
    parts: dict[str, tuple[Spot, list[Member], list[Member]]],
) -> bool:
    """Number the members without labels; return whether they can be."""
    many = len(known.parts)
    full = known.counts == {many} and all(len(own) == many for _, _, own in now)
    if many > MOST_LOOKS and not full:
        return False
    bare = [
        tuple(_look(side, side.bare, node) for side, node in some[:_EXAMPLES])
        for some in known.members
    ]
    found: list[list[Member]] = [[] for _ in bare]
    for side, _, own in now:
        looks = [_look(side, side.bare, node) for node in own]
        pairs = [(k, k) for k in range(many)] if full else align(bare, looks)[0]
        for i, j in pairs:
            found[i].append((side, own[j]))
    if full:
        made.counts = frozenset({many})
    if many <= MOST_LOOKS:
        made.slots = tuple(
            tuple(dict.fromkeys(_look(side, side.view, node) for side, node in some[:_EXAMPLES]))
            or was
            for some, was in zip(found, bare, strict=True)
        )
    for number, part in enumerate(known.parts):
        parts[f":{number + 1}"] = (part, known.members[number], found[number])
    return True
