"""Labels inside records: "Price: 12" is twelve, and the column is the price."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from windrow.table.drafts import DraftColumn
from windrow.tree import Tree
from windrow.tree.markup import LABEL

__all__ = ["label_cells", "shared_label", "without_label"]

# A second label makes it a list of facts, of which the first does not name the whole.
_ANOTHER = re.compile(r"[^\W\d]\s?[:：]\s")
# The share of the values that must begin with a label: chosen, not measured.
_ENOUGH = 0.6


def label_cells(tree: Tree, drafts: Sequence[DraftColumn]) -> tuple[dict[int, str], set[int]]:
    """Return what cells that are labels call the field behind them, and which fields they are.

    A label says the same in every row that has it, and ends with a colon or is a ``dt`` or ``th``.
    """
    called: dict[int, str] = {}
    labels: set[int] = set()
    for draft, behind in itertools.pairwise(drafts):
        if draft.is_text and _is_label(tree, draft) and _is_value(tree, behind):
            called[behind.index] = draft.filled[0]
            labels.add(draft.index)
    return called, labels


def shared_label(values: Sequence[str]) -> str:
    """Return the words before the colon that most of *values* begin with, colon included, or "".

    >>> shared_label(["Price: 12", "Price: 9", "sold out"]), shared_label(["At 12:30", "At 1:45"])
    ('Price:', '')
    """
    if len(values) < 2 or not any(":" in value or "：" in value for value in values[:3]):
        return ""
    found: dict[str, int] = {}
    for value in values:
        match = LABEL.match(value)
        if match and match.end() < len(value) and not _ANOTHER.search(value, match.end()):
            found[match[1]] = found.get(match[1], 0) + 1
    if not found:
        return ""
    label = max(found, key=found.__getitem__)
    count = found[label]
    enough = count >= _ENOUGH * len(values) and count >= 2
    return f"{label}:" if enough else ""


def without_label(value: str, label: str) -> str:
    """Return *value* with *label* split off where it begins with it.

    >>> without_label("Price : 12", "Price:")
    '12'
    """
    match = LABEL.match(value)
    return value[match.end() :] if match and f"{match[1]}:" == label else value


def _is_label(tree: Tree, draft: DraftColumn) -> bool:
    if len(draft.different) != 1:
        return False
    [text] = draft.different
    if len(text) > 40:
        return False
    if text.endswith((":", "：")):
        return True
    node = next(cell for cell in draft.cells if isinstance(cell, int))
    around = {tree.label(node), tree.label(max(tree.parents[node], 0))}
    return len(draft.filled) > 1 and not around.isdisjoint(("dt", "th"))


def _is_value(tree: Tree, draft: DraftColumn) -> bool:
    return (draft.is_text or draft.field.kind == "rows") and not _is_label(tree, draft)
