"""Labels on pages: "Price: 12", a ``dt`` before its ``dd``, a heading above its list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from windrow.tree.tree import IMAGE, LINK, TEXT, VALUE
from windrow.wrap.keyed_view import View

__all__ = [
    "Position",
    "anchor_text",
    "clean_label",
    "is_enumeration",
    "is_strong",
    "member_label",
    "prefix_label",
]

Position = Literal["", "prefix", "first", "last"]

LOUD = frozenset("th dt label b strong h1 h2 h3 h4 h5 h6 legend caption".split())
_HEAD = frozenset("th dt label".split())
_LONGEST = 60
_PREFIX = re.compile(r"\s*([^\W\d_][^:：]{1,39}?)\s*[:：](?!//|\d\d)")
_COUNTED = re.compile(r"[\W\d_]+|\b(?:step|schritt|étape|paso|passo|stap|steg|trin|part|day|no)\b")
_COLONS = (":", "：")
_ANYTHING = TEXT | LINK | IMAGE | VALUE
# A member or a sibling of more nodes is no mere label.
_LABEL_NODES = 5


def clean_label(text: str) -> str:
    """Return a label as a key: without its colon.

    >>> clean_label(" Price : ")
    'Price'
    """
    return text.strip().rstrip(":：").strip()


def prefix_label(text: str) -> str:
    """Return what stands before the first colon of *text* if that can be a label, or "".

    >>> prefix_label("Price: 12"), prefix_label("12:30"), prefix_label("See http://hay.test")
    ('Price', '', '')
    """
    match = _PREFIX.match(text[:60])
    return match[1].strip() if match else ""


def member_label(view: View, node: int, position: Position) -> str:
    """Return the label that *node* carries at a *position* inside itself, or "".

    A member that is nothing but its label has none.
    """
    if position == "last":
        leaf = view.last_leaf(node)
        if leaf < 0 or view.first_leaf(node) == leaf:
            return ""
        text = view.text(leaf)
        return clean_label(text) if len(text) <= _LONGEST else ""
    leaf = view.first_leaf(node)
    if leaf < 0:
        return ""
    text = view.text(leaf)
    if position == "prefix":
        label = prefix_label(text)
        if label and text.rstrip().endswith(_COLONS) and len(text) <= len(label) + 3:
            return label if _has_more(view, node, leaf) else ""
        return label
    if len(text) > _LONGEST or not _has_more(view, node, leaf):
        return ""
    # A link or picture before the label means that the label is the value's own.
    if view.first(node, leaf, IMAGE) >= 0:
        return ""
    return clean_label(text)


def _has_more(view: View, node: int, leaf: int) -> bool:
    return view.first(leaf + 1, node + view.tree.sizes[node], _ANYTHING) >= 0


def is_strong(view: View, node: int, position: Position) -> bool:
    """Return whether the label at *position* looks like one: a colon, a ``th`` or a ``dt``."""
    if position == "prefix":
        return True
    leaf = view.first_leaf(node) if position == "first" else view.last_leaf(node)
    if view.text(leaf).rstrip().endswith(_COLONS):
        return True
    tree = view.tree
    while leaf > node:
        if view.label(leaf) in _HEAD:
            return True
        leaf = tree.parents[leaf]
    return False


def anchor_text(view: View, node: int) -> str:
    """Return the text of *node* if it can be a label for what follows it, or ""."""
    tree = view.tree
    if tree.sizes[node] > _LABEL_NODES:
        return ""
    text = view.whole(node)
    if not 1 < len(text) <= _LONGEST:
        return ""
    if text.endswith(_COLONS) or view.label(node) in LOUD:
        return clean_label(text)
    first = view.first_leaf(node)
    while first > node:
        if view.label(first) in LOUD and view.last_leaf(node) == view.last_leaf(first):
            return clean_label(text)
        first = tree.parents[first]
    return ""


def is_colon_label(text: str) -> bool:
    """Return whether *text* ends as labels do."""
    return text.rstrip().endswith(_COLONS)


def is_enumeration(labels: Sequence[str]) -> bool:
    """Return whether *labels* only count: Step 1, Step 2.

    >>> is_enumeration(["Step 1", "Step 2", "Step 3"]), is_enumeration(["Color", "Size 2"])
    (True, False)
    """
    bare = {" ".join(_COUNTED.sub(" ", label.casefold()).split()) for label in set(labels)}
    return len(set(labels)) > 1 and (len(bare) <= len(set(labels)) / 2 or bare == {""})
