"""Texts with marks in them among siblings: the pieces are one thing."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.markup import PHRASES
from windrow.tree.tree import TEXT_LABEL

__all__ = ["text_heads", "whole_texts"]

_PIECES = PHRASES | {TEXT_LABEL}


def text_heads(tree: Tree, nodes: Sequence[int]) -> list[int]:
    """Return the siblings *nodes*, of the pieces of one text only the first.

    A text with marks in it has a bare piece; marks alone side by side are things of their own.

    >>> tree = Tree.from_text('p(a"Ant" br "is " b"very" " small" br i"1" b"2")')
    >>> [tree.label(node) for node in text_heads(tree, tree.children(0))]
    ['a', 'br', '#text', 'br', 'i', 'b']
    """
    found: list[int] = []
    start = 0
    while start < len(nodes):
        end = start
        while end < len(nodes) and tree.label(nodes[end]) in _PIECES:
            end += 1
        run = nodes[start : max(end, start + 1)]
        is_text = any(tree.label(node) == TEXT_LABEL for node in run)
        found += run[:1] if is_text else run
        start += len(run)
    return found


def whole_texts(tree: Tree, record: Record) -> Record:
    """Return *record* with all pieces of the texts that it has the first pieces of."""
    found: list[int] = []
    for head in record:
        found.append(head)
        parent = tree.parents[head]
        end = parent + tree.sizes[parent] if parent >= 0 else 0
        if tree.label(head) not in _PIECES:
            continue
        run = [head]
        while (node := run[-1] + tree.sizes[run[-1]]) < end and tree.label(node) in _PIECES:
            run.append(node)
        if any(tree.label(node) == TEXT_LABEL for node in run):
            found += run[1:]
    return tuple(dict.fromkeys(found))
