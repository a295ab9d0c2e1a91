"""Labels that nodes carry inside themselves, or that are labels for what follows them.

*said* is what the nodes of a page say (`windrow.kernels.wrap.said`).
"""

from __future__ import annotations

from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.wrap.said import Said
else:
    Said = load("wrap.said", "python").Said

__all__ = ["anchor_text", "member_label"]

_LOUD = frozenset("th dt label b strong u em i h1 h2 h3 h4 h5 h6 legend caption".split())
_COLONS = (":", "：")
# Longer texts are not labels, and larger siblings not mere labels; chosen, not measured.
_LONGEST = cython.declare(cython.int, 60)
_LABEL_NODES = cython.declare(cython.int, 5)
# Kinds of what a node holds: text; images; anything.
_TEXT = cython.declare(cython.int, 1)
_IMAGE = cython.declare(cython.int, 4)
_ANYTHING = cython.declare(cython.int, 15)


@cython.ccall
def member_label(said: Said, prefix_label: Any, node: cython.int, position: str) -> str:
    """Return the label that *node* carries at a *position* inside itself, or "".

    A member that is only a label has no label. *prefix_label* finds the label before a colon.
    """
    end: cython.int = node + said.sizes[node]
    leaf: cython.int
    if position == "last":
        leaf = said.last_text(node)
        if leaf < 0 or said.first(node, end, _TEXT) == leaf:
            return ""
        text: str = said.text(leaf)
        return _clean(text) if len(text) <= _LONGEST else ""
    leaf = said.first(node, end, _TEXT)
    if leaf < 0:
        return ""
    text = said.text(leaf)
    if position == "prefix":
        # Most texts have no colon, and this test is cheap.
        if ":" not in text and "：" not in text:
            return ""
        label: str = prefix_label(text)
        if label and len(text) <= len(label) + 3 and text.rstrip().endswith(_COLONS):
            return label if said.first(leaf + 1, end, _ANYTHING) >= 0 else ""
        return label
    if len(text) > _LONGEST or said.first(leaf + 1, end, _ANYTHING) < 0:
        return ""
    # A link or picture before the label means that the label is the value's own.
    if said.first(node, leaf, _IMAGE) >= 0:
        return ""
    return _clean(text)


@cython.ccall
def anchor_text(said: Said, names: Any, node: cython.int) -> str:
    """Return the text of *node* if it can be a label for what follows it, or "".

    *names* are those of the labels of nodes.
    """
    size: cython.int = said.sizes[node]
    if size > _LABEL_NODES:
        return ""
    text: str = said.whole(node)
    if not 1 < len(text) <= _LONGEST:
        return ""
    if text.endswith(_COLONS) or names[said.labels[node]] in _LOUD:
        return _clean(text)
    first: cython.int = said.first(node, node + size, _TEXT)
    while first > node:
        if names[said.labels[first]] in _LOUD and said.last_text(node) == said.last_text(first):
            return _clean(text)
        first = said.parents[first]
    return ""


@cython.cfunc
def _clean(text: str) -> str:
    """Return a label without its colon."""
    return text.strip().rstrip(":：").strip()
