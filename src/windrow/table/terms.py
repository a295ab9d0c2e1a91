"""Values after varying labels: sorted by the label's text, not by its position.

One record has "Author, Year", the next one "Year, Pages": alignment by draft puts years below
authors. The labels give the right order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from windrow.model import Cell
from windrow.table.drafts import DraftColumn
from windrow.tree import Tree

__all__ = ["sort_by_terms"]

# Longer texts are not labels, in characters: chosen, not measured.
_LONGEST = 40
# With more different labels than this per draft, they are values: chosen, not measured.
_MOST_TERMS = 6

# Classes of labels.
_KEY = re.compile(r"\b(?:label|key|term)s?\b", re.IGNORECASE)

_Group = tuple[DraftColumn, list[DraftColumn]]
_Key = tuple[str, str, int]  # what the label says, kind of the value, which of these


def sort_by_terms(
    tree: Tree, drafts: Sequence[DraftColumn]
) -> tuple[list[DraftColumn], dict[int, str]]:
    """Return *drafts* with the values after varying labels in a column per label.

    The second result has the labels of the new drafts. Labels are cells that are ``dt``,
    that a class calls so, or that end with a colon; if no label changes, nothing is sorted.
    """
    groups = [group for group in _groups(tree, drafts) if group[1]]
    if not any(len(label.different) > 1 for label, _ in groups):
        return list(drafts), {}
    counts = Counter(term for label, _ in groups for term in label.filled)
    repeated = sum(count > 1 for count in counts.values())
    if len(counts) > _MOST_TERMS * len(groups) or 2 * repeated < len(counts):
        return list(drafts), {}
    return _sorted(drafts, groups)


def _groups(tree: Tree, drafts: Sequence[DraftColumn]) -> Iterator[_Group]:
    """Yield the labels with the drafts right after them."""
    label: DraftColumn | None = None
    behind: list[DraftColumn] = []
    for draft in drafts:
        if _is_label(tree, draft):
            if label is not None:
                yield label, behind
            label, behind = draft, []
        elif label is not None and draft.field.kind != "rows" and _beside(tree, label, draft):
            behind.append(draft)
    if label is not None:
        yield label, behind


def _is_label(tree: Tree, draft: DraftColumn) -> bool:
    if not draft.is_text:
        return False
    some = False
    for value, cell in zip(draft.values, draft.cells, strict=True):
        if value is not None and isinstance(cell, int):
            some = True
            if len(value) > _LONGEST or not (value[-1] in ":：" or _is_term(tree, cell)):
                return False
    return some


def _is_term(tree: Tree, node: int) -> bool:
    """Return whether the markup says that a node holds a label."""
    if tree.label(node) == "dt":
        return True
    return _KEY.search(tree.attribute(node, "class") or "") is not None


def _beside(tree: Tree, label: DraftColumn, draft: DraftColumn) -> bool:
    """Return whether a value is, or is in, a sibling of the label, in a row that has both."""
    for first, second in zip(label.cells, draft.cells, strict=True):
        if isinstance(first, int) and isinstance(second, int):
            parent = tree.parents[first]
            return first < second < parent + tree.sizes[parent]
    return False


def _sorted(
    drafts: Sequence[DraftColumn], groups: Sequence[_Group]
) -> tuple[list[DraftColumn], dict[int, str]]:
    size = len(groups[0][0].cells)
    new: dict[_Key, tuple[DraftColumn, list[Cell], list[str | None]]] = {}
    for row in range(size):
        for label, behind in groups:
            term, seen = label.values[row] or "", Counter[str]()
            for draft in behind:
                if draft.values[row] is None:
                    continue
                key: _Key = (term, draft.field.kind, seen[draft.field.kind])
                seen[draft.field.kind] += 1
                if key not in new:
                    new[key] = (draft, [None] * size, [None] * size)
                _, cells, values = new[key]
                cells[row], values[row] = draft.cells[row], draft.values[row]
    taken = {p.index for label, behind in groups for p in (label, *behind)}
    # Numbered after all others: the old numbers belong to removed columns.
    start = max(draft.index for draft in drafts) + 1
    found = [draft for draft in drafts if draft.index not in taken]
    called = {}
    for index, (key, (draft, cells, values)) in enumerate(new.items(), start):
        field = replace(draft.field, optional=None in values)
        found.append(DraftColumn(field, index, tuple(cells), tuple(values)))
        called[index] = key[0]
    return found, called
