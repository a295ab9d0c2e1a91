"""The similarity of parts of an old page and of a redesigned one, whatever their classes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from windrow.match.assign import assign
from windrow.tree import Tree
from windrow.tree.tree import TEXT
from windrow.wrap.detail.signature import label_of, words_of
from windrow.wrap.detail.slots import structure
from windrow.wrap.detail.view import PageView, Signer
from windrow.wrap.outline import jaccard

__all__ = ["Groups", "Member", "Side", "Votes", "pair_groups", "total"]

# Members of a group that are compared. Chosen, not measured.
_LOOKED_AT = 4
# The evidence for two groups being the same: the same signature, common words, pairs found
# elsewhere, the same place among the others; less than the last is nothing. Chosen; bench.mutate
# measures the whole.
_SAME, _WORDS, _VOTED, _PLACE, _LEAST = 0.6, 0.6, 0.5, 0.2, 0.3

_BARE = Signer(frozenset())


@dataclass(frozen=True)
class Side:
    """A page before or after a redesign: with its signatures, and with bare labels."""

    tree: Tree
    view: PageView
    common: frozenset[str]  # texts that pages of both sides have

    @cached_property
    def bare(self) -> PageView:
        """The page without its classes."""
        return PageView(self.tree, _BARE, self.view.page)

    @cached_property
    def _said(self) -> tuple[list[int], list[str]]:
        texts = [(node, text) for node in range(len(self.tree)) if self.tree.kinds[node] & TEXT
                 and (text := self.tree.text(node)) in self.common]  # fmt: skip
        return [node for node, _ in texts], [text for _, text in texts]

    def texts(self, node: int) -> Sequence[str]:
        """Return the common texts at *node* and below it."""
        nodes, texts = self._said
        end = node + self.tree.sizes[node]
        return texts[bisect_left(nodes, node) : bisect_left(nodes, end)]


Member: TypeAlias = tuple[Side, int]
Groups: TypeAlias = dict[str, list[Member]]


def profile(members: Sequence[Member]) -> frozenset[int | str]:
    """Return what is below the *members* of a group: labels, and texts of the site."""
    found: set[int | str] = set()
    for side, node in members[:_LOOKED_AT]:
        found |= structure(side.bare, node)
        found.update(side.texts(node))
    return frozenset(found)


@dataclass
class Votes:
    """Counts which signatures were paired; profiles are made once."""

    signatures: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    words: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _profiles: dict[tuple[int, int], frozenset[int | str]] = field(default_factory=dict)

    def count(self, old: str, new: str) -> None:
        """Count that an old signature became a new one."""
        self.signatures[old][new] += 1
        mine, theirs = words_of(old), words_of(new)
        for word in mine:
            self.words[word].update(theirs)

    def share(self, old: str, new: str) -> float:
        """Return how often *old* was *new* elsewhere, 0 to 1."""
        counts = self.signatures.get(old)
        return counts[new] / counts.total() if counts else 0.0

    def translated(self, signature: str) -> str:
        """Return the new name of a signature, as far as it is known."""
        if counts := self.signatures.get(signature):
            return counts.most_common(1)[0][0]
        words = set()
        for word in words_of(signature):
            alike = [pair for pair in self.words.get(word, Counter()).most_common()
                     if pair[0][0] == word[0]]  # fmt: skip
            words.add(alike[0][0] if alike else word)
        return label_of(signature) + "".join(sorted(words))

    def profile(self, members: Sequence[Member]) -> frozenset[int | str]:
        """Return the profile of a group."""
        key = (id(members[0][0]), members[0][1])
        if key not in self._profiles:
            self._profiles[key] = profile(members)
        return self._profiles[key]


def pair_groups(old: Groups, new: Groups, votes: Votes) -> dict[str, tuple[str, float]]:
    """Return for the signatures of *old* those of *new* that are the same, and how alike."""
    ones, others = [*old], [*new]
    scores = []
    for i, one in enumerate(ones):
        line = []
        for j, other in enumerate(others):
            away = abs(i / max(len(ones) - 1, 1) - j / max(len(others) - 1, 1))
            alike = _alike(one, other, old[one], new[other], votes)
            line.append(max(0.0, alike + _PLACE * (1 - away) - _LEAST) if alike else 0.0)
        scores.append(line)
    return {
        one: (others[at], scores[i][at])
        for i, (one, at) in enumerate(zip(ones, assign(scores), strict=True))
        if at is not None
    }


def _alike(
    one: str, other: str, before: Sequence[Member], after: Sequence[Member], votes: Votes
) -> float:
    if label_of(one) != label_of(other):
        return 0.0
    found = jaccard(votes.profile(before), votes.profile(after))
    if one == other:
        found += _SAME
    if words_of(one) and words_of(other):
        found += _WORDS * jaccard(words_of(one), words_of(other))
    return found + _VOTED * votes.share(one, other)


def total(pairs: Iterable[tuple[str, float]]) -> float:
    """Return the total similarity of all pairs."""
    return sum(score for _, score in pairs)
