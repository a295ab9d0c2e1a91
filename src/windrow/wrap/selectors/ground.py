"""A page for trying selectors: with the classes, ids and texts of its nodes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from windrow.tree import Tree
from windrow.tree.markup import is_state
from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.selectors.hops import Check, Hop, Hops, without_bodies
from windrow.wrap.steps import ANY

__all__ = ["PAGE", "Ground", "lasting"]

# White space as XPath sees it, which does not know the no-break space.
_SPACE = re.compile(r"[ \t\r\n]+")
# No node has this index. Chosen.
PAGE = -1
"""The start of ways that begin at the page as a whole."""


@dataclass(frozen=True)
class Ground:
    """A page for trying selectors, including its hidden part."""

    tree: Tree

    @cached_property
    def words(self) -> Sequence[frozenset[str]]:
        """Every node's classes (``.card``) and id (``#goods``), as the page writes them."""
        return [frozenset(_words(self.tree, node)) for node in range(len(self.tree))]

    @cached_property
    def traits(self) -> dict[tuple[int, bool], frozenset[Check]]:
        """What could identify nodes, by node and whether texts count, as far as asked for."""
        return {}

    @cached_property
    def _index(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """The nodes by label and word, by label alone, and by word alone."""
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for node in range(len(self.tree)):
            label = self.tree.label(node)
            for word in ("", *self.words[node]):
                found[label, word].append(node)
                if label != TEXT_LABEL:
                    found[ANY, word].append(node)
            if label != TEXT_LABEL and self._holds_text(node):
                found[TEXT_LABEL, ""].append(node)
        return found

    def _holds_text(self, node: int) -> bool:
        """Return whether *node* holds only a text, which then belongs to the node itself."""
        return self.tree.sizes[node] == 1 and bool(self.tree.kinds[node] & TEXT)

    @cached_property
    def places(self) -> Sequence[int]:
        """The number of every node among its siblings of the label; of texts, those not blank."""
        tree = self.tree
        found = [*tree.ordinals]
        counts: dict[int, int] = defaultdict(int)
        for node in range(len(tree)):
            if tree.label(node) == TEXT_LABEL:
                counts[tree.parents[node]] += 1
                found[node] = counts[tree.parents[node]]
        return found

    @cached_property
    def places_left(self) -> Sequence[int]:
        """The number of every node among its siblings of the label, counted from the last."""
        tree = self.tree
        counts: dict[tuple[int, str], int] = defaultdict(int)
        found = [1] * len(tree)
        for node in reversed(range(len(tree))):
            key = tree.parents[node], tree.label(node)
            counts[key] += 1
            found[node] = counts[key]
        return found

    def _is_at(self, place: int, node: int) -> bool:
        return place in (0, self.places[node], -self.places_left[node])

    @cached_property
    def _numbered(self) -> Mapping[tuple[int, str, int], int]:
        """The nodes by parent, label and place: long ways by number are tried very often."""
        tree = self.tree
        return {
            (tree.parents[node], tree.label(node), self.places[node]): node
            for node in range(1, len(tree))
        }

    def said(self, node: int) -> str:
        """Return the whole text of *node*, without white space."""
        tree = self.tree
        texts = (tree.text(one) for one in tree.subtree(node) if tree.kinds[one] & TEXT)
        return "".join("".join(texts).split())

    def led(self, way: Hops, start: int = PAGE) -> list[int]:
        """Return the nodes that *way* leads to, in page order."""
        nodes = [start]
        for hop in way:
            if hop.axis == "line":
                return self._line(nodes, hop)
            nodes = [
                node
                for above in nodes
                for node in self._reached(hop, above)
                if self._fits(hop, node)
            ]
        return nodes if len(way) == 1 else sorted({*nodes})

    def found(self, way: Hops, start: int = PAGE) -> list[int]:
        """Return what the selector of *way* finds, in page order: each tbody may be missing."""
        ways = without_bodies(way)
        if len(ways) == 1:
            return self.led(way, start)
        return sorted({node for one in ways for node in self.led(one, start)})

    def _reached(self, hop: Hop, above: int) -> Sequence[int]:
        tree = self.tree
        if hop.axis == "self":
            return [above]
        if hop.axis == "up":
            return [tree.parents[above]] if above > 0 else []
        if hop.axis == "next":
            return self._following(above, hop.place)
        if hop.axis == "on":
            return self._run(above, hop)
        if hop.axis == "before":
            return self._before(above, hop)
        if hop.axis == "own":
            return self.own_texts(above)
        if hop.axis == "child":
            if above == PAGE:
                return [0]
            if hop.place > 0 and hop.label not in (ANY, TEXT_LABEL):
                found = self._numbered.get((above, hop.label, hop.place))
                return [] if found is None else [found]
            if hop.label != TEXT_LABEL:
                return tree.children(above)
            return self.own_texts(above)
        nodes = self._marked(hop)
        if above == PAGE:
            return nodes
        first = bisect_left(nodes, above + (hop.label != TEXT_LABEL))
        return nodes[first : bisect_left(nodes, above + tree.sizes[above], first)]

    def own_texts(self, node: int) -> list[int]:
        """Return the texts of *node* that are in no element inside it."""
        if self._holds_text(node):
            return [node]
        tree = self.tree
        return [child for child in tree.children(node) if tree.label(child) == TEXT_LABEL]

    def around(self, node: int) -> int:
        """Return the element that the text *node* is in."""
        return node if self.tree.label(node) != TEXT_LABEL else self.tree.parents[node]

    def _marked(self, hop: Hop) -> Sequence[int]:
        """Return the nodes of the page with the rarest mark of *hop*, in page order."""
        marks = [self._index.get((hop.label, word), ()) for word in hop.words or ("",)]
        return min(marks, key=len)

    def _before(self, node: int, hop: Hop) -> list[int]:
        """Return the nearest node that fits *hop* and ends before *node*, if there is one."""
        nodes = self._marked(hop)
        for k in reversed(range(bisect_left(nodes, node))):
            found = nodes[k]
            if found + self.tree.sizes[found] <= node and self._fits(hop, found):
                return [found]
        return []

    def _run(self, node: int, hop: Hop) -> list[int]:
        """Return *node* and the siblings after it that continue its run, as XPath counts them."""
        tree = self.tree
        found, count = [node], 0
        for other in tree.children(tree.parents[node]) if node > 0 else ():
            ends = tree.label(other) in hop.ends
            if other > node and not ends and count == hop.place:
                found.append(other)
            count += ends
        return found

    def _line(self, nodes: Sequence[int], hop: Hop) -> list[int]:
        """Return the texts of a line of *nodes*, counted through all of them, as programs do."""
        tree = self.tree
        found, count = [], 0
        for node in nodes:
            if tree.kinds[node] & TEXT and count == hop.place:
                found.append(node)
            for child in tree.children(node):
                if tree.label(child) in hop.ends:
                    count += 1
                elif count == hop.place:
                    found += [one for one in tree.subtree(child) if tree.kinds[one] & TEXT]
        return found

    def _following(self, node: int, count: int) -> list[int]:
        """Return the element that is *count* elements after *node*, if there is one."""
        tree = self.tree
        if node <= 0:
            return []
        end = tree.parents[node] + tree.sizes[tree.parents[node]]
        while count and (node := node + tree.sizes[node]) < end:
            count -= tree.label(node) != TEXT_LABEL
        return [] if count else [node]

    def _fits(self, hop: Hop, node: int) -> bool:
        tree = self.tree
        if hop.axis in ("up", "on", "own"):
            return True
        label = tree.label(node)
        if hop.label == TEXT_LABEL != label:
            # The text that is all the node holds.
            return hop.place in (-1, 0, 1) and hop.holds in tree.text(node) and not hop.tests
        return (
            (hop.label == label or (hop.label == ANY and label != TEXT_LABEL))
            and (hop.axis in ("self", "next", "before") or self._is_at(hop.place, node))
            and hop.words <= self.words[node]
            and (not hop.says or self._says(node, hop.says))
            and (not hop.holds or self._holds(node, hop.holds))
            and all(self.passes(node, test) for test in hop.tests)
        )

    def _says(self, node: int, text: str) -> bool:
        return self.tree.sizes[node] == 1 and _SPACE.sub(" ", self.tree.text(node)) == text

    def _holds(self, node: int, text: str) -> bool:
        """Return whether one of the texts in *node* contains *text*."""
        if text not in self._holders:
            self._holders[text] = [node for node, own in self._texts if text in own]
        nodes = self._holders[text]
        first = bisect_left(nodes, node)
        return first < len(nodes) and nodes[first] < node + self.tree.sizes[node]

    @cached_property
    def _texts(self) -> Sequence[tuple[int, str]]:
        """The nodes that have a text of their own, and their texts."""
        tree = self.tree
        return [(node, tree.text(node)) for node in range(len(tree)) if tree.kinds[node] & TEXT]

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """The nodes whose own text contains a text, by texts that were asked for."""
        return {}

    def passes(self, node: int, test: Check) -> bool:
        """Return whether *node* passes *test*."""
        if test.trait == "any":
            return sum(self.passes(node, one) for one in test.options) >= max(1, test.first)
        if test.trait in ("has", "lacks"):
            return bool(self.led(test.hops, node)) == (test.trait == "has")
        if test.trait in ("marked", "unmarked"):
            return (test.word in self.words[node]) == (test.trait == "marked")
        if test.trait in ("equals", "begins"):
            said = self.tree.attribute(node, test.name) if test.name else self.first_text(node)
            alike = said == test.text or test.trait == "begins"
            return said is not None and alike and said.startswith(test.text)
        if test.trait == "after":
            before = self.sibling_before(node)
            fits = before >= 0 and self.tree.label(before) == test.name
            return fits and (not test.text or self._says(before, test.text))
        if test.trait == "from":
            return self.tree.ordinals[node] >= test.first
        return self._is_followed(node)

    def first_text(self, node: int) -> str | None:
        """Return the first text in *node*, as XPath normalizes it; None if there is none."""
        tree = self.tree
        texts = (tree.text(one) for one in tree.subtree(node) if tree.kinds[one] & TEXT)
        said = (_SPACE.sub(" ", text).strip(" ") for text in texts)
        return next(filter(None, said), None)

    def sibling_before(self, node: int) -> int:
        """Return the nearest element before *node* among its siblings; -1 if there is none."""
        return self._before_it[node]

    @cached_property
    def _before_it(self) -> Sequence[int]:
        """The element before every node among its siblings, or -1."""
        tree = self.tree
        last: dict[int, int] = {}
        found = []
        for node in range(len(tree)):
            above = tree.parents[node]
            found.append(last.get(above, -1))
            if tree.label(node) != TEXT_LABEL:
                last[above] = node
        return found

    def _is_followed(self, node: int) -> bool:
        tree = self.tree
        above = tree.parents[node]
        return above >= 0 and any(
            other > node and tree.labels[other] == tree.labels[node]
            for other in tree.children(above)
        )


@lru_cache(maxsize=4096)
def lasting(words: frozenset[str]) -> frozenset[str]:
    """Return the words that say what an element is: no states, numbers or odd characters."""
    return frozenset(
        word
        for word in words
        if not is_state(word[1:]) and not any(map(str.isdigit, word)) and word.isprintable()
    )


def _words(tree: Tree, node: int) -> Iterator[str]:
    if tree.attribute_starts[node] == tree.attribute_starts[node + 1]:
        return
    attributes = tree.attributes_of(node)
    yield from (f".{word}" for word in (attributes.get("class") or "").split())
    if name := attributes.get("id"):
        yield f"#{name}"
