"""Detection on pages whose preformatted text is divided into lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from windrow.detect.nested import in_page
from windrow.model import Region
from windrow.tree import Tree
from windrow.tree.lines import PART, with_lines

__all__ = ["divided_by_lines"]


def divided_by_lines(tree: Tree, detect: Callable[[Tree], list[Region]]) -> list[Region]:
    """Return the regions that *detect* finds where a line of preformatted text is a node.

    A region whose records hold parts of a text is one of the tree with lines, which is the tree of
    its alignment. All others are regions of *tree* itself.
    """
    lined = with_lines(tree)
    if lined.tree is tree:
        return detect(tree)
    return [
        region
        if _divides(lined.tree, lined.origins, region)
        else in_page(tree, lined.tree, lined.origins, region)
        for region in detect(lined.tree)
    ]


def _divides(lined: Tree, origins: Sequence[int], region: Region) -> bool:
    """Return whether a record holds a line that is only a part of a text of the page."""
    return any(
        origins[node] == PART
        for record in region.records
        for root in record
        for node in lined.subtree(root)
    )
