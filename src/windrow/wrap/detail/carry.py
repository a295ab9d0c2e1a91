"""Carries a template of detail pages over to a redesign: its spots stay, their signatures change.

Learned pages, which a wrapper keeps, and pages of the redesign are walked together from the root
down. At every spot the children of an old signature are paired with those of a new one that look
alike below; a new element around old parts becomes a new spot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from windrow.wrap.detail.grow import number
from windrow.wrap.detail.likeness import Groups, Member, Side, Votes, pair_groups, total
from windrow.wrap.detail.lines import path_of
from windrow.wrap.detail.locate import mark_unique
from windrow.wrap.detail.merge import (
    MergedSplit,
    by_key,
    groups_of,
    instances_of,
    looks_now,
    merge,
)
from windrow.wrap.detail.neighbours import common_texts
from windrow.wrap.detail.program import digest_of
from windrow.wrap.detail.signature import label_of
from windrow.wrap.detail.spot import Split, Spot
from windrow.wrap.detail.template import DetailTemplate
from windrow.wrap.detail.view import PageView, Signer
from windrow.wrap.outline import jaccard
from windrow.wrap.template import Opened

__all__ = ["Carried", "carry"]

# Nodes of a spot that are compared. Chosen, not measured.
_MOST = 24
# Nested elements that may be new around the content of a spot. Chosen, not measured.
_COVERS = 3
# A new element around parts must make them this much more alike in all. Chosen; bench.mutate
# measures the whole.
_BETTER = 0.2
# Groups that are left over are part of one that looks this much like them. Chosen; bench.mutate
# measures the whole.
_JOINED = 0.5


@dataclass(frozen=True)
class Carried:
    """A template for redesigned pages, and the new ids of its fields by the old ones."""

    template: DetailTemplate
    places: Places


@dataclass
class Places:
    """The ids of fields now, by those they had; of lists, those of their rows as well."""

    ids: dict[str, str] = field(default_factory=dict)
    inner: dict[str, Places] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)  # XPaths of examples


def carry(
    template: DetailTemplate, kept: Sequence[Opened], pages: Sequence[Opened], signer: Signer
) -> Carried:
    """Return *template* adapted to *pages*; *kept* are pages it was learned from.

    *signer* gives the signatures of the nodes of *pages*.
    """
    common = common_texts([*kept, *pages])
    before = [template.tree_of(one.whole) for one in kept]
    after = [template.tree_of(one.whole) for one in pages]
    old = [Side(one, PageView(one, template.signer, k), common) for k, one in enumerate(before)]
    new = [Side(one, PageView(one, signer, k), common) for k, one in enumerate(after)]
    votes = Votes()
    for _ in range(2):
        # In the second round, all pairs of the first are known.
        walk = _SpotWalk(votes)
        root = walk.run(template.root, old, new)
    mark_unique(root, [side.view for side in new])
    number(root)
    places = _places(template.root, walk.now)
    ways = {places.ids.get(one, one): places.ids.get(to, to) for one, to in template.ways.items()}
    return Carried(replace(template, root=root, signer=signer, ways=ways), places)


@dataclass
class _Step:
    old: Spot
    new: Spot
    before: list[Member]
    after: list[Member]


@dataclass
class _Home:
    """Where parts are now: a spot, its nodes, and their children by signature."""

    spot: Spot
    nodes: Sequence[Member]
    groups: Groups


_Pairs: TypeAlias = dict[str, tuple[str, float]]


@dataclass
class _SpotWalk:
    votes: Votes
    now: dict[int, Spot] = field(default_factory=dict)  # by the ids of old spots

    def run(self, root: Spot, old: Sequence[Side], new: Sequence[Side]) -> Spot:
        signature = new[0].view.signatures[0]
        made = self._spot(root, signature, [(side, 0) for side in new])
        stack = [_Step(root, made, [(side, 0) for side in old], [(side, 0) for side in new])]
        while stack:
            stack += self._below(stack.pop())
        return made

    def _spot(self, old: Spot, step: str, after: Sequence[Member]) -> Spot:
        """Return a spot in place of *old*, without anything below it."""
        said = {digest_of(side.tree, side.view.starts, node) for side, node in after}
        made = replace(
            old, step=step, aliases={}, splits={}, unique=False,
            frozen=said.pop() if old.frozen and len(said) == 1 else None,
            path=path_of(after[0][0].tree, after[0][1]) if old.path and after else old.path,
        )  # fmt: skip
        self.now[id(old)] = made
        return made

    def _below(self, step: _Step) -> Iterator[_Step]:
        known = groups_of(step.before, step.old)
        # Parts that no kept page has cannot be compared.
        before = {one: known[one] for one in step.old.splits if one in known}
        home = _Home(step.new, step.after, groups_of(step.after))
        pairs = pair_groups(before, home.groups, self.votes)
        found: dict[str, tuple[str, _Home]] = {}
        while True:
            cover = self._around(before, home, pairs)
            if cover is None:
                break
            covers, rest, pairs = cover
            found |= {one: (other, home) for one, (other, _) in rest.items()}
            for name in covers:
                made = Spot(name, pages=len(step.after))
                home.spot.splits[name] = Split(name, parts={"": made})
                home = _Home(made, home.groups[name], groups_of(home.groups[name]))
            before = {one: before[one] for one in pairs}
        found |= {one: (other, home) for one, (other, _) in pairs.items()}
        self._join(before, home, pairs)
        merged: set[str] = set()
        clusters = (
            self._clusters(step, before, home, pairs) if home.nodes else self._same_names(before)
        )
        for name, some in clusters.items():
            splits = [step.old.splits[one] for one in some]
            one = merge(splits, name, step.before, home.nodes, step.old.aliases)
            if one is not None:
                merged |= {*some}
                yield from self._merged(one, name, some, home)
        for signature, split in step.old.splits.items():
            if signature not in merged:
                yield from self._split(step, split, found.get(signature))

    def _around(
        self, before: Groups, home: _Home, pairs: Mapping[str, tuple[str, float]]
    ) -> tuple[list[str], _Pairs, _Pairs] | None:
        """Return the new elements that now contain parts that were here before.

        With them come the parts that are still here, and those inside.
        """
        if not before or all(one in pairs and pairs[one][0] == one for one in before):
            return None
        best, least = None, total(pairs.values()) + _BETTER
        for covers, inside in _insides(home):
            inner = pair_groups(before, inside, self.votes)
            if not inner:
                continue
            outside = {one: some for one, some in home.groups.items() if one != covers[0]}
            left = {one: some for one, some in before.items() if one not in inner}
            rest = pair_groups(left, outside, self.votes) if left and outside else {}
            if (score := total(inner.values()) + total(rest.values())) > least:
                best, least = (covers, rest, inner), score
        return best

    def _join(self, before: Groups, home: _Home, pairs: _Pairs) -> None:
        """Assign left-over signatures to parts that look the same."""
        taken = {other for other, _ in pairs.values()}
        for name, members in home.groups.items():
            if name in taken or name.startswith("#") or name in home.spot.splits:
                continue
            looks = self.votes.profile(members)
            alike = [
                (jaccard(self.votes.profile(before[one]), looks), other)
                for one, (other, _) in pairs.items()
                if label_of(one) == label_of(name) and len(before[one]) > len(home.groups[other])
            ]
            score, other = max(alike, default=(0.0, ""))
            if score >= _JOINED:
                home.spot.aliases[name] = other

    def _clusters(
        self, step: _Step, before: Groups, home: _Home, pairs: _Pairs
    ) -> dict[str, list[str]]:
        """Return the signatures that can no longer be told apart, by their current one."""
        found: dict[str, list[str]] = {}
        for one, members in before.items():
            if one in pairs:
                continue
            looks = self.votes.profile(members)
            roomy = [
                (jaccard(looks, self.votes.profile(home.groups[name])), name, first)
                for first, (name, _) in pairs.items()
                if label_of(name) == label_of(one)
                and len(home.groups[name]) / len(home.nodes) > len(before[first]) / len(step.before)
            ]
            if roomy:
                _, name, first = max(roomy)
                found.setdefault(name, [first]).append(one)
        return found

    def _same_names(self, before: Groups) -> dict[str, list[str]]:
        """Return the signatures that have one name now, for a spot that no page has."""
        names: dict[str, list[str]] = {}
        for one in before:
            names.setdefault(self.votes.translated(one), []).append(one)
        return {name: some for name, some in names.items() if len(some) > 1}

    def _merged(
        self, made: MergedSplit, name: str, some: Sequence[str], home: _Home
    ) -> Iterator[_Step]:
        for one in some:
            self.votes.count(one, name)
        home.spot.splits[name] = made.split
        for key, (part, before, after) in made.parts.items():
            spot = made.split.parts[key] = self._spot(part, name + key, after)
            yield _Step(part, spot, before[:_MOST], after[:_MOST])

    def _split(
        self, step: _Step, split: Split, paired: tuple[str, _Home] | None
    ) -> Iterator[_Step]:
        name = paired[0] if paired else self.votes.translated(split.signature)
        home = paired[1] if paired else _Home(step.new, [], {})
        if paired:
            self.votes.count(split.signature, name)
        elif name in home.spot.splits:
            return
        before = instances_of(step.before, split.signature, step.old.aliases)
        after = instances_of(home.nodes, name, home.spot.aliases)
        made = replace(split, signature=name, parts={}, known=None, any=None)
        made.inner = {label: replace(one, signature=name, known=None)
                      for label, one in split.inner.items()}  # fmt: skip
        if split.slots:
            made.slots = looks_now(split, before, after)
        home.spot.splits[name] = made
        olds, news = by_key(split, before), by_key(made, after)
        for key, part in split.parts.items():
            own = news.get(key, [])[:_MOST]
            spot = made.parts[key] = self._spot(part, name + key, own)
            yield _Step(part, spot, olds.get(key, [])[:_MOST], own)
        if split.any is not None:
            made.any = self._spot(split.any, f"{name}=*", [])
            every = [one for key, some in news.items() if key.startswith("=") for one in some]
            olds_any = [one for key, some in olds.items() if key.startswith("=") for one in some]
            yield _Step(split.any, made.any, olds_any[:_MOST], every[:_MOST])


def _insides(home: _Home) -> Iterator[tuple[list[str], Groups]]:
    """Yield nested elements that may be new around old parts, and their content."""
    for name, members in home.groups.items():
        if name.startswith("#") or len(members) > len(home.nodes):
            continue
        covers, inside = [name], groups_of(members)
        while inside:
            yield [*covers], inside
            [name, members], *others = inside.items()
            if others or len(covers) == _COVERS or len(members) > len(home.nodes):
                break
            covers.append(name)
            inside = groups_of(members)


def _places(scope: Spot, now: Mapping[int, Spot]) -> Places:
    """Return the current ids of the fields below *scope*."""
    found = Places()
    stack = [scope]
    while stack:
        spot = stack.pop()
        if id(spot) not in now:
            continue
        made = now[id(spot)]
        if spot.is_list and spot is not scope:
            found.ids[spot.id] = made.id
            found.paths[spot.id] = made.path
            found.inner[spot.id] = _places(spot, now)
            continue
        if spot is not scope:
            for suffix in spot.held:
                found.ids[spot.id + suffix] = made.id + suffix
                found.paths[spot.id + suffix] = made.path
        stack += [part for split in spot.splits.values() for part in split.parts.values()]
    return found
