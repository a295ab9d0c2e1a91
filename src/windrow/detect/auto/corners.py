"""The cell of a header row that differs from group to group names the group, not a column.

Boards and timetables write "General | Topics | Posts" above one group and "Help | Topics | Posts"
above the next.
"""

from __future__ import annotations

from collections.abc import Mapping

from windrow.tree import Tree
from windrow.tree.runs import text_of

__all__ = ["corner_cells"]


def corner_cells(tree: Tree, headers: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the cells that name groups, by the first record of the group; {} if there are none.

    *headers* has the header rows in the same way. All but one of their cells say the same.
    """
    if len(headers) < 2 or 0 not in headers:
        return {}
    rows = [[*tree.children(row)] for row in headers.values()]
    if len({*map(len, rows)}) > 1:
        return {}
    columns = [
        [text_of(tree, tree.subtree(cell)) for cell in cells] for cells in zip(*rows, strict=True)
    ]
    differing = [k for k, texts in enumerate(columns) if len({*texts}) > 1]
    if len(differing) != 1:
        return {}
    [place] = differing
    texts = columns[place]
    if len({*texts}) < len(texts) or not all(texts):
        return {}
    return {k: [cells[place]] for k, cells in zip(headers, rows, strict=True)}
