"""What the default detector knows about every node of a page."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from windrow.detect.auto.landmarks import outer
from windrow.kernels.auto import numbers, signs, tables
from windrow.kernels.auto import signals as kernel
from windrow.kernels.auto import words as word_kernel
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS, INLINE, LAYOUT_NAMES, STATE_PARTS

__all__ = ["SENTENCE", "Signals", "label_flags", "measure", "opening_worth"]

# A text of more characters than the first number is part of a sentence, not a name; one of at most
# the second may be a number: chosen, not measured.
SENTENCE = 40
_NUMBER = 30

# Words in a class, id or role that count against or for the page being about this list. A bar
# is the edge of a word: "header" is not found in "plainrowheaders", "nav" is in "topnav".
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


# How clearly a label begins a record.
_OPENING = dict.fromkeys(HEADINGS, 3) | {"dt": 3, "b": 2, "strong": 2, "th": 2, "a": 1}


@dataclass(eq=False, slots=True)
class Signals:
    """Arrays over the nodes of a tree; sums count what comes before a node.

    The sum over a subtree is ``sums[node + size] - sums[node]``. They never change; they are not
    frozen, because creating frozen ones of thirty fields takes several times as long.
    """

    chars: array[int]
    texts: array[int]
    images: array[int]
    links: array[int]
    linked: array[int]  # characters inside links
    dates: array[int]  # texts with a date
    clocks: array[int]  # texts with a time but no date
    minutes: array[int]  # these times, in page order
    words: array[int]  # texts with a letter or digit
    digits: array[int]  # texts with a digit, other than the number of a step: "2. Rake it"
    numerics: array[int]  # texts with at least as many digits as letters
    titles: array[int]  # links that are not words of a sentence
    shorts: array[int]  # short texts that are not words of a sentence
    figures: array[int]  # those with a digit
    targets: array[int]  # by link: a number for its address
    row_tables: array[int]  # by row: its table, plus one
    header_kinds: array[int]  # by table: a number for its headers, negative if it has none
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
    outer: array[int]  # in a menu, sidebar or footer, or else outside of the page's main part

    def has(self, start: int, end: int) -> bool:
        """Return whether the nodes start..end hold a text or an image."""
        return self.texts[end] > self.texts[start] or self.images[end] > self.images[start]


def measure(tree: Tree) -> Signals:
    """Return the signals of *tree*."""
    flags = label_flags(tree.names, INLINE)
    content = kernel.content(
        tree.parents, tree.sizes, tree.labels, flags, tree.kinds, tree.texts, tree.buffer
    )
    class_labels, classed, marks, negatives, positives, outside = _words(tree, content["chars"])
    names = tree.label_numbers.__getitem__
    return Signals(
        **content,
        **signs.sign_sums(tree.parents, tree.labels, tree.kinds, flags, content, SENTENCE, _NUMBER),
        **tables.table_kinds(
            tree.parents,
            tree.sizes,
            tree.labels,
            content["hashes"],
            names("table"),
            names("tr"),
            names("th"),
        ),
        targets=numbers.target_numbers(content["links"], _spans(tree, "href"), tree.buffer),
        class_labels=class_labels,
        classed=classed,
        marks=marks,
        paths=numbers.path_numbers(tree.labels, tree.parents),
        class_paths=numbers.path_numbers(class_labels, tree.parents),
        child_sets=numbers.child_set_numbers(tree.labels, tree.sizes),
        child_rows=numbers.child_row_numbers(tree.labels, tree.sizes, content["texts"], 8),
        negatives=negatives,
        positives=positives,
        outer=outside,
    )


def _words(tree: Tree, chars: array[int]) -> tuple[array[int], ...]:
    """Return labels with classes as numbers (three ways), words against and for, landmarks."""
    classes, ids, roles = (_spans(tree, name) for name in ("class", "id", "role"))
    # Most attributes occur many times; each is analysed once.
    said, texts, with_role = numbers.texts_of(classes, ids, roles, tree.buffer)
    facts: list[array[int]] = [*word_kernel.facts(texts, _leaning(), STATE_PARTS, LAYOUT_NAMES)]
    page: list[Any] = [tree.labels, tree.parents, said, *facts, len(tree.names)]
    return *numbers.word_signals(*page), outer(tree, said, texts, with_role, chars)


def _spans(tree: Tree, name: str) -> array[int]:
    """Return where the value of an attribute starts and ends, by node; 0, 0 for none."""
    number = tree.attribute_numbers.get(name)
    if number is None:
        return array("i", bytes(8 * len(tree)))
    return numbers.spans(tree.attribute_starts, tree.attributes, number)


@cache
def _leaning() -> word_kernel.Words:
    return word_kernel.Words([_AGAINST, _FOR])


@lru_cache(maxsize=64)
def label_flags(names: tuple[str, ...], wanted: frozenset[str]) -> array[int]:
    """Return for every label of a page whether it is *wanted*."""
    return array("i", [name in wanted for name in names])


@lru_cache(maxsize=64)
def opening_worth(names: tuple[str, ...]) -> array[int]:
    """Return for every label of a page how clearly it begins a record, 0 to 3."""
    return array("i", [_OPENING.get(name, 0) for name in names])
