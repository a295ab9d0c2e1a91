"""Values after varying labels: sorted by the label's text, not by its position.

One record has "Author, Year", the next one "Year, Pages": alignment by draft puts years below
authors. The labels give the right order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from windrow.model import Cell, Field
from windrow.table.drafts import DraftColumn
from windrow.tree import Tree
from windrow.tree.markup import LABEL

__all__ = ["sort_by_labels", "sort_by_terms"]

# Longer texts are not labels, in characters: chosen, not measured.
_LONGEST = 40
# With more different labels than this per draft, they are values: chosen, not measured.
_MOST_TERMS = 6

# The share of the values that must begin with a label: chosen, not measured.
_ENOUGH = 0.8

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
    groups = [group for group in _groups(tree, drafts) if group[1] and not _heads_rows(group[0])]
    if not any(len(label.different) > 1 for label, _ in groups):
        return list(drafts), {}
    counts = Counter(term for label, _ in groups for term in label.filled)
    repeated = sum(count > 1 for count in counts.values())
    if len(counts) > _MOST_TERMS * len(groups) or 2 * repeated < len(counts):
        return list(drafts), {}
    return _sorted(drafts, groups)


def _heads_rows(draft: DraftColumn) -> bool:
    """Return whether a cell is in several rows: the day above what happens on it is no label."""
    cells = [cell for cell in draft.cells if isinstance(cell, int)]
    return len({*cells}) < len(cells)


def sort_by_labels(drafts: Sequence[DraftColumn]) -> tuple[list[DraftColumn], dict[int, str]]:
    """Return *drafts* with lines such as "Model: A1" in a column per label, and these labels.

    Lines of one path that follow each other are sorted if nearly all begin with a label, and if
    one of them has several labels: some records lack a line, and the others have moved up.
    """
    # A cheap test: without a colon no line begins with a label.
    if not any(_begins_with_label(draft) for draft in drafts):
        return [*drafts], {}
    found: list[DraftColumn] = []
    called: dict[int, str] = {}
    start = max((draft.index for draft in drafts), default=0) + 1
    for (path, kind), group in groupby(drafts, key=lambda one: (one.field.path, one.field.kind)):
        lines = [*group]
        if len(lines) < 2 or not lines[0].is_text or not _are_labelled(lines):
            found += lines
            continue
        new: dict[tuple[str, int], tuple[list[Cell], list[str | None]]] = {}
        size = len(lines[0].cells)
        for row in range(size):
            seen = Counter[str]()
            for line in lines:
                if (value := line.values[row]) is not None:
                    label = _label(value)
                    key = (label, seen[label])
                    seen[label] += 1
                    cells, values = new.setdefault(key, ([None] * size, [None] * size))
                    cells[row], values[row] = line.cells[row], value
        for (label, _), (cells, values) in new.items():
            field = Field(kind, path, None in values)
            found.append(DraftColumn(field, start, tuple(cells), tuple(values)))
            if label:
                called[start] = label
            start += 1
    return found, called


def _are_labelled(lines: Sequence[DraftColumn]) -> bool:
    """Return whether *lines* begin with labels, most of which come again, in changing places."""
    if not _begins_with_label(lines[0]):
        return False
    said = [[_label(value) for value in line.filled] for line in lines]
    counts = Counter(label for labels in said for label in labels)
    unlabelled, total = counts.pop("", 0), sum(map(len, said))
    repeated = sum(count > 1 for count in counts.values())
    return (
        total - unlabelled >= _ENOUGH * total
        and any(len({*labels}) > 1 for labels in said)
        and len(counts) <= _MOST_TERMS * len(lines)
        and 2 * repeated >= len(counts)
    )


def _begins_with_label(line: DraftColumn) -> bool:
    """Return whether the first value of a line has a label, which nearly none has."""
    return line.is_text and bool(line.filled) and _label(line.filled[0]) != ""


def _label(value: str) -> str:
    found = LABEL.match(value) if ":" in value or "：" in value else None
    return found[1] if found and found.end() < len(value) else ""


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
    # A cheap test: the first value is a sentence.
    if not draft.is_text or (draft.filled and len(draft.filled[0]) > _LONGEST):
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
    words = tree.attribute(node, "class")
    return words is not None and _KEY.search(words) is not None


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
