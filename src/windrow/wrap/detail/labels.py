"""Labels on pages: "Price: 12", a ``dt`` before its ``dd``, a heading above its list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from windrow.kernels.wrap import labels as kernel
from windrow.wrap.detail.view import PageView

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

_HEAD = frozenset("th dt label".split())
_COUNTED = re.compile(r"[\W\d_]+|\b(?:step|schritt|étape|paso|passo|stap|steg|trin|part|day|no)\b")
_COLONS = (":", "：")


def clean_label(text: str) -> str:
    """Return a label as a key: without its colon.

    >>> clean_label(" Price : ")
    'Price'
    """
    return text.strip().rstrip(":：").strip()


def prefix_label(text: str) -> str:
    """Return the text before the first colon of *text* if it can be a label, or "".

    >>> prefix_label("Price: 12"), prefix_label("12:30"), prefix_label("See http://hay.test")
    ('Price', '', '')
    """
    label: str = kernel.prefix_label(text)
    return label


def member_label(view: PageView, node: int, position: Position) -> str:
    """Return the label inside *node* at a *position*, or "".

    A member that consists only of its label has none.
    """
    label: str = kernel.member_label(view.said, node, position)
    return label


def is_strong(view: PageView, node: int, position: Position) -> bool:
    """Return whether the label at *position* looks like one: a colon, a ``th`` or a ``dt``."""
    if position == "prefix":
        return True
    leaf = view.first_leaf(node) if position == "first" else view.last_leaf(node)
    if is_colon_label(view.text(leaf)):
        return True
    while leaf > node and view.label(leaf) not in _HEAD:
        leaf = view.tree.parents[leaf]
    return leaf > node


def anchor_text(view: PageView, node: int) -> str:
    """Return the text of *node* if it can be a label for what follows it, or ""."""
    label: str = kernel.anchor_text(view.said, view.tree.names, node)
    return label


def is_colon_label(text: str) -> bool:
    """Return whether *text* ends as labels do."""
    return text.rstrip().endswith(_COLONS)


def is_enumeration(labels: Sequence[str]) -> bool:
    """Return whether *labels* only count: Step 1, Step 2.

    >>> is_enumeration(["Step 1", "Step 2", "Step 3"]), is_enumeration(["Color", "Size 2"])
    (True, False)
    """
    every = set(labels)
    bare = {" ".join(_COUNTED.sub(" ", label.casefold()).split()) for label in every}
    return len(every) > 1 and (len(bare) <= len(every) / 2 or bare == {""})
