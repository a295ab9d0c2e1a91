"""The outline of a page: the paths of labels it has, each once, however long its lists are."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any
from zlib import crc32

from windrow.kernels.wrap import steps as kernel
from windrow.tree import Tree
from windrow.tree.markup import PHRASES
from windrow.tree.tree import TEXT_LABEL

__all__ = ["jaccard", "likeness", "outline", "path_numbers", "paths_beside", "paths_of"]

# Paths that a wrapper keeps, and how deep they go. Chosen, not measured.
_MOST_PATHS = 300
_DEEPEST = 16
_IN_TEXT = PHRASES | {TEXT_LABEL, "br", "span", "a"}


def outline(tree: Tree) -> frozenset[int]:
    """Return the paths of labels in *tree* as numbers, which are the same on every machine."""
    return frozenset(kernel.path_numbers(_name_numbers(tree.names), tree.labels, tree.parents))


def paths_of(trees: Iterable[Tree]) -> tuple[str, ...]:
    """Return the paths of labels that all *trees* have, the shortest ones if there are many."""
    shared: set[str] | None = None
    for tree in trees:
        own = _paths(tree)
        shared = own if shared is None else shared & own
    short = sorted(shared or (), key=lambda path: (path.count("/"), path))
    return tuple(sorted(short[:_MOST_PATHS]))


def paths_beside(paths: Sequence[str], roots: Sequence[str]) -> tuple[str, ...]:
    """Return those of *paths* that do not lead into one of the *roots*.

    >>> paths_beside(("body/h1", "body/ul", "body/ul/li", "body/ul/li/b"), ["body/ul/li"])
    ('body/h1', 'body/ul')
    """
    inside = tuple(f"{root}/" for root in roots)
    return tuple(path for path in paths if not f"{path}/".startswith(inside)) or tuple(paths)


def likeness(tree: Tree, paths: tuple[str, ...]) -> float:
    """Return the share of *paths* that the tree has."""
    if not paths:
        return 0.0
    numbers = path_numbers(paths)
    return len(numbers & outline(tree)) / len(numbers)


def jaccard(one: AbstractSet[Any], other: AbstractSet[Any]) -> float:
    """Return the similarity of two sets, 0..1; two empty ones are equal."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if one or other else 1.0


def _paths(tree: Tree) -> set[str]:
    found: dict[int, str] = {}
    for node in range(len(tree)):
        parent, label = tree.parents[node], tree.label(node)
        # Bold words in a text vary; the outline consists of the nodes that hold texts.
        if label in _IN_TEXT or tree.depths[node] > _DEEPEST:
            continue
        if parent < 0:
            found[node] = label
        elif parent in found:
            found[node] = f"{found[parent]}/{label}"
    return {*found.values()}


@lru_cache(maxsize=64)
def path_numbers(paths: tuple[str, ...]) -> frozenset[int]:
    """Return the numbers that `outline` gives to *paths*."""
    return frozenset(map(_path_number, paths))


def _path_number(path: str) -> int:
    """Return the number the kernel gives to the last node of *path*."""
    labels = path.split("/")
    names = array("Q", map(_name_number, labels))
    chain = array("i", range(len(labels)))
    return kernel.path_numbers(names, chain, array("i", [k - 1 for k in chain]))[-1]


@lru_cache(maxsize=8)
def _name_numbers(names: tuple[str, ...]) -> array[int]:
    return array("Q", map(_name_number, names))


def _name_number(name: str) -> int:
    # Not `hash`: wrappers are read by other processes than the one that wrote them.
    return crc32(name.encode("utf-8", "surrogatepass"))
