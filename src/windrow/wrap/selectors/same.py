"""A page on the trees of two parsers: the one of HTML5, and that of other programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from windrow.read import Page
from windrow.tree.lxml_tree import lxml_tree
from windrow.tree.tree import TEXT, TEXT_LABEL, Tree
from windrow.tree.walk import LEFT_OUT, OPAQUE
from windrow.wrap.selectors.ground import Ground

__all__ = ["lxml_ground", "same_nodes"]

# What a page of lxml has below these, the other tree lacks.
_SHUT = LEFT_OUT | OPAQUE | {"noscript"}


def lxml_ground(page: Page) -> Ground | None:
    """Return *page* as lxml reads it; None if lxml is not installed or cannot read it."""
    tree = lxml_tree(page)
    return None if tree is None else Ground(tree)


def same_nodes(ground: Ground, other: Ground) -> Mapping[int, int]:
    """Return which node of *other* is which of *ground*, two trees of one page.

    Both have the elements and texts of the page in its order. Those alike are numbered: if both
    trees have as many, the first is the first.
    """
    ours, theirs = _alike(ground), _alike(other)
    found: dict[int, int] = {}
    # A text may be an element's only one in one tree and beside others in the other tree: what is
    # known of elements comes first.
    for key in sorted(ours.keys() & theirs.keys(), key=lambda key: isinstance(key, str)):
        if len(ours[key]) == len(theirs[key]):
            for node, there in zip(ours[key], theirs[key], strict=True):
                found.setdefault(node, there)
    return found


def _alike(ground: Ground) -> dict[object, list[int]]:
    """Return the nodes by label, classes, id and address, and texts by what they say."""
    tree = ground.tree
    found: dict[object, list[int]] = defaultdict(list)
    for node in _open_nodes(tree):
        label = tree.label(node)
        if label == TEXT_LABEL:
            found["".join(tree.text(node).split())].append(node)
            continue
        address = tree.attribute(node, "href") or tree.attribute(node, "src")
        found[label, ground.words[node], address].append(node)
        if tree.kinds[node] & TEXT:
            found["".join(tree.text(node).split())].append(node)
    return found


def _open_nodes(tree: Tree) -> Iterator[int]:
    """Yield the nodes that are in no script, drawing or the like."""
    node = 0
    while node < len(tree):
        shut = tree.label(node) in _SHUT
        if not shut:
            yield node
        node += tree.sizes[node] if shut else 1
