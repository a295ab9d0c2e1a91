"""Where the records of a list may be when no locator leads to them: by what they hold.

Markup around a list changes without the list: a form that some pages have, a frame that a redesign
adds. Records are recognised by what they hold.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence

from windrow.kernels.wrap import steps as kernel
from windrow.tree import Tree
from windrow.wrap.list.locate import Locator

__all__ = ["look_alikes"]

# A page has few places of the right label that repeat; the longest lists come first. Chosen, not
# measured.
_MOST_GROUPS = 40
# A larger node holds a list rather than a record. Chosen, not measured.
_LARGEST = 2_000


def look_alikes(tree: Tree, locators: Sequence[Locator]) -> list[list[int]]:
    """Return nodes with the labels of those that *locators* were made for, by common paths.

    >>> from windrow.wrap.steps import Step
    >>> tree = Tree.from_text("body(ul(li(a)) div(ul(li(b) li(b))))")
    >>> look_alikes(tree, [Locator("place", ((Step("ul"), Step("li")),))])
    [[6, 8], [2]]
    """
    labels = {path[-1].label for locator in locators for path in locator.paths}
    wanted = {number for number, name in enumerate(tree.names) if name in labels}
    nodes = [node for node, label in enumerate(tree.labels) if label in wanted]
    if not nodes:
        return []
    names = array("Q", range(1, len(tree.names) + 1))
    paths = kernel.path_numbers(names, tree.labels, tree.parents)
    groups: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        if tree.sizes[node] <= _LARGEST:
            groups[paths[node]].append(node)
    return sorted(groups.values(), key=lambda group: (-len(group), group[0]))[:_MOST_GROUPS]
