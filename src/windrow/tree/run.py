"""Runs of text: what reads as one piece although the markup cuts it up.

``p("Hay " b"rake" " of ash")`` has three texts and says one thing. A run is either a block all of
whose content is inline, or consecutive inline siblings beside blocks. It is named by one node:
the block, or the first of the siblings.
"""

from __future__ import annotations

from collections.abc import Iterable

from windrow.tree.tree import TEXT, Tree

__all__ = ["INLINE", "block_of", "inline_flags", "run_nodes", "run_of", "text_of"]

INLINE = frozenset(
    (
        "#text img b i em strong mark u font span sup sub wbr small big tt code abbr q s strike "
        "del ins bdi bdo cite a time label kbd var samp nobr data dfn address svg"
    ).split()
)


def inline_flags(tree: Tree) -> list[bool]:
    """Return for every node whether its whole subtree is inline, so that it can stand in a run."""
    known = [name in INLINE for name in tree.names]
    flags = [known[label] for label in tree.labels]
    parents = tree.parents
    for node in range(len(tree) - 1, 0, -1):
        if not flags[node]:
            flags[parents[node]] = False
    return flags


def run_of(tree: Tree, node: int) -> int:
    """Return the run that *node* stands in: the block that is one, or its first sibling."""
    inline = tree.inline
    top = node
    while tree.parents[top] >= 0 and inline[tree.parents[top]]:
        top = tree.parents[top]
    if not inline[top] or tree.parents[top] < 0:
        return top
    container = tree.parents[top]
    first, child, end = -1, container + 1, container + tree.sizes[container]
    whole = True
    run = top
    while child < end:
        if not inline[child]:
            whole = False
            first = -1
        elif first < 0:
            first = child
        if child == top:
            run = first
        child += tree.sizes[child]
    return container if whole else run


def block_of(tree: Tree, node: int) -> int | None:
    """Return the block that holds the run at *node* if it has only text and line breaks."""
    block = node if tree.label(node) not in INLINE else tree.parents[node]
    if block < 0:
        return None
    only_text = all(
        tree.label(below) in INLINE or tree.label(below) == "br"
        for below in range(block + 1, block + tree.sizes[block])
    )
    return block if only_text else None


def run_nodes(tree: Tree, run: int) -> range:
    """Return the nodes of the run named by *run*, as one stretch of the preorder."""
    if tree.label(run) not in INLINE or tree.parents[run] < 0:
        return tree.subtree(run)
    end = run + tree.sizes[run]
    stop = tree.parents[run] + tree.sizes[tree.parents[run]]
    while end < stop and tree.inline[end]:
        end += tree.sizes[end]
    return range(run, end)


def text_of(tree: Tree, nodes: Iterable[int]) -> str:
    """Return the texts of *nodes* as one, with spaces where the page shows any."""
    parts: list[str] = []
    last = -1
    for node in nodes:
        if not tree.kinds[node] & TEXT:
            continue
        if last >= 0 and _apart(tree, last, node):
            parts.append(" ")
        parts.append(tree.text(node))
        last = node
    return "".join(parts)


def _apart(tree: Tree, last: int, node: int) -> bool:
    """Return whether white space, a line break or the edge of a block is between two texts."""
    if tree.spacing[last] & 2 or tree.spacing[node] & 1:
        return True
    if any(tree.label(between) not in INLINE for between in range(last + 1, node + 1)):
        return True
    # Blocks that ended before *node*: the ancestors of *last* that do not hold it.
    while last + tree.sizes[last] <= node:
        if tree.label(last) not in INLINE:
            return True
        last = tree.parents[last]
    return False
