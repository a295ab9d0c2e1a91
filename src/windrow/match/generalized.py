"""The similarity of two subtrees when lists of any length count as one element: G-STM."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from windrow.kernels.match import fold, generalized
from windrow.kernels.tree import shapes
from windrow.match.grammar import Grammar, generate_grammar, list_symbols, match_lists
from windrow.tree import Tree
from windrow.tree.markup import CELLS, PHRASES
from windrow.tree.tree import TEXT_LABEL

__all__ = [
    "LIST_LABELS",
    "GeneralizedMatch",
    "GeneralizedMatching",
    "ListRule",
    "PrimitiveLists",
    "TextRuns",
]

ListRule = Literal["each", "all", "equal"]
PrimitiveLists = Literal["guarded", "always"]
TextRuns = Literal["whole", "split"]

# A run of these leaves may be a list even if every page has the same number of them; a run of
# other leaves is rather a row of columns.
LIST_LABELS = frozenset("li dt dd option p a tr".split())

# Marks inside a text: they come and go with its words.
_PHRASES = PHRASES | {TEXT_LABEL, "br"}


class GeneralizedMatch(NamedTuple):
    """How much of two subtrees matches, and how large they are with every list collapsed."""

    score: float
    first_size: float
    second_size: float

    @property
    def similarity(self) -> float:
        """The score as a share of the larger size, 0..1."""
        return self.score / max(self.first_size, self.second_size)


class GeneralizedMatching:
    """Matches subtrees of one tree, and remembers what it has matched by pairs of shapes.

    Children match if their similarity is above *tau1* and, as a share of the best that either of
    them has with any child of the other side, above *tau2*. Children that match, also by way of
    others, get one symbol; what repeats in the strings of symbols is a list and counts once,
    with its mean score and size. To match two pages, `windrow.tree.join.join` them.

    With *primitive_lists* "guarded", cells of a row and leaves that are not usual list items are
    columns, not a list, where both sides have the same number; "always" is the paper's rule.
    *list_match* "each" treats lists one by one, "all" only if every list of both sides has a
    partner, "equal" only if the list parts of both grammars are the same; *raw_sizes* does not
    collapse a tree that has lists in its grandchildren only. With *text_runs* "whole", text with
    marks in it (bold words, line breaks) is one leaf; "split" takes every piece for a node.

    >>> tree = Tree.from_text("x(a(b(d(e)*7) c(g(h i)*2)) a(b(d(e)*2) c(g(h i)*4)))")
    >>> GeneralizedMatching(tree).match(1, 24)
    GeneralizedMatch(score=8.0, first_size=8.0, second_size=8.0)

    References
    ----------
    [jindal2010]. "equal" and *raw_sizes* are the paper's print, which its own examples contradict.
    """

    def __init__(
        self,
        tree: Tree,
        *,
        tau1: float = 0.5,
        tau2: float = 0.7,
        list_match: ListRule = "each",
        primitive_lists: PrimitiveLists = "guarded",
        raw_sizes: bool = False,
        text_runs: TextRuns = "split",
        joins_variants: bool = False,
    ) -> None:
        if list_match not in ("each", "all", "equal"):
            raise ValueError(f"list_match={list_match!r}: give 'each', 'all' or 'equal'")
        if primitive_lists not in ("guarded", "always"):
            raise ValueError(f"primitive_lists={primitive_lists!r}: give 'guarded' or 'always'")
        self.tree = tree
        self.tau1 = tau1
        self.joins_variants = joins_variants
        self.guarded = primitive_lists == "guarded"
        self._list_match: ListRule = list_match
        labels, counts, keys = tree.labels, tree.sizes, tree.shapes
        if text_runs == "whole":
            phrases = bytearray(name in _PHRASES for name in tree.names)
            text = tree.names.index(TEXT_LABEL)
            labels, parents, counts = fold.fold(labels, tree.parents, tree.sizes, phrases, text)
            keys = shapes.shapes(labels, parents)
        self.counts = counts
        self._matching = generalized.ListMatching(
            labels,
            tree.sizes,
            counts,
            keys,
            bytearray(label_bits(name) for name in tree.names),
            tau1,
            tau2,
            self.guarded,
            raw_sizes,
            list_match != "each",
            self._find_lists,
        )

    def match(self, first: int, second: int) -> GeneralizedMatch:
        """Return score and collapsed sizes of two subtrees."""
        return GeneralizedMatch(*self._matching.match(first, second))

    def similarity(self, first: int, second: int) -> float:
        """Return how alike two subtrees are, 0..1."""
        return self.match(first, second).similarity

    def symbols(self, first: Sequence[int], second: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the symbols of two rows of siblings: equal where nodes match."""
        found = self._matching.symbols(array("i", first), array("i", second)).tolist()
        return found[: len(first)], found[len(first) :]

    def own_symbols(self, nodes: Sequence[int]) -> list[int]:
        """Return the symbols of *nodes* matched with a copy of themselves."""
        wanted = array("i", nodes)
        found: list[int] = self._matching.symbols(wanted, wanted)[: len(wanted)].tolist()
        return found

    def align(self, first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
        """Return the places of the nodes paired by the heaviest matching that keeps the order.

        A negative number denotes a list; it is paired with its equal only.
        """
        flat = self._matching.align(array("i", first), array("i", second))
        return [*zip(flat[-2::-2], flat[::-2], strict=True)]

    def _find_lists(
        self, first: tuple[int, ...], second: tuple[int, ...], guarded: tuple[int, ...]
    ) -> frozenset[int]:
        # Long strings rarely occur again, and would fill the memory.
        find = _list_symbols if len(first) + len(second) < 256 else _list_symbols.__wrapped__
        return find(first, second, guarded, self._list_match)


def label_bits(name: str) -> int:
    """Return what the kernel must know about a label: 1 for a list item, 2 for a cell of a row."""
    return (name in LIST_LABELS) + 2 * (name in CELLS)


@lru_cache(maxsize=4096)
def _list_symbols(
    first: tuple[int, ...], second: tuple[int, ...], guarded: tuple[int, ...], rule: ListRule
) -> frozenset[int]:
    """Return the symbols of two strings that belong to matching lists."""
    one, two = generate_grammar(first), generate_grammar(second)
    if rule == "equal":
        if _list_part(one) != _list_part(two):
            return frozenset()
        matches = match_lists(one, two)
    else:
        matches = match_lists(one, two, list_match=rule)
    # A list is real if one of its symbols is: the heading of each paragraph belongs to the list.
    return frozenset(list_symbols([m for m in matches if not {*m.symbols} <= {*guarded}]))


def _list_part(grammar: Grammar) -> list[tuple[tuple[int, ...], tuple[bool, ...]]]:
    return [
        (grammar.body(group), grammar.optional[group.start : group.end]) for group in grammar.groups
    ]
