"""Runs of text: text that reads as one piece although the markup divides it.

``p("Hay " b"rake" " of ash")`` has three texts and says one thing. A run is either a block all of
whose content is inline, or consecutive inline siblings beside blocks. It is named by one node:
the block, or the first of the siblings.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

from windrow.kernels.table import values
from windrow.kernels.tree import runs as kernel
from windrow.tree.markup import is_inline
from windrow.tree.tree import TEXT, Tree

__all__ = [
    "EXTENTS", "Extent", "blocks", "extent", "inline_flags", "run_nodes", "run_of", "run_texts",
    "runs", "text_of",
]  # fmt: skip

# A currency and a whole number at the end of a text; and with two digits more, maybe decimals.
# The pieces of a price before its decimals: chosen, not measured.
_PIECES = 4
_WHOLE_PRICE = re.compile(r"[$£¥\u20a0-\u20bf]\s?\d{1,3}(?:[.,]?\d{3})*$")
_POINTLESS = re.compile(r"[$£¥\u20a0-\u20bf]\s?\d[\d.,]*\d\d")

Extent: TypeAlias = Literal["run", "part", "rest"]
"""How far a text of several nodes extends from the node that names it: to the end of the run, of
the node, or of the block with all its lines."""
EXTENTS: frozenset[str] = frozenset(get_args(Extent))


def inline_flags(tree: Tree) -> array[int]:
    """Return for every node whether its whole subtree is inline, so that it can be in a run."""
    return kernel.inline_flags(tree.labels, tree.parents, _flags(tree.names))


def run_of(tree: Tree, node: int) -> int:
    """Return the run that *node* is in, named by its block or by its first sibling."""
    return tree.runs[node]


def runs(tree: Tree) -> array[int]:
    """Return `run_of` for every node."""
    return kernel.runs(tree.inline, tree.sizes)


def blocks(tree: Tree) -> array[int]:
    """Return for every node the block that its run fills with text and line breaks, or -1."""
    inline, text = _flags(tree.names), _flags(tree.names, "br")
    return kernel.blocks(tree.labels, tree.parents, inline, text)


@lru_cache(maxsize=64)
def _flags(names: tuple[str, ...], also: str = "") -> array[int]:
    return array("i", [is_inline(name) or name == also for name in names])


def run_nodes(tree: Tree, run: int) -> range:
    """Return the nodes of the run named by *run*, as one stretch of the preorder."""
    if not is_inline(tree.label(run)) or tree.parents[run] < 0:
        return tree.subtree(run)
    end = run + tree.sizes[run]
    stop = tree.parents[run] + tree.sizes[tree.parents[run]]
    while end < stop and tree.inline[end]:
        end += tree.sizes[end]
    return range(run, end)


def extent(tree: Tree, node: int, kind: Extent) -> range:
    """Return the nodes of the text named by *node*, as one stretch of the preorder."""
    if kind == "run":
        return run_nodes(tree, node)
    top = node
    while kind == "rest" and is_inline(tree.label(top)) and tree.blocks[top] >= 0:
        top = tree.blocks[top]
    return range(node, top + tree.sizes[top])


def run_texts(
    tree: Tree, cells: tuple[object, ...], *, kind: Literal["run", "part"] = "run"
) -> list[str | None]:
    """Return the text of each run that *cells* name, None for cells without a node or a text.

    The same as `text_of` of `extent`, for all at once.
    """
    found = values.run_texts(
        cells,
        tree.labels,
        tree.parents,
        tree.sizes,
        tree.kinds,
        tree.texts,
        tree.spacing,
        _flags(tree.names),
        tree.inline,
        tree.buffer,
        kind == "part",
    )
    for k, text in enumerate(found):
        # The kernel does not know prices; few texts can be a price without its point.
        if text and ("$" in text or not text.isascii()) and _POINTLESS.search(text):
            found[k] = text_of(tree, extent(tree, cast(int, cells[k]), kind))
    return found


def text_of(tree: Tree, nodes: Iterable[int]) -> str:
    """Return the texts of *nodes* as one, with spaces where the page shows them.

    Decimals of a price in a separate text get the point that the page leaves out.
    """
    if isinstance(nodes, range):
        # Mostly one node has all the text.
        alone = tree.sole(nodes.start, nodes.stop)
        if alone >= -1:
            return tree.text(alone) if alone >= 0 else ""
    kinds = tree.kinds
    found = [node for node in nodes if kinds[node] & TEXT]
    if len(found) == 1:
        return tree.text(found[0])
    parts: list[str] = []
    last = -1
    for node in found:
        text = tree.text(node)
        if last >= 0 and _apart(tree, last, node):
            parts.append(" ")
        elif len(text) == 2 and text.isdecimal() and _WHOLE_PRICE.search("".join(parts[-_PIECES:])):
            parts.append(".")
        parts.append(text)
        last = node
    return "".join(parts)


def _apart(tree: Tree, last: int, node: int) -> bool:
    """Return whether white space, a line break or the edge of a block is between two texts."""
    if tree.spacing[last] & 2 or tree.spacing[node] & 1:
        return True
    if any(not is_inline(tree.label(between)) for between in range(last + 1, node + 1)):
        return True
    # Blocks that ended before *node*: the ancestors of *last* that do not hold it.
    while last + tree.sizes[last] <= node:
        if not is_inline(tree.label(last)):
            return True
        last = tree.parents[last]
    return False
