"""What the default detector knows of every node of a page."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache

from windrow.kernels import signals as kernel
from windrow.tree import Tree

__all__ = ["Signals", "measure", "stable_class"]

_INLINE = (
    "#text img b i em strong mark u font span sup sub wbr small big tt code abbr q s strike del "
    "ins bdi bdo cite a time label kbd var samp nobr data dfn address"
).split()
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())

# Words in a class, id or role that speak against or for a list being what the page is about.
_NEGATIVE = re.compile(
    r"nav|menu|foot|header|breadcrumb|pagin|pager|social|share|sidebar|side-bar|aside|related|"
    r"filter|facet|refine|comment|cookie|modal|banner|advert|sponsor|\bads?\b|promo|widget|"
    r"toolbar|dropdown|tabs?\b|login|signup|language|lang\b|carousel|trending|popular|recommend|"
    r"suggest|recent"
)
_POSITIVE = re.compile(
    r"result|product|listing|search|items?\b|content|main|article|entry|entries|record|hits?\b|"
    r"card|post|story|grid|docket|opinion|case"
)

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_STATE_PARTS = frozenset(
    "odd even alt alternate alternating first last active selected current".split()
)
_LAYOUT = frozenset("clearfix row col left right hidden".split())


@dataclass(frozen=True, eq=False, slots=True)
class Signals:
    """Arrays over the nodes of a tree; sums count what stands before a node.

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
    flags = array("i", [name in _INLINE for name in tree.names])
    content = kernel.content(
        tree.parents, tree.sizes, tree.labels, flags, tree.kinds, tree.texts, tree.buffer
    )
    class_labels, classed, marks, negatives, positives = _words(tree)
    return Signals(
        **content,
        headings=_headings(tree),
        class_labels=class_labels,
        classed=classed,
        marks=marks,
        paths=kernel.path_numbers(tree.labels, tree.parents),
        class_paths=kernel.path_numbers(class_labels, tree.parents),
        child_sets=kernel.child_set_numbers(tree.labels, tree.sizes),
        child_rows=kernel.child_row_numbers(tree.labels, tree.sizes, content["texts"], 8),
        negatives=negatives,
        positives=positives,
    )


@lru_cache(maxsize=4096)
def stable_class(words: bytes) -> bytes:
    """Return the part of a class attribute that records of one kind share.

    State (odd, first, active), layout and generated names are left out, numbers become ``#``.

    >>> stable_class(b"rgAltRow  card-12 clearfix"), stable_class(b"rgRow")
    (b'card-# rg-row', b'rg-row')
    """
    kept = set()
    for token in words.decode("utf-8", "replace").split():
        parts = _PART.findall(token)
        numbers = sum(part.isdigit() for part in parts)
        if numbers > 1 or token.lower() in _LAYOUT:
            continue
        stable = [
            "#" if part.isdigit() else part.lower()
            for part in parts
            if part.lower() not in _STATE_PARTS
        ]
        if stable:
            kept.add("-".join(stable))
    return " ".join(sorted(kept)).encode()


@lru_cache(maxsize=4096)
def _leaning(words: bytes) -> tuple[int, int]:
    text = words.decode("utf-8", "replace").lower()
    return int(bool(_NEGATIVE.search(text))), int(bool(_POSITIVE.search(text)))


def _words(tree: Tree) -> tuple[array[int], ...]:
    """Return labels with classes as numbers (three ways), and the words against and for."""
    spans = {
        name: kernel.spans(tree.attribute_starts, tree.attributes, k)
        for k, name in enumerate(tree.attribute_names)
        if name in ("class", "id", "role")
    }
    nothing = array("i", bytes(8 * len(tree)))
    classes, ids, roles = (spans.get(name, nothing) for name in ("class", "id", "role"))
    class_labels, classed = array("i", tree.labels), array("i", [-1]) * len(tree)
    negatives, positives = array("i", bytes(4 * len(tree))), array("i", bytes(4 * len(tree)))
    numbers: dict[tuple[int, bytes], int] = {}
    known: dict[bytes, tuple[bytes, bytes, int, int]] = {}
    marks = array("i", tree.labels)
    buffer, base, parents, labels = tree.buffer, len(tree.names), tree.parents, tree.labels
    for node in range(len(tree)):
        above = parents[node]
        # The body is around everything and tells nothing of a part.
        against, in_favour = (negatives[above], positives[above]) if above > 0 else (0, 0)
        end, others = classes[2 * node + 1], ids[2 * node + 1] + roles[2 * node + 1]
        if end or others:
            own = buffer[classes[2 * node] : end]
            if others:
                own += b"\0%b %b" % (
                    buffer[ids[2 * node] : ids[2 * node + 1]],
                    buffer[roles[2 * node] : roles[2 * node + 1]],
                )
            said = known.get(own)
            if said is None:
                said = known[own] = _said(own)
            if said[0]:
                number = base + numbers.setdefault((labels[node], said[0]), len(numbers))
                class_labels[node] = classed[node] = number
                marks[node] = base + numbers.setdefault((labels[node], said[1]), len(numbers))
            if above > 0:
                against += said[2]
                in_favour += said[3]
        negatives[node], positives[node] = against, in_favour
    return class_labels, classed, marks, negatives, positives


def _said(words: bytes) -> tuple[bytes, bytes, int, int]:
    """Return class, first class, and whether class, id and role speak against and for a list."""
    own = words.partition(b"\0")[0]
    stable = stable_class(own)
    first = next(filter(None, map(stable_class, own.split())), stable)
    return stable, first, *_leaning(words)


def _headings(tree: Tree) -> array[int]:
    heading = [name in _HEADINGS for name in tree.names]
    sums = array("i", [0])
    total = 0
    for label in tree.labels:
        total += heading[label]
        sums.append(total)
    return sums
