"""A page as the template of detail pages sees it: nodes with signatures, children, texts.

A signature is a node's label with those of its class, id and itemprop words that belong to the
template and not to the page: words that enough of the learned pages have.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from itertools import repeat
from typing import Any

from windrow.kernels.wrap import said as kernel
from windrow.kernels.wrap import signatures as nodes
from windrow.tree import Tree
from windrow.tree.markup import BREAKS, is_inline, is_state
from windrow.tree.tree import TEXT

__all__ = ["PageView", "Signer", "quorum", "tokens", "words_on"]

_DIGITS = re.compile(r"\d+")
# An id in a class, as page builders make them: "element-52b513". Chosen, not measured.
_MADE_UP = re.compile(r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,}$")
_SIGNS = {"class": ".", "id": "#", "itemprop": "@", "property": "@"}
# The same attributes by numbers, for the kernel.
_SIGN_NUMBERS = {name: k for k, name in enumerate(_SIGNS, 1)}
# Words of one attribute that are looked at. Chosen, not measured.
_MOST_TOKENS = 40


def quorum(pages: int) -> int:
    """Return how many of *pages* must agree: one unusual page among several does no harm."""
    return pages if pages <= 2 else -(-6 * pages // 10)


def tokens(attributes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the words that identify an element, sorted.

    >>> tokens([("class", "item even c12"), ("id", "p-7")])
    ('#p-0', '.c0', '.item')
    """
    found = set()
    for name, value in attributes:
        sign = _SIGNS.get(name)
        if sign:
            for word in value.split()[:_MOST_TOKENS]:
                plain = _plain(word)
                if not is_state(plain):
                    found.add(sign + plain)
    return tuple(sorted(found))


def _plain(word: str) -> str:
    return _DIGITS.sub("0", word.lower())[:60]


class Signer:
    """Gives signatures to nodes; *known* are the words that belong to the template."""

    def __init__(self, known: frozenset[str]) -> None:
        self.known = known
        self._cache: dict[tuple[str, ...], str] = {}

    @classmethod
    def learn(cls, trees: Sequence[Tree]) -> Signer:
        """Return the signer for pages like these."""
        counts: Counter[str] = Counter()
        made_up: Counter[str] = Counter()
        for tree in trees:
            counts.update(words_on(tree))
            made_up.update(_made_up_on(tree))
        enough = quorum(len(trees))
        # Without their digits, ids of different parts may be the same.
        kept = {_plain(word) for word, count in made_up.items() if count >= enough}
        lost = {_plain(word) for word in made_up} - kept
        known = (token for token, count in counts.items() if count >= enough)
        return cls(frozenset(token for token in known if token[1:] not in lost))

    def signature(self, tree: Tree, node: int) -> str:
        """Return the label of *node* with its words: ``li.item@name``."""
        names, ids = tree.attribute_names, tree.attributes
        key = [tree.names[tree.labels[node]]]
        for k in range(3 * tree.attribute_starts[node], 3 * tree.attribute_starts[node + 1], 3):
            name = names[ids[k]]
            if name in _SIGNS:
                key += (name, tree.buffer[ids[k + 1] : ids[k + 2]].decode())
        if len(key) == 1:
            return key[0]
        found = tuple(key)
        signature = self._cache.get(found)
        if signature is None:
            words = tokens(zip(key[1::2], key[2::2], strict=True))
            signature = key[0] + "".join(word for word in words if word in self.known)
            if len(self._cache) < 100_000:
                self._cache[found] = signature
        return signature


def words_on(tree: Tree) -> frozenset[str]:
    """Return the words that identify the elements of a page."""
    return frozenset(t for node in range(len(tree)) for t in _node_tokens(tree, node))


def _made_up_on(tree: Tree) -> frozenset[str]:
    """Return the classes that are ids made up by a program."""
    values = {
        value
        for node in range(len(tree))
        for name, value in tree.attributes_of(node).items()
        if name == "class"
    }
    words = {word for value in values for word in value.split()[:_MOST_TOKENS]}
    return frozenset(word for word in words if _MADE_UP.search(word))


def _node_tokens(tree: Tree, node: int) -> tuple[str, ...]:
    if tree.attribute_starts[node] == tree.attribute_starts[node + 1]:
        return ()
    return tokens(tree.attributes_of(node).items())


class PageView:
    """A tree with the signatures of its nodes, and cached facts."""

    def __init__(self, tree: Tree, signer: Signer, page: int = 0) -> None:
        self.tree, self.page = tree, page
        # The signatures of nodes, found out on first use.
        self.signatures: Any = nodes.Signatures(partial(signer.signature, tree))
        self.numbers = array("i")  # the signatures by a program's numbers
        self.page_parts: tuple[Any, ...] | None = None  # for the kernel that keys members
        roles = _by_attribute(tree.attribute_names)[0]
        facts: list[Any] = [tree.labels, tree.parents, tree.sizes, tree.kinds, tree.texts]
        facts += [tree.spacing, tree.attribute_starts, tree.attributes, roles]
        facts += [*_by_label(tree.names), tree.buffer, tree.title or ""]
        # The texts of the nodes, as the kernel reads them.
        self.said: Any = kernel.Said(*facts)
        # By node: its children without breaks and rules, its own text, all text below it as one,
        # whether all below it is text and inline markup, and the last node with text or -1.
        self.children: Callable[[int], list[int]] = self.said.children
        self.text: Callable[[int], str] = self.said.text
        self.whole: Callable[[int], str] = self.said.whole
        self.flow: Callable[[int], bool] = self.said.flow
        self.last_leaf: Callable[[int], int] = self.said.last_text
        # The values of a node by suffix: "" for its text, ``@href`` for its link. The second
        # argument says whether it is a row of a list.
        self.values: Callable[[int, bool], dict[str, str]] = self.said.values

    @property
    def signs(self) -> array[int]:
        """By name of an attribute: which kind of sign it is, 0 for none."""
        return _by_attribute(self.tree.attribute_names)[1]

    @cached_property
    def starts(self) -> array[int]:
        """Where in the buffer the text of each node begins; one more at the end."""
        tree = self.tree
        end = len(tree.buffer)
        return nodes.positions(tree.attribute_starts, tree.attributes, tree.texts, end)

    def label(self, node: int) -> str:
        """Return the label of *node*."""
        return self.tree.names[self.tree.labels[node]]

    def leaves(self, node: int) -> Iterable[int]:
        """Yield the nodes with text in the subtree at *node*."""
        kinds = self.tree.kinds
        return (below for below in self.tree.subtree(node) if kinds[below] & TEXT)

    def first_leaf(self, node: int) -> int:
        """Return the first node with text at or below *node*, or -1."""
        found: int = self.said.first(node, node + self.tree.sizes[node], TEXT)
        return found


@lru_cache(maxsize=64)
def _by_attribute(names: tuple[str, ...]) -> tuple[array[int], array[int]]:
    """Return of names of attributes: what they say of a node, and the kind of sign they are."""
    return (
        array("i", map(kernel.ROLES.get, names, repeat(0))),
        array("i", map(_SIGN_NUMBERS.get, names, repeat(0))),
    )


@lru_cache(maxsize=64)
def _by_label(names: tuple[str, ...]) -> tuple[array[int], array[int], array[int]]:
    """Return of labels by number: whether they are inline, flow with text, are mere breaks."""
    inline = array("i", map(is_inline, names))
    flowing = array("i", [is_inline(name) or name == "br" for name in names])
    return inline, flowing, array("i", [name in BREAKS for name in names])
