"""What the default detector knows of every node of a page."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from windrow.kernels.auto import numbers
from windrow.kernels.auto import signals as kernel
from windrow.kernels.auto import words as word_kernel
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS, INLINE, LAYOUT_NAMES, STATE_PARTS

__all__ = ["Signals", "label_flags", "measure"]

# Words in a class, id or role that speak against or for the page being about this list. A bar
# stands for the edge of a word: "header" is not found in "plainrowheaders", "nav" is in "topnav".
_AGAINST = (
    "|nav nav| |menu menu| |foot footer| |header| breadcrumb |pagin |pager pager| |social |share "
    "sidebar |side-bar |aside |related |filter |facet |refine |comment |cookie |modal banner "
    "advert sponsor |ad| |ads| |promo widget toolbar dropdown |tab| |tabs| |login |signup "
    "|language |lang| carousel |trending |popular |recommend |suggest |recent "
    "|reference |reflist |citation |infobox |bibliography"
).split()
_FOR = (
    "result |product listing |search |item| |items| |content |main |article |entry |entries "
    "|record |hit| |hits| |card |post |story |grid |docket |opinion |case"
).split()


@dataclass(frozen=True, eq=False, slots=True)
class Signals:
    """Arrays over the nodes of a tree; sums count what comes before a node.

    The sum over a subtree is ``sums[node + size] - sums[node]``.
    """

    chars: array[int]
    texts: array[int]
    images: array[int]
    linked: array[int]  # characters inside links
    dates: array[int]  # texts with a date
    headings: array[int]  # headings
    hashes: array[int]  # equal for equal texts
    colons: array[int]  # the text ends with a colon
    inline: array[int]  # the subtree is one run of text
    path_hashes: array[int]
    class_labels: array[int]  # label and class, as a number
    classed: array[int]  # the same, -1 for nodes without a class
    marks: array[int]  # label and first class only: "stock out" is a kind of "stock"
    paths: array[int]  # labels from the root, as a number
    class_paths: array[int]
    child_sets: array[int]
    child_rows: array[int]
    negatives: array[int]  # nodes from the root down to this one with a word against it
    positives: array[int]

    def has(self, start: int, end: int) -> bool:
        """Return whether the nodes start..end hold a text or an image."""
        return self.texts[end] > self.texts[start] or self.images[end] > self.images[start]


def measure(tree: Tree) -> Signals:
    """Return the signals of *tree*."""
    flags = label_flags(tree.names, INLINE)
    content = kernel.content(
        tree.parents, tree.sizes, tree.labels, flags, tree.kinds, tree.texts, tree.buffer
    )
    class_labels, classed, marks, negatives, positives = _words(tree)
    return Signals(
        **content,
        headings=kernel.sums(tree.labels, label_flags(tree.names, HEADINGS)),
        class_labels=class_labels,
        classed=classed,
        marks=marks,
        paths=numbers.path_numbers(tree.labels, tree.parents),
        class_paths=numbers.path_numbers(class_labels, tree.parents),
        child_sets=numbers.child_set_numbers(tree.labels, tree.sizes),
        child_rows=numbers.child_row_numbers(tree.labels, tree.sizes, content["texts"], 8),
        negatives=negatives,
        positives=positives,
    )


def _words(tree: Tree) -> tuple[array[int], ...]:
    """Return labels with classes as numbers (three ways), and the words against and for."""
    spans = {
        name: kernel.spans(tree.attribute_starts, tree.attributes, k)
        for k, name in enumerate(tree.attribute_names)
        if name in ("class", "id", "role")
    }
    nothing = array("i", bytes(8 * len(tree)))
    classes, ids, roles = (spans.get(name, nothing) for name in ("class", "id", "role"))
    # Most attributes occur many times; each is analysed once.
    said, texts = kernel.texts_of(classes, ids, roles, tree.buffer)
    facts: list[array[int]] = [*word_kernel.facts(texts, _leaning(), STATE_PARTS, LAYOUT_NAMES)]
    page: list[Any] = [tree.labels, tree.parents, said, *facts, len(tree.names)]
    return numbers.word_signals(*page)


@cache
def _leaning() -> word_kernel.Words:
    return word_kernel.Words([_AGAINST, _FOR])


@lru_cache(maxsize=64)
def label_flags(names: tuple[str, ...], wanted: frozenset[str]) -> array[int]:
    """Return for every label of a page whether it is *wanted*."""
    return array("i", [name in wanted for name in names])
