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

__all__ = ["anchor_text", "member_label", "prefix_label"]

_LOUD = frozenset("th dt label b strong u em i h1 h2 h3 h4 h5 h6 legend caption".split())
_COLONS = (":", "：")
# Longer texts are not labels, nor are more characters before a colon or larger siblings; chosen.
_LONGEST = cython.declare(cython.int, 60)
_LONGEST_PREFIX = cython.declare(cython.int, 40)
_LABEL_NODES = cython.declare(cython.int, 5)
# Kinds of what a node holds: text; images; anything.
_TEXT = cython.declare(cython.int, 1)
_IMAGE = cython.declare(cython.int, 4)
_ANYTHING = cython.declare(cython.int, 15)


@cython.ccall
def prefix_label(text: str) -> str:
    """Return the text before the first colon of *text* if it can be a label, or ""."""
    # Most texts have no colon, which is quick to see.
    if ":" not in text and "：" not in text:
        return ""
    text = text[:_LONGEST]
    start: cython.Py_ssize_t = len(text) - len(text.lstrip())
    at: cython.Py_ssize_t = text.find(":")
    wide: cython.Py_ssize_t = text.find("：")
    if at < 0 or 0 <= wide < at:
        at = wide
    # A letter, and something behind it.
    if at < start + 2 or not text[start].isalnum() or text[start].isdecimal():
        return ""
    label: str = text[start:at].rstrip()
    behind: str = text[at + 1 : at + 3]
    # An address, or a time.
    if len(label) > _LONGEST_PREFIX or behind == "//" or (len(behind) == 2 and behind.isdecimal()):
        return ""
    return label


@cython.ccall
def member_label(said: Said, node: cython.int, position: str) -> str:
    """Return the label that *node* carries at a *position* inside itself, or "".

    A member that is only a label has no label.
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
    if text.endswith(_COLONS) or _is_loud(said, names[said.labels[node]], text):
        return _clean(text)
    first: cython.int = said.first(node, node + size, _TEXT)
    while first > node:
        if _is_loud(said, names[said.labels[first]], text) and (
            said.last_text(node) == said.last_text(first)
        ):
            return _clean(text)
        first = said.parents[first]
    return ""


@cython.cfunc
def _is_loud(said: Said, label: str, text: str) -> cython.bint:
    """Return whether elements of a *label* are shown as labels are.

    What the title of the page repeats is the name of its thing, and labels nothing.
    """
    return label in _LOUD and not (label == "h1" and text in said.title)


@cython.cfunc
def _clean(text: str) -> str:
    """Return a label without its colon."""
    return text.strip().rstrip(":：").strip()
